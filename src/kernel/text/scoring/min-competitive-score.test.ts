import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { MinCompetitiveScore } from './min-competitive-score.ts';

test('ScoreFloor.value is the least of the best so many', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 }),
      (count, scores) => {
        const floor = new MinCompetitiveScore(count);
        for (const [i, score] of scores.entries()) {
          floor.add(score);
          const best = scores.slice(0, i + 1).sort((a, b) => b - a);
          assert.equal(floor.value, best[count - 1] ?? -Infinity);
        }
      },
    ),
    { seed: 20261121 },
  );
});
