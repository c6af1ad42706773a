import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { Steps } from '../support/console-steps.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { changeItem, storedItem } from '../support/stored-items.ts';
import { until, untilEqual } from '../support/until.ts';

const chairs = Array.from({ length: 20 }, (_, no) => `chair-${String(no + 1).padStart(2, '0')}`);

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

interface Stored {
  readonly _id: string;
  readonly _version: number;
  readonly price: number | null;
  readonly stock?: number;
  readonly description: string;
}
const stored = (id: string): Promise<Stored> => storedItem<Stored>({ service, key }, id);
const storedNumbers = async (ids: readonly string[]): Promise<unknown[]> =>
  (await Promise.all(ids.map(stored))).map(({ price, stock }) => [price, stock]);
const change = (id: string, data: object): Promise<void> => changeItem({ service, key }, id, data);

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const cell = (column: 'Price' | 'Stock', id: string): Locator =>
  page.getByRole('textbox', {
    name: `${column === 'Price' ? 'Price (EUR)' : column} of ${nameOf(id)}`,
    exact: true,
  });
const formula = (column: 'Price' | 'Stock'): Locator =>
  page.getByRole('textbox', { name: new RegExp(`^Change ${column}`) });
const focusedCell = (): Promise<string | null> => page.locator(':focus').getAttribute('aria-label');
const summary = (text: string): Promise<void> =>
  page.locator('.sheet-bar').getByText(text, { exact: true }).waitFor();
const nameOf = (id: string): string => id.replace('-', ' ');
const openItems = async (query = ''): Promise<void> => {
  await page.goto(`${service.url}/console/p/shop/items${query}`);
  await page.getByRole('link', { name: 'Edit prices and stock' }).waitFor();
};
const openSheet = async (query = ''): Promise<void> => {
  await page.goto(`${service.url}/console/p/shop/items/bulk-edit${query}`);
  await page.locator('.sheet tbody tr').first().waitFor();
};
const saved = async (items: string, steps = new Steps()): Promise<void> => {
  await steps.click(button(`Save ${items}`));
  await page.getByText(`Saved ${items}`).last().waitFor();
};

