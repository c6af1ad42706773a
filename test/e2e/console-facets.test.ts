import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { openFilterText } from '../support/filter-field.ts';
import { Steps } from '../support/console-steps.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

interface Shown {
  readonly facets: Readonly<Record<string, { name?: string; values: { value: string }[] }>>;
  readonly facetOrder: readonly string[];
}

const searched = async (parameters: string): Promise<Shown> => {
  const { body } = await service.ask<Shown>('GET', `/search/shop?limit=0&${parameters}`, { key });
  return body;
};
const valuesOf = async (field: string, parameters = ''): Promise<string> => {
  const { facets } = await searched(`facets=${field}&${parameters}`);
  return (facets[field]?.values ?? []).map(({ value }) => value).join();
};
const settings = async (): Promise<unknown> => {
  const { body } = await service.ask<{ settings: { search: { facets: unknown } } }>(
    'GET',
    '/api/projects/shop/settings',
    { key },
  );
  return body.settings.search.facets;
};
const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const facet = (name: string): Locator => page.getByRole('group', { name, exact: true });
const shown = async (name: string): Promise<string> =>
  (await facet(name).locator('li button > span:first-child').allTextContents()).join();
const shows = (name: string, values: string): Promise<void> =>
  until(`${name} does not show ${values}`, async () => (await shown(name)) === values);
const saved = async (): Promise<void> => {
  await page.getByText('Saved. Applies to the next search.').first().waitFor();
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
};

