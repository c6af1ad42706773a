import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { countItems, ProjectFeeds } from '../support/shops/feed-runs.ts';
import { createPageProducts, markShopware, startPageShop } from '../support/shops/page-shop.ts';
import { createShopifyProducts, startShopifyShop } from '../support/shops/shopify-shop.ts';
import type { ShopServer } from '../support/shops/shop-server.ts';

/** Runs of shops that a stop of the service interrupts. */
let service: LocalService;
before(async () => {
  service = await LocalService.start({ VITRINE_FEED_HOSTS: '127.0.0.1', VITRINE_CRAWL_RATE: '1000' });
});
after(() => service[Symbol.asyncDispose]());

/** Stops the service when the shop is asked for `path`, which it does not answer. */
async function stopAt(shop: ShopServer, path: string, start: () => Promise<unknown>): Promise<void> {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  shop.onRequest = async (requested) => {
    if (requested !== path) return;
    asked.resolve();
    await released.promise;
  };
  await start();
  await asked.promise;
  await service.stop();
  shop.onRequest = () => undefined;
  released.resolve();
  await service.restart();
  shop.takeRequests();
}

test('a run over pages goes on with those that it has not read', async () => {
  const products = createPageProducts(200);
  await using shop = await startPageShop({ mark: markShopware, products });
  const feeds = await ProjectFeeds.open(service, 'pages');
  await feeds.put('pages', { source: 'sitemap', url: shop.url, absent: 'delete' });
  await stopAt(shop, '/p/150-stuhl', () => feeds.start('pages'));
  const before = await feeds.export();
  const run = await feeds.run('pages');
  assert.deepEqual([run.status, run.error], ['succeeded', null]);
  const asked = shop.takeRequests().filter((path) => path.startsWith('/p/'));
  // Those that were requested together with the last one are requested again.
  assert.ok(asked.length >= 51 && asked.length < 60, `${asked.length} pages`);
  assert.equal(asked.includes('/p/140-stuhl'), false);
  const expected = products.flatMap(({ sku, variants }) =>
    variants.length > 0 ? variants.map((one) => one.sku) : [sku],
  );
  assert.deepEqual([...(await feeds.export()).keys()].sort(), expected.sort());
  assert.deepEqual(countItems(run), [expected.length - before.size, 0, before.size, 0, 0]);
  products.pop();
  assert.equal(countItems(await feeds.run('pages'))[3], 4, 'the next run removes what is gone');
});

test('a service that is killed in a run reads the shop right to the last in the next one', async () => {
  const products = createPageProducts(120);
  await using shop = await startPageShop({ mark: markShopware, products });
  await using killed = await RunningService.start({
    VITRINE_FEED_HOSTS: '127.0.0.1',
    VITRINE_CRAWL_RATE: '1000',
  });
  const feeds = await ProjectFeeds.open(killed, 'pages');
  await feeds.put('pages', { source: 'sitemap', url: shop.url, absent: 'delete' });
  await feeds.run('pages');
  for (const product of products) product.price += 1;
  for (const product of products) product.lastmod = null;
  const gone = products.splice(60, 1);
  for (const path of ['/p/2-stuhl', '/p/118-stuhl']) {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    shop.onRequest = async (requested) => {
      if (requested !== path) return;
      asked.resolve();
      await released.promise;
    };
    await feeds.start('pages');
    await asked.promise;
    await killed.stop('SIGKILL');
    shop.onRequest = () => undefined;
    released.resolve();
    await killed.restart();
  }
  const run = await feeds.run('pages');
  assert.deepEqual([run.status, run.error], ['succeeded', null]);
  const items = await feeds.export();
  const prices = products.flatMap(({ sku, price, variants }) =>
    variants.length > 0 ? variants.map((one) => [one.sku, one.price] as const) : [[sku, price] as const],
  );
  assert.deepEqual(new Map([...items].map(([id, item]) => [id, item['price']])), new Map(prices));
  assert.equal(items.has(gone[0]!.sku), false);
});

test('a run over numbered lists goes on, and removes nothing if products came or went meantime', async () => {
  const products = { list: createShopifyProducts(600) };
  await using shop = await startShopifyShop(products);
  const feeds = await ProjectFeeds.open(service, 'lists');
  await feeds.put('lists', { source: 'shopify', url: shop.url, absent: 'delete' });
  await feeds.run('lists');
  const total = (await feeds.export()).size;
  for (const product of products.list) product.vendor = 'Renamed';
  await stopAt(shop, '/products.json?limit=250&page=3', () => feeds.start('lists'));
  // The first product of the next page moves to one that was read.
  const [gone] = products.list.splice(0, 1);
  const resumed = await feeds.run('lists');
  assert.deepEqual(
    shop.takeRequests().filter((path) => path.startsWith('/products')),
    ['/products.json?limit=250&page=3', '/products.json?limit=250&page=4'],
  );
  assert.deepEqual([countItems(resumed)[3], (await feeds.export()).size], [0, total]);
  assert.deepEqual(
    resumed.progress.file.warnings.map(({ code }) => code),
    ['shop_changed'],
  );
  const last = await feeds.run('lists');
  assert.equal(countItems(last)[3], gone!.variants.length);
});

test('an interrupted run goes on by itself, soon after the start', async () => {
  const products = createPageProducts(40);
  await using shop = await startPageShop({ mark: markShopware, products });
  const feeds = await ProjectFeeds.open(service, 'alone');
  await feeds.put('pages', { source: 'sitemap', url: shop.url });
  await stopAt(shop, '/p/30-stuhl', () => feeds.start('pages'));
  await until('The run did not go on', async () => shop.requests.includes('/p/40-stuhl'));
  assert.equal(shop.requests.includes('/p/5-stuhl'), false);
});

test('a feed that is deleted during a run leaves nothing of its pages', async () => {
  await using shop = await startPageShop({ mark: markShopware, products: createPageProducts(20) });
  const feeds = await ProjectFeeds.open(service, 'deleted');
  await feeds.put('pages', { source: 'sitemap', url: shop.url });
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  shop.onRequest = async (path) => {
    if (path !== '/p/15-stuhl') return;
    asked.resolve();
    await released.promise;
  };
  const task = await feeds.start('pages');
  await asked.promise;
  assert.equal((await feeds.ask('DELETE', `${feeds.path}/pages`)).status, 200);
  const run = await feeds.wait(task);
  assert.deepEqual([run.status, run.error?.code], ['failed', 'feed_not_found']);
  released.resolve();
  await feeds.put('pages', { source: 'sitemap', url: shop.url });
  shop.takeRequests();
  await feeds.run('pages');
  assert.ok(shop.takeRequests().includes('/p/2-stuhl'), 'all pages are read again');
});
