import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { moveTo, openConsole, viewLoaded } from '../support/console-page.ts';
import { LocalService } from '../support/local-service.ts';
import {
  assertAccessible,
  keyboardViolations,
  overflowPixels,
  pageViolations,
} from '../support/page-rules.ts';
import { item } from '../support/service.ts';
import { untilEqual, untilMatch } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let browserErrors: string[] = [];

const heading = (name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const side = () => page.getByRole('navigation', { name: 'Project' });
const switcher = () => page.getByRole('button', { name: /switch project/ });
const menu = () => page.getByRole('dialog', { name: 'Projects' });
const crumbs = () => page.getByRole('navigation', { name: 'Breadcrumb' });
const path = (): string => new URL(page.url()).pathname;
const scrolled = (): Promise<number> =>
  side().evaluate((element) => (element as { scrollTop: number }).scrollTop as number);

const narrow = { width: 390, height: 800 };
const wide = { width: 1280, height: 900 };

// The tests depend on each other, in order.
describe('order of the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    const key = await service.project('shop', ['items:write']);
    await service.ask('POST', '/api/items', {
      key,
      body: { project: 'shop', data: [item('lamp', { name: 'Brass lamp' })] },
    });
    await service.project('outlet');
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

  it('has its entries in four groups by task', async () => {
    const groups: Record<string, string[]> = {};
    for (const group of await side().locator('.page-group').all()) {
      const [title = '', ...pages] = (await group.innerText())
        .split('\n')
        .filter((line) => line.trim() !== '');
      groups[title] = pages;
    }
    assert.deepEqual(groups, {
      Catalog: ['Items', 'Import', 'Pictures'],
      Merchandise: [
        'Search',
        'Rules',
        'Collections',
        'Placements',
        'Facets',
        'Recommendations',
        'Photo',
        'Drafts',
      ],
      Measure: ['Searches', 'Revenue', 'Experiments', 'Alerts'],
      Settings: ['Relevance', 'On your site', 'Keys', 'History'],
    });
    for (const title of Object.keys(groups)) await side().getByRole('list', { name: title }).waitFor();
    await side().getByRole('link', { name: 'Rules' }).click();
    await heading('Rules');
    await untilEqual(() => side().locator('[aria-current=page]').allInnerTexts(), ['Rules']);
  });

  it('keeps how far the navigation is scrolled: on the next view, after a reload and in another project', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await side().getByRole('link', { name: 'History' }).click();
    await heading('History');
    const before = await scrolled();
    assert.ok(before > 0);
    await side().getByRole('link', { name: 'Keys' }).click();
    await heading('Keys');
    await untilEqual(() => scrolled(), before);
    await page.reload();
    await heading('Keys');
    await untilEqual(() => scrolled(), before);
    // An address opened elsewhere shows its entry.
    await page.evaluate("sessionStorage.removeItem('vitrine-navigation-scroll')");
    await page.reload();
    await heading('Keys');
    const entry = await side().getByRole('link', { name: 'Keys' }).boundingBox();
    assert.ok(entry !== null && entry.y + entry.height <= 500);
    await page.setViewportSize(wide);
  });

  it('changes the project by keys alone, and stays on the page', async () => {
    await moveTo(page, '/console/p/shop/collections');
    await switcher().press('Enter');
    await menu().getByRole('link', { name: 'outlet' }).waitFor();
    await untilEqual(() => menu().getByRole('searchbox').count(), 0, 'two projects need no search');
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'detached' });
    await untilMatch(() => page.locator(':focus').innerText(), /^S\s+shop/);
    await page.keyboard.press('Enter');
    await menu().getByRole('link', { name: 'outlet' }).waitFor();
    await menu().getByRole('link', { name: 'outlet' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/p\/outlet\/collections$/);
    // An item of one project is none of another one.
    await moveTo(page, '/console/p/shop/items/new');
    await switcher().click();
    await menu().getByRole('link', { name: 'outlet' }).click();
    await page.waitForURL(/\/p\/outlet\/items$/);
  });

  it('finds one of many projects in the switcher', async () => {
    const headers = await service.signIn();
    for (let no = 1; no <= 60; no++) {
      const body = { id: `branch-${no}`, name: `Branch ${no}` };
      await service.ask('POST', '/admin/projects', { body, headers });
    }
    await page.reload();
    await heading('Items');
    await switcher().click();
    const field = menu().getByRole('searchbox', { name: 'Find a project' });
    await field.waitFor();
    await menu().getByText('and 12 more projects').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.keyboard.type('branch 47');
    await untilEqual(() => menu().getByRole('list', { name: 'Projects' }).getByRole('link').count(), 1);
    await page.keyboard.press('ArrowDown');
    await untilMatch(() => page.locator(':focus').innerText(), /Branch 47/);
    await page.keyboard.press('ArrowUp');
    await field.fill('no such name');
    await menu().getByText('No project has this name.').waitFor();
    await field.fill('branch 47');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/p\/branch-47\/items$/);
    await menu().waitFor({ state: 'detached' });
    await switcher().click();
    await menu().getByRole('link', { name: 'New project' }).click();
    await page.getByRole('dialog', { name: 'New project' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows the way to views below the first level', async () => {
    await moveTo(page, '/console/p/shop/items/new');
    await untilEqual(() => crumbs().getByRole('listitem').allInnerTexts(), ['Catalog', 'Items', 'New item']);
    await crumbs().getByRole('link', { name: 'Items' }).click();
    await heading('Items');
    await untilEqual(() => crumbs().count(), 0);
    await page.getByRole('link', { name: 'Brass lamp' }).click();
    await heading('Brass lamp');
    await untilEqual(
      () => crumbs().getByRole('listitem').allInnerTexts(),
      ['Catalog', 'Items', 'Brass lamp'],
    );
    await untilEqual(() => crumbs().locator('[aria-current=page]').innerText(), 'Brass lamp');
    await moveTo(page, '/console/settings/team');
    await untilEqual(() => crumbs().getByRole('listitem').allInnerTexts(), ['Settings', 'Team']);
    for (const first of ['/console/p/shop', '/console/p/shop/recommendations/similar', '/console/settings']) {
      await moveTo(page, first);
      await untilEqual(() => crumbs().count(), 0, first);
    }
  });

  it('is a menu on a phone: it holds the focus, closes with Escape and with a tap beside it', async () => {
    await page.setViewportSize(narrow);
    await moveTo(page, '/console/p/shop/rules');
    await untilEqual(() => side().count(), 0);
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await button.press('Enter');
    await drawer.waitFor();
    await untilEqual(() => drawer.locator('[aria-current=page]').innerText(), 'Rules');
    await assertInside(30);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await untilEqual(() => page.locator(':focus').innerText(), 'Menu');
    await button.click();
    assert.deepEqual(await pageViolations(page), []);
    await untilEqual(() => overflowPixels(page), 0);
    assert.deepEqual(await keyboardViolations(page), []);
    await page.mouse.click(380, 400);
    await drawer.waitFor({ state: 'detached' });
    await button.click();
    await drawer.getByRole('link', { name: 'Searches', exact: true }).click();
    await heading('Searches');
    await drawer.waitFor({ state: 'detached' });
    // Its switcher is a menu within it: Escape closes one after the other.
    await button.click();
    await drawer.getByRole('button', { name: /switch project/ }).click();
    await menu().waitFor();
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'detached' });
    await drawer.waitFor();
    for (const name of ['Guides', 'Team', 'Settings'])
      await drawer.getByRole('link', { name }).last().waitFor();
    await page.setViewportSize(wide);
    await drawer.waitFor({ state: 'detached' });
    await side().waitFor();
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    for (const view of ['/console/p/shop/items/new', '/console/p/shop/keys']) {
      await moveTo(page, view);
      await viewLoaded(page);
      await assertAccessible(page, view);
    }
  });

  it('leaves out what a role may not open', async () => {
    const headers = await service.signIn();
    const { body } = await service.ask<{ link: string }>('POST', '/admin/invitations', {
      headers,
      body: { email: 'ada@shop.example', role: 'viewer', projects: ['shop'] },
    });
    const context = await browser.newContext();
    const viewer = await context.newPage();
    await viewer.goto(service.url + body.link);
    await viewer.getByLabel('Name').fill('Ada');
    await viewer.getByLabel('Password', { exact: true }).fill('a long enough password');
    await viewer.getByLabel('Confirm password').fill('a long enough password');
    await viewer.keyboard.press('Enter');
    await viewer.getByRole('link', { name: 'shop' }).click();
    await viewer.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Rules' }).waitFor();
    const names = await viewer.getByRole('navigation', { name: 'Project' }).getByRole('link').allInnerTexts();
    for (const name of ['Keys', 'Import']) assert.ok(!names.includes(name), name);
    await viewer.keyboard.press('Control+k');
    await viewer.keyboard.type('create a key');
    // Guides that tell how to create one come last.
    await viewer.getByRole('group', { name: 'In the guides' }).waitFor();
    const actions = viewer.getByRole('group', { name: 'Actions' });
    await untilEqual(() => actions.getByRole('option', { name: 'Create a key' }).count(), 0);
    await context.close();
  });

  it('causes no browser errors', () => {
    assert.deepEqual(browserErrors, []);
    assert.match(path(), /^\/console/);
  });
});

/** Asserts that Tab stays in the dialog for a number of steps. The browser's own controls, after the last element, have no focus in the page. */
async function assertInside(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate<boolean>(
      "document.activeElement !== document.body && document.activeElement?.closest('dialog') === null",
    );
    assert.equal(isOutside, false, `step ${step}`);
  }
}
