import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { encodeUtf8 } from '../../lib/detached-copies.ts';
import type { NumberedItem } from '../log/applied-change.ts';
import { ItemCache } from './item-cache.ts';

const itemOf = (no: number, version: number): NumberedItem => ({
  no,
  _id: `service-${no}`,
  id: `shop-${no}`,
  sku: '',
  active: true,
  version,
  createdAt: 0,
  json: encodeUtf8(JSON.stringify({ text: 'x'.repeat(1_000) })),
});

test('ItemCache.replace() updates cached items and adds no others', () => {
  const cache = new ItemCache(1024 * 1024);
  cache.set(itemOf(1, 1));
  for (const no of [1, 2]) cache.replace(itemOf(no, 2));
  assert.equal(cache.get(1)?.version, 2);
  assert.equal(cache.get(2), undefined);
});

test('ItemCache.fit() limits the cache to 16 MB or half of the catalog', () => {
  const megabyte = 1024 * 1024;
  for (const [items, bytesMax] of [
    [20_000, 16 * megabyte],
    [60_000, 32 * megabyte],
  ] as const) {
    const cache = new ItemCache(256 * megabyte);
    for (let no = 0; no < items; no++) {
      cache.fit(items);
      cache.set(itemOf(no, 1));
    }
    const cached = Array.from({ length: items }, (_, no) => cache.get(no)).filter(
      (item) => item !== undefined,
    );
    assert.ok(cache.bytes <= bytesMax, `${cache.bytes} bytes for ${items} items`);
    assert.ok(cached.length > (0.8 * bytesMax) / 1_100, `${cached.length} of ${items} items`);
    cached.forEach((item) => assert.equal(item.id, `shop-${item.no}`));
  }
});

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
    json: fc.jsonValue().map((value) => encodeUtf8(JSON.stringify({ value }))),
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
