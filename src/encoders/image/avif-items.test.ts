import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { limits } from '../../ports/limits.ts';
import { derivedAvif, type DerivedPicture } from './avif-file.fixture.ts';
import { checkAvifItems } from './avif-items.ts';
import { PictureError } from './picture-error.ts';
import { decodeRaster } from './pixels.ts';

/** The code with which an AVIF is rejected; null where it is accepted. */
function refusal(bytes: Uint8Array): string | null {
  try {
    checkAvifItems(bytes);
    return null;
  } catch (error) {
    assert(error instanceof PictureError, String(error));
    return error.code;
  }
}

const grid = (...[columns, rows]: DerivedPicture['parts']): DerivedPicture => ({
  kind: 'grid',
  tile: [400, 300],
  parts: [columns, rows],
  result: [400 * columns - 1, 300 * rows - 1],
});

void test('checkAvifItems() accepts a grid with the maximum of pixels, and rejects one tile more', async () => {
  const tiles = limits.imageAvifPixelsMax / (400 * 300);
  assert.equal(refusal(await derivedAvif(grid(tiles / 10, 10))), null);
  const more = { ...grid(tiles / 10, 10), parts: [tiles + 1, 1] } as const;
  assert.equal(refusal(await derivedAvif(more)), 'image_too_many_pixels');
});

void test('checkAvifItems() counts the pixels of the parts, not those stated for the result', async () => {
  const small = { tile: [3_000, 2_000], parts: [5, 1], result: [100, 100] } as const;
  assert.equal(refusal(await derivedAvif({ kind: 'iovl', ...small })), 'image_too_many_pixels');
  assert.equal(refusal(await derivedAvif({ kind: 'grid', ...small })), 'image_too_many_pixels');
  const one = { kind: 'grid', tile: [6_000, 4_001], parts: [1, 1], result: [100, 100] } as const;
  assert.equal(refusal(await derivedAvif(one)), 'image_too_many_pixels');
});

void test('decodeRaster() reads a grid, and an AVIF with an alpha plane', async () => {
  const { width, height } = await decodeRaster(await derivedAvif(grid(2, 2)), 640, null);
  assert.deepEqual([width, height], [640, Math.round((640 * 599) / 799)]);
  const clear = sharp({ create: { width: 30, height: 20, channels: 4, background: '#36c8' } });
  assert.equal((await decodeRaster(await clear.avif().toBuffer(), 640, null)).width, 30);
});

void test('checkAvifItems() rejects damaged boxes, and never reads beyond them', async () => {
  const whole = await derivedAvif(grid(2, 2));
  let refused = 0;
  for (let at = 0; at < whole.length; at++) {
    const cut = refusal(whole.subarray(0, at));
    assert([null, 'image_broken'].includes(cut), `cut at ${at}: ${cut}`);
    const damaged = Buffer.from(whole);
    damaged[at]! ^= 0xff;
    if (refusal(damaged) !== null) refused += 1;
  }
  assert(refused > 20, `${refused} refused`);
  const many = Buffer.concat([whole.subarray(0, 28), ...Array<Buffer>(10_001).fill(whole.subarray(0, 28))]);
  assert.equal(refusal(many), 'image_broken');
});
