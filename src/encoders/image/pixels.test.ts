import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { limits } from '../../ports/limits.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import { PictureError } from './picture-error.ts';
import {
  centre,
  decodeRaster,
  inspectPicture,
  createPlainView,
  type Raster,
  toModelInput,
} from './pixels.ts';

const orange = { r: 240, g: 130, b: 20 };
const formats = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const;

function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: orange } });
}

/** A picture of noise, so that every part of its file matters. */
function noise(side: number, seed: number): Sharp {
  const random = createRandom(seed);
  const data = Buffer.from(Array.from({ length: side * side * 3 }, () => random() * 256));
  return sharp(data, { raw: { width: side, height: side, channels: 3 } });
}

/** Left half red, right half blue, so that rotations are visible. */
function redAndBlue(): Sharp {
  return sharp({ create: { width: 40, height: 20, channels: 3, background: '#f00' } }).composite([
    { input: { create: { width: 20, height: 20, channels: 3, background: '#00f' } }, left: 20, top: 0 },
  ]);
}

function pixel(raster: Raster, x: number, y: number): number[] {
  const at = (y * raster.width + x) * 3;
  return [...raster.data.subarray(at, at + 3)];
}

function assertColour(actual: readonly number[], expected: readonly number[], tolerance = 12): void {
  const isClose = actual.every((value, i) => Math.abs(value - expected[i]!) <= tolerance);
  assert(isClose, `expected about ${expected.join()}, got ${actual.join()}`);
}

async function code(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => assert.fail('it was read'),
    (thrown: unknown) => thrown,
  );
  assert(error instanceof PictureError, String(error));
  return error.code;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** A well-formed PNG whose header claims a size, followed by `dataBytes` zeros. */
function claimingPng(width: number, height: number, dataBytes: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(dataBytes));
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

for (const format of formats) {
  void test(`decodeRaster() reads ${format}`, async () => {
    const bytes = await plain(64, 48).toFormat(format).toBuffer();
    assert.partialDeepStrictEqual(await inspectPicture(bytes), { format, width: 64, height: 48 });
    const raster = await decodeRaster(bytes, 640, null);
    assert.deepEqual([raster.width, raster.height, raster.data.length], [64, 48, 64 * 48 * 3]);
    assertColour(pixel(raster, 30, 20), [240, 130, 20]);
  });
}

void test('decodeRaster() reads CMYK as sRGB', async () => {
  const bytes = await plain(32, 32).toColourspace('cmyk').jpeg().toBuffer();
  assert.equal((await sharp(bytes).metadata()).space, 'cmyk');
  assertColour(pixel(await decodeRaster(bytes, 640, null), 9, 9), [240, 130, 20], 40);
});

void test('decodeRaster() reads 16 bits a channel and grey', async () => {
  const deep = await plain(32, 32).toColourspace('rgb16').png().toBuffer();
  assert.equal((await sharp(deep).metadata()).depth, 'ushort');
  assertColour(pixel(await decodeRaster(deep, 640, null), 9, 9), [240, 130, 20]);
  const grey = await plain(32, 32).greyscale().png().toBuffer();
  const [r, g, b] = pixel(await decodeRaster(grey, 640, null), 9, 9);
  assert(r === g && g === b);
});

void test('decodeRaster() renders transparent pixels on white', async () => {
  for (const format of ['png', 'webp', 'gif', 'avif'] as const) {
    const bytes = await sharp({ create: { width: 32, height: 32, channels: 4, background: '#0000' } })
      .toFormat(format)
      .toBuffer();
    assertColour(pixel(await decodeRaster(bytes, 640, null), 9, 9), [255, 255, 255], 2);
  }
});

void test('decodeRaster() reads the first frame of an animation', async () => {
  const frame = (background: string): Promise<Buffer> =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map(frame));
  for (const format of ['gif', 'webp'] as const) {
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    assert.equal((await sharp(bytes).metadata()).pages, 3);
    assert.partialDeepStrictEqual(await inspectPicture(bytes), { format, width: 20, height: 20 });
    const raster = await decodeRaster(bytes, 640, null);
    assert.deepEqual([raster.width, raster.height], [20, 20]);
    assertColour(pixel(raster, 9, 9), [255, 0, 0]);
  }
});

