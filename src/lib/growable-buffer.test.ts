import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrowableBuffer } from './growable-buffer.ts';

void test('GrowableBuffer keeps the received bytes, independent of the announced size', () => {
  for (const expected of [0, 1, 50_000, 10_000_000]) {
    const bytes = new GrowableBuffer(50_000, expected);
    const all: Buffer[] = [];
    for (let i = 0; i < 5; i++) {
      const piece = Buffer.alloc(9_999, i);
      all.push(piece);
      assert(bytes.append(piece));
    }
    assert(bytes.append(Buffer.from([1, 2, 3, 4, 5])));
    assert.deepEqual(bytes.bytes, Buffer.concat([...all, Buffer.from([1, 2, 3, 4, 5])]));
    assert.equal(bytes.append(Buffer.from([6])), false);
    assert.equal(bytes.length, 50_000);
  }
});

void test('GrowableBuffer allocates little for announced bytes that do not arrive', () => {
  const bytes = new GrowableBuffer(100_000_000, 100_000_000);
  bytes.append(Buffer.from([1]));
  assert(bytes.bytes.buffer.byteLength <= 1024 * 1024);
});

void test('GrowableBuffer.appendBase64() decodes in place', () => {
  const bytes = new GrowableBuffer(6);
  assert(bytes.appendBase64('AQID'));
  assert(bytes.appendBase64('_-8='));
  assert.deepEqual([...bytes.bytes], [1, 2, 3, 0xff, 0xef]);
  assert.equal(bytes.appendBase64('AQI='), false);
});
