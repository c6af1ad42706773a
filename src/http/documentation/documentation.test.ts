import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fastify, type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import { registerDocumentation } from './documentation.ts';

/** A folder of documentation with two guides, of which one is built; and the same without a build. */
let root: string;
let built: FastifyInstance;
let plain: FastifyInstance;

const files = {
  'docs/README.md': '# Guides\n\n> All of them.\n\n## Start\n\n- [A](guide/a.md): first\n',
  'docs/guide/a.md': '# A\n\nSee [B](b.md#c), [the SDK](../../sdk/README.md) and <b>.\n',
  'docs/guide/b.md': '# B\n\n## C\n',
  'docs/guide/secret.txt': 'secret',
  'sdk/README.md': '# SDK\n',
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
  await registerDocumentation(app, { root, folder, operationIds: ['search'] });
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
  assert.match(page.body, /<h1 id="b">B<\/h1>\n<h2 id="c">C<\/h2>/);
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
  for (const [app, headers] of [
    [built, {}],
    [plain, { accept: 'text/html,*/*' }],
  ] as const) {
    const reply = await get(app, '/docs/none', headers);
    assert.equal(reply.statusCode, 404);
    assert.match(reply.body, /There is no page \/docs\/none: see \/docs/);
  }
});

test('without a build, pages are plain and escaped, with links to pages', async () => {
  const page = await get(plain, '/docs/guide/a');
  assert.match(
    page.body,
    /<p>See <a href="\/docs\/guide\/b#c">B<\/a>, <a href="\/docs\/packages\/sdk">the SDK<\/a> and &lt;b&gt;\.<\/p>/,
  );
  assert.match(
    String(page.headers['content-security-policy']),
    /^default-src 'none'; img-src 'self'; style-src 'sha256-/,
  );
  assert.match((await get(plain, '/docs/')).body, /<a href="\/docs\/guide\/a">A<\/a>: first/);
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
