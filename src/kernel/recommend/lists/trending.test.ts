import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { RecommenderState } from '../counters/recommender-state.ts';
import { applyEvent, NOW } from './random-shop.fixture.ts';
import { trending, type TrendingRequest } from './trending.ts';

const HOUR = 3_600_000;
const ITEMS = 700;

/** A catalog in which all items, or a small part, have visitors now; a few items are trends. */
function shop(visited: number, next: () => number): RecommenderState {
  const state = new RecommenderState();
  for (let item = 0; item < ITEMS; item++) state.item(`item-${item}`);
  for (let touch = 0; touch < 6_000; touch++) {
    const item = Math.floor(next() ** 3 * visited);
    const hoursAgo = next() < 0.3 ? next() * 20 : next() * 900;
    const at = Math.floor(NOW - hoursAgo * HOUR);
    applyEvent(state, { type: 'view', who: `u${Math.floor(next() * 2_000)}`, items: [`item-${item}`], at });
  }
  return state;
}

for (const visited of [ITEMS, 60])
  test(`trending() misses no item of the best: ${visited} of ${ITEMS} items have visitors`, () => {
    const next = seededRandom(visited);
    const state = shop(visited, next);
    const even = (index: number): boolean => state.tieOf(index) % 2 === 0;
    const few = Array.from({ length: ITEMS }, (_, index) => index).filter((index) => index % 3 === 0);
    const asked: Omit<TrendingRequest, 'limit'>[] = [
      { now: NOW, allow: () => true },
      { now: NOW, allow: even },
      { now: NOW, allow: () => true, windowHours: 6 },
      { now: NOW, allow: () => true, among: even },
      { now: NOW, allow: (index) => index % 3 === 0, few },
    ];
    for (let round = 0; round < 20; round++) {
      for (const request of asked) {
        // With room for all items, no early exit applies.
        const all = trending(state, { ...request, limit: ITEMS });
        assert.ok(all.length > 5);
        for (const { score, parts } of all) {
          const { observed = NaN, expected = NaN } = parts;
          const exact = (observed - expected) / Math.sqrt(expected + state.weights.trendPrior);
          assert.ok(Math.abs(score - exact) < 1e-9);
        }
        for (const limit of [1, 7, 40, 200])
          assert.deepEqual(trending(state, { ...request, limit }), all.slice(0, limit));
      }
      for (let touch = 0; touch < 5; touch++) {
        const item = `item-${Math.floor(next() * visited)}`;
        applyEvent(state, { type: 'view', who: `new ${round} ${touch}`, items: [item], at: NOW });
      }
    }
  });
