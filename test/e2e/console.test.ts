import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { circlePicture } from '../support/circle-picture.ts';
import { moveTo, viewLoaded } from '../support/console-page.ts';
import { openFilterText } from '../support/filter-field.ts';
import { distinctViews, oneOfEachKind, views } from '../support/console-views.ts';
import { representative } from '../support/matrix.ts';
import { launchChromium } from '../support/chromium.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword } from '../support/service.ts';
import { keyboardViolations, overflowPixels, pageViolations, showIn } from '../support/page-rules.ts';
import { untilEqual, untilMatch } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let secret = '';
/** Errors that the browser reported, including violations of the content security policy. */
const browserErrors: string[] = [];

// The tests depend on each other, in order.
describe('the console in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
    browser = await launchChromium();
    context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      // Contrast must not be measured during a colour transition.
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await openPage(context);
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('requires the password and then opens the requested page', async () => {
    await page.goto(`${service.url}/console/settings`);
    const field = page.getByLabel('Password');
    await field.waitFor();
    await untilEqual(() => field.and(page.locator(':focus')).count(), 1, 'the password has the focus');
    assert.deepEqual(await pageViolations(page), []);
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong password').waitFor();
    await untilEqual(() => field.getAttribute('aria-invalid'), 'true');
    await field.fill(adminPassword);
    await page.keyboard.press('Enter');
    await heading('Settings');
  });

  it('creates a project and shows validation errors at the fields', async () => {
    await page.goto(`${service.url}/console/`);
    await page.getByText('No projects yet').waitFor();
    await page.getByRole('button', { name: 'New project' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByLabel('Name').fill('Window');
    await untilEqual(() => dialog.getByLabel('Id').inputValue(), 'window');
    await dialog.getByLabel('Id').fill('-no-');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    assert.deepEqual(await keyboardViolations(page), []);
    await dialog.getByLabel('Id').fill('window');
    await dialog.getByLabel('Currency').fill('SEK');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await heading('Window');
    assert.match(page.url(), /\/console\/p\/window$/);
  });

  it('creates a key that is shown once and works', async () => {
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Keys' }).click();
    await heading('Keys');
    await page.getByRole('button', { name: 'New key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Web shop');
    await untilEqual(() => dialog.getByLabel('Read items').count(), 0, 'a web key reads no items');
    await dialog.getByRole('radio', { name: 'Server' }).check();
    for (const scope of [/^Search/, /^Recommend/, /^Events/, /^Read items/])
      await dialog.getByRole('checkbox', { name: scope }).check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    secret = (await dialog.locator('[data-secret]').textContent())?.trim() ?? '';
    assert.match(secret, /^vtr_/);
    await dialog.getByRole('button', { name: 'Copy key' }).click();
    await dialog.getByText('Copied', { exact: true }).waitFor();
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), secret);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Web shop', { exact: true }).first().waitFor();
    await untilEqual(
      async () => (await page.content()).includes(secret),
      false,
      'the page no longer contains the key',
    );
    await page.reload();
    await page.getByText('Web shop', { exact: true }).first().waitFor();
    assert.equal((await page.content()).includes(secret), false);
    assert.equal(await statusWithKey(), 200);
  });

  it('adds items with pictures and shows validation errors at the fields', async () => {
    await page.goto(`${service.url}/console/p/window/items/new`);
    await page.getByRole('button', { name: 'Add item' }).click();
    await page.getByText('Name is required').waitFor();
    for (const label of ['Name', 'Id', 'SKU', 'Price (SEK)']) {
      await untilEqual(
        () => page.getByLabel(label, { exact: true }).getAttribute('aria-invalid'),
        'true',
        label,
      );
    }
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByLabel('Other fields, as JSON').fill('{"wood": ');
    await page.getByRole('button', { name: 'Add item' }).click();
    await page.getByText('Invalid JSON').waitFor();
    await addItem({ id: 'chair', name: 'Oak chair', price: '129.50', hue: 20 });
    await page.goto(`${service.url}/console/p/window/items/new`);
    await addItem({ id: 'table', name: 'Oak table', price: '499', hue: 200 });
    const { item } = (await (
      await fetch(`${service.url}/api/items/chair?by=id`, { headers: { 'x-api-key': secret } })
    ).json()) as { item: Record<string, unknown> };
    assert.deepEqual([item['price'], item['wood'], item['brand']], [129.5, { kind: 'oak' }, 'Nordwald']);
    const [picture] = item['imgs'] as string[];
    assert.match(picture ?? '', /\/media\/[0-9a-f]{64}$/);
    const media = await fetch(new URL(picture ?? '', service.url));
    assert.deepEqual([media.status, media.headers.get('content-type')], [200, 'image/png']);
  });

  it('edits, finds and deactivates an item', async () => {
    await page.goto(`${service.url}/console/p/window/items`);
    await page.getByRole('link', { name: 'Oak chair' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Oak armchair');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await heading('Oak armchair');
    await page.getByText(/^Version 2/).waitFor();
    await page.goBack();
    await heading('Items');
    await page.getByLabel('Search items').fill('armchair');
    await page.getByText('1 product found for “armchair”').waitFor();
    assert.match(page.url(), /q=armchair/);
    await page.getByText(/SEK\s129\.50/).waitFor();
    await page.getByRole('button', { name: 'Actions of Oak armchair' }).click();
    await page.getByRole('button', { name: 'Deactivate Oak armchair' }).click();
    await page.getByText('0 products found').waitFor();
    await page.goto(`${service.url}/console/p/window/items?active=false`);
    await page.getByRole('button', { name: 'Actions of Oak armchair' }).click();
    await page.getByRole('button', { name: 'Activate Oak armchair' }).click();
    await page.getByText('No matching items').waitFor();
  });

  it('searches while typing, with suggestions, highlights, facets and ranking', async () => {
    await page.goto(`${service.url}/console/p/window/search`);
    const box = page.getByRole('combobox', { name: 'Search this project' });
    await box.fill('oak armch');
    const card = page.locator('.product-card');
    await card.locator('mark', { hasText: 'armchair' }).waitFor();
    await page.getByRole('option').first().waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.keyboard.press('Escape');
    await box.fill('oak');
    await page.getByText('2 items').waitFor();
    await page
      .getByRole('group', { name: 'brand' })
      .getByRole('button', { name: /Nordwald/ })
      .click();
    await page.getByText(/^1 item|^2 items/).waitFor();
    assert.match(decodeURIComponent(page.url()), /f=brand:Nordwald/);
    await page.getByLabel('Explain ranking').check();
    await card.locator('summary').first().click();
    await card.getByText('bm25').first().waitFor();
    await (await openFilterText(page, 'Filter')).fill('price <');
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await pageViolations(page), []);
  });

  it('explains why an item is not in the results', async () => {
    await page.goto(`${service.url}/console/p/window/search?q=oak&filters=price%20%3E%20100000`);
    await page.getByText('Missing a product?').click();
    await page.getByRole('combobox', { name: 'Item' }).fill('oak');
    await page.getByRole('listbox', { name: 'Item' }).getByRole('option').first().click();
    await page.getByText('Does not match the filter `(price > 100000)`').waitFor();
    await page.getByRole('link', { name: 'Search without filters' }).click();
    await page.waitForURL(/search\?q=oak$/);
    await page.getByRole('link', { name: 'Pin it to the top' }).waitFor();
  });

  it('saves synonyms for the next search, shows validation errors at the fields, and follows an index rebuild', async () => {
    await page.goto(`${service.url}/console/p/window/relevance`);
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await page.getByLabel('One rule per line').fill('oak, eichenholz');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Applies to the next search.').waitFor();
    await page.getByText(/^Version 1, saved/).waitFor();
    await page.goto(`${service.url}/console/p/window/search?q=eichenholz`);
    await page.getByRole('link', { name: /oak/i }).first().waitFor();
    await page.goto(`${service.url}/console/p/window/relevance`);
    const languages = page.getByRole('combobox', { name: 'Languages', exact: true });
    for (const name of ['English', 'German']) {
      await languages.fill(name);
      await languages.press('Enter');
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Version 2, saved/).waitFor();
    const effect = page.getByLabel('Maximum effect of clicks, in percent');
    await page.getByText('Learning from shoppers').click();
    await effect.fill('30');
    await page.getByText('Weights of fields').click();
    const group = page.getByLabel('Variant group field');
    const before = await group.inputValue();
    await group.fill('x'.repeat(1_000));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    await untilEqual(() => group.getAttribute('aria-invalid'), 'true');
    await group.fill(before);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Version 3, saved/).waitFor();
    await page.reload();
    await untilEqual(() => effect.inputValue(), '30');
  });

  it('finds an item by a photo once its picture is ready', async () => {
    await page.goto(`${service.url}/console/p/window`);
    await page.getByText('2 pictures ready for photo search').waitFor();
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Photo' }).click();
    await page
      .locator('#photo-file')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await circlePicture(20) });
    await page
      .getByText(/items? in|Not in this catalog|No similar items/)
      .first()
      .waitFor();
    await page.getByAltText('Your photo').waitFor();
    await page.getByRole('button', { name: 'Frame the centre' }).click();
    await page.locator('.crop-box').waitFor();
    assert.deepEqual(await pageViolations(page), []);
  });

  it('recommends items with reasons and counts a test event immediately', async () => {
    await page.goto(`${service.url}/console/p/window/recommendations/similar?item=table`);
    const card = page.locator('.product-card', { hasText: 'Oak armchair' });
    await card.locator('.reason').waitFor();
    await card.getByRole('button', { name: /^Look at it/ }).click();
    await page.getByText('Counted: test-visitor looked at Oak armchair').waitFor();
    await page.getByRole('link', { name: 'Personal', exact: true }).click();
    await page.locator('.product-card').first().waitFor();
    await page.getByRole('link', { name: 'Recently viewed' }).click();
    await page.locator('.product-card', { hasText: 'You looked at this before' }).waitFor();
    await page.getByRole('link', { name: 'Buy again' }).click();
    await page.getByText('0 items.').waitFor();
    await page.goto(`${service.url}/console/p/window`);
    await untilMatch(() => page.locator('.counts.large').textContent(), /Events1/);
  });

  it('imports a file and lists the rejected lines', async () => {
    await page.goto(`${service.url}/console/p/window/import`);
    const csv = 'id,sku,name,price,imgs,description\nlamp,L-1,Brass lamp,59,,\nbad,B-1,Bad,-3,,\n';
    await page
      .locator('#import-file')
      .setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('cell', { name: 'Brass lamp lamp', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import items.csv' }).click();
    await page.getByText('1 item created, 0 updated, 1 line rejected').waitFor();
    await page.getByRole('cell', { name: /Column "price" must be/ }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
  });

  it('deletes an item after confirmation', async () => {
    await page.goto(`${service.url}/console/p/window/items?q=lamp`);
    const actions = page.getByRole('button', { name: 'Actions of Brass lamp' });
    await actions.click();
    await page.getByRole('button', { name: 'Delete Brass lamp' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this item?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await actions.click();
    await page.getByRole('button', { name: 'Delete Brass lamp' }).click();
    await dialog.getByRole('button', { name: 'Delete item' }).click();
    await page.getByText('0 products found').waitFor();
  });

  it('lists the top searches with links to the search', async () => {
    await open('/console/p/window/searches');
    const top = page.getByRole('region', { name: 'Top searches' });
    await top.getByRole('link', { name: 'oak', exact: true }).click();
    await heading('Search');
    await untilEqual(() => page.getByRole('combobox', { name: 'Search this project' }).inputValue(), 'oak');
  });

  it('revokes the key immediately', async () => {
    await page.goto(`${service.url}/console/p/window/keys`);
    await page.getByRole('button', { name: 'Revoke Web shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText(/^Revoked/).waitFor();
    assert.equal(await statusWithKey(), 401);
  });

  it('sends a real request from the reference', async () => {
    await page.goto(`${service.url}/docs/api/health`);
    await page.getByRole('button', { name: 'Send GET' }).click();
    await page.getByRole('region', { name: 'Reply' }).getByText('"status": "ok"').waitFor();
    await page.getByLabel('Find').fill('photo');
    await page.getByRole('link', { name: 'Photo search' }).click();
    await heading('Photo search');
    await page.getByRole('button', { name: 'JavaScript' }).click();
    await page.getByText('vitrine.imageSearch').waitFor();
    await page.getByRole('link', { name: 'image_broken' }).click();
    await heading('Errors');
    assert.match(page.url(), /\/docs\/api\/errors#image_broken$/);
  });

  it('is accessible in every view: light and dark, wide and 360 pixels narrow, and by keyboard', async () => {
    const tested = representative(oneOfEachKind, views);
    for (const view of representative(distinctViews, views)) {
      await (tested.includes(view) || !view.startsWith('/console/') ? open(view) : moveTo(page, view));
      await showIn(page, 'dark');
      assert.deepEqual(await pageViolations(page), [], `${view}, dark`);
      await showIn(page, 'light');
      // The others are checked in light when they are narrow.
      if (tested.includes(view)) assert.deepEqual(await pageViolations(page), [], `${view}, light`);
      if (tested.includes(view)) assert.deepEqual(await keyboardViolations(page), [], view);
      await page.setViewportSize({ width: 360, height: 780 });
      // Panels collapse on narrow screens only when the page opens.
      if (tested.includes(view)) await open(view);
      await untilEqual(() => overflowPixels(page), 0, `${view}, narrow`);
      assert.deepEqual(await pageViolations(page), [], `${view}, narrow`);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  });

  it('moves the focus to the heading of a new view', async () => {
    await open('/console/p/window');
    await page.getByRole('link', { name: 'Items', exact: true }).press('Enter');
    await heading('Items');
    await untilEqual(() => page.locator(':focus').textContent(), 'Items');
    await page.goBack();
    await heading('Window');
  });

  it('deletes a project after its id was typed, changes the password and signs out', async () => {
    await open('/console/');
    await page.getByRole('button', { name: 'More for Window' }).click();
    await page.getByRole('button', { name: 'Delete Window' }).click();
    const dialog = page.getByRole('dialog');
    await untilEqual(() => dialog.getByRole('button', { name: 'Delete project' }).isDisabled(), true);
    await dialog.getByLabel('Type window to confirm').fill('window');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await page.getByText('No projects yet').waitFor();
    await open('/console/settings');
    await page.getByLabel('Current password').fill(adminPassword);
    await page.getByLabel('New password', { exact: true }).fill('another shop window');
    await page.getByLabel('Confirm new password').fill('another shop window');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await heading('Sign in');
  });

  it('causes no browser errors', () => {
    assert.deepEqual(browserErrors, []);
  });
});

function heading(name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Opens a view and waits until it has loaded. */
async function open(path: string): Promise<void> {
  await page.goto(service.url + path);
  await viewLoaded(page);
}

async function addItem({
  id,
  name,
  price,
  hue,
}: {
  id: string;
  name: string;
  price: string;
  hue: number;
}): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Id', { exact: true }).fill(id);
  await page.getByLabel('SKU', { exact: true }).fill(id.toUpperCase());
  await page.getByLabel('Price (SEK)').fill(price);
  await page.getByLabel('Brand').fill('Nordwald');
  await page.getByLabel('Other fields, as JSON').fill('{"wood": {"kind": "oak"}}');
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: `${id}.png`, mimeType: 'image/png', buffer: await circlePicture(hue) });
  await page.getByText('From a file, uploaded when you save').waitFor();
  await page.getByRole('button', { name: 'Add item' }).click();
  await heading(name);
}

async function statusWithKey(): Promise<number> {
  return (await fetch(`${service.url}/search/window?q=oak`, { headers: { 'x-api-key': secret } })).status;
}

async function openPage(from: BrowserContext): Promise<Page> {
  const opened = await from.newPage();
  opened.on('pageerror', (error) => browserErrors.push(`error: ${error.message}`));
  opened.on('console', (message) => {
    // Browsers report expected 4xx replies as errors too.
    const isExpected = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
      message.text(),
    );
    if (message.type() === 'error' && !isExpected) browserErrors.push(message.text());
  });
  return opened;
}
