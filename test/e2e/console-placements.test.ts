import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { openFilterText } from '../support/filter-field.ts';
import { assertAccessible, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until, untilEqual, untilMatch } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const shown = async (body: Record<string, unknown> = {}): Promise<string[]> => {
  const answer = await service.ask<{ items: { id: string }[] }>('POST', '/reco/placements/cart', {
    key,
    body: { index: 'shop', ...body },
  });
  return answer.body.items?.map(({ id }) => id);
};
const stored = async (): Promise<Record<string, unknown>> => {
  const path = '/api/projects/shop/placements/cart';
  return (await service.ask<{ placement: Record<string, unknown> }>('GET', path, { key })).body.placement;
};
const preview = () => page.getByRole('region', { name: 'Preview' });
const previewed = async (): Promise<string[]> => {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  return preview().locator('.product-card h3').allTextContents();
};
const save = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Applies to the next request.').last().waitFor();
  await page.getByText(/^Version \d+, saved/).waitFor();
};
const open = async (path: string, heading: string): Promise<void> => {
  await page.goto(`${service.url}/console/p/shop${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

// The tests depend on each other, in order.
describe('placements in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'recommend', 'items:write', 'events', 'settings']);
    const data = ['Oak', 'Elm', 'Ash', 'Fir', 'Yew'].map((wood, no) =>
      item(wood.toLowerCase(), {
        name: `${wood} chair`,
        brand: no < 3 ? 'Nord' : 'Sud',
        category: no < 3 ? 'Indoor' : 'Garden',
        price: 10 + no,
      }),
    );
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    const bought = ['a', 'b', 'c', 'g', 'h', 'i'].map((user) => ({
      type: 'purchase',
      user,
      items: [{ id: 'oak' }, { id: 'elm' }],
    }));
    const events = [...bought, ...['d', 'e'].map((user) => ({ type: 'view', user, item: 'yew' }))];
    await service.ask('POST', '/api/events', { key, body: { project: 'shop', data: events } });
    browser = await launchChromium();
    const url = `${service.url}/console/p/shop/placements`;
    ({ page, errors: browserErrors } = await openConsole(browser, url));
    await page.getByRole('heading', { level: 1, name: 'Placements' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('creates a placement with a preview for a cart, before pages see it', async () => {
    await page.getByText('No placements yet').waitFor();
    await page.getByRole('button', { name: 'New placement' }).click();
    await page.getByLabel('Id', { exact: true }).fill('Cart');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Use up to 64 lower-case letters').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.getByLabel('Id', { exact: true }).fill('cart');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'cart' }).waitFor();
    await page.getByLabel('Title').fill('Goes well with it');
    await page.getByLabel('List', { exact: true }).selectOption('together');
    await page.getByRole('button', { name: 'Remove similar items' }).click();
    await page.getByRole('button', { name: 'Remove the newest items' }).click();
    await preview().getByText('Items bought together with the cart need a product or a cart').waitFor();
    const cart = preview().getByRole('combobox', { name: 'Add to the cart' });
    await cart.fill('oak');
    await preview()
      .getByRole('listbox', { name: 'Add to the cart' })
      .getByRole('option', { name: 'Oak chair' })
      .click();
    await preview().getByText('In the cart: Oak chair').waitFor();
    await preview().getByText('Filled with popular items').waitFor();
    const [first, ...others] = await previewed();
    assert.equal(first, 'Elm chair');
    assert.ok(others.includes('Yew chair') && !others.includes('Oak chair'));
    assert.equal(await shown(), undefined, 'nothing is saved yet');
    await save();
    assert.deepEqual(await stored(), {
      id: 'cart',
      title: 'Goes well with it',
      list: 'together',
      fallbacks: ['popular'],
    });
    assert.equal((await shown({ items: ['oak'] }))[0], 'elm');
  });

  it('edits filters, caps and fallbacks, and shows errors at their fields', async () => {
    await page.getByLabel('Add a fallback').selectOption('content');
    await page.getByRole('button', { name: 'Move the newest items up' }).click();
    await page.getByRole('button', { name: 'Limit a brand or category' }).click();
    await page.getByLabel('Same', { exact: true }).fill('brand');
    await page.getByLabel('At most of brand').fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await untilEqual(() => page.getByLabel('At most of brand').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('At most of brand').fill('1');
    await (await openFilterText(page, 'Only items matching')).fill('price <= ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Only items matching').and(page.locator('[aria-invalid=true]')).waitFor();
    await (await openFilterText(page, 'Only items matching')).fill('price > item.price');
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByLabel('Data (JSON)').fill('{"layout": ');
    await page.getByText('This is not valid JSON.').waitFor();
    await page.getByLabel('Data (JSON)').fill('{"layout": "wide"}');
    await save();
    assert.deepEqual(await stored(), {
      id: 'cart',
      title: 'Goes well with it',
      list: 'together',
      fallbacks: ['content', 'popular'],
      filters: 'price > item.price',
      caps: [{ field: 'brand', max: 1 }],
      userData: { layout: 'wide' },
    });
  });

  it('offers strengths in words, and keeps a number that none of them means', async () => {
    const before = await stored();
    await page.getByLabel('Diversity', { exact: true }).selectOption({ label: 'Much: many kinds of items' });
    await page.getByLabel('Rotation', { exact: true }).selectOption('Another strength …');
    await page.getByLabel('Rotation, from 0 to 1').fill('0.35');
    await save();
    assert.deepEqual(await stored(), { ...before, diversity: 0.5, rotation: 0.35 });
    await page.reload();
    await untilEqual(() => page.getByLabel('Rotation, from 0 to 1').inputValue(), '0.35');
    await page.getByLabel('Rotation, from 0 to 1').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Rotation, from 0 to 1').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByLabel('Rotation', { exact: true }).selectOption({ label: 'Off' });
    await page.getByLabel('Rotation, from 0 to 1').waitFor({ state: 'detached' });
    await page.getByLabel('Diversity', { exact: true }).selectOption({ label: 'Off: by score alone' });
    await save();
    assert.deepEqual(await stored(), before);
  });

  it('has a banner with the list, and leads to a rule with one for some visitors', async () => {
    const banner = page
      .locator('section, fieldset')
      .filter({ has: page.getByText('Banner', { exact: true }) });
    await banner.last().getByLabel('Text', { exact: true }).fill('Chairs of the week');
    await page.getByRole('figure', { name: 'On a page' }).getByText('Chairs of the week').waitFor();
    await page.getByLabel('Place', { exact: true }).selectOption({ label: 'Below the products' });
    await save();
    assert.deepEqual(((await stored()) as { userData: unknown }).userData, {
      layout: 'wide',
      banner: { text: 'Chairs of the week', place: 'below' },
    });
    await page.getByRole('link', { name: 'Make a rule for this placement' }).click();
    await page.getByRole('group', { name: 'Banner' }).getByLabel('Text', { exact: true }).fill('New here?');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^1 rule, version 1, saved/).waitFor();
    const { body } = await service.ask<{ rules: { when: unknown; userData: unknown }[] }>(
      'GET',
      '/api/projects/shop/rules',
      { key },
    );
    assert.deepEqual(
      body.rules.map(({ when, userData }) => ({ when, userData })),
      [{ when: { context: { placement: 'cart' } }, userData: { banner: { text: 'New here?' } } }],
    );
    await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules: [] } });
    await open('/placements/cart', 'Goes well with it');
  });

  it('saves a placement of the API without loss, and refuses to overwrite another change', async () => {
    const placement = {
      list: 'user',
      limit: 3,
      variants: 'one',
      outOfStock: 'show',
      rotation: 0.3,
      exclude: ['fir'],
    };
    const put = (body: object) =>
      service.ask('PUT', '/api/projects/shop/placements/cart', {
        key,
        body: { placement: { id: 'cart', ...body } },
      });
    await put(placement);
    await page.reload();
    await page.getByRole('list', { name: 'Excluded items' }).getByText('Fir chair').waitFor();
    await page.getByLabel('Title').fill('For you');
    await save();
    assert.deepEqual(await stored(), { id: 'cart', title: 'For you', ...placement });
    await put({ ...placement, limit: 4 });
    await page.getByLabel('Title').fill('Lost');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/now has version/)
      .waitFor();
    assert.equal((await stored())['limit'], 4);
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('switches a placement off and on in the list, which reads as sentences', async () => {
    await open('/placements', 'Placements');
    await page
      .getByText('Items for the visitor, then trending items, then popular items, then the newest items.')
      .waitFor();
    await page.getByText(/Up to 4, also sold-out items, rotated, without 1 item\./).waitFor();
    await page.getByRole('list', { name: 'First products' }).first().getByRole('listitem').first().waitFor();
    await page.getByLabel('Enabled cart').uncheck();
    await page.getByText('cart is empty from the next request on.').waitFor();
    await page.getByText('Off', { exact: true }).waitFor();
    assert.deepEqual(await shown(), []);
    await page.getByLabel('Enabled cart').check();
    await page.getByText('cart is shown from the next request on.').waitFor();
    assert.notDeepEqual(await shown(), []);
  });

  it('tries a stored placement under Recommendations, with test events', async () => {
    await page.getByRole('link', { name: 'Try cart' }).click();
    await page.getByRole('heading', { level: 1, name: 'Recommendations' }).waitFor();
    await untilEqual(() => page.getByLabel('Placement', { exact: true }).inputValue(), 'cart');
    await page
      .getByRole('button', { name: /^Look at it/ })
      .first()
      .click();
    await page.getByText(/^Counted: test-visitor looked at/).waitFor();
    assert.deepEqual(await pageViolations(page), []);
  });

  it('offers placements as values in the conditions of rules', async () => {
    await open('/rules', 'Rules');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Apply when').selectOption('any');
    await page.getByText('Only with a filter, on some pages or in a placement').click();
    await page.getByRole('button', { name: 'Only in a placement' }).click();
    await untilEqual(() => page.getByLabel('Values of placement').first().inputValue(), 'cart');
    await page.getByText('In placement cart').waitFor();
    await page.getByRole('button', { name: 'Hide items' }).click();
    await page.getByRole('combobox', { name: 'Hide an item' }).fill('elm');
    await page.getByRole('listbox', { name: 'Hide an item' }).getByRole('option', { name: 'Elm' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^1 rule, version 3, saved/).waitFor();
    assert.ok(!(await shown()).includes('elm'));
  });

  it('previews the category and the context of a page, where Enter does not save', async () => {
    const rules = [{ id: 'sale', when: { context: { page: 'sale' } }, hide: ['yew'] }];
    await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
    await open('/placements/cart', 'cart');
    const shows = (...names: string[]): Promise<void> =>
      until(`The preview does not show ${names.join()}`, async () => {
        return (await previewed()).toSorted().join() === names.join();
      });
    await shows('Ash chair', 'Elm chair', 'Oak chair', 'Yew chair');
    await page.getByLabel('Title').fill('Unsaved');
    await preview().getByLabel('Category of the page').fill('Garden');
    await page.keyboard.press('Enter');
    await shows('Yew chair');
    await preview().getByRole('button', { name: 'Preview for a page or other context' }).click();
    await preview().getByLabel('Context', { exact: true }).fill('page');
    await preview().getByLabel('Values').fill('sale');
    await page.keyboard.press('Enter');
    await preview().getByText('1 rule applied').waitFor();
    await shows();
    await page.getByText('Show it in your shop').click();
    await page.locator('.snippets').getByText('For developers').click();
    const curl = page.getByRole('region', { name: 'Request with curl' });
    await untilMatch(() => curl.textContent(), /"category":"Garden","context":\{"page":"sale"\}/);
    await page.getByText('Unsaved changes').waitFor();
    assert.equal((await stored())['title'], undefined);
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    for (const [path, heading] of [
      ['/placements', 'Placements'],
      ['/placements/cart', 'cart'],
    ] as const) {
      await open(path, heading);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await assertAccessible(page, path);
    }
    await page.getByText('Show it in your shop').click();
    await page.locator('.snippets').getByText('For developers').click();
    const curl = page.getByRole('region', { name: 'Request with curl' });
    await untilMatch(() => curl.textContent(), /reco\/placements\/cart' \\\n +-d '{"index":"shop"}'$/);
  });

  it('deletes a placement after a confirmation', async () => {
    await open('/placements', 'Placements');
    await page.getByRole('button', { name: 'Delete cart' }).click();
    await page.getByRole('button', { name: 'Delete placement' }).click();
    await page.getByText('No placements yet').waitFor();
    assert.equal(await shown(), undefined);
    assert.deepEqual(browserErrors, []);
  });
});
