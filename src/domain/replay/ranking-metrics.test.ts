import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalDraw } from '../../lib/normal-draw.fixture.ts';
import { createRandom } from '../../lib/seeded-random.ts';
import { computeChoiceNdcg, computeClusteredMean, clustersMin, weighPosition } from './ranking-metrics.ts';

test('computeChoiceNdcg() is 1 for the best order, falls with the rank, and weights choices at low positions more', () => {
  const at = (position: number, gain = 1) => ({ position, gain });
  assert.equal(
    computeChoiceNdcg([at(3)], () => 1),
    1,
  );
  assert.equal(
    computeChoiceNdcg([at(3)], () => 3),
    1 / 2,
  );
  assert.equal(
    computeChoiceNdcg([at(3)], () => null),
    0,
  );
  assert.equal(
    computeChoiceNdcg([], () => 1),
    null,
  );
  assert.equal(
    computeChoiceNdcg([at(1, 0)], () => 1),
    null,
  );
  const [first, fourth] = [at(1), at(4)];
  const better = computeChoiceNdcg([first, fourth], (one) => (one === fourth ? 1 : 2))!;
  const worse = computeChoiceNdcg([first, fourth], (one) => (one === first ? 1 : 2))!;
  assert.equal(better, 1);
  assert.ok(worse < better);
  assert.equal(weighPosition(10_000), 10);
});

test('computeClusteredMean() covers the true mean in 95 % of samples, with values that are alike in a cluster', () => {
  const random = createRandom(4);
  let covered = 0;
  const samples = 1_000;
  for (let i = 0; i < samples; i++) {
    const values = Array.from({ length: 60 }, (_, cluster) => {
      const own = normalDraw(random);
      return Array.from({ length: 1 + Math.floor(random() * 5) }, () => ({
        cluster: String(cluster),
        value: 2 + own + normalDraw(random),
        weight: 1,
      }));
    }).flat();
    const { low, high } = computeClusteredMean(values)!;
    if (low <= 2 && 2 <= high) covered++;
  }
  assert.ok(covered / samples > 0.93 && covered / samples < 0.97, String(covered));
});

test(`computeClusteredMean() has no interval for fewer than ${clustersMin} clusters`, () => {
  const values = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ cluster: String(i), value: 1, weight: 1 }));
  assert.equal(computeClusteredMean(values(clustersMin - 1)), null);
  assert.deepEqual(computeClusteredMean(values(clustersMin)), { mean: 1, low: 1, high: 1 });
});
