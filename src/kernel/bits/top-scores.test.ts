import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { TopScores } from './top-scores.ts';

test('TopScores equals the first entries of a full sort by score and tie', () => {
  const candidates = fc.uniqueArray(fc.tuple(fc.nat(10), fc.nat(1000)), {
    selector: ([, tie]) => tie,
    maxLength: 60,
  });
  fc.assert(
    fc.property(candidates, fc.integer({ min: 1, max: 20 }), (list, size) => {
      const top = new TopScores(size);
      list.forEach(([score, tie], item) => top.offer(item, score, tie));
      const sorted = list.map(([score, tie], item) => ({ item, score, tie }));
      sorted.sort((one, other) => other.score - one.score || one.tie - other.tie);
      const { items, scores } = top.drain();
      assert.deepEqual(
        [...items],
        sorted.slice(0, size).map(({ item }) => item),
      );
      assert.deepEqual(
        [...scores],
        sorted.slice(0, size).map(({ score }) => score),
      );
      assert.equal(top.drain().items.length, 0);
    }),
    { seed: 20240601, numRuns: 300 },
  );
});
