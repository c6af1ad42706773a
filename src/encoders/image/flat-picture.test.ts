import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../lib/seeded-random.ts';
import { isFlat } from './flat-picture.ts';

const side = 40;

/** A white picture with noise in the lowest `noisyShare` of its rows. */
function pictureOf(noisyShare: number): { width: number; height: number; data: Uint8Array } {
  const random = seededRandom(1);
  const data = new Uint8Array(side * side * 3).fill(255);
  for (let i = Math.round(side * (1 - noisyShare)) * side * 3; i < data.length; i++)
    data[i] = Math.floor(random() * 256);
  return { width: side, height: side, data };
}

void test('isFlat() distinguishes drawn pictures from those with noise', () => {
  assert.equal(isFlat(pictureOf(0)), true);
  assert.equal(isFlat(pictureOf(0.7)), true);
  assert.equal(isFlat(pictureOf(0.8)), false);
  assert.equal(isFlat(pictureOf(1)), false);
  assert.equal(isFlat({ width: 1, height: 40, data: new Uint8Array(120) }), false);
});
