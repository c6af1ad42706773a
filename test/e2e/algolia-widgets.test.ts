import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { eventCount, lampShop } from '../support/lamp-shop.ts';
import { LocalServer } from '../support/local-server.ts';
import { LocalService } from '../support/local-service.ts';
import { root } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

/** The widgets of InstantSearch with Algolia's unchanged client and Insights, in Chromium. */

const scripts = {
  '/instantsearch.js': 'instantsearch.js/dist/instantsearch.production.min.js',
  '/algoliasearch.js': 'algoliasearch/dist/lite/builds/browser.umd.js',
  '/insights.js': 'search-insights/dist/search-insights.min.js',
} as const;

const containers = [
  'box',
  'stats',
  'hits',
  'brands',
  'kinds',
  'crumbs',
  'menu',
  'price',
  'prices',
  'rating',
  'sale',
  'size',
  'pages',
  'chosen',
  'clear',
  'dynamic',
  'banner',
  'trending',
  'related',
  'together',
  'looking',
  'sort',
  'endless',
] as const;

/** The page; `connection`: of the service. */
const pageOf = (connection: {
  host: string;
  key: string;
}): string => `<!doctype html><meta charset="utf-8"><title>Shop</title>
${containers.map((id) => `<div id="${id}"></div>`).join('')}
<script>
// As in the snippet of Insights: calls wait in a queue until its script has loaded.
window.AlgoliaAnalyticsObject = 'aa';
window.aa = (...call) => (window.aa.queue = window.aa.queue ?? []).push(call);
</script>
${Object.keys(scripts)
  .map((path) => `<script src="${path}"></script>`)
  .join('')}
<script>
const { host, key } = ${JSON.stringify(connection)};
const lite = window['algoliasearch/lite'];
const searchClient = lite.liteClient('shop', key, { hosts: [{ url: host, protocol: 'http', accept: 'readWrite' }],
  timeouts: { connect: 60_000, read: 60_000, write: 60_000 } });
const search = instantsearch({
  indexName: 'shop',
  searchClient,
  insights: { insightsClient: window.aa, insightsInitParams: { host: 'http://' + host, useCookie: true } },
});
const w = instantsearch.widgets;
const name = (hit, { html }) => html\`<b>\${hit.name}</b>\`;
search.addWidgets([
  w.configure({ hitsPerPage: 12, attributesToSnippet: ['description:5'], clickAnalytics: true, userToken: 'visitor-1' }),
  w.searchBox({ container: '#box' }),
  w.stats({ container: '#stats' }),
  w.hits({
    container: '#hits',
    templates: {
      item: (hit, { html, components, sendEvent }) => html\`<a onClick=\${() => sendEvent('click', hit, 'Clicked')}>\${components.Highlight({ hit, attribute: 'name' })}</a> <i>\${components.Snippet({ hit, attribute: 'description' })}</i>\`,
    },
  }),
  w.refinementList({ container: '#brands', attribute: 'brand', searchable: true, operator: 'or' }),
  w.hierarchicalMenu({ container: '#kinds', attributes: ['categories.lvl0', 'categories.lvl1'] }),
  w.breadcrumb({ container: '#crumbs', attributes: ['categories.lvl0', 'categories.lvl1'] }),
  w.menu({ container: '#menu', attribute: 'material' }),
  w.rangeInput({ container: '#price', attribute: 'price' }),
  w.numericMenu({ container: '#prices', attribute: 'weight', items: [{ label: 'All' }, { label: 'Light', end: 4 }, { label: 'Heavy', start: 5 }] }),
  w.ratingMenu({ container: '#rating', attribute: 'rating' }),
  w.toggleRefinement({ container: '#sale', attribute: 'onSale' }),
  w.hitsPerPage({ container: '#size', items: [{ label: '12', value: 12, default: true }, { label: '24', value: 24 }] }),
  w.pagination({ container: '#pages' }),
  w.sortBy({ container: '#sort', items: [{ label: 'Best', value: 'shop' }, { label: 'Dearest', value: 'shop_price_desc' }] }),
  w.infiniteHits({ container: '#endless', templates: { item: name } }),
  w.currentRefinements({ container: '#chosen' }),
  w.clearRefinements({ container: '#clear' }),
  w.dynamicWidgets({ container: '#dynamic', widgets: [], transformItems: (names) => names.filter((one) => !one.startsWith('categories')), fallbackWidget: ({ container, attribute }) => w.panel({ templates: { header: attribute } })(w.menu)({ container, attribute }) }),
  w.queryRuleCustomData({ container: '#banner', templates: { default: ({ items }, { html }) => html\`<p>\${items.map((one) => one.banner)}</p>\` } }),
]);
search.on('error', (error) => { document.title = String(error.message ?? error.error?.message); });
// Recommendations that arrive before the first search make infiniteHits() of InstantSearch 4.118 read the hits of no results.
search.on('render', function addLists() {
  if (search.mainIndex.getResults() === null) return;
  search.removeListener('render', addLists);
  search.addWidgets([
    w.trendingItems({ container: '#trending', limit: 3, templates: { item: name } }),
    w.relatedProducts({ container: '#related', objectIDs: ['lamp-1'], limit: 3, templates: { item: name } }),
    w.frequentlyBoughtTogether({ container: '#together', objectIDs: ['lamp-1'], limit: 1, templates: { item: name } }),
    w.lookingSimilar({ container: '#looking', objectIDs: ['lamp-1'], limit: 2, templates: { item: name } }),
  ]);
});
search.start();
window.search = search;
</script>`;

