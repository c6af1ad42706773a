import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { sortStrings } from './string-order.ts';

const part = fc.constantFrom(
  'a',
  'b',
  'ab',
  'abcd',
  '~',
  '\u007f',
  '\u0080',
  'é',
  '\uffff',
  '\ud83d',
  '\0',
  '7',
);
const string = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));

test('sortStrings() is the order of toSorted() for distinct strings', () => {
  fc.assert(
    fc.property(fc.uniqueArray(string, { maxLength: 120 }), (strings) => {
      const sorted = Array.from(sortStrings(strings), (index) => strings[index]!);
      assert.deepEqual(sorted, strings.toSorted());
    }),
    { seed: 20261124, numRuns: 1_000 },
  );
});
