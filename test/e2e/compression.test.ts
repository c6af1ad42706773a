import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import type { Item } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword, item, root } from '../support/service.ts';
import { buildConsole } from '../support/built-console.ts';

/** Compressed replies, which equal the uncompressed ones. */
let service: LocalService;
let key = '';

const catalogItems = Array.from({ length: 300 }, (_, at) =>
  item(`p${at}`, { name: `Oak chair ${at}`, description: `A chair of oak. Number ${at}.`, width: at / 7 }),
);
const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };

before(async () => {
  buildConsole();
  service = await LocalService.start();
  key = await service.project('shop');
  const answer = await service.ask('POST', '/api/items', {
    key,
    body: { project: 'shop', data: catalogItems },
  });
  assert.equal(answer.status, 201);
});
after(() => service[Symbol.asyncDispose]());

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body before decompression. */
  readonly body: Buffer;
}

/** Sends a request without `fetch`, which would negotiate and decode the content coding itself. */
function ask(
  path: string,
  accepted: string | null,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${service.url}${path}`,
      {
        method,
        headers: {
          'x-api-key': key,
          ...(accepted === null ? {} : { 'accept-encoding': accepted }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function plain({ headers, body }: Raw): string {
  const coding = headers['content-encoding'] as keyof typeof decoders | undefined;
  return (coding === undefined ? body : decoders[coding](body)).toString();
}

test('a list is compressed in each coding, equals the uncompressed one, and is much smaller', async () => {
  for (const limit of [6, 20, 300]) {
    const path = `/api/items?limit=${limit}`;
    const identity = await ask(path, null);
    assert.equal(identity.headers['content-encoding'], undefined);
    assert.equal(identity.headers.vary, 'accept-encoding');
    for (const coding of ['gzip', 'br', 'zstd'] as const) {
      const reply = await ask(path, coding);
      assert.equal(reply.headers['content-encoding'], coding);
      assert.equal(reply.headers.vary, 'accept-encoding');
      assert.equal(reply.headers['content-length'], String(reply.body.length));
      assert.equal(reply.headers['content-type'], identity.headers['content-type']);
      assert.equal(plain(reply), identity.body.toString());
      assert.ok(
        reply.body.length < identity.body.length / (limit === 6 ? 1.5 : 4),
        `${coding} of ${limit}: ${reply.body.length}`,
      );
    }
  }
});

test('searches, recommendations, metrics and errors are compressed', async () => {
  const reco = { method: 'POST', body: { index: 'shop', limit: 50 } };
  const wrong = { method: 'POST', body: { project: 'shop', data: catalogItems.map(() => ({ id: 'x' })) } };
  for (const [path, options] of [
    ['/search/shop?q=chair', {}],
    ['/rec/trendings', reco],
    ['/metrics', {}],
    ['/api/items', wrong],
  ] as const) {
    const reply = await ask(path, 'gzip', options);
    assert.equal(reply.headers['content-encoding'], 'gzip', path);
    assert.ok(plain(reply).length > 1_024, path);
  }
});

test('the client’s preferred coding is used; for equal weights zstd before br before gzip', async () => {
  for (const [accepted, expected] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['zstd;q=0.5, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['*', 'zstd'],
    ['zstd;q=0, *;q=0.5', 'br'],
    ['identity, gzip;q=0.9', undefined],
    ['identity;q=0.5, br ; q=0.8', 'br'],
    ['deflate, compress', undefined],
    ['gzip;q=nothing', undefined],
    ['', undefined],
    [',;=,q', undefined],
  ] as const) {
    const reply = await ask('/api/items', accepted);
    assert.equal(reply.headers['content-encoding'], expected, accepted);
    assert.equal((JSON.parse(plain(reply)) as { items: Item[] }).items.length, 20);
  }
});

test('a small reply is not compressed', async () => {
  const reply = await ask('/health', 'gzip, br, zstd');
  assert.deepEqual([reply.headers['content-encoding'], reply.headers.vary], [undefined, undefined]);
});

test('HEAD has the headers of GET', async () => {
  const [get, head] = [await ask('/api/items', 'zstd'), await ask('/api/items', 'zstd', { method: 'HEAD' })];
  for (const name of ['content-encoding', 'content-length', 'vary', 'content-type'])
    assert.equal(head.headers[name], get.headers[name], name);
  assert.equal(head.body.length, 0);
});

test('a compressed item has a weak etag, which `if-match` accepts', async () => {
  const long = { project: 'shop', data: { description: 'oak '.repeat(500) } };
  await ask('/api/items/p1?by=id', null, { method: 'PUT', body: long });
  const identity = await ask('/api/items/p1?by=id', null);
  const reply = await ask('/api/items/p1?by=id', 'gzip');
  assert.deepEqual([identity.headers.etag, reply.headers.etag], ['"2"', 'W/"2"']);
  const change = { method: 'PUT', body: { project: 'shop', data: { price: 3 } } };
  const matched = await ask('/api/items/p1?by=id', 'gzip', {
    ...change,
    headers: { 'if-match': reply.headers.etag! },
  });
  assert.equal(matched.status, 200);
});

test('a cross-origin reply has both headers in `vary`', async () => {
  const reply = await ask('/api/items', 'gzip', { headers: { origin: 'https://shop.example' } });
  assert.equal(reply.headers.vary, 'origin, accept-encoding');
});

test('the export is compressed as a stream', async () => {
  const identity = await ask('/api/items/export?project=shop', null);
  assert.equal(identity.body.toString().trimEnd().split('\n').length, catalogItems.length);
  for (const coding of ['gzip', 'br', 'zstd']) {
    const reply = await ask('/api/items/export?project=shop', coding);
    assert.equal(reply.headers['content-encoding'], coding);
    assert.equal(plain(reply), identity.body.toString());
  }
});

test('a reply with a key or a session is never compressed', async () => {
  const { body: admin } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers: await service.signIn(),
    body: { scopes: ['admin'] },
  });
  const origins = Array.from({ length: 50 }, (_, at) => `https://www.shop${at}.example`);
  const options = { method: 'POST', headers: { 'x-api-key': admin.key } };
  const made = await ask('/admin/keys', 'gzip, br, zstd', {
    ...options,
    body: { scopes: ['search'], origins },
  });
  assert.equal(made.status, 201);
  assert.ok(made.body.length > 1_024);
  assert.equal(made.headers['content-encoding'], undefined);
  const listed = await ask('/admin/keys', 'gzip', { headers: { 'x-api-key': admin.key } });
  assert.equal(listed.headers['content-encoding'], 'gzip');
  const session = await ask('/admin/session', 'gzip', {
    method: 'POST',
    headers: { 'x-vitrine-console': '1' },
    body: { password: adminPassword },
  });
  assert.equal(session.status, 201);
  assert.equal(session.headers['content-encoding'], undefined);
});

