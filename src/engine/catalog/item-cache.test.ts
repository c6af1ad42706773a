import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Utf8Batch } from '../../lib/detached-copies.ts';
import type { NumberedItem } from '../log/applied-change.ts';
import { ItemCache } from './item-cache.ts';

test('ItemCache returns items as they were set', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 });
  const item = fc.record({
    no: fc.nat(5_000),
    _id: text,
    id: text,
    sku: text,
    active: fc.boolean(),
    version: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    createdAt: fc.integer({ min: 0, max: 8.64e15 }),
    json: fc.jsonValue().map((value) => new Utf8Batch(1).encode(JSON.stringify({ value }))),
  });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), (items) => {
      const cache = new ItemCache(1024 * 1024);
      const expected = new Map<number, NumberedItem>();
      for (const one of items) {
        cache.set(one);
        expected.set(one.no, one);
      }
      for (const [no, one] of expected) {
        const found = cache.get(no)!;
        assert.deepEqual({ ...found, json: [...found.json] }, { ...one, json: [...one.json] });
      }
      cache.delete(items[0]!.no);
      assert.equal(cache.get(items[0]!.no), undefined);
    }),
    { seed: 20261123, numRuns: 200 },
  );
});
