import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResultClick } from '../../ports/recommendations/click-log.ts';
import type { ShopEvent } from '../../ports/recommendations/events.ts';
import type { HybridTier } from '../../ports/search/text.ts';
import { ClickLogger } from './click-logging.ts';
import { TrackedShop, type SentSearch } from './tracked-shop.fixture.ts';

class ClickedShop extends TrackedShop {
  constructor() {
    super((clock) => new ClickLogger(clock), 5_000);
  }

  show(tiers: readonly (HybridTier | null)[], more: SentSearch = {}): string {
    const itemIds = tiers.map((_, i) => `i${i}`);
    return this.search(' Oak  TABLE', { itemIds, tiers, ...more });
  }

  click(
    searchId: string,
    more: Partial<ShopEvent> = {},
    address: string | null = null,
  ): ResultClick | undefined {
    const items = [{ id: 'i2', quantity: 1, price: null }];
    this.act('click', searchId, { user: 'bob', items, ...more }, address);
    return this.clicks.pop();
  }
}

const tier = (keywordScore: number, cosine: number | null, level = 7): HybridTier => ({
  keywordScore,
  cosine,
  level,
});
const three = [tier(1, 0.5), tier(0.5, 0.25), tier(0.25, 0.75)];
const clickOfThree: ResultClick = {
  query: 'oak table',
  by: { user: 'ann' },
  at: 5_000,
  model: 'm:1',
  results: [
    { position: 1, keywordScore: 1, cosine: 0.5 },
    { position: 2, keywordScore: 0.5, cosine: 0.25 },
    { position: 3, keywordScore: 0.25, cosine: 0.75 },
  ],
  clicked: 2,
};

test('ClickLogger records the first result that an event names, once per search', () => {
  using shop = new ClickedShop();
  const searchId = shop.show(three);
  assert.equal(shop.click(searchId, { type: 'view' }), undefined);
  assert.equal(shop.click(searchId, { items: [{ id: 'elsewhere', quantity: 1, price: null }] }), undefined);
  assert.equal(shop.click('unknown'), undefined);
  assert.deepEqual(shop.click(searchId), clickOfThree);
  assert.equal(shop.click(searchId, { type: 'purchase' }), undefined);
});

test('ClickLogger records results whose order the semantic weight alone decides', () => {
  using shop = new ClickedShop();
  const mixed = [tier(1, 0.9, 8), null, tier(0.25, 0.75), tier(1, null), tier(0.5, 0.5)];
  assert.deepEqual(shop.click(shop.show(mixed, { offset: 20 }))?.results, [
    { position: 23, keywordScore: 0.25, cosine: 0.75 },
    { position: 25, keywordScore: 0.5, cosine: 0.5 },
  ]);
  const single = shop.show([tier(1, 0.9, 8), tier(1, 0.9, 8), tier(0.25, 0.75)]);
  assert.equal(shop.click(single), undefined, 'one result of its tier');
  assert.equal(shop.click(shop.show(three, { usesSemantics: false })), undefined, 'keywords only');
});

test('ClickLogger attributes a click to the visitor of the search, otherwise of the event', () => {
  using shop = new ClickedShop();
  assert.deepEqual(shop.click(shop.show(three, { user: null }))?.by, { user: 'bob' });
  assert.deepEqual(shop.click(shop.show(three, { user: null, session: 'v1' }))?.by, { session: 'v1' });
});

test('ClickLogger records clicks of two visitors per address, and none of suspected bots', () => {
  using shop = new ClickedShop();
  const from = (user: string, address: string): ResultClick | undefined =>
    shop.click(shop.show(three, { user }), {}, address);
  assert.ok(from('u1', '192.0.2.1'));
  assert.ok(from('u2', '192.0.2.1'));
  assert.equal(from('u3', '192.0.2.1'), undefined);
  assert.ok(from('u3', '192.0.2.2'));
  assert.equal(shop.click(shop.show(three), { suspectedBot: true }), undefined);
});

test('SearchTracker.forget() drops the results that a visitor was shown', () => {
  using shop = new ClickedShop();
  const searchId = shop.show(three);
  shop.forget({ user: 'ann' });
  assert.equal(shop.click(searchId), undefined);
});
