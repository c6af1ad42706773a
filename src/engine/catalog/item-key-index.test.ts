import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { NumberedItem } from '../log/applied-change.ts';
import { ItemKeyIndex } from './item-key-index.ts';

/** An item whose key is its sku. */
const itemWith = (no: number, sku: string): NumberedItem => ({
  no,
  _id: String(no),
  id: String(no),
  sku,
  active: true,
  version: 1,
  createdAt: 0,
  json: new Uint8Array(0),
});
const createIndex = (): ItemKeyIndex =>
  new ItemKeyIndex({ name: 'sku', read: ({ sku }) => (sku === '' ? null : sku) }, 42);

test('ItemKeyIndex has the numbers of a map of sets after any history', () => {
  const step = fc.record({
    kind: fc.constantFrom('add', 'remove'),
    no: fc.nat(30),
    sku: fc.constantFrom('', 'a', 'b', 'c'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const index = createIndex();
      const expected = new Map(['a', 'b', 'c'].map((sku) => [sku, new Set<number>()]));
      for (const { kind, no, sku } of steps) {
        index[kind](itemWith(no, sku));
        expected.get(sku)?.[kind === 'add' ? 'add' : 'delete'](no);
      }
      for (const [sku, numbers] of expected)
        assert.deepEqual(
          index.findCandidates(sku),
          [...numbers].sort((a, b) => a - b),
        );
      assert.equal(index.size, [...expected.values()].filter(({ size }) => size > 0).length);
    }),
    { seed: 20261130 },
  );
});

test('ItemKeyIndex stays fast where all items have one key', () => {
  const index = createIndex();
  for (let no = 0; no < 50_000; no++) index.add(itemWith(no, 'one'));
  for (let no = 0; no < 50_000; no += 2) index.remove(itemWith(no, 'one'));
  assert.equal(index.findCandidates('one').length, 25_000);
});
