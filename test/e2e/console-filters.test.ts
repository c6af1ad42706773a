import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { openFilterText } from '../support/filter-field.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const open = async (path: string, title: string): Promise<void> => {
  await page.goto(`${service.url}/console/p/shop${path}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};
const filter = (label: string): Locator => page.getByRole('group', { name: label, exact: true });
const condition = (label: string, number: number): Locator =>
  filter(label).getByRole('group', { name: `Condition ${number}`, exact: true });
const choose = async (row: Locator, field: string, text: string, value: string): Promise<void> => {
  await row.getByRole('combobox', { name: field, exact: true }).fill(text);
  await row.getByRole('option', { name: value }).click();
};
const textOf = async (label: string): Promise<string> => {
  const field = await openFilterText(page, label);
  const text = await field.inputValue();
  await page.getByRole('button', { name: `Show as rows (${label})` }).click();
  return text;
};
const stored = async (): Promise<unknown> => {
  const path = '/api/projects/shop/collections/chairs';
  const { body } = await service.ask<{ collection?: { filter?: string } }>('GET', path, { key });
  return body.collection?.filter;
};

const stores = (text: string): Promise<void> =>
  until(`The collection has not the filter ${text}`, async () => (await stored()) === text);

// The tests depend on each other, in order.
describe('filters as rows, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'settings']);
    const data = ['Oak', 'Elm', 'Ash', 'Oak'].map((brand, no) =>
      item(`c${no}`, {
        name: `${brand} chair ${no}`,
        brand,
        price: 10 * (no + 1),
        sale: no > 1,
        releasedAt: `2026-0${no + 1}-15`,
      }),
    );
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    browser = await launchChromium();
    ({ page, errors: browserErrors } = await openConsole(
      browser,
      `${service.url}/console/p/shop/collections`,
    ));
    await page.getByRole('heading', { level: 1, name: 'Collections' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('chooses a field, a relation and a value of the catalog, and counts the items', async () => {
    await open('/collections/chairs?name=Chairs', 'Chairs');
    await page.getByRole('button', { name: 'Add a condition (Items matching)' }).click();
    const first = condition('Items matching', 1);
    await choose(first, 'Field', 'bra', 'brand text');
    await untilEqual(() => first.getByLabel('Relation').locator('option:checked').textContent(), 'is');
    await first.getByRole('combobox', { name: 'Value' }).click();
    await first.getByRole('option', { name: 'Oak 2' }).click();
    await filter('Items matching').getByText('2 items match now').waitFor();
    await page.getByRole('button', { name: 'Add a condition (Items matching)' }).click();
    const second = condition('Items matching', 2);
    await choose(second, 'Field', 'price', 'price number');
    await second.getByLabel('Relation').selectOption({ label: 'is between' });
    await second.getByLabel('From').fill('5');
    await second.getByLabel('To', { exact: true }).fill('30');
    await filter('Items matching').getByText('1 item matches now').waitFor();
    await untilEqual(() => textOf('Items matching'), 'brand:Oak AND price:5 TO 30');
    await filter('Items matching')
      .getByLabel('Which conditions must hold')
      .selectOption('One of these holds');
    await filter('Items matching').getByText('4 items match now').waitFor();
    await untilEqual(() => textOf('Items matching'), 'brand:Oak OR price:5 TO 30');
    assert.deepEqual(await pageViolations(page), []);
    await untilEqual(() => overflowPixels(page), 0);
    await page.getByRole('button', { name: 'Save' }).click();
    await stores('brand:Oak OR price:5 TO 30');
  });

  it('keeps the text of what is not edited, to the letter', async () => {
    const written = 'NOT  brand : "Elm" AND (price<50   OR sale = true) AND EXISTS brand';
    await (await openFilterText(page, 'Items matching')).fill(written);
    await page.getByRole('button', { name: 'Show as rows (Items matching)' }).click();
    await untilEqual(() => textOf('Items matching'), written);
    const group = filter('Items matching').locator('.filter-group');
    const price = group.getByRole('group', { name: 'Condition 1' });
    await price.getByLabel('Value').fill('40');
    await untilEqual(
      () => textOf('Items matching'),
      'NOT  brand : "Elm" AND (price < 40 OR sale = true) AND EXISTS brand',
    );
    await group.getByRole('group', { name: 'Condition 2' }).getByLabel('Value').selectOption({ label: 'No' });
    await page.getByRole('button', { name: 'Remove condition 3: brand' }).click();
    await untilEqual(() => textOf('Items matching'), 'NOT  brand : "Elm" AND (price < 40 OR sale:false)');
  });

  it('takes several values, days and absence', async () => {
    await (await openFilterText(page, 'Items matching')).fill('');
    await page.getByRole('button', { name: 'Show as rows (Items matching)' }).click();
    await page.getByRole('button', { name: 'Add a condition (Items matching)' }).click();
    const first = condition('Items matching', 1);
    await choose(first, 'Field', 'brand', 'brand text');
    await first.getByLabel('Relation').selectOption({ label: 'is one of' });
    await choose(first, 'Add a value', 'as', 'Ash 1');
    await first.getByRole('combobox', { name: 'Add a value' }).fill('El "m"');
    await first.getByRole('combobox', { name: 'Add a value' }).press('Enter');
    await untilEqual(() => textOf('Items matching'), 'brand IN [Ash, "El \\"m\\""]');
    await first.getByRole('button', { name: 'Remove El "m"' }).click();
    await page.getByRole('button', { name: 'Add a condition (Items matching)' }).click();
    const second = condition('Items matching', 2);
    await choose(second, 'Field', 'released', 'releasedAt date');
    await second.getByLabel('Number of days').fill('30');
    await untilEqual(() => textOf('Items matching'), 'brand IN [Ash] AND releasedAt >= now-30d');
    await second.getByLabel('Relation').selectOption({ label: 'is before' });
    await second.getByLabel('Value').fill('2026-02-01');
    await untilEqual(() => textOf('Items matching'), 'brand IN [Ash] AND releasedAt < 2026-02-01');
    await second.getByLabel('Relation').selectOption({ label: 'has no value' });
    await untilEqual(() => textOf('Items matching'), 'brand IN [Ash] AND NOT EXISTS releasedAt');
    await filter('Items matching').getByText('0 items match now').waitFor();
  });

  it('leaves a filter without rows as text, and says why', async () => {
    const field = await openFilterText(page, 'Items matching');
    await field.fill('sizes.{width:5 AND stock > 0}');
    await page
      .getByText('Rows cannot show this filter. It has a condition on one element of a list.')
      .waitFor();
    await untilEqual(
      () => page.getByRole('button', { name: 'Show as rows (Items matching)' }).isDisabled(),
      true,
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await stores('sizes.{width:5 AND stock > 0}');
    await page.reload();
    await page.getByRole('textbox', { name: 'Items matching' }).waitFor();
  });

  it('shows errors and warnings of the service at their row', async () => {
    await (await openFilterText(page, 'Items matching')).fill('brand:Oak AND price:cheap');
    await page.getByRole('button', { name: 'Show as rows (Items matching)' }).click();
    await condition('Items matching', 2)
      .getByText(/^Needs a number, or a range/)
      .waitFor();
    await untilEqual(() => condition('Items matching', 1).getByText('Needs').count(), 0);
    assert.deepEqual(await pageViolations(page), []);
    await condition('Items matching', 2).getByRole('combobox', { name: 'Field' }).fill('bran');
    await condition('Items matching', 2)
      .getByText(/No item has a value in “bran”: did you mean “brand”/)
      .waitFor();
    await page.getByRole('button', { name: 'Remove condition 2: bran' }).click();
    await page.getByRole('button', { name: 'Add a condition (Items matching)' }).click();
    await choose(condition('Items matching', 2), 'Field', 'sale', 'sale yes or no');
    await page.getByRole('button', { name: 'Save' }).click();
    await condition('Items matching', 2).getByText('Choose a value.').waitFor();
    assert.equal(await stored(), 'sizes.{width:5 AND stock > 0}', 'nothing is saved');
    await condition('Items matching', 2).getByLabel('Value').selectOption({ label: 'Yes' });
    await page.getByRole('button', { name: 'Save' }).click();
    await stores('brand:Oak AND sale:true');
  });

  it('works by keyboard alone', async () => {
    await (await openFilterText(page, 'Items matching')).fill('');
    await page.getByRole('button', { name: 'Show as rows (Items matching)' }).click();
    await page.getByRole('button', { name: 'Add a condition (Items matching)' }).press('Enter');
    await page.keyboard.type('brand');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('el');
    await condition('Items matching', 1).getByRole('option', { name: 'Elm 1' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await untilEqual(() => textOf('Items matching'), 'brand:Elm');
    assert.deepEqual(await keyboardViolations(page), []);
  });

  it('filters a search by complete conditions only', async () => {
    await open('/search?filters=price%20%3C%2035', 'Search');
    await page.getByText('3 items').first().waitFor();
    await page.getByRole('button', { name: 'Add a condition (Filter)' }).click();
    await choose(condition('Filter', 2), 'Field', 'brand', 'brand text');
    await choose(condition('Filter', 2), 'Value', 'oak', 'Oak 2');
    await page.getByText('1 item').first().waitFor();
    await until(
      'The address has no filter',
      async () => new URL(page.url()).searchParams.get('filters') === 'price < 35 AND brand:Oak',
    );
    await page.setViewportSize({ width: 390, height: 800 });
    await untilEqual(() => overflowPixels(page), 0);
    assert.deepEqual(await pageViolations(page), []);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('compares with the product of the page in a placement', async () => {
    await open('/placements/cart', 'cart');
    await page.getByRole('button', { name: 'Add a condition (Only items matching)' }).click();
    const row = condition('Only items matching', 1);
    await choose(row, 'Field', 'price', 'price number');
    await row.getByLabel('Relation').selectOption({ label: 'is at most that of the page’s product' });
    await untilEqual(() => textOf('Only items matching'), 'price <= item.price');
    assert.deepEqual(browserErrors, []);
  });
});
