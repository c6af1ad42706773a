import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { createShopifyProducts, startShopifyShop } from '../support/shops/shopify-shop.ts';
import { startWooCommerceShop } from '../support/shops/woocommerce-shop.ts';
import { countItems, ProjectFeeds } from '../support/shops/feed-runs.ts';
import type { ShopServer } from '../support/shops/shop-server.ts';

/** Feeds of shops, from sample shops on loopback. */
const products = { list: createShopifyProducts(520) };
let shopify: ShopServer;
let service: LocalService;
let feeds: ProjectFeeds;

before(async () => {
  shopify = await startShopifyShop(products);
  service = await LocalService.start({ VITRINE_FEED_HOSTS: '127.0.0.1', VITRINE_CRAWL_RATE: '1000' });
  feeds = await ProjectFeeds.open(service, 'shop');
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await shopify[Symbol.asyncDispose]();
});

test('a Shopify shop is read to its last variant, with prices, stock, options and pictures', async () => {
  await feeds.put('shopify', { source: 'shopify', url: shopify.url, absent: 'deactivate' });
  const run = await feeds.run('shopify');
  assert.deepEqual([run.status, run.error], ['succeeded', null]);
  const items = await feeds.export();
  const expected = products.list.flatMap((product) =>
    product.variants.map((variant) => ({ product, variant })),
  );
  assert.equal(items.size, expected.length);
  for (const { product, variant } of expected) {
    const item = items.get(String(variant.id))!;
    const compare = Number(variant.compare_at_price ?? 0);
    assert.equal(item['price'], Number(variant.price));
    assert.equal(item['regularPrice'], compare > Number(variant.price) ? compare : undefined);
    assert.equal(item['currency'], 'EUR');
    assert.equal(item['stock'], variant.available ? undefined : 0);
    assert.equal(item['availability'], variant.available ? 'in_stock' : 'out_of_stock');
    assert.equal(item['groupId'], String(product.id));
    assert.equal(item['sku'], variant.sku === '' ? String(variant.id) : variant.sku);
    assert.equal(item['color'], variant.option1 === 'Default Title' ? undefined : variant.option1);
    assert.equal(item['size'], variant.option2 ?? undefined);
    const page = `${shopify.url}products/${product.handle}`;
    assert.equal(item['url'], product.variants.length > 1 ? `${page}?variant=${variant.id}` : page);
  }
  const shirt = items.get('44000000000101')!;
  assert.equal(shirt['name'], 'Shirt No. 1 & more');
  assert.equal(shirt['description'], 'Made of cotton, number 1. washable');
  assert.deepEqual(shirt['imgs'], [
    'https://cdn.shopify.example/s/files/1/0001/shirt-1-1.jpg?v=1',
    'https://cdn.shopify.example/s/files/1/0001/front-1.jpg?v=1',
  ]);
  const { done, total, remainingSeconds } = run.progress['pages'] as unknown as Record<string, number>;
  assert.deepEqual([done, total, remainingSeconds], [4, 4, 0]);
});

test('a Shopify shop that has not changed is asked for its pages only, and a changed page is compared', async () => {
  shopify.takeRequests();
  shopify.notModified = 0;
  const again = await feeds.run('shopify');
  const total = products.list.flatMap(({ variants }) => variants).length;
  assert.deepEqual(countItems(again), [0, 0, total, 0, 0]);
  assert.deepEqual(
    [shopify.notModified, shopify.takeRequests().length],
    [4, 6],
    'two of them for the currency and number',
  );
  products.list[300]!.variants[0]!.price = '99.99';
  products.list.pop();
  const changed = await feeds.run('shopify');
  const gone = 6;
  assert.deepEqual(
    [changed.error, changed.progress.file.warnings, ...countItems(changed)],
    [null, [], 0, 1, total - gone - 1, gone, 0],
  );
  const items = await feeds.export();
  assert.equal(items.get(String(products.list[300]!.variants[0]!.id))?.['price'], 99.99);
  const off = [...items.values()].filter(({ active }) => active === false);
  assert.equal(off.length, gone);
});

test('runs that follow each other at once do not take the pages of the run before for those of their own', async () => {
  const list = createShopifyProducts(40);
  await using shop = await startShopifyShop({ list });
  const project = await ProjectFeeds.open(service, 'at-once');
  await project.put('shop', { source: 'shopify', url: shop.url, absent: 'deactivate' });
  for (let run = 0; run < 6; run++) {
    const id = await project.start('shop');
    let task = await project.task(id);
    while (task?.status === 'running') task = await project.task(id);
    assert.deepEqual([task?.error, task?.progress.file.warnings], [null, []], `run ${run}`);
    list.pop();
  }
});

for (const [name, listsVariations] of [
  ['lists', true],
  ['one by one', false],
] as const)
  test(`a WooCommerce shop is read with its variations (${name}), attributes, categories and smallest units`, async () => {
    const count = listsVariations ? 130 : 12;
    await using shop = await startWooCommerceShop(count, { listsVariations, currency: 'KWD', minorUnit: 3 });
    const project = await ProjectFeeds.open(service, `woo-${listsVariations ? 'a' : 'b'}`);
    await project.put('woo', { source: 'woocommerce', url: shop.url });
    const run = await project.run('woo');
    assert.deepEqual([run.status, run.error], ['succeeded', null]);
    const items = await project.export();
    const sold = shop.products.filter(({ type }) => type !== 'variable');
    assert.equal(items.size, sold.length);
    for (const product of sold) {
      const item = items.get(String(product.id))!;
      const prices = product['prices'] as Record<string, string>;
      assert.equal(item['price'], Number(prices['price']) / 1_000);
      assert.equal(
        item['regularPrice'],
        product['on_sale'] === true ? Number(prices['regular_price']) / 1_000 : undefined,
      );
      assert.equal(item['currency'], 'KWD');
      const isOut = product['is_in_stock'] === false;
      assert.equal(item['stock'], isOut ? 0 : (product['low_stock_remaining'] ?? undefined));
      assert.equal(item['groupId'], product.parent === 0 ? undefined : String(product.parent));
      assert.equal(item['url'], product['permalink']);
      assert.equal(item['sku'], product['sku']);
    }
    const last = items.get('14')!;
    assert.deepEqual(
      ['name', 'description', 'color', 'size', 'Material', 'categories', 'brand', 'tags', 'imgs'].map(
        (field) => last[field],
      ),
      [
        'Hoodie – No. 1',
        'A hoodie of wool & cotton, No. 1.',
        'Sea & Sky',
        ['S', 'M'],
        'Wool',
        ['Music'],
        'Woolly',
        ['Warm'],
        [`${shop.url}wp-content/uploads/hoodie-1-sea-sky.jpg`, `${shop.url}wp-content/uploads/hoodie-1.jpg`],
      ],
    );
    assert.deepEqual(items.get('21')!['categories'], ['Clothing > Hoodies & more']);
    const again = await project.run('woo');
    assert.deepEqual(countItems(again), [0, 0, sold.length, 0, 0]);
    if (!listsVariations) return;
    const variation = shop.products.find(({ id }) => id === 14)!;
    (variation['prices'] as Record<string, string>)['price'] = '123456';
    assert.deepEqual(
      countItems(await project.run('woo')),
      [0, 1, sold.length - 1, 0, 0],
      'its page has the ETag of before',
    );
    assert.equal((await project.export()).get('14')?.['price'], 123.456);
  });
