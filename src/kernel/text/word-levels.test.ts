import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addLevels, countWith, withAtLeast } from './word-levels.ts';

test('addLevels(), countWith() and withAtLeast() agree with counting each document', () => {
  const block = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffffffff }));
  const bitmap = fc.array(block, { minLength: 3, maxLength: 3 }).map((words) => Uint32Array.from(words));
  fc.assert(
    fc.property(fc.array(bitmap, { minLength: 1, maxLength: 9 }), bitmap, (bitmaps, mask) => {
      const has = (words: Uint32Array, document: number): boolean =>
        ((words[document >>> 5]! >>> (document & 31)) & 1) === 1;
      const documents = Array.from({ length: 96 }, (_, document) => document);
      const counts = documents.map((document) => bitmaps.filter((words) => has(words, document)).length);
      const expected = Array<number>(bitmaps.length + 1).fill(0);
      for (const document of documents) {
        if (has(mask, document) && counts[document]! > 0) expected[counts[document]!]!++;
      }
      const levels = Array<number>(bitmaps.length + 1).fill(0);
      addLevels(bitmaps, mask, 3, levels);
      assert.deepEqual(levels, expected);
      for (let least = 1; least <= bitmaps.length; least++) {
        const sum = expected.slice(least).reduce((total, count) => total + count, 0);
        assert.equal(countWith(bitmaps, mask, 3, least), sum);
        for (const document of documents) {
          const found = (withAtLeast(bitmaps, document >>> 5, least) >>> (document & 31)) & 1;
          assert.equal(found === 1, counts[document]! >= least);
        }
      }
    }),
    { seed: 20261121, numRuns: 2000 },
  );
});
