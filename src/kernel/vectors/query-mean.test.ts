import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryMean } from './query-mean.ts';
import { l2Normalise } from './vector-math.ts';

void test('QueryMean.centre() weights the catalog as five photos', () => {
  const mean = new QueryMean(2);
  const catalogMean = Float32Array.of(1, 0);
  mean.observe(Float32Array.of(0, 1));
  // (5 * (1, 0) + (0, 1)) / 6, subtracted from (0, 1).
  assert.deepEqual(
    mean.centre(Float32Array.of(0, 1), catalogMean),
    l2Normalise(Float32Array.of(-5 / 6, 5 / 6)),
  );
});

void test('QueryMean.centre() returns zeros for the mean itself', () => {
  const mean = new QueryMean(2);
  assert.deepEqual(mean.centre(Float32Array.of(1, 0), Float32Array.of(1, 0)), Float32Array.of(0, 0));
});

void test('QueryMean.fromBytes() restores count and sums', () => {
  const mean = new QueryMean(3);
  mean.observe(Float32Array.of(0.1, 0.2, 0.3));
  mean.observe(Float32Array.of(0.4, 0.5, 0.6));
  const bytes = mean.toBytes();
  const read = QueryMean.fromBytes(bytes);
  assert.equal(read.count, 2);
  assert.deepEqual(read.toBytes(), bytes);
  for (let cut = 0; cut < bytes.length; cut++) {
    assert.throws(() => QueryMean.fromBytes(bytes.subarray(0, cut)), RangeError);
  }
  assert.throws(() => QueryMean.fromBytes(bytes.with(0, 9)), RangeError);
});
