import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { openFilterText } from '../support/filter-field.ts';
import { Steps } from '../support/console-steps.ts';
import { assertAccessible, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until, untilEqual, untilMatch } from '../support/until.ts';

const path = '/api/projects/shop/collections/summer-sale';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const found = async (): Promise<string[]> => {
  const answer = await service.ask<{ items?: { id: string }[] }>('POST', '/search/shop', {
    key,
    body: { collection: 'summer-sale' },
  });
  return (answer.body.items ?? []).map(({ id }) => id);
};
const stored = async (): Promise<Record<string, unknown>> =>
  (await service.ask<{ collection: Record<string, unknown> }>('GET', path, { key })).body.collection;
const put = (collection: object) =>
  service.ask('PUT', path, { key, body: { collection: { id: 'summer-sale', ...collection } } });
const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const picture = (name: string): Locator =>
  page.locator('.product-card', { hasText: name }).locator('.picture');
/** Waits for the cards in this order, confirmed by the service. */
const cardsAre = (...woods: string[]): Promise<void> =>
  until(`The cards are not ${woods.join(', ')}`, async () => {
    const names = await page.locator('.collection-page .product-card h3').allTextContents();
    const isBusy = (await page.locator('.collection-page [aria-busy=true]').count()) > 0;
    return !isBusy && names.join() === woods.map((wood) => `${wood} chair`).join();
  });
