import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { createGuideProject, createGuideShop } from '../support/guide-project.ts';
import { GuideShopPage } from '../support/guide-shop-page.ts';
import { run } from '../support/packed-package.ts';
import { root, RunningService, withoutServingThreads } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * The guide of Next.js: its code is built by Next.js, which checks its types, and runs as in production. Next.js has 300 MB, so it has a lock
 * file of its own, which `npm ci --prefix test/next` installs.
 */
const next = join(root, 'test', 'next', 'node_modules', 'next', 'dist', 'bin', 'next');
const ifInstalled = existsSync(next)
  ? {}
  : { skip: 'Next.js is not installed: run `npm ci --prefix test/next`' };
/** Below the folder of Next.js, as its bundler follows no link out of the project. */
const folder = join(root, 'test', 'next', 'guide');
const environment = { NEXT_TELEMETRY_DISABLED: '1' };

suite('the guide of Next.js', ifInstalled, () => {
  let service: RunningService;
  let browser: Browser;
  let server: ChildProcess;
  let shop: string;

  before(async () => {
    service = await RunningService.start(withoutServingThreads);
    const key = await createGuideShop(service);
    rmSync(folder, { recursive: true, force: true });
    await createGuideProject('docs/guide/next.md', folder, { url: service.url, key, isLinked: false });
    addServerComponent();
    run(process.execPath, [next, 'build'], { cwd: folder, env: environment });
    const port = await freePort();
    server = spawn(process.execPath, [next, 'start', '--port', String(port), '--hostname', '127.0.0.1'], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    shop = `http://127.0.0.1:${port}`;
    await until('Next.js does not answer', () =>
      fetch(shop).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    server?.kill('SIGKILL');
    await service?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the first results are in the HTML, for the visit of the cookie', async () => {
    const reply = await fetch(`${shop}/?q=oak+table&f.brand=Birch`);
    const html = await reply.text();
    assert.match(html, /<ul aria-label="Results"><li><a href="#Oak-table">Oak table<\/a>/);
    const [, visit = ''] = /visit=([\w-]{36});/.exec(reply.headers.get('set-cookie') ?? '') ?? [];
    assert.ok(html.includes(visit) && visit !== '', 'the page has another visit');
    const again = await fetch(shop, { headers: { cookie: `visit=${visit}` } });
    assert.equal(again.headers.get('set-cookie'), null);
  });

  test('a product page has similar products, and an unknown one is 404', async () => {
    const html = await (await fetch(`${shop}/product/Oak-chair`)).text();
    assert.match(html, /<h1>Oak chair<\/h1>/);
    assert.match(html, /<ul aria-label="Similar products"><li><a href="\/product\/\w+-chair">/);
    assert.equal((await fetch(`${shop}/product/none`)).status, 404);
  });

  test('a Server Component may import from @vitrine/react, whose components are Client Components', async () => {
    const html = await (await fetch(`${shop}/imports`)).text();
    assert.match(html, /<p>oak function<\/p>/);
  });

  test('the page goes on from the results of the server, and its list follows a click', async () => {
    const opened = await GuideShopPage.open(browser, shop);
    await opened.page.getByRole('list', { name: 'For you' }).getByRole('listitem').first().waitFor();
    assert.deepEqual(opened.searches, []);
    await opened.searchAndClick();
    assert.deepEqual(opened.problems, []);
    await opened.page.close();
  });
});

/** Without `"use client"` in the package, the import fails, as the server has no `createContext()`. */
function addServerComponent(): void {
  mkdirSync(join(folder, 'app', 'imports'), { recursive: true });
  writeFileSync(
    join(folder, 'app', 'imports', 'page.tsx'),
    `import { parseSearchState, VitrineProvider } from '@vitrine/react';

export const dynamic = 'force-dynamic';
export default function Page() {
  return <p>{\`\${parseSearchState('?q=oak').query} \${typeof VitrineProvider}\`}</p>;
}
`,
  );
}
