import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listSitemapPages } from '../../src/domain/shops/sitemap-pages.ts';
import { WorkSlices } from '../../src/lib/work-slices.ts';
import { ShopFetcher } from '../../src/outbound/shop-fetcher.ts';
import { LocalService } from '../support/local-service.ts';
import { brokenShopItems, startBrokenShop, startLargeShop } from '../support/shops/broken-shop.ts';
import { countItems, ProjectFeeds } from '../support/shops/feed-runs.ts';

/** Shops with pages that are not as they should be. */
let service: LocalService;
before(async () => {
  service = await LocalService.start({ VITRINE_FEED_HOSTS: '127.0.0.1', VITRINE_CRAWL_RATE: '1000' });
});
after(() => service[Symbol.asyncDispose]());

test('of a broken shop what can be had is had, and the rest is told', async () => {
  await using shop = await startBrokenShop();
  const feeds = await ProjectFeeds.open(service, 'broken');
  await feeds.put('broken', { source: 'sitemap', url: shop.url, absent: 'delete' });
  const run = await feeds.run('broken');
  assert.deepEqual([run.status, run.error], ['succeeded', null]);
  const items = await feeds.export();
  const base = shop.url.slice(0, -1);
  const found = [...items.values()].map((item) => [item['id'], item['name'], item['price'], item['url']]);
  const expected = Object.entries(brokenShopItems).map(([id, [name, price, path]]) => [
    id,
    name,
    price,
    `${base}${path}`,
  ]);
  const order = (rows: readonly unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).sort();
  assert.deepEqual(order(found), order(expected));
  assert.deepEqual([...new Set([...items.values()].map((item) => item['currency']))], ['EUR']);
  const codes = run.progress.file.warnings.map(({ code }) => code).sort();
  assert.deepEqual(codes, ['double_product', 'other_host', 'page_gone', 'page_unread', 'robots']);
  assert.equal(countItems(run)[4], 1, 'the product without a price is rejected');
  assert.equal(shop.requests.includes('/private/secret'), false);
  assert.equal(shop.requests.includes('/en/lamp'), true);
  const again = await feeds.run('broken');
  assert.deepEqual(countItems(again), [0, 0, expected.length, 0, 1], 'the choice among doubles is the same');
});

test('the 100,000 entries of a shop are listed', async () => {
  await using shop = await startLargeShop(100_000);
  await using fetcher = new ShopFetcher({
    allowPrivate: [shop.host],
    userAgent: 'Vitrine/1',
    requestsPerSecond: 1_000,
  });
  const { signal } = new AbortController();
  const feed = { url: shop.url, credentials: null };
  const visit = {
    feed,
    warn: () => undefined,
    slices: new WorkSlices(1e9),
    request: (url: string, _known: null | object = null, bytesMax = 1e8) =>
      fetcher.request({ ...feed, url, bytesMax, signal }),
    listSitemaps: async () => (await fetcher.readRobots({ ...feed, signal })).sitemaps,
  };
  const { entries, isComplete } = await listSitemapPages(visit);
  assert.deepEqual(
    [entries.length, new Set(entries.map(({ url }) => url)).size, isComplete],
    [100_000, 100_000, true],
  );
});
