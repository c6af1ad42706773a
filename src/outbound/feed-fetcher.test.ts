import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FeedError, type Feed } from '../ports/catalog/feeds.ts';
import { limits } from '../ports/limits.ts';
import { FeedFetcher, type FeedFetcherOptions } from './feed-fetcher.ts';

/** A server on 127.0.0.1 that closes with the test; returns its `host:port`. */
async function hostOf(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const nothing = { etag: null, lastModified: null };
const never = new AbortController().signal;

async function bytesOf(
  t: TestContext,
  feed: Pick<Feed, 'url'> & Partial<Feed>,
  options: FeedFetcherOptions,
): Promise<number> {
  const fetcher = new FeedFetcher(options);
  t.after(() => fetcher[Symbol.asyncDispose]());
  const reply = await fetcher.open({ credentials: null, ...feed }, nothing, never);
  assert.ok(reply.isModified);
  let bytes = 0;
  for await (const chunk of reply.bytes) bytes += chunk.length;
  return bytes;
}
const failure = async (reading: Promise<number>): Promise<string> => {
  const error: unknown = await reading.then(
    (bytes) => assert.fail(`${bytes} bytes were read`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof FeedError, String(error));
  return error.message;
};

void test('FeedFetcher.open() reads up to its maximum of bytes, also of gzip that unpacks to more', async (t) => {
  const host = await hostOf(t, (request, response) => {
    const bytes = Buffer.alloc(Number(request.url!.slice(2)), 'x');
    response.end(request.url!.startsWith('/z') ? gzipSync(bytes) : bytes);
  });
  const options = { allowPrivate: [host], bytesMax: 100_000 };
  for (const kind of ['p', 'z']) {
    assert.equal(await bytesOf(t, { url: `http://${host}/${kind}100000` }, options), 100_000);
    const more = bytesOf(t, { url: `http://${host}/${kind}100001` }, options);
    assert.equal(await failure(more), 'The feed has more than 100000 bytes');
  }
});

void test('FeedFetcher.open() reads gzip of at most 200 bytes for each packed one, beyond the first 4 MiB', async (t) => {
  const { feedUnpackedBytesFree: free, feedUnpackedRatioMax: ratio } = limits;
  const blank = Buffer.alloc(free, 10);
  // Random bytes are not compressed: they lower the ratio.
  const packable = (random: number): Buffer => Buffer.concat([randomBytes(random), blank]);
  const bodies = new Map([
    ['/free', gzipSync(blank)],
    ['/more', gzipSync(Buffer.concat([blank, Buffer.from('x')]))],
    ['/dense', gzipSync(packable(free / ratio))],
  ]);
  const host = await hostOf(t, (request, response) => void response.end(bodies.get(request.url!)));
  const read = (path: string): Promise<number> =>
    bytesOf(t, { url: `http://${host}${path}` }, { allowPrivate: [host] });
  assert.equal(await read('/free'), free);
  assert.equal(await read('/dense'), free + Math.floor(free / ratio));
  assert.match(await failure(read('/more')), /unpacks to more than 200 times its packed bytes/);
});

void test('FeedFetcher.open() follows 5 redirects, and gives up on a silent or slow host', async (t) => {
  const host = await hostOf(t, (request, response) => {
    const left = Number(request.url!.slice(1));
    if (request.url === '/silent') return;
    if (request.url === '/slow') response.write('x');
    else if (left > 0) response.writeHead(307, { location: `/${left - 1}` }).end();
    else response.end('end');
  });
  const options = { allowPrivate: [host], fetchMsMax: 300 };
  assert.equal(await bytesOf(t, { url: `http://${host}/5` }, { allowPrivate: [host] }), 3);
  const more = bytesOf(t, { url: `http://${host}/6` }, { allowPrivate: [host] });
  assert.equal(await failure(more), 'More than 5 redirects lead to the feed');
  for (const path of ['silent', 'slow'])
    assert.equal(
      await failure(bytesOf(t, { url: `http://${host}/${path}` }, options)),
      'The feed did not come within 300 ms',
    );
});

void test('FeedFetcher.open() asks no private address, checked when the connection is made, and sends no secret elsewhere', async (t) => {
  const seen: (string | undefined)[] = [];
  const other = await hostOf(t, (request, response) => {
    seen.push(request.headers['x-secret'] as string | undefined);
    response.end('other');
  });
  const host = await hostOf(t, (request, response) => {
    seen.push(request.headers['x-secret'] as string | undefined);
    response.writeHead(302, { location: `http://${other}/` }).end();
  });
  const credentials = { kind: 'header', name: 'x-secret', value: 'geheim' } as const;
  assert.equal(await bytesOf(t, { url: `http://${host}/`, credentials }, { allowPrivate: [host, other] }), 5);
  assert.deepEqual(seen, ['geheim', undefined]);
  assert.match(
    await failure(bytesOf(t, { url: `http://${host}/` }, { allowPrivate: [host] })),
    /Only https is allowed/,
  );
  // A name that changes its address between the check and the connection.
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  assert.equal(
    await failure(bytesOf(t, { url: 'https://feeds.example/' }, { resolve })),
    'feeds.example has no public address',
  );
  assert.equal(seen.length, 3);
});
