import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../lib/seeded-random.ts';
import { blurPicture, type GreyPicture } from './grey-picture.ts';
import { exp } from '../../math/exponential.ts';

/** A Gaussian blur by its definition, in both dimensions at once. */
function blurredByDefinition({ width, height, data }: GreyPicture, sigma: number): number[] {
  const radius = Math.max(1, Math.ceil(3 * sigma));
  const shifts = Array.from({ length: 2 * radius + 1 }, (_, i) => i - radius);
  const weights = shifts.map((shift) => exp(-(shift * shift) / (2 * sigma * sigma)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const at = (x: number, y: number): number =>
    data[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]!;
  return Array.from({ length: width * height }, (_, i) => {
    let value = 0;
    for (const [v, weightY] of weights.entries()) {
      for (const [u, weightX] of weights.entries()) {
        const [x, y] = [(i % width) + shifts[u]!, Math.floor(i / width) + shifts[v]!];
        value += (weightX * weightY * at(x, y)) / (sum * sum);
      }
    }
    return value;
  });
}

void test('blurPicture() convolves with a Gaussian, also pictures smaller than it and larger than its memory', () => {
  const random = createRandom(1);
  for (const [width, height, sigma] of [
    [1, 1, 1.5],
    [3, 40, 3],
    [33, 2, 1],
    [16, 17, 0.8],
    [700, 900, 0.3],
  ] as const) {
    const data = Float32Array.from({ length: width * height }, () => random() * 255);
    const picture = { width, height, data };
    const expected = blurredByDefinition(picture, sigma);
    const off = blurPicture(picture, sigma).data.reduce(
      (max, value, i) => Math.max(max, Math.abs(value - expected[i]!)),
      0,
    );
    assert(off < 1e-3, `${width} x ${height}: ${off}`);
  }
});
