import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  countBits,
  visitBits,
  createFullBitmap,
  hasBit,
  intersectInto,
  createBitmap,
  setBit,
  subtractFrom,
  uniteInto,
} from './bitmap.ts';

const size = 100;
const members = fc.uniqueArray(fc.nat({ max: size - 1 }));

function bitmapOf(bits: readonly number[]): Uint32Array {
  const bitmap = createBitmap(size);
  for (const bit of bits) setBit(bitmap, bit);
  return bitmap;
}

function bitsOf(bitmap: Uint32Array): Set<number> {
  const bits = new Set<number>();
  visitBits(bitmap, (bit) => bits.add(bit));
  assert.equal(countBits(bitmap), bits.size);
  for (let bit = 0; bit < 2 * size; bit++) assert.equal(hasBit(bitmap, bit), bits.has(bit));
  return bits;
}

test('bitmap operations agree with sets', () => {
  fc.assert(
    fc.property(members, members, (a, b) => {
      const combined = (combine: (target: Uint32Array, other: Uint32Array) => void): Set<number> => {
        const target = bitmapOf(a);
        combine(target, bitmapOf(b));
        return bitsOf(target);
      };
      const [left, right] = [new Set(a), new Set(b)];
      assert.deepEqual(combined(intersectInto), bitsOf(bitmapOf([...left.intersection(right)])));
      assert.deepEqual(combined(uniteInto), bitsOf(bitmapOf([...left.union(right)])));
      assert.deepEqual(combined(subtractFrom), bitsOf(bitmapOf([...left.difference(right)])));
    }),
    { seed: 20261121 },
  );
});

test('createFullBitmap() sets exactly the requested bits', () => {
  for (const count of [0, 1, 31, 32, 33, 64, 100]) {
    assert.equal(countBits(createFullBitmap(count)), count);
    assert.equal(hasBit(createFullBitmap(count), count), false);
  }
});
