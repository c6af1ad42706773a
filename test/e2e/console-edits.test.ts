import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Dialog, Page, Route } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { LocalService } from '../support/local-service.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { adminPassword, item, withoutServingThreads } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

const editor = '/console/p/shop/items/oak';

let service: LocalService;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let key = '';
let editorUrl = '';
const pageErrors: string[] = [];

describe('edits in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start(withoutServingThreads);
    key = await service.project('shop', ['search', 'items:read', 'items:write', 'settings']);
    const data = [item('oak', { name: 'Oak chair' }), item('elm', { name: 'Elm chair' })];
    const { body } = await service.ask<{ items: { _id: string }[] }>('POST', '/api/items', {
      key,
      body: { project: 'shop', data },
    });
    editorUrl = editor.replace('oak', body.items[0]!._id);
    browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    page = await context.newPage();
    page.on('pageerror', (error) => pageErrors.push(error.message));
    await page.goto(`${service.url}/console/p/shop/items`);
    await page.getByLabel('Password').fill(adminPassword);
    await page.keyboard.press('Enter');
    await heading('Items');
    await page.evaluate('window.isSamePage = true');
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('asks before a link discards an edit, keeps it on Escape, and discards it after confirmation', async () => {
    await page.getByRole('link', { name: 'Oak chair' }).click();
    await heading('Oak chair');
    await name().fill('Oak armchair');
    await page.getByRole('link', { name: 'Keys' }).click();
    await question().getByText('Changes to “Oak chair” are not saved.').waitFor();
    await untilEqual(
      () => page.locator(':focus').textContent(),
      'Keep editing',
      'the safe button has the focus',
    );
    assert.deepEqual(await pageViolations(page), []);
    assert.deepEqual(await keyboardViolations(page), []);
    await page.keyboard.press('Escape');
    await question().waitFor({ state: 'detached' });
    await untilEqual(() => name().inputValue(), 'Oak armchair');
    assert.ok(page.url().endsWith(editorUrl), page.url());
    await page.getByRole('link', { name: 'Keys' }).click();
    await question().getByRole('button', { name: 'Discard changes' }).click();
    await heading('Keys');
  });

  it('asks before Back, Forward and another project discard an edit', async () => {
    await page.goBack();
    await heading('Oak chair');
    await name().fill('Oak armchair');
    for (const step of ['back', 'forward'] as const) {
      await page.evaluate(`history.${step}()`);
      await question().waitFor();
      await question().getByRole('button', { name: 'Keep editing' }).click();
      await question().waitFor({ state: 'detached' });
      assert.ok(page.url().endsWith(editorUrl), `${step}: ${page.url()}`);
      await untilEqual(() => name().inputValue(), 'Oak armchair');
    }
    await page.getByRole('link', { name: 'Vitrine', exact: true }).click();
    await question().getByRole('button', { name: 'Keep editing' }).click();
    await page.evaluate('history.back()');
    await question().getByRole('button', { name: 'Discard changes' }).click();
    await heading('Items');
    await page.evaluate('history.forward()');
    await heading('Oak chair');
    await untilEqual(() => name().inputValue(), 'Oak chair');
    assert.equal(await isSamePage(), true);
  });

  it('lets the browser ask before an edited page is reloaded, left or closed', async () => {
    await name().fill('Oak armchair');
    for (const leave of ['location.reload()', 'location.assign("/docs")', null]) {
      const confirmDialog = new Promise<Dialog>((resolve) => page.once('dialog', resolve));
      if (leave === null) await page.close({ runBeforeUnload: true });
      else await page.evaluate(`void setTimeout(() => ${leave})`);
      const dialog = await confirmDialog;
      assert.equal(dialog.type(), 'beforeunload', String(leave));
      await dialog.dismiss();
      await untilEqual(() => name().inputValue(), 'Oak armchair');
    }
    await name().fill('Oak chair');
    // Playwright dismisses dialogs without a listener, which would cancel the reload.
    await page.reload();
    await heading('Oak chair');
    await page.evaluate('window.isSamePage = true');
  });

  it('does not ask after saving, and keeps edits made during a save', async () => {
    await name().fill('Oak armchair');
    const release = await hold('**/api/items/*');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const pendingRequest = await release.request;
    await page.getByLabel('Brand').fill('Nordwald');
    await release.go(pendingRequest);
    await page.getByText(/^Version 2/).waitFor();
    assert.deepEqual(
      [await name().inputValue(), await page.getByLabel('Brand').inputValue()],
      ['Oak armchair', 'Nordwald'],
    );
    await page.getByLabel('Picture URL').fill('https://shop.example/oak.jpg');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/^Version 3/).waitFor();
    const saved = await service.ask<{ item: { brand: string; imgs: string[] } }>(
      'GET',
      '/api/items/oak?by=id',
      { key },
    );
    assert.deepEqual(
      [saved.body.item.brand, saved.body.item.imgs],
      ['Nordwald', ['https://shop.example/oak.jpg']],
      'saves a URL that was typed but not added',
    );
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Items' }).click();
    await heading('Items');
  });

  it('asks for confirmation in all forms: items, rules, relevance settings, keys, projects and password', async () => {
    await open('/console/p/shop/items/new');
    await name().fill('Ash chair');
    await refusesToLeave('Changes to the new item are not saved.');
    await open('/console/p/shop/rules');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await refusesToLeave('Changes to the rules are not saved.');
    await open('/console/p/shop/relevance');
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await page.getByLabel('One rule per line').fill('chair, seat');
    await refusesToLeave('Changes to the relevance settings are not saved.');
    await open('/console/p/shop/keys');
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('Name').fill('Web shop');
    await refusesEscape('New key', 'Close without creating the key?');
    await page.getByRole('dialog', { name: 'New key' }).getByRole('button', { name: 'Create key' }).click();
    await page.locator('[data-secret]').waitFor();
    await refusesEscape('Your new key', 'Have you copied the key?', 'Back to the key');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Web shop', { exact: true }).first().waitFor();
    await open('/console/');
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('Other');
    await refusesEscape('New project', 'Close without creating the project?');
    await page.getByRole('dialog', { name: 'New project' }).getByRole('button', { name: 'Cancel' }).click();
    await open('/console/settings');
    await page.getByLabel('New password', { exact: true }).fill('a longer new one');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await question().getByText('The new password is not saved.').waitFor();
    await question().getByRole('button', { name: 'Keep editing' }).click();
    await untilEqual(() => page.getByLabel('New password', { exact: true }).inputValue(), 'a longer new one');
    await page.getByLabel('New password', { exact: true }).fill('');
  });

  it('goes on with an import while other pages are open', async () => {
    await open('/console/p/shop/import');
    const release = await hold('**/api/items/import?*');
    const file = {
      name: 'items.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('id,sku,name,price,imgs,description\nlamp,L-1,Lamp,5,,\n'),
    };
    await page.locator('#import-file').setInputFiles(file);
    await page.getByRole('button', { name: 'Import items.csv' }).click();
    const pendingRequest = await release.request;
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Items' }).click();
    await heading('Items');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByRole('region', { name: 'Import in progress' }).waitFor();
    await release.go(pendingRequest);
    await page.getByText('1 item created').waitFor();
  });

  it('keeps edits made during an index rebuild, and saved ones no longer count as unsaved', async () => {
    await open('/console/p/shop/relevance');
    const languages = page.getByRole('combobox', { name: 'Languages', exact: true });
    await languages.fill('German');
    await languages.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await page.getByLabel('One rule per line').fill('chair, stool');
    await page.getByText('1 setting changed').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Version 2, saved/).waitFor();
    await untilEqual(() => page.getByLabel('One rule per line').inputValue(), 'chair, stool');
    const { body } = await service.ask<{ settings: { search: { synonyms: unknown[] } } }>(
      'GET',
      '/api/projects/shop/settings',
      { key },
    );
    assert.equal(body.settings.search.synonyms.length, 1);
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Items' }).click();
    await heading('Items');
  });

  it('asks for the password when the session has ended and continues with the request, also after sign-in in another tab', async () => {
    await open(editorUrl);
    await page.evaluate('window.isSamePage = true');
    await name().fill('Oak bench');
    await endSession();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    const password = dialog.getByLabel('Password');
    await password.and(page.locator(':focus')).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await password.fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByText('Wrong password').waitFor();
    const tab = await context.newPage();
    await tab.goto(`${service.url}/console/settings`);
    await tab.getByLabel('Password').fill(adminPassword);
    await tab.keyboard.press('Enter');
    await page.getByText(/^Version 4/).waitFor();
    await tab.close();
    await untilEqual(() => name().inputValue(), 'Oak bench');
    await untilEqual(() => dialog.count(), 0);
    assert.equal(await isSamePage(), true);
  });

  it('keeps the edit if the password dialog is closed; reads wait and saving asks again', async () => {
    await name().fill('Oak settle');
    await endSession();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('status').getByText('You are signed out.').waitFor();
    await untilEqual(() => name().inputValue(), 'Oak settle');
    assert.deepEqual(await pageViolations(page), []);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByLabel('Password').fill(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByText(/^Version 5/).waitFor();
    await untilEqual(() => page.getByText('You are signed out.').count(), 0);
    await endSession();
    await page.getByRole('link', { name: 'Keys' }).click();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByLabel('Password').fill(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByText('Web shop', { exact: true }).first().waitFor();
    assert.equal(await isSamePage(), true);
  });

  it('reports an unreachable service, keeps the edit, and continues after recovery', async () => {
    await open(editorUrl);
    await page.evaluate('window.isSamePage = true');
    await name().fill('Oak stool');
    const port = new URL(service.url).port;
    await service.stop();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await banner().waitFor();
    await page.getByRole('alert').getByText('Nothing on this page is lost').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await untilEqual(() => overflowPixels(page), 0, `at ${width} pixels`);
    }
    await service.restart({ PORT: port });
    await banner().waitFor({ state: 'detached' });
    await page.getByText('Vitrine is responding again').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/^Version 6/).waitFor();
    assert.equal(await isSamePage(), true);
  });

  it('shows a placeholder instead of an empty list while the service is unreachable', async () => {
    await open('/console/p/shop');
    await page.evaluate('window.isSamePage = true');
    const port = new URL(service.url).port;
    await service.stop();
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Items' }).click();
    await banner().waitFor();
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor();
    await page.locator('.skeleton').first().waitFor();
    await untilEqual(() => page.getByText(/No matching items|No items|0 items/).count(), 0);
    await page.getByRole('link', { name: 'Vitrine', exact: true }).click();
    await page.locator('.skeleton').first().waitFor();
    await untilEqual(() => page.getByText('No projects yet').count(), 0);
    await page.goBack();
    await service.restart({ PORT: port });
    await page.getByRole('link', { name: 'Elm chair' }).waitFor();
    await untilEqual(() => banner().count(), 0);
    assert.equal(await isSamePage(), true);
  });

  it('detects an outage without a request, also behind a proxy that returns error pages', async () => {
    await open('/console/settings');
    // A proxy page: without a request id.
    await page.route('**/health', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await banner().waitFor();
    await page.getByRole('button', { name: 'Try now' }).waitFor();
    // Not while a health check runs: the console also tries every few seconds by itself.
    await until('“Try now” sends no health check', () => page.evaluate<boolean>(tryNow));
    await page.unroute('**/health');
    await banner().waitFor({ state: 'detached' });
  });

  it('does not show the sign-in page while the service is unreachable', async () => {
    await page.route('**/admin/session', (route) => route.abort('connectionrefused'));
    await page.route('**/health', (route) => route.abort('connectionrefused'));
    await page.goto(`${service.url}/console/settings`);
    await banner().waitFor();
    await untilEqual(() => page.getByLabel('Password').count(), 0);
    await page.unroute('**/admin/session');
    await page.unroute('**/health');
    await heading('Settings');
    assert.deepEqual(pageErrors, []);
  });
});

