import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fastify, type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import { createDocumentSearch } from '../../engine/search/document-search.ts';
import { limits } from '../../ports/limits.ts';
import { RateLimiter } from '../access/rate-limiter.ts';
import { registerDocumentation } from './documentation.ts';

/** A folder of documentation with two guides, of which one is built; and the same without a build. */
let root: string;
let built: FastifyInstance;
let plain: FastifyInstance;

const files = {
  'docs/README.md':
    '# Guides\n\n> All of them.\n\n## Start\n\n- [A](guide/a.md): first\n- [B](guide/b.md): second\n\n## More\n\n- [Why](decisions/README.md): reasons\n',
  'docs/guide/a.md': '# A\n\nSee [B](b.md#c), [the SDK](../../sdk/README.md) and <b>.\n',
  'docs/guide/b.md': '# B\n\n## C\n\nA zebra crosses.\n\n### D\n',
  'docs/guide/secret.txt': 'secret',
  'sdk/README.md': '# SDK\n',
  'docs/decisions/README.md': '# Decisions\n',
  'docs/decisions/c.md': '# C\n',
  'site/page/docs.css': 'main { color: red }',
  'site/page/docs.js': 'let page;',
  'site/page/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'console/dist/assets/inter-latin-wght-normal-1a2b.woff2': 'typeface',
  'site/dist/index.html': '<h1>Built guides</h1>',
  'site/dist/404.html': '<h1>No such page</h1>',
  'site/dist/guide/a/index.html': '<h1>Built A</h1>',
  'site/dist/guide/a/index.html.br': 'as brotli',
  'site/dist/assets/page.1a2b.js': 'let a;',
  'site/dist/pagefind/pagefind.js': 'let search;',
  'site/dist/pagefind/index/en_1.pf_index': 'index',
};

async function appOf(folder: string): Promise<FastifyInstance> {
  const app = fastify({ exposeHeadRoutes: true, routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof VitrineError ? error.status : 500).send(String(error)),
  );
  await registerDocumentation(app, {
    root,
    folder,
    operationIds: ['search'],
    consoleDir: join(root, 'console', 'dist'),
    createSearch: createDocumentSearch,
    // The time stands still, so that no token comes back during the test of the limit.
    rates: new RateLimiter(undefined, () => 1_000),
  });
  await app.ready();
  return app;
}

before(async () => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-docs-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  built = await appOf(join(root, 'site', 'dist'));
  plain = await appOf(join(root, 'nothing'));
});
after(async () => {
  await built.close();
  await plain.close();
  rmSync(root, { recursive: true });
});

const get = (
  app: FastifyInstance,
  url: string,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => app.inject({ url, headers });

test('a built page is sent as it was compressed, and must be validated', async () => {
  const page = await get(built, '/docs/guide/a');
  assert.deepEqual([page.statusCode, page.body], [200, '<h1>Built A</h1>']);
  assert.equal(page.headers['cache-control'], 'no-cache');
  assert.match(String(page.headers['content-security-policy']), /script-src 'self' 'wasm-unsafe-eval';/);
  const compressed = await get(built, '/docs/guide/a', { 'accept-encoding': 'br' });
  assert.deepEqual([compressed.headers['content-encoding'], compressed.body], ['br', 'as brotli']);
  assert.equal(compressed.headers.vary, 'accept-encoding');
  const etag = String(page.headers.etag);
  assert.equal((await get(built, '/docs/guide/a', { 'if-none-match': etag })).statusCode, 304);
  assert.equal((await get(built, '/docs')).body, '<h1>Built guides</h1>');
});

test('a page that is newer than the build is plain', async () => {
  const page = await get(built, '/docs/guide/b');
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /<h1 id="b">B<\/h1>\n<h2 id="c">C </);
});

test('assets are immutable, files of the search are validated', async () => {
  const asset = await get(built, '/docs/assets/page.1a2b.js');
  assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
  for (const [path, body] of [
    ['/docs/pagefind/pagefind.js', 'let search;'],
    ['/docs/pagefind/index/en_1.pf_index', 'index'],
  ] as const) {
    const file = await get(built, path);
    assert.deepEqual([file.statusCode, file.body, file.headers['cache-control']], [200, body, 'no-cache']);
  }
  for (const path of ['/docs/assets/none.js', '/docs/pagefind/none.js', '/docs/pagefind/a/b/c'])
    assert.equal((await get(built, path)).statusCode, 404, path);
});

test('a missing page is a page for a browser of a built site, and an error for others', async () => {
  const page = await get(built, '/docs/none', { accept: 'text/html,*/*' });
  assert.deepEqual([page.statusCode, page.body], [404, '<h1>No such page</h1>']);
  for (const app of [built, plain]) {
    const reply = await get(app, '/docs/none');
    assert.equal(reply.statusCode, 404);
    assert.match(reply.body, /There is no page \/docs\/none: see \/docs/);
  }
});

test('without a build, a missing page leads on by the navigation', async () => {
  const page = await get(plain, '/docs/none', { accept: 'text/html,*/*' });
  assert.equal(page.statusCode, 404);
  assert.match(page.body, /<h1>There is no such page<\/h1>/);
  assert.match(page.body, /<li><a href="\/docs\/guide\/a">A<\/a><\/li>/);
});

