import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword, item } from '../support/service.ts';
import { untilEqual } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';

/** Imports a file on the import page. */
async function importCsv(csv: string): Promise<void> {
  const buffer = Buffer.from(csv);
  const another = page.getByRole('button', { name: 'Choose another file' });
  if (await another.isVisible()) await another.click();
  await page.locator('#import-file').setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import items.csv' }).click();
}

describe('imports, local values and visitors in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop');
    browser = await launchChromium();
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await page.goto(`${service.url}/console/p/shop/import`);
    await page.getByLabel('Password').fill(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('reports default values of missing fields and reasons of rejected lines', async () => {
    await importCsv(
      'id;name;price\nchair;Oak chair;129,50\ntable;"Oak table;9\nasked;Oak bench;\nlamp;Brass lamp;59',
    );
    await page.getByText('items.csv: 2 items created, 0 updated, 2 lines rejected').waitFor();
    const defaults = 'SKU set to the id (2 items), no pictures (2 items), empty description (2 items)';
    await page.getByText(`Defaults for missing fields: ${defaults}.`).waitFor();
    await page.getByRole('row', { name: /^1 Must have a closing quote.* line 3$/ }).waitFor();
    await page.getByRole('row', { name: '1 Column "price" must not be empty line 4', exact: true }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
  });

  it('accepts items without a price once that is enabled', async () => {
    await page.getByLabel('Accept items without a price').check();
    await page.getByText('Items without a price are accepted').waitFor();
    await importCsv('id,name,price\nasked,Oak bench,\n');
    await page.getByText(/no price \(1 item\)/).waitFor();
    await page.getByRole('link', { name: 'Show items' }).click();
    await page.getByRole('gridcell', { name: 'No price' }).first().waitFor();
    await page.getByRole('link', { name: 'Oak bench' }).first().click();
    await untilEqual(() => page.getByLabel(/^Price \(/).inputValue(), '');
    await page.goto(`${service.url}/console/p/shop/import`);
    await untilEqual(() => page.getByLabel('Accept items without a price').isChecked(), true);
  });

  it('updates only the given fields of existing items', async () => {
    const read = async (): Promise<Record<string, unknown>> => {
      const { body } = await service.ask<{ item: Record<string, unknown> }>(
        'GET',
        '/api/items/chair?by=id&project=shop',
        { key },
      );
      return body.item;
    };
    assert.equal((await read())['price'], 129.5);
    await page.getByRole('radio', { name: 'Add or replace' }).focus();
    await page.keyboard.press('ArrowRight');
    await untilEqual(() => page.getByRole('radio', { name: 'Update' }).isChecked(), true);
    await page.getByText('a2,,0').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await importCsv('id,price,stock\nchair,,7\nnone,5,5\n');
    await page.getByText('items.csv: 0 items created, 1 updated, 1 line rejected').waitFor();
    await page.getByRole('row', { name: /line 3$/ }).waitFor();
    const { name, price, stock } = await read();
    assert.deepEqual({ name, price, stock }, { name: 'Oak chair', price: 129.5, stock: 7 });
    await page.getByRole('radio', { name: 'Add or replace' }).check();
    await importCsv('id,name,price\nchair,Oak armchair,140\n');
    await page.getByText('items.csv: 0 items created, 1 updated').waitFor();
    await page.getByText('1 line rejected').waitFor({ state: 'detached' });
    const replaced = await read();
    assert.deepEqual([replaced['name'], replaced['stock']], ['Oak armchair', undefined]);
    await importCsv('id,name,price\nchair,Oak chair,129.5\n');
    await page.getByText('items.csv: 0 items created, 1 updated').waitFor();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await untilEqual(() => overflowPixels(page), 0, `at ${width} pixels`);
    }
    assert.deepEqual(await keyboardViolations(page), []);
  });

  it('edits prices by price list, price and stock by store, and translations of an item', async () => {
    const local = {
      prices: { b2b: 70.5, vip: null },
      stores: { berlin: { stock: 0, note: 'window' }, paris: { stock: 2, price: 120 } },
      translations: { de: { name: 'Stuhl', colour: 'rot' }, fr: { name: 'Chaise' } },
    };
    const data = item('local', { name: 'Local chair', ...local });
    const added = await service.ask<{ item: { _id: string } }>('POST', '/api/items', {
      key,
      body: { project: 'shop', data },
    });
    const path = `/api/items/${added.body.item._id}?project=shop`;
    const stored = async (): Promise<unknown> => {
      const { body } = await service.ask<{ item: typeof local }>('GET', path, { key });
      const { prices, stores, translations } = body.item;
      return { prices, stores, translations };
    };
    await page.goto(`${service.url}/console/p/shop/items/${added.body.item._id}`);
    const panel = page.getByRole('region', { name: 'Prices, stores and languages' });
    const save = page.getByRole('button', { name: 'Save changes' });
    await page.getByLabel('Brand').fill('Nordwald');
    await save.click();
    await page.getByText(/^Version 2/).waitFor();
    assert.deepEqual(await stored(), local, 'values that are not edited stay');
    await panel.getByLabel(/^Price .* of b2b$/).fill('-1');
    await panel.getByLabel('Stock of berlin').fill('many');
    await save.click();
    const berlin = panel.getByLabel('Stock of berlin');
    await panel.getByText('Must be a number').waitFor();
    await panel.getByText('Must be at least 0').waitFor();
    await untilEqual(() => berlin.getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await pageViolations(page), []);
    await panel.getByLabel(/^Price .* of b2b$/).fill('65,5');
    await berlin.fill('3');
    await panel.getByRole('button', { name: 'Remove paris: Price and stock by store' }).click();
    await panel.getByLabel('Description of German').fill('Massivholz.');
    await panel.getByLabel('Name of French').fill('');
    await panel.getByRole('button', { name: 'Add a price list' }).click();
    await panel.getByLabel('Price list', { exact: true }).last().fill('b2b');
    await save.click();
    await panel.getByText('“b2b” is already in the list').waitFor();
    await panel.getByLabel('Price list', { exact: true }).last().fill('staff');
    await save.click();
    await panel.getByText('Enter a price').waitFor();
    await panel.getByLabel(/^Price .* of staff$/).fill('50');
    await panel.getByRole('button', { name: 'Add a language' }).click();
    const newLanguage = panel.getByRole('combobox', { name: 'Language' }).last();
    await newLanguage.fill('klingonisch');
    await panel.getByLabel('Price list', { exact: true }).first().focus();
    await untilEqual(() => newLanguage.inputValue(), '');
    await newLanguage.fill('espa');
    await page.keyboard.press('Enter');
    await untilEqual(() => newLanguage.inputValue(), 'Spanish');
    await panel.getByLabel('Name of Spanish').fill('Silla');
    await save.click();
    await page.getByText(/^Version 3/).waitFor();
    assert.deepEqual(await stored(), {
      prices: { b2b: 65.5, vip: null, staff: 50 },
      stores: { berlin: { stock: 3, note: 'window' } },
      translations: {
        de: { name: 'Stuhl', colour: 'rot', description: 'Massivholz.' },
        fr: {},
        es: { name: 'Silla' },
      },
    });
    await panel.getByRole('button', { name: 'Remove berlin: Price and stock by store' }).click();
    await save.click();
    await page.getByText(/^Version 4/).waitFor();
    assert.equal(((await stored()) as { stores?: unknown }).stores, undefined);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await untilEqual(() => overflowPixels(page), 0, `at ${width} pixels`);
      assert.deepEqual(await pageViolations(page), [], `at ${width} pixels`);
    }
    assert.deepEqual(await keyboardViolations(page), []);
  });

  it('shows lists of an anonymous session', async () => {
    await page.goto(`${service.url}/console/p/shop/recommendations/viewed`);
    await page.getByText('0 items.').waitFor();
    await page.getByLabel('Visitor', { exact: true }).selectOption('Visitor without an account');
    await page.getByLabel('Id of the visit').fill('visit-1');
    await page.waitForURL(/session=visit-1/);
    await page.getByRole('link', { name: 'Trending' }).click();
    const card = page.locator('.product-card', { hasText: 'Oak chair' });
    await card.getByRole('button', { name: /^Look at it/ }).click();
    await page.getByText('Counted: visit-1 looked at Oak chair').waitFor();
    await page.getByRole('link', { name: 'Recently viewed' }).click();
    await page.locator('.product-card', { hasText: 'You looked at this before' }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.getByLabel('Visitor', { exact: true }).selectOption('Customer');
    await page.getByText('0 items.').waitFor();
  });

  it('searches with the prices and texts of a shopper, whom the URL names', async () => {
    const stool = item('stool', {
      name: 'Oak stool',
      price: 100,
      prices: { b2b: 70.5 },
      translations: { de: { name: 'Eichenhocker' } },
    });
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data: stool } });
    await page.goto(`${service.url}/console/p/shop/search?q=stool`);
    const card = page.locator('.product-card');
    await card.getByRole('link', { name: 'Oak stool' }).waitFor();
    await page.getByText('Prices, store and language').click();
    await page.getByLabel('Price list').fill('b2b');
    await page.getByRole('combobox', { name: 'Language' }).fill('german');
    await page.waitForURL(/priceList=b2b&language=de/);
    await card.getByRole('link', { name: 'Eichenhocker' }).waitFor();
    await card.getByText('€70.50').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.reload();
    await card.getByText('€70.50').waitFor();
    await untilEqual(() => page.getByLabel('Price list').inputValue(), 'b2b');
  });

  it('creates a key with price lists', async () => {
    await page.goto(`${service.url}/console/p/shop/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('dealers');
    await page.getByLabel('Price lists').fill('b2b, vip');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = await page.locator('[data-secret]').textContent();
    const search = (list: string) =>
      service.ask<{ items: { price: number }[] }>('GET', `/search/shop?q=stool&priceList=${list}`, {
        key: secret?.trim() ?? '',
      });
    assert.equal((await search('b2b')).body.items[0]?.price, 70.5);
    assert.equal((await search('gold')).status, 403);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('price lists b2b, vip').waitFor();
  });
});
