import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { openFilterText } from '../support/filter-field.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { untilEqual } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const found = async (q: string): Promise<string[]> => {
  const { body } = await service.ask<{ items: { id: string }[] }>('GET', `/search/shop?q=${q}`, { key });
  return body.items.map(({ id }) => id);
};

// The tests depend on each other, in order.
describe('the rules in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'settings']);
    const data = [
      ...['Oak', 'Elm', 'Ash'].map((wood, no) =>
        item(wood.toLowerCase(), { name: `${wood} chair`, popularity: 9 - no, brand: wood }),
      ),
      item('rug', { name: 'Woollen rug' }),
    ];
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    browser = await launchChromium();
    ({ page, errors: browserErrors } = await openConsole(browser, `${service.url}/console/p/shop/rules`));
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
    await page.getByRole('button', { name: 'Pin items' }).click();
    await pick('Pin an item', 'rug', 'Woollen rug');
    await page.getByRole('button', { name: 'Hide items' }).click();
    await pick('Hide an item', 'elm', 'Elm chair');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Pinned by rule “rugs first”').waitFor();
    await preview.getByText('Hidden by “rugs first”').waitFor();
    await untilEqual(
      () => preview.locator('.product-card h3').allTextContents(),
      ['Woollen rug', 'Oak chair', 'Ash chair'],
    );
    assert.deepEqual(await found('chair'), ['oak', 'elm', 'ash'], 'nothing is saved yet');
    assert.deepEqual(await pageViolations(page), []);
    await page.getByLabel('Position of rug').fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Applies to the next search.').waitFor();
    await page.getByText(/^1 rule, version 1, saved/).waitFor();
    await page.getByRole('button', { name: 'Close rugs first' }).waitFor();
    await page.getByRole('heading', { level: 3, name: 'Then' }).waitFor();
    await untilEqual(() => preview.getByLabel('Query').inputValue(), 'Chairs');
    await page
      .getByText('When someone searches for “Chairs” — show Woollen rug on position 2 and hide Elm chair')
      .waitFor();
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
    await page.getByRole('button', { name: 'Boost', exact: true }).click();
    await (await openFilterText(page, 'Boost items matching')).fill('brand:');
    await page.getByRole('button', { name: 'Close Boost items' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter the words that shoppers search for.').waitFor();
    await page.getByLabel('Apply when').selectOption('any');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await untilEqual(() => page.getByLabel('Boost items matching').getAttribute('aria-invalid'), 'true');
    await (await openFilterText(page, 'Boost items matching')).fill('brand:Ash');
    await page.getByLabel('Start date', { exact: true }).fill('2026-01-01');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Boosted by rule “Boost items where brand is Ash”').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^2 rules, version 2, saved/).waitFor();
    assert.deepEqual(await found('chair'), ['ash', 'rug', 'oak']);
  });

  it('reorders, disables and removes rules, and discards changes', async () => {
    const boost = 'Boost items where brand is Ash';
    await page.getByRole('button', { name: `Up ${boost}` }).click();
    const names = page.getByRole('list', { name: 'Rules' }).locator('h2');
    await untilEqual(() => names.allTextContents(), [boost, 'rugs first']);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await untilEqual(() => names.allTextContents(), ['rugs first', boost]);
    await page.getByRole('button', { name: `Remove ${boost}` }).click();
    await page.getByLabel('Enabled').uncheck();
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^1 rule, version 3, saved/).waitFor();
    assert.deepEqual(await found('chair'), ['oak', 'elm', 'ash']);
  });

  it('edits every action and saves a rule of the API without loss', async () => {
    const rule = {
      id: 'api',
      when: [{ query: 'trainers', match: 'starts' }, { context: { page: ['home', 'sale, winter'] } }],
      pin: [
        { id: 'oak', position: 1 },
        { filter: 'brand:Ash', position: 2 },
      ],
      hide: 'brand:Elm',
      boost: [{ filter: 'brand:Oak', by: 3 }],
      words: { replace: [{ from: 'trainers', to: 'chair' }], remove: ['cheap'] },
      redirect: { url: 'https://shop.example/chairs' },
      userData: { banner: { title: 'Sale' } },
    };
    const replaced = await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules: [rule] } });
    assert.equal(replaced.status, 200);
    await page.reload();
    await page.getByRole('button', { name: 'Edit api' }).click();
    await page.getByLabel('Page address').fill('chairs');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Write a page of your shop, such as /gifts, or an address').waitFor();
    await untilEqual(() => page.getByRole('alert').count(), 0, 'the field alone says it');
    await page.getByLabel('Page address').fill('/chairs');
    await page.getByLabel('Rule name').fill('Chairs for trainers');
    const data = page.getByLabel('Data (JSON)');
    await data.fill('{"banner": ');
    await page.getByText('This is not valid JSON.').waitFor();
    await data.fill('{"banner": "New"}');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByLabel('Query').fill('trainers');
    await page.keyboard.press('Enter');
    await preview.getByText('Shoppers are sent to /chairs').waitFor();
    await preview.getByText('Searched for chair instead').waitFor();
    await data.fill('{"banner": {"text": "Half price", "place": 2}}');
    await preview.getByRole('listitem', { name: 'Banner' }).getByText('Half price').waitFor();
    await data.fill('{"banner": "New"}');
    await page.getByText('Unsaved changes').waitFor();
    await preview.getByLabel('Query').fill('rug');
    await preview.getByText('No rule applies').waitFor();
    await preview.getByRole('button', { name: 'Preview for a page or other context' }).click();
    await preview.getByLabel('Context', { exact: true }).fill('page');
    await preview.getByLabel('Values').fill('Home');
    await preview.getByRole('link', { name: 'Chairs for trainers' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^1 rule, version 5, saved/).waitFor();
    const { body } = await service.ask<{ rules: unknown[] }>('GET', '/api/projects/shop/rules', { key });
    assert.deepEqual(body.rules, [
      { ...rule, name: 'Chairs for trainers', redirect: { url: '/chairs' }, userData: { banner: 'New' } },
    ]);
  });

  it('shows warnings of the saved rules at their rule', async () => {
    const rules = [
      { id: 'rugs first', when: { query: 'chair' }, pin: [{ id: 'nowhere', position: 1 }] },
      { id: 'api', when: { query: 'rug' }, hide: ['elm'] },
    ];
    await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
    await page.reload();
    await page.getByRole('list', { name: 'Warnings of rugs first' }).waitFor();
    await untilEqual(() => page.getByRole('list', { name: /^Warnings/ }).count(), 1);
  });

  it('finds rules by words, status and action, and keeps the selection as a view', async () => {
    const rules = page.getByRole('list', { name: 'Rules' }).locator('h2');
    await page.getByLabel('Find a rule').fill('elm chair');
    await page.getByText('1 of 2 rules.').waitFor();
    await untilEqual(() => rules.allTextContents(), ['api'], 'by a product in its sentence');
    await untilEqual(() => page.getByRole('button', { name: 'Up api' }).isDisabled(), true);
    await page.getByLabel('Find a rule').fill('');
    await page.getByText('1 of 2 rules.').waitFor({ state: 'detached' });
    await page.getByLabel('Action').selectOption('Pin items');
    await page.getByText('1 of 2 rules.').waitFor();
    await untilEqual(() => rules.allTextContents(), ['rugs first']);
    await page.getByRole('button', { name: 'New view' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Pins');
    await page.keyboard.press('Enter');
    const bar = page.getByRole('navigation', { name: 'Saved views' });
    await bar.getByRole('link', { name: 'Pins' }).waitFor();
    await page.getByLabel('Status').selectOption('Disabled');
    await page.getByText('0 of 2 rules.').waitFor();
    await bar.getByRole('link', { name: 'All rules' }).click();
    await page.getByRole('button', { name: 'Edit api' }).waitFor();
    await untilEqual(() => rules.count(), 2);
    await bar.getByRole('link', { name: 'Pins' }).click();
    await page.getByText('1 of 2 rules.').waitFor();
    assert.match(page.url(), /rules\?does=pin$/);
    await bar.getByRole('link', { name: 'All rules' }).click();
    await page.getByRole('button', { name: 'Edit api' }).waitFor();
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
      await untilEqual(() => overflowPixels(page), 0, `at ${width} pixels`);
    }
    assert.deepEqual(browserErrors, []);
  });
});

async function pick(label: string, words: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(words);
  await page.getByRole('listbox', { name: label }).getByRole('option', { name }).click();
}
