import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { LocalServer } from '../support/local-server.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import type { ShopServer } from '../support/shops/shop-server.ts';
import { createShopifyProducts, startShopifyShop } from '../support/shops/shopify-shop.ts';
import { untilEqual, untilMatch } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
/** The host of a feed, and the headers that it got. */
let files: LocalServer;
let shop: ShopServer;
const authorizations = new Set<string | undefined>();
const errors: string[] = [];

const choose = (name: string, content: string | Buffer): Promise<void> =>
  page.locator('#import-file').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
const field = (column: string) => page.getByRole('combobox', { name: `Field of ${column}`, exact: true });
const itemOf = async (id: string): Promise<Record<string, unknown>> =>
  (
    await service.ask<{ item: Record<string, unknown> }>('GET', `/api/items/${id}?by=id&project=shop`, {
      key,
    })
  ).body.item;

const german = Buffer.from(
  'Artikelnummer;Titel;Preis;EK\nA-1;Gr\xf6\xdfe 7;1.299,00 EUR;700\nA-2;Stuhl;auf Anfrage;3\nA-3;;5,00;1\n',
  'latin1',
);

describe('the import page, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    files = await LocalServer.start((request, response) => {
      authorizations.add(request.headers.authorization);
      response.end('id,name,price\nf1,From a feed,7\nf2,Broken,soon\n');
    });
    shop = await startShopifyShop({ list: createShopifyProducts(12) });
    service = await LocalService.start({
      VITRINE_FEED_HOSTS: [files.url, shop.url].map((url) => new URL(url).host).join(','),
      VITRINE_CRAWL_RATE: '1000',
    });
    key = await service.project('shop', ['items:read', 'items:write', 'settings']);
    browser = await launchChromium();
    const opened = await openConsole(browser, `${service.url}/console/p/shop/import`);
    page = opened.page;
    errors.push(...opened.errors);
    await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    await files?.[Symbol.asyncDispose]();
    await shop?.[Symbol.asyncDispose]();
    assert.deepEqual(errors, []);
  });

  it('shows what becomes of a file, takes suggestions and a change of the mapping, and imports', async () => {
    await choose('artikel.csv', german);
    await page.getByText('No column becomes id: choose it above').waitFor();
    await untilEqual(() => page.getByRole('button', { name: 'Import artikel.csv' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Use all 3 suggestions' }).click();
    await page
      .getByRole('cell', { name: /Größe 7/ })
      .first()
      .waitFor();
    await page.getByText('3 records, 2 would be rejected. Nothing is stored yet.').waitFor();
    await page.getByText('EK: 700').waitFor();
    const facts = page.locator('.import-facts');
    await untilMatch(() => facts.textContent(), /CSV.*own columns.*windows-1252.*semicolons.*comma.*EUR/);
    await field('EK').selectOption({ label: 'Not imported' });
    await page.getByText('EK: 700').waitFor({ state: 'detached' });
    assert.deepEqual(await pageViolations(page), []);
    assert.equal((await itemOf('A-1')) === undefined, true, 'nothing is stored');
    await page.getByRole('button', { name: 'Import artikel.csv' }).click();
    await page.getByText('artikel.csv: 1 item created, 0 updated, 2 lines rejected').waitFor();
    const { name, price, EK } = await itemOf('A-1');
    assert.deepEqual([name, price, EK], ['Größe 7', 1299, undefined]);
  });

  it('groups the rejected lines, and gives them as a file that can be mended and imported', async () => {
    await page
      .getByRole('row', { name: /^1 Column "Preis" must be a price.*auf Anfrage.*line 3$/ })
      .waitFor();
    await page
      .getByRole('row', { name: /Column "Titel" must not be empty: it becomes name line 4/ })
      .waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download rejected lines' }).click(),
    ]);
    const text = await readFile((await download.path())!, 'utf8');
    assert.match(text, /^\ufeffArtikelnummer;Titel;Preis;EK;line;error\r\nA-2;Stuhl;auf Anfrage;3;3;/);
    await choose('mended.csv', text.replace('auf Anfrage', '7,50').replace('A-3;;', 'A-3;Tisch;'));
    await page.getByText(/^Columns are mapped as in the import of /).waitFor();
    await page.getByRole('button', { name: 'Import mended.csv' }).click();
    await page.getByText('mended.csv: 2 items created, 0 updated').waitFor();
    await page.getByRole('link', { name: 'Show items' }).click();
    await page.getByRole('gridcell', { name: /Tisch/ }).first().waitFor();
    await page.getByRole('link', { name: 'Import', exact: true }).click();
  });

  it('reads XML and NDJSON, whatever their names are, and tells what is wrong with other files', async () => {
    const feed =
      '<rss><channel><item><id>x1</id><title>Feed boot</title><link>https://a.example/x</link><condition>new</condition><price>7.50 EUR</price></item></channel></rss>';
    await choose('feed.txt', feed);
    await page.getByText('Google Merchant Center', { exact: true }).first().waitFor();
    await page
      .getByRole('cell', { name: /Feed boot/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose('export.txt', '{"id":"n1","name":"Lamp","price":5}\n');
    await page.getByRole('cell', { name: /Lamp/ }).first().waitFor();
    for (const [name, content, message] of [
      [
        'items.csv',
        Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(2_000)]),
        /The file is an Excel workbook/,
      ],
      ['empty.csv', '', /The file is empty/],
      ['page.xml', '<!doctype html><html></html>', /The file is a web page/],
      ['twice.csv', 'id,name,id\n1,2,3\n', /line 1 must name each column once: "id" occurs twice/],
    ] as const) {
      await page.getByRole('button', { name: 'Choose another file' }).click();
      await choose(name, content);
      await page.getByRole('alert').getByText(message).waitFor();
      await untilEqual(() => page.getByRole('button', { name: /^Import / }).isDisabled(), true);
    }
    await page.getByRole('button', { name: 'Choose another file' }).click();
  });

  it('previews the beginning of a large file only, and imports the whole', async () => {
    const rows = Array.from(
      { length: 9_000 },
      (_, no) => `big${no},A chair of oak with a ${'long '.repeat(20)}name ${no},${no}.50\n`,
    );
    const [preview] = await Promise.all([
      page.waitForRequest(/import\/preview/),
      choose('big.csv', `id,name,price\n${rows.join('')}`),
    ]);
    assert.match(preview.url(), /partial=true/);
    await page.getByText(/^In the first megabyte: .* all valid/).waitFor();
    await page.getByRole('button', { name: 'Import big.csv' }).click();
    await page.getByRole('progressbar', { name: 'Import' }).waitFor();
    await page.getByText('big.csv: 9,000 items created').waitFor();
  });

  it('replaces the whole catalog, or shows the rejected lines for which it did not', async () => {
    await page.getByRole('radio', { name: /^Replace the whole catalog/ }).check();
    await choose('all.csv', 'id,name,price\nbig1,Oak chair,5\nnew1,,7\n');
    await page.getByRole('button', { name: 'Import all.csv' }).click();
    await page.getByText('Cannot replace the catalog as a line was rejected').waitFor();
    await page.getByRole('row', { name: /Column "name" must not be empty line 3$/ }).waitFor();
    assert.equal((await itemOf('big2'))['name'] === undefined, false);
    await choose('all.csv', 'id,name,price\nbig1,Oak chair,5\nnew1,Stool,7\n');
    await page.getByRole('button', { name: 'Import all.csv' }).click();
    await page.getByText(/^all\.csv: 1 item created, 1 updated, [\d,]+ removed$/).waitFor();
    assert.equal(await itemOf('big2'), undefined);
    assert.deepEqual(await pageViolations(page), []);
    await page.getByRole('radio', { name: /^Add or replace/ }).check();
  });

  it('creates a feed, reads it now, and shows what changed and what was rejected', async () => {
    await page.getByRole('button', { name: 'New feed' }).click();
    const dialog = page.getByRole('dialog', { name: 'New feed' });
    await dialog.getByLabel('Id', { exact: true }).fill('erp');
    await dialog.getByLabel('Address').fill('https://127.0.0.1/items.csv');
    await dialog.getByRole('button', { name: 'Create feed' }).click();
    await dialog
      .getByText(/feed\.url must be an address to read from: 127\.0\.0\.1 is not a public address/)
      .waitFor();
    await dialog.getByLabel('Address').fill(`${files.url}/items.csv`);
    await dialog.getByLabel('Read', { exact: true }).selectOption('off');
    await dialog.getByLabel('Items that the feed has no longer').selectOption('delete');
    await dialog.getByText('How the file is read').click();
    await dialog.getByLabel('Decimal sign').selectOption('point');
    await dialog.getByLabel('Credentials').selectOption('basic');
    await dialog.getByLabel('User').fill('shop');
    await dialog.getByLabel('Password of the feed').fill('geheim');
    assert.deepEqual(await pageViolations(page), []);
    await dialog.getByRole('button', { name: 'Create feed' }).click();
    await page.getByRole('button', { name: 'Run now erp' }).click();
    await page.getByText(/: 1 added, 0 changed, 0 unchanged, 0 removed, 1 rejected/).waitFor();
    await page.getByRole('button', { name: 'Show rejected lines' }).click();
    await page.getByRole('row', { name: /Column "price" must be a price.*line 3$/ }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.getByRole('button', { name: 'Edit erp' }).click();
    await page.getByRole('dialog', { name: 'Feed erp' }).getByLabel('Name').fill('The ERP');
    await page.getByRole('button', { name: 'Save feed' }).click();
    await page.getByText('The ERP', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Run now erp' }).click();
    await page.getByText(/: 0 added, 0 changed, 1 unchanged, 0 removed, 1 rejected/).waitFor();
    assert.deepEqual([...authorizations], [`Basic ${Buffer.from('shop:geheim').toString('base64')}`]);
    await page.getByRole('button', { name: 'Delete erp' }).click();
    await page.getByRole('button', { name: 'Delete feed' }).click();
    await page.getByText(/^A feed is a file at an address/).waitFor();
  });

  it('finds the catalog of a shop by its address, shows ten products, and takes it as a feed', async () => {
    const section = page.getByRole('region', { name: 'From your shop' });
    await section.getByLabel('Address of the shop').fill('shop.invalid');
    await section.getByRole('button', { name: 'Find products' }).click();
    await section.getByText(/^The shop cannot be read: /).waitFor();
    await section.getByLabel('Address of the shop').fill(files.url);
    await section.getByRole('button', { name: 'Find products' }).click();
    await section.getByText('no product list, feed or product page could be read').waitFor();
    await section.getByRole('link', { name: 'Where each platform has it' }).waitFor();
    await section.getByLabel('Address of the shop').fill(shop.url);
    await section.getByRole('button', { name: 'Find products' }).click();
    await section.getByText('Shopify: 10 products of its public product list').waitFor();
    await section.getByText('Shirt No. 1 & more').first().waitFor();
    await untilEqual(() => section.locator('.import-items tbody tr').count(), 10);
    assert.deepEqual(await pageViolations(page), []);
    await section.getByLabel('Read again').selectOption('day');
    await section.getByRole('button', { name: 'Import this catalog' }).click();
    await page.getByText(/^Read every day at 03:00/).waitFor();
    await page.getByText(/^Read .*: [1-9]\d* added, 0 changed/).waitFor();
    assert.equal((await itemOf('44000000000101'))['name'], 'Shirt No. 1 & more');
    await page.getByRole('button', { name: 'Edit 127-0-0-1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Feed 127-0-0-1' });
    await dialog.getByText('The https address of the shop.').waitFor();
    await dialog.getByRole('button', { name: 'Save feed' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await service.ask<{ feed: { source: string } }>(
      'GET',
      '/api/projects/shop/feeds/127-0-0-1',
      { key },
    );
    assert.equal(body.feed.source, 'shopify');
  });

  it('fits narrow pages, in light and dark, and is used by keyboard', async () => {
    await choose('artikel.csv', german);
    await page.getByRole('heading', { name: 'First items' }).waitFor();
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await untilEqual(() => overflowPixels(page), 0, `${scheme} at ${width} pixels`);
        assert.deepEqual(await pageViolations(page), [], `${scheme} at ${width} pixels`);
      }
    assert.deepEqual(await keyboardViolations(page), []);
  });
});
