import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cloneText, cloneView, Utf8Batch } from './detached-copies.ts';
import { heapBytes } from '../../test/support/heap-bytes.ts';

suite('detached copies', () => {
  test('cloneView() keeps the values of a slice and drops the rest of its buffer', () => {
    const pooled = Buffer.from('a slice of the pool');
    assert.ok(pooled.buffer.byteLength > pooled.byteLength, 'Node cuts small buffers from its pool');
    const own = cloneView(pooled);
    assert.equal(own.toString(), 'a slice of the pool');
    assert.equal(own.buffer.byteLength, own.byteLength);
    const floats = cloneView(Float32Array.of(1, 2, 3, 4).subarray(1, 3));
    assert.deepEqual([...floats], [2, 3]);
    assert.equal(floats.buffer.byteLength, 8);
  });

  test('cloneView() returns a view that already covers its buffer', () => {
    const whole = Uint8Array.of(1, 2);
    assert.equal(cloneView(whole), whole);
  });

  test('Utf8Batch.encode() gives a single text memory of exactly its size', () => {
    for (const text of ['', 'plain', 'schön 登山靴 🥾', '\ud800 alone']) {
      const bytes = new Utf8Batch(1).encode(text);
      assert.deepEqual([...bytes], [...Buffer.from(text)]);
      assert.equal(bytes.buffer.byteLength, bytes.byteLength);
    }
  });

  test('Utf8Batch.encode() keeps every text of a batch, also those longer than a chunk', () => {
    const texts = Array.from({ length: 300 }, (_, i) => `${i} schön `.repeat(i % 100 === 7 ? 10_000 : i));
    const batch = new Utf8Batch(texts.length);
    const encoded = texts.map((text) => batch.encode(text));
    assert.deepEqual(
      encoded.map((bytes) => Buffer.from(bytes).toString()),
      texts,
    );
    assert.ok(new Set(encoded.map(({ buffer }) => buffer)).size < texts.length, 'texts share chunks');
  });

  test('cloneText() equals its argument, lone surrogates included', () => {
    for (const text of ['', 'short', 'a longer text with 登山靴', `\ud800 alone, and ${'"\\'.repeat(9)}`])
      assert.equal(cloneText(text), text);
  });

  test('cloneText() does not retain the text that its argument is a part of', () => {
    const parentLength = 50_000;
    const cut = (i: number): string =>
      Buffer.alloc(parentLength, 97 + (i % 26))
        .toString('latin1')
        .slice(10, 40);
    const perText = (make: (i: number) => string): number => {
      const before = heapBytes();
      const kept = Array.from({ length: 200 }, (_, i) => make(i));
      const bytes = (heapBytes() - before) / kept.length;
      assert.equal(kept.at(-1)?.length, 30);
      return bytes;
    };
    assert.ok(perText(cut) > parentLength / 2, 'V8 shares the memory of substrings');
    assert.ok(perText((i) => cloneText(cut(i))) < 1_000);
  });
});
