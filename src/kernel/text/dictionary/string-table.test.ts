import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { allStrings, packStrings, uniteTables } from './string-table.ts';

test('a union has the kept entries of all tables in order, and the position of each', () => {
  const random = seededRandom(7);
  const below = (count: number): number => Math.floor(random() * count);
  const letters = ['a', 'b', 'é', '山', '\ud83d', '\udc5f'];
  const word = (): string => Array.from({ length: below(5) }, () => letters[below(letters.length)]).join('');
  for (let round = 0; round < 200; round++) {
    const lists = Array.from({ length: below(6) }, () =>
      [...new Set(Array.from({ length: below(40) }, word))].sort(),
    );
    const kept = lists.map((list) => Uint8Array.from(list, () => below(4)));
    const { table, positions } = uniteTables(lists.map(packStrings), kept);
    const expected = [
      ...new Set(lists.flatMap((list, l) => list.filter((_, i) => kept[l]![i] !== 0))),
    ].sort();
    assert.deepEqual(allStrings(table), expected);
    assert.deepEqual(table, packStrings(expected));
    lists.forEach((list, l) => {
      const wanted = list.map((one, i) => (kept[l]![i] === 0 ? -1 : expected.indexOf(one)));
      assert.deepEqual([...positions[l]!], wanted);
    });
  }
});
