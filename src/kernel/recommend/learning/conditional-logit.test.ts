import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../lib/seeded-random.ts';
import { findPositionBucket, fitLogit, logLikelihood, type ClickedLists } from './conditional-logit.ts';
import { exp } from '../../../math/exponential.ts';

const seed = 11;

/** Lists whose clicks follow a slope and a declining position bias. */
function planted(count: number, slope: number): { lists: ClickedLists; values: Float64Array } {
  const random = createRandom(seed);
  const sizes = Array.from({ length: count }, () => 2 + Math.floor(24 * random()));
  const offsets = Uint32Array.from([0, ...sizes]);
  for (let i = 0; i < count; i++) offsets[i + 1]! += offsets[i]!;
  const positions = Uint16Array.from(
    sizes.flatMap((size) => Array.from({ length: size }, (_, at) => at + 1)),
  );
  const values = Float64Array.from(positions, () => random());
  const chosen = Uint16Array.from(sizes, (size, list) => {
    const weights = Array.from({ length: size }, (_, at) =>
      exp(slope * values[offsets[list]! + at]! - 0.2 * findPositionBucket(at + 1)),
    );
    let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
    const at = weights.findIndex((weight) => (left -= weight) < 0);
    return at < 0 ? size - 1 : at;
  });
  return { lists: { offsets, chosen, positions }, values };
}

void test('fitLogit() finds the planted slope and position bias', () => {
  const { lists, values } = planted(4_000, 3);
  const { slope, byPosition } = fitLogit(lists, values, [0, 4_000]);
  assert.ok(Math.abs(slope - 3) < 0.2, `seed ${seed}: slope ${slope}`);
  byPosition.forEach((value, bucket) =>
    assert.ok(Math.abs(value + 0.2 * bucket) < 0.35, `seed ${seed}: ${value} in bucket ${bucket}`),
  );
});

void test('fitLogit() returns a maximum of the likelihood', () => {
  const { lists, values } = planted(300, 2);
  const model = fitLogit(lists, values, [0, 300]);
  const sum = (slope: number, byPosition: Float64Array): number => {
    let all = -0.5 * (1e-3 * slope ** 2 + 0.1 * byPosition.reduce((squares, one) => squares + one * one, 0));
    for (let list = 0; list < 300; list++) all += logLikelihood(lists, values, list, { slope, byPosition });
    return all;
  };
  const best = sum(model.slope, model.byPosition);
  for (const change of [-0.01, 0.01]) {
    assert.ok(sum(model.slope + change, model.byPosition) < best);
    for (let bucket = 1; bucket < model.byPosition.length; bucket++) {
      const other = Float64Array.from(model.byPosition);
      other[bucket]! += change;
      assert.ok(sum(model.slope, other) < best, `bucket ${bucket}`);
    }
  }
});

void test('fitLogit() returns slope 0 where clicks prefer low values', () => {
  const { lists, values } = planted(500, -3);
  assert.equal(fitLogit(lists, values, [0, 500]).slope, 0);
});
