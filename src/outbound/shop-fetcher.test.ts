import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LocalServer } from '../../test/support/local-server.ts';
import type { ShopError } from '../ports/catalog/shops.ts';
import type { Pause } from '../lib/paced-hosts.ts';
import { ShopFetcher } from './shop-fetcher.ts';

/** Time that passes only where something waits for it. */
class DrivenPause implements Pause {
  #now = 0;
  /** When the waits end. */
  readonly ends: number[] = [];
  readonly now = (): number => this.#now;

  readonly sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const until = this.#now + ms;
    this.ends.push(until);
    await Promise.resolve();
    this.#now = Math.max(this.#now, until);
  };
}

interface Fixture extends AsyncDisposable {
  readonly fetcher: ShopFetcher;
  readonly host: string;
  readonly url: string;
  readonly pause: DrivenPause;
  /** When requests arrived, on the clock of the fetcher. */
  readonly arrivals: { path: string; at: number; headers: IncomingMessage['headers'] }[];
}

async function open(
  answer: (path: string, response: ServerResponse, count: number) => void,
  requestsPerSecond = 2,
): Promise<Fixture> {
  const pause = new DrivenPause();
  const arrivals: Fixture['arrivals'] = [];
  const server = await LocalServer.start((request, response) => {
    const path = request.url ?? '';
    arrivals.push({ path, at: pause.now(), headers: request.headers });
    answer(path, response, arrivals.length);
  });
  const { host } = new URL(server.url);
  const userAgent = 'Vitrine/1.0 (+https://search.example)';
  const fetcher = new ShopFetcher({ allowPrivate: [host], userAgent, requestsPerSecond, pause });
  return {
    fetcher,
    host,
    url: server.url,
    pause,
    arrivals,
    [Symbol.asyncDispose]: async () => {
      await fetcher[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const { signal } = new AbortController();
const ask = ({ fetcher, url }: Fixture, path: string, more: object = {}) =>
  fetcher.request({ url: `${url}${path}`, credentials: null, signal, ...more });
const fail = async (promise: Promise<unknown>): Promise<ShopError> =>
  promise.then(
    () => assert.fail('It did not fail'),
    (error: unknown) => error as ShopError,
  );
const reply = (
  response: ServerResponse,
  status = 200,
  headers: Record<string, string> = {},
  body = 'text',
): void => void response.writeHead(status, headers).end(body);
const serve =
  (robots: string) =>
  (path: string, response: ServerResponse): void =>
    path === '/robots.txt' ? reply(response, 200, {}, robots) : reply(response);

test('a host gets two requests a second, also from several readers, and robots.txt once', async () => {
  await using shop = await open(serve(''));
  await Promise.all(['/a', '/b', '/c', '/d'].map((path) => ask(shop, path)));
  assert.deepEqual(shop.pause.ends, [500, 1_000, 1_500, 2_000]);
  assert.deepEqual(shop.arrivals.map(({ path }) => path).sort(), ['/a', '/b', '/c', '/d', '/robots.txt']);
  assert.deepEqual(
    [...new Set(shop.arrivals.map(({ headers }) => headers['user-agent']))],
    ['Vitrine/1.0 (+https://search.example)'],
  );
});

test('crawl-delay is kept up to a limit, and a busy host is left alone for as long as it asks', async () => {
  await using slow = await open(serve('User-agent: *\nCrawl-delay: 4'));
  for (const path of ['/a', '/b']) await ask(slow, path);
  await ask(slow, '/c', { delaySecondsMax: 1 });
  assert.deepEqual(
    slow.arrivals.map(({ at }) => at),
    [0, 500, 4_500, 8_500],
  );
  await using patient = await open(serve('User-agent: vitrine\nCrawl-delay: 3600'));
  for (const path of ['/a', '/b']) await ask(patient, path);
  assert.deepEqual(
    patient.arrivals.map(({ at }) => at),
    [0, 500, 10_500],
  );
  await using busy = await open((path, response, count) => {
    if (path === '/robots.txt') reply(response, 404);
    else if (count < 4) reply(response, count === 2 ? 429 : 503, count === 2 ? { 'retry-after': '20' } : {});
    else reply(response);
  });
  assert.equal((await ask(busy, '/a')).status, 200);
  assert.deepEqual(
    busy.arrivals.map(({ at }) => at),
    [0, 500, 20_500, 25_500],
  );
});

test('robots.txt is kept, and one that fails forbids all', async () => {
  await using shop = await open(serve('User-agent: *\nDisallow: /private\nSitemap: https://x.example/s.xml'));
  const { code, message } = await fail(ask(shop, '/private/a?x=1'));
  assert.deepEqual([code, message], ['forbidden', `robots.txt of ${shop.host} forbids /private/a`]);
  assert.deepEqual(
    await shop.fetcher
      .readRobots({ url: shop.url, credentials: null, signal })
      .then(({ sitemaps }) => sitemaps),
    ['https://x.example/s.xml'],
  );
  assert.deepEqual(
    shop.arrivals.map(({ path }) => path),
    ['/robots.txt'],
  );
  await using broken = await open((path, response) => reply(response, path === '/robots.txt' ? 503 : 200));
  assert.equal((await fail(ask(broken, '/a'))).code, 'unreachable');
  assert.deepEqual([...new Set(broken.arrivals.map(({ path }) => path))], ['/robots.txt']);
  await using none = await open((path, response) => reply(response, path === '/robots.txt' ? 403 : 200));
  assert.equal((await ask(none, '/a')).status, 200);
});

test('redirects stay on the host, and end', async () => {
  const targets: Readonly<Record<string, string>> = {
    '/moved': '/new',
    '/circle': '/circle',
    '/away': 'https://elsewhere.example/',
    '/private': '/secret',
    '/odd': 'http://[',
  };
  await using shop = await open((path, response) => {
    if (path === '/robots.txt') return reply(response, 200, {}, 'User-agent: *\nDisallow: /secret');
    const hop = /^\/hop(\d+)/.exec(path)?.[1];
    const target = hop === undefined ? targets[path] : `/hop${Number(hop) + 1}`;
    return target === undefined ? reply(response) : reply(response, 302, { location: target });
  });
  assert.equal((await ask(shop, '/moved')).url, `${shop.url}/new`);
  const codes: string[] = [];
  for (const path of ['/circle', '/away', '/private', '/odd', '/hop1'])
    codes.push((await fail(ask(shop, path))).code);
  assert.deepEqual(codes, ['redirects', 'other_host', 'forbidden', 'redirects', 'redirects']);
  assert.equal(shop.arrivals.filter(({ path }) => path.startsWith('/hop')).length, 6);
});

test('replies are unpacked, limited, and not sent again where they have not changed', async () => {
  const body = 'x'.repeat(1_000);
  await using shop = await open((path, response) => {
    if (path === '/robots.txt') return reply(response, 404);
    if (path === '/packed')
      return void response
        .writeHead(200, { 'x-wp-total': '7', 'x-wp-totalpages': '2', etag: '"a"' })
        .end(gzipSync(body));
    if (path === '/twice') return void response.writeHead(200).end(gzipSync(gzipSync(body)));
    return reply(response, 304);
  });
  const packed = await ask(shop, '/packed', { bytesMax: 1_000 });
  assert.deepEqual([String(packed.body), packed.total, packed.totalPages, packed.etag], [body, 7, 2, '"a"']);
  assert.equal(String((await ask(shop, '/twice')).body), body);
  assert.equal((await fail(ask(shop, '/packed', { bytesMax: 999 }))).code, 'too_large');
  assert.equal(String((await ask(shop, '/packed', { bytesMax: 10, isCut: true })).body), 'x'.repeat(10));
  assert.equal((await ask(shop, '/same', { etag: '"a"', lastModified: 'yesterday' })).status, 304);
  const { headers } = shop.arrivals.at(-1)!;
  assert.deepEqual([headers['if-none-match'], headers['if-modified-since']], ['"a"', 'yesterday']);
});

test('a connection that the host has closed is opened again, and private addresses are refused', async () => {
  await using shop = await open((path, response, count) => {
    if (count === 2) response.destroy();
    else reply(response, path === '/robots.txt' ? 404 : 200);
  });
  assert.equal((await ask(shop, '/a')).status, 200);
  await using strict = new ShopFetcher({ userAgent: 'Vitrine', requestsPerSecond: 2 });
  assert.match(strict.findRefusal('http://shop.example/') ?? '', /Only https/);
  assert.match(strict.findRefusal('https://10.0.0.1/') ?? '', /not a public address/);
  const request = { credentials: null, signal };
  assert.equal((await fail(strict.request({ url: 'https://127.0.0.1/', ...request }))).code, 'unreachable');
});
