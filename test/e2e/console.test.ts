import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { buildConsole } from '../support/built-console.ts';
import { oneOfEachKind, views } from '../support/console-views.ts';
import { representative } from '../support/matrix.ts';
import { launchChromium } from '../support/chromium.ts';
import { adminPassword, RunningService } from '../support/service.ts';
import { keyboardFaults, overflowPixels, pageFaults } from '../support/page-rules.ts';

/** Long enough for the slowest machine: nothing waits for it where things go well. */
const waitMsMax = 60_000;

let service: RunningService;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let secret = '';
/** What the browser complained of: a fault of the page, or something that its policy forbids. */
const complaints: string[] = [];

// The steps build on each other as a shop's first day does; a failure ends the ones after it.
describe('the console in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await RunningService.start();
    browser = await launchChromium();
    context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      // A colour that is still on its way would be measured in between.
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await openPage(context);
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('keeps the door shut until the password is right, and opens at the address asked for', async () => {
    await page.goto(`${service.url}/console/settings`);
    const field = page.getByLabel('Password');
    await field.waitFor();
    assert.equal(await field.and(page.locator(':focus')).count(), 1, 'the password has the focus');
    assert.deepEqual(await pageFaults(page), []);
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('The password is not right').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await field.fill(adminPassword);
    await page.keyboard.press('Enter');
    await heading('Settings');
  });

  it('creates a project and says at its field what is wrong with it', async () => {
    await page.goto(`${service.url}/console/`);
    await page.getByText('The window is empty').waitFor();
    await page.getByRole('button', { name: 'New project' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByLabel('Name').fill('Window');
    assert.equal(await dialog.getByLabel('Id').inputValue(), 'window');
    await dialog.getByLabel('Id').fill('-no-');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    assert.deepEqual(await keyboardFaults(page), []);
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
    await dialog.getByLabel('What it is for').fill('Web shop');
    assert.equal(await dialog.getByLabel('Read items').count(), 0, 'a web key reads no items');
    await dialog.getByRole('radio', { name: 'Server' }).check();
    for (const scope of [/^Search/, /^Recommend/, /^Events/, /^Read items/])
      await dialog.getByRole('checkbox', { name: scope }).check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    secret = (await dialog.locator('[data-secret]').textContent())?.trim() ?? '';
    assert.match(secret, /^vtr_/);
    await dialog.getByRole('button', { name: 'Copy the key' }).click();
    await dialog.getByText('Copied').waitFor();
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), secret);
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('Web shop', { exact: true }).first().waitFor();
    assert.equal((await page.content()).includes(secret), false, 'the key is nowhere in the page again');
    await page.reload();
    await page.getByText('Web shop', { exact: true }).first().waitFor();
    assert.equal((await page.content()).includes(secret), false);
    assert.equal(await statusWithKey(), 200);
  });

  it('adds items with pictures, and shows what the service refuses at its field', async () => {
    await page.goto(`${service.url}/console/p/window/items/new`);
    await page.getByRole('button', { name: 'Add item' }).click();
    await page.getByText('Name is required').waitFor();
    for (const label of ['Name', 'Id', 'Sku', 'Price (SEK)']) {
      assert.equal(await page.getByLabel(label, { exact: true }).getAttribute('aria-invalid'), 'true', label);
    }
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByLabel('Anything else, as JSON').fill('{"wood": ');
    await page.getByRole('button', { name: 'Add item' }).click();
    await page.getByText('This is not JSON yet').waitFor();
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

  it('edits an item, and lists, finds and deactivates it', async () => {
    await page.goto(`${service.url}/console/p/window/items`);
    await page.getByRole('link', { name: 'Oak chair' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Oak armchair');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await heading('Oak armchair');
    await page.getByText(/^Version 2/).waitFor();
    await page.goBack();
    await heading('Items');
    await page.getByLabel('Find items by words').fill('armchair');
    await page.getByText('1 item found for “armchair”').waitFor();
    assert.match(page.url(), /q=armchair/);
    await page.getByText(/SEK\s129\.50/).waitFor();
    await page.getByRole('button', { name: 'Deactivate Oak armchair' }).click();
    await page.getByText('0 items found').waitFor();
    await page.goto(`${service.url}/console/p/window/items?active=false`);
    await page.getByRole('button', { name: 'Activate Oak armchair' }).click();
    await page.getByText('Nothing matches').waitFor();
  });

  it('searches as one types, with suggestions, highlights, facets and the ranking', async () => {
    await page.goto(`${service.url}/console/p/window/search`);
    const box = page.getByRole('combobox', { name: 'Search the project' });
    await box.fill('oak armch');
    const tile = page.locator('.ware');
    await tile.locator('mark', { hasText: 'armchair' }).waitFor();
    await page.getByRole('option').first().waitFor();
    assert.deepEqual(await pageFaults(page), []);
    await page.keyboard.press('Escape');
    await box.fill('oak');
    await page.getByText('2 items').waitFor();
    await page
      .getByRole('group', { name: 'brand' })
      .getByRole('button', { name: /Nordwald/ })
      .click();
    await page.getByText(/^1 item|^2 items/).waitFor();
    assert.match(decodeURIComponent(page.url()), /f=brand:Nordwald/);
    await page.getByLabel('Explain the places').check();
    await tile.locator('summary').first().click();
    await tile.getByText('bm25').first().waitFor();
    await page.getByLabel('Filter').fill('price <');
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await pageFaults(page), []);
  });

  it('says why an item is not in a list', async () => {
    await page.goto(`${service.url}/console/p/window/search?q=oak&filters=price%20%3E%20100000`);
    await page.getByText('Where is an item, and why?').click();
    await page.getByRole('combobox', { name: 'Item' }).fill('oak');
    await page.getByRole('listbox', { name: 'Item' }).getByRole('option').first().click();
    await page.getByText('It does not satisfy `(price > 100000)`').waitFor();
  });

  it('sets synonyms that the next search knows, says what is wrong at its field, and watches an index built anew', async () => {
    await page.goto(`${service.url}/console/p/window/relevance`);
    await page.getByLabel('Synonyms', { exact: true }).fill('oak, eichenholz');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: in effect from the next search on').waitFor();
    await page.getByText(/^Version 1, saved/).waitFor();
    await page.goto(`${service.url}/console/p/window/search?q=eichenholz`);
    await page.getByRole('link', { name: /oak/i }).first().waitFor();
    await page.goto(`${service.url}/console/p/window/relevance`);
    await page.getByLabel('Languages').fill('tlh');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Languages').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Languages').fill('en, de');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Version 2, saved/).waitFor();
  });

  it('finds an item by a photo once its picture is ready', async () => {
    await page.goto(`${service.url}/console/p/window`);
    await page.getByText('2 pictures ready for photo search').waitFor();
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Photo' }).click();
    await page
      .locator('#photo-file')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await picture(20) });
    await page
      .getByText(/items? in|Like nothing|Nothing looks like it/)
      .first()
      .waitFor();
    await page.getByAltText('The photo that is searched by').waitFor();
    await page.getByRole('button', { name: 'Frame the middle' }).click();
    await page.locator('.crop-box').waitFor();
    assert.deepEqual(await pageFaults(page), []);
  });

  it('recommends, says why, and counts a test event at once', async () => {
    await page.goto(`${service.url}/console/p/window/recommendations/similar?item=table`);
    const tile = page.locator('.ware', { hasText: 'Oak armchair' });
    await tile.locator('.why').waitFor();
    await tile.getByRole('button', { name: /^Send event/ }).click();
    await page.getByText('Counted: you, view, Oak armchair').waitFor();
    await page.getByRole('link', { name: 'Personal', exact: true }).click();
    await page.locator('.ware').first().waitFor();
    await page.getByRole('link', { name: 'Seen lately' }).click();
    await page.locator('.ware', { hasText: 'You looked at this before' }).waitFor();
    await page.getByRole('link', { name: 'Buy again' }).click();
    await page.getByText('0 items.').waitFor();
    await page.goto(`${service.url}/console/p/window`);
    assert.match((await page.locator('.counts.large').textContent()) ?? '', /Events1/);
  });

  it('imports a file and lists the lines that were refused', async () => {
    await page.goto(`${service.url}/console/p/window/import`);
    const csv = 'id,sku,name,price,imgs,description\nlamp,L-1,Brass lamp,59,,\nbad,B-1,Bad,-3,,\n';
    await page
      .locator('#import-file')
      .setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText('1 item created, 0 updated, 1 line refused').waitFor();
    await page.getByRole('cell', { name: /price must be/ }).waitFor();
    assert.deepEqual(await pageFaults(page), []);
  });

  it('deletes an item only after asking', async () => {
    await page.goto(`${service.url}/console/p/window/items?q=lamp`);
    await page.getByRole('button', { name: 'Delete Brass lamp' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this item?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete Brass lamp' }).click();
    await dialog.getByRole('button', { name: 'Delete item' }).click();
    await page.getByText('0 items found').waitFor();
  });

  it('shows what shoppers searched for, from which a search is one step', async () => {
    await open('/console/p/window/searches');
    const top = page.getByRole('region', { name: 'Searched most' });
    await top.getByRole('link', { name: 'oak', exact: true }).click();
    await heading('Search');
    assert.equal(await page.getByRole('combobox', { name: 'Search the project' }).inputValue(), 'oak');
  });

  it('revokes the key, which works no more from then on', async () => {
    await page.goto(`${service.url}/console/p/window/keys`);
    await page.getByRole('button', { name: 'Revoke Web shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText(/^Revoked/).waitFor();
    assert.equal(await statusWithKey(), 401);
  });

  it('sends a real request from the reference', async () => {
    await page.goto(`${service.url}/docs/health`);
    await page.getByRole('button', { name: 'Send GET' }).click();
    await page.getByRole('region', { name: 'Answer' }).getByText('"status": "ok"').waitFor();
    await page.getByLabel('Find').fill('photo');
    await page.getByRole('link', { name: 'Search the items of a project by a photo' }).click();
    await heading('Search the items of a project by a photo');
    await page.getByRole('button', { name: 'JavaScript' }).click();
    await page.getByText('vitrine.imageSearch').waitFor();
    await page.getByRole('link', { name: 'image_broken' }).click();
    await heading('Errors');
    assert.match(page.url(), /\/docs\/errors#image_broken$/);
  });

  it('keeps the rules of a good page in every view, light and dark, wide and 360 pixels narrow, and can be walked by keyboard', async () => {
    const walked = representative(oneOfEachKind, views);
    for (const view of views) {
      await open(view);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        assert.deepEqual(await pageFaults(page), [], `${view}, ${colorScheme}`);
      }
      if (walked.includes(view)) assert.deepEqual(await keyboardFaults(page), [], view);
      await page.setViewportSize({ width: 360, height: 780 });
      // What is folded on a narrow screen is so from the beginning.
      if (walked.includes(view)) await open(view);
      assert.equal(await overflowPixels(page), 0, `${view}, narrow`);
      assert.deepEqual(await pageFaults(page), [], `${view}, narrow`);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  });

  it('moves the focus to the heading of the view that opens', async () => {
    await open('/console/p/window');
    await page.getByRole('link', { name: 'Items', exact: true }).press('Enter');
    await heading('Items');
    assert.equal(await page.locator(':focus').textContent(), 'Items');
    await page.goBack();
    await heading('Window');
  });

  it('deletes a project after its id was typed, changes the password, and signs out', async () => {
    await open('/console/');
    await page.getByRole('button', { name: 'Delete Window' }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByRole('button', { name: 'Delete project' }).isDisabled(), true);
    await dialog.getByLabel('Type window to confirm').fill('window');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await page.getByText('The window is empty').waitFor();
    await open('/console/settings');
    await page.getByLabel('Current password').fill(adminPassword);
    await page.getByLabel('New password', { exact: true }).fill('another shop window');
    await page.getByLabel('New password again').fill('another shop window');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password is changed').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading('Sign in');
  });

  it('gave the browser nothing to complain of', () => {
    assert.deepEqual(complaints, []);
  });
});

function heading(name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Opens a view and waits until nothing of it is on its way any more. */
async function open(path: string): Promise<void> {
  await page.goto(service.url + path);
  await page.locator('h1').waitFor();
  // Not waitForFunction: what it repeats is compiled from text in the page, which the page's policy forbids.
  await page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' });
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
  await page.getByLabel('Sku', { exact: true }).fill(id.toUpperCase());
  await page.getByLabel('Price (SEK)').fill(price);
  await page.getByLabel('Brand').fill('Nordwald');
  await page.getByLabel('Anything else, as JSON').fill('{"wood": {"kind": "oak"}}');
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: `${id}.png`, mimeType: 'image/png', buffer: await picture(hue) });
  await page.getByText('From a file, kept when saved').waitFor();
  await page.getByRole('button', { name: 'Add item' }).click();
  await heading(name);
}

async function statusWithKey(): Promise<number> {
  return (await fetch(`${service.url}/search/window?q=oak`, { headers: { 'x-api-key': secret } })).status;
}

/** A picture of a round thing of some colour on white. */
function picture(hue: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="#fff"/><circle cx="150" cy="150" r="${60 + hue / 4}" fill="hsl(${hue} 70% 45%)"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function openPage(from: BrowserContext): Promise<Page> {
  const opened = await from.newPage();
  opened.setDefaultTimeout(waitMsMax);
  opened.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  opened.on('console', (message) => {
    // A status of 4xx that a test asks for is told by the browser too, and no fault.
    const asked = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
      message.text(),
    );
    if (message.type() === 'error' && !asked) complaints.push(message.text());
  });
  return opened;
}
