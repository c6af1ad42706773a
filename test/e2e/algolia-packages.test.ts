import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recommendClient, type RecommendationsRequest } from '@algolia/recommend';
import recommend4 from 'algolia-recommend-4';
import { algoliasearch } from 'algoliasearch';
import version4 from 'algoliasearch-4';
import algoliasearchHelper from 'algoliasearch-helper';
import type { SearchClient } from 'algoliasearch-helper/types/algoliasearch.js';
import type { Browser, Page } from 'playwright-core';
import { BundledPages, errorsOf, shows } from '../support/bundled-pages.ts';
import { launchChromium } from '../support/chromium.ts';
import { eventCount, lampShop } from '../support/lamp-shop.ts';
import { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** React InstantSearch, Autocomplete, the helper and the clients of recommendations, unchanged, on a service. */

const reactPage = 'algolia-react.jsx';
const autocompletePage = 'algolia-autocomplete.js';

let service: RunningService;
let key: string;
let host: string;
let pages: BundledPages;
let browser: Browser;

before(async () => {
  service = await RunningService.start();
  key = await lampShop(service);
  host = new URL(service.url).host;
  pages = await BundledPages.start([reactPage, autocompletePage], { host, key });
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await pages?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

async function open(program: string): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage();
  const errors = errorsOf(page);
  await page.goto(pages.url(program));
  return { page, errors };
}
const textsIn = async (page: Page, selector: string): Promise<string[]> =>
  (await page.locator(selector).allTextContents()).map((text) => text.trim());

test('components and hooks of React InstantSearch', async () => {
  const { page, errors } = await open(reactPage);
  const see = (selector: string, expected: (texts: readonly string[]) => boolean): Promise<void> =>
    shows(page, selector, expected, errors);
  const total = (count: number): Promise<void> =>
    see('#stats', ([text]) => text?.startsWith(`${count} result`) === true);
  const clear = async (): Promise<void> => {
    await page.locator('#clear button').click();
    await total(30);
  };

  await total(30);
  await see('#hits a', ({ length }) => length === 12);
  await see('#other p', ([text]) => text === 'lamp-29,lamp-28');
  await see('#endless li b', ({ length }) => length === 12);
  await page.locator('#endless .ais-InfiniteHits-loadMore').click();
  await see('#endless li b', ({ length }) => length === 24);
  await see('#dynamic em', (all) => all.includes('brand') && all.includes('material'));
  await see('#facets p', ([text]) => text?.includes('brand') === true);
  await see('#trending li b', ({ length }) => length === 3);
  await see('#related b', ({ length }) => length === 3);
  await see('#together b', (all) => all.join() === 'Lamp 2');
  await see('#looking b', ({ length }) => length === 2);
  await see('#values p', ([text]) => text?.split(',').includes('Bolt') === true);

  await page.locator('#complete input').fill('lam');
  await see('#complete', ([text]) => text?.includes('lamp') === true);
  await see('#complete b', (all) => all.length === 3 && all.every((name) => name.startsWith('Lamp')));

  await page.locator('#brands').getByRole('checkbox', { name: 'Acme' }).check();
  await total(10);
  await see('#brands .ais-RefinementList-count', (all) => all.join() === '10,10');
  await page.locator('#brands .ais-RefinementList-showMore').click();
  await see('#brands .ais-RefinementList-count', (all) => all.join() === '10,10,10');
  await page.locator('#brands input[type=search]').fill('cor');
  await see('#brands .ais-RefinementList-labelText', (all) => all.join() === 'Cord: 2');
  await see('#brands mark', (all) => all.join() === 'Cor');
  await see('#chosen .ais-CurrentRefinements-categoryLabel', (all) => all.join() === 'Acme');
  await clear();

  await page.locator('#kinds').getByText('Home', { exact: true }).click();
  await see('#kinds .ais-HierarchicalMenu-label', (all) => all.join() === 'Home,Desks,Lamps');
  await page.locator('#kinds').getByText('Desks').click();
  await total(10);
  await see('#crumbs .ais-Breadcrumb-item--selected', ([text]) => text?.includes('Desks') === true);
  await page.locator('#menu').getByText('oak').click();
  await total(5);
  await clear();
  await page.locator('#weights').getByText('Light').click();
  await total(15);
  await page.locator('#sale input').check();
  await total(9);
  await clear();
  await page.locator('#price .ais-RangeInput-input--min').fill('30');
  await page.locator('#price .ais-RangeInput-input--max').fill('33');
  await page.locator('#price button').click();
  await total(4);
  await clear();
  await page.locator('#map').getByText('Near').click();
  await total(10);
  await see('#map span', (all) => all.join() === '10');
  await page.locator('#map').getByText('Everywhere').click();
  await total(30);

  await page.locator('#sort select').selectOption('shop_price_desc');
  await see('#hits a', ([first]) => first?.startsWith('Lamp 29') === true);
  await page.locator('#size select').selectOption('24');
  await see('#hits a', ({ length }) => length === 24);
  await page.locator('#pages').getByText('2', { exact: true }).click();
  await see('#hits a', ({ length }) => length === 6);
  await page.locator('#sort select').selectOption('shop');
  await page.locator('#box input').fill('shade');
  await total(1);
  assert.deepEqual(await textsIn(page, '#hits a mark'), ['shade', 'Lamp & <', '>']);
  assert.match((await textsIn(page, '#hits i'))[0] ?? '', /^A fine lamp for the…$/);
  await see('#banner p', (all) => all.join() === 'All shades');

  const events = await eventCount(service);
  await page.locator('#hits a').first().click();
  await until('The click was not stored', async () => (await eventCount(service)) === events + 1);

  assert.deepEqual(await textsIn(page, '#problem p'), ['']);
  assert.deepEqual(errors, []);
  await page.close();
});

test('Autocomplete with items, values of a facet, query suggestions, recent searches and events', async () => {
  const { page, errors } = await open(autocompletePage);
  const see = (selector: string, expected: (texts: readonly string[]) => boolean): Promise<void> =>
    shows(page, selector, expected, errors);
  const source = (id: string): string => `[data-autocomplete-source-id="${id}"]`;
  const input = page.locator('.aa-Input');
  await see('.aa-Input', ({ length }) => length === 1);
  await input.fill('lam');
  await see(`${source('products')} li b`, (all) => all.length === 4);
  assert.equal((await textsIn(page, `${source('products')} b mark`))[0], 'Lamp');
  await see(`${source('products')} li i`, ([text]) => text?.includes('lamp') === true);
  await see(`${source('querySuggestionsPlugin')} li`, (all) => all.some((text) => text.startsWith('lamp')));
  await input.fill('bo');
  await see(`${source('brands')} li`, (all) => all.length === 1 && /^Bolt\s+10$/.test(all[0] ?? ''));
  assert.deepEqual(await textsIn(page, `${source('brands')} mark`), ['Bo']);

  const events = await eventCount(service);
  await input.fill('shade');
  await see(`${source('products')} li b`, (all) => all.join() === 'Lamp & <shade>');
  await page
    .locator(`${source('products')} li`)
    .first()
    .click();
  await until('The selection was not stored', async () => (await eventCount(service)) > events);
  await input.fill('lamp');
  await input.press('Enter');
  await input.fill('');
  await see(`${source('recentSearchesPlugin')} li`, (all) => all.join().includes('lamp'));
  assert.deepEqual(errors, []);
  await page.close();
});

const hosts = (): { url: string; protocol: 'http' }[] => [{ url: host, protocol: 'http' }];
const hosts5 = () => [{ ...hosts()[0]!, accept: 'readWrite' as const }];

test('algoliasearch-helper: disjunctive and hierarchical facets, with clients of versions 5 and 4', async () => {
  const clients: readonly SearchClient[] = [
    algoliasearch('shop', key, { hosts: hosts5() }),
    // Its types say that the query is required.
    (version4 as unknown as typeof version4.default)('shop', key, {
      hosts: hosts(),
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
  const five = recommendClient('shop', key, { hosts: hosts5() });
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
