import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { comesBefore } from '../../bits/top-scores.ts';
import { BestItems } from './best-items.ts';

test('BestItems returns the best allowed items after any changes of scores', () => {
  const step = fc.record({
    item: fc.nat(40),
    // Few values, so that many items have equal scores.
    score: fc.nat(6),
    limit: fc.integer({ min: 1, max: 12 }),
    allowed: fc.integer({ min: 1, max: 4 }),
    period: fc.nat(1),
    asks: fc.boolean(),
  });
  const bounds = fc.record({
    listedMax: fc.integer({ min: 1, max: 20 }),
    changedMax: fc.integer({ min: 1, max: 8 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), bounds, (steps, limits) => {
      const tieOf = (item: number): number => (item * 7) % 41;
      const best = new BestItems(tieOf, limits);
      const scores = Array.from({ length: 41 }, (_, item) => item % 3);
      for (const { item, score, limit, allowed, period, asks } of steps) {
        scores[item] = score;
        best.markChanged(item);
        if (!asks) continue;
        const allow = (one: number): boolean => one % allowed === 0;
        // In another period, scores differ without being reported.
        const getScore = (one: number): number => (period === 0 ? scores[one]! : (scores[one]! * one) % 5);
        const expected = scores
          .map((_, one) => one)
          .filter((one) => allow(one) && getScore(one) > 0)
          .sort((a, b) => (comesBefore(getScore(a), tieOf(a), getScore(b), tieOf(b)) ? -1 : 1))
          .slice(0, limit);
        const found = best.best({ itemCount: scores.length, getScore, period, limit, allow });
        assert.deepEqual([...found.items], expected);
        assert.deepEqual([...found.scores], expected.map(getScore));
      }
    }),
    { seed: 20261125, numRuns: 1_000 },
  );
});
