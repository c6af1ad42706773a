import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../ports/catalog/json.ts';
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
        consequence: { params: { renderingContent: { redirect: { url: '/returns' } } } },
      },
      {
        objectID: 'facet',
        conditions: [{ pattern: '{facet:brand}', anchoring: 'contains' }],
        consequence: { params: { automaticFacetFilters: ['brand'] } },
      },
    ],
  });
  assert.deepEqual(shop.createSettingsBody(), {
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
    algolia: { replicas: [{ name: 'products_price_asc', sort: ['price:asc'] }] },
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
      redirect: { url: '/returns' },
    },
  ]);
  assert.deepEqual(leftOut, [
    'the setting decompoundedAttributes',
    'the synonyms s4: the type placeholder',
    'the rule winter: the parameter hitsPerPage',
    'the rule facet: its pattern "{facet:brand}" (contains)',
    'the replica products_price_asc: its settings, which are not among the files; its order is price:asc by its name',
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

const convertSettings = (settings: object, rest: Readonly<Record<string, readonly object[]>> = {}) =>
  converted('algolia', {
    'settings.json': [{ version: 2, ...settings } as unknown as JsonObject],
    ...(rest as Record<string, JsonObject[]>),
  });

void test('settings of searches become the search defaults of Algolia’s clients, or settings of Vitrine', () => {
  const { shop, leftOut } = convertSettings({
    attributeForDistinct: 'styleId',
    distinct: 2,
    hitsPerPage: 24,
    maxValuesPerFacet: 50,
    paginationLimitedTo: 500,
    enableRules: false,
    attributesToRetrieve: ['name', 'price'],
    highlightPreTag: '<mark>',
    typoTolerance: 'min',
    queryType: 'prefixNone',
    removeWordsIfNoResults: 'allOptional',
    ignorePlurals: ['en', 'fr'],
    ranking: ['desc(price)', 'typo', 'geo', 'words', 'filters', 'proximity', 'attribute', 'exact', 'custom'],
    customRanking: ['desc(popularity)'],
  });
  assert.deepEqual(shop.createSettingsBody(), {
    search: {
      groupBy: 'styleId',
      languages: ['en', 'fr'],
      typos: { enabled: true },
      typoThreshold: 1,
      criteria: ['typos'],
      prefix: 'off',
      dropWordsThreshold: 1,
      customRanking: [
        { field: 'price', order: 'desc' },
        { field: 'popularity', order: 'desc' },
      ],
    },
    algolia: {
      sort: ['price:desc'],
      searchDefaults: {
        distinct: 2,
        hitsPerPage: 24,
        maxValuesPerFacet: 50,
        paginationLimitedTo: 500,
        enableRules: false,
        attributesToRetrieve: ['name', 'price'],
        highlightPreTag: '<mark>',
      },
    },
  });
  assert.deepEqual(leftOut, []);
});

void test('each setting without a counterpart is told by its name, and defaults of Algolia are no settings of the shop', () => {
  const lost = {
    advancedSyntax: true,
    alternativesAsExact: ['singleWordSynonym'],
    allowTyposOnNumericTokens: false,
    attributeCriteriaComputedByMinProximity: true,
    camelCaseAttributes: ['name'],
    customNormalization: { default: { a: 'b' } },
    decompoundQuery: false,
    disableExactOnAttributes: ['name'],
    disablePrefixOnAttributes: ['sku'],
    exactOnSingleWordQuery: 'word',
    ignorePlurals: false,
    keepDiacriticsOnCharacters: 'ø',
    minProximity: 2,
    mode: 'neuralSearch',
    optionalWords: ['blue'],
    paginationLimitedTo: 50_000,
    queryType: 'prefixAll',
    relevancyStrictness: 90,
    removeStopWords: false,
    removeWordsIfNoResults: 'lastWords',
    separatorsToIndex: '+#',
    typoTolerance: 'strict',
    userData: { theme: 'dark' },
    renderingContent: { widgets: { banners: [] } },
    ranking: ['words', 'typo', 'custom'],
    distinct: 9,
    numericAttributesForFiltering: ['price'],
  };
  const { leftOut } = convertSettings(lost);
  for (const name of Object.keys(lost).filter((one) => one !== 'numericAttributesForFiltering'))
    assert.ok(
      leftOut.some((reason) => reason.startsWith(`the setting ${name}`)),
      `${name}: ${leftOut.join(' | ')}`,
    );
  const { shop, leftOut: ofDefaults } = convertSettings({
    minWordSizefor1Typo: 4,
    hitsPerPage: 20,
    maxValuesPerFacet: 100,
    paginationLimitedTo: 1_000,
    ranking: ['typo', 'geo', 'words', 'filters', 'proximity', 'attribute', 'exact', 'custom'],
    exactOnSingleWordQuery: 'attribute',
    alternativesAsExact: ['ignorePlurals', 'singleWordSynonym'],
    queryType: 'prefixLast',
    separatorsToIndex: '',
    highlightPreTag: '<em>',
    attributesToRetrieve: null,
  });
  assert.deepEqual(ofDefaults, []);
  assert.deepEqual(shop.createSettingsBody(), {
    search: { typos: { minLengthOneTypo: 4 } },
    algolia: { searchDefaults: { paginationLimitedTo: 1_000 } },
  });
});

void test('replicas have the order of their own files, of their names, or none, which is told', () => {
  const { shop, leftOut } = convertSettings(
    { replicas: ['shop_cheap', 'virtual(shop_new)', 'shop_price_desc', 'shop_odd'], hitsPerPage: 12 },
    {
      'shop_cheap.json': [{ primary: 'shop', ranking: ['asc(price)', 'typo'], hitsPerPage: 30 }],
      'settings-shop_new.json': [{ primary: 'shop', customRanking: ['desc(created)'], hitsPerPage: 12 }],
      'objects.ndjson': [{ objectID: '1', name: 'Chair', price: 3 }],
    },
  );
  assert.deepEqual(shop.settings.algolia.replicas, [
    { name: 'shop_cheap', sort: ['price:asc'] },
    { name: 'shop_new', sort: ['created:desc'] },
    { name: 'shop_price_desc', sort: ['price:desc'] },
    { name: 'shop_odd', sort: [] },
  ]);
  const told = leftOut.join('\n');
  assert.match(told, /the replica shop_cheap: its own hitsPerPage/);
  assert.match(told, /the replica shop_price_desc: its settings/);
  assert.match(told, /the replica shop_odd: its order/);
  assert.doesNotMatch(told, /shop_new/);
});

void test('the order of facets and values, scores, buried items, and a query that is replaced as a whole', () => {
  const { shop, leftOut } = convertSettings(
    {
      attributesForFaceting: ['brand', 'size', 'internal'],
      renderingContent: {
        facetOrdering: {
          facets: { order: ['size', 'brand'], hide: ['internal'] },
          values: {
            size: { order: ['S', 'M'], hide: ['XXS'], sortRemainingBy: 'alpha' },
            brand: { sortRemainingBy: 'hidden' },
          },
        },
      },
    },
    {
      'rules.json': [
        {
          objectID: 'whole',
          conditions: [{ pattern: 'telly', anchoring: 'is' }],
          consequence: {
            params: {
              query: 'television',
              optionalFilters: ['brand:Acme<score=3>', '-brand:Bolt', ['color:red<score=40>']],
              renderingContent: { facetOrdering: { facets: { order: ['size'] } } },
            },
          },
        },
        {
          objectID: 'part',
          conditions: [{ pattern: 'sofa', anchoring: 'contains' }],
          consequence: { params: { query: 'couch' } },
        },
      ],
    },
  );
  assert.deepEqual(shop.settings.search.facets, [
    { field: 'size', display: 'pinned', first: ['S', 'M'], order: 'value', hiddenValues: ['XXS'] },
    { field: 'brand', display: 'pinned' },
    { field: 'internal', display: 'hidden' },
  ]);
  assert.deepEqual(shop.rules, [
    {
      id: 'whole',
      when: { query: 'telly', match: 'is' },
      boost: [
        { filter: 'brand:Acme', by: 3 },
        { filter: 'color:red', by: 7 },
      ],
      bury: [{ filter: 'brand:Bolt' }],
      words: { replace: [{ from: 'telly', to: 'television' }] },
      facets: ['size'],
    },
    {
      id: 'part',
      when: { query: 'sofa', match: 'contains' },
      words: { replace: [{ from: 'sofa', to: 'couch' }] },
    },
  ]);
  const told = leftOut.join('\n');
  assert.match(told, /facetOrdering\.values\.brand: sortRemainingBy "hidden"/);
  assert.match(told, /the rule whole: a score of 40/);
  assert.match(told, /the rule part: words besides its pattern stay/);
});
