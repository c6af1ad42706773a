import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { withAtLeast } from './at-least-k.ts';

test('withAtLeast() agrees with counting the words of each document', () => {
  const block = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffffffff }));
  const bitmap = fc.array(block, { minLength: 3, maxLength: 3 }).map((words) => Uint32Array.from(words));
  fc.assert(
    fc.property(fc.array(bitmap, { minLength: 1, maxLength: 9 }), (bitmaps) => {
      const has = (words: Uint32Array, document: number): boolean =>
        ((words[document >>> 5]! >>> (document & 31)) & 1) === 1;
      for (let document = 0; document < 96; document++) {
        const count = bitmaps.filter((words) => has(words, document)).length;
        for (let least = 1; least <= bitmaps.length; least++) {
          const found = (withAtLeast(bitmaps, document >>> 5, least) >>> (document & 31)) & 1;
          assert.equal(found === 1, count >= least);
        }
      }
    }),
    { seed: 20261121, numRuns: 2000 },
  );
});
