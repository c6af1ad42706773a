import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ScoreNormalisation } from './score-normalisation.ts';
import { stableHash } from '../../bits/hashing.ts';
import { representative } from '../../../../test/support/matrix.ts';

const itemTotal = 700;

/** Rows of one neighbour each; some items have interactions. */
class World {
  readonly present = new Set<number>();
  readonly scores = Array.from({ length: itemTotal }, () => 1);

  mean(): ScoreNormalisation {
    return new ScoreNormalisation({
      getTieBreaker: (item) => stableHash(`item ${item}`),
      hasInteractions: (item) => this.present.has(item),
      cut: (item) => ({
        items: Uint32Array.of((item + 1) % itemTotal),
        scores: Float64Array.of(this.scores[item]!),
      }),
      rowFactor: () => 1 / 3,
    });
  }
}

test('ScoreNormalisation.mean() equals, to the bit, that of a new instance after any changes', () => {
  const histories = fc.array(
    fc.record({
      kind: fc.constantFrom('touch', 'touch', 'touch', 'leave', 'change', 'ask', 'step'),
      item: fc.nat(itemTotal - 1),
      score: fc.double({ min: 0.01, max: 10, noNaN: true }),
    }),
    { minLength: 300, maxLength: 900, size: 'max' },
  );
  fc.assert(
    fc.property(histories, (list) => {
      const world = new World();
      const mean = world.mean();
      let steps = mean.prepare(itemTotal);
      for (const { kind, item, score } of list) {
        // Further changes come between the steps.
        if (kind === 'step') {
          if (steps.next().done === true) steps = mean.prepare(itemTotal);
        } else if (kind === 'ask') assert.equal(mean.mean(itemTotal), world.mean().mean(itemTotal));
        else if (kind === 'change') {
          world.scores[item] = score;
          mean.onRowChanged(item);
        } else if (world.present.has(item) !== (kind === 'touch')) {
          if (kind === 'touch') world.present.add(item);
          // Few items are removed, so that there are more than are sampled.
          else if (item % 10 === 0) world.present.delete(item);
          else continue;
          mean.onPresenceChanged(item);
        }
      }
      assert.equal(mean.mean(itemTotal), world.mean().mean(itemTotal));
    }),
    { seed: 20261121, numRuns: representative(40, 100) },
  );
});

test('ScoreNormalisation.prepare() reads each sampled row in a step of its own, once', () => {
  const world = new World();
  for (let item = 0; item < itemTotal; item++) world.present.add(item);
  const mean = world.mean();
  assert.equal([...mean.prepare(itemTotal)].length, 256);
  assert.equal([...mean.prepare(itemTotal)].length, 0);
  assert.equal(mean.mean(itemTotal), world.mean().mean(itemTotal));
});
