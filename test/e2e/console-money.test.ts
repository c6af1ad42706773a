import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { SearchReport } from '../../sdk/src/index.ts';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { Steps } from '../support/console-steps.ts';
import { assertAccessible, overflowPixels, pageViolations, showIn } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until, untilEqual, untilMatch } from '../support/until.ts';

const dayMs = 86_400_000;

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const region = (name: string) => page.getByRole('region', { name, exact: true });

async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await service.ask<T>(method, path, { key, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function open(to: string, heading: string): Promise<void> {
  await page.goto(`${service.url}/console/p/shop${to}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** A visitor who searches, clicks an item and buys it; without a price at that of the catalog. */
async function sale(session: string, price?: number, currency?: string): Promise<void> {
  const { searchId } = await send<{ searchId: string }>('GET', `/search/shop?q=lamp&session=${session}`);
  const bought = { id: 'wood', ...(price === undefined ? {} : { price }) };
  const money = currency === undefined ? {} : { currency };
  const data = [
    { type: 'click', session, item: 'wood', searchId },
    { type: 'purchase', session, items: [bought], ...money },
  ];
  await send('POST', '/api/events', { project: 'shop', data });
}

// The tests depend on each other, in order.
describe('sales and earnings in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', [
      'search',
      'recommend',
      'items:write',
      'events',
      'settings',
      'analytics',
    ]);
    await service.project('new', ['search']);
    const data = ['brass', 'steel', 'wood'].map((material, i) =>
      item(material, { name: `${material} lamp`, price: 10, popularity: 3 - i }),
    );
    await send('POST', '/api/items', { project: 'shop', data });
    const rule = {
      id: 'lamps',
      name: 'Wood for lamps',
      when: { query: 'lamp' },
      boost: [{ filter: 'id:wood' }],
    };
    await send('PUT', '/api/projects/shop/rules', {
      rules: [rule, { id: 'unused', hide: ['brass'], enabled: false }],
    });
    await send('PUT', '/api/projects/shop/placements/home', { placement: { id: 'home', list: 'popular' } });
    await send('PUT', '/api/projects/shop/collections/sale', {
      collection: { id: 'sale', filter: 'price < 20' },
    });
    for (let i = 0; i < 3; i++) await sale(`v${i}`, 20);
    await sale('catalog-price');
    await sale('abroad', 99, 'USD');
    await send('GET', '/search/shop?q=lampshade&session=lost0');
    await send('GET', '/search/shop?q=lampshade&session=lost1');
    const { recommendationId } = await send<{ recommendationId: string }>('POST', '/reco/placements/home', {
      index: 'shop',
      session: 'home',
    });
    const past = (daysAgo: number, price: number) => ({
      type: 'purchase',
      session: `past${daysAgo}`,
      items: [{ id: 'steel', price }],
      at: new Date(Date.now() - daysAgo * dayMs).toISOString(),
    });
    await send('POST', '/api/events', {
      project: 'shop',
      data: [
        { type: 'click', session: 'home', item: 'steel', recommendationId },
        { type: 'purchase', session: 'home', items: [{ id: 'steel', price: 7 }] },
        past(1, 60),
        past(7, 15),
      ],
    });
    const draft = { id: 'winter', name: 'Winter sale', rules: { remove: ['unused'] } };
    await send('PUT', '/api/projects/shop/drafts/winter', { draft });
    browser = await launchChromium({ paints: true });
    ({ page, errors: browserErrors } = await openConsole(browser, `${service.url}/console/p/shop`));
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('tells in 0 steps how the shop is today and was yesterday, against the week before', async () => {
    const sales = region('Sales');
    const figures = sales.locator('dl');
    await figures.getByText('€77.00').waitFor();
    await figures.getByText(/^all of \w+day last week: €15\.00$/).waitFor();
    await figures.getByText('€60.00').waitFor();
    await sales.getByText('Also $99.00 in 1 order.').waitFor();
    await sales.getByText('Today 5 orders, yesterday 1.').waitFor();
    const clicked = region('Click-through rate').getByText(/^Today, \d searches had a click\.$/);
    await clicked.waitFor();
    await region('Searches')
      .getByText(/^all of \w+day last week: –$/)
      .waitFor();
    await region('Searches without results').waitFor();
  });

  it('draws the days as lines, with a table behind them, and moves nothing when they appear', async () => {
    await page.addInitScript(
      `new PerformanceObserver((list) => (window.shifts ??= []).push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: 'layout-shift', buffered: true })`,
    );
    await open('', 'shop');
    const sales = region('Sales');
    await sales.locator('canvas').waitFor();
    await region('Needs attention').getByText('“Winter sale” is not published').waitFor();
    const shifts = () => page.evaluate<number[]>('window.shifts ?? []');
    assert.deepEqual(await shifts(), []);
    await page.evaluate(`document.querySelector('main').style.paddingTop = '300px'`);
    await until('a shift is not seen', async () => (await shifts()).length > 0);
    await sales.getByText('Show as table').click();
    const rows = sales.getByRole('table', { name: 'Sales by day' }).getByRole('row');
    await untilEqual(() => rows.count(), 8);
    await untilMatch(() => rows.last().textContent(), /€60\.00/);
    await untilMatch(() => rows.nth(1).textContent(), /€15\.00/);
  });

  it('lists what needs attention, with links to the pages that help', async () => {
    // A search counts ten seconds after it.
    await until('the searches without results are not counted', async () => {
      const { withoutResults } = await send<SearchReport>('GET', '/api/projects/shop/analytics/searches');
      return withoutResults[0]?.withoutResults === 2;
    });
    await open('', 'shop');
    const care = region('Needs attention');
    await care.getByText('“lampshade” found nothing 2 times in two weeks.').waitFor();
    await care.getByRole('link', { name: 'Open draft Winter sale' }).click();
    await page.getByRole('heading', { level: 1, name: 'Winter sale' }).waitFor();
  });

  it('tells what sold through which list in 1 step from the overview', async () => {
    await open('', 'shop');
    const steps = new Steps();
    await steps.click(region('Sales').getByRole('link', { name: 'Sold through lists' }));
    await page.getByRole('heading', { level: 1, name: 'Revenue' }).waitFor();
    const row = page.getByRole('row', { name: /Popular/ });
    await row.waitFor();
    await untilMatch(() => row.textContent(), /^Popular1before: 0100%.*€7\.00/);
    assert.equal(steps.count, 1);
  });

  it('tells revenue by query, marks what is estimated, sorts by each column and links to the place', async () => {
    await open('/revenue', 'Revenue');
    const table = page.getByRole('table', { name: 'Figures by query' });
    const lamp = table.getByRole('row', { name: /^lamp / });
    await lamp.getByText('estimated: €10.00').waitFor();
    await lamp.getByText('$99.00 in 1 order').waitFor();
    const totals = region('Totals');
    await totals.getByText('€77.00 direct, €0.00 assisted').waitFor();
    await totals.getByText('All sales in USD').waitFor();
    const queries = () => table.locator('tbody th').allTextContents();
    await untilEqual(() => queries(), ['lamp', 'lampshade']);
    await table.getByRole('button', { name: 'Shown' }).click();
    await table.locator('th[aria-sort=descending]').getByText('Shown').waitFor();
    await untilEqual(() => queries(), ['lamp', 'lampshade']);
    await page.getByLabel('Period').selectOption({ label: 'Yesterday' });
    await page.getByText('No figures by query in this period').waitFor();
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Rule' });
    await page.getByLabel('Period').selectOption({ label: 'Last 30 days' });
    await page.getByRole('link', { name: 'lamps' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    await untilEqual(() => page.getByLabel('Rule name').inputValue(), 'Wood for lamps');
  });

  it('downloads the same figures as CSV, and draws the days', async () => {
    await open('/revenue?by=day', 'Revenue');
    await region('Through searches and lists').locator('canvas').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), 'revenue-by-day.csv');
    const csv = readFileSync(await download.path(), 'utf8');
    assert.match(csv, /^day,shown,clicked/);
    assert.equal(csv.trim().split('\r\n').length, 9, 'a heading, seven days, and today in a second currency');
  });

  it('shows in empty views what will be there, with a button that begins it', async () => {
    const buttons: Readonly<Record<string, string>> = {
      items: 'Import your catalog',
      searches: 'Put search on your site',
      revenue: 'Put search on your site',
      rules: 'Add a rule',
      collections: 'New collection',
      placements: 'New placement',
      drafts: 'Edit rules',
      experiments: 'Drafts',
      history: 'Edit rules',
      'recommendations/user': 'Add an item',
      'search?q=jacket': 'Import your catalog',
    };
    for (const [view, name] of Object.entries(buttons)) {
      await page.goto(`${service.url}/console/p/new/${view}`);
      const empty = page.locator('.empty');
      await empty.locator('.empty-sample').waitFor();
      await untilEqual(() => empty.locator('.button').allTextContents(), [name], view);
      for (const colorScheme of ['dark', 'light'] as const) {
        await showIn(page, colorScheme);
        assert.deepEqual(await pageViolations(page), [], `${view}, ${colorScheme}`);
      }
    }
  });

  it('moves nothing when the items of a list arrive', async () => {
    const arrives = Promise.withResolvers<void>();
    await page.route(/\/search\/shop(\?|$)/, async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await page.goto(`${service.url}/console/p/shop/items`);
    await page.locator('.skeleton-rows').waitFor();
    const filters = await page.getByLabel('Search items').boundingBox();
    arrives.resolve();
    await page.locator('.item-grid tbody tr').first().waitFor();
    await untilEqual(() => page.getByLabel('Search items').boundingBox(), filters);
    const shifts = await page.evaluate<number[]>('window.shifts ?? []');
    const sum = shifts.reduce((all, value) => all + value, 0);
    assert.ok(sum < 0.02, `layout shifts of ${sum}`);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('sorts and finds the queries of all tables, in the address', async () => {
    await open('/searches', 'Searches');
    const queries = region('Top searches').locator('tbody a');
    await region('Top searches').getByRole('button', { name: 'Sort by Query' }).click();
    await page.waitForURL(/sort=query%3Aasc$/);
    const sorted = await queries.allTextContents();
    assert.deepEqual(sorted, sorted.toSorted());
    const orders = region('Top searches').getByRole('columnheader', { name: 'Sort by Orders' });
    await orders.getByRole('button').click();
    await orders.and(page.locator('[aria-sort=descending]')).waitFor();
    await untilEqual(() => queries.first().textContent(), 'lamp');
    await page.getByLabel('Find a query').fill('shade');
    await page.waitForURL(/q=shade&sort=orders%3Adesc$/);
    await region('Top searches').getByText('lampshade').waitFor();
    await untilEqual(() => queries.allTextContents(), ['lampshade']);
    await page.getByLabel('Find a query').fill('nothing like this');
    await page.getByText('No query of these has “nothing like this” in it.').first().waitFor();
  });

  it('tells the orders of each search, and what happened on a day at the pointer and in the table', async () => {
    await open('/searches', 'Searches');
    const totals = region('Totals');
    await totals.locator('canvas').waitFor();
    const top = region('Top searches').getByRole('row', { name: /^lamp / });
    await untilMatch(() => top.textContent(), /5$/, 'four orders in euros and one in dollars');
    const plot = (await totals.locator('.u-over').boundingBox())!;
    await page.mouse.move(plot.x + plot.width - 2, plot.y + plot.height / 2);
    await totals.getByText('searches: 7').waitFor();
    await totals.locator('.chart-tip').getByText('Placement home').waitFor();
    await page.mouse.move(plot.x + 2, plot.y + plot.height / 2);
    await totals.getByText('searches: 0').waitFor();
    await totals.getByText('Show as table').click();
    const rows = totals.getByRole('table', { name: 'Searches by day' }).getByRole('row');
    await untilMatch(() => rows.last().textContent(), /Collection sale/);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = readFileSync(await (await saved).path(), 'utf8');
    assert.deepEqual(csv.split('\r\n').slice(0, 2), [
      'query,searches,without results,searches with a click,click-through rate,average click position,orders',
      'lamp,5,0,5,1,1,5',
    ]);
  });

  it('tells in 0 steps what each rule, placement and collection earned', async () => {
    await open('/rules', 'Rules');
    await page
      .getByText(
        'Last 30 days: shown 5 times, click-through rate 100%, revenue €70.00 direct, €0.00 assisted; $99.00',
      )
      .waitFor();
    await page.getByText('Last 30 days: not shown.').waitFor();
    await open('/placements', 'Placements');
    await page
      .getByText('Last 30 days: shown 1 time, click-through rate 100%, revenue €7.00 direct, €0.00 assisted.')
      .waitFor();
    await open('/collections', 'Collections');
    await page.getByText('Last 30 days: not shown.').waitFor();
  });

  it('begins with the first steps in a project without events', async () => {
    await page.goto(`${service.url}/console/p/new`);
    await page.getByRole('link', { name: 'Add your first item' }).waitFor();
    await untilEqual(() => page.getByRole('heading', { name: 'Your shop today' }).count(), 0);
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    assert.deepEqual(headings, ['Set up your shop', 'Needs attention']);
  });

  it('does not widen a narrow page by a chart that is not redrawn yet, nor by the figures at the pointer', async () => {
    const shop = page;
    page = await shop.context().newPage();
    try {
      // The time between a resize and its observer, without end.
      await page.addInitScript('ResizeObserver = class { observe() {} unobserve() {} disconnect() {} }');
      await page.setViewportSize({ width: 1280, height: 900 });
      await open('', 'shop');
      await page.locator('.line-plot canvas').first().waitFor();
      await page.setViewportSize({ width: 390, height: 800 });
      await untilEqual(() => overflowPixels(page), 0);
      await page.reload();
      const plot = page.locator('.line-plot').first();
      const over = plot.locator('.u-over');
      await over.scrollIntoViewIfNeeded();
      const frame = (await plot.boundingBox())!;
      const inner = (await over.boundingBox())!;
      for (const part of [0.05, 0.45, 0.55, 0.95]) {
        await page.mouse.move(inner.x + inner.width * part, inner.y + inner.height / 2);
        const tip = (await plot.locator('.chart-tip:not([hidden])').boundingBox())!;
        assert.ok(tip.x >= frame.x && tip.x + tip.width <= frame.x + frame.width, `at ${part} of the width`);
      }
      await untilEqual(() => overflowPixels(page), 0);
    } finally {
      await page.close();
      page = shop;
    }
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    for (const [to, heading] of [
      ['', 'shop'],
      ['/revenue', 'Revenue'],
      ['/revenue?by=day', 'Revenue'],
      ['/rules', 'Rules'],
      ['/placements', 'Placements'],
    ] as const) {
      await open(to, heading);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await assertAccessible(page, to);
    }
    assert.deepEqual(browserErrors, []);
  });
});
