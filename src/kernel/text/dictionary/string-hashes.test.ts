import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../lib/seeded-random.ts';
import { StringHashes } from './string-hashes.ts';
import { findString, packStrings } from './string-table.ts';

test('StringHashes.find() finds the same entries as a binary search', () => {
  const random = createRandom(31);
  const draw = (): string =>
    Array.from({ length: Math.floor(random() * 5) }, () => 'abä'[Math.floor(random() * 3)]).join('');
  for (let round = 0; round < 200; round++) {
    const table = packStrings([...new Set(Array.from({ length: round }, draw))].sort());
    const hashes = new StringHashes(table);
    for (let i = 0; i < 100; i++) {
      const string = draw();
      assert.equal(hashes.find(string), findString(table, string), string);
    }
  }
});
