import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { guideBlocks } from '../support/guide-blocks.ts';
import { packWorkspaces, projectWith, run, runTool } from '../support/packed-package.ts';
import { root, RunningService, withoutServingThreads } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

/** docs/guide/first-shop.md, step by step: its commands, files and clicks, from an empty folder to the first recommendation. */
const blocks = guideBlocks('docs/guide/first-shop.md');
const addressOfGuide = 'http://127.0.0.1:4700';

let folder: string;
let service: RunningService;
let browser: Browser;
let preview: ChildProcess | null = null;

before(async () => {
  buildConsole();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-first-shop-'));
  // A process, as commands of the guide are waited for synchronously.
  service = await RunningService.start(withoutServingThreads);
  browser = await launchChromium();
});
after(async () => {
  preview?.kill('SIGKILL');
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

test('the guide leads from an empty folder to recommendations that follow a click', async () => {
  const { page: consolePage, errors } = await openConsole(browser, `${service.url}/console`);
  await createProject(consolePage);
  const keys = {
    YOUR_SERVER_KEY: await createKey(consolePage, 'Server', ['Read items', 'Write items']),
    YOUR_WEB_KEY: await createKey(consolePage, 'Web page or app', ['Search', 'Recommend', 'Events']),
    YOUR_EVENTS_KEY: await createKey(consolePage, 'Web page or app', ['Events']),
    YOUR_ADMIN_KEY: await createKey(consolePage, 'Server', ['Everything'], true),
  };
  assert.equal(new Set(Object.values(keys)).size, 4);
  assert.deepEqual(errors, []);

  // The guide's address and keys are examples.
  const own = (text: string): string =>
    Object.entries(keys).reduce(
      (result, [example, key]) => result.replaceAll(example, key),
      text.replaceAll(addressOfGuide, service.url).replaceAll('../vitrine/', `${root}/`),
    );
  const block = (name: string): string => {
    const text = blocks.get(name);
    assert.ok(text !== undefined, `the guide has no block ${name}`);
    return own(text);
  };
  await install(block('install'));
  for (const name of blocks.keys()) if (extname(name) !== '') writeFileSync(join(folder, name), block(name));

  // By commands the same, in a project of another name.
  const output = shell(
    block('cli').replaceAll('create shop', 'create shop2').replaceAll('project shop', 'project shop2'),
  );
  assert.equal(output.match(/^vtr_\S+$/gm)?.length, 3, output);
  assert.match(shell(block('import')), /^15 added, 0 replaced, 0 rejected$/m);

  runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { cwd: folder });
  const shop = await serveBuild();
  const { page, problems } = await openShop(shop);
  await searchAndClick(page);
  await buy(page, keys.YOUR_WEB_KEY);
  await clickInReact(page, shop);
  assert.deepEqual(problems, []);
});

async function createProject(page: Page): Promise<void> {
  // The button is above the list, and in the hint of the empty list.
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await untilEqual(() => page.getByRole('textbox', { name: 'Id' }).inputValue(), 'shop');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.waitForURL(/\/shop(?:$|[/?])/);
}

/** Creates a key with these scopes alone, and returns it. */
async function createKey(
  page: Page,
  usedIn: string,
  scopes: readonly string[],
  allProjects = false,
): Promise<string> {
  await page.getByRole('navigation').getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('button', { name: 'New key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: usedIn }).check();
  for (const box of await dialog.getByRole('group', { name: 'Scopes' }).getByRole('checkbox').all()) {
    const label = await box.evaluate((element) => {
      const { labels } = element as unknown as { labels: ArrayLike<{ innerText: string }> };
      return (labels[0]?.innerText ?? '').split('\n')[0]?.trim() ?? '';
    });
    await box.setChecked(scopes.includes(label));
  }
  await untilEqual(
    () => dialog.getByRole('group', { name: 'Scopes' }).getByRole('checkbox', { checked: true }).count(),
    scopes.length,
  );
  await dialog.getByRole('checkbox', { name: 'All projects' }).setChecked(allProjects);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await dialog.locator('[data-secret]').innerText();
  assert.match(key, /^vtr_/);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  return key;
}

/** As `npm install` of the guide, without a network. */
async function install(command: string): Promise<void> {
  const words = command.trim().split('\n').at(-1)!.split(' ').slice(2);
  const files = words.filter((word) => word.endsWith('.tgz'));
  const packages = await packWorkspaces(
    files.map((file) => /vitrine-(\w+)-/.exec(file)![1]!),
    folder,
  );
  assert.deepEqual(
    packages.map(({ tarball }) => tarball),
    files.map((file) => join(folder, file)),
  );
  projectWith(
    packages,
    words.filter((word) => !word.endsWith('.tgz')),
    folder,
  );
}

function shell(commands: string): string {
  return run('sh', ['-e', '-c', commands], { cwd: folder });
}

/** Serves the built pages; returns their address. */
async function serveBuild(): Promise<string> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'preview', '--host', '127.0.0.1', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  preview = child;
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error(`vite preview ended: ${printed}`)));
  });
}

