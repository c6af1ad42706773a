import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/seeded-random.ts';
import { isFlat } from './flat-picture.ts';
import type { Raster } from './pixels.ts';

const side = 240;

/** A grey picture, by the values at shares of its sides. */
function pictureOf(value: (x: number, y: number) => number): Raster {
  const data = Uint8Array.from({ length: side * side * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return value((pixel % side) / side, Math.floor(pixel / side) / side);
  });
  return { width: side, height: side, data };
}

/** Noise in a square in the middle, of a share of the side; `around`: the value of the rest. */
function noisyMiddle(share: number, around: (x: number, y: number) => number = () => 255): Raster {
  const random = createRandom(1);
  const isInside = (at: number): boolean => Math.abs(at - 0.5) < share / 2;
  return pictureOf((x, y) => (isInside(x) && isInside(y) ? Math.floor(random() * 220) : around(x, y)));
}

/** Stripes, as of a toolbar and of lines of text. */
const stripes = (_: number, y: number): number => (Math.floor(y * 40) % 2 === 0 ? 60 : 255);

void test('isFlat() distinguishes drawn pictures from photos and from products on a background', () => {
  assert.equal(isFlat(pictureOf(() => 255)), true);
  assert.equal(isFlat(pictureOf(stripes)), true);
  for (const share of [1, 0.8, 0.5]) assert.equal(isFlat(noisyMiddle(share)), false, `a product of ${share}`);
  assert.equal(isFlat(noisyMiddle(0.5, () => 238)), false, 'on grey');
  assert.equal(isFlat(noisyMiddle(0.3, stripes)), true, 'a small photo in a drawing');
  assert.equal(isFlat(noisyMiddle(0.7, stripes)), false, 'a large photo in a drawing');
});

void test('isFlat() accepts pictures of any size', () => {
  assert.equal(isFlat({ width: 1, height: 40, data: new Uint8Array(120) }), false);
  assert.equal(isFlat({ width: 5, height: 3, data: new Uint8Array(45) }), true);
});
