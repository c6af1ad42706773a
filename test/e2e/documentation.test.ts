import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import axe from 'axe-core';
import { fastify, type FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { createDocumentSearch } from '../../src/engine/search/document-search.ts';
import { RateLimiter } from '../../src/http/access/rate-limiter.ts';
import { registerDocumentation } from '../../src/http/documentation/documentation.ts';
import {
  loadDocumentationPages,
  buildMarkdownAddress,
  buildPageAddress,
} from '../../src/http/documentation/documentation-pages.ts';
import { launchChromium } from '../support/chromium.ts';
import { speak } from '../support/http.ts';
import { representative } from '../support/matrix.ts';
import { overflowPixels } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { root } from '../support/service.ts';
import { untilEqual } from '../support/until.ts';

/** The addresses below /docs, whether the guides are built or not. */
let service: LocalService;

before(async () => {
  service = await LocalService.start();
});
after(() => service[Symbol.asyncDispose]());

const get = (path: string, options: RequestInit = {}): Promise<Response> =>
  fetch(service.url + path, { redirect: 'manual', ...options });

/** The status of a conditional request, which `fetch` would change. */
async function statusOf(path: string, coding: string, etag: string): Promise<number> {
  const lines = [`GET ${path} HTTP/1.1`, 'host: x', `accept-encoding: ${coding}`, `if-none-match: ${etag}`];
  const reply = await speak(service.url, `${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`);
  return Number(reply.split(' ', 2)[1]);
}

test('every page is served as HTML and as Markdown, with a strict policy', async () => {
  for (const page of loadDocumentationPages(root).values()) {
    const html = await get(buildPageAddress(page));
    assert.equal(html.status, 200, buildPageAddress(page));
    assert.equal(html.headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = html.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src '(?:self|none)'; /);
    assert.doesNotMatch(policy.replace(/style-src [^;]*|'wasm-unsafe-eval'/g, ''), /unsafe|\*/);
    // A copy button has the code as text in an attribute.
    const text = (await html.text()).replaceAll(/ data-code="[^"]*"/g, '');
    assert.match(text, /<h1[ >]/, buildPageAddress(page));
    // The policy allows no script in the page itself.
    assert.doesNotMatch(
      text,
      /<script(?![^>]* src=)|<[^>]* on\w+=|href="javascript:/i,
      buildPageAddress(page),
    );

    const markdown = await get(buildMarkdownAddress(page));
    assert.equal(markdown.status, 200, buildMarkdownAddress(page));
    assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.equal(markdown.headers.get('content-security-policy'), "default-src 'none'; sandbox");
    assert.match(await markdown.text(), /^# /m);
  }
});

test('links in the Markdown of a page lead to Markdown', async () => {
  const text = await (await get('/docs/guide/rules.md')).text();
  const links = [...text.matchAll(/\]\((\/docs\/[^)#]+)/g)].map(([, link]) => link!);
  assert.ok(links.length > 2);
  for (const link of links) assert.equal((await get(link)).status, 200, link);
});

test('/llms.txt and /docs/llms.txt list the pages with the addresses of their Markdown', async () => {
  const [short, long] = await Promise.all(['/llms.txt', '/docs/llms.txt'].map(async (path) => get(path)));
  assert.equal(short!.headers.get('content-type'), 'text/plain; charset=utf-8');
  const text = await short!.text();
  assert.equal(await long!.text(), text);
  assert.match(text, /^# Vitrine .*\n\n> .*\n\n## .*\n\n- \[.*\]\(\/docs\/[^)]*\.md\): /);
  for (const [, link] of text.matchAll(/\]\(([^)]+)\)/g)) assert.equal((await get(link!)).status, 200, link);
});

test('earlier addresses of the API reference redirect to /docs/api', async () => {
  for (const [path, location] of [
    ['/docs/errors', '/docs/api/errors'],
    ['/docs/errors/', '/docs/api/errors'],
    ['/docs/search', '/docs/api/search'],
    ['/docs/imageSearch?from=mail', '/docs/api/imageSearch?from=mail'],
    ['/docs/guide/photos.html', '/docs/guide/photos'],
    ['/docs/guide/photos/', '/docs/guide/photos'],
    ['/docs/index.html', '/docs'],
    ['/docs//guide/photos', null],
  ] as const) {
    const reply = await get(path);
    assert.equal(reply.status, location === null ? 404 : 301, path);
    assert.equal(reply.headers.get('location'), location, path);
    if (location !== null) assert.equal(reply.headers.get('cache-control'), 'public, max-age=3600');
  }
  for (const path of ['/docs/api', '/docs/api/', '/docs/api/errors', '/docs/api/search']) {
    const reply = await get(path);
    assert.equal(reply.status, 200, path);
    assert.match(await reply.text(), /<title>Reference · Vitrine<\/title>/);
  }
});

test('an error names its page, which has its code', async () => {
  const { body } = await service.ask<{ type: string; code: string }>('GET', '/nothing');
  assert.equal(body.type, `/docs/errors#${body.code}`);
  const reply = await fetch(service.url + body.type);
  assert.equal(new URL(reply.url).pathname, '/docs/api/errors');
});

test('HEAD has the headers of GET, and other methods get 405', async () => {
  for (const path of ['/docs/', '/docs/guide/photos', '/docs/guide/photos.md', '/llms.txt', '/docs/errors']) {
    const [full, head] = [await get(path), await get(path, { method: 'HEAD' })];
    assert.equal(head.status, full.status, path);
    for (const name of ['content-type', 'cache-control', 'etag', 'location', 'content-length', 'vary'])
      assert.equal(head.headers.get(name), full.headers.get(name), `${path}: ${name}`);
    assert.equal(await head.text(), '');
    const refused = await get(path, { method: 'POST' });
    assert.equal(refused.status, 405, path);
    assert.equal(refused.headers.get('allow'), 'GET, HEAD');
  }
});

test('caches validate pages: 304 while they are the same', async () => {
  for (const path of ['/docs/', '/docs/guide/photos', '/docs/guide/photos.md', '/llms.txt'])
    for (const coding of ['identity', 'gzip, br, zstd']) {
      const first = await get(path, { headers: { 'accept-encoding': coding } });
      assert.equal(first.headers.get('cache-control'), 'no-cache', path);
      const etag = first.headers.get('etag') ?? '';
      assert.match(etag, /^(?:W\/)?"/, path);
      assert.equal(await statusOf(path, coding, etag), 304, `${path} ${coding}`);
      assert.equal(await statusOf(path, coding, '"other"'), 200, path);
    }
});

test('no path leads to another file', async () => {
  const long = 'a'.repeat(3_000);
  for (const path of [
    '/docs/../package.json',
    '/docs/guide/../../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/%2e%2e%2fpackage.json',
    '/docs/guide/..%2f..%2fREADME.md',
    '/docs/..%5c..%5cpackage.json',
    '/docs//etc/passwd',
    '/docs/guide/photos%00.md',
    '/docs/guide',
    '/docs/README.md',
    '/docs/packages/sdk/package.json',
    '/docs/assets/../index.html',
    '/docs/assets/%2e%2e/index.html',
    '/docs/assets/chunks/..%2f..%2findex.html',
    '/docs/assets/',
    '/docs/pagefind/../index.html',
    '/docs/pagefind/index/%2e%2e/%2e%2e/index.html',
    '/docs/nothing.md',
    `/docs/${long}`,
    `/docs/${long}.md`,
    `/docs/assets/${long}`,
    '/docs/constructor',
    '/docs/__proto__.md',
  ]) {
    const reply = await speak(service.url, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(reply, /^HTTP\/1\.1 404 /, path.slice(0, 60));
    assert.match(reply, /"code":"not_found"/);
  }
  const broken = 'GET /docs/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  assert.match(await speak(service.url, broken), /^HTTP\/1\.1 400 .*"code":"malformed_request"/s);
  assert.doesNotMatch(service.output, /"level":50|internal_error/, service.output);
});

suite('in a browser', () => {
  const isBuilt = existsSync(join(root, 'site', 'dist', 'index.html'));
  const ifBuilt = isBuilt ? {} : { skip: 'the guides are not built: run `npm run docs`' };
  const addresses = [...loadDocumentationPages(root).values()].map(buildPageAddress);
  const schemes: readonly ('light' | 'dark')[] = ['light', 'dark'];
  /** Both, or one of them for each page in turn. */
  const schemesOf = (no: number): typeof schemes => representative([schemes[no % 2]!], schemes);
  const oneOfEachKind = ['/docs', '/docs/guide/first-shop', '/docs/reference/http', '/docs/packages/react'];
  let browser: Browser;
  let page: Page;
  /** The pages of a service without built guides. */
  let own: FastifyInstance;
  let ownUrl: string;

  before(async () => {
    own = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    await registerDocumentation(own, {
      root,
      folder: join(root, 'nothing'),
      operationIds: [],
      consoleDir: join(root, 'nothing'),
      createSearch: createDocumentSearch,
      rates: new RateLimiter(),
    });
    ownUrl = await own.listen({ host: '127.0.0.1', port: 0 });
    browser = await launchChromium();
    // The policy of a page also holds for the script of the test.
    const context = await browser.newContext({ bypassCSP: true });
    page = await context.newPage();
  });
  after(async () => {
    await browser?.close();
    await own?.close();
  });

  async function assertNoViolations(label: string): Promise<void> {
    await page.evaluate(axe.source);
    const violations = await page.evaluate<string[]>(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`,
    );
    assert.deepEqual(violations, [], label);
    await page.setViewportSize({ width: 390, height: 800 });
    await untilEqual(() => overflowPixels(page), 0, `${label} at 390 pixels`);
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  test(
    'axe finds no violation in a built page, light and dark, and none is wider than a phone',
    ifBuilt,
    async () => {
      for (const [no, address] of representative(oneOfEachKind, addresses).entries())
        for (const colorScheme of schemesOf(no)) {
          await page.emulateMedia({ colorScheme });
          await page.goto(service.url + address);
          await assertNoViolations(`${address} ${colorScheme}`);
        }
    },
  );

  test('axe finds no violation in a page that is not built, and none is wider than a phone', async () => {
    const some = [...oneOfEachKind, '/docs/find?q=delete+a+customer'];
    for (const [no, address] of representative(some, [...addresses, '/docs/find']).entries())
      for (const colorScheme of schemesOf(no)) {
        await page.emulateMedia({ colorScheme });
        await page.goto(ownUrl + address);
        await assertNoViolations(`${address} ${colorScheme}`);
      }
  });

  test('axe finds no violation while results are shown, or a menu is open on a phone', async () => {
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${ownUrl}/docs/guide/access`);
      await page.getByRole('combobox').fill('price');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await assertNoViolations(`results ${colorScheme}`);
      for (const name of ['Menu', 'On this page']) {
        await page.setViewportSize({ width: 390, height: 800 });
        await page.goto(`${ownUrl}/docs/guide/access`);
        await page.getByRole('button', { name }).click();
        await page.getByRole('button', { name: 'Close' }).waitFor();
        await assertNoViolations(`${name} ${colorScheme}`);
      }
    }
  });

  /** A page whose policy holds, with what it requested elsewhere and what failed. */
  async function openStrict(options: Parameters<Browser['newContext']>[0] = {}): Promise<{
    strict: Page;
    unwanted: string[];
  }> {
    const context = await browser.newContext({ colorScheme: 'light', ...options });
    const strict = await context.newPage();
    const unwanted: string[] = [];
    strict.on('request', (request) => {
      if (!request.url().startsWith(ownUrl)) unwanted.push(request.url());
    });
    strict.on('console', (message) => {
      if (message.type() === 'error') unwanted.push(message.text());
    });
    strict.on('pageerror', (error) => unwanted.push(error.message));
    return { strict, unwanted };
  }

  test('without JavaScript, the navigation, the menu of a phone and the search work', async () => {
    const { strict, unwanted } = await openStrict({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 800 },
    });
    await strict.goto(`${ownUrl}/docs/guide/access`);
    const navigation = strict.getByRole('navigation', { name: 'Documentation' });
    await untilEqual(() => navigation.isVisible(), false);
    await strict.getByRole('button', { name: 'Menu' }).click();
    await navigation.getByRole('link', { name: 'Send events' }).click();
    await strict.getByRole('heading', { level: 1, name: 'Send events' }).waitFor();
    await strict.getByRole('button', { name: 'On this page' }).click();
    await strict
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Options' })
      .click();
    assert.match(strict.url(), /#options$/);
    await strict.goto(`${ownUrl}/docs/guide/access`);
    await strict.getByRole('searchbox', { name: 'Search the documentation' }).fill('google tag manager');
    await strict.keyboard.press('Enter');
    await strict.getByRole('heading', { level: 1, name: 'Results for “google tag manager”' }).waitFor();
    await strict.getByRole('listitem').getByRole('link', { name: 'Vitrine by Google Tag Manager' }).click();
    await strict.getByRole('heading', { level: 1, name: 'Vitrine by Google Tag Manager' }).waitFor();
    assert.deepEqual(unwanted, []);
    await strict.context().close();
  });

  test('the search works by keyboard, with the results below the field', async () => {
    const { strict, unwanted } = await openStrict();
    await strict.goto(`${ownUrl}/docs`);
    const field = strict.getByRole('combobox', { name: 'Search the documentation' });
    await strict.keyboard.press('/');
    await field.pressSequentially('allowed orig');
    await strict.getByRole('option', { name: /^Keys and access/ }).waitFor();
    await untilEqual(() => field.getAttribute('aria-expanded'), 'true');
    await strict.keyboard.press('Escape');
    await untilEqual(() => strict.getByRole('listbox').isVisible(), false);
    await untilEqual(() => field.inputValue(), 'allowed orig');
    await strict.keyboard.press('ArrowDown');
    await strict.getByRole('option', { name: /^Keys and access/ }).waitFor();
    for (let presses = 0; presses < 8; presses++) {
      await strict.keyboard.press('ArrowDown');
      if (await strict.locator('[aria-selected=true]', { hasText: 'Keys and access' }).isVisible()) break;
    }
    const active = await field.getAttribute('aria-activedescendant');
    await untilEqual(() => strict.locator('[aria-selected=true]').getAttribute('id'), active);
    await strict.keyboard.press('Enter');
    await strict.getByRole('heading', { level: 1, name: 'Keys and access' }).waitFor();
    await strict.keyboard.press('Control+k');
    await field.pressSequentially('xylophonquartz');
    await strict.getByRole('status').filter({ hasText: 'No page has these words.' }).waitFor();
    await field.fill('webhook');
    await strict
      .getByRole('status')
      .filter({ hasText: /^\d pages$/ })
      .waitFor();
    await strict.keyboard.press('Enter');
    await strict.getByRole('heading', { level: 1, name: 'Results for “webhook”' }).waitFor();
    assert.deepEqual(unwanted, []);
    await strict.context().close();
  });

  test('the choice of light or dark stays, under the name of the console', async () => {
    const { strict, unwanted } = await openStrict();
    await strict.goto(`${ownUrl}/docs`);
    await strict.getByRole('button', { name: 'Use dark colours' }).click();
    await strict.locator('html[data-theme=dark]').waitFor();
    await strict.getByRole('main').getByRole('link', { name: 'Import a catalog' }).click();
    await strict.getByRole('heading', { level: 1, name: 'Import a catalog' }).waitFor();
    await untilEqual(() => strict.locator('html').getAttribute('data-theme'), 'dark');
    assert.equal(await strict.evaluate("localStorage.getItem('vitrine-theme')"), 'dark');
    await strict.getByRole('button', { name: 'Use light colours' }).click();
    await strict.locator('html[data-theme=light]').waitFor();
    assert.deepEqual(unwanted, []);
    await strict.context().close();
  });

  test(
    'built pages find words, keep the theme for the console, and request nothing else',
    ifBuilt,
    async () => {
      const strict = await browser.newPage();
      /** Requests to other origins, and what the policy blocked. */
      const unwanted: string[] = [];
      strict.on('request', (request) => {
        if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(service.url))
          unwanted.push(request.url());
      });
      strict.on('console', (message) => {
        if (message.type() === 'error') unwanted.push(message.text());
      });
      strict.on('pageerror', (error) => unwanted.push(error.message));
      await strict.emulateMedia({ colorScheme: 'light' });
      await strict.goto(`${service.url}/docs`);
      // Enabled when its script runs.
      await strict.getByRole('button', { name: 'Search' }).click();
      await strict.getByRole('dialog').getByRole('textbox').fill('jacket');
      await strict
        .getByRole('dialog')
        .getByRole('link', { name: 'Your shop in ten minutes' })
        .first()
        .click();
      await strict.getByRole('heading', { level: 1, name: 'Your shop in ten minutes' }).waitFor();
      assert.match(strict.url(), /\/docs\/guide\/first-shop(?:#|\?|$)/);
      await strict.getByRole('combobox', { name: 'Select theme' }).first().selectOption('dark');
      await strict.locator('html[data-theme=dark]').waitFor();
      await strict.getByRole('link', { name: 'API reference' }).first().click();
      await strict.getByRole('heading', { level: 1, name: 'Reference' }).waitFor();
      await strict.locator('html[data-theme=dark]').waitFor();
      assert.deepEqual(unwanted, []);
      await strict.close();
    },
  );
});