async function openShop(url: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (reply) => {
    if (reply.status() >= 400 && !reply.url().endsWith('/favicon.ico'))
      problems.push(`${reply.status()} ${reply.url()}`);
  });
  await page.goto(url);
  return { page, problems };
}

const list = (page: Page, name: string) =>
  page.getByRole('list', { name, exact: true }).getByRole('listitem');

/** Waits until a list has a text; shows the list if it never does. */
async function untilListed(page: Page, name: string, text: RegExp): Promise<void> {
  let shown: string[] = [];
  const isListed = async (): Promise<boolean> => {
    shown = await list(page, name).allInnerTexts();
    return shown.some((line) => text.test(line));
  };
  await until(() => `${name} does not show ${text}, but ${shown.join(', ')}`, isListed);
}

/** Search as one types, a click, the product page, and the list for the visitor. */
async function searchAndClick(page: Page): Promise<void> {
  await untilListed(page, 'For you', /€/);
  const atFirst = (await list(page, 'For you').allInnerTexts()).join('\n');
  assert.doesNotMatch(atFirst, /you looked at/);
  await page.getByLabel('Search products').pressSequentially('rain jaket');
  await untilListed(page, 'Results', /^Rain jacket Storm/);
  await until('the search of the last letter has no reply', async () =>
    /^\d+ products$/.test(await page.getByRole('status').innerText()),
  );
  const results = await list(page, 'Results').allInnerTexts();
  assert.match(results[0]!, /^Rain jacket Storm 149\.00 €/);
  // Two sizes are one product.
  assert.equal(results.filter((line) => line.startsWith('Rain jacket Storm')).length, 1);
  await page.getByRole('link', { name: 'Rain jacket Storm' }).click();
  await page.getByRole('heading', { name: 'Rain jacket Storm' }).waitFor();
  await untilListed(page, 'Similar products', /^Fleece jacket Ember/);
  await page.getByRole('link', { name: 'Home' }).click();
  await untilListed(page, 'For you', /Similar to .Rain jacket Storm., which you looked at/);
}

/** Adds to the cart and orders; the purchase of the page without a bundler is of the same visit. */
async function buy(page: Page, key: string): Promise<void> {
  const session = (await page.evaluate(`localStorage.getItem('vitrine:shop:session')`)) as string;
  await page.goto(`${new URL(page.url()).origin}/product.html?id=stove`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await until('the order is not stored', async () =>
    (await page.getByRole('status').innerText()).includes('Your order is stored.'),
  );
  const { body } = await service.ask<{ items: { id: string }[] }>('POST', '/reco/buy-again', {
    key,
    body: { index: 'shop', session: session.split(' ')[0] },
  });
  assert.deepEqual(
    body.items.map(({ id }) => id),
    ['stove'],
  );
}

/** A new visitor, in React: the list follows the click without a reload. */
async function clickInReact(page: Page, shop: string): Promise<void> {
  await page.evaluate(`localStorage.clear()`);
  await page.goto(`${shop}/react.html`);
  await untilListed(page, 'For you', /\w/);
  assert.doesNotMatch((await list(page, 'For you').allInnerTexts()).join('\n'), /you looked at/);
  await page.getByRole('combobox', { name: 'Search products' }).pressSequentially('hiking boot');
  await page.getByRole('option', { name: 'Hiking boots Ridge' }).waitFor();
  await until('the results are not of the query', async () => (await list(page, 'Results').count()) < 12);
  await untilListed(page, 'Results', /^Hiking boots Ridge/);
  // The completions are above the results, without styles: the click must not be lost when they close.
  await list(page, 'Results').getByRole('link', { name: 'Hiking boots Ridge' }).click();
  await untilListed(page, 'For you', /Similar to .Hiking boots Ridge., which you looked at/);
}
