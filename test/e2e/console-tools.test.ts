import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { assertAccessible, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let browserErrors: string[] = [];
let key = '';
/** Addresses that the pages asked for. */
const addresses: string[] = [];

const heading = (name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const field = () => page.getByRole('combobox', { name: /^Search pages/ });
const focusedText = (): Promise<string | null> => page.locator(':focus').textContent();

// The tests depend on each other, in order.
describe('tools of the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
    key = await service.project('shop', ['search', 'items:read', 'items:write']);
    await service.project('outlet');
    const data = [
      item('lamp', { name: 'Brass lamp', brand: 'Žížala', category: 'Ελληνικά' }),
      item('вода', { name: 'Вода' }),
    ];
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    browser = await launchChromium();
    const opened = await openConsole(browser, `${service.url}/console/p/shop`);
    page = opened.page;
    browserErrors = opened.errors;
    page.on('request', (request) => addresses.push(request.url()));
    await heading('shop');
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('finds pages, items and projects by keys alone, and gives the focus back', async () => {
    const button = page.getByRole('button', { name: 'Go to (command palette)' });
    await button.focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('coll');
    await page
      .getByRole('option', { name: 'Collections' })
      .and(page.locator('[aria-selected=true]'))
      .waitFor();
    await page.keyboard.press('Escape');
    await untilEqual(() => focusedText(), 'Go to(command palette)');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('coll');
    await page.keyboard.press('Enter');
    await heading('Collections');
    await page.keyboard.press('Meta+k');
    await page.keyboard.type('brass');
    await page.getByRole('option', { name: 'Brass lamp lamp' }).waitFor();
    await untilEqual(() => field().getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await pageViolations(page), []);
    await page.keyboard.press('Enter');
    await heading('Brass lamp');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('вода');
    await page.getByRole('option', { name: 'Вода вода' }).waitFor();
    await field().fill('outlet');
    await page.keyboard.press('Enter');
    await heading('outlet');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('nothing of this name');
    await page
      .getByRole('option', { name: 'Search the guides for “nothing of this name”' })
      .and(page.locator('[aria-selected=true]'))
      .waitFor();
    await page.keyboard.press('Escape');
  });

  it('starts actions, also on the page that is open', async () => {
    await page.goto(`${service.url}/console/p/shop/rules`);
    await page.getByRole('button', { name: 'Add a rule' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Actions' }).waitFor();
    await page.keyboard.type('new ru');
    await page.keyboard.press('Enter');
    await page.getByText('Remove').first().waitFor();
    assert.match(page.url(), /\/rules$/);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByRole('button', { name: 'Switch to light mode' }).click();
  });

  it('focuses the search field with / and shows the shortcuts with ?, but not while somebody types', async () => {
    await page.goto(`${service.url}/console/p/shop/items`);
    await page.locator('.item-grid tbody tr').first().waitFor();
    await page.locator('[data-cell="0:4"]').focus();
    await page.keyboard.press('/');
    await untilEqual(() => page.locator(':focus').getAttribute('placeholder'), 'Name, brand or SKU');
    await page.keyboard.type('a/?');
    await untilEqual(() => page.locator(':focus').inputValue(), 'a/?');
    await page.locator('h1').focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Focus the search field').waitFor();
    await assertAccessible(page, 'the list of keys');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('shows its own typeface, without a request to another host', async () => {
    await page.goto(`${service.url}/console/p/shop/items`);
    await page.locator('.item-grid tbody tr').first().waitFor();
    await until('The typeface is not loaded', () =>
      page.evaluate<boolean>("[...document.fonts].filter((one) => one.status === 'loaded').length >= 3"),
    );
    assert.match(
      await page.evaluate<string>('getComputedStyle(document.body).fontFamily'),
      /^"?Inter Variable/,
    );
    const fonts = addresses.filter((address) => address.endsWith('.woff2'));
    for (const script of ['latin', 'latin-ext', 'cyrillic', 'greek'])
      assert.ok(
        fonts.some((address) => address.includes(`/inter-${script}-wght-`)),
        script,
      );
    assert.deepEqual(
      addresses.filter((address) => !address.startsWith(service.url) && !address.startsWith('data:')),
      [],
    );
    const license = await fetch(`${service.url}/console/assets/inter-LICENSE.txt`);
    assert.match(await license.text(), /SIL OPEN FONT LICENSE Version 1.1/);
  });

  it('groups failed pictures by host and reason, and retries a group', async () => {
    const refused = ['http://127.0.0.1:9/a.jpg', 'http://127.0.0.1:9/b.jpg', 'http://10.0.0.1/c.jpg'];
    const broken = `data:image/png;base64,${Buffer.from('not a picture at all').toString('base64')}`;
    const data = [...refused, broken].map((imgs, no) => item(`pictured-${no}`, { imgs }));
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    await page.goto(`${service.url}/console/p/shop/pictures`);
    const row = (host: string) => page.getByRole('row', { name: host });
    await row('127.0.0.1:9').getByRole('cell', { name: '2', exact: true }).waitFor();
    await row('10.0.0.1').getByRole('cell', { name: 'Address not allowed', exact: true }).waitFor();
    await assertAccessible(page, 'the pictures');
    await row('127.0.0.1:9')
      .getByRole('button', { name: /^Retry/ })
      .click();
    await page.getByText('Retrying 2 pictures').waitFor();
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page
      .getByText(/^Retrying [1-4] pictures?$/)
      .last()
      .waitFor();
    await row('10.0.0.1').getByRole('link', { name: 'pictured-2', exact: true }).click();
    await heading('Item pictured-2');
    await page.goto(`${service.url}/console/p/shop`);
    await page.getByRole('link', { name: 'Failures by host and reason' }).click();
    await heading('Pictures');
    // Lists of items would show them.
    for (let no = 0; no < data.length; no++)
      await service.ask('DELETE', `/api/items/pictured-${no}?by=id&project=shop`, { key });
  });

  it('makes a backup and lists it with its state', async () => {
    await page.goto(`${service.url}/console/p/shop`);
    await heading('shop');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('back up');
    await page.keyboard.press('Enter');
    await heading('Backups');
    await page.getByText('No backups yet').waitFor();
    await page.getByText('Not scheduled').waitFor();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText('Backup stored and verified').waitFor();
    const row = page.getByRole('row', { name: /vitrine-\d{8}T\d{6}Z.* [kM]B.*Verified/ });
    await row.waitFor();
    await assertAccessible(page, 'the backups');
    const headers = await service.signIn();
    const { body } = await service.ask<{ backups: { verified: boolean }[]; running: unknown }>(
      'GET',
      '/admin/backups',
      { headers },
    );
    assert.deepEqual([body.backups.map(({ verified }) => verified), body.running], [[true], null]);
  });

  it('exports what is listed or the whole catalog, as files that an import reads', async () => {
    const fields = { imgs: [], tags: ['new', 'brass'], note: '=1+1', brand: 'Žížala' };
    const change = { id: 'lamp', ...fields };
    await service.ask('POST', '/api/items/update', { key, body: { project: 'shop', data: [change] } });
    await page.goto(`${service.url}/console/p/shop/items?q=brass`);
    const dialog = page.getByRole('dialog', { name: 'Export' });
    const exported = async (): Promise<string> => {
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Export' }).click();
      return readFile(await (await download).path(), 'utf8');
    };
    await page.getByRole('button', { name: 'Export as …' }).click();
    await assertAccessible(page, 'the export');
    assert.deepEqual((await exported()).split('\r\n'), [
      '\ufeffid,sku,name,price,brand,category,imgs,description,tags,note',
      `lamp,sku-lamp,Brass lamp,10,Žížala,Ελληνικά,,,"[""new"",""brass""]",'=1+1`,
      '',
    ]);
    await page.getByText('Exported 1 item').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('export');
    await page.keyboard.press('Enter');
    await dialog.getByText('The whole catalog').click();
    await dialog.getByText('NDJSON').click();
    const lines = (await exported()).trim().split('\n');
    const direct = await fetch(`${service.url}/api/items/export?project=shop`, {
      headers: { 'x-api-key': key },
    });
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      (await direct.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    );
    const audit = await service.ask<{ lines: { operation: string }[] }>(
      'GET',
      '/api/audit-log?operation=exportItems',
      { headers: await service.signIn() },
    );
    assert.equal(audit.body.lines.length, 3);
  });

  it('causes no browser errors', () => {
    assert.deepEqual(browserErrors, []);
  });
});