void test('decodeRaster() rotates a picture by its EXIF orientation', async () => {
  // Orientation 6: the picture must be rotated clockwise. Red comes to the top.
  const bytes = await sharp(await redAndBlue().png().toBuffer())
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const raster = await decodeRaster(bytes, 640, null);
  assert.deepEqual([raster.width, raster.height], [20, 40]);
  assertColour(pixel(raster, 10, 5), [254, 0, 0]);
  assertColour(pixel(raster, 10, 35), [0, 0, 254]);
  const lower = await decodeRaster(bytes, 640, { x: 0, y: 0.5, width: 1, height: 0.5 });
  assert.deepEqual([lower.width, lower.height], [20, 20]);
  assertColour(pixel(lower, 10, 10), [0, 0, 254]);
});

void test('decodeRaster() shrinks, never enlarges, and decodes a crop as large as the whole', async () => {
  const bytes = await noise(500, 1).jpeg().toBuffer();
  assert.equal((await decodeRaster(bytes, 100, null)).width, 100);
  assert.equal((await decodeRaster(bytes, 900, null)).width, 500);
  assert.equal((await decodeRaster(bytes, 100, centre(0.5))).width, 100);
});

void test('decodeRaster() accepts the smallest crop and one at the edge', async () => {
  const bytes = await plain(50, 50).png().toBuffer();
  for (const crop of [
    { x: 1, y: 1, width: 0, height: 0 },
    { x: 0, y: 0, width: 0, height: 0 },
    { x: 0.5, y: 0.5, width: 2, height: 2 },
  ]) {
    const raster = await decodeRaster(bytes, 640, crop);
    assert(raster.width >= 1 && raster.height >= 1);
    assert.equal((await toModelInput(raster, createPlainView(320))).length, 320 * 320 * 3);
  }
});

void test('toModelInput() fills the square from any aspect ratio', async () => {
  for (const [width, height] of [
    [1, 1],
    [1, 100],
    [100, 1],
  ] as const) {
    const raster = await decodeRaster(await plain(width, height).png().toBuffer(), 640, null);
    assert.equal((await toModelInput(raster, createPlainView(224, centre(0.7)))).length, 224 * 224 * 3);
  }
});

void test('inspectPicture() rejects a small file whose header claims 50,000 x 50,000', async () => {
  const bytes = claimingPng(50_000, 50_000, 20_000_000);
  assert(bytes.length < 21_000);
  assert.equal(await code(decodeRaster(bytes, 640, null)), 'image_too_many_pixels');
});

void test('inspectPicture() accepts the maximum of pixels and rejects one row more', async () => {
  const side = Math.sqrt(limits.imagePixelsMax);
  assert.equal((await inspectPicture(claimingPng(side, side, 100))).width, side);
  assert.equal(await code(inspectPicture(claimingPng(side, side + 1, 100))), 'image_too_many_pixels');
});

void test('inspectPicture() accepts the longest side and rejects one pixel more, before decoding', async () => {
  const side = limits.imageSideMax;
  assert.equal((await inspectPicture(claimingPng(side, 1_000, 100))).width, side);
  assert.equal((await inspectPicture(claimingPng(1_000, side, 100))).height, side);
  assert.equal(await code(inspectPicture(claimingPng(side + 1, 1_000, 100))), 'image_too_many_pixels');
  assert.equal(await code(inspectPicture(claimingPng(1_000, side + 1, 100))), 'image_too_many_pixels');
  // Within the limit of pixels, but ten seconds of work: each row is a step.
  assert.equal(await code(inspectPicture(claimingPng(1, 64_000_000, 100))), 'image_too_many_pixels');
});

void test('inspectPicture() accepts the most elongated shape and rejects a longer one', async () => {
  const long = 20 * limits.imageAspectMax;
  assert.equal((await inspectPicture(claimingPng(20, long, 100))).height, long);
  assert.equal((await inspectPicture(claimingPng(long, 20, 100))).width, long);
  assert.equal(await code(inspectPicture(claimingPng(20, long + 1, 100))), 'image_too_many_pixels');
  assert.equal(await code(inspectPicture(claimingPng(long + 1, 20, 100))), 'image_too_many_pixels');
});

