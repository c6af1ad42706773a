import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { assertAccessible, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { addMember } from '../support/team.ts';
import { changeItem, storedItem } from '../support/stored-items.ts';
import { lamps, shirts, socks } from '../support/table-shop.ts';
import { until, untilEqual } from '../support/until.ts';

/** More than a search can page through. */
const manyItems = 10_120;

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

/** Waits until an item has these values: a cell shows an edit before the service has confirmed it. */
const becomes = (id: string, expected: Readonly<Record<string, unknown>>): Promise<void> =>
  until(`${id} is not stored with ${JSON.stringify(expected)}`, async () => {
    const one = await storedItem<Readonly<Record<string, unknown>>>({ service, key }, id);
    return Object.entries(expected).every(([name, value]) => one[name] === value);
  });
const change = (id: string, data: object): Promise<void> => changeItem({ service, key }, id, data);
const open = async (query = '', project = 'shop'): Promise<void> => {
  await page.goto(`${service.url}/console/p/${project}/items${query}`);
  await page.locator('.item-grid tbody tr').first().waitFor();
};
const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const row = (name: string | RegExp): Locator => page.getByRole('row', { name }).first();
const cell = (name: string, column: string): Locator => row(name).locator(`td.${column}`);
const editor = (column: string, name: string): Locator =>
  page.getByLabel(`${column} of ${name}`, { exact: true });
const names = (): Promise<string[]> =>
  page.locator('.item-grid tr:not(.variant) .item-link').allTextContents();
const found = (text: string | RegExp): Promise<void> =>
  page.getByRole('status').getByText(text).first().waitFor();

// The tests depend on each other, in order.
describe('the table of items in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:read', 'items:write']);
    const data = [...shirts, ...lamps, item('hidden', { name: 'Hidden vase', active: false })];
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    browser = await launchChromium();
    const opened = await openConsole(browser, `${service.url}/console/p/shop/items`);
    page = opened.page;
    browserErrors = opened.errors;
    await page.locator('.item-grid tbody tr').first().waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('lists products with their variants, sorts by its columns and pages, all in the address', async () => {
    await found('61 products');
    await cell('Linen shirt', 'variants').getByText('4').waitFor();
    await untilEqual(
      async () => (await cell('Linen shirt', 'stock').textContent())?.trim(),
      '18',
      'of all variants',
    );
    await cell('Lamp 01', 'stock').getByText('Sold out').waitFor();
    await button('Sort by Price').click();
    await row('Linen shirt').waitFor();
    assert.deepEqual((await names())[0], 'Linen shirt');
    await button('Sort by Price').click();
    await until('The most expensive is not first', async () => (await names())[0] === 'Lamp 01');
    await untilEqual(
      () => page.getByRole('columnheader', { name: 'Sort by Price' }).getAttribute('aria-sort'),
      'descending',
    );
    await button('Next').click();
    await page.getByLabel('Page, of 2').waitFor();
    assert.match(page.url(), /sort=price%3Adesc&page=2$/);
    await page.reload();
    await row('Linen shirt').waitFor();
    assert.equal((await names()).length, 11);
    await page.goBack();
    await row('Lamp 01').waitFor();
  });

  it('filters by brand, category and availability, with counts', async () => {
    await open();
    await button('Brand').click();
    const menu = page.getByRole('dialog', { name: 'Brand' });
    await menu.getByText('Norrvik 30').waitFor();
    await menu.getByLabel('Norrvik 30').check();
    await found('30 products');
    await menu.getByLabel('Lune 31').check();
    await found('61 products');
    await page.keyboard.press('Escape');
    await untilEqual(
      () => page.locator(':focus').textContent(),
      'Brand2 chosen',
      'the focus returns to the button',
    );
    await button('Category').click();
    await page.getByRole('dialog', { name: 'Category' }).getByLabel('Clothes > Shirts 1').check();
    await found('1 product ');
    await button('Clear filters').click();
    await button('Availability').click();
    const availability = page.getByRole('dialog', { name: 'Availability' });
    await availability.getByLabel('Sold out 2').check();
    await found('2 products');
    assert.match(page.url(), /stock=sold-out/);
    await availability.getByLabel('Stock not tracked 50').check();
    await found('50 products');
    assert.deepEqual(await pageViolations(page), []);
    await page.getByLabel('Status').selectOption('Inactive');
    await row('Hidden vase').waitFor();
    await found('1 item');
  });

  it('remembers the chosen columns, and shows each variant as a row', async () => {
    await open();
    await button('View').click();
    const menu = page.getByRole('dialog', { name: 'View' });
    await menu.getByLabel('SKU').check();
    await menu.getByLabel('Category').uncheck();
    await menu.getByLabel('Each variant as a row').check();
    await found('64 items');
    await page.reload();
    await page.getByRole('columnheader', { name: 'SKU' }).waitFor();
    await untilEqual(() => page.getByRole('columnheader', { name: 'Category' }).count(), 0);
    assert.match(page.url(), /rows=items/);
    await page.evaluate("localStorage.removeItem('vitrine-item-columns')");
  });

  it('keeps filters, order and columns as a view for everybody, which is chosen in one step', async () => {
    await open('?brand=Lune&sort=price%3Aasc');
    const bar = page.getByRole('navigation', { name: 'Saved views' });
    await button('View').click();
    await page.getByRole('dialog', { name: 'View' }).getByLabel('SKU').check();
    await page.keyboard.press('Escape');
    await button('New view').click();
    await page.keyboard.press('Enter');
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Lune, cheapest');
    await page.keyboard.press('Enter');
    const chosen = bar.getByRole('link', { name: 'Lune, cheapest' });
    await chosen.and(page.locator('[aria-current]')).waitFor();
    const address = page.url();
    assert.match(address, /brand=Lune&sort=price%3Aasc&columns=name%2Csku%2C/, 'can be sent to somebody');
    // Another person, whose browser remembers other columns.
    await page.evaluate(`localStorage.setItem('vitrine-item-columns', '["sku","price"]')`);
    await open();
    await found('61 products');
    await chosen.click();
    await found('31 products');
    assert.equal(page.url(), address);
    await page.getByRole('columnheader', { name: 'SKU' }).waitFor();
    const price = page.getByRole('columnheader', { name: 'Sort by Price' });
    await untilEqual(() => price.getAttribute('aria-sort'), 'ascending');
    await assertAccessible(page, 'saved views');
    await button('Sort by Price').click();
    await button('Update “Lune, cheapest”').click();
    await page.getByText('“Lune, cheapest” is updated.').waitFor();
    await button('Actions for view Lune, cheapest').click();
    await button('Rename').click();
    await page.getByLabel('Name', { exact: true }).fill('Lune');
    await page.keyboard.press('Enter');
    await bar.getByRole('link', { name: 'Lune', exact: true }).waitFor();
    await page.reload();
    await untilEqual(() => price.getAttribute('aria-sort'), 'descending');
    await button('Actions for view Lune').click();
    await button('Delete').click();
    await button('Delete view').click();
    await page.getByText('“Lune” is deleted.').waitFor();
    await untilEqual(() => bar.getByRole('link').count(), 1);
    await page.evaluate("localStorage.removeItem('vitrine-item-columns')");
  });

  it('keeps the heads of its columns in sight, also where the table scrolls sideways', async () => {
    await open();
    const head = page.getByRole('columnheader', { name: 'Sort by Name' });
    const below = page.locator('header.top');
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: 700 });
      await page.evaluate('scrollTo(0, 1200)');
      await until(`The heads are out of sight at ${width} pixels`, async () => {
        const [box, top] = [await head.boundingBox(), await below.boundingBox()];
        return box !== null && Math.abs(box.y - top!.height) < 4;
      });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('edits cells in place: Enter saves, Escape cancels, the message of the service stays at the cell', async () => {
    await open('?q=lamp');
    await cell('Lamp 02', 'price').click();
    await editor('Price', 'Lamp 02').fill('89,50');
    await page.keyboard.press('Enter');
    await cell('Lamp 02', 'price').getByText('89.50').waitFor();
    await becomes('lamp-2', { price: 89.5 });
    await page.keyboard.type('7');
    await page.keyboard.press('Escape');
    await cell('Lamp 02', 'price').getByText('89.50').waitFor();
    await cell('Lamp 02', 'price').click();
    await editor('Price', 'Lamp 02').fill('');
    await page.keyboard.press('Enter');
    await cell('Lamp 02', 'price').getByRole('alert').getByText('Price is required').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.keyboard.press('Escape');
    await cell('Lamp 02', 'brand').click();
    await editor('Brand', 'Lamp 02').fill('Morrow');
    await page.keyboard.press('Enter');
    await cell('Lamp 02', 'brand').getByText('Morrow').waitFor();
    await cell('Lamp 02', 'name').dblclick({ position: { x: 4, y: 30 } });
    await editor('Name', 'Lamp 02').fill('Lamp two');
    await page.getByLabel('Search items').focus();
    await cell('Lamp two', 'name').waitFor();
    await becomes('lamp-2', { name: 'Lamp two', brand: 'Morrow', price: 89.5 });
  });

  it('does not overwrite a concurrent change of the same value', async () => {
    await open('?q=lamp');
    await change('lamp-3', { description: 'Of brass', price: 77 });
    await change('lamp-4', { description: 'Of brass' });
    await cell('Lamp 03', 'price').click();
    await editor('Price', 'Lamp 03').fill('5');
    await page.keyboard.press('Enter');
    await page.getByText('Changed by somebody else to “77”. Save again to replace it').waitFor();
    await becomes('lamp-3', { price: 77 });
    await page.keyboard.press('Enter');
    await cell('Lamp 03', 'price').getByText('5.00').waitFor();
    await cell('Lamp 04', 'price').click();
    await editor('Price', 'Lamp 04').fill('6');
    await page.keyboard.press('Enter');
    await cell('Lamp 04', 'price').getByText('6.00').waitFor();
    await becomes('lamp-4', { price: 6, description: 'Of brass' });
  });

  it('opens the next cell after a slow save, and keeps what was not saved', async () => {
    await open('?q=lamp');
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waiting = gates.values();
    await page.route('**/api/items/update', async (route) => {
      await waiting.next().value?.promise;
      await route.continue();
    });
    await cell('Lamp 08', 'price').click();
    await editor('Price', 'Lamp 08').fill('81');
    await cell('Lamp 09', 'price').click();
    gates[0]!.resolve();
    await editor('Price', 'Lamp 09').fill('82');
    await becomes('lamp-8', { price: 81 });
    await change('lamp-9', { price: 55 });
    await cell('Lamp 10', 'price').click();
    gates[1]!.resolve();
    await cell('Lamp 09', 'price').getByRole('alert').getByText('Changed by somebody else').waitFor();
    await untilEqual(() => editor('Price', 'Lamp 09').inputValue(), '82');
    await untilEqual(() => editor('Price', 'Lamp 10').count(), 0);
    await page.unroute('**/api/items/update');
    await editor('Price', 'Lamp 09').focus();
    await page.keyboard.press('Escape');
  });

  it('edits a product in all variants with its value, and each variant in its row', async () => {
    await open('?q=linen');
    await untilEqual(() => cell('Linen shirt', 'stock').getAttribute('aria-readonly'), 'true');
    await cell('Linen shirt', 'price').click();
    await editor('Price', 'Linen shirt').fill('45');
    await page.keyboard.press('Enter');
    await page.getByText('Saved for 4 variants').waitFor();
    await becomes('shirt-blue-m', { price: 45 });
    await button(/4 variants of Linen shirt/).click();
    const variantNames = page.locator('tr.variant .item-link');
    await untilEqual(() => variantNames.allTextContents(), ['blue, S', 'blue, M', 'red, S', 'red, XL']);
    const variant = page.locator('tr.variant', { hasText: 'blue, M' });
    await variant.locator('td.stock').click();
    await editor('Stock', 'Linen shirt').fill('70');
    await page.keyboard.press('Enter');
    await variant.locator('td.stock').getByText('70').waitFor();
    await variant.locator('td.price').click();
    await editor('Price', 'Linen shirt').fill('50');
    await page.keyboard.press('Enter');
    await cell('Linen shirt', 'price')
      .getByText(/45\.00 – .*50\.00/)
      .waitFor();
    await becomes('shirt-blue-m', { price: 50, stock: 70 });
  });

  it('works by keys alone: arrows move, Space selects, F2 and typing edit, Enter opens', async () => {
    await open('?q=lamp&sort=name:asc');
    const focused = (): Promise<string | null> => page.locator(':focus').getAttribute('data-cell');
    await page.locator('[data-cell="0:0"]').focus();
    for (const pressed of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'End', 'Home', 'ArrowUp'])
      await page.keyboard.press(pressed);
    await untilEqual(() => focused(), '1:0');
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: 'Selection' }).getByText('1 row selected').waitFor();
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('33');
    await untilEqual(() => page.locator(':focus').inputValue(), '33', 'typing replaces the value');
    await page.keyboard.press('Enter');
    await cell('Lamp 03', 'price').getByText('33.00').waitFor();
    await until('The cell has no focus', async () => (await focused()) === '1:4');
    await page.keyboard.press('F2');
    await untilEqual(() => page.locator(':focus').inputValue(), '33.00');
    await page.keyboard.press('Escape');
    await until('The cell has no focus', async () => (await focused()) === '1:4');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lamp 03' }).waitFor();
  });

  it('changes all items of a filter, with a preview, and reports what was not changed', async () => {
    await open('?brand=Norrvik');
    await page.getByLabel('Select all items shown').check();
    await page.getByRole('region', { name: 'Selection' }).getByText('30 rows selected').waitFor();
    await button('Clear').click();
    await page.getByLabel('Select Lamp 01').check();
    await button('Select all 30 products').click();
    await button('Edit …').click();
    const dialog = page.getByRole('dialog', { name: 'Edit 30 products' });
    await dialog.getByLabel('How').selectOption('Raise by percent');
    await dialog.getByLabel('Percent').fill('a lot');
    await button('Preview').click();
    await dialog.getByText('Not a number').waitFor();
    await dialog.getByLabel('Percent').fill('10');
    await button('Preview').click();
    await dialog.getByText('30 items will change').waitFor();
    await dialog.getByRole('row', { name: /Lamp 01.*100\.00.*110\.00/ }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await change('lamp-5', { stock: 1 });
    await service.ask('DELETE', '/api/items/lamp-7?by=id&project=shop', { key });
    await button('Change 30 items').click();
    await dialog.getByText('28 items changed').waitFor();
    await dialog.getByText('Changed by somebody else since the preview').waitFor();
    await dialog.getByText('Deleted by somebody else').waitFor();
    await becomes('lamp-1', { price: 110 });
    await becomes('lamp-5', { price: 96 });
    const download = page.waitForEvent('download');
    await button('Download the list').click();
    assert.equal((await download).suggestedFilename(), 'not-changed.csv');
    await button('Try these again').click();
    await dialog.getByText('1 item will change').waitFor();
    await button('Change 1 item').click();
    await dialog.getByText('1 item changed').waitFor();
    await becomes('lamp-5', { price: 105.6 });
    await button('Close').click();
    await found('29 products');
  });

  it('changes the variants of selected products, and deletes what is selected', async () => {
    await open('?q=linen');
    await page.getByLabel('Select Linen shirt').check();
    await button('Edit …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What to change').selectOption('Category');
    await dialog.getByLabel('New category').fill('Clothes > Summer');
    await button('Preview').click();
    await button('Change 4 items').click();
    await dialog.getByText('4 items changed').waitFor();
    await button('Close').click();
    await cell('Linen shirt', 'category').getByText('Clothes > Summer').waitFor();
    await becomes('shirt-red-s', { category: 'Clothes > Summer' });
    await page.getByLabel('Select Linen shirt').check();
    await button('Delete …').click();
    await button('Preview').click();
    await button('Delete 4 items').click();
    await dialog.getByText('4 items deleted').waitFor();
    await button('Close').click();
    await page.getByText('No matching items').waitFor();
  });

  it('shows and changes the variants that match the filters only, also of a product with many', async () => {
    const wool = await service.project('wool', ['items:write', 'items:read', 'search']);
    await service.ask('POST', '/api/items', { key: wool, body: { project: 'wool', data: socks } });
    await open('?stock=sold-out', 'wool');
    await button(/24 variants of Wool sock/).click();
    const prices = page.locator('tr.variant td.price');
    await prices.nth(23).waitFor();
    await untilEqual(() => prices.count(), 24);
    await page.getByLabel('Select Wool sock').first().check();
    await button('Edit …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('9');
    await button('Preview').click();
    await button('Change 24 items').click();
    await dialog.getByText('24 items changed').waitFor();
    await button('Close').click();
    await prices.getByText('9.00').nth(23).waitFor();
  });

  it('pages through and changes more items than a search can reach', async () => {
    const large = await service.project('large', ['items:write', 'items:read', 'search']);
    const lines = Array.from({ length: manyItems }, (_, no) =>
      JSON.stringify(item(`thing-${no}`, { name: `Thing ${no}`, price: no, stock: no % 7 })),
    );
    const imported = await fetch(`${service.url}/api/items/import?project=large`, {
      method: 'POST',
      headers: { 'x-api-key': large, 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    });
    assert.equal(imported.status, 200);
    await open('', 'large');
    await page.getByLabel('Page, of 203').fill('203');
    await page.keyboard.press('Enter');
    await page.getByText('This list ends here').waitFor();
    await button('Show all items').click();
    await row('Thing 10119').waitFor();
    assert.equal((await names()).length, 20);
    await button('Sort by Price').click();
    await row('Thing 49').waitFor();
    await page.goto(`${service.url}/console/p/large/items?rows=items&sort=price:desc&page=203`);
    await row('Thing 0').waitFor();
    assert.deepEqual((await names()).slice(-2), ['Thing 1', 'Thing 0']);
    await page.getByLabel('Select Thing 0').check();
    await button('Select all 10,120 items').click();
    await button('Edit …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What to change').selectOption('Stock');
    await dialog.getByLabel('Amount').fill('3');
    await button('Preview').click();
    await dialog.getByText('8,674 items will change · 1,446 already have this value').waitFor();
    await button('Change 8,674 items').click();
    await dialog.getByText('8,674 items changed').waitFor();
    await button('Close').click();
    const rest = await service.ask<{ total: number }>('GET', '/search/large?filters=NOT+stock:3&limit=0', {
      key: large,
    });
    assert.equal(rest.body.total, 0);
  });

  it('shows a viewer no controls that change items', async () => {
    const viewer = await addMember(service, await service.signIn(), { name: 'Vera Viewer', role: 'viewer' });
    const context = await browser.newContext();
    const seen = await context.newPage();
    await seen.goto(`${service.url}/console/p/shop/items`);
    await seen.getByLabel('Email').fill(viewer.email);
    await seen.getByLabel('Password').fill(viewer.password);
    await seen.keyboard.press('Enter');
    await seen.locator('.item-grid tbody tr').first().waitFor();
    await untilEqual(() => seen.locator('.item-grid input[type=checkbox], td.editable').count(), 0);
    await seen.locator('td.price').first().click();
    await untilEqual(() => seen.locator('.cell-editor').count(), 0);
    await context.close();
  });

  it('edits the stock of an item next to its price, and lists the variants of its product', async () => {
    const data = ['S', 'M'].map((size) =>
      item(`cap-${size}`, { name: 'Cap', size, groupId: 'cap', stock: 3 }),
    );
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    await page.goto(`${service.url}/console/p/shop/items/cap-S?by=id`);
    const variants = page.getByRole('region', { name: /^Variants/ });
    await variants.getByRole('link', { name: 'M', exact: true }).waitFor();
    const readStock = async (): Promise<unknown> =>
      (await storedItem<Readonly<Record<string, unknown>>>({ service, key }, 'cap-S'))['stock'];
    const stock = page.getByLabel('Stock', { exact: true });
    await stock.fill('a dozen');
    await button('Save changes').click();
    await page.getByText('Enter a number.').waitFor();
    await stock.fill('12');
    await button('Save changes').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal(await readStock(), 12);
    await variants.getByRole('row').getByText('12', { exact: true }).waitFor();
    await assertAccessible(page, 'an item with variants');
    await stock.fill('');
    await button('Save changes').click();
    await until('the stock is not removed', async () => (await readStock()) === undefined);
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    await open();
    await page.getByLabel('Select Lamp 01').check();
    await assertAccessible(page, 'the table');
    await page.setViewportSize({ width: 390, height: 800 });
    await button('Actions of Lamp 01').click();
    await button('Deactivate Lamp 01').click();
    await page.getByText('Lamp 01 is now inactive').waitFor();
    assert.deepEqual(browserErrors, []);
  });
});