// The tests depend on each other, in order.
describe('facets in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'settings']);
    const sizes = ['XL', 'XL', 'XL', 'XL', 'M', 'M', 'M', 'S', 'S', 'XS'];
    const data = sizes.map((size, no) =>
      item(`shirt${no}`, {
        name: `Shirt ${no}`,
        size,
        brand: ['Zara', 'Zara', 'Acme', 'Nordin'][no % 4],
        category: no < 8 ? 'Shirts' : 'Sale',
      }),
    );
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    browser = await launchChromium();
    ({ page, errors: browserErrors } = await openConsole(
      browser,
      `${service.url}/console/p/shop/search?q=shirt`,
    ));
    await shows('size', 'XL,M,S,XS');
    browserErrors.length = 0;
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('orders the values of a facet from Search in two steps: choose an order, save', async () => {
    const steps = new Steps();
    await steps.select(page.getByLabel('Order of size'), 'By size');
    await shows('size', 'XS,S,M,XL');
    await page.getByText('Values of size — By size').waitFor();
    assert.equal(await valuesOf('size'), 'XL,M,S,XS', 'previewed before it is saved');
    await steps.click(button('Save'));
    await saved();
    assert.equal(steps.count, 2);
    assert.deepEqual(await settings(), [{ field: 'size', order: 'size' }]);
    await shows('size', 'XS,S,M,XL');
  });

  it('orders values by hand in two steps: drag one, save', async () => {
    const value = (name: RegExp): Locator => facet('brand').getByRole('button', { name });
    const steps = new Steps();
    await steps.drag(value(/^Nordin/), value(/^Zara/));
    await shows('brand', 'Nordin,Zara,Acme');
    await steps.click(button('Save'));
    await saved();
    assert.equal(steps.count, 2);
    await untilEqual(() => page.getByLabel('Order of brand').inputValue(), 'hand');
    assert.equal(await valuesOf('brand'), 'Nordin,Zara,Acme');
  });

  it('moves values by keyboard, and discards', async () => {
    await facet('brand')
      .getByRole('button', { name: /^Nordin/ })
      .focus();
    await page.keyboard.press('Alt+ArrowDown');
    await shows('brand', 'Zara,Nordin,Acme');
    await page.getByText('By hand: Zara, Nordin, then the others').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await button('Discard').click();
    await shows('brand', 'Nordin,Zara,Acme');
    assert.equal(await valuesOf('brand'), 'Nordin,Zara,Acme');
  });

  it('keeps selected values and the other values of their facet', async () => {
    await facet('size').getByRole('button', { name: /^XS/ }).click();
    await page.getByRole('status').getByText('1 item').waitFor();
    await shows('size', 'XS,S,M,XL');
    await shows('brand', 'Zara');
    await facet('size').getByRole('button', { name: /^M/ }).click();
    await page.getByRole('status').getByText('4 items').waitFor();
    await page.goto(`${service.url}/console/p/shop/search?q=shirt&f=size%3AXS&f=brand%3ANordin`);
    for (const name of ['size', 'brand'])
      await facet(name)
        .locator('button[aria-pressed=true]', { hasText: /(XS|Nordin)\s*0/ })
        .waitFor();
    await button('Clear filters').click();
    await page.getByRole('status').getByText('10 items').waitFor();
  });

  it('names, pins and orders facets, and sets them up for a category', async () => {
    await page.getByRole('link', { name: 'Names and order of facets' }).click();
    const list = page.getByRole('list', { name: 'Facets' });
    const titles = (): Promise<string[]> => list.locator('h2').allTextContents();
    await until('The facets are not listed', async () => (await titles()).join() === 'size,brand');
    const order = new Steps();
    await order.drag(
      list.getByRole('heading', { name: 'brand' }),
      list.getByRole('heading', { name: 'size' }),
    );
    await untilEqual(() => titles(), ['brand', 'size']);
    await button('Edit brand').click();
    await page.getByLabel('Name shown').fill('Brand');
    await page.getByLabel('Among dynamic facets').selectOption({ label: 'Pinned: always and first' });
    await page.getByLabel('Hidden values').fill('Acme');
    assert.deepEqual(await pageViolations(page), []);
    await button('Other field').click();
    await page.getByLabel('Field').fill('size');
    await button('Save').click();
    await page.getByRole('alert').waitFor();
    await page
      .getByText(/must not be "size"/)
      .first()
      .waitFor();
    await (await openFilterText(page, 'Only with this filter')).fill('category:Sale');
    await page.getByLabel('Name shown').fill('Sale size');
    await button('Up Sale size').click();
    await button('Save').click();
    await page.getByText('Saved. Applies to the next search.').first().waitFor();
    await page.getByText('3 facets set up').waitFor();
    assert.deepEqual(await settings(), [
      { field: 'brand', first: ['Nordin'], name: 'Brand', hiddenValues: ['Acme'], display: 'pinned' },
      { field: 'size', name: 'Sale size', when: { filters: 'category:Sale' } },
      { field: 'size', order: 'size' },
    ]);
    const { facets, facetOrder } = await searched('facets=size,brand&filters=category:Sale');
    assert.deepEqual([facetOrder, facets['size']?.name], [['brand', 'size'], 'Sale size']);
    assert.equal(await valuesOf('brand'), 'Nordin,Zara');
  });

  it('previews the unsaved facets as a shop shows them, of a query, a filter and a collection', async () => {
    const collection = { id: 'small', filter: 'size IN ["S", "XS"]' };
    await service.ask('PUT', '/api/projects/shop/collections/small', { key, body: { collection } });
    await page.reload();
    const preview = page.getByRole('region', { name: 'Preview' });
    const previewed = (): Promise<string> => preview.locator('h3, li').allTextContents().then(String);
    const previews = (text: string): Promise<void> =>
      until(`The preview is not ${text}`, async () => (await previewed()) === text);
    await previews('Brand,Nordin2,Zara6,size,XS1,S2,M3,XL4,category,Shirts8,Sale2');
    await button('Edit Brand').click();
    await page.getByLabel('Name shown').fill('Label');
    await page.getByLabel('Values first').fill('Zara');
    await page.getByLabel('Hidden values').fill('Nordin');
    await page.getByLabel('Among dynamic facets').selectOption({ label: 'If useful for the results' });
    await button('Down Label').click();
    await button('Down Label').click();
    await previews('size,XS1,S2,M3,XL4,Label,Zara6,category,Shirts8,Sale2');
    await preview.getByText('Shown once saved: Acme').waitFor();
    await preview.getByLabel('Collection').selectOption('small');
    await previews('size,XS1,S2,Label,Zara2,category,Sale2,Shirts1');
    await preview.getByText('Visitor, day, filter and context').click();
    await (await openFilterText(preview, 'Filter')).fill('category:Sale');
    await previews('Sale size,S1,XS1,Label,Zara2,category,Sale2,Shirts1');
    await (await openFilterText(preview, 'Filter')).fill('');
    await preview.getByLabel('Query').fill('xylophone');
    await page.keyboard.press('Enter');
    await preview.getByText('No facet has a value.').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await button('Discard changes').click();
    assert.equal(await valuesOf('brand'), 'Nordin,Zara', 'nothing was saved');
    await service.ask('DELETE', '/api/projects/shop/collections/small', { key });
  });

  it('shows the names in Search, and orders the values of a category there', async () => {
    await page.goto(`${service.url}/console/p/shop/search?q=shirt&f=category%3ASale`);
    await facet('Brand').waitFor();
    const steps = new Steps();
    await steps.select(page.getByLabel('Order of Sale size'), 'A to Z');
    await steps.click(button('Save'));
    await saved();
    assert.equal(steps.count, 2);
    const [, sale] = (await settings()) as object[];
    assert.deepEqual(sale, {
      field: 'size',
      name: 'Sale size',
      when: { filters: 'category:Sale' },
      order: 'value',
    });
  });

  it('repeats the edits on settings that somebody else changed, once they are saved again', async () => {
    await page.getByLabel('Order of Brand').selectOption({ label: 'A to Z' });
    const stored = (await settings()) as object[];
    const body = { search: { facets: [...stored, { field: 'other' }] } };
    await service.ask('PUT', '/api/projects/shop/settings', { key, body });
    await button('Save').click();
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('alert').waitFor();
    await until('The settings are not saved', async () => {
      await button('Save')
        .click({ timeout: 1_000 })
        .catch(() => null);
      return (await button('Save').count()) === 0;
    });
    const now = (await settings()) as { field: string; order?: string; first?: unknown }[];
    assert.deepEqual([now[0]?.order, now[0]?.first, now.at(-1)?.field], ['value', undefined, 'other']);
  });

  it('edits the facets of a rule', async () => {
    await page.goto(`${service.url}/console/p/shop/rules`);
    await button('Add a rule').click();
    await page.getByLabel('Query', { exact: true }).first().fill('shirt');
    await button('Order facets').click();
    await page.getByLabel('Fields of the facets').fill('size, category');
    await page.getByText('— show the facets size and category first').first().waitFor();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Facets first: size, category').waitFor();
    await button('Save').click();
    await page.getByText(/^1 rule, version/).waitFor();
    const { facetOrder } = await searched('q=shirts&facets=brand,category,size');
    assert.deepEqual(facetOrder, ['size', 'category', 'brand']);
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    for (const path of ['facets', 'search?q=shirt']) {
      await page.goto(`${service.url}/console/p/shop/${path}`);
      if (path === 'facets') await button('Edit Brand').click();
      else await page.getByLabel('Order of Brand').selectOption({ label: 'By number' });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        assert.deepEqual(await pageViolations(page), [], `${path} ${colorScheme}`);
      }
      assert.deepEqual(await keyboardViolations(page), []);
      for (const width of [360, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await untilEqual(() => overflowPixels(page), 0, `${path} at ${width} pixels`);
      }
    }
    assert.deepEqual(browserErrors, []);
  });
});