void test('inspectPicture() accepts an AVIF with the maximum of pixels and rejects one row more', async () => {
  const avif = (height: number): Promise<Buffer> =>
    plain(6_000, height).avif({ quality: 1, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer();
  const height = limits.imageAvifPixelsMax / 6_000;
  assert.equal((await inspectPicture(await avif(height))).height, height);
  assert.equal(await code(inspectPicture(await avif(height + 1))), 'image_too_many_pixels');
});

void test('decodeRaster() reads a photo of 48 megapixels, as phones produce', async () => {
  const bytes = await plain(8_064, 6_048).jpeg({ quality: 40 }).toBuffer();
  const raster = await decodeRaster(bytes, 640, null);
  assert.deepEqual([raster.width, raster.height], [640, 480]);
  // The full picture is never in memory: JPEG is decoded at a fraction of its size.
  assert.equal((await inspectPicture(bytes)).decodeBytes, 0);
});

void test('inspectPicture() reports which pictures must be decoded as a whole', async () => {
  const bytes = async (made: Sharp): Promise<number> =>
    (await inspectPicture(await made.toBuffer())).decodeBytes;
  assert.equal(await bytes(plain(100, 80).png()), 0);
  assert((await bytes(plain(100, 80).png({ progressive: true }))) >= 100 * 80 * 4);
  assert((await bytes(plain(100, 80).jpeg({ progressive: true }))) >= 100 * 80 * 6);
  assert((await bytes(plain(100, 80).avif())) >= 100 * 80 * 18);
});

void test('inspectPicture() accepts the largest file and rejects one byte more', async () => {
  const picture = await plain(9, 9).jpeg().toBuffer();
  const padded = Buffer.alloc(limits.imageBytesMax + 1);
  padded.set(picture);
  assert.equal((await inspectPicture(padded.subarray(0, -1))).width, 9);
  assert.equal(await code(inspectPicture(padded)), 'image_too_large');
});

void test('decodeRaster() rejects a header without pixels', async () => {
  assert.equal(await code(decodeRaster(claimingPng(2_000, 2_000, 100), 640, null)), 'image_broken');
});

void test('decodeRaster() rejects empty files, texts and unsupported formats', async () => {
  assert.equal(await code(decodeRaster(new Uint8Array(), 640, null)), 'image_empty');
  const others = [
    Buffer.from('hello'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('P6 1 1 255\nabc'),
    Buffer.from('BM______________________________'),
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.from('\0\0\0\x1cftypmif1\0\0\0\0mif1heicavif', 'latin1'),
    Buffer.from('RIFF____WAVEfmt ', 'latin1'),
    Buffer.from([0]),
  ];
  for (const bytes of others) assert.equal(await code(decodeRaster(bytes, 640, null)), 'image_unsupported');
  const [heic] = others.filter((bytes) => bytes.includes('ftypheic'));
  await assert.rejects(decodeRaster(heic!, 640, null), /HEIC: convert it to JPEG/);
});

for (const format of formats) {
  void test(`decodeRaster() refuses a ${format} cut off or damaged anywhere, or reads it, and nothing else`, async () => {
    const bytes = await noise(48, 2).toFormat(format).toBuffer();
    const random = createRandom(7);
    for (let round = 0; round < 40; round++) {
      const isCut = round < 15;
      const damaged = Uint8Array.from(isCut ? bytes.subarray(0, random() * bytes.length) : bytes);
      const hits = isCut ? 0 : 4;
      for (let hit = 0; hit < hits; hit++) {
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      }
      // The last bytes of a file may be padding; half of it never is.
      const mustFail = damaged.length < bytes.length / 2;
      const error = await decodeRaster(damaged, 640, null).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      assert(error === null ? !mustFail : error instanceof PictureError, `round ${round}: ${String(error)}`);
    }
  });
}
