import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { MinCompetitiveScore } from './min-competitive-score.ts';

test('MinCompetitiveScore.value is the lowest of the best `count` scores', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 }),
      (count, scores) => {
        const minCompetitive = new MinCompetitiveScore(count);
        for (const [i, score] of scores.entries()) {
          minCompetitive.add(score);
          const best = scores.slice(0, i + 1).sort((a, b) => b - a);
          assert.equal(minCompetitive.value, best[count - 1] ?? -Infinity);
        }
      },
    ),
    { seed: 20261121 },
  );
});
