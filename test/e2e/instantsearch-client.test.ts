import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createInstantSearchClient, type InstantSearchClient } from '@vitrine/instantsearch-client';
import algoliasearchHelper from 'algoliasearch-helper';
import type { SearchClient as HelperClient } from 'algoliasearch-helper/types/algoliasearch.js';
import type InstantSearch from 'instantsearch.js';
import type { Browser } from 'playwright-core';
import { BundledPages } from '../support/bundled-pages.ts';
import { launchChromium } from '../support/chromium.ts';
import { lampShop } from '../support/lamp-shop.ts';
import { LocalService } from '../support/local-service.ts';
import {
  autocompletePage,
  reactPage,
  useAutocomplete,
  useReactWidgets,
  type WidgetShop,
} from '../support/widget-pages.ts';

/** The package `@vitrine/instantsearch-client` with React InstantSearch, Autocomplete and the helper, on a service. */

let service: LocalService;
let key: string;
let pages: BundledPages;
let browser: Browser;
/** Searches that the client sent, in order. */
const sent: { searches: object[] }[] = [];
let client: InstantSearchClient;

before(async () => {
  service = await LocalService.start();
  key = await lampShop(service);
  pages = await BundledPages.start([reactPage, autocompletePage], {
    client: 'vitrine',
    host: new URL(service.url).host,
    key,
  });
  browser = await launchChromium();
  client = createInstantSearchClient({
    url: service.url,
    key,
    fetch: (url, init) => {
      if ((url as string).endsWith('/search'))
        sent.push(JSON.parse(init?.body as string) as { searches: object[] });
      return fetch(url, init);
    },
  });
});
after(async () => {
  await browser?.close();
  await pages?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

const shop = (): WidgetShop => ({ browser, pages, service, client: 'vitrine' });
test('components and hooks of React InstantSearch', () => useReactWidgets(shop()));
test('Autocomplete with items, values of a facet, completions and recent searches', () =>
  useAutocomplete(shop()));

test('the types are those that InstantSearch and its helper expect', () => {
  const forWidgets: ReturnType<typeof InstantSearch>['client'] = client;
  const forHelper: HelperClient = client;
  assert.equal(forWidgets, forHelper);
});

test('the helper counts disjunctive facets by the one search for the hits', async () => {
  const helper = algoliasearchHelper(client, 'shop/price:desc', {
    facets: ['onSale'],
    disjunctiveFacets: ['brand', 'price'],
    hierarchicalFacets: [{ name: 'kinds', attributes: ['categories.lvl0', 'categories.lvl1'] }],
  });
  helper
    .addDisjunctiveFacetRefinement('brand', 'Acme')
    .addDisjunctiveFacetRefinement('brand', 'Cord: 2')
    .addFacetExclusion('onSale', 'false')
    .addNumericRefinement('price', '>=', 20);
  sent.length = 0;
  const { content } = await helper.searchOnce({ query: 'lamp', hitsPerPage: 50 });
  assert.deepEqual(
    sent.map(({ searches }) => searches.length),
    [1],
  );
  const prices = content.hits.map((hit) => (hit as unknown as { price: number }).price);
  assert.deepEqual(
    prices,
    [38, 36, 34, 32, 30, 28, 26, 24, 22, 20].filter((price) => (price - 10) % 3 !== 1),
  );
  const counts = content.getFacetValues('brand', {}) as unknown as { name: string; count: number }[];
  assert.deepEqual(Object.fromEntries(counts.map(({ name, count }) => [name, count])), {
    Acme: 3,
    Bolt: 4,
    'Cord: 2': 3,
  });
  const stats = content.getFacetStats('price') as { min: number; max: number };
  assert.deepEqual([stats.min, stats.max], [10, 36]);

  helper.toggleFacetRefinement('kinds', 'Home > Lamps');
  const nested = await helper.searchOnce({ query: 'lamp' });
  const kinds = nested.content.getFacetValues('kinds', {}) as unknown as {
    data: { name: string; data: { name: string; count: number }[] }[];
  };
  assert.deepEqual(kinds.data[0]?.data.map(({ name, count }) => [name, count]).toSorted(), [
    ['Desks', 3],
    ['Lamps', 3],
  ]);
  const one = await client.searchForFacetValues({ indexName: 'shop', facetName: 'brand' });
  assert.equal(one.facetHits.length, 3);
  const values = await helper.searchForFacetValues('brand', 'b', 5);
  assert.deepEqual(
    values.facetHits.map(({ value, highlighted }) => [value, highlighted]),
    [['Bolt', '<em>B</em>olt']],
  );
});

test('filters as the helper writes them', async () => {
  const cases: readonly (readonly [params: Record<string, unknown>, total: number])[] = [
    [{}, 30],
    [{ hitsPerPage: 0, facets: 'brand', query: undefined }, 30],
    [{ facetFilters: ['brand:-Acme'] }, 20],
    [{ facetFilters: [['brand:Acme', 'brand:Cord: 2']] }, 20],
    [{ numericFilters: ['price>=12.5', 'price<=20.5'] }, 8],
    [{ numericFilters: ['price!=12', ['price=12', 'price=13']] }, 1],
    [{ numericFilters: 'weight>8' }, 3],
    [{ filters: 'brand:Acme OR brand:Bolt', facetFilters: ['brand:Bolt'] }, 10],
    [{ filters: '' }, 30],
    [{ insideBoundingBox: '50.95,9,49,7' }, 10],
    [
      {
        insideBoundingBox: [
          [50.95, 9, 49, 7],
          [53, 9, 52.85, 7],
        ],
      },
      11,
    ],
    [{ query: 'qqqqwwww' }, 0],
    [{ page: 2, hitsPerPage: 12 }, 30],
  ];
  const { results } = await client.search(cases.map(([params]) => ({ indexName: 'shop', params })));
  for (const [i, [params, total]] of cases.entries())
    assert.equal(results[i]?.nbHits, total, JSON.stringify(params));
  // No popular items instead.
  assert.deepEqual(results.at(-2)?.hits, []);
  assert.deepEqual([results.at(-1)?.hits.length, results.at(-1)?.nbPages, results.at(-1)?.page], [6, 3, 2]);
  const one = (indexName: string, params: object): Promise<unknown> =>
    client.search([{ indexName, params: { ...params } }]);
  await assert.rejects(one('shop', { filters: 'brand:' }), { status: 400, code: 'invalid_filter' });
  await assert.rejects(one('other', {}), { status: 403, code: 'project_forbidden' });
  const unreachable = createInstantSearchClient({ url: 'http://127.0.0.1:9', key });
  await assert.rejects(unreachable.search([{ indexName: 'shop' }]), { status: 0, code: 'unreachable' });
});

test('25 searches of a project are two requests, with all results in order', async () => {
  sent.length = 0;
  const requests = Array.from({ length: 25 }, (_, i) => ({
    indexName: 'shop',
    params: { filters: `id:lamp-${i}` },
  }));
  const { results } = await client.search<{ id: string }>(requests);
  assert.deepEqual(
    results.map(({ hits }) => hits[0]?.objectID),
    requests.map((_, i) => `lamp-${i}`),
  );
  assert.deepEqual(
    sent.map(({ searches }) => searches.length),
    [20, 5],
  );
});

test('highlights have every text, with the tags of the request, and snippets are cut at words', async () => {
  const params = {
    query: 'shade desk',
    highlightPreTag: '[',
    highlightPostTag: ']',
    attributesToSnippet: ['description:3'],
    facets: ['brand'],
  };
  const { results } = await client.search<{ _highlightResult: unknown; _snippetResult: unknown }>([
    { indexName: 'shop', params },
  ]);
  const [hit] = results[0]!.hits;
  const { name, brand } = hit!._highlightResult as Record<string, { value: string; matchLevel: string }>;
  assert.equal(brand?.matchLevel, 'none');
  assert.equal(name?.value, 'Lamp & <[shade]>');
  assert.deepEqual(hit?._snippetResult, {
    description: { value: '…the [desk] in…', matchLevel: 'full' },
  });
});

test('recommendations and completions', async () => {
  const requests = ['bought-together', 'related-products', 'looking-similar'].map((model) => ({
    indexName: 'shop',
    model,
    objectID: 'lamp-1',
    threshold: 0,
    maxRecommendations: 3,
  }));
  const { results } = await client.getRecommendations<{ name: string }>([
    ...requests,
    { indexName: 'shop', model: 'trending-items', facetName: 'brand', facetValue: 'Bolt' },
    { indexName: 'shop', model: 'recommended-for-you', queryParameters: { userToken: 'ada' } },
  ]);
  assert.deepEqual([results[0]?.hits[0]?.objectID, results[0]?.hits[0]?._score], ['lamp-2', 100]);
  assert.deepEqual(
    results.slice(0, 3).map(({ hits }) => hits.length),
    [3, 3, 3],
  );
  assert.ok(results.every(({ hits, queryID }) => hits.length > 0 && queryID !== undefined));
  await assert.rejects(
    client.getRecommendations([{ indexName: 'shop', model: 'trending-facets' }]),
    TypeError,
  );
  const completed = await client.search<{ query: string }>([
    { indexName: 'shop_query_suggestions', params: { query: 'la', hitsPerPage: 2 } },
    { indexName: 'shop', type: 'facet', facet: 'brand', params: { facetQuery: 'ac' } },
    { indexName: 'shop', params: { hitsPerPage: 1 } },
  ]);
  assert.ok(completed.results[0]?.hits.some(({ query }) => query === 'lamp'));
  assert.deepEqual((completed.results[1] as unknown as { facetHits: object[] }).facetHits, [
    { value: 'Acme', highlighted: '<em>Ac</em>me', count: 10 },
  ]);
  assert.equal(completed.results[2]?.nbHits, 30);
});
