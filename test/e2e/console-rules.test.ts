import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { adminPassword, item, RunningService } from '../support/service.ts';

const waitMsMax = 60_000;

let service: RunningService;
let browser: Browser;
let page: Page;
let key = '';
const browserErrors: string[] = [];

const found = async (q: string): Promise<string[]> => {
  const { body } = await service.ask<{ items: { id: string }[] }>('GET', `/search/shop?q=${q}`, { key });
  return body.items.map(({ id }) => id);
};

// The tests depend on each other, in order.
describe('the rules in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await RunningService.start();
    key = await service.project('shop', ['search', 'items:write', 'settings']);
    const data = [
      ...['Oak', 'Elm', 'Ash'].map((wood, no) =>
        item(wood.toLowerCase(), { name: `${wood} chair`, popularity: 9 - no, brand: wood }),
      ),
      item('rug', { name: 'Woollen rug' }),
    ];
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    browser = await launchChromium();
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    page.setDefaultTimeout(waitMsMax);
    page.on('pageerror', (error) => browserErrors.push(`error: ${error.message}`));
    page.on('console', (message) => {
      const isExpected = /the server responded with a status of 4\d\d/.test(message.text());
      if (message.type() === 'error' && !isExpected) browserErrors.push(message.text());
    });
    await page.goto(`${service.url}/console/p/shop/rules`);
    await page.getByLabel('Password').fill(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('pins one item, hides another, and previews both before saving', async () => {
    await page.getByText('No rules yet').waitFor();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Rule name').fill('rugs first');
    await page.getByLabel('Query', { exact: true }).first().fill('Chairs');
    await pick('Pin an item', 'rug', 'Woollen rug');
    await pick('Hide an item', 'elm', 'Elm chair');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Pinned by rule “rugs first”').waitFor();
    await preview.getByText('Hidden by “rugs first”').waitFor();
    assert.deepEqual(await preview.locator('.product-card h3').allTextContents(), [
      'Woollen rug',
      'Oak chair',
      'Ash chair',
    ]);
    assert.deepEqual(await found('chair'), ['oak', 'elm', 'ash'], 'nothing is saved yet');
    assert.deepEqual(await pageViolations(page), []);
    await page.getByLabel('Position of rug').fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Applies to the next search.').waitFor();
    await page.getByText(/^1 rule, version 1, saved/).waitFor();
    assert.deepEqual(await found('chair'), ['oak', 'rug', 'ash']);
  });

  it('shows in the search which item is pinned', async () => {
    await page.goto(`${service.url}/console/p/shop/search?q=chair`);
    await page
      .locator('.product-card', { hasText: 'Woollen rug' })
      .getByText('Pinned by rule “rugs first”')
      .waitFor();
    await page.goto(`${service.url}/console/p/shop/rules`);
    await page.getByRole('button', { name: 'Edit rugs first' }).waitFor();
  });

  it('opens the invalid rule and shows the error at its field', async () => {
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Boost items matching').fill('brand:');
    await page.getByRole('button', { name: 'Close Rule 2' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.note.bad[role=alert]').waitFor();
    assert.equal(await page.getByLabel('Boost items matching').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Apply when').selectOption('always');
    await page.getByLabel('Boost items matching').fill('brand:Ash');
    await page.getByLabel('Start date', { exact: true }).fill('2026-01-01');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Boosted by rule “Rule 2”').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^2 rules, version 2, saved/).waitFor();
    assert.deepEqual(await found('chair'), ['ash', 'rug', 'oak']);
  });

  it('reorders, disables and removes rules, and discards changes', async () => {
    await page.getByRole('button', { name: 'Up Rule 2' }).click();
    const names = page.getByRole('list', { name: 'Rules' }).locator('h2');
    assert.deepEqual(await names.allTextContents(), ['Rule 2', 'rugs first']);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    assert.deepEqual(await names.allTextContents(), ['rugs first', 'Rule 2']);
    await page.getByRole('button', { name: 'Remove Rule 2' }).click();
    await page.getByRole('button', { name: 'Edit rugs first' }).click();
    await page.getByLabel('Enabled').uncheck();
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^1 rule, version 3, saved/).waitFor();
    assert.deepEqual(await found('chair'), ['oak', 'elm', 'ash']);
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    await page.getByRole('button', { name: 'Edit rugs first' }).click();
    await page.locator('[aria-busy=true], .skeleton').first().waitFor({ state: 'detached' });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      assert.deepEqual(await pageViolations(page), [], colorScheme);
    }
    assert.deepEqual(await keyboardViolations(page), []);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await overflowPixels(page), 0, `at ${width} pixels`);
    }
    assert.deepEqual(browserErrors, []);
  });
});

async function pick(label: string, words: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(words);
  await page.getByRole('listbox', { name: label }).getByRole('option', { name }).click();
}
