import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { decodeVector, decodeVectors, encodeVector, encodeVectors } from './vector-codec.ts';

const vector = fc.float32Array({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6, maxLength: 50 });

void test('decodeVector() restores every float32 vector exactly', () => {
  fc.assert(
    fc.property(vector, (values) => assert.deepEqual(decodeVector(encodeVector(values, 'float32')), values)),
    { seed: 1 },
  );
});

void test('decodeVector() restores an int8 vector to half a step of its scale', () => {
  fc.assert(
    fc.property(vector, (values) => {
      const read = decodeVector(encodeVector(values, 'int8'));
      const step = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0) / 127;
      assert.equal(read.length, values.length);
      read.forEach((value, i) => assert(Math.abs(value - values[i]!) <= step * 0.501 + 1e-37));
    }),
    { seed: 2 },
  );
});

void test('decodeVector() reads from the middle of a buffer', () => {
  const bytes = encodeVector(Float32Array.of(1, -2, 3), 'float32');
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  assert.deepEqual(decodeVector(shifted.subarray(3)), Float32Array.of(1, -2, 3));
});

void test('decodeVector() rejects another version, another kind and truncated bytes', () => {
  for (const encoding of ['float32', 'int8'] as const) {
    const bytes = encodeVector(Float32Array.of(1, 2, 3), encoding);
    for (let cut = 0; cut < bytes.length; cut++)
      assert.throws(() => decodeVector(bytes.subarray(0, cut)), RangeError);
    assert.throws(() => decodeVector(Uint8Array.from([...bytes, 0])), RangeError);
    assert.throws(() => decodeVector(bytes.with(0, 2)), RangeError);
    assert.throws(() => decodeVector(bytes.with(1, 9)), RangeError);
  }
});

void test('decodeVectors() restores several vectors of one length, a single one as decodeVector(), and none', () => {
  fc.assert(
    fc.property(
      fc.nat(4),
      fc.integer({ min: 1, max: 9 }),
      fc.infiniteStream(fc.integer()),
      (count, length, stream) => {
        const numbers = stream[Symbol.iterator]();
        const vectors = Array.from({ length: count }, () =>
          Float32Array.from({ length }, () => numbers.next().value as number),
        );
        assert.deepEqual(decodeVectors(encodeVectors(vectors, 'float32')), vectors);
        const [first] = vectors;
        if (first !== undefined)
          assert.deepEqual(encodeVectors([first], 'int8'), encodeVector(first, 'int8'));
      },
    ),
    { seed: 3 },
  );
  const bytes = encodeVectors([Float32Array.of(1, 2, 3)], 'float32');
  assert.throws(() => decodeVectors(bytes.with(2, 1)), RangeError);
});
