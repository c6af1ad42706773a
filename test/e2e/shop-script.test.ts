import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LocalService } from '../support/local-service.ts';
import { buildShopScript } from '../support/sample-shops/shop-stand.ts';
import { root } from '../support/service.ts';

/** `GET /shop.js`, for pages of shops on other origins, and the size of what it loads. */
let service: LocalService;

const loaderBytesMax = 12_000;
const allBytesMax = 45_000;
const folder = join(root, 'elements', 'dist');
const readLoader = (): string => readFileSync(join(folder, 'shop.js'), 'utf8');
const findViews = (): string =>
  readdirSync(folder)
    .sort()
    .find((name) => name.startsWith('shop-views.')) ?? '';

before(async () => {
  buildShopScript();
  service = await LocalService.start();
});
after(() => service[Symbol.asyncDispose]());

test('GET /shop.js is the built script, which any page may use, and asks again after a minute', async () => {
  const reply = await fetch(`${service.url}/shop.js`);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(reply.headers.get('cache-control'), 'public, max-age=60');
  assert.equal(reply.headers.get('access-control-allow-origin'), '*');
  assert.equal(reply.headers.get('cross-origin-resource-policy'), 'cross-origin');
  assert.equal(await reply.text(), readLoader());
  const etag = reply.headers.get('etag') ?? '';
  const again = await fetch(`${service.url}/shop.js`, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
  assert.equal(await again.text(), '');
});

test('GET /shop.HASH.js never changes, for tags with an integrity', async () => {
  const hash = createHash('sha256').update(readLoader()).digest('hex').slice(0, 16);
  const reply = await fetch(`${service.url}/shop.${hash}.js`);
  assert.equal(reply.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(await reply.text(), readLoader());
  for (const name of [
    'shop.0000000000000000.js',
    'shop.js.map',
    'shop-views.js',
    `shop.${'a'.repeat(2_000)}.js`,
  ])
    assert.equal((await fetch(`${service.url}/${name}`)).status, 404, name);
});

test('the script names the file that it loads later by its hash, and its integrity', async () => {
  const name = findViews();
  const reply = await fetch(`${service.url}/${name}`);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(reply.headers.get('access-control-allow-origin'), '*');
  const code = await reply.text();
  const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  assert.ok(readLoader().includes(name) && readLoader().includes(integrity));
});

test('HEAD /shop.js has no body, and other methods are refused', async () => {
  const head = await fetch(`${service.url}/shop.js`, { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), '');
  assert.equal((await fetch(`${service.url}/shop.js`, { method: 'POST' })).status, 405);
});

test('the script has at most 12 kB before a shopper types, and 45 kB in all', () => {
  const count = (name: string): number => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
  const loader = count('shop.js');
  assert.ok(loader <= loaderBytesMax, `${loader} bytes`);
  const all = loader + count(findViews());
  assert.ok(all <= allBytesMax, `${all} bytes`);
});
