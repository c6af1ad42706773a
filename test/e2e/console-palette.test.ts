import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { moveTo, openConsole, viewLoaded } from '../support/console-page.ts';
import { LocalService } from '../support/local-service.ts';
import { isWhole } from '../support/matrix.ts';
import { assertAccessible, pageViolations } from '../support/page-rules.ts';
import { item, root } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

interface SettingLabel {
  readonly page: string;
  readonly label: string;
  readonly section: string;
}

let service: LocalService;
let browser: Browser;
let page: Page;
let browserErrors: string[] = [];

const palette = () => page.getByRole('dialog', { name: 'Command palette' });
const field = () => palette().getByRole('combobox');
const selected = () => palette().locator('[role=option][aria-selected=true]');
const heading = (name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** What is typed, and the first command that it finds: group and text. */
const questions = [
  ['synonym', 'Settings: Synonyms'],
  ['synonyms', 'Settings: Synonyms'],
  ['sinonym', 'Actions: Add a synonym for a failed search'],
  ['shipping banner', 'Actions: Show a banner'],
  ['top searches', 'Pages: Top searches'],
  ['sold out', 'Actions: Sold-out items'],
  ['sold out last', 'Settings: Sold-out items last'],
  ['why is a product not found', 'Pages: Why is a product not found?'],
  ['why is it missing', 'Pages: Why is a product not found?'],
  ['create a key', 'Actions: Create a key'],
  ['import a file', 'Actions: Import a file'],
  ['invite a colleague', 'Actions: Invite a colleague'],
  ['no results', 'Pages: Searches without results'],
  ['pin a product', 'Actions: Pin a product'],
  ['banner', 'Actions: Show a banner'],
  ['redirect', 'Actions: Redirect a search'],
  ['sales', 'Pages: Revenue'],
  ['best sellers', 'Pages: Recommendations'],
  ['a/b test', 'Pages: Experiments'],
  ['undo', 'Pages: History'],
  ['colour of buttons', 'Settings: Colour of buttons'],
  ['typo', 'Settings: Typo tolerance'],
  ['half-life', 'Settings: Half-life, in days'],
  ['private fields', 'Settings: Private fields'],
  ['change password', 'Settings: Change password'],
  ['products without pictures', 'Actions: Items without pictures'],
  ['google tag manager', 'Guides: Google Tag Manager'],
  ['shopify', 'Guides: Shopify'],
  ['instantsearch', 'Guides: Widgets of InstantSearch'],
  ['outlet', 'Projects: Summer outlet'],
  ['team', 'Pages: Team'],
  ['dark mode', 'Help: Switch to dark mode'],
] as const;

// The tests depend on each other, in order.
describe('the command palette, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    const key = await service.project('shop', ['items:write', 'search', 'events']);
    const headers = await service.signIn();
    await service.ask('POST', '/admin/projects', { headers, body: { id: 'outlet', name: 'Summer outlet' } });
    const data = [item('lamp', { name: 'Brass lamp' })];
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    const { body } = await service.ask<{ searchId: string }>('GET', '/search/shop?q=lamp&session=a', { key });
    const click = { type: 'click', session: 'a', item: 'lamp', searchId: body.searchId };
    await service.ask('POST', '/api/events', { key, body: { project: 'shop', data: [click] } });
    browser = await launchChromium();
    const opened = await openConsole(browser, `${service.url}/console/p/shop`);
    page = opened.page;
    browserErrors = opened.errors;
    await heading('shop');
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('finds views, settings, guides, actions and projects by the words of merchandisers', async () => {
    await open();
    // The guides and settings are loaded with the first palette.
    await field().fill('google tag manager');
    await palette().getByRole('group', { name: 'Guides' }).waitFor();
    const found: [string, string][] = [];
    for (const [typed] of questions) {
      await field().fill(typed);
      const group = palette()
        .getByRole('group')
        .filter({ has: page.locator('[aria-selected=true]') });
      const title = (await group.locator('.palette-group').innerText()).trim();
      const text = await selected().locator('span').first().innerText();
      found.push([typed, `${title}: ${text}`]);
    }
    assert.deepEqual(
      found,
      questions.map(([typed, first]) => [typed, first]),
    );
    await page.keyboard.press('Escape');
  });

  it('ends with a search of the guides, and its first three results', async () => {
    await open();
    await field().fill('xyzzy plugh');
    await selected().getByText('Search the guides for “xyzzy plugh”').waitFor();
    await field().fill('brass');
    await palette().getByRole('option', { name: 'Search the guides for “brass”' }).waitFor();
    await untilEqual(() => selected().locator('span').first().innerText(), 'Brass lamp');
    await field().fill('reverse proxy buffering');
    const group = palette().getByRole('group', { name: 'In the guides' });
    await group.getByRole('option').nth(1).waitFor();
    await untilEqual(() => group.getByRole('option').count(), 4);
    await assertAccessible(page, 'the results of guides in the palette');
    await group.getByRole('option').first().click();
    await page.waitForURL(/\/docs\/find\?q=reverse\+proxy\+buffering$/);
    await page.goto(`${service.url}/console/p/shop`);
    await heading('shop');
  });

  it('opens a setting at its field, also within a panel, and the section of one that is switched off', async () => {
    await choose('sold out last');
    await heading('Relevance');
    await focusedAt('Sold-out items last');
    assert.match(page.url(), /\/relevance$/);
    await choose('synonyms');
    await page.locator('h2:focus').filter({ hasText: 'Synonyms' }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.getByRole('checkbox', { name: /^Typo tolerance/ }).uncheck();
    await choose('fields without typo tolerance');
    await focusedAt('Fields without typo tolerance');
    await choose('learn corrections');
    await page.locator('h2:focus').filter({ hasText: 'Typos, languages and stock' }).waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await choose('why is a product not found');
    await heading('Search');
    await page.locator('details[open] > summary:focus').filter({ hasText: 'Missing a product?' }).waitFor();
    await choose('top searches');
    await page.locator('h2:focus').filter({ hasText: 'Top searches' }).waitFor();
  });

  it('knows every field of the pages of settings', async () => {
    const labels = await readLabels();
    assert.ok(labels.length > 60, String(labels.length));
    const pages = new Set(labels.map((label) => label.page));
    assert.deepEqual([...pages], ['/relevance', '/site', '/keys', '/settings']);
    // Those of features that are switched off lead to their section.
    assert.deepEqual(
      labels.filter(({ section }) => section === ''),
      [],
    );
    const switchedOff = labels.find(({ label }) => label === 'Semantic weight, in percent');
    assert.ok(switchedOff !== undefined);
    const tried = labels.filter((label, index) => isWhole || index % 4 === 0 || label === switchedOff);
    for (const { page: rest, label, section } of tried) {
      const query = new URLSearchParams({ field: label, ...(section === '' ? {} : { section }) });
      const path = rest === '/settings' ? '/console/settings' : `/console/p/shop${rest}`;
      await moveTo(page, `${path}?${query.toString()}`);
      // The mark of the field fades after seconds; the address loses the field for good.
      await until(`${label} is not found`, () => !new URL(page.url()).searchParams.has('field'));
    }
    await page.goto(`${service.url}/console/p/shop`);
    await heading('shop');
  });

  it('starts the actions', async () => {
    await choose('create a key');
    await page.getByRole('dialog', { name: 'New key' }).waitFor();
    assert.match(page.url(), /\/keys$/);
    await page.keyboard.press('Escape');
    await choose('import a file');
    await heading('Import');
    await choose('banner');
    await heading('Rules');
    await page.getByRole('group', { name: 'Banner' }).locator(':focus').waitFor();
    await choose('redirect a search');
    await heading('Rules');
    await page.getByLabel('Page address').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await choose('new webhook');
    await page.getByRole('dialog', { name: 'New webhook' }).waitFor();
    await page.keyboard.press('Escape');
    await choose('items without pictures');
    await page.getByText('1 product · Without pictures').waitFor();
    await choose('invite a colleague');
    await page.getByRole('dialog', { name: /^Invite/ }).waitFor();
    await page.keyboard.press('Escape');
    await choose('new project');
    await page.getByRole('dialog', { name: 'New project' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('offers what was chosen last first, of each project', async () => {
    await moveTo(page, '/console/p/shop');
    await choose('brass', 'Brass lamp');
    await heading('Brass lamp');
    await choose('revenue');
    await heading('Revenue');
    await open();
    const recent = palette().getByRole('group').first();
    await untilEqual(async () => (await recent.locator('.palette-group').innerText()).trim(), 'Recent');
    const texts = await recent.getByRole('option').locator('span:first-of-type').allInnerTexts();
    assert.deepEqual(texts.slice(0, 3), ['Revenue', 'Brass lamp', 'Invite a colleague']);
    assert.equal(texts.length, 5);
    assert.deepEqual(await pageViolations(page), []);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading('Brass lamp');
    await page.reload();
    await heading('Brass lamp');
    await open();
    await untilEqual(() => selected().locator('span').first().innerText(), 'Brass lamp');
    await page.keyboard.press('Escape');
    await moveTo(page, '/console/p/outlet');
    await open();
    await untilEqual(() => palette().getByRole('option', { name: 'Brass lamp' }).count(), 0);
    await page.keyboard.press('Escape');
  });

  it('opens a guide of /docs', async () => {
    await choose('google tag manager');
    await page.waitForURL(/\/docs\/guide\/site-tag-manager$/);
    await page.getByRole('heading', { level: 1, name: /Tag Manager/ }).waitFor();
    assert.deepEqual(browserErrors, []);
  });
});

async function open(): Promise<void> {
  await viewLoaded(page);
  await page.keyboard.press('Control+k');
  await field().waitFor();
}

/** Opens the first command that a text finds, or the one with this name. */
async function choose(typed: string, name?: string): Promise<void> {
  await open();
  await palette().getByRole('option').first().waitFor();
  await field().fill(typed);
  await (name === undefined ? selected() : palette().getByRole('option', { name })).first().waitFor();
  await page.keyboard.press('Enter');
  await palette().waitFor({ state: 'detached' });
}

async function focusedAt(label: string): Promise<void> {
  await page.locator('.field, .check, fieldset').filter({ hasText: label }).locator(':focus').waitFor();
}

async function readLabels(): Promise<readonly SettingLabel[]> {
  // It is part of the build of the console, whose types are those of a browser, so it is imported dynamically.
  const address = new URL('../../console/palette/setting-labels.ts', import.meta.url).href;
  const { readSettingLabels } = (await import(address)) as {
    readSettingLabels: (folder: string) => readonly SettingLabel[];
  };
  return readSettingLabels(join(root, 'console/src/views'));
}
