import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SearchTypes } from '@medusajs/types';
import medusaProvider, { productItem, VitrineSearchProvider } from '@vitrine/medusa';
import { LocalService } from '../support/local-service.ts';

/** The provider of Medusa's Search Module, called as the module calls it, on a service. */

const index: SearchTypes.ResolvedSearchIndexDefinition = {
  name: 'product',
  entity: 'product',
  primary_key: 'id',
  provider: 'vitrine',
  settings: {},
  definition_hash: 'x',
  physical_name: 'product_v1',
  fields: {
    id: { type: 'keyword', filterable: true },
    title: { type: 'text', searchable: { weight: 2 }, sortable: true },
    description: { type: 'text', searchable: true },
    handle: { type: 'keyword', filterable: true },
    status: { type: 'keyword', filterable: true, facetable: true },
    created_at: { type: 'date', filterable: true, sortable: true },
    variants: {
      type: 'object',
      array: true,
      fields: { sku: { type: 'keyword', filterable: true }, inventory_quantity: { type: 'integer' } },
    },
    price: { type: 'float', filterable: true, sortable: true, facetable: { types: ['range', 'stats'] } },
  },
  // The module's own part: it reads the products.
  seed: async function* seed() {},
};
const all = Object.keys(index.fields);

const documents: SearchTypes.SearchDocument[] = Array.from({ length: 12 }, (_, i) => ({
  id: `prod_${i}`,
  title: `${['Oak', 'Elm'][i % 2]} chair ${i}`,
  description: i === 3 ? null : 'A <fine> chair',
  handle: `secret-${i}`,
  status: i < 9 ? 'published' : 'draft',
  thumbnail: null,
  created_at: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
  variants: [
    {
      sku: `SKU-${i}`,
      inventory_quantity: i,
      manage_inventory: true,
      prices: [
        { amount: 10 + i, currency_code: 'eur' },
        { amount: 20 + i, currency_code: 'usd' },
      ],
    },
  ],
}));

let service: LocalService;
let provider: SearchTypes.ISearchProvider;
before(async () => {
  service = await LocalService.start();
  const key = await service.project('shop', ['search', 'items:read', 'items:write', 'settings']);
  provider = new VitrineSearchProvider({}, { url: service.url, key, projects: { product: 'shop' } });
  assert.deepEqual(await provider.upsertIndex({ index }), { index: 'product_v1', status: 'succeeded' });
  await provider.upsertDocuments({ index: 'product_v1', definition: index, documents });
});
after(() => service?.[Symbol.asyncDispose]());

type Asked = Partial<SearchTypes.ProviderSearchQuery>;
const search = (query: Asked, physical = 'product_v1'): Promise<SearchTypes.SearchResult> =>
  provider.search({ index: { ...index, physical_name: physical }, attributes_to_retrieve: all, ...query });
const idsOf = ({ hits }: SearchTypes.SearchResult): string[] => hits.map(({ id }) => id);
const numbersOf = (result: SearchTypes.SearchResult): number[] =>
  idsOf(result)
    .map((id) => Number(id.slice('prod_'.length)))
    .toSorted((a, b) => a - b);
const total = async (physical: string): Promise<number | undefined> =>
  (await provider.listIndexes()).find(({ name }) => name === physical)?.document_count;

test('the provider is what a module of Medusa registers', () => {
  assert.deepEqual(medusaProvider, { module: 'search', services: [VitrineSearchProvider] });
  assert.deepEqual([VitrineSearchProvider.identifier, provider.identifier], ['vitrine', 'vitrine']);
});

test('search() finds documents with their fields, scores and highlights', async () => {
  const found = await search({
    q: 'oak chair 2',
    pagination: { take: 1 },
    attributes_to_retrieve: ['id', 'title', 'variants.sku'],
    search_options: { include_score: true, highlight: { fields: ['title'], pre_tag: '[', post_tag: ']' } },
  });
  const [hit] = found.hits;
  assert.deepEqual(hit?.document, { id: 'prod_2', title: 'Oak chair 2', variants: [{ sku: 'SKU-2' }] });
  assert.deepEqual(hit?.highlights, { title: ['[Oak] [chair] [2]'] });
  assert.ok((hit?.score ?? 0) > 0);
  const { metadata } = found;
  assert.deepEqual([metadata.skip, metadata.take, metadata.query], [0, 1, 'oak chair 2']);
  // Not a searchable field, and no popular items instead.
  const none = await search({ q: 'secret' });
  assert.deepEqual([none.hits, none.metadata.count], [[], 0]);
  const uncounted = await search({ search_options: { count: 'none' } });
  assert.deepEqual([uncounted.hits.length, uncounted.metadata.count], [12, null]);
});

