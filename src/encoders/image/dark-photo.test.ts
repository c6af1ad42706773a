import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/seeded-random.ts';
import { brightenDarkPhoto } from './dark-photo.ts';
import type { Raster } from './pixels.ts';

const side = 64;

/** A picture of squares of random greys, up to `brightest`. */
function squares(brightest: number): Raster {
  const random = createRandom(3);
  const greys = Array.from({ length: 64 }, () => Math.round(random() * brightest));
  const data = Uint8Array.from({ length: side * side * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    const square = Math.floor(pixel / side / 8) * 8 + Math.floor((pixel % side) / 8);
    return greys[square]!;
  });
  return { width: side, height: side, data };
}

void test('brightenDarkPhoto() scales dark photos by one factor, at most 6, and leaves others as they are', () => {
  const dark = squares(60);
  // The brightest 2 % of the pixels have at least this value.
  const brightest = dark.data.toSorted((x, y) => y - x)[Math.ceil(0.02 * dark.data.length) - 1]!;
  const gain = 240 / brightest;
  assert(gain > 3 && gain < 6);
  const light = brightenDarkPhoto(dark);
  assert(light.data.every((value, i) => Math.abs(value - Math.min(255, dark.data[i]! * gain)) <= 0.5));
  const night = squares(10);
  assert.deepEqual(
    brightenDarkPhoto(night).data,
    night.data.map((value) => value * 6),
  );
  const black = { ...dark, data: new Uint8Array(dark.data.length) };
  assert.deepEqual(brightenDarkPhoto(black).data, black.data);
  // A dark thing in front of a bright corner, in one channel.
  const lit = {
    ...dark,
    data: dark.data.map((value, i) => (i % 3 === 2 && i < dark.data.length / 20 ? 200 : value)),
  };
  for (const photo of [squares(250), lit]) assert.equal(brightenDarkPhoto(photo), photo);
});
