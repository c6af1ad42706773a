import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { hashWord, WordTable } from './word-table.ts';

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'z'), minLength: 1, maxLength: 6 }),
  fc.string({ minLength: 1, maxLength: 4 }),
);

test('WordTable agrees with a Map', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 300 }), word, (words, other) => {
      const table = new WordTable();
      const expected = new Map<string, number>();
      for (const each of words) {
        assert.equal(table.find(each), expected.get(each) ?? -1);
        if (expected.has(each)) continue;
        expected.set(each, expected.size);
        assert.equal(table.add(each), expected.size - 1);
      }
      assert.equal(table.find(other), expected.get(other) ?? -1);
      assert.deepEqual(table.words.strings, [...expected.keys()]);
    }),
    { seed: 20261121 },
  );
});

test('WordTable.findPlain() finds a word inside a text, ignoring case', () => {
  const table = new WordTable();
  table.add('abc');
  table.add('b');
  assert.equal(table.findPlain('xABcx', 1, 4, hashWord('abc')), 0);
  assert.equal(table.findPlain('xABcx', 2, 3, hashWord('b')), 1);
  assert.equal(table.findPlain('xABcx', 2, 4, hashWord('bc')), -1);
});
