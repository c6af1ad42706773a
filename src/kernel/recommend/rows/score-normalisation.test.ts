import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ScoreNormalisation } from './score-normalisation.ts';
import { stableHash } from './stable-hash.ts';

const ITEMS = 700;

/** Rows of one neighbour each; some items have interactions. */
class World {
  readonly touched = new Set<number>();
  readonly scores = Array.from({ length: ITEMS }, () => 1);

  mean(): ScoreNormalisation {
    return new ScoreNormalisation({
      tieOf: (item) => stableHash(`item ${item}`),
      isTouched: (item) => this.touched.has(item),
      cut: (item) => ({
        items: Uint32Array.of((item + 1) % ITEMS),
        scores: Float64Array.of(this.scores[item]!),
      }),
      rowFactor: () => 1 / 3,
    });
  }
}

test('ScoreNormalisation.mean() equals, to the bit, that of a new instance after any changes', () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('touch', 'touch', 'touch', 'leave', 'change', 'ask'),
      item: fc.nat(ITEMS - 1),
      score: fc.double({ min: 0.01, max: 10, noNaN: true }),
    }),
    { minLength: 300, maxLength: 900, size: 'max' },
  );
  fc.assert(
    fc.property(steps, (list) => {
      const world = new World();
      const mean = world.mean();
      for (const { kind, item, score } of list) {
        if (kind === 'ask') assert.equal(mean.mean(ITEMS), world.mean().mean(ITEMS));
        else if (kind === 'change') {
          world.scores[item] = score;
          mean.changed(item);
        } else if (world.touched.has(item) !== (kind === 'touch')) {
          if (kind === 'touch') world.touched.add(item);
          // Few items are removed, so that there are more than are sampled.
          else if (item % 10 === 0) world.touched.delete(item);
          else continue;
          mean.touched(item);
        }
      }
      assert.equal(mean.mean(ITEMS), world.mean().mean(ITEMS));
    }),
    { seed: 20261121, numRuns: 100 },
  );
});