/** Clicks the button of the banner; whether it sends a request at once. */
const tryNow = `(() => {
  const { fetch } = window;
  let requests = 0;
  window.fetch = (...request) => (requests++, fetch(...request));
  document.querySelector('.banner.bad button').click();
  window.fetch = fetch;
  return requests > 0;
})()`;

const heading = (text: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
const name = () => page.getByLabel('Name', { exact: true });
const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });
const banner = () => page.getByText('Vitrine is not responding.', { exact: true });
const isSamePage = (): Promise<unknown> => page.evaluate('window.isSamePage === true');

async function open(path: string): Promise<void> {
  await page.goto(service.url + path);
  await page.locator('h1').waitFor();
  await page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** Follows a link: first keeps the edit, then discards it. */
async function refusesToLeave(detail: string): Promise<void> {
  const before = page.url();
  await page.getByRole('link', { name: 'Vitrine', exact: true }).click();
  await question().getByText(detail).waitFor();
  await question().getByRole('button', { name: 'Keep editing' }).click();
  assert.equal(page.url(), before);
  await page.getByRole('link', { name: 'Vitrine', exact: true }).click();
  await question().getByRole('button', { name: 'Discard changes' }).click();
  await heading('Projects');
}

async function refusesEscape(dialog: string, title: string, stay = 'Keep editing'): Promise<void> {
  const confirmDialog = page.getByRole('dialog', { name: title });
  await page.keyboard.press('Escape');
  await confirmDialog.waitFor();
  // Browsers may close a dialog on repeated Escape without asking: it must reopen.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await confirmDialog.getByRole('button', { name: stay }).click();
  await confirmDialog.waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: dialog }).waitFor();
}

/** Ends the session of the page on the service, as if it had expired. */
async function endSession(): Promise<void> {
  const cookies = await context.cookies();
  const cookie = cookies.map((one) => `${one.name}=${one.value}`).join('; ');
  const headers = { cookie, 'x-vitrine-console': '1' };
  assert.equal((await service.ask('DELETE', '/admin/session', { headers })).status, 200);
}

/** Holds the next request to an address until `go` is called. */
async function hold(
  address: string,
): Promise<{ request: Promise<Route>; go: (route: Route) => Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  await page.route(address, resolve, { times: 1 });
  return { request: promise, go: (route) => route.continue() };
}
