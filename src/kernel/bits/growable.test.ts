import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ensureCapacity, createGrowableFloat32, createGrowableUint16 } from './growable.ts';

test('A growable array has the pushed values', () => {
  const values = fc.array(fc.nat(65_535), { maxLength: 300 });
  fc.assert(
    fc.property(values, fc.nat(20), fc.nat(400), (pushed, capacity, reserved) => {
      for (const list of [createGrowableUint16(capacity), createGrowableFloat32(capacity)]) {
        for (const value of pushed) list.push(value);
        list.reserve(reserved);
        assert.ok(list.data.length >= reserved);
        assert.deepEqual([...list.data.subarray(0, list.length)], pushed);
      }
    }),
    { seed: 20261123 },
  );
});

test('ensureCapacity() keeps an array that is long enough, otherwise copies it to one of the same type', () => {
  const array = Int16Array.of(-1, 2, -3, 4, -5, 6);
  assert.equal(ensureCapacity(array, 6), array);
  assert.deepEqual(ensureCapacity(array, 7), Int16Array.of(-1, 2, -3, 4, -5, 6, 0, 0, 0));
  assert.equal(ensureCapacity(array, 20).length, 20);
  assert.equal(ensureCapacity(new Float64Array(0), 1).length, 4);
});