test('search() compiles filters, orders and pages', async () => {
  const cases: readonly (readonly [filters: SearchTypes.SearchFilters, numbers: number[]])[] = [
    [{ id: 'prod_4' }, [4]],
    [{ id: ['prod_4', 'prod_7'] }, [4, 7]],
    [{ id: { $in: [] } }, []],
    [{ status: 'draft', price: { $lt: 21 } }, [9, 10]],
    [{ price: { $gte: 12, $lte: 14 } }, [2, 3, 4]],
    [{ $or: [{ id: 'prod_1' }, { price: { $gt: 20 } }] }, [1, 11]],
    [{ $and: [{ price: { $gt: 12 } }, { $not: { price: { $gt: 14 } } }] }, [3, 4]],
    [{ status: { $ne: 'published' }, id: { $nin: ['prod_9'] } }, [10, 11]],
    [{ 'variants.sku': { $contains: ['SKU-5'] } }, [5]],
    [{ 'variants.sku': { $overlaps: ['SKU-5', 'SKU-6'] } }, [5, 6]],
    [{ created_at: { $gte: new Date(Date.UTC(2026, 0, 11)) } }, [10, 11]],
    [{ created_at: { $lt: '2026-01-02T00:00:00Z' } }, [0]],
    [{ created_at: { $lte: '2026-01-02T00:00:00' } }, [0, 1]],
    [{ title: 'Elm chair 1', thumbnail: null }, [1]],
    [{ handle: { $exists: false } }, []],
  ];
  const queries = cases.map(([filters]) => ({ index, attributes_to_retrieve: ['id'], filters }));
  const results = (await provider.searchMany?.(queries)) ?? [];
  for (const [i, [filters, numbers]] of cases.entries())
    assert.deepEqual(numbersOf(results[i]!), numbers, JSON.stringify(filters));
  const page = await search({ pagination: { skip: 1, take: 2, order: { price: 'DESC' } } });
  assert.deepEqual(idsOf(page), ['prod_10', 'prod_9']);
  assert.equal(page.metadata.count, 12);
});

test('search() counts values, ranges and statistics', async () => {
  const { facets } = await search({
    pagination: { take: 0 },
    search_options: {
      facets: ['status', { field: 'price', type: 'range', ranges: [{ to: 12 }, { key: 'more', from: 12 }] }],
    },
  });
  assert.deepEqual(facets, {
    status: {
      type: 'value',
      values: [
        { value: 'published', count: 9 },
        { value: 'draft', count: 3 },
      ],
    },
    price: {
      type: 'range',
      ranges: [
        { key: '*-12', to: 12, count: 2 },
        { key: 'more', from: 12, count: 10 },
      ],
    },
  });
  const stats = await search({
    filters: { price: { $lt: 13 } },
    search_options: { facets: [{ field: 'price', type: 'stats' }] },
  });
  assert.deepEqual(stats.facets?.['price'], { type: 'stats', min: 10, max: 12, avg: 11, sum: 33, count: 3 });
});

test('what Vitrine cannot answer exactly is refused', async () => {
  const refused: readonly Asked[] = [
    { filters: { title: { $like: 'a' } } },
    { filters: { title: { $prefix: 'a' } } },
    { pagination: { cursor: 'x' } },
    { pagination: { order: { _score: 'ASC' } } },
    ...[
      { distinct: 'title' },
      { min_score: 1 },
      { vector: { query: 'a' } },
      { typo_tolerance: false },
      { match_strategy: 'any' as const },
      { attributes_to_search_on: ['title'] },
      { facets: [{ field: 'status', query: 'a' }] },
    ].map((search_options) => ({ search_options })),
  ];
  for (const query of refused)
    await assert.rejects(search(query), { type: 'not_allowed' }, JSON.stringify(query));
  await assert.rejects(search({}, 'category_v1'), { type: 'invalid_data' });
  const definitions: readonly Partial<SearchTypes.ResolvedSearchIndexDefinition>[] = [
    { fields: { ...index.fields, embedding: { type: 'vector', dimensions: 3 } } },
    { settings: { distinct_attribute: 'title' } },
    { settings: { typo_tolerance: { enabled: false } } },
  ];
  for (const definition of definitions)
    await assert.rejects(provider.upsertIndex({ index: { ...index, ...definition } }), {
      type: 'not_allowed',
    });
});

