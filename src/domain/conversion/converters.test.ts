import assert from 'node:assert/strict';
import { test } from 'node:test';
import { converted } from './conversion.fixture.ts';

void test('documents and settings of Meilisearch', () => {
  const { items, shop, leftOut } = converted('meilisearch', {
    'documents.json': [
      {
        results: [
          {
            product_id: 7,
            title: 'Chair',
            price: '10.50',
            images: ['https://a.example/1.jpg'],
            secret: 'x',
            _geo: { lat: 1, lng: 2 },
          },
          { title: 'No id' },
        ],
        offset: 0,
        limit: 20,
        total: 2,
      },
    ],
    'settings.json': [
      {
        displayedAttributes: ['title', 'price'],
        searchableAttributes: ['*'],
        filterableAttributes: ['brand'],
        rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness', 'release:desc'],
        stopWords: ['the'],
        synonyms: { tv: ['television'], television: ['tv'], phone: ['iphone'] },
        distinctAttribute: 'parent',
        typoTolerance: {
          enabled: true,
          minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
          disableOnWords: ['shrek'],
          disableOnAttributes: [],
        },
        dictionary: ['J. R. R.'],
        embedders: {},
      },
    ],
  });
  assert.deepEqual(items, [
    {
      id: '7',
      name: 'Chair',
      price: 10.5,
      imgs: ['https://a.example/1.jpg'],
      location: { lat: 1, lng: 2 },
      secret: 'x',
    },
  ]);
  assert.deepEqual(shop.synonyms, [
    { kind: 'equivalent', words: ['tv', 'television'] },
    { kind: 'oneWay', from: 'phone', to: ['iphone'] },
  ]);
  assert.deepEqual(shop.settings.search.customRanking, [{ field: 'release', order: 'desc' }]);
  assert.equal(shop.settings.search.groupBy, 'parent');
  assert.deepEqual(
    shop.settings.privateFields,
    ['price', 'imgs', 'location', 'secret'].filter((field) => field !== 'price'),
  );
  assert.deepEqual(leftOut, ['items without an id (id, sku)', 'the setting dictionary']);
});

void test('documents, collection, synonyms and overrides of Typesense', () => {
  const { items, shop, leftOut } = converted('typesense', {
    'products.jsonl': [{ id: '1', name: 'Chair', price: 10, image_url: 'https://a.example/1.jpg', stock: 4 }],
    'collection.json': [
      {
        name: 'products',
        default_sorting_field: 'popularity',
        fields: [
          { name: 'brand', type: 'string', facet: true },
          { name: 'notes', type: 'string', index: false },
        ],
      },
    ],
    'synonyms.json': [
      {
        synonyms: [
          { id: 'a', synonyms: ['blazer', 'coat'] },
          { id: 'b', root: 'phone', synonyms: ['iphone'] },
        ],
      },
    ],
    'overrides.json': [
      {
        overrides: [
          {
            id: 'promote',
            rule: { query: 'apple', match: 'exact' },
            includes: [{ id: '422', position: 1 }],
            excludes: [{ id: '287' }],
            filter_by: 'brand:=`Acme Inc` && price:<100 && tags:[new,sale]',
            effective_to_ts: 1_796_083_200,
          },
          { id: 'dynamic', rule: { query: '{brand}', match: 'contains' }, filter_by: 'brand:={brand}' },
        ],
      },
    ],
  });
  assert.deepEqual(items[0]!['imgs'], ['https://a.example/1.jpg']);
  assert.deepEqual(shop.settings.search.facets, [{ field: 'brand' }]);
  assert.deepEqual(shop.settings.search.unsearchableFields, ['notes']);
  assert.equal(shop.synonyms.length, 2);
  assert.deepEqual(shop.rules, [
    {
      id: 'promote',
      when: { query: 'apple', match: 'is' },
      until: '2026-12-01T00:00:00.000Z',
      pin: [{ id: '422', position: 1 }],
      hide: ['287'],
      filter: 'brand:"Acme Inc" AND price < 100 AND tags IN [new,sale]',
    },
  ]);
  assert.deepEqual(leftOut, ['the override dynamic: its condition']);
});

