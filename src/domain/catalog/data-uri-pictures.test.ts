import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '../../ports/limits.ts';
import { WorkSlices } from '../../lib/work-slices.ts';
import { decodeDataUris, decodeDataUri } from './data-uri-pictures.ts';
import { readPictures } from './item-pictures.ts';

const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i * 13));
const base64 = bytes.toString('base64');
const hash = createHash('sha256').update(bytes).digest('hex');

/** The content of a URI, or the code of its error. */
function read(uri: string): Buffer | string {
  const picture = decodeDataUri(uri);
  return 'expected' in picture ? picture.code : Buffer.from(picture.bytes);
}

void test('decodeDataUri() decodes base64 and percent-encoding, also with an escape at the end of a chunk', () => {
  assert.deepEqual(read(`data:image/png;base64,${base64}`), bytes);
  assert.deepEqual(read(`data:image/svg+xml;charset=utf-8;BASE64,${bytes.toString('base64url')}`), bytes);
  assert.deepEqual(read(`data:image/png;base64,${base64.replace(/.{76}/g, '$&\n')}`), bytes);
  const escaped = base64.replace(/[+/=]/g, encodeURIComponent);
  const all = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  for (let shift = 0; shift < 4; shift++) {
    assert.deepEqual(read(`data:image/png${';a'.repeat(shift)};base64,${escaped}`), bytes);
    assert.deepEqual(
      read(`data:image/png,${'a'.repeat(shift)}${all}`),
      Buffer.concat([Buffer.alloc(shift, 'a'), bytes]),
    );
  }
});

void test('decodeDataUri() reports the error of an invalid URI', () => {
  const wrong = ['data:text/plain,a', `data:${'image'.repeat(100)}`, 'data:image/png', 'data:image/png,'];
  wrong.push(
    'data:image/png;base64,',
    'data:image/png;base64,A',
    'data:image/png;base64,A%',
    'data:image/png;base64,AA=A',
  );
  wrong.push('data:image/png,%', 'data:image/png,%4', 'data:image/png,%zz', 'data:image/png,€');
  // Each of them once started a search.
  wrong.push(
    `data:image/png;base64,${'='.repeat(100_000)}x`,
    `data:image/png;base64,${'AA='.repeat(50_000)}`,
  );
  for (const uri of wrong) assert.equal(read(uri), 'format', uri.slice(0, 60));
});

void test('decodeDataUri() accepts the largest picture and rejects one more byte', () => {
  const of = (length: number): string =>
    `data:image/png;base64,${Buffer.alloc(length, 1).toString('base64')}`;
  assert.equal(read(of(limits.imageBytesMax)).length, limits.imageBytesMax);
  assert.equal(read(of(limits.imageBytesMax + 1)), 'too_long');
  assert.equal(read(`data:image/png,${'a'.repeat(limits.imageBytesMax + 1)}`), 'too_long');
});

void test('decodeDataUris() decodes the pictures of an item with pauses, for readPictures()', async () => {
  const large = `data:image/png;base64,${Buffer.alloc(3_000_000, 5).toString('base64')}`;
  const imgs = [
    { url: `data:image/png;base64,${base64}`, alt: 'A dot' },
    large,
    'https://shop.example/a.png',
    7,
  ];
  let pauses = 0;
  const slices = new WorkSlices(100_000, async () => void pauses++);
  const pictures = await decodeDataUris(imgs, slices);
  // 4,093,336 characters are decoded and 3,070,000 bytes are hashed, in steps of 65,536 characters and 524,288 bytes.
  assert(pauses > 30, `${pauses} pauses`);
  const decoded = readPictures(imgs.slice(0, 3), 'imgs', [], pictures);
  assert.equal(decoded.addresses[0], `/media/${hash}`);
  assert.equal(decoded.media[0], pictures.get(`data:image/png;base64,${base64}`), 'it is not decoded again');
  assert.deepEqual(decoded, readPictures(imgs.slice(0, 3), 'imgs', []));
  assert.equal((await decodeDataUris(null)).size, 0);
});
