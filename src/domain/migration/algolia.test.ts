import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../ports/json.ts';
import { converted } from './conversion.fixture.ts';

void test('a record of Algolia becomes an item with Vitrine’s names of fields', () => {
  const { items } = converted('algolia', {
    'objects.ndjson': [
      {
        objectID: 5477500,
        title: 'Amazon - Fire TV Stick',
        price: 39.99,
        image: 'https://cdn.example/5477500_sb.jpg',
        url: 'https://shop.example/p/5477500',
        _geoloc: { lat: 59.3, lng: 18.1 },
        _tags: ['tv'],
        hierarchicalCategories: { lvl0: 'TV', lvl1: 'TV > Streaming' },
      } as unknown as JsonObject,
    ],
  });
  assert.deepEqual(items, [
    {
      id: '5477500',
      name: 'Amazon - Fire TV Stick',
      price: 39.99,
      imgs: ['https://cdn.example/5477500_sb.jpg'],
      url: 'https://shop.example/p/5477500',
      location: { lat: 59.3, lng: 18.1 },
      tags: ['tv'],
      hierarchicalCategories: { lvl0: 'TV', lvl1: 'TV > Streaming' },
    },
  ]);
});

void test('settings, synonyms and rules of Algolia become those of Vitrine; the rest is told', () => {
  const { shop, leftOut } = converted('algolia', {
    'objects.ndjson': [
      { objectID: '1', name: 'Chair', price: 10, brand: 'Acme', color: 'red', margin: 3, internal: 'x' },
    ],
    'settings.json': [
      {
        searchableAttributes: ['name', 'brand,unordered(description)'],
        attributesForFaceting: ['searchable(brand)', 'filterOnly(shop)', 'color'],
        customRanking: ['desc(popularity)', 'asc(price)'],
        attributeForDistinct: 'styleId',
        unretrievableAttributes: ['margin'],
        queryLanguages: ['en', 'de'],
        minWordSizefor1Typo: 5,
        disableTypoToleranceOnAttributes: ['sku'],
        replicas: ['virtual(products_price_asc)'],
        decompoundedAttributes: { de: ['name'] },
        hitsPerPage: 20,
      },
    ],
    'synonyms.ndjson': [
      { objectID: 's1', type: 'synonym', synonyms: ['sofa', 'couch'] },
      { objectID: 's2', type: 'oneWaySynonym', input: 'phone', synonyms: ['iphone'] },
      { objectID: 's3', type: 'altCorrection1', word: 'trousers', corrections: ['pants'] },
      { objectID: 's4', type: 'placeholder', placeholder: '<size>', replacements: ['s', 'm'] },
    ],
    'rules.ndjson': [
      {
        objectID: 'winter',
        description: 'Winter sale',
        conditions: [{ pattern: 'shoes', anchoring: 'contains', context: 'home' }],
        consequence: {
          promote: [
            { objectID: 'b7', position: 0 },
            { objectIDs: ['b8', 'b9'], position: 3 },
          ],
          hide: [{ objectID: 'b1' }],
          params: {
            filters: 'season:winter AND price < 200',
            optionalFilters: ['brand:Acme'],
            query: {
              edits: [
                { type: 'remove', delete: 'cheap' },
                { type: 'replace', delete: 'sneekers', insert: 'sneakers' },
              ],
            },
            hitsPerPage: 5,
          },
          userData: { banner: 'winter.png' },
        },
        validity: [{ from: 1_796_083_200, until: 1_798_761_600 }],
      },
      {
        objectID: 'returns',
        conditions: [{ pattern: 'returns', anchoring: 'is' }],
        consequence: { params: { renderingContent: { redirect: { url: 'https://shop.example/returns' } } } },
      },
      {
        objectID: 'facet',
        conditions: [{ pattern: '{facet:brand}', anchoring: 'contains' }],
        consequence: { params: { automaticFacetFilters: ['brand'] } },
      },
    ],
  });
  assert.deepEqual(shop.settingsBody(), {
    search: {
      unsearchableFields: ['color', 'margin', 'internal'],
      facets: [{ field: 'brand' }, { field: 'color' }],
      customRanking: [
        { field: 'popularity', order: 'desc' },
        { field: 'price', order: 'asc' },
      ],
      groupBy: 'styleId',
      languages: ['en', 'de'],
      typos: { minLengthOneTypo: 5, disabledFields: ['sku'] },
      synonyms: [
        { kind: 'equivalent', words: ['sofa', 'couch'] },
        { kind: 'oneWay', from: 'phone', to: ['iphone'] },
        { kind: 'oneWay', from: 'trousers', to: ['pants'] },
      ],
    },
    items: { privateFields: ['margin'] },
  });
  assert.deepEqual(shop.rules, [
    {
      id: 'winter',
      name: 'Winter sale',
      when: { query: 'shoes', match: 'contains', context: { rule: 'home' } },
      from: '2026-12-01T00:00:00.000Z',
      until: '2027-01-01T00:00:00.000Z',
      pin: [
        { id: 'b7', position: 1 },
        { id: 'b8', position: 4 },
        { id: 'b9', position: 5 },
      ],
      hide: ['b1'],
      filter: 'season:winter AND price < 200',
      boost: [{ filter: 'brand:Acme' }],
      words: { replace: [{ from: 'sneekers', to: 'sneakers' }], remove: ['cheap'] },
      userData: { banner: 'winter.png' },
    },
    {
      id: 'returns',
      when: { query: 'returns', match: 'is' },
      redirect: { url: 'https://shop.example/returns' },
    },
  ]);
  assert.deepEqual(leftOut, [
    'the replica products_price_asc: use `sort` in requests',
    'the setting decompoundedAttributes',
    'the synonyms s4: the type placeholder',
    'the rule winter: the parameter hitsPerPage',
    'the rule facet: its pattern "{facet:brand}" (contains)',
  ]);
});

void test('one file of `algolia indices config export` has settings, rules and synonyms', () => {
  const { shop } = converted('algolia', {
    'export.json': [
      {
        settings: { customRanking: ['desc(popularity)'] },
        rules: [
          { objectID: 'r', conditions: [], consequence: { hide: [{ objectID: 'a' }] }, enabled: false },
        ],
        synonyms: [{ objectID: 's', type: 'synonym', synonyms: ['tv', 'television'] }],
      },
    ],
  });
  assert.deepEqual(shop.rules, [{ id: 'r', enabled: false, hide: ['a'] }]);
  assert.equal(shop.synonyms.length, 1);
  assert.equal(shop.settings.search.customRanking?.length, 1);
});
