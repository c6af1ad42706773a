import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printedPicture } from './pictures.fixture.ts';
import { decodePoints, encodePoints, extractPoints, countStoredPointsBytes } from './point-set.ts';

const points = extractPoints(printedPicture(120, 1), 30);

void test('decodePoints() reads what encodePoints() wrote: positions, and descriptors with two bits per number', () => {
  const bytes = encodePoints(points);
  const read = decodePoints(bytes);
  assert.deepEqual([read.width, read.height], [120, 120]);
  points.positions.forEach((position, i) => assert(Math.abs(position - read.positions[i]!) < 0.01));
  points.descriptors.forEach((value, i) => {
    const nearest = 33 * Math.min(3, Math.round(value / 33));
    assert.equal(read.descriptors[i], nearest);
  });
  assert.deepEqual(encodePoints(read), bytes);
});

void test('encodePoints() takes 36 bytes per point: 400 fit into 16 kB', () => {
  assert.equal(encodePoints(points).length, 8 + 36 * 30);
  assert.equal(countStoredPointsBytes(400), 14_408);
  assert.equal(
    encodePoints({ ...points, positions: new Float32Array(), descriptors: new Int8Array() }).length,
    8,
  );
});

void test('decodePoints() refuses other and incomplete bytes', () => {
  const bytes = encodePoints(points);
  for (const wrong of [
    new Uint8Array(),
    bytes.subarray(1),
    bytes.subarray(0, -1),
    Uint8Array.of(2, ...bytes.subarray(1)),
  ])
    assert.throws(() => decodePoints(wrong), RangeError);
});