// The tests depend on each other, in order.
describe('prices and stock of many items in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:read', 'items:write']);
    const others = Array.from({ length: 110 }, (_, no) => `lamp-${no + 1}`);
    const data = [...chairs, ...others].map((id) =>
      item(id, { name: nameOf(id), sku: id.toUpperCase(), price: 20, stock: 4, description: 'Made of wood' }),
    );
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    browser = await launchChromium();
    ({ page, errors: browserErrors } = await openConsole(browser, `${service.url}/console/p/shop/items`));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: 'Edit prices and stock' }).waitFor();
    browserErrors.length = 0;
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('edits twenty products in three steps: open the sheet, paste, save', async () => {
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/api/items'))
        bodies.push(request.postDataJSON());
    });
    const steps = new Steps();
    await steps.click(page.getByRole('link', { name: 'Edit prices and stock' }));
    await cell('Price', chairs[0]!).waitFor();
    await steps.paste(page, chairs.map((_, no) => `${no + 10},95\t${no + 100}`).join('\r\n'));
    await page.getByText('Pasted 40 values into 20 items.').waitFor();
    await summary('40 unsaved changes');
    assert.equal((await stored(chairs[0]!)).price, 20, 'nothing is saved yet');
    await saved('20 items', steps);
    assert.equal(steps.count, 3);
    assert.deepEqual(
      await storedNumbers(chairs),
      chairs.map((_, no) => [no + 10.95, no + 100]),
    );
    assert.equal(bodies.length, 1, 'one request');
    const { data } = bodies[0] as { data: readonly object[] };
    assert.equal(data.length, 20);
    const { _id } = await stored(chairs[0]!);
    assert.deepEqual(data[0], { _id, _version: 1, price: 10.95, stock: 100 }, 'only what changed');
    await summary('No unsaved changes');
  });

  it('changes twenty products in four steps: open, a formula for each column, save', async () => {
    await openItems('?q=chair');
    const steps = new Steps();
    await steps.click(page.getByRole('link', { name: 'Edit prices and stock' }));
    await page.getByText('Change all 20 items').waitFor();
    await steps.fill(formula('Price'), '+10%');
    await untilEqual(() => cell('Price', 'chair-01').inputValue(), '12.05', 'previewed while it is typed');
    await page.getByRole('row', { name: 'chair 01' }).getByText('10.95').waitFor();
    await steps.fill(formula('Stock'), '+5');
    await saved('20 items', steps);
    assert.equal(steps.count, 4);
    assert.deepEqual(await storedNumbers(['chair-01', 'chair-20', 'lamp-1']), [
      [12.05, 105],
      [32.95, 124],
      [20, 4],
    ]);
  });

  it('names invalid values at their cells, and saves the others', async () => {
    await openSheet('?q=chair');
    await cell('Price', 'chair-01').fill('-3');
    await page.getByText('Must be 0 or more').waitFor();
    await cell('Price', 'chair-02').fill('a lot');
    await cell('Price', 'chair-03').fill('1,299');
    await page.getByText('Write 1299 or 1.2990').waitFor();
    await cell('Stock', 'chair-04').fill('70');
    assert.deepEqual(await pageViolations(page), []);
    await saved('1 item');
    assert.deepEqual(await storedNumbers(['chair-01', 'chair-04']), [
      [12.05, 105],
      [15.35, 70],
    ]);
    await page.getByText('3 invalid values').waitFor();
    await button('Save').click();
    await untilEqual(() => focusedCell(), 'Price (EUR) of chair 01', 'the first invalid cell has the focus');
    await formula('Price').fill('cheaper');
    await page.keyboard.press('Enter');
    await page.locator('.formulas').getByText('Not a number').waitFor();
    await formula('Price').fill('10%');
    await page.keyboard.press('Enter');
    await page.getByText('Write +10% or -10%').waitFor();
    await page.keyboard.press('Escape');
    await button('Restore 12.05: Price (EUR) of chair 01').click();
    await page.getByText('2 invalid values').waitFor();
    await button('Discard changes').click();
    await summary('No unsaved changes');
    await untilEqual(() => cell('Price', 'chair-02').inputValue(), '13.15');
  });

  it('matches pasted rows by SKU, undoes them, and says what does not fit', async () => {
    await openSheet();
    await cell('Price', 'chair-05').click();
    await new Steps().paste(page, 'SKU\tStock\nCHAIR-02\t8\nchair-01\t9\nSOFA-1\t1');
    await page
      .getByText(
        'Pasted 2 values into 2 items, matched by id or SKU. Left out 1 row whose id or SKU is not that of one item shown: SOFA-1.',
      )
      .waitFor();
    assert.deepEqual(
      [await cell('Stock', 'chair-01').inputValue(), await cell('Stock', 'chair-02').inputValue()],
      ['9', '8'],
    );
    await page.keyboard.press('ControlOrMeta+z');
    await summary('No unsaved changes');
    await cell('Stock', 'lamp-80').click();
    await new Steps().paste(page, '1\t1\n2\t2');
    await page.getByText(/Left out 1 row below the last item. Left out 1 column/).waitFor();
    await button('Undo').click();
    await summary('No unsaved changes');
    await button('Copy as a table').click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.deepEqual(copied.split('\n').slice(0, 2), [
      'id\tSKU\tname\tprice\tstock',
      'chair-01\tCHAIR-01\tchair 01\t12.05\t105',
    ]);
  });

  it('replaces no change of somebody else, and keeps the edit of a deleted item', async () => {
    await openSheet();
    await formula('Price').fill('50');
    await page.keyboard.press('Enter');
    await change('chair-01', { description: 'Made of oak' });
    await change('chair-02', { price: 30 });
    await service.ask('DELETE', '/api/items/chair-03?by=id&project=shop', { key });
    await button('Save 100 items').click();
    await page.getByText('2 items were not saved').waitFor();
    await page.getByText('Saved 98 items').waitFor();
    await page.getByText('chair 02: Changed by somebody else: save again to replace it.').waitFor();
    await page.locator('.sheet-bar').getByText('2 items not saved').waitFor();
    const { price, description } = await stored('chair-01');
    assert.deepEqual([price, description], [50, 'Made of oak']);
    assert.equal((await stored('chair-02')).price, 30);
    const row = page.getByRole('row', { name: 'chair 02' });
    await row.getByText('Changed by somebody else').waitFor();
    await row.getByText('30.00').waitFor();
    await page.getByRole('row', { name: 'chair 03' }).getByText('Deleted by somebody else').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await button('Discard changes of chair 03').click();
    await saved('1 item');
    assert.equal((await stored('chair-02')).price, 50);
    await summary('No unsaved changes');
    await untilEqual(() => page.getByRole('alert').count(), 0);
  });

  it('keeps edits that the service rejects or does not receive', async () => {
    await openSheet('?q=chair');
    await cell('Price', 'chair-04').fill('');
    await cell('Stock', 'chair-05').fill('');
    await cell('Stock', 'chair-06').fill('66');
    await button('Save 3 items').click();
    await page.getByText('1 item was not saved').waitFor();
    await page.getByRole('row', { name: 'chair 04' }).locator('.field-error').waitFor();
    assert.deepEqual(
      [(await stored('chair-04')).price, 'stock' in (await stored('chair-05'))],
      [50, false],
      'an empty stock removes the field',
    );
    const rejected = page.waitForResponse((reply) => reply.url().endsWith('/api/items/update'));
    await button('Save 1 item').click();
    assert.equal((await rejected).status(), 400, 'none of the changes is valid');
    await page.locator('.sheet-bar').getByText('1 item not saved').waitFor();
    await page.getByRole('row', { name: 'chair 04' }).locator('.field-error').waitFor();
    await page.getByLabel('Select chair 05').check();
    await formula('Stock').fill('+5');
    await page.keyboard.press('Enter');
    await page.locator('.formulas').getByText('No number to change').waitFor();
    await page.keyboard.press('Escape');
    await cell('Price', 'chair-04').fill('44');
    await page.route('**/api/items/*', (route) => route.abort('connectionrefused'));
    await button('Save 1 item').click();
    await page.getByRole('alert').getByText('Nothing on this page is lost').waitFor();
    await page.unroute('**/api/items/*');
    await saved('1 item');
    assert.equal((await stored('chair-04')).price, 44);
    browserErrors.length = 0;
  });

  it('keeps edits on other pages and in other searches, and asks before they are lost', async () => {
    await openSheet();
    await cell('Stock', 'chair-01').fill('1');
    await button('Next').click();
    await page.getByText('Items 101 to 129 of 129').waitFor();
    await cell('Stock', 'lamp-110').fill('110');
    await summary('2 unsaved changes · 1 item on other pages');
    await page.getByLabel('Search items').fill('chair 07');
    await cell('Stock', 'chair-07').waitFor();
    await page.getByRole('link', { name: 'Back to items' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByText('Changes to 2 items are not saved.').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await saved('2 items');
    assert.deepEqual([(await stored('chair-01')).stock, (await stored('lamp-110')).stock], [1, 110]);
    await page.getByRole('link', { name: 'Back to items' }).click();
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor();
    await untilEqual(() => page.getByLabel('Search items').inputValue(), 'chair 07');
  });

  it('works with the keys of a spreadsheet alone', async () => {
    await openSheet();
    await cell('Price', 'chair-01').focus();
    await page.keyboard.type('61');
    await page.keyboard.press('Enter');
    await page.keyboard.type('62');
    await page.keyboard.press('Tab');
    await untilEqual(() => focusedCell(), 'Stock of chair 02');
    await page.keyboard.type('6');
    await page.keyboard.press('ArrowLeft');
    await untilEqual(() => focusedCell(), 'Stock of chair 02', 'the caret moves in a text that is typed');
    await page.keyboard.press('ArrowUp');
    await untilEqual(() => focusedCell(), 'Stock of chair 01');
    await page.keyboard.press('ArrowLeft');
    await untilEqual(() => focusedCell(), 'Price (EUR) of chair 01');
    await page.keyboard.press('Escape');
    await summary('2 unsaved changes');
    await page.keyboard.press('Shift+Space');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('Change 2 selected items').waitFor();
    await formula('Stock').focus();
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await button('Save 2 items').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Saved 2 items').last().waitFor();
    const [first, second, third] = await storedNumbers(['chair-01', 'chair-02', 'chair-04']);
    assert.deepEqual(
      [first, second, third],
      [
        [50, 9],
        [62, 9],
        [44, 70],
      ],
    );
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    await openSheet('?q=chair');
    await cell('Price', 'chair-01').fill('1');
    await cell('Stock', 'chair-01').fill('-1');
    await page.getByLabel('Select chair 02').check();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      assert.deepEqual(await pageViolations(page), [], colorScheme);
    }
    assert.deepEqual(await keyboardViolations(page), []);
    for (const width of [360, 390, 840, 1000, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await untilEqual(() => overflowPixels(page), 0, `at ${width} pixels`);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await cell('Stock', 'chair-02').fill('3');
    await saved('2 items');
    await until('The stock is not stored', async () => (await stored('chair-02')).stock === 3);
    assert.deepEqual(browserErrors, []);
  });
});