test('pictures are not compressed', async () => {
  const bytes = readGroceryPicture('lemon');
  const imgs = `data:image/jpeg;base64,${bytes.toString('base64')}`;
  const body = { project: 'shop', data: item('lemon', { imgs }) };
  const { item: made } = JSON.parse(plain(await ask('/api/items', null, { method: 'POST', body }))) as {
    item: { imgs: string };
  };
  const picture = await ask(made.imgs, 'gzip, br, zstd');
  assert.equal(picture.headers['content-encoding'], undefined);
  assert.deepEqual(picture.body, bytes);
});

test('console files are served as compressed at build time', async () => {
  const page = await ask('/console', 'gzip, br, zstd');
  const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(plain(page))?.[1] ?? '';
  const file = join(root, 'console', 'dist', script.slice('/console/'.length));
  for (const [accepted, extension] of [
    ['gzip, deflate, br, zstd', '.br'],
    ['gzip', '.gz'],
    [null, ''],
  ] as const) {
    const reply = await ask(script, accepted);
    assert.deepEqual(reply.body, readFileSync(`${file}${extension}`), extension);
    assert.equal(reply.headers.vary, 'accept-encoding');
    assert.match(reply.headers['cache-control'] ?? '', /immutable/);
  }
});

test('/openapi.json is compressed after an uncompressed request, too', async () => {
  const identity = await ask('/openapi.json', null);
  for (const coding of ['gzip', 'br', 'gzip', 'zstd', 'br']) {
    const reply = await ask('/openapi.json', coding);
    assert.equal(reply.headers['content-encoding'], coding);
    assert.equal(plain(reply), identity.body.toString());
  }
  const warned = await ask('/openapi.json?nosuch=1', 'gzip');
  assert.match(plain(warned), /unknown_parameter/);
  assert.equal(plain(await ask('/openapi.json', 'gzip')), identity.body.toString());
});
