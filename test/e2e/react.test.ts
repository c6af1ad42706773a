import assert from 'node:assert/strict';
import { after, before, beforeEach, afterEach, suite, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page, Request, Route } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { pageViolations } from '../support/page-rules.ts';
import { pngFile } from '../support/png-file.ts';
import { ReactPage } from '../support/react-page.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until, untilEqual, untilMatch } from '../support/until.ts';

/** The hooks and components of @vitrine/react on a real service, in Chromium and rendered on a server. */
suite('@vitrine/react', { concurrency: false }, () => {
  let service: LocalService;
  let shop: ReactPage;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];
  let requests: Request[];

  before(async () => {
    service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
    const key = await service.project('shop', ['search', 'recommend', 'items:write', 'events', 'settings']);
    const woods = ['Oak', 'Elm', 'Ash', 'Fir', 'Yew', 'Bay'];
    const data = woods.flatMap((wood, no) => [
      item(`${wood}-chair`, { name: `${wood} chair`, brand: brands[no % 3], color: 'brown', price: 10 + no }),
      item(`${wood}-table`, {
        name: `${wood} table`,
        brand: brands[no % 2],
        color: 'white',
        price: 100 + no,
      }),
    ]);
    const added = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    assert.equal(added.status, 201);
    const placement = { id: 'home', list: 'popular', title: 'Popular now' };
    await service.ask('PUT', '/api/projects/shop/placements/home', { key, body: { placement } });
    // Completions of queries need visitors; those of names do not.
    const webKey = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: { kind: 'web', scopes: ['search', 'recommend', 'events'], projects: ['shop'] },
      headers: await service.signIn(),
    });
    shop = await ReactPage.start(service.url, webKey.body.key);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await shop?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    problems = [];
    requests = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('request', (request) => requests.push(request));
  });
  afterEach(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });

  const results = (): Promise<string[]> =>
    page.locator('ol[aria-label=Results] li button:first-child').allInnerTexts();
  const resultsAre = (...expected: string[]): Promise<void> =>
    until(`The results are not ${expected.join(', ')}`, async () => {
      const shown = await results();
      return shown.length === expected.length && expected.every((name) => shown.includes(name));
    });
  const firstResultIs = (name: string): Promise<void> =>
    until(`The first result is not ${name}`, async () => (await results())[0] === name);
  const field = (): Locator => page.getByRole('combobox', { name: 'Search products' });
  const options = (): Locator => page.getByRole('option');
  const value = (name: string): Locator => page.getByRole('checkbox', { name });
  const searches = (): Request[] =>
    requests.filter((one) => one.method() === 'POST' && one.url().endsWith('/search/shop'));
  const bodyOf = (request: Request): Record<string, unknown> =>
    request.postDataJSON() as Record<string, unknown>;
  const events = (): Record<string, unknown>[] =>
    requests
      .filter((one) => one.method() === 'POST' && one.url().endsWith('/api/events'))
      .map((one) => bodyOf(one)['data'] as Record<string, unknown>);
  const query = (): string => decodeURIComponent(new URL(page.url()).search);
  const isSettled = (): Promise<void> =>
    page.locator('main[data-status=success][data-stale=false]').waitFor();

  test('sends one search at first, in strict mode too', async () => {
    await page.goto(shop.url);
    await isSettled();
    await page.waitForLoadState('networkidle');
    assert.equal(searches().length, 1);
    assert.deepEqual(await pageViolations(page), []);
  });

  for (const isAborted of [true, false]) {
    const how = isAborted ? 'is aborted' : 'comes although it was aborted';
    test(`a late reply that ${how} never replaces the one to what was typed after it`, () =>
      lateReplies(isAborted));
  }

  const lateReplies = async (isAborted: boolean): Promise<void> => {
    // As if the reply was already on its way to the page.
    if (!isAborted)
      await page.addInitScript(
        'const send = fetch; window.fetch = (url, { signal, ...options }) => send(url, options);',
      );
    await page.goto(shop.url);
    await isSettled();
    const held = new Map<string, Route>();
    await page.route('**/search/shop', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const { q } = bodyOf(route.request());
      if (q === 'oak table') return route.fallback();
      held.set(String(q), route);
    });
    const typed = 'oak tabl';
    for (let letters = 1; letters <= typed.length; letters++) {
      await field().press(typed[letters - 1]!);
      const q = typed.slice(0, letters);
      await until(`The search for "${q}" was not sent`, () => held.has(q));
    }
    await field().pressSequentially('e');
    await firstResultIs('Oak table');
    // The replies to the earlier searches come last.
    for (const [q, route] of held) {
      const body = JSON.stringify({ ...emptyReply, items: [item(q, { name: `late: ${q}` })], total: 1 });
      await route.fulfill({ contentType: 'application/json', body, headers: anyOrigin });
    }
    await page.waitForLoadState('networkidle');
    await firstResultIs('Oak table');
    const failures = new Map(searches().map((one) => [bodyOf(one)['q'], one.failure()?.errorText ?? null]));
    assert.equal(held.size, typed.length);
    assert.deepEqual(
      [...held.keys()].map((q) => failures.get(q)),
      [...held.keys()].map(() => (isAborted ? 'net::ERR_ABORTED' : null)),
    );
    assert.equal(failures.get('oak table'), null);
  };

  test('the combobox follows its pattern by keyboard', async () => {
    await page.goto(shop.url);
    await isSettled();
    await untilEqual(() => field().getAttribute('aria-expanded'), 'false');
    await field().fill('oa');
    await until('There are no completions', async () => (await options().count()) >= 2);
    const texts = await options().allInnerTexts();
    const active = async (): Promise<string | null> => {
      const id = await field().getAttribute('aria-activedescendant');
      if (id === null) return null;
      const option = page.locator(`[id="${id}"]`);
      await untilEqual(() => option.getAttribute('aria-selected'), 'true');
      await untilEqual(() => page.locator('[aria-selected=true]').count(), 1);
      return option.innerText();
    };
    await untilEqual(() => field().getAttribute('aria-expanded'), 'true');
    const list = page.getByRole('listbox');
    await untilEqual(() => field().getAttribute('aria-controls'), await list.getAttribute('id'));
    await page.getByRole('status').getByText(`${texts.length} suggestions`).waitFor();
    await untilEqual(() => active(), null);
    await page.keyboard.press('ArrowDown');
    await untilEqual(() => active(), texts[0]);
    await page.keyboard.press('ArrowDown');
    await untilEqual(() => active(), texts[1]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await untilEqual(() => active(), null);
    await page.keyboard.press('ArrowUp');
    await untilEqual(() => active(), texts.at(-1));
    await untilEqual(() => field().inputValue(), 'oa');
    assert.deepEqual(await pageViolations(page), []);
    await page.keyboard.press('Escape');
    await untilEqual(async () => [await list.count(), await field().inputValue()], [0, 'oa']);
    await page.keyboard.press('ArrowDown');
    await options().first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await untilEqual(() => field().inputValue(), texts[0]);
    await untilEqual(() => list.count(), 0);
    await until(
      'The address does not have the query',
      () => query() === `?q=${texts[0]!.replaceAll(' ', '+')}`,
    );
    await page.keyboard.press('Escape');
    await untilEqual(() => field().inputValue(), '');
    await field().pressSequentially('elm t');
    await options().getByText('elm table', { exact: false }).first().click();
    await firstResultIs('Elm table');
  });

  test('facets are disjunctive and stand in the address; the back button works', async () => {
    await page.goto(`${shop.url}/?lang=de&q=chair`);
    await isSettled();
    await untilEqual(
      () => page.getByRole('group', { name: 'brand' }).locator('label').allInnerTexts(),
      [' Acme (2)', ' Birch (2)'],
    );
    await value('Acme').check();
    await resultsAre('Oak chair', 'Fir chair');
    // The counts of the other brands say what they would add.
    await value('Birch (2)').waitFor();
    await page.getByRole('button', { name: 'Show 1 more' }).click();
    await value('Cedar (2)').check();
    await resultsAre('Oak chair', 'Fir chair', 'Ash chair', 'Bay chair');
    assert.equal(query(), '?lang=de&q=chair&f.brand=Acme&f.brand=Cedar');
    await untilMatch(() => page.getByRole('status').nth(1).innerText(), /^4 results$/);
    await page.goBack();
    await resultsAre('Oak chair', 'Fir chair');
    assert.deepEqual([await value('Acme').isChecked(), await value('Cedar').isChecked()], [true, false]);
    await page.goBack();
    await isSettled();
    await untilEqual(() => value('Acme').isChecked(), false);
    await page.goForward();
    await resultsAre('Oak chair', 'Fir chair');
    await page.reload();
    await resultsAre('Oak chair', 'Fir chair');
    await page.getByLabel('Up to').fill('10');
    await resultsAre('Oak chair');
    assert.equal(query(), '?lang=de&q=chair&f.brand=Acme&r.price=..10');
    await page.getByRole('button', { name: 'Clear' }).click();
    await until('The filters stay', () => query() === '?lang=de&q=chair');
  });

  test('a selected value stays although nothing matches', async () => {
    await page.goto(`${shop.url}/?q=chair&f.brand=Cedar&f.color=white`);
    await isSettled();
    await untilEqual(() => results(), []);
    await value('Cedar (0)').click();
    await untilEqual(() => value('white (0)').isChecked(), true);
    await value('white (0)').click();
    await until('There are no results', async () => (await results()).length === 4);
  });

  test('typing makes one entry of the history', async () => {
    await page.goto(shop.url);
    await isSettled();
    const before = await page.evaluate<number>('history.length');
    await field().pressSequentially('oak chair');
    await until('The address does not have the query', () => query() === '?q=oak+chair');
    assert.equal(await page.evaluate('history.length'), before + 1);
    await page.goBack();
    await untilEqual(() => field().inputValue(), '');
  });

  test('sorts, pages and loads more', async () => {
    await page.goto(`${shop.url}/?q=chair`);
    await isSettled();
    await page.getByRole('button', { name: 'Most expensive' }).click();
    await until('It is not sorted', async () => (await results())[0] === 'Bay chair');
    const first = await results();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await until('There is no second page', async () => (await results()).length === 6);
    assert.deepEqual((await results()).slice(0, 4), first);
    await untilEqual(() => page.getByRole('button', { name: 'More', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await resultsAre('Elm chair', 'Oak chair');
    assert.equal(query(), '?q=chair&sort=price:desc&page=2');
    await page.getByRole('button', { name: 'Elm chair', exact: true }).click();
    await until('There is no event', () => events().length === 1);
    assert.equal(events()[0]?.['position'], 5);
  });

  test('events name the search, and lists follow them', async () => {
    await page.goto(`${shop.url}/?q=ash`);
    await isSettled();
    const seen = page.getByRole('list', { name: 'Recently viewed' }).getByRole('listitem');
    const { searchId } = (await (await searches()[0]!.response())!.json()) as { searchId: string };
    const [name] = await results();
    await page.getByRole('button', { name: name!, exact: true }).click();
    await until('The list does not follow', async () => (await seen.allInnerTexts())[0] === name);
    await page.getByRole('button', { name: `Add ${name}` }).click();
    await page.getByRole('button', { name: 'Buy the first' }).click();
    await until('There are no three events', () => events().length === 3);
    const id = name!.replace(' ', '-');
    const same = { session: 'visit-1', searchId, position: 1 };
    const withoutIds = events().map(({ id: _id, ...event }) => event);
    assert.deepEqual(withoutIds, [
      { ...same, type: 'click', item: id },
      { ...same, type: 'cart', item: id },
      { ...same, type: 'purchase', items: [{ id }], order: '7' },
    ]);
    assert.equal(events()[2]?.['id'], 'visit-1-7');
    await page.getByRole('heading', { name: 'Popular now' }).waitFor();
    await untilEqual(() => page.getByRole('list', { name: 'Home' }).getByRole('listitem').count(), 2);
  });

  test('searches by photo', async () => {
    await page.goto(shop.url);
    const pixels = Buffer.alloc(64 * (64 * 3 + 1), 90);
    for (let row = 0; row < 64; row++) pixels[row * (64 * 3 + 1)] = 0;
    const buffer = pngFile({ width: 64, height: 64, channels: 3, pixels });
    await page.getByLabel('Photo').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
    await until('There is no reply', async () =>
      ['high', 'low', 'out_of_catalog'].includes(await page.locator('output').innerText()),
    );
  });

  test('an uncertain photo asks for the category, within the filters, until the next photo', async () => {
    const filters: (string | null)[] = [];
    await page.route('**/image-search/shop*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const filter = new URL(route.request().url()).searchParams.get('filters');
      filters.push(filter);
      const isNarrowed = filter?.includes('category') === true;
      const body = JSON.stringify({
        ...emptyReply,
        confidence: filters.length === 4 ? 'high' : 'low',
        nearestCategories: isNarrowed || filters.length === 4 ? [] : nearestCategories,
      });
      await route.fulfill({ contentType: 'application/json', body, headers: anyOrigin });
    });
    await page.goto(shop.url);
    const choosePhoto = (): Promise<void> =>
      page
        .getByLabel('Photo')
        .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('-') });
    const areSent = (count: number): Promise<void> =>
      until(`${count} photos were not searched`, () => filters.length === count);
    const question = page.getByRole('group', { name: 'Which of these is it?' });
    const answer = (name: string): Locator => question.getByRole('button', { name, exact: true });
    await choosePhoto();
    await answer('Apples').click();
    await areSent(2);
    await question.locator('[aria-pressed=true]', { hasText: 'Apples' }).waitFor();
    await untilEqual(
      () => question.getByRole('button').allInnerTexts(),
      ['Apples', 'Fruit > Dried', 'Vegetables > Dried'],
    );
    assert.deepEqual(await pageViolations(page), []);
    await answer('Apples').click();
    await areSent(3);
    await answer('Fruit > Dried').waitFor();
    await untilEqual(() => question.locator('[aria-pressed=true]').count(), 0);
    await choosePhoto();
    await areSent(4);
    await until('The question remains', async () => (await question.count()) === 0);
    assert.deepEqual(filters, [
      'price > 0',
      '(price > 0) AND (category:"Fruit > Apples")',
      'price > 0',
      'price > 0',
    ]);
  });

  test('a server renders the first results, which are not requested again', async () => {
    const address = `${shop.url}/server?q=chair&f.brand=Acme`;
    const html = await (await fetch(address)).text();
    assert.match(html, /Oak chair<\/button>/);
    assert.match(html, /2 results/);
    assert.match(html, /type="checkbox" checked=""\/> <!-- -->Acme/);
    assert.doesNotMatch(html, /Elm chair/);
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    assert.equal(searches().length, 0);
    await resultsAre('Oak chair', 'Fir chair');
    await value('Acme').uncheck();
    await until('The page is not alive', async () => (await results()).length === 4);
    assert.equal(searches().length, 1);
    await page.goBack();
    await resultsAre('Oak chair', 'Fir chair');
  });
});

const brands = ['Acme', 'Birch', 'Cedar'];
const nearestCategories = ['Fruit > Apples', 'Fruit > Dried', 'Vegetables > Dried'].map((value) => ({
  field: 'category',
  value,
  count: 3,
  filter: `category:"${value}"`,
}));
const anyOrigin = { 'access-control-allow-origin': '*' };
const emptyReply = {
  searchId: 's',
  items: [],
  total: 0,
  facets: {},
  facetOrder: [],
  query: '',
  rules: [],
  tookMs: 1,
};
