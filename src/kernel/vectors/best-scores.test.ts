import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { BestScores } from './best-scores.ts';

void test('BestScores.sorted() equals the first entries of a full sort', () => {
  const scored = fc.uniqueArray(fc.record({ key: fc.nat(1_000), score: fc.integer({ min: 0, max: 8 }) }), {
    selector: ({ key }) => key,
    maxLength: 60,
  });
  fc.assert(
    fc.property(scored, fc.nat(20), (all, capacity) => {
      const best = new BestScores(capacity);
      for (const one of all) best.offer(one);
      const expected = all.toSorted((a, b) => b.score - a.score || a.key - b.key).slice(0, capacity);
      assert.deepEqual(best.sorted(), expected);
    }),
    { seed: 1, numRuns: 500 },
  );
});