test('a new version takes over item by item, and leaves nothing of the old one', async () => {
  const write = (physical: string, part: SearchTypes.SearchDocument[]): Promise<unknown> =>
    provider.upsertDocuments({ index: physical, definition: index, documents: part });
  await provider.upsertIndex({ index: { ...index, physical_name: 'product_v2' } });
  assert.deepEqual([await total('product_v1'), await total('product_v2')], [12, 0]);
  await write('product_v2', documents.slice(0, 5));
  // The version that serves finds all, during the build too.
  assert.equal((await search({})).metadata.count, 12);
  assert.equal((await search({}, 'product_v2')).metadata.count, 5);

  // A build that was given up takes nothing with it.
  await provider.upsertIndex({ index: { ...index, physical_name: 'product_v3' } });
  await provider.deleteIndex({ index: 'product_v2' });
  assert.equal((await search({})).metadata.count, 12);
  await write('product_v3', documents.slice(0, 10));
  await provider.deleteIndex({ index: 'product_v1' });
  assert.deepEqual(
    (await provider.listIndexes()).map(({ name, document_count }) => [name, document_count]),
    [['product_v3', 10]],
  );
  assert.equal((await search({}, 'product_v3')).metadata.count, 10);

  await provider.deleteDocuments({ index: 'product_v3', filters: { id: ['prod_0', 'nothing'] } });
  await provider.deleteDocuments({ index: 'product_v3', filters: { id: { $in: ['nothing'] } } });
  await provider.deleteDocuments({ index: 'product_v3', filters: { status: 'draft' } });
  assert.equal(await total('product_v3'), 8);
  await provider.clearIndex({ index: 'product_v3' });
  assert.equal(await total('product_v3'), 0);
  await write('product_v3', documents);
  await provider.deleteIndex({ index: 'product_v3' });
  assert.deepEqual(await provider.listIndexes(), []);
  assert.equal((await search({}, 'product_v1')).metadata.count, 0);
});

test('productItem() reads names, prices, pictures, stock, categories and options', () => {
  const item = productItem({
    id: 'prod_1',
    title: 'Tee',
    description: null,
    handle: 'tee',
    thumbnail: 'https://cdn.example/1.jpg',
    images: [
      { url: 'https://cdn.example/1.jpg' },
      { url: 'https://cdn.example/2.jpg' },
      { url: '/local.jpg' },
    ],
    categories: [{ name: 'Shirts' }],
    tags: [{ value: 'new' }],
    options: [{ title: 'Size', values: [{ value: 'S' }, { value: 'M' }] }],
    variants: [
      { sku: null, inventory_quantity: 2, prices: [{ amount: 12, currency_code: 'eur' }] },
      {
        sku: 'T-M',
        inventory_quantity: 3,
        calculated_price: { calculated_amount: 9.5, currency_code: 'eur' },
      },
    ],
  });
  const {
    variants: _,
    options: __,
    images: ___,
    categories: ____,
    ...rest
  } = item as Record<string, unknown>;
  assert.deepEqual(rest, {
    id: 'prod_1',
    name: 'Tee',
    title: 'Tee',
    description: '',
    handle: 'tee',
    sku: 'T-M',
    thumbnail: 'https://cdn.example/1.jpg',
    imgs: ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg'],
    price: 9.5,
    prices: { eur: 9.5 },
    stock: 5,
    category: ['Shirts'],
    tags: [{ value: 'new' }],
    option_values: { Size: ['S', 'M'] },
  });
  const endless = productItem({ id: 'p', variants: [{ inventory_quantity: 1, allow_backorder: true }] });
  assert.deepEqual([endless['stock'], endless.price, endless.name], [undefined, null, 'p']);
});
