import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { PhotoText } from './photo-text.ts';

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i * 7));
const base64 = bytes.toString('base64');

/** Decodes a text in pieces of a given length: the bytes, the address, or the error code. */
function read(text: string, pieceLength: number): Buffer | string {
  const photo = new PhotoText();
  try {
    for (let at = 0; at < text.length; at += pieceLength) photo.write(text.slice(at, at + pieceLength));
    const sent = photo.end();
    return sent.address ?? Buffer.from(sent.bytes);
  } catch (error) {
    assert(error instanceof VitrineError, String(error));
    return error.errors[0]?.code ?? error.code;
  }
}

const address = `https://shop.example/${'a'.repeat(limits.imageUrlLengthMax - 'https://shop.example/'.length)}`;
const cases: [text: string, expected: Buffer | string][] = [
  [base64, bytes],
  [bytes.toString('base64url'), bytes],
  [base64.replace(/.{76}/g, '$&\r\n'), bytes],
  [`data:image/jpeg;base64,${base64}`, bytes],
  [`data:;charset=x;BASE64 ,${base64}`, bytes],
  [base64.slice(0, 8), bytes.subarray(0, 6)],
  ['HTTPS://shop.example/ü.jpg', 'HTTPS://shop.example/ü.jpg'],
  [address, address],
  [`${address}a`, 'too_long'],
  [`${address}${'a'.repeat(100_000)}`, 'too_long'],
  ['', 'image_empty'],
  ['data:image/png;base64,', 'image_empty'],
  ['data:image/png,abc', 'format'],
  [`data:${'x'.repeat(201)};base64,${base64}`, 'format'],
  ['data:', 'format'],
  ['ftp://shop.example/a.jpg', 'format'],
  ['no picture!', 'format'],
  // Each ran for seconds: what follows was searched from every one of them.
  [`${'='.repeat(60_000)}x`, 'format'],
  ['='.repeat(60_000), 'format'],
  [`data:${' '.repeat(60_000)}`, 'format'],
];

void test('PhotoText reads base64, `data:` URIs and URLs in chunks of any size', () => {
  for (const [text, expected] of cases)
    for (const length of [1, 7, 300, 100_000])
      assert.deepEqual(read(text, length), expected, `${text.slice(0, 40)} by ${length}`);
});

void test('PhotoText accepts the largest photo and rejects one byte more', () => {
  const text = (length: number): string => Buffer.alloc(length, 1).toString('base64');
  assert.equal(read(text(limits.imageBytesMax), 65_536).length, limits.imageBytesMax);
  assert.equal(read(text(limits.imageBytesMax + 1), 65_536), 'image_too_large');
});
