import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  documentationPages,
  markdownAddress,
  pageAddress,
} from '../../src/http/documentation/documentation-pages.ts';
import { speak } from '../support/http.ts';
import { root, RunningService } from '../support/service.ts';

/** The addresses below /docs, whether the guides are built or not. */
let service: RunningService;

before(async () => {
  service = await RunningService.start();
});
after(() => service[Symbol.asyncDispose]());

const get = (path: string, options: RequestInit = {}): Promise<Response> =>
  fetch(service.url + path, { redirect: 'manual', ...options });

test('every page is served as HTML and as Markdown, with a strict policy', async () => {
  for (const page of documentationPages(root).values()) {
    const html = await get(pageAddress(page));
    assert.equal(html.status, 200, pageAddress(page));
    assert.equal(html.headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = html.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src '(?:self|none)'; /);
    assert.doesNotMatch(policy.replace(/style-src [^;]*/, ''), /unsafe|\*/);
    const text = await html.text();
    assert.match(text, /<h1[ >]/, pageAddress(page));
    // The policy allows no script in the page itself.
    assert.doesNotMatch(text, /<script(?![^>]* src=)|<[^>]* on\w+=|href="javascript:/i, pageAddress(page));

    const markdown = await get(markdownAddress(page));
    assert.equal(markdown.status, 200, markdownAddress(page));
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
    ['/docs', '/docs/'],
    ['/docs/errors', '/docs/api/errors'],
    ['/docs/errors/', '/docs/api/errors'],
    ['/docs/search', '/docs/api/search'],
    ['/docs/imageSearch?from=mail', '/docs/api/imageSearch?from=mail'],
    ['/docs/guide/photos.html', '/docs/guide/photos'],
    ['/docs/guide/photos/', '/docs/guide/photos'],
    ['/docs/index.html', '/docs/'],
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
      const headers = { 'accept-encoding': coding, 'if-none-match': etag };
      const again = await get(path, { headers });
      assert.equal(again.status, 304, `${path} ${coding}`);
      assert.equal(await again.text(), '');
      const other = await get(path, { headers: { ...headers, 'if-none-match': '"other"' } });
      assert.equal(other.status, 200, path);
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
