import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedShop, type SimulationOptions } from './simulated-shop.fixture.ts';
import { findPositionBucket } from './positions.ts';
import { log } from '../../math/logarithm.ts';

/** NDCG of the learned order less that of the unlearned one, after each number of clicks. */
function gains(options: Partial<SimulationOptions>, clicks: readonly number[]): number[] {
  const shop = new SimulatedShop({ queries: 50, ...options });
  return clicks.map((count) => {
    shop.run(count);
    return shop.ndcg(true) - shop.ndcg(false);
  });
}

const lossMax = 0.005;
const clicks = [200, 300, 500, 1_000, 2_000];

test('the learned order of a simulated shop is better after 4,000 clicks, and never worse', () => {
  for (const seed of [1, 2]) {
    const all = gains({ seed }, clicks);
    assert.ok(Math.min(...all) >= -lossMax, `seed ${seed}: ${all.join(' ')}`);
    assert.ok(all.at(-1)! > 0.01, `seed ${seed}: ${all.join(' ')}`);
  }
});

test('nothing is learned from shuffled clicks', () => {
  for (const placebo of ['position', 'list'] as const) {
    const all = gains({ seed: 4, placebo }, clicks);
    assert.ok(Math.max(...all.map(Math.abs)) <= lossMax, `${placebo}: ${all.join(' ')}`);
  }
});

test('ten thousand clicks of one visitor leave the order as it is without them', () => {
  const [attacked, control] = [1, 2].map(() => new SimulatedShop({ queries: 50, seed: 5 })) as [
    SimulatedShop,
    SimulatedShop,
  ];
  for (const shop of [attacked, control]) shop.run(1_500);
  for (const query of [0, 3, 20]) attacked.attack(query, 10, 10_000);
  for (const shop of [attacked, control]) {
    shop.now += 86_400_000;
    shop.learn();
  }
  for (const query of [0, 3, 20]) {
    const ids = (shop: SimulatedShop): number[] => shop.order(query).map(({ item }) => item);
    const target = ids(control)[9]!;
    assert.ok(ids(attacked).indexOf(target) >= 8, `query ${query}`);
  }
  assert.ok(Math.abs(attacked.ndcg(true) - control.ndcg(true)) < 0.001);
});

test('the curve of attention approaches the true one where items move', () => {
  const shop = new SimulatedShop({ queries: 50, seed: 6, filteredShare: 0.5 });
  shop.run(6_000);
  for (const position of [2, 4, 12]) {
    const estimate = shop.model.examination[findPositionBucket(position)]!;
    // Positions 9 to 12 are one bucket.
    const truth = position === 12 ? 1 / 10.5 : 1 / position;
    assert.ok(Math.abs(log(estimate / truth)) < 0.5, `${position}: ${estimate}`);
  }
});