test('each page has the navigation with its own place, its headings, and the pages before and after', async () => {
  const page = await get(plain, '/docs/guide/b');
  assert.match(
    page.body,
    /<h2>Start<\/h2>\n<ul><li><a href="\/docs\/guide\/a">A<\/a><\/li><li><a href="\/docs\/guide\/b" aria-current="page">B<\/a><\/li><\/ul>/,
  );
  assert.match(page.body, /<a class="previous" rel="prev" href="\/docs\/guide\/a">/);
  assert.match(page.body, /<a class="next" rel="next" href="\/docs\/decisions">/);
  assert.match(page.body, /<li><a href="#c">C<\/a><\/li><li class="inner"><a href="#d">D<\/a><\/li>/);
  const decision = await get(plain, '/docs/decisions/c');
  assert.match(decision.body, /<a href="\/docs\/decisions" aria-current="true">Why<\/a>/);
});

test('style, script and icon have a hash in their names, and the style the typeface of the console', async () => {
  const { body } = await get(plain, '/docs');
  const [style = '', script = '', icon = ''] = [/"([^"]+\.css)"/, /"([^"]+\.js)"/, /"([^"]+\.svg)"/].map(
    (pattern) => pattern.exec(body)?.[1],
  );
  for (const [path, type, content] of [
    [style, 'text/css; charset=utf-8', 'main { color: red }'],
    [script, 'text/javascript; charset=utf-8', 'let page;'],
    [icon, 'image/svg+xml; charset=utf-8', '<svg'],
  ] as const) {
    const reply = await get(plain, path);
    assert.equal(reply.headers['content-type'], type);
    assert.equal(reply.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.ok(reply.body.includes(content), path);
  }
  assert.match((await get(plain, style)).body, /inter-latin-wght-normal-1a2b\.woff2/);
  assert.equal((await get(plain, '/docs/parts/docs.css')).statusCode, 404);
});

test('the search finds sections, escapes what was typed, and has limits', async () => {
  const page = await get(plain, '/docs/find?q=zebras');
  assert.match(
    page.body,
    /<a href="\/docs\/guide\/b#c">B <span>C<\/span><\/a><p>A <mark>zebra<\/mark> crosses\.<\/p>/,
  );
  const { items } = (await get(built, '/docs/find.json?q=zeb')).json<{ items: { href: string }[] }>();
  assert.deepEqual(
    items.map(({ href }) => href),
    ['/docs/guide/b#c'],
  );
  const hostile = await get(plain, '/docs/find?q=%3Cb%3E%22x&q=2');
  assert.match(hostile.body, /<h1>Results for “&lt;b&gt;&quot;x 2”<\/h1>/);
  assert.match(hostile.body, /value="&lt;b&gt;&quot;x 2"/);
  assert.match((await get(plain, '/docs/find')).body, /<h1>Search<\/h1>/);

  const longest = 'a'.repeat(limits.documentationQueryLengthMax);
  assert.equal((await get(plain, `/docs/find?q=${longest}`)).statusCode, 200);
  assert.equal((await get(plain, `/docs/find?q=${longest}a`)).statusCode, 400);
  const app = await appOf(join(root, 'nothing'));
  for (let i = 0; i < limits.documentationSearchesPerMinute; i++)
    assert.equal((await get(app, '/docs/find.json?q=zebra')).statusCode, 200);
  assert.equal((await get(app, '/docs/find.json?q=zebra')).statusCode, 429);
  await app.close();
});

test('without a build, pages are escaped, with links to pages', async () => {
  const page = await get(plain, '/docs/guide/a');
  assert.match(
    page.body,
    /<p>See <a href="\/docs\/guide\/b#c">B<\/a>, <a href="\/docs\/packages\/sdk">the SDK<\/a> and &lt;b&gt;\.<\/p>/,
  );
  assert.match(
    String(page.headers['content-security-policy']),
    /^default-src 'none'; script-src 'self'; style-src 'self'; /,
  );
  assert.match((await get(plain, '/docs/')).body, /<li><a href="\/docs\/guide\/a">A<\/a> First<\/li>/);
  assert.equal((await get(plain, '/docs/assets/page.1a2b.js')).statusCode, 404);
});

test('Markdown and llms.txt are the same with and without a build', async () => {
  for (const [path, text] of [
    ['/docs/guide/a.md', '[B](/docs/guide/b.md#c), [the SDK](/docs/packages/sdk.md) and <b>.'],
    ['/docs/index.md', '- [A](/docs/guide/a.md): first'],
    ['/llms.txt', '- [A](/docs/guide/a.md): first'],
    ['/docs/llms.txt', '- [A](/docs/guide/a.md): first'],
  ] as const)
    for (const app of [built, plain]) {
      const reply = await get(app, path);
      assert.equal(reply.statusCode, 200, path);
      assert.ok(reply.body.includes(text), reply.body);
    }
});

test('only pages are served, not other files of their folders', async () => {
  for (const path of [
    '/docs/guide/secret.txt',
    '/docs/guide/secret.txt.md',
    '/docs/guide',
    '/docs/../sdk/README.md',
  ])
    for (const app of [built, plain]) assert.equal((await get(app, path)).statusCode, 404, path);
});
