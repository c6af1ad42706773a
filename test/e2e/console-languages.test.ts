import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole, viewLoaded } from '../support/console-page.ts';
import { LocalService } from '../support/local-service.ts';
import { overflowPixels, pageViolations } from '../support/page-rules.ts';
import { item, root } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

interface Product {
  readonly id: string;
  readonly translations?: Readonly<Record<string, { readonly name: string }>>;
}
interface Settings {
  readonly changes: { readonly search?: Readonly<Record<string, unknown>> };
  readonly catalogLanguage: { readonly language: string | null } | null;
}

const itemCount = 60;

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const readSettings = async (): Promise<Settings> =>
  (await service.ask<Settings>('GET', '/api/projects/shop/settings', { key })).body;
const languages = (): Locator => page.getByRole('combobox', { name: 'Languages', exact: true });
const chosen = (): Promise<string[]> =>
  page.getByRole('list', { name: 'Chosen languages' }).locator('.chip > span').allInnerTexts();

async function choose(typed: string, name: string): Promise<void> {
  await languages().fill(typed);
  await page.getByRole('listbox', { name: 'Languages' }).getByRole('option', { name }).waitFor();
  await languages().press('Enter');
}
const models = (): Locator => page.getByLabel('Text model', { exact: true });
const foreignQueries = (): Locator => page.getByLabel('Queries in other languages', { exact: true });
const semantic = (): Locator => page.getByRole('group', { name: 'Semantic search', exact: true });

/** Saves the form, and returns the stored changes of the search settings. */
async function save(version: number): Promise<Readonly<Record<string, unknown>>> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(new RegExp(`^Version ${version}, saved`)).waitFor();
  return (await readSettings()).changes.search ?? {};
}

// The tests depend on each other, in order.
describe('languages and the text model in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start({ VITRINE_TEXT_MODEL: 'vendored', VITRINE_TEXT_TIMEOUT_MS: '60000' });
    key = await service.project('shop', ['search', 'items:write', 'settings']);
    const products = readFileSync(join(root, 'demo', 'products.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Product);
    const data = products
      .flatMap(({ id, translations }) => {
        const german = translations?.['de'];
        return german === undefined ? [] : [item(id, { name: german.name, description: '' })];
      })
      .slice(0, itemCount);
    assert.equal(
      (await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } })).status,
      201,
    );
    await until(
      'the language was not identified',
      async () => (await readSettings()).catalogLanguage !== null,
    );
    browser = await launchChromium();
    const url = `${service.url}/console/p/shop/relevance`;
    ({ page, errors: browserErrors } = await openConsole(browser, url, { locale: 'en' }));
    await viewLoaded(page);
    await semantic().locator('summary').click();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('says what the names of the items told, and the model that serves', async () => {
    await page.getByText('German, from the names of 60 items, unless languages are chosen here.').waitFor();
    assert.deepEqual(await chosen(), []);
    await semantic().getByText('60 items ready for semantic search with the multilingual model').waitFor();
    await semantic().getByText('No effect: the multilingual model reads all its languages.').waitFor();
  });

  it('overrides the language, and returns to that of the names when the field is cleared', async () => {
    await choose('Deutsch', 'German');
    await choose('engl', 'English');
    assert.deepEqual(await chosen(), ['German main', 'English']);
    await page.getByRole('button', { name: 'Make English the main language' }).click();
    await page.getByText('Remove all for German, from the names of 60 items.').waitFor();
    assert.deepEqual((await save(1))['languages'], ['en', 'de']);
    await page.reload();
    await viewLoaded(page);
    assert.deepEqual(await chosen(), ['English main', 'German']);
    await page.getByRole('button', { name: 'Remove English' }).click();
    await page.getByRole('button', { name: 'Remove German' }).click();
    await choose('no lang', 'No language');
    assert.deepEqual((await save(2))['languages'], []);
    await page.reload();
    await viewLoaded(page);
    assert.deepEqual(await chosen(), ['No language']);
    await page.getByRole('button', { name: 'Remove No language' }).click();
    await page.getByText('German, from the names of 60 items, unless languages').waitFor();
    assert.deepEqual(await save(3), {});
    await semantic().locator('summary').click();
  });

  it('chooses the model and queries in other languages', async () => {
    await models().selectOption({ label: 'English' });
    await foreignQueries().selectOption({ label: 'Off' });
    const { semantic: chosen, foreignQueries: stored } = await save(4);
    assert.deepEqual([(chosen as { model: string }).model, stored], ['english', false]);
    await semantic().getByText('no text model that may be used supports the first language').waitFor();
    await page.reload();
    await viewLoaded(page);
    await semantic().locator('summary').click();
    await untilEqual(
      async () => [await models().inputValue(), await foreignQueries().inputValue()],
      ['english', 'off'],
    );
    await foreignQueries().selectOption({ label: 'On' });
    assert.equal((await save(5))['foreignQueries'], true);
  });

  it('is accessible in light and dark, and fits a phone', async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      assert.deepEqual(await pageViolations(page), [], colorScheme);
    }
    await page.setViewportSize({ width: 400, height: 800 });
    await untilEqual(() => overflowPixels(page), 0);
    assert.deepEqual(browserErrors, []);
  });
});