let service: LocalService;
let site: LocalServer;
let key: string;
let browser: Browser;
let page: Page;
const errors: string[] = [];

before(async () => {
  service = await LocalService.start();
  key = await lampShop(service);
  site = await LocalServer.start(({ url = '/' }, reply) => {
    if (url === '/')
      return void reply
        .setHeader('content-type', 'text/html')
        .end(pageOf({ host: new URL(service.url).host, key }));
    if (!Object.hasOwn(scripts, url)) return void reply.writeHead(404).end();
    const file = join(root, 'node_modules', scripts[url as keyof typeof scripts]);
    return void reply.setHeader('content-type', 'text/javascript').end(readFileSync(file));
  });
  browser = await launchChromium();
  page = await browser.newPage();
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('response', (reply) => {
    if (reply.status() >= 400 && !reply.url().endsWith('favicon.ico'))
      errors.push(`${reply.status()} ${reply.url()}`);
  });
  await page.goto(site.url);
});
after(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

const texts = async (selector: string): Promise<string[]> =>
  (await page.locator(selector).allTextContents()).map((text) => text.trim());
async function shows(selector: string, expected: (all: readonly string[]) => boolean): Promise<void> {
  let last: string[] = [];
  await until(
    () => `${selector} shows ${last.join(' | ')}: ${errors.join('; ')}`,
    async () => {
      last = await texts(selector);
      return expected(last);
    },
  );
}
const within = (id: (typeof containers)[number]): Locator => page.locator(`#${id}`);
const hits = '#hits li a';

test('hits, highlights, snippets, statistics and pages', async () => {
  await shows(hits, ({ length }) => length === 12);
  await shows('#stats', ([text]) => text?.startsWith('30 results') === true);
  await untilEqual(() => page.locator('#pages li a').filter({ hasText: /^\d+$/ }).count(), 3);
  await within('box').locator('input').fill('shade');
  await shows(hits, (all) => all.join() === 'Lamp & <shade>');
  await untilEqual(() => texts('#hits mark'), ['shade']);
  await untilEqual(() => texts('#banner p'), ['All shades']);
  await within('box').locator('input').fill('lamp');
  await shows(hits, ({ length }) => length === 12);
  assert.match((await texts('#hits i'))[0] ?? '', /^…fine lamp for the desk…$/);
  await within('size').locator('select').selectOption('24');
  await shows(hits, ({ length }) => length === 24);
  await within('pages').getByText('2', { exact: true }).click();
  await shows(hits, ({ length }) => length === 6);
  await within('box').locator('input').fill('');
});

test('an order by a replica, and hits that are added page by page', async () => {
  await within('sort').locator('select').selectOption({ label: 'Dearest' });
  await shows(hits, ([first]) => first === 'Lamp 29');
  const shown = (await texts('#endless li b')).length;
  await within('endless').locator('.ais-InfiniteHits-loadMore').click();
  await shows('#endless li b', ({ length }) => length > shown);
  await within('sort').locator('select').selectOption({ label: 'Best' });
  await shows(hits, ([first]) => first !== 'Lamp 29');
});

test('lists of values count exactly, also those that are not chosen, and are searched', async () => {
  await within('brands').getByRole('checkbox', { name: 'Acme' }).check();
  await within('brands').getByRole('checkbox', { name: 'Cord: 2' }).check();
  await shows('#stats', ([text]) => text?.startsWith('20 results') === true);
  assert.deepEqual((await texts('#brands .ais-RefinementList-count')).toSorted(), ['10', '10', '10']);
  assert.deepEqual((await texts('#chosen .ais-CurrentRefinements-categoryLabel')).toSorted(), [
    'Acme',
    'Cord: 2',
  ]);
  await within('brands').locator('input[type=search]').fill('bo');
  await shows('#brands .ais-RefinementList-labelText', (all) => all.join() === 'Bolt');
  await untilEqual(() => texts('#brands mark'), ['Bo']);
  await within('clear').locator('button').click();
  await shows('#stats', ([text]) => text?.startsWith('30 results') === true);
});

test('a hierarchy, a menu, ranges, ratings and a switch narrow the list', async () => {
  await shows('#kinds .ais-HierarchicalMenu-label', (all) => all.join() === 'Home');
  await within('kinds').getByText('Home').click();
  await shows('#kinds .ais-HierarchicalMenu-label', (all) => all.join() === 'Home,Desks,Lamps');
  await within('kinds').getByText('Desks').click();
  await shows('#stats', ([text]) => text?.startsWith('10 results') === true);
  await untilEqual(() => texts('#kinds .ais-HierarchicalMenu-count'), ['30', '10', '20']);
  await shows('#crumbs .ais-Breadcrumb-item--selected', ([text]) => /Desks/.test(text ?? ''));
  await within('menu').getByText('oak').click();
  await shows('#stats', ([text]) => text?.startsWith('5 results') === true);
  await within('clear').locator('button').click();
  await shows('#stats', ([text]) => text?.startsWith('30 results') === true);

  await within('price').locator('.ais-RangeInput-input--min').fill('30');
  await within('price').locator('.ais-RangeInput-input--max').fill('33');
  await within('price').locator('button').click();
  await shows('#stats', ([text]) => text?.startsWith('4 results') === true);
  await within('clear').locator('button').click();
  await shows('#stats', ([text]) => text?.startsWith('30 results') === true);
  await within('prices').getByText('Light').click();
  await shows('#stats', ([text]) => text?.startsWith('15 results') === true);
  await within('sale').locator('input').check();
  await shows('#stats', ([text]) => text?.startsWith('9 results') === true);
  await within('clear').locator('button').click();
  await within('rating').locator('a').first().click();
  await shows('#stats', ([text]) => text?.startsWith('12 results') === true);
  await within('clear').locator('button').click();
  await shows('#stats', ([text]) => text?.startsWith('30 results') === true);
});

test('dynamic widgets show facets of the results, and lists of recommendations their items', async () => {
  await shows('#dynamic .ais-Panel-header', (all) => all.includes('brand') && all.includes('material'));
  assert.equal((await texts('#trending li b')).length, 3);
  assert.equal((await texts('#related li b')).length, 3);
  await untilEqual(() => texts('#together li b'), ['Lamp 2']);
  assert.equal((await texts('#looking li b')).length, 2);
});

test('a click on a hit is an event of its search; shown hits are no events', async () => {
  await page.locator(hits).first().click();
  await until('The click was not stored', async () => (await eventCount(service)) === 4);
  assert.deepEqual(errors, []);
  assert.equal(await page.title(), 'Shop');
});
