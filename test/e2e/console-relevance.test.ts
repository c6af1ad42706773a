import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { LocalService } from '../support/local-service.ts';
import { assertAccessible } from '../support/page-rules.ts';
import { item } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

let service: LocalService;
let key = '';
let browser: Browser;
let page: Page;
let browserErrors: readonly string[];

const section = (name: string): Locator => page.getByRole('region', { name, exact: true });
const tried = (): Locator => page.getByRole('complementary', { name: 'Try it' });
const list = async (name: string): Promise<string[]> =>
  (await tried().getByRole('region', { name }).getByRole('listitem').allInnerTexts()).map(
    (text) => text.split('\n')[0] ?? '',
  );
let listed = '';
const untilListed = (name: string, wanted: readonly string[]): Promise<void> =>
  until(
    () => `${name}: ${wanted.join(', ')} expected, ${listed} found`,
    async () => (listed = (await list(name)).join(', ')) === wanted.join(', '),
  );
const readSearch = async (): Promise<Record<string, unknown>> => {
  const { body } = await service.ask<{ settings: { search: Record<string, unknown> } }>(
    'GET',
    '/api/projects/shop/settings',
    { key },
  );
  return body.settings.search;
};

// The tests depend on each other, in order.
describe('relevance in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'settings', 'analytics']);
    const data = [
      item('oak', { name: 'Oak chair', price: 90, stock: 0, material: 'solid wood' }),
      item('elm', { name: 'Elm chair', price: 50, stock: 5, material: 'solid wood' }),
      item('stool', { name: 'Bar stool', price: 70, stock: 5, material: 'chair steel' }),
      item('lamp', { name: 'Desk lamp', price: 20, stock: 5, attrs: { shade: 'linen' } }),
    ];
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    const synonyms = [{ kind: 'equivalent', words: ['chair', 'seat'] }];
    await service.ask('PUT', '/api/projects/shop/synonyms', { key, body: { synonyms } });
    browser = await launchChromium();
    const url = `${service.url}/console/p/shop/relevance`;
    ({ page, errors: browserErrors } = await openConsole(browser, url, { locale: 'en' }));
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('shows a change beside the live list before it is saved', async () => {
    await tried().getByLabel('Search for').fill('chair');
    await untilListed('Now', ['Elm chair', 'Bar stool', 'Oak chair']);
    await page.getByLabel('Sold-out items last').selectOption('never');
    await untilListed('With your changes', ['Oak chair', 'Elm chair', 'Bar stool']);
    await tried().getByText('↑ from 3').waitFor();
    assert.notEqual((await readSearch())['soldOutLast'], 'never');
    await page.keyboard.press('Escape');
    await tried().getByLabel('Search for').press('Enter');
    assert.notEqual((await readSearch())['soldOutLast'], 'never', 'Enter in the search saves nothing');
  });

  it('lists synonyms with what they find in addition, and takes new ones in both directions', async () => {
    const row = section('Synonyms').getByRole('row').nth(1);
    await row.getByText('3 products').waitFor();
    await row.getByText('for “seat”').waitFor();
    await section('Synonyms').getByRole('button', { name: 'Add synonyms' }).click();
    await page.getByLabel('Words, row 2').fill('light, lamp');
    await page.getByLabel('Direction, row 2').selectOption('one');
    await untilEqual(() => page.getByLabel('Searched word, row 2').inputValue(), 'light');
    await section('Synonyms').getByRole('button', { name: 'Try “light”' }).click();
    await untilListed('Now', []);
    await untilListed('With your changes', ['Desk lamp']);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. Applies to the next search.').waitFor();
    const { synonyms, soldOutLast } = await readSearch();
    assert.partialDeepStrictEqual(synonyms, [
      { kind: 'equivalent', words: ['chair', 'seat'] },
      { kind: 'oneWay', from: 'light', to: ['lamp'] },
    ]);
    assert.equal(soldOutLast, 'never');
    await section('Synonyms').getByRole('button', { name: 'Edit as text' }).click();
    await untilEqual(() => page.getByLabel('One rule per line').inputValue(), 'chair, seat\nlight => lamp');
    await section('Synonyms').getByRole('button', { name: 'Edit as table' }).click();
    await section('Synonyms').getByRole('button', { name: 'Remove “chair”' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await untilEqual(() => page.getByLabel('Words, row 1').inputValue(), 'chair, seat');
  });

  it('moves searchable fields by drag or by their menu, and says what a preview cannot show', async () => {
    const names = section('Names');
    const excluded = section('Not searched');
    await section('All other fields').getByText('material').dragTo(excluded.getByRole('heading'));
    await excluded.getByText('material').waitFor();
    await tried().getByText('Shown once saved: Fields that are not searched.').waitFor();
    await page.getByLabel('Place of material').selectOption({ label: 'Names' });
    await names.getByText('material').waitFor();
    await page.getByLabel('Another field').fill('attrs.shade');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Place of attrs.shade').selectOption({ label: 'Not searched' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Version 3, saved/).waitFor();
    const { name, unsearchableFields } = await readSearch();
    assert.deepEqual((name as { fields: string[] }).fields, ['name', 'material']);
    assert.deepEqual(unsearchableFields, ['attrs.shade']);
  });

  it('takes a saved change back from its note', async () => {
    const before = await readSearch();
    await page.getByLabel('Sold-out items last').selectOption('always');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Version 4, saved/).waitFor();
    assert.equal((await readSearch())['soldOutLast'], 'always');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Taken back. Applies to the next search.').waitFor();
    assert.deepEqual(await readSearch(), before);
    await page.getByText(/^Version 5, saved/).waitFor();
    await untilEqual(() => page.getByLabel('Sold-out items last').inputValue(), before['soldOutLast']);
  });

  it('keeps numbers of experts in groups that open, is used without a mouse, and fits narrow pages', async () => {
    await untilEqual(() => page.getByLabel('Half-life, in days').isVisible(), false);
    await page.getByRole('group', { name: 'Learning from shoppers' }).locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Half-life, in days').waitFor();
    await assertAccessible(page, 'Relevance');
    assert.deepEqual(browserErrors, []);
  });
});
