import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../lib/seeded-random.ts';
import { RecommenderState } from '../counters/recommender-state.ts';
import { boughtTogether } from './bought-together.ts';
import { listBestSellers, measureCoverage } from './list-coverage.ts';
import { applyEvent, applyOrders, testNow } from './random-shop.fixture.ts';

const allowAll = (): boolean => true;
const ids = Array.from({ length: 12 }, (_, number) => `item-${number}`);

/** A shop with 80 orders of two or three items, the first items most often. */
function createShop(seed: number): RecommenderState {
  const random = createRandom(seed);
  const draw = (): string => ids[Math.floor(random() ** 2 * ids.length)]!;
  const state = new RecommenderState();
  for (let count = 0; count < 80; count++) applyOrders(state, 1, [...new Set([draw(), draw(), draw()])]);
  return state;
}

function countTogether(state: RecommenderState, item: number): number {
  const request = { items: [item], now: testNow, limit: ids.length, allow: allowAll };
  return boughtTogether(state, request).filter(({ source }) => source === 'baskets').length;
}

test('measureCoverage() counts the items that a list has by evidence, at most four', () => {
  let most = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const state = createShop(seed);
    applyOrders(state, 12, ['item-3', 'item-4']);
    for (const item of listBestSellers(state, ids.length, allowAll)) {
      const { significant, next, baskets } = measureCoverage(state, item, allowAll);
      const listed = countTogether(state, item);
      assert.equal(significant, Math.min(4, listed));
      assert.equal(baskets, state.baskets.baskets(item));
      if (significant === 4) assert.equal(next, null);
      most = Math.max(most, listed);
    }
  }
  assert.ok(most > 0);
});

test('measureCoverage() tells the item that needs the fewest further orders, and how many', () => {
  let measured = 0;
  for (let seed = 1; seed <= 4; seed++) {
    for (const id of ids) {
      const state = createShop(seed);
      const item = state.item(id);
      const { significant, next } = measureCoverage(state, item, allowAll);
      if (next === null) continue;
      measured++;
      const others = ids.filter((other) => state.baskets.readPair(item, state.item(other)).support > 0);
      for (const other of others) {
        const after = createShop(seed);
        applyOrders(after, next.baskets - 1, [id, other]);
        // One order fewer gives no other item evidence.
        const before = next.baskets === 1 ? significant : measureCoverage(after, item, allowAll).significant;
        assert.ok(before <= significant, `${id} and ${other}`);
      }
      applyOrders(state, next.baskets, [id, state.getId(next.item)]);
      assert.ok(measureCoverage(state, item, (one) => one === next.item).significant === 1);
    }
  }
  assert.ok(measured > 20);
});

test('measureCoverage() leaves out items that a list may not have', () => {
  const state = new RecommenderState();
  applyOrders(state, 10, ['kettle', 'tea']);
  applyOrders(state, 2, ['kettle', 'mug']);
  applyOrders(state, 40, ['soap']);
  const kettle = state.item('kettle');
  assert.equal(measureCoverage(state, kettle, allowAll).significant, 1);
  const withoutTea = measureCoverage(state, kettle, (item) => state.getId(item) !== 'tea');
  assert.equal(withoutTea.significant, 0);
  assert.equal(withoutTea.next?.item, state.item('mug'));
  assert.deepEqual(measureCoverage(state, state.item('new'), allowAll), {
    item: state.item('new'),
    baskets: 0,
    significant: 0,
    next: null,
  });
});

test('measureCoverage() leaves out substitutes, as lists do', () => {
  const state = new RecommenderState();
  applyOrders(state, 12, ['pasta', 'sauce']);
  applyOrders(state, 1, ['pasta', 'cheese']);
  applyOrders(state, 60, ['bread']);
  const pasta = state.item('pasta');
  const measure = () => {
    const { significant, next } = measureCoverage(state, pasta, allowAll);
    return [significant, countTogether(state, pasta), next === null ? null : state.getId(next.item)];
  };
  const viewBoth = (other: string): void => {
    for (const id of ['pasta', other])
      state.setContent(state.item(id), { attributes: [], words: [], type: `like ${other}` });
    for (let visitor = 0; visitor < 400; visitor++)
      applyEvent(state, { type: 'view', who: `${other}-${visitor}`, items: ['pasta', other], at: testNow });
  };
  assert.deepEqual(measure(), [1, 1, 'cheese']);
  viewBoth('sauce');
  assert.deepEqual(measure(), [0, 0, 'cheese']);
  viewBoth('cheese');
  assert.deepEqual(measure(), [1, 1, null]);
});

test('listBestSellers() lists the items of the most orders, and none without any', () => {
  const state = new RecommenderState();
  applyOrders(state, 3, ['tea', 'mug']);
  applyOrders(state, 1, ['mug']);
  state.item('new');
  const listed = listBestSellers(state, 5, allowAll).map((item) => state.getId(item));
  assert.deepEqual(listed, ['mug', 'tea']);
  assert.equal(listBestSellers(state, 1, (item) => state.getId(item) !== 'mug')[0], state.item('tea'));
});
