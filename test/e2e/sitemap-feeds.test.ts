import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { countItems, ProjectFeeds } from '../support/shops/feed-runs.ts';
import {
  createPageProducts,
  markMagento,
  markPrestaShop,
  markShopware,
  startPageShop,
  type PageMarker,
  type PageProduct,
} from '../support/shops/page-shop.ts';

interface SoldProduct extends Omit<PageProduct, 'variants'> {
  readonly color?: string;
  readonly size?: string;
  readonly groupId?: string;
}

/** Feeds of shops whose pages are read, from sample shops on loopback. */
let service: LocalService;
before(async () => {
  service = await LocalService.start({ VITRINE_FEED_HOSTS: '127.0.0.1', VITRINE_CRAWL_RATE: '1000' });
});
after(() => service[Symbol.asyncDispose]());

const markers: Readonly<Record<string, PageMarker>> = {
  prestashop: markPrestaShop,
  magento: markMagento,
  shopware: markShopware,
};

for (const [name, mark] of Object.entries(markers))
  test(`the pages of a shop like ${name} are read to the last product and variant`, async () => {
    const products = createPageProducts(60);
    await using shop = await startPageShop({ mark, products });
    const feeds = await ProjectFeeds.open(service, name);
    await feeds.put('pages', { source: 'sitemap', url: shop.url, absent: 'delete' });
    const run = await feeds.run('pages');
    assert.deepEqual([run.status, run.error, run.progress.file.warnings], ['succeeded', null, []]);
    const items = await feeds.export();
    const sold = products.flatMap((product): SoldProduct[] =>
      name === 'shopware' && product.variants.length > 0
        ? product.variants.map((variant) => ({ ...product, ...variant, groupId: product.sku }))
        : [product],
    );
    assert.deepEqual([...items.keys()].sort(), sold.map(({ sku }) => sku).sort());
    for (const product of sold) {
      const item = items.get(product.sku)!;
      const base = shop.url.slice(0, -1);
      const isGroup = product.groupId !== undefined;
      assert.deepEqual(
        [
          'name',
          'price',
          'currency',
          'brand',
          'availability',
          'stock',
          'sku',
          'groupId',
          'color',
          'size',
          'url',
          'regularPrice',
        ].map((field) => item[field]),
        [
          product.name,
          product.price,
          'EUR',
          product.brand,
          product.inStock ? 'in_stock' : 'out_of_stock',
          product.inStock ? undefined : 0,
          product.sku,
          product.groupId,
          product.color,
          product.size,
          `${base}${product.path}${isGroup ? `?variant=${product.sku}` : ''}`,
          name === 'shopware' && product.oldPrice !== null ? product.oldPrice : undefined,
        ],
      );
      assert.equal((item['imgs'] as string[]).length, { prestashop: 1, magento: 1, shopware: 2 }[name]);
      if (name === 'prestashop') assert.equal(item['category'], 'Meubles > Chaises');
    }
    shop.takeRequests();
    shop.notModified = 0;
    assert.deepEqual(countItems(await feeds.run('pages')), [0, 0, items.size, 0, 0]);
    const asked = shop.takeRequests().filter((path) => path.startsWith('/p/'));
    const undated = products.filter(({ lastmod }) => lastmod === null);
    assert.deepEqual(
      asked.sort(),
      undated.map(({ path }) => path).sort(),
      'pages with the same lastmod are not asked for',
    );
    assert.equal(shop.notModified, undated.length);
    products[1]!.price = 5;
    products[1]!.lastmod = '2026-11-01';
    products[2]!.status = 404;
    products[4]!.status = 500;
    const changed = await feeds.run('pages');
    assert.deepEqual(countItems(changed), [0, 1, items.size - 3, 0, 0]);
    assert.equal(
      (await feeds.export()).has(products[2]!.sku),
      true,
      'a page could not be read, so that nothing is removed',
    );
    delete products[4]!.status;
    const last = await feeds.run('pages');
    assert.equal(countItems(last)[3], 1);
    assert.equal((await feeds.export()).has(products[2]!.sku), false);
  });
