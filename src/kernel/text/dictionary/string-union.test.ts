import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { listStrings, packStrings } from './string-table.ts';
import { uniteStrings } from './string-union.ts';

const long = 'x'.repeat(300);
const string = fc.oneof(
  fc
    .array(fc.constantFrom('a', 'b', 'ba', 'é', '\ud83d', '7'), { maxLength: 6 })
    .map((parts) => parts.join('')),
  fc.array(fc.constantFrom('x', 'y', long), { maxLength: 3 }).map((parts) => parts.join('')),
);
const table = fc.uniqueArray(string, { maxLength: 30 }).map((strings) => strings.toSorted());

test('uniteStrings() returns the table of the sorted distinct strings, with the position of each entry', () => {
  fc.assert(
    fc.property(fc.array(table, { maxLength: 6 }), (lists) => {
      const sorted = [...new Set(lists.flat())].toSorted();
      const { union, positions } = uniteStrings(lists.map(packStrings));
      assert.deepEqual(listStrings(union), sorted);
      assert.deepEqual(union, packStrings(sorted));
      lists.forEach((list, at) => {
        assert.deepEqual(
          [...positions[at]!],
          list.map((entry) => sorted.indexOf(entry)),
        );
      });
    }),
    { seed: 20261124, numRuns: 1_000 },
  );
});
