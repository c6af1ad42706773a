import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { PictureFetchError } from '../../ports/pictures/vision.ts';
import { PictureFetcher, type PictureFetcherOptions } from './picture-fetch.ts';

const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(200)]);

/** A server on 127.0.0.1 that closes with the test; returns its `host:port`. */
async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  // The address of a server that listens on a port is not a string.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function fetcher(t: TestContext, options: PictureFetcherOptions): PictureFetcher {
  const made = new PictureFetcher(options);
  t.after(() => made.close());
  return made;
}

async function refusal(promise: Promise<unknown>): Promise<[string, boolean]> {
  const error: unknown = await promise.then(
    () => assert.fail('it was fetched'),
    (thrown: unknown) => thrown,
  );
  assert(error instanceof PictureFetchError, String(error));
  return [error.code, error.retryable];
}

void test('PictureFetcher.fetch() fetches a picture of any content type', async (t) => {
  const host = await serve(t, (request, response) => {
    assert.equal(request.headers.cookie, undefined);
    assert.equal(request.headers.authorization, undefined);
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(gif);
  });
  const pictures = fetcher(t, { allowPrivate: ['127.0.0.1'] });
  assert.deepEqual(Buffer.from(await pictures.fetch(`http://${host}/a.jpg`)), gif);
  assert.deepEqual(Buffer.from(await pictures.fetch(`http://${host}/again`)), gif);
});

void test('PictureFetcher.fetch() rejects private addresses in every notation', async (t) => {
  let asked = 0;
  const host = await serve(t, (_, response) => {
    asked += 1;
    response.end(gif);
  });
  const port = host.split(':')[1]!;
  const pictures = fetcher(t, {});
  const addresses = [
    `http://${host}/`,
    `http://localhost:${port}/`,
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://①②⑦.⓪.⓪.①/',
  ];
  for (const address of addresses) {
    assert.deepEqual(await refusal(pictures.fetch(address)), ['fetch_refused_address', false], address);
  }
  assert.equal(asked, 0);
});

void test('PictureFetcher.fetch() rejects other schemes, ports and passwords', async (t) => {
  const pictures = fetcher(t, {});
  const addresses = [
    'ftp://example.com/a.jpg',
    'file:///etc/passwd',
    'data:image/gif;base64,R0lG',
    'http://user:secret@example.com/',
    'http://8.8.8.8:22/',
    'http://8.8.8.8:6379/',
    'no address',
    '',
  ];
  for (const address of addresses) {
    assert.deepEqual(await refusal(pictures.fetch(address)), ['fetch_refused_address', false], address);
  }
});

void test('PictureFetcher.fetch() checks the address that it connects to, not an earlier lookup', async (t) => {
  const host = await serve(t, (_, response) => response.end(gif));
  const port = host.split(':')[1]!;
  let answers = 0;
  const resolve = (): Promise<{ address: string; family: number }[]> => {
    answers += 1;
    // The name resolves to an unreachable public host first, and then to a private one.
    return Promise.resolve([{ address: answers === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]);
  };
  const pictures = fetcher(t, { resolve });
  assert.deepEqual(await refusal(pictures.fetch('http://shop.example/')), ['fetch_failed', true]);
  assert.deepEqual(await refusal(pictures.fetch('http://shop.example/')), ['fetch_failed', true]);
  // The same name is fetched where the operator allowed it: only the guard rejected it above.
  const trusting = fetcher(t, { resolve, allowPrivate: [`shop.example:${port}`] });
  assert.deepEqual(Buffer.from(await trusting.fetch(`http://shop.example:${port}/`)), gif);
});

void test('PictureFetcher.fetch() rejects a name with one private address among public ones', async (t) => {
  const resolve = (): Promise<{ address: string; family: number }[]> =>
    Promise.resolve([
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]);
  const pictures = fetcher(t, { resolve });
  assert.deepEqual(await refusal(pictures.fetch('http://shop.example/')), ['fetch_failed', true]);
});

void test('PictureFetcher.fetch() returns the same error for private and unresolvable names', async (t) => {
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  const answers = new Map([
    ['inside', () => Promise.resolve([{ address: '10.0.0.1', family: 4 }])],
    ['azure', () => Promise.resolve([{ address: '168.63.129.16', family: 4 }])],
    ['empty', () => Promise.resolve([])],
    ['unknown', () => Promise.reject(unknown)],
    ['localhost', () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])],
  ]);
  const pictures = fetcher(t, { resolve: (hostname) => answers.get(hostname)!() });
  const messages = await Promise.all(
    [...answers.keys()].map(async (hostname) => {
      const error: unknown = await pictures.fetch(`http://${hostname}/`).catch((thrown: unknown) => thrown);
      assert(error instanceof PictureFetchError, String(error));
      return [error.code, error.retryable, error.message.replace(hostname, 'NAME')];
    }),
  );
  for (const one of messages) assert.deepEqual(one, ['fetch_failed', true, 'NAME has no public address']);
});

void test('PictureFetcher.fetch() follows 3 redirects and not 4', async (t) => {
  const host = await serve(t, (request, response) => {
    const left = Number(request.url!.slice(1));
    if (left === 0) response.end(gif);
    else response.writeHead(302, { location: `/${left - 1}` }).end('moved');
  });
  const pictures = fetcher(t, { allowPrivate: [host] });
  assert.equal((await pictures.fetch(`http://${host}/3`)).length, gif.length);
  assert.deepEqual(await refusal(pictures.fetch(`http://${host}/4`)), ['fetch_failed', false]);
});

