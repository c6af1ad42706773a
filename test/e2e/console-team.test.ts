import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { assertAccessible } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword, item } from '../support/service.ts';
import { untilEqual } from '../support/until.ts';

const email = 'grace@shop.example';
const password = 'the password of Grace';

let service: LocalService;
let browser: Browser;
/** Of the first owner. */
let page: Page;
/** Of the invited user. */
let other: Page;
let link = '';
const browserErrors: string[] = [];

/** A page of another browser, without a session. */
async function anotherPage(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => browserErrors.push(error.message));
  return opened;
}

const userRow = (name: string) =>
  page.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ hasText: name });

async function acceptAs(name: string): Promise<void> {
  await other.goto(link);
  await other.getByText(email).waitFor();
  await other.getByLabel('Your name').fill(name);
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.getByLabel('Confirm password').fill(password);
  await other.getByRole('button', { name: 'Join' }).click();
  await other.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
}

// The tests depend on each other, in order.
describe('a team in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    const key = await service.project('shop', ['items:write', 'settings']);
    await service.project('other');
    await service.ask('POST', '/api/items', {
      key,
      body: { project: 'shop', data: [item('a', { name: 'Lamp' })] },
    });
    await service.ask('PUT', '/api/projects/shop/placements/home', {
      key,
      body: { placement: { id: 'home', list: 'popular' } },
    });
    browser = await launchChromium();
    const opened = await openConsole(browser, `${service.url}/console/settings`);
    page = opened.page;
    other = await anotherPage();
    page.on('close', () => browserErrors.push(...opened.errors));
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    assert.deepEqual(browserErrors, []);
  });

  it('nothing in the settings moves when the version of the service is known', async () => {
    const save = page.getByRole('button', { name: 'Save profile' });
    await save.waitFor();
    const version = Promise.withResolvers<void>();
    await page.route('**/health', async (route) => {
      await version.promise;
      await route.continue();
    });
    await page.reload();
    await save.waitFor();
    const before = await save.boundingBox();
    version.resolve();
    await page.getByText(/^Vitrine \d/).waitFor();
    await untilEqual(() => save.boundingBox(), before);
    await page.unroute('**/health');
  });

  it('the first owner gets a name, which the header shows', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    await page.getByText('Signed in as Ada Lovelace').waitFor();
  });

  it('an owner invites a viewer of one project and copies the link once', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Team' }).click();
    await userRow('Ada Lovelace').getByText('The only owner stays').waitFor();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill(email);
    await dialog.getByRole('radio', { name: /^Viewer/ }).check();
    await dialog.getByRole('checkbox', { name: /^All projects/ }).uncheck();
    await dialog.getByText('Select at least one project.').waitFor();
    await untilEqual(() => dialog.getByRole('button', { name: 'Create link' }).isDisabled(), true);
    await dialog.getByRole('checkbox', { name: 'shop', exact: true }).check();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    link = (await dialog.locator('[data-secret]').textContent()) ?? '';
    assert.match(link, /^http:\/\/[^/]+\/console\/invitation#[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('heading', { name: 'Open links' }).waitFor();
    await page.getByRole('button', { name: `Revoke ${email}` }).waitFor();
    await untilEqual(async () => (await page.content()).includes(link.split('#')[1]!), false);
  });

  it('the invited user sets name and password, and sees only what a viewer may do', async () => {
    await other.goto(link);
    await other.getByText(email).waitFor();
    await assertAccessible(other, 'accept page');
    await acceptAs('Grace Hopper');
    await other.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    await other.getByRole('link', { name: 'shop' }).waitFor();
    await untilEqual(() => other.getByRole('link', { name: 'other', exact: true }).count(), 0);
    for (const name of ['New project', 'Delete shop'])
      await untilEqual(() => other.getByRole('button', { name }).count(), 0, name);
    await untilEqual(() => other.getByRole('link', { name: 'Team' }).count(), 0);
    await other.getByRole('link', { name: 'shop' }).click();
    const side = other.getByRole('navigation', { name: 'Project' });
    await side.getByRole('link', { name: 'Items' }).click();
    await other.getByRole('link', { name: 'Lamp' }).waitFor();
    for (const name of ['Keys', 'Import'])
      await untilEqual(() => side.getByRole('link', { name }).count(), 0, name);
    for (const name of [/New item/, /Edit prices/])
      await untilEqual(() => other.getByRole('link', { name }).count(), 0);
    for (const name of [/Deactivate/, /Delete/])
      await untilEqual(() => other.getByRole('button', { name }).count(), 0);
    await side.getByRole('link', { name: 'Placements' }).click();
    await other.getByRole('link', { name: 'Open home' }).click();
    await other.getByText('Your role is viewer: you cannot save changes').waitFor();
    await untilEqual(() => other.getByRole('button', { name: 'Save' }).count(), 0);
    await other.goto(`${service.url}/console/p/shop/keys`);
    await other.getByRole('heading', { name: 'Not for your role' }).waitFor();
  });

  it('a changed role ends the session; after the sign-in the new role counts', async () => {
    await page.reload();
    const row = userRow('Grace Hopper');
    await row.getByText('Viewer', { exact: true }).waitFor();
    await row.getByText(/last sign-in/).waitFor();
    await row.getByRole('button', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Editor/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Editor', { exact: true }).waitFor();
    await other.goto(`${service.url}/console/`);
    await other.getByLabel('Email address').fill(email.toUpperCase());
    await other.getByLabel('Password').fill('wrong password');
    await other.keyboard.press('Enter');
    await other.getByText('Wrong email address or password').waitFor();
    await assertAccessible(other, 'sign-in page');
    await other.getByLabel('Password').fill(password);
    await other.keyboard.press('Enter');
    await other.getByRole('link', { name: 'shop' }).click();
    const side = other.getByRole('navigation', { name: 'Project' });
    await side.getByRole('link', { name: 'Placements' }).click();
    await other.getByRole('checkbox', { name: 'Enabled home' }).uncheck();
    await other.getByText('home is empty from the next request on.').waitFor();
    await side.getByRole('link', { name: 'History' }).click();
    await other.getByText(/Grace Hopper · version 2/).waitFor();
    await untilEqual(() => side.getByRole('link', { name: 'Keys' }).count(), 0);
  });

  it('an owner makes a link for a new password, and removes the user, whose name stays in the history', async () => {
    const row = userRow('Grace Hopper');
    await row.getByRole('button', { name: 'Password link' }).click();
    const dialog = page.getByRole('dialog');
    const passwordLink = (await dialog.locator('[data-secret]').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    const third = await anotherPage();
    await third.goto(passwordLink);
    await third.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await third.getByLabel('Password', { exact: true }).fill('her next password');
    await third.getByLabel('Confirm password').fill('another password');
    await third.getByRole('button', { name: 'Set password' }).click();
    await third.getByText('The passwords do not match').waitFor();
    await third.getByLabel('Confirm password').fill('her next password');
    await third.getByRole('button', { name: 'Set password' }).click();
    await third.getByRole('link', { name: 'shop' }).waitFor();
    await third.goto(passwordLink);
    await third.getByText(/The link has been used/).waitFor();
    await assertAccessible(page, 'team page');
    await row.getByRole('button', { name: 'Sign out' }).click();
    await dialog.getByText(/The user can sign in again/).waitFor();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Grace Hopper is signed out').waitFor();
    await third.goto(`${service.url}/console/`);
    await third.getByLabel('Email address').fill(email);
    await third.getByLabel('Password').fill('her next password');
    await third.keyboard.press('Enter');
    await third.getByRole('link', { name: 'shop' }).waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText(/signed out at once/).waitFor();
    await dialog.getByRole('button', { name: 'Remove user' }).click();
    await row.waitFor({ state: 'detached' });
    await third.goto(`${service.url}/console/`);
    await third.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${service.url}/console/p/shop/history`);
    await page.getByText(/Grace Hopper · version 2/).waitFor();
  });

  it('the audit log shows who did what, filtered by user and operation, and is exported', async () => {
    await page.goto(`${service.url}/console/settings`);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click();
    const rows = page.getByRole('region', { name: 'Lines of the audit log' }).locator('tbody tr');
    await rows.filter({ hasText: 'Removed the user' }).filter({ hasText: 'Ada Lovelace' }).waitFor();
    await page.getByLabel('What').selectOption({ label: 'Save placement' });
    await rows.filter({ hasText: 'Invited the user' }).first().waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'Grace Hopper' }).filter({ hasText: 'home' }).waitFor();
    // With the one of the key.
    await untilEqual(() => rows.count(), 2);
    await page.getByLabel('Who').selectOption({ label: 'Ada Lovelace' });
    await page.getByText('No matching lines').waitFor();
    await page.getByLabel('What').selectOption({ label: 'All operations' });
    await rows.filter({ hasText: 'grace@shop.example' }).first().waitFor();
    await assertAccessible(page, 'audit log');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    assert.equal((await download).suggestedFilename(), 'audit-log.ndjson');
  });

  it('the page after a session asks the same user, who signs in with the password alone', async () => {
    await page.goto(`${service.url}/console/settings`);
    await page.getByText('Signed in as Ada Lovelace').waitFor();
    await page.context().clearCookies();
    await page.getByLabel('Name', { exact: true }).fill('Ada King');
    await page.getByRole('button', { name: 'Save profile' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(adminPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Ada King' }).waitFor();
  });
});
