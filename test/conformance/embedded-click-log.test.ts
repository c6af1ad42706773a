import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedShop } from './embedded-shop.ts';
import type { Shop } from './shop.ts';
import { until } from '../support/until.ts';

/** The click log of the embedded engine. */

function click(shop: Shop, count: number, from = 0): void {
  const places = [1, 2].map((position) => ({ position, keywordScore: 1 / position, cosine: 0.5 }));
  for (let i = from; i < from + count; i++) {
    const by = { user: `u${i}` };
    shop.project.clickLog.record({
      query: `q${i % 60}`,
      by,
      at: shop.now + i,
      model: 'fake:1',
      results: places,
      clicked: i % 2,
    });
  }
}

test('EmbeddedClickLog keeps one click of a visitor and query, and none after an erasure', async () => {
  await using shop = await embeddedShop();
  const count = (): number => shop.project.clickLog.count;
  click(shop, 10);
  click(shop, 10);
  await until('Not all clicks are written', () => count() === 10);
  await shop.project.events.eraseUser('u3');
  click(shop, 1);
  await until('The erased click is still there', () => count() === 9);
  click(shop, 300, 100);
  await shop.reopen();
  assert.equal(count(), 309, 'a stop writes pending clicks');
});

test('EmbeddedClickLog deletes clicks after two months', async () => {
  await using shop = await embeddedShop();
  click(shop, 10);
  await until('Not all clicks are written', () => shop.project.clickLog.count === 10);
  shop.now += 61 * 86_400_000;
  click(shop, 5, 50);
  await until('Expired clicks are still there', () => shop.project.clickLog.count === 5);
});