void test('PictureFetcher.fetch() checks each redirect', async (t) => {
  let asked = 0;
  const inside = await serve(t, (_, response) => {
    asked += 1;
    response.end(gif);
  });
  const outside = await serve(t, (request, response) => {
    response.writeHead(301, { location: decodeURIComponent(request.url!.slice(1)) }).end();
  });
  const resolve = (name: string): Promise<{ address: string; family: number }[]> =>
    Promise.resolve([{ address: name === 'inward.example' ? '10.0.0.1' : '127.0.0.1', family: 4 }]);
  const pictures = fetcher(t, { allowPrivate: [outside], resolve });
  const port = inside.split(':')[1]!;
  for (const location of [
    `http://${inside}/`,
    `http://2130706433:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `//0x7f.1:${port}/`,
    'http://inward.example/',
    'file:///etc/passwd',
    'data:image/gif;base64,R0lG',
  ]) {
    const fetched = pictures.fetch(`http://${outside}/${encodeURIComponent(location)}`);
    const isName = location.includes('inward');
    const expected = isName ? ['fetch_failed', true] : ['fetch_refused_address', false];
    assert.deepEqual(await refusal(fetched), expected, location);
  }
  assert.equal(asked, 0);
});

void test('PictureFetcher.fetch() reports for each status whether a retry is useful', async (t) => {
  const host = await serve(t, (request, response) => {
    response.writeHead(Number(request.url!.slice(1))).end('no');
  });
  const pictures = fetcher(t, { allowPrivate: [host] });
  for (const [status, isRetryable] of [
    [204, false],
    [302, false],
    [403, false],
    [404, false],
    [408, true],
    [410, false],
    [429, true],
    [500, true],
    [503, true],
  ] as const) {
    const outcome = await refusal(pictures.fetch(`http://${host}/${status}`));
    assert.deepEqual(outcome, ['fetch_status', isRetryable], String(status));
  }
});

void test('PictureFetcher.fetch() accepts the maximum size and rejects one byte more, announced or not', async (t) => {
  const host = await serve(t, (request, response) => {
    const [, kind, bytes] = request.url!.split('/');
    const body = Buffer.alloc(Number(bytes));
    gif.copy(body);
    if (kind === 'announced') response.setHeader('content-length', body.length);
    else response.write(body.subarray(0, 100));
    response.end(kind === 'announced' ? body : body.subarray(100));
  });
  const pictures = fetcher(t, { allowPrivate: [host], bytesMax: 1_000 });
  for (const kind of ['announced', 'chunked']) {
    assert.equal((await pictures.fetch(`http://${host}/${kind}/1000`)).length, 1_000);
    assert.deepEqual(await refusal(pictures.fetch(`http://${host}/${kind}/1001`)), [
      'fetch_too_large',
      false,
    ]);
  }
});

void test('PictureFetcher.fetch() times out silent, slow and endless hosts', async (t) => {
  const timers: NodeJS.Timeout[] = [];
  t.after(() => timers.forEach((timer) => clearInterval(timer)));
  const host = await serve(t, (request, response) => {
    if (request.url === '/silent') return;
    response.write(gif);
    const isEndless = request.url === '/endless';
    timers.push(
      setInterval(() => response.write(isEndless ? Buffer.alloc(65_536) : 'x'), isEndless ? 1 : 20),
    );
  });
  const pictures = fetcher(t, { allowPrivate: [host], fetchMsMax: 300, bytesMax: 1_000_000 });
  assert.deepEqual(await refusal(pictures.fetch(`http://${host}/silent`)), ['fetch_timeout', true]);
  assert.deepEqual(await refusal(pictures.fetch(`http://${host}/slow`)), ['fetch_timeout', true]);
  const patient = fetcher(t, { allowPrivate: [host], bytesMax: 1_000_000 });
  assert.deepEqual(await refusal(patient.fetch(`http://${host}/endless`)), ['fetch_too_large', false]);
});

void test('PictureFetcher.fetch() rejects other files, and empty ones', async (t) => {
  const host = await serve(t, (request, response) => {
    response.setHeader('content-type', 'image/jpeg');
    response.end(
      request.url === '/empty' ? '' : `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(999)}</svg>`,
    );
  });
  const pictures = fetcher(t, { allowPrivate: [host] });
  assert.deepEqual(await refusal(pictures.fetch(`http://${host}/svg`)), ['image_unsupported', false]);
  assert.deepEqual(await refusal(pictures.fetch(`http://${host}/empty`)), ['image_empty', false]);
});

void test('PictureFetcher.fetch() allows retries where the host disconnects or is unreachable', async (t) => {
  const host = await serve(t, (request, response) => {
    if (request.url === '/half') {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write(gif);
    }
    setTimeout(() => response.destroy(), 20);
  });
  const pictures = fetcher(t, { allowPrivate: [host, '127.0.0.1:1'] });
  for (const address of [`http://${host}/`, `http://${host}/half`, 'http://127.0.0.1:1/']) {
    assert.deepEqual(await refusal(pictures.fetch(address)), ['fetch_failed', true], address);
  }
});
