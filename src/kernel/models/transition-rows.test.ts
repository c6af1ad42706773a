import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { stableHash } from './stable-hash.ts';
import { TRANSITION_UNIT, TransitionRows } from './transition-rows.ts';
import { BOUNDS, DEFAULT_WEIGHTS } from './weights.ts';

const ITEMS = 400;
const ties = Array.from({ length: ITEMS }, (_, item) => stableHash(`item ${item}`));

/** A step: `times` transitions from an item among a few popular ones to any, and one touch of the latter. */
const steps = fc.array(
  fc.tuple(fc.nat(4), fc.nat(ITEMS - 1), fc.integer({ min: 1, max: 60 }), fc.boolean()),
  {
    minLength: 300,
    maxLength: 900,
  },
);

function run(
  rows: TransitionRows,
  list: readonly (readonly [number, number, number, boolean])[],
  times: number,
): void {
  for (const [from, to, weight] of list) {
    rows.addPair(from, to, times * weight);
    rows.addPair(to, from, times * weight);
    rows.addCount(to, times * TRANSITION_UNIT);
  }
}

test('TransitionRows.cut() is the best hundred of a full sort after any additions and removals', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const rows = new TransitionRows(DEFAULT_WEIGHTS, (item) => ties[item]!);
      const erased = list.filter(([, , , erase]) => erase);
      for (let at = 0; at < list.length; at += 50) {
        run(rows, list.slice(at, at + 50), 1);
        for (let item = 0; item < 5; item++) assertCut(rows, item);
      }
      const scaleBefore = rows.scale();
      run(rows, erased, -1);
      for (let item = 0; item < 5; item++) assertCut(rows, item);
      const fresh = new TransitionRows(DEFAULT_WEIGHTS, (item) => ties[item]!);
      run(
        fresh,
        list.filter(([, , , erase]) => !erase),
        1,
      );
      assert.equal(rows.scale(), fresh.scale());
      assert.equal(rows.touchedItems, fresh.touchedItems);
      run(rows, erased, 1);
      assert.equal(rows.scale(), scaleBefore);
    }),
    { seed: 20240601, numRuns: 40 },
  );
});

function assertCut(rows: TransitionRows, item: number): void {
  const column = (other: number): number => {
    const step = Math.round(Math.log2(rows.count(other) + DEFAULT_WEIGHTS.shrink) * 16);
    return (2 ** (step / 16)) ** -DEFAULT_WEIGHTS.columnPower;
  };
  const sorted = rows.entries(item).map(([other, units]) => ({ other, score: units * column(other) }));
  sorted.sort((one, other) => other.score - one.score || ties[one.other]! - ties[other.other]!);
  const expected = sorted.slice(0, BOUNDS.rowItems);
  const cut = rows.cut(item);
  assert.deepEqual(
    [...cut.items],
    expected.map(({ other }) => other),
  );
  assert.deepEqual(
    [...cut.scores],
    expected.map(({ score }) => score),
  );
}
