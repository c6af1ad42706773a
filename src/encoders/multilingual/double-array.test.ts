import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { buildDoubleArray } from '../../../tools/multilingual/double-array-builder.ts';
import { DoubleArray } from './double-array.ts';

const bytes = fc
  .uint8Array({ min: 1, minLength: 1, maxLength: 6 })
  .map((all) => all.map((byte) => 1 + (byte % 5)));

test('DoubleArray.forEachPrefix() finds the strings that a text begins with', () => {
  fc.assert(
    fc.property(fc.uniqueArray(bytes, { selector: String, maxLength: 60 }), bytes, (strings, text) => {
      const trie = new DoubleArray(buildDoubleArray(strings.map((one, value) => ({ bytes: one, value }))));
      const matches: [number, number][] = [];
      trie.forEachPrefix(text, 0, text.length, (value, end) => matches.push([value, end]));
      const expected = strings
        .map((one, value): [number, number] => [value, one.length])
        .filter(([value, length]) => String(strings[value]) === String(text.subarray(0, length)))
        .toSorted((a, b) => a[1] - b[1]);
      assert.deepEqual(matches, expected);
      const longest = expected.at(-1);
      assert.deepEqual(
        trie.findLongestPrefix(text, 0, text.length),
        longest === undefined ? null : { value: longest[0], length: longest[1] },
      );
    }),
    { seed: 1, numRuns: 500 },
  );
});
