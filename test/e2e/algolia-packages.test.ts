import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recommendClient, type RecommendationsRequest } from '@algolia/recommend';
import recommend4 from 'algolia-recommend-4';
import { algoliasearch } from 'algoliasearch';
import version4 from 'algoliasearch-4';
import algoliasearchHelper from 'algoliasearch-helper';
import type { SearchClient } from 'algoliasearch-helper/types/algoliasearch.js';
import type { Browser } from 'playwright-core';
import { timeouts, timeouts4 } from '../support/algolia-timeouts.ts';
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

/** React InstantSearch, Autocomplete, the helper and the clients of recommendations, unchanged, on a service. */

let service: LocalService;
let key: string;
let host: string;
let pages: BundledPages;
let browser: Browser;

before(async () => {
  service = await LocalService.start();
  key = await lampShop(service);
  host = new URL(service.url).host;
  pages = await BundledPages.start([reactPage, autocompletePage], { client: 'algolia', host, key });
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await pages?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

const shop = (): WidgetShop => ({ browser, pages, service, client: 'algolia' });
test('components and hooks of React InstantSearch', () => useReactWidgets(shop()));
test('Autocomplete with items, values of a facet, query suggestions, recent searches and events', () =>
  useAutocomplete(shop()));

const hosts = (): { url: string; protocol: 'http' }[] => [{ url: host, protocol: 'http' }];
const hosts5 = () => [{ ...hosts()[0]!, accept: 'readWrite' as const }];

test('algoliasearch-helper: disjunctive and hierarchical facets, with clients of versions 5 and 4', async () => {
  const clients: readonly SearchClient[] = [
    algoliasearch('shop', key, { hosts: hosts5(), timeouts }),
    // Its types say that the query is required.
    (version4 as unknown as typeof version4.default)('shop', key, {
      hosts: hosts(),
      timeouts: timeouts4,
    }) as unknown as SearchClient,
  ];
  for (const client of clients) {
    const helper = algoliasearchHelper(client, 'shop', {
      facets: ['onSale'],
      disjunctiveFacets: ['brand', 'price'],
      hierarchicalFacets: [{ name: 'kinds', attributes: ['categories.lvl0', 'categories.lvl1'] }],
      tagFilters: '',
    });
    helper
      .addDisjunctiveFacetRefinement('brand', 'Acme')
      .addDisjunctiveFacetRefinement('brand', 'Cord: 2')
      .addFacetExclusion('onSale', 'false')
      .addNumericRefinement('price', '>=', 20)
      .toggleFacetRefinement('kinds', 'Home > Lamps');
    const { content } = await helper.searchOnce({ query: 'lamp', hitsPerPage: 50 });
    const prices = content.hits.map((hit) => (hit as unknown as { price: number }).price);
    assert.deepEqual(
      prices.toSorted((a, b) => a - b),
      [22, 24, 28],
    );
    assert.deepEqual(
      Object.fromEntries(
        (
          content.getFacetValues('brand', { sortBy: ['name:asc'] }) as unknown as {
            name: string;
            count: number;
          }[]
        ).map(({ name, count }) => [name, count]),
      ),
      { Acme: 2, Bolt: 2, 'Cord: 2': 1 },
    );
    const stats = content.getFacetStats('price') as { min: number; max: number };
    assert.deepEqual([stats.min, stats.max], [10, 28]);
    const kinds = content.getFacetValues('kinds', {}) as unknown as {
      data: { name: string; data: { name: string; count: number; isRefined: boolean }[] }[];
    };
    assert.deepEqual(
      kinds.data[0]?.data.map(({ name, count, isRefined }) => [name, count, isRefined]),
      [
        ['Lamps', 3, true],
        ['Desks', 3, false],
      ],
    );
    const values = await helper.searchForFacetValues('brand', 'b', 5);
    assert.deepEqual(
      values.facetHits.map(({ value, isRefined }) => [value, isRefined]),
      [['Bolt', false]],
    );
  }
});

test('clients of recommendations, versions 5 and 4', async () => {
  const base = { indexName: 'shop', threshold: 0 };
  const requests: RecommendationsRequest[] = [
    { ...base, model: 'bought-together' as const, objectID: 'lamp-1' },
    { ...base, model: 'related-products' as const, objectID: 'lamp-1', maxRecommendations: 3 },
    { ...base, model: 'looking-similar' as const, objectID: 'lamp-1', maxRecommendations: 2 },
    {
      ...base,
      model: 'trending-items' as const,
      facetName: 'brand',
      facetValue: 'Bolt',
      maxRecommendations: 4,
    },
    { ...base, model: 'trending-facets' as const, facetName: 'brand' },
    // Its types lack the model.
    {
      ...base,
      model: 'recommended-for-you',
      queryParameters: { userToken: 'ada', filters: 'brand:Acme' },
    } as unknown as RecommendationsRequest,
  ];
  const five = recommendClient('shop', key, { hosts: hosts5(), timeouts });
  const { results } = await five.getRecommendations({ requests });
  assert.equal((results[0]?.hits[0] as { objectID?: string } | undefined)?.objectID, 'lamp-2');
  assert.deepEqual(
    results.slice(1, 3).map(({ hits }) => hits.length),
    [3, 2],
  );
  for (const [position, brand] of [
    [3, 'Bolt'],
    [5, 'Acme'],
  ] as const) {
    const hits = results[position]?.hits as unknown as { brand: string }[];
    assert.ok(hits.length > 0 && hits.every((hit) => hit.brand === brand), brand);
  }
  assert.ok(results[4]?.hits.some((hit) => (hit as { facetValue?: string }).facetValue === 'Bolt'));

  const four = (recommend4 as unknown as typeof recommend4.default)('shop', key, { hosts: hosts() });
  const idsOf = ({
    results: lists,
  }: {
    readonly results: readonly { readonly hits: readonly { objectID?: string }[] }[];
  }) => lists[0]?.hits.map(({ objectID }) => objectID);
  const item = { indexName: 'shop', objectID: 'lamp-1', threshold: 0, maxRecommendations: 3 };
  assert.equal(idsOf(await four.getFrequentlyBoughtTogether([item]))?.[0], 'lamp-2');
  assert.equal(idsOf(await four.getRelatedProducts([item]))?.length, 3);
  assert.equal(idsOf(await four.getLookingSimilar([item]))?.length, 3);
  assert.equal(
    idsOf(await four.getTrendingItems([{ indexName: 'shop', threshold: 0, maxRecommendations: 2 }]))?.length,
    2,
  );
  assert.equal(
    (await four.getTrendingFacets([{ indexName: 'shop', threshold: 0, facetName: 'brand' }])).results[0]?.hits
      .length,
    3,
  );
  assert.ok(
    (
      idsOf(
        await four.getRecommendedForYou([
          { indexName: 'shop', threshold: 0, queryParameters: { userToken: 'ada' } },
        ]),
      ) ?? []
    ).length > 0,
  );
});
