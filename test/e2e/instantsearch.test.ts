import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { codeBlocks } from '../support/guide-examples.ts';
import { eventCount } from '../support/lamp-shop.ts';
import { LocalServer } from '../support/local-server.ts';
import { LocalService } from '../support/local-service.ts';
import { item, root } from '../support/service.ts';
import { until, untilEqual, untilMatch } from '../support/until.ts';

/** The page of docs/guide/instantsearch.md, built by Vite, with the widgets of InstantSearch in Chromium. */

const guide = codeBlocks('docs/guide/instantsearch.md');
const blockOf = (start: string): string =>
  guide.find(({ text }) => text.includes(start))?.text ?? assert.fail(`The guide has no block with ${start}`);
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

let service: LocalService;
let site: LocalServer;
let webKey: string;
let browser: Browser;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-instantsearch-'));
const errors: string[] = [];

before(async () => {
  service = await LocalService.start();
  webKey = await service.project('shop', ['search', 'items:write']);
  const keys = {
    YOUR_WEB_KEY: webKey,
    YOUR_EVENTS_KEY: await service.project('shop', ['events']),
  };
  const data = Array.from({ length: 30 }, (_, i) =>
    item(`lamp-${i}`, {
      name: i === 7 ? 'Lamp & <shade>' : `Lamp ${i}`,
      brand: ['Acme', 'Bolt', 'Cord: 2'][i % 3],
      price: 10 + i,
      'colour "temp"': i - 15,
      label: i === 3 ? '-10 \\ "%"' : 'none',
    }),
  );
  const body = { project: 'shop', data };
  assert.equal((await service.ask('POST', '/api/items', { key: webKey, body })).status, 201);

  const filled = (text: string): string =>
    Object.entries({ 'http://127.0.0.1:4700': service.url, ...keys }).reduce(
      (filling, [name, value]) => filling.replaceAll(name, value),
      text,
    );
  writeFileSync(join(folder, 'page.js'), filled(blockOf('import { createInstantSearchClient')));
  writeFileSync(join(folder, 'index.html'), blockOf('<div id="box">'));
  // Our packages from their sources.
  writeFileSync(
    join(folder, 'vite.config.js'),
    "export default { resolve: { conditions: ['source', 'module', 'browser'] } };",
  );
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(built.status, 0, built.stderr);
  site = await LocalServer.start((request, reply) => {
    const path = join(folder, 'dist', request.url === '/' ? 'index.html' : (request.url ?? ''));
    if (!existsSync(path)) return void reply.writeHead(404).end();
    reply.setHeader('content-type', types[extname(path)] ?? 'text/plain').end(readFileSync(path));
  });
  browser = await launchChromium();
  page = await browser.newPage();
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(site.url);
});
after(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const names = (): Promise<string[]> => page.locator('#hits li a').allTextContents();
const shows = (what: string, expected: (names: readonly string[]) => boolean): Promise<void> =>
  until(
    () => `The page does not show ${what}: ${errors.join('; ')}`,
    async () => expected((await names()).map((name) => name.trim())),
  );

test('widgets show hits, exact pages and counts, and mark the words of the query', async () => {
  // Texts without a word of the query are shown too.
  await shows('twenty lamps', (all) => all.length === 20 && all.every((name) => name.startsWith('Lamp ')));
  await untilEqual(() => page.locator('#pages li a').filter({ hasText: /^\d+$/ }).count(), 2);
  await untilEqual(
    async () => (await page.locator('#brands .ais-RefinementList-count').allTextContents()).toSorted(),
    ['10', '10', '10'],
  );
  await page.locator('#box input').fill('shade');
  await shows('the shade', ([first, ...others]) => first === 'Lamp & <shade>' && others.length === 0);
  await untilEqual(() => page.locator('#hits mark').allTextContents(), ['shade']);
  await page.locator('#box input').fill('lamp');
  await shows('the lamps', ({ length }) => length === 20);
});

test('a facet with several values, a price range, a sort and a page narrow the list exactly', async () => {
  await page.locator('#sort select').selectOption({ label: 'Price' });
  await shows('the cheapest first', ([first]) => first === 'Lamp 0');
  await page.getByRole('checkbox', { name: 'Acme' }).check();
  await page.getByRole('checkbox', { name: 'Cord: 2' }).check();
  await shows('two brands', (all) => all.length === 20 && !all.includes('Lamp 1'));
  // Counts of a facet ignore its own filter.
  await untilMatch(() => page.locator('#brands').innerText(), /Bolt10/);
  await page.locator('.ais-RangeInput-input--min').fill('30');
  await page.locator('.ais-RangeInput-input--max').fill('33');
  await page.locator('#price button').click();
  await shows('the price range', (all) => all.join() === 'Lamp 20,Lamp 21,Lamp 23');
});

test('a click on a hit is an event of its search', async () => {
  await page.locator('#hits a').first().click();
  await until('The click was not stored', async () => (await eventCount(service)) === 1);
  assert.deepEqual(errors, []);
});
