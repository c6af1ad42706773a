import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { moveTo, openConsole } from '../support/console-page.ts';
import { LocalServer } from '../support/local-server.ts';
import { LocalService } from '../support/local-service.ts';
import { assertAccessible } from '../support/page-rules.ts';
import { item } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

const dayMs = 86_400_000;

let service: LocalService;
/** A host that has no feed. */
let files: LocalServer;
let browser: Browser;
let page: Page;
let key = '';
let webKey = '';
let browserErrors: string[] = [];

const region = (name: string) => page.getByRole('region', { name, exact: true });
const setup = () => region('Set up your shop');
const step = (title: string) =>
  setup()
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });
const attention = () => region('Needs attention');

async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await service.ask<T>(method, path, { key, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The overview, loaded again. */
async function reopen(): Promise<void> {
  await moveTo(page, '/console/p/shop');
  await attention().waitFor();
}

/** Searches in the console, until this browser remembers as many different searches. */
async function searchFor(query: string, remembered: number): Promise<void> {
  await page.getByRole('combobox', { name: 'Search this project' }).fill(query);
  await until('The browser does not remember the search', async () => {
    const tried = "JSON.parse(localStorage.getItem('vitrine-tried shop')).length";
    return (await page.evaluate<number>(tried)) === remembered;
  });
}

/** A visitor who searches, clicks and buys what was found. */
async function buy(session: string, price: number): Promise<void> {
  const { searchId } = await send<{ searchId: string }>('GET', `/search/shop?q=lamp&session=${session}`);
  const data = [
    { type: 'click', session, item: 'brass', searchId },
    { type: 'purchase', session, items: [{ id: 'brass', price }] },
  ];
  await send('POST', '/api/events', { project: 'shop', data });
}

// The tests depend on each other, in order: the life of a shop from its first day on.
describe('the overview, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    files = await LocalServer.start((_, response) => void response.writeHead(404).end());
    service = await LocalService.start({ VITRINE_FEED_HOSTS: new URL(files.url).host });
    key = await service.project('shop', ['search', 'items:write', 'events', 'settings', 'analytics']);
    browser = await launchChromium({ paints: true });
    const opened = await openConsole(browser, `${service.url}/console/p/shop`);
    page = opened.page;
    browserErrors = opened.errors;
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    await files?.[Symbol.asyncDispose]();
  });

  it('leads a new project by five steps, the first one open, without curl', async () => {
    await setup().getByText('0 of 5 done').waitFor();
    await untilEqual(
      () => setup().getByRole('heading', { level: 3 }).allInnerTexts(),
      [
        'Bring in your catalog',
        'Look at twenty searches',
        'Put it on your site',
        'See the first events',
        'See the first sale',
      ],
    );
    await setup().getByRole('link', { name: 'Import your catalog' }).waitFor();
    await untilEqual(() => setup().locator('details[open]').count(), 1);
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    assert.deepEqual(headings, ['Set up your shop', 'Needs attention']);
    assert.doesNotMatch(await page.locator('main').innerText(), /curl/i);
    await assertAccessible(page, 'the overview of a new project');
  });

  it('sees by itself that the catalog is in, and offers searches of it to look at', async () => {
    const materials = ['brass', 'steel', 'wood'];
    const data = materials.map((material) =>
      item(material, {
        name: `${material} lamp`,
        brand: `Maker of ${material}`,
        category: `Home > Lamps ${material}`,
        imgs: [],
      }),
    );
    await send('POST', '/api/items', { project: 'shop', data });
    // Without a reload: the page asks again while a shop is set up.
    await step('Bring in your catalog').getByText('3 items, 3 of them active.').waitFor();
    await setup().getByText('1 of 5 done').waitFor();
    const chips = step('Look at twenty searches').getByRole('list', { name: 'Searches to try' });
    await chips.getByRole('link', { name: 'lamps wood' }).click();
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    await until('The browser does not remember the search', async () =>
      page.evaluate<boolean>("localStorage.getItem('vitrine-tried shop')?.includes('lamps wood') ?? false"),
    );
    await reopen();
    await chips.getByRole('link', { name: 'Looked at: lamps wood' }).waitFor();
    await setup().getByText('1 of 20 looked at.').waitFor();
  });

  it('is done with the twenty searches once the console has shown them', async () => {
    // Each search takes the time that a person looks at it, so all but two are remembered as before.
    const looked = Array.from({ length: 17 }, (_, index) => `query ${index}`);
    await page.evaluate(
      `localStorage.setItem('vitrine-tried shop', JSON.stringify(['lamps wood', ...${JSON.stringify(looked)}]))`,
    );
    await moveTo(page, '/console/p/shop/search');
    for (const query of ['brass lamp', 'brass  LAMP', 'steel lamp'])
      await searchFor(query, query === 'steel lamp' ? 20 : 19);
    await reopen();
    await step('Look at twenty searches').getByText('20 searches looked at in this browser.').waitFor();
    await setup().getByText('2 of 5 done').waitFor();
  });

  it('shows the tag with its key, once there is one', async () => {
    const site = step('Put it on your site');
    const tag = site.getByRole('region', { name: 'Tag', exact: true });
    await tag.getByText('data-key="YOUR_WEB_KEY"').waitFor();
    await site.getByLabel('Address of the shop').fill('shop.example');
    await site.getByRole('button', { name: 'Create a key for the tag' }).click();
    await tag.getByText(/data-key="vtr_[\w-]+"/).waitFor();
    webKey = /data-key="([^"]+)"/.exec(await tag.innerText())?.[1] ?? '';
    await assertAccessible(page, 'the step of the tag');
    // The browser keeps the key, which is public, for this page and for “On your site”.
    await page.reload();
    await tag.getByText(`data-key="${webKey}"`).waitFor();
    await moveTo(page, '/console/p/shop/site');
    await page.getByRole('region', { name: 'Tag', exact: true }).getByText(`data-key="${webKey}"`).waitFor();
    await site.waitFor({ state: 'detached' });
    const headers = await service.signIn();
    const listed = await service.ask<{ keys: { id: string; prefix: string }[] }>(
      'GET',
      '/admin/keys?project=shop',
      { headers },
    );
    const made = listed.body.keys.find(({ prefix }) => webKey.startsWith(prefix));
    assert.ok(made !== undefined);
    await service.ask('DELETE', `/admin/keys/${made.id}`, { headers });
    await reopen();
    await tag.getByText('data-key="YOUR_WEB_KEY"').waitFor();
  });

  it('sees the site, the first events and the first sale, and then is gone', async () => {
    await send('POST', '/api/events', {
      project: 'shop',
      data: [{ type: 'view', session: 'v', item: 'brass' }],
    });
    await step('See the first events').getByText('1 event so far.').waitFor();
    await buy('first', 40);
    await reopen();
    await setup().waitFor({ state: 'detached' });
    await region('Your shop today').waitFor();
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    assert.deepEqual(headings.slice(0, 2), ['Needs attention', 'Your shop today']);
  });

  it('says what needs a person today, with the page that mends it', async () => {
    for (let no = 0; no < 4; no++) await buy(`buyer${no}`, 40);
    for (let no = 0; no < 3; no++) await send('GET', `/search/shop?q=perfume&session=lost${no}`);
    const until3Days = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);
    const farOff = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
    await send('PUT', '/api/projects/shop/rules', {
      rules: [
        { id: 'sale', name: 'Winter sale', hide: ['wood'], until: until3Days },
        { id: 'later', name: 'Next year', hide: ['wood'], until: farOff },
        { id: 'off', name: 'Switched off', hide: ['wood'], until: until3Days, enabled: false },
      ],
    });
    await reopen();
    const entry = (text: string | RegExp) => attention().getByRole('listitem').filter({ hasText: text });
    await entry('3 products have no picture.').getByRole('link', { name: 'See products' }).click();
    await page.getByText('3 products · Without pictures').waitFor();
    await reopen();
    await untilEqual(
      async () => (await entry('Next year').count()) + (await entry('Switched off').count()),
      0,
    );
    await entry(/“Winter sale” ends in [23] days/)
      .getByRole('link', { name: 'Open rule Winter sale' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    await page.getByLabel('Rule name').waitFor();
    await reopen();
    // A search counts once its visitor has stopped typing.
    await until('The search does not count', async () => {
      await reopen();
      return (await entry('“perfume” found nothing 3 times').count()) > 0;
    });
    await entry('“perfume” found nothing')
      .getByText(/^About €[\d.,]+ in sales missed: other searches sell for €[\d.,]+ each\.$/)
      .waitFor();
    await entry('“perfume” found nothing')
      .getByRole('link', { name: /^See searches/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Searches' }).waitFor();
    await page.locator('h2:focus').filter({ hasText: 'Searches without results' }).waitFor();
    await page.getByRole('button', { name: 'Add synonym for “perfume”' }).waitFor();
  });

  it('marks in its charts what happened within the week', async () => {
    // The rules of the test before, as if they had been saved three days ago.
    await page.route(/\/versions\?/, async (route) => {
      const response = await route.fetch();
      const { versions } = (await response.json()) as { versions: { at: number }[] };
      const json = { versions: versions.map((version) => ({ ...version, at: version.at - 3 * dayMs })) };
      await route.fulfill({ response, json });
    });
    await reopen();
    const searches = region('Your shop today').getByRole('region', { name: 'Searches', exact: true });
    await searches.getByText('Show as table').click();
    await searches.getByRole('columnheader', { name: 'What happened' }).waitFor();
    await untilEqual(() => searches.getByRole('cell', { name: /rule/i }).count(), 1);
    await untilEqual(() => page.getByRole('columnheader', { name: 'What happened' }).count(), 1);
    await page.unroute(/\/versions\?/);
  });

  it('names a feed that failed, once, and leads to it', async () => {
    const feed = {
      id: 'nightly',
      name: 'Nightly file',
      url: `${files.url}/items.csv`,
      schedule: 'off',
    };
    const headers = await service.signIn();
    const put = await service.ask('PUT', '/api/projects/shop/feeds/nightly', { headers, body: { feed } });
    assert.ok(put.status < 300, JSON.stringify(put.body));
    await service.ask('POST', '/api/projects/shop/feeds/nightly/run', { headers });
    await until('The feed does not fail', async () => {
      await reopen();
      return (await attention().getByText('“Nightly file” was not read').count()) > 0;
    });
    await untilEqual(() => attention().getByText('Import failed').count(), 0);
    await assertAccessible(page, 'the overview of a shop');
    await attention().getByRole('link', { name: 'See feeds' }).click();
    await page.locator('h2:focus').filter({ hasText: 'Feeds' }).waitFor();
    assert.deepEqual(browserErrors, []);
  });

  it('is hidden by a person who does not need the steps, until asked for', async () => {
    await service.project('second', ['search']);
    await moveTo(page, '/console/p/second');
    await setup().getByRole('button', { name: 'Hide the setup list' }).click();
    await setup().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Show the setup list: 0 of 5 done' }).click();
    await setup().waitFor();
  });
});
