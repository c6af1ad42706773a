import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { pageViolations } from '../support/page-rules.ts';
import { adminPassword, RunningService } from '../support/service.ts';

let service: RunningService;
let browser: Browser;
let page: Page;

/** Imports a file on the import page. */
async function importCsv(csv: string): Promise<void> {
  const buffer = Buffer.from(csv);
  await page.locator('#import-file').setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer });
}

describe('imports and visitors in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await RunningService.start();
    await service.project('shop');
    browser = await launchChromium();
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    page.setDefaultTimeout(60_000);
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
    await page.getByRole('row', { name: /^3 must have a closing quote/ }).waitFor();
    await page.getByRole('row', { name: '4 price is required', exact: true }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
  });

  it('accepts items without a price once that is enabled', async () => {
    await page.getByLabel('Accept items without a price').check();
    await page.getByText('Items without a price are accepted').waitFor();
    await importCsv('id,name,price\nasked,Oak bench,\n');
    await page.getByText(/no price \(1 item\)/).waitFor();
    await page.getByRole('link', { name: 'Show items' }).click();
    await page.getByRole('cell', { name: 'No price', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Oak bench' }).first().click();
    assert.equal(await page.getByLabel(/^Price/).inputValue(), '');
    await page.goto(`${service.url}/console/p/shop/import`);
    assert.equal(await page.getByLabel('Accept items without a price').isChecked(), true);
  });

  it('shows lists of an anonymous session', async () => {
    await page.goto(`${service.url}/console/p/shop/recommendations/viewed`);
    await page.getByText('0 items.').waitFor();
    await page.getByLabel('Visitor').selectOption('Anonymous session');
    await page.getByLabel('Session id').fill('visit-1');
    await page.waitForURL(/session=visit-1/);
    await page.getByRole('link', { name: 'Trending' }).click();
    const card = page.locator('.product-card', { hasText: 'Oak chair' });
    await card.getByRole('button', { name: /^Send event/ }).click();
    await page.getByText('Event sent: visit-1, view, Oak chair').waitFor();
    await page.getByRole('link', { name: 'Recently viewed' }).click();
    await page.locator('.product-card', { hasText: 'You looked at this before' }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.getByLabel('Visitor').selectOption('Signed-in user');
    await page.getByText('0 items.').waitFor();
  });
});
