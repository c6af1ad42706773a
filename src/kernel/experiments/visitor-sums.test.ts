import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/seeded-random.ts';
import { addVisitorSums, estimateMetric, noVisitors, withVisitor } from './visitor-sums.ts';

const close = (actual: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance * Math.abs(expected), `${actual}, not ${expected}`);

void test('estimateMetric() of a mean has the usual variance of a mean', () => {
  const values = [0, 3, 1, 0, 7];
  const estimate = estimateMetric(values.reduce((sums, value) => withVisitor(sums, value), noVisitors))!;
  const mean = 11 / 5;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 4;
  close(estimate.mean, mean, 1e-12);
  close(estimate.variance, variance / 5, 1e-12);
});

void test('estimateMetric() of a ratio has the variance that repeated samples of visitors show', () => {
  const random = createRandom(5);
  const ratios: number[] = [];
  const variances: number[] = [];
  for (let sample = 0; sample < 2_000; sample++) {
    let sums = noVisitors;
    for (let visitor = 0; visitor < 300; visitor++) {
      const rate = random();
      const searches = 1 + Math.floor(9 * random() ** 2);
      let clicks = 0;
      for (let i = 0; i < searches; i++) if (random() < rate) clicks++;
      sums = withVisitor(sums, clicks, searches);
    }
    const { mean, variance } = estimateMetric(sums)!;
    ratios.push(mean);
    variances.push(variance);
  }
  const mean = ratios.reduce((a, b) => a + b) / ratios.length;
  const seen = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / (ratios.length - 1);
  const estimated = variances.reduce((a, b) => a + b) / variances.length;
  close(estimated, seen, 0.1);
  // As if searches were independent, as is often calculated.
  const searchesPerSample = 300 * 4;
  assert.ok((mean * (1 - mean)) / searchesPerSample < 0.6 * seen);
});

void test('addVisitorSums() equals the sums of all visitors', () => {
  const visitors: readonly (readonly [number, number])[] = [
    [1, 2],
    [0, 1],
    [4, 5],
    [2, 2],
  ];
  const sums = (from: number, to: number) =>
    visitors
      .slice(from, to)
      .reduce((all, [clicks, searches]) => withVisitor(all, clicks, searches), noVisitors);
  assert.deepEqual(addVisitorSums(sums(0, 2), sums(2, 4)), sums(0, 4));
  assert.equal(sums(0, 4).nonZero, 3);
});

void test('estimateMetric() of too few visitors is null', () => {
  assert.equal(estimateMetric(noVisitors), null);
  assert.equal(estimateMetric(withVisitor(noVisitors, 1)), null);
  assert.equal(estimateMetric(withVisitor(withVisitor(noVisitors, 0, 0), 0, 0)), null);
  assert.notEqual(estimateMetric(withVisitor(withVisitor(noVisitors, 1), 0)), null);
});
