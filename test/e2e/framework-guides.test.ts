import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { createGuideProject, createGuideShop } from '../support/guide-project.ts';
import { GuideShopPage } from '../support/guide-shop-page.ts';
import { LocalServer } from '../support/local-server.ts';
import { run, runTool } from '../support/packed-package.ts';
import { RunningService, withoutServingThreads } from '../support/service.ts';
import { untilMatch } from '../support/until.ts';

/** The guides of Vue and Svelte: their code is built, opened in a browser, and rendered on a server. */
suite('guides of frameworks', () => {
  let folder: string;
  let service: RunningService;
  let browser: Browser;
  let key: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-frameworks-'));
    // A process, as the builds are waited for synchronously.
    service = await RunningService.start(withoutServingThreads);
    key = await createGuideShop(service);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const name of ['vue', 'svelte'])
    test(`the code of docs/guide/${name}.md`, async () => {
      const place = join(folder, name);
      await createGuideProject(`docs/guide/${name}.md`, place, { url: service.url, key });
      const build = (...parameters: string[]): string =>
        runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...parameters], { cwd: place });
      assert.equal(build(), '');
      assert.equal(build('--ssr', 'server.js', '--outDir', 'server'), '');
      // A process without the conditions of this one, which are for the sources of the repository.
      const program = `const { render } = await import('./server/server.js'); console.log(await render(process.argv[1]));`;
      const render = (query: string): string =>
        run(process.execPath, ['--input-type=module', '--eval', program, '--', query], { cwd: place });
      await using shop = await serveShop(join(place, 'dist'), render);

      const opened = await GuideShopPage.open(browser, shop.url);
      await opened.searchAndClick();
      assert.deepEqual(opened.problems, []);
      await opened.page.close();

      // Without a script, the page has the results of its address.
      const plain = await browser.newContext({ javaScriptEnabled: false });
      const page = await plain.newPage();
      await page.goto(`${shop.url}/rendered?q=oak+table`);
      await untilMatch(
        () => page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().innerText(),
        /^Oak table 150\.00/,
      );
      await plain.close();

      const rendered = await GuideShopPage.open(browser, `${shop.url}/rendered`);
      await rendered.page.getByRole('list', { name: 'For you' }).getByRole('listitem').first().waitFor();
      assert.deepEqual(rendered.searches, []);
      await rendered.searchAndClick();
      assert.deepEqual(rendered.problems, []);
      await rendered.page.close();
    });
});

/** Serves a build; `/rendered` is its page with what the server renders. */
function serveShop(folder: string, render: (query: string) => string): Promise<LocalServer> {
  const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return LocalServer.start((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/favicon.ico') response.writeHead(204).end();
    else if (pathname === '/') response.setHeader('content-type', 'text/html').end(page);
    else if (pathname === '/rendered')
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(page.replace('<div id="app"></div>', () => render(search)));
    else
      response
        .setHeader('content-type', types[extname(pathname)] ?? 'text/plain')
        .end(readFileSync(join(folder, pathname)));
  });
}
