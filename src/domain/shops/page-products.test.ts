import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../ports/limits.ts';
import { WorkSlices } from '../../lib/work-slices.ts';
import { readPageMarkup } from './page-markup.ts';
import { readPageItems } from './page-products.ts';

const url = 'https://shop.example/chairs/oak';
const read = async (html: string) =>
  readPageItems(await readPageMarkup(Buffer.from(html), url, new WorkSlices(1e9)), url);
const script = (...values: readonly unknown[]): string =>
  values.map((value) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`).join('');
const chair = { '@type': 'Product', name: 'Chair', sku: 'C' };
const pick = (
  items: readonly Readonly<Record<string, unknown>>[],
  ...fields: readonly string[]
): unknown[][] => items.map((item) => fields.map((field) => item[field]));

test('a product of a graph has what other scripts of the page say by reference', async () => {
  const items = await read(
    script(
      {
        '@graph': [
          { '@type': 'WebPage', mainEntity: { '@id': '#chair' } },
          {
            ...chair,
            '@id': '#chair',
            brand: { '@id': '#brand' },
            image: { '@id': '#image' },
            offers: [{ '@id': '#offer' }],
          },
        ],
      },
      [
        { '@id': '#brand', '@type': 'Brand', name: 'Acme' },
        { '@id': '#image', '@type': 'ImageObject', url: '/oak.jpg' },
        {
          '@id': '#offer',
          '@type': 'Offer',
          price: '10',
          priceCurrency: 'EUR',
          availability: 'http://schema.org/PreOrder',
          inventoryLevel: { value: 3 },
        },
      ],
    ),
  );
  assert.deepEqual(pick(items, 'id', 'brand', 'imgs', 'price', 'currency', 'availability', 'stock'), [
    ['C', 'Acme', ['https://shop.example/oak.jpg'], 10, 'EUR', 'preorder', 3],
  ]);
});

test('variants have their numbers, prices and addresses, in each of the usual forms', async () => {
  const offer = (price: number, more: object = {}) => ({
    '@type': 'Offer',
    price,
    priceCurrency: 'EUR',
    ...more,
  });
  const group = {
    '@type': 'ProductGroup',
    productGroupID: 'G',
    name: 'Chair',
    description: 'Of oak',
    hasVariant: [
      {
        '@type': 'Product',
        sku: 'G-1',
        color: 'red',
        size: { '@type': 'SizeSpecification', name: 'M' },
        offers: offer(1, { url: '?v=1' }),
      },
      { '@type': 'Product', gtin13: '4006381333931', color: 'blue', name: 'Blue chair', offers: offer(2) },
    ],
  };
  assert.deepEqual(
    pick(await read(script(group)), 'id', 'groupId', 'name', 'description', 'color', 'size', 'price', 'url'),
    [
      ['G-1', 'G', 'Chair', 'Of oak', 'red', 'M', 1, `${url}?v=1`],
      ['4006381333931', 'G', 'Blue chair', 'Of oak', 'blue', undefined, 2, url],
    ],
  );
  const apart = [
    { '@type': 'ProductGroup', productGroupID: 'G', name: 'Chair' },
    ...['a', 'b'].map((sku, at) => ({
      ...chair,
      sku,
      isVariantOf: { '@type': 'ProductGroup', productGroupID: 'G' },
      offers: offer(at + 1),
    })),
  ];
  assert.deepEqual(pick(await read(script(...apart)), 'id', 'groupId', 'price'), [
    ['a', 'G', 1],
    ['b', 'G', 2],
  ]);
  const offers = {
    ...chair,
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: 1,
      priceCurrency: 'EUR',
      offers: ['x', 'y'].map((sku, at) => ({ '@type': 'Offer', sku, price: at + 5 })),
    },
  };
  assert.deepEqual(pick(await read(script(offers)), 'id', 'groupId', 'price', 'currency'), [
    ['x', 'C', 5, 'EUR'],
    ['y', 'C', 6, 'EUR'],
  ]);
  const single = { ...chair, inProductGroupWithID: 'G', offers: offer(3) };
  assert.deepEqual(pick(await read(script(single)), 'id', 'groupId'), [['C', 'G']]);
});

test('of several offers the cheapest that can be bought counts, in the first currency', async () => {
  const offers = [
    { '@type': 'Offer', price: 30, priceCurrency: 'EUR', availability: 'InStock' },
    { '@type': 'Offer', price: 10, priceCurrency: 'EUR', availability: 'SoldOut' },
    { '@type': 'Offer', price: 20, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    { '@type': 'Offer', price: 5, priceCurrency: 'USD', availability: 'InStock' },
  ];
  assert.deepEqual(pick(await read(script({ ...chair, offers })), 'price', 'currency', 'stock'), [
    [20, 'EUR', undefined],
  ]);
});

test('a page that lists products has none of its own, and teasers of other pages are left out', async () => {
  const teaser = (name: string) => ({ ...chair, sku: name, name, url: `/chairs/${name}` });
  assert.deepEqual(await read(script(teaser('a'), teaser('b'))), []);
  const list = { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: teaser('a') }] };
  assert.deepEqual(await read(script(list)), []);
  assert.deepEqual(pick(await read(script(teaser('a'), teaser('oak'), teaser('b'))), 'id'), [['oak']]);
  assert.deepEqual(pick(await read(script(chair, teaser('a'))), 'id'), [['C']]);
});

test('properties, ratings, categories and numbers are fields', async () => {
  const items = await read(
    script(
      {
        ...chair,
        gtin: '123',
        mpn: 'M',
        category: 'Home / Chairs',
        additionalProperty: [
          { '@type': 'PropertyValue', name: 'Farbe', value: 'rot' },
          { name: 'Material', value: ['Oak', 'Steel'] },
        ],
        aggregateRating: { ratingValue: '4,5', reviewCount: 7 },
        releaseDate: '2026-01-01',
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 3, name: 'Chairs' },
          { position: 1, item: { name: 'Home' } },
          { position: 2, item: { '@id': '/f', name: 'Furniture' } },
          { position: 4, name: 'Chair' },
        ],
      },
    ),
  );
  assert.deepEqual(
    pick(items, 'gtin', 'mpn', 'category', 'color', 'Material', 'rating', 'reviewCount', 'releasedAt'),
    [['123', 'M', 'Furniture > Chairs', 'rot', ['Oak', 'Steel'], 4.5, 7, '2026-01-01']],
  );
});

test('a page has at most 2,000 variants, and hostile markup gives no item and no failure', async () => {
  const variants = (count: number) => ({
    '@type': 'ProductGroup',
    name: 'Chair',
    hasVariant: Array.from({ length: count }, (_, at) => ({
      '@type': 'Product',
      sku: `${at}`,
      name: 'Chair',
    })),
  });
  for (const count of [limits.crawlPageItemsMax, limits.crawlPageItemsMax + 1])
    assert.equal((await read(script(variants(count)))).length, limits.crawlPageItemsMax);
  const circle = { '@id': '#a', '@graph': [{ '@id': '#a' }, { '@id': '#b', mainEntity: { '@id': '#a' } }] };
  const deep = `${'{"@graph":['.repeat(5_000)}${']}'.repeat(5_000)}`;
  const pages = [
    script(circle, { '@type': 'Product', name: { a: 1 }, offers: 7, image: [null, 3, {}] }),
    `<script type="application/ld+json">${deep}</script>`,
    '<div itemscope itemtype="https://schema.org/Product">'.repeat(5_000),
    `<meta property="og:type" content="product">${'<'.repeat(10_000)}`,
    '\0\uFFFD<script type="application/ld+json">null</script>',
  ];
  for (const page of pages) assert.deepEqual(await read(page), []);
});

test('a page is read until its elements are nested deeper than in any that people see', async () => {
  const deep = `${script(chair)}${'<b>'.repeat(1_000_000)}${script({ ...chair, sku: 'D' })}`;
  const slices = new WorkSlices(1e9);
  let pieces = 0;
  const spend = slices.spend.bind(slices);
  slices.spend = (units) => {
    pieces++;
    return spend(units);
  };
  const items = readPageItems(await readPageMarkup(Buffer.from(deep), url, slices), url);
  assert.deepEqual([pick(items, 'id'), pieces], [[['C']], 1]);
});

test('nested properties have the same text only as often as memory allows', async () => {
  const nested = `<div itemscope itemtype="https://schema.org/Product">${'<i itemprop="name">'.repeat(1_000)}${'x'.repeat(90_000)}`;
  const { microdata } = await readPageMarkup(Buffer.from(nested), url, new WorkSlices(1e9));
  const texts = [microdata[0]!['name']].flat().map(String);
  assert.ok(texts.join('').length <= 16 * 1024 * 1024);
});

test('the variants of a group read its long texts and lists within limits', async () => {
  const group = {
    '@type': 'ProductGroup',
    name: 'Chair',
    productGroupID: 'G',
    description: `<p>Oak</p>${'<b>.</b>'.repeat(50_000)}`,
    additionalProperty: Array.from({ length: 2_000 }, (_, at) => ({ name: `p${at}`, value: 'x' })),
    hasVariant: Array.from({ length: 500 }, (_, at) => ({
      '@type': 'Product',
      name: 'Chair',
      sku: `S${at}`,
    })),
  };
  const items = await read(script(group));
  assert.equal(items.length, 500);
  assert.ok(Object.keys(items[0]!).length < 220);
});