const add = async (steps: Steps, wood: string): Promise<void> => {
  const field = page.getByRole('combobox', { name: 'Add a product' });
  await steps.fill(field, wood);
  const list = page.getByRole('listbox', { name: 'Add a product' });
  await list.getByRole('option', { name: `${wood} chair` }).click();
};
const save = async (steps = new Steps()): Promise<void> => {
  await steps.click(button('Save'));
  await page.getByText('Saved. Applies to the next search.').last().waitFor();
  await page.getByText(/^Version \d+, saved/).waitFor();
};
const open = async (rest: string, heading: string): Promise<void> => {
  await page.goto(`${service.url}/console/p/shop${rest}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

// The tests depend on each other, in order.
describe('collections in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'settings']);
    const data = ['Oak', 'Elm', 'Ash', 'Fir', 'Yew', 'Box', 'Bay'].map((wood, no) =>
      item(wood.toLowerCase(), {
        name: `${wood} chair`,
        popularity: 9 - no,
        sale: no < 5,
        active: wood !== 'Bay',
      }),
    );
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    browser = await launchChromium();
    const url = `${service.url}/console/p/shop/collections`;
    ({ page, errors: browserErrors } = await openConsole(browser, url));
    await page.getByRole('heading', { level: 1, name: 'Collections' }).waitFor();
    browserErrors.length = 0;
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('creates a collection with a preview of its page, before searches find it', async () => {
    await page.getByText('No collections yet').waitFor();
    await button('New collection').click();
    await button('Continue').click();
    await page.getByText('Use 1 to 128 characters.').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.getByLabel('Name').fill('Summer sale');
    await button('Continue').click();
    await page.getByRole('heading', { level: 1, name: 'Summer sale' }).waitFor();
    await page.getByText('Nothing in it yet').waitFor();
    await (await openFilterText(page, 'Items matching')).fill('sale:tru');
    await (await openFilterText(page, 'Items matching')).fill('sale:true');
    await cardsAre('Oak', 'Elm', 'Ash', 'Fir', 'Yew');
    await (await openFilterText(page, 'Items matching')).fill('sale:true AND name:');
    await page.getByRole('status').getByText('Choose a value').waitFor();
    await cardsAre('Oak', 'Elm', 'Ash', 'Fir', 'Yew');
    await (await openFilterText(page, 'Items matching')).fill('sale:true');
    assert.deepEqual(await found(), [], 'nothing is saved yet');
    await save();
    assert.deepEqual(await stored(), { id: 'summer-sale', name: 'Summer sale', filter: 'sale:true' });
    assert.deepEqual(await found(), ['oak', 'elm', 'ash', 'fir', 'yew']);
  });

  it('arranges a page in one drag a product, and a step to save all', async () => {
    const steps = new Steps();
    await steps.drag(picture('Yew chair'), picture('Oak chair'));
    await cardsAre('Yew', 'Oak', 'Elm', 'Ash', 'Fir');
    await steps.drag(picture('Ash chair'), picture('Yew chair'));
    await cardsAre('Ash', 'Yew', 'Oak', 'Elm', 'Fir');
    await steps.drag(picture('Oak chair'), picture('Elm chair'));
    await cardsAre('Ash', 'Yew', 'Elm', 'Oak', 'Fir');
    await steps.drag(picture('Ash chair'), picture('Yew chair'));
    await cardsAre('Yew', 'Ash', 'Elm', 'Oak', 'Fir');
    await save(steps);
    assert.equal(steps.count, 5, '4 products');
    assert.deepEqual(await found(), ['yew', 'ash', 'elm', 'oak', 'fir']);
    assert.deepEqual((await stored())['pin'], [
      { id: 'yew', position: 1 },
      { id: 'ash', position: 2 },
      { id: 'oak', position: 4 },
    ]);
  });

  it('arranges by keyboard alone, keeps the focus, and unpins', async () => {
    await button('Move earlier: Oak chair').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await cardsAre('Yew', 'Oak', 'Ash', 'Elm', 'Fir');
    const focused = page.locator(':focus');
    await untilMatch(() => focused.textContent(), /^Move earlier: Oak chair$/);
    await page.getByRole('status').getByText('Oak chair is at position 2.').waitFor();
    await page.getByLabel('Position of Yew chair').fill('4');
    await page.keyboard.press('Enter');
    await cardsAre('Elm', 'Oak', 'Ash', 'Yew', 'Fir');
    await button('Unpin: Yew chair').click();
    await cardsAre('Elm', 'Oak', 'Ash', 'Fir', 'Yew');
    await button('Discard changes').click();
    await cardsAre('Yew', 'Ash', 'Elm', 'Oak', 'Fir');
  });

  it('adds products, moves them among each other, and leaves products out', async () => {
    await put({ filter: 'sale:true' });
    await page.reload();
    await cardsAre('Oak', 'Elm', 'Ash', 'Fir', 'Yew');
    const steps = new Steps();
    await add(steps, 'Box');
    await add(steps, 'Fir');
    await cardsAre('Box', 'Fir', 'Oak', 'Elm', 'Ash', 'Yew');
    await steps.drag(picture('Fir chair'), picture('Box chair'));
    await cardsAre('Fir', 'Box', 'Oak', 'Elm', 'Ash', 'Yew');
    await steps.click(button('Leave out: Oak chair'));
    await cardsAre('Fir', 'Box', 'Elm', 'Ash', 'Yew');
    await page.getByRole('list', { name: 'Excluded items' }).getByText('Oak chair').waitFor();
    await save(steps);
    assert.deepEqual(await found(), ['fir', 'box', 'elm', 'ash', 'yew']);
    assert.deepEqual(await stored(), {
      id: 'summer-sale',
      filter: 'sale:true',
      items: ['fir', 'box'],
      exclude: ['oak'],
    });
    await button('Leave out: Box chair').click();
    await cardsAre('Fir', 'Elm', 'Ash', 'Yew');
    await button('Leave out: Fir chair').click();
    await cardsAre('Elm', 'Ash', 'Yew');
    await save();
    // The filter matches the fir chair, but not the box chair.
    assert.deepEqual(await stored(), { id: 'summer-sale', filter: 'sale:true', exclude: ['oak', 'fir'] });
  });

  it('shows inactive items and pins of rules, and previews another visitor and day', async () => {
    const rules = [
      { id: 'top', name: 'Top of the page', when: { query: '' }, pin: [{ id: 'yew', position: 1 }] },
      { id: 'gone', when: { query: '' }, hide: ['ash'], from: '2090-01-01' },
      { id: 'first', when: { visitor: { is: 'new' } }, pin: [{ id: 'elm', position: 1 }] },
    ];
    await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
    await put({
      items: ['box', 'bay', 'fir'],
      filter: 'sale:true',
      until: '2089-06',
      sort: ['name:asc'],
    });
    await page.reload();
    await cardsAre('Yew', 'Box', 'Fir', 'Ash', 'Elm', 'Oak');
    await page.getByText('Pinned by rule “Top of the page”').waitFor();
    await untilEqual(() => button('Move later: Yew chair').count(), 0);
    await page.getByRole('list', { name: 'Shown once active' }).getByText('Bay chair').first().waitFor();
    await page
      .locator('.product-card', { hasText: 'Oak chair' })
      .locator('.picture')
      .dragTo(picture('Yew chair'));
    await cardsAre('Yew', 'Oak', 'Box', 'Fir', 'Ash', 'Elm');
    await page.getByText('Preview another visitor, day or context').click();
    const visitors = page.getByLabel('Visitor', { exact: true });
    await visitors.selectOption({ label: 'A new visitor' });
    await cardsAre('Yew', 'Elm', 'Oak', 'Box', 'Fir', 'Ash');
    await visitors.selectOption({ label: 'A visit …' });
    await page.getByLabel('Id of the visit').fill('s-1');
    await cardsAre('Yew', 'Elm', 'Oak', 'Box', 'Fir', 'Ash');
    assert.deepEqual(await pageViolations(page), []);
    await visitors.selectOption({ label: 'Anyone' });
    await cardsAre('Yew', 'Oak', 'Box', 'Fir', 'Ash', 'Elm');
    await page.getByLabel('Date').fill('2090-02-01');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Hidden by rules' }).getByText('Ash chair').waitFor();
    await cardsAre('Yew', 'Oak', 'Box', 'Fir', 'Elm');
    await page.getByRole('combobox', { name: 'Exclude an item' }).fill('none of them');
    await page.keyboard.press('Enter');
    await page.getByText('Unsaved changes').waitFor();
    assert.equal((await stored())['pin'], undefined, 'Enter refreshes the preview and saves nothing');
    await button('Leave out Bay chair').click();
    await page.getByText('Shown once active').waitFor({ state: 'detached' });
    await button('Discard changes').click();
    await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules: [] } });
  });

  it('shows errors at their fields and warnings, and refuses to overwrite another change', async () => {
    await page.reload();
    await page.getByLabel('From').fill('2095-01-01');
    await button('Save').click();
    await page.getByLabel('Until').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByLabel('From').fill('');
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByLabel('Data (JSON)').fill('{"banner": ');
    await page.getByText('This is not valid JSON.').waitFor();
    await page.getByLabel('Data (JSON)').fill('{"banner": "b.png"}');
    await put({ items: ['box', 'none'], filter: 'sale:true', sort: ['price:desc'] });
    await button('Save').click();
    await page
      .getByRole('alert')
      .getByText(/now has version/)
      .waitFor();
    await button('Load the newer version, keep my changes').click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await until('The newer version is not loaded', async () => {
      return (await page.getByLabel('Order', { exact: true }).inputValue()) === 'price:desc';
    });
    await save();
    assert.deepEqual(await stored(), {
      id: 'summer-sale',
      items: ['box', 'none'],
      filter: 'sale:true',
      sort: ['price:desc'],
      userData: { banner: 'b.png' },
    });
    await page.getByRole('list', { name: 'Warnings' }).getByText(/none/).waitFor();
    await page.getByLabel('Name').fill('Lost');
    await page.getByRole('link', { name: 'All collections' }).click();
    await page.getByText('Changes to the collection are not saved.').waitFor();
    await button('Discard changes').last().click();
    await page.getByRole('heading', { level: 1, name: 'Collections' }).waitFor();
  });

  it('switches a collection off and on in the list, which reads as sentences', async () => {
    await page.getByText('2 chosen items, then items where sale is true.').waitFor();
    await page.getByText('The others by price: high to low.').waitFor();
    const products = page.getByRole('list', { name: 'First products' }).first();
    await products.getByText('Oak chair').waitFor();
    await page.getByLabel('Enabled summer-sale').uncheck();
    await page.getByText('summer-sale is off from the next search on.').waitFor();
    await page.getByText('Off', { exact: true }).waitFor();
    assert.deepEqual(await found(), []);
    await page.getByLabel('Enabled summer-sale').check();
    await page.getByText('summer-sale is on from the next search on.').waitFor();
    assert.notDeepEqual(await found(), []);
    await put({ items: ['box'], from: '2090-01-01' });
    await page.reload();
    await page.getByText(/^Scheduled/).waitFor();
    await put({
      name: 'Summer sale',
      items: ['box', 'bay'],
      filter: 'sale:true',
      pin: [{ id: 'ash', position: 2 }],
    });
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    for (const [rest, heading] of [
      ['/collections', 'Collections'],
      ['/collections/summer-sale', 'Summer sale'],
    ] as const) {
      await open(rest, heading);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      if (rest !== '/collections') await cardsAre('Box', 'Ash', 'Oak', 'Elm', 'Fir', 'Yew');
      await assertAccessible(page, rest);
    }
    await page.getByText('Show it in your shop').click();
    const element = page.getByRole('region', { name: 'Element for the page' });
    await untilMatch(
      () => element.textContent(),
      /<vitrine-results collection="summer-sale"><\/vitrine-results>/,
    );
    await page.locator('.snippets').getByText('For developers').click();
    const curl = page.getByRole('region', { name: 'Request with curl' });
    await untilMatch(() => curl.textContent(), /search\/shop' \\\n +-d '{"collection":"summer-sale"}'$/);
  });

  it('arranges any item of a large collection', async () => {
    const data = Array.from({ length: 130 }, (_, no) =>
      item(`peg${no}`, { name: `Peg ${1000 + no}`, kind: 'peg' }),
    );
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    const pegs = '/api/projects/shop/collections/pegs';
    const collection = { id: 'pegs', filter: 'kind:peg', sort: ['name:asc'] };
    await service.ask('PUT', pegs, { key, body: { collection } });
    await open('/collections/pegs', 'pegs');
    const names = page.locator('.collection-page .product-card h3');
    const counts = (count: number): Promise<void> =>
      until(`There are not ${count} cards`, async () => (await names.count()) === count);
    await counts(24);
    await button('Show 100 more').click();
    await counts(124);
    await button('Show 6 more').click();
    await counts(130);
    await button('Pin at position 130: Peg 1129').click();
    await page.getByLabel('Position of Peg 1129').fill('2');
    await page.keyboard.press('Enter');
    await until('The last item is not at position 2', async () => {
      return (await names.nth(1).textContent()) === 'Peg 1129';
    });
    await save();
    const { body } = await service.ask<{ collection: unknown }>('GET', pegs, { key });
    assert.deepEqual(body.collection, { ...collection, pin: [{ id: 'peg129', position: 2 }] });
    await service.ask('DELETE', pegs, { key });
  });

  it('deletes a collection after a confirmation', async () => {
    await open('/collections', 'Collections');
    await button('Delete summer-sale').click();
    await button('Delete collection').click();
    await page.getByText('No collections yet').waitFor();
    assert.deepEqual(await found(), []);
    assert.deepEqual(browserErrors, []);
  });
});
