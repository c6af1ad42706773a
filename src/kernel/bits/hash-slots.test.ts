import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { emptySlot, insertPosition, positionOfKey, slotOfKey } from './hash-slots.ts';

const keys = fc.uniqueArray(fc.oneof(fc.nat(40), fc.nat(0xfffffffe)), { maxLength: 60 });
const slotCount = 64;

test('slotOfKey() agrees with a Map', () => {
  fc.assert(
    fc.property(keys, fc.nat(40), (added, other) => {
      const table = new Uint32Array(slotCount).fill(emptySlot);
      const slots = new Map<number, number>();
      for (const key of added) {
        const slot = slotOfKey(table, key);
        assert.equal(table[slot], emptySlot);
        table[slot] = key;
        slots.set(key, slot);
      }
      assert.equal(new Set(slots.values()).size, added.length);
      for (const [key, slot] of slots) assert.equal(slotOfKey(table, key), slot);
      assert.equal(table[slotOfKey(table, other)], slots.has(other) ? other : emptySlot);
    }),
    { seed: 20261123 },
  );
});

test('positionOfKey() agrees with indexOf()', () => {
  fc.assert(
    fc.property(keys, fc.nat(40), (added, other) => {
      const index = new Uint16Array(slotCount);
      const list = Uint32Array.from(added);
      list.forEach((key, position) => insertPosition(index, key, position));
      for (const key of [...added, other]) assert.equal(positionOfKey(index, list, key), added.indexOf(key));
    }),
    { seed: 20261123 },
  );
});
