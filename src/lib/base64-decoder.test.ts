import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Base64Decoder } from './base64-decoder.ts';
import { createRandom } from './seeded-random.ts';

function decode(pieces: readonly string[], bytesMax = 1_000_000): Buffer | string {
  const decoder = new Base64Decoder(bytesMax);
  for (const piece of pieces) decoder.write(piece);
  return decoder.end() ?? decoder.fault!;
}

void test('Base64Decoder decodes any chunks, both alphabets, white space and missing padding', () => {
  const seed = 5;
  const random = createRandom(seed);
  for (let round = 0; round < 300; round++) {
    const bytes = Buffer.from(Array.from({ length: random() * 60 }, () => random() * 256));
    let text = bytes.toString(random() < 0.5 ? 'base64' : 'base64url');
    if (random() < 0.3) text = text.replace(/=+$/, '');
    if (random() < 0.5) text = text.replace(/.{5}/g, '$&\r\n ');
    const pieces: string[] = [];
    for (let at = 0; at < text.length;) {
      const end = at + 1 + Math.floor(random() * 12);
      pieces.push(text.slice(at, end));
      at = end;
    }
    assert.deepEqual(decode(pieces), bytes, `seed ${seed}, round ${round}: ${JSON.stringify(pieces)}`);
  }
});

void test('Base64Decoder rejects invalid base64', () => {
  const wrong = ['A', 'AAAAA', 'AA=A', 'AA==AA', 'AAA===', '====', 'AA*A', 'AAAé', 'AA\0A'];
  for (const text of wrong) {
    assert.equal(decode([text]), 'format', text);
    assert.equal(decode(text.split('')), 'format', text);
  }
  assert.deepEqual(decode(['  ']), Buffer.alloc(0));
});

void test('Base64Decoder accepts the maximum of bytes and rejects one more', () => {
  const text = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64');
  assert.equal(decode([text(10_000)], 10_000).length, 10_000);
  assert.equal(decode([text(10_001)], 10_000), 'too_long');
  assert.equal(decode(text(10_001).split(''), 10_000), 'too_long');
});