void test('hits and synonyms of Elasticsearch', () => {
  const { items, shop, leftOut } = converted('elasticsearch', {
    'hits.ndjson': [
      {
        _index: 'products',
        _id: 'p1',
        _source: { id: 9, name: 'Chair', price: { amount: 12.5, currency: 'EUR' } },
      },
    ],
    'reply.json': [
      { took: 3, hits: { total: { value: 1 }, hits: [{ _id: 'p2', _source: { title: 'Table' } }] } },
    ],
    'settings.json': [
      {
        products: {
          settings: {
            index: {
              analysis: {
                filter: {
                  one: {
                    type: 'synonym_graph',
                    synonyms: ['i-pod, i pod => ipod', 'sea biscuit, sea biscit'],
                  },
                  two: { type: 'synonym', synonyms_path: 'analysis/synonym.txt' },
                },
              },
            },
          },
        },
      },
    ],
  });
  assert.deepEqual(items, [
    { id: 'p1', name: 'Chair', price: 12.5, imgs: [] },
    { id: 'p2', name: 'Table', price: null, imgs: [] },
  ]);
  assert.deepEqual(shop.synonyms, [
    { kind: 'oneWay', from: 'i-pod', to: ['ipod'] },
    { kind: 'equivalent', words: ['sea biscuit', 'sea biscit'] },
  ]);
  assert.deepEqual(leftOut, [
    'products.settings.index.analysis.filter.two: synonyms in analysis/synonym.txt',
  ]);
});

void test('items and feedback of gorse become items and a history in order of time', () => {
  const { items, shop, leftOut } = converted('gorse', {
    'items.json': [
      {
        Cursor: '',
        Items: [
          {
            ItemId: 'a',
            IsHidden: true,
            Categories: ['Home'],
            Timestamp: '2026-01-02T00:00:00Z',
            Labels: { brand: 'Acme', price: 9 },
            Comment: 'Chair',
          },
        ],
      },
    ],
    'feedback.jsonl': [
      { FeedbackType: 'purchase', UserId: 'u1', ItemId: 'a', Timestamp: '2026-03-02T10:00:00Z' },
      // As Go writes times.
      { FeedbackType: 'read', UserId: 'u1', ItemId: 'a', Timestamp: '2026-03-01 18:00:00 +0800 CST' },
      { FeedbackType: 'star', UserId: 'u1', ItemId: 'a', Timestamp: 'yesterday' },
      { UserId: 'u1', Labels: [] },
    ],
  });
  assert.deepEqual(items, [
    {
      id: 'a',
      name: 'Chair',
      price: 9,
      imgs: [],
      brand: 'Acme',
      categories: ['Home'],
      releasedAt: '2026-01-02T00:00:00.000Z',
      active: false,
    },
  ]);
  assert.deepEqual(
    shop.events.map(({ type, at, user }) => [type, at, user]),
    [
      ['view', '2026-03-01T10:00:00.000Z', 'u1'],
      ['purchase', '2026-03-02T10:00:00.000Z', 'u1'],
    ],
  );
  assert.deepEqual(leftOut, [
    'feedback without a user, an item, a time or a type',
    'users: Vitrine knows them by their events',
  ]);
});

void test('items and interactions of Recombee: the file tells their kind', () => {
  const interaction = { userId: 'u1', itemId: 'a', timestamp: 1_772_359_200 };
  const { items, shop } = converted('recombee', {
    'items.json': [{ itemId: 'a', title: 'Chair', price: 9 }],
    'detail-views.json': [interaction],
    'cart-additions.json': [interaction],
    'purchases.json': [{ ...interaction, amount: 2, price: 9 }],
    'ratings.json': [interaction],
  });
  assert.equal(items.length, 1);
  assert.deepEqual(
    shop.events.map(({ type }) => type),
    ['view', 'cart', 'purchase', 'rating'],
  );
  assert.deepEqual(shop.events[2]!.items, [{ id: 'a', quantity: 2, price: 9 }]);
});
