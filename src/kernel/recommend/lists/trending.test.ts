import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../lib/seeded-random.ts';
import { RecommenderState } from '../counters/recommender-state.ts';
import { applyEvent, testNow } from './random-shop.fixture.ts';
import { trending, type TrendingRequest } from './trending.ts';
import { pow } from '../../../math/power.ts';

const hourMs = 3_600_000;
const itemTotal = 700;

/** A catalog in which all items, or a small part, have visitors now; a few items are trends. */
function shop(visited: number, next: () => number): RecommenderState {
  const state = new RecommenderState();
  for (let item = 0; item < itemTotal; item++) state.item(`item-${item}`);
  for (let interaction = 0; interaction < 6_000; interaction++) {
    const item = Math.floor(pow(next(), 3) * visited);
    const hoursAgo = next() < 0.3 ? next() * 20 : next() * 900;
    const at = Math.floor(testNow - hoursAgo * hourMs);
    applyEvent(state, { type: 'view', who: `u${Math.floor(next() * 2_000)}`, items: [`item-${item}`], at });
  }
  return state;
}

for (const visited of [itemTotal, 60])
  test(`trending() misses no item of the best: ${visited} of ${itemTotal} items have visitors`, () => {
    const next = createRandom(visited);
    const state = shop(visited, next);
    const even = (index: number): boolean => state.getTieBreaker(index) % 2 === 0;
    const candidates = Array.from({ length: itemTotal }, (_, index) => index).filter(
      (index) => index % 3 === 0,
    );
    const asked: Omit<TrendingRequest, 'limit'>[] = [
      { now: testNow, allow: () => true },
      { now: testNow, allow: even },
      { now: testNow, allow: () => true, windowHours: 6 },
      { now: testNow, allow: () => true, among: even },
      { now: testNow, allow: (index) => index % 3 === 0, candidates },
    ];
    for (let round = 0; round < 20; round++) {
      for (const request of asked) {
        // With room for all items, no early exit applies.
        const all = trending(state, { ...request, limit: itemTotal });
        assert.ok(all.length > 5);
        for (const { score, parts } of all) {
          const { observed = NaN, expected = NaN } = parts;
          const exact = (observed - expected) / Math.sqrt(expected + state.weights.trendPrior);
          assert.ok(Math.abs(score - exact) < 1e-9);
        }
        for (const limit of [1, 7, 40, 200])
          assert.deepEqual(trending(state, { ...request, limit }), all.slice(0, limit));
      }
      for (let interaction = 0; interaction < 5; interaction++) {
        const item = `item-${Math.floor(next() * visited)}`;
        applyEvent(state, {
          type: 'view',
          who: `new ${round} ${interaction}`,
          items: [item],
          at: testNow,
        });
      }
    }
  });
