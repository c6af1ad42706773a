import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { representative } from '../support/matrix.ts';
import { readGauge } from '../support/metrics.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Clients that pipeline, do not read, or send slowly neither delay others nor exceed their share of memory. */
let service: LocalService;
let key = '';
let webKey = '';
const itemCount = 150;

before(async () => {
  service = await LocalService.start();
  key = await service.project('p');
  const headers = await service.signIn();
  const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    body: { kind: 'web', scopes: ['search', 'events'], projects: ['p'] },
    headers,
  });
  webKey = body.key;
  const text = 'x'.repeat(60_000);
  for (let first = 0; first < itemCount; first += 75) {
    const data = Array.from({ length: 75 }, (_, i) => item(`i${first + i}`, { text }));
    const { status } = await service.ask('POST', '/api/items', { key, body: { project: 'p', data } });
    assert.equal(status, 201);
  }
});
after(() => service[Symbol.asyncDispose]());

const bytesInFlight = (): Promise<number> => readGauge(service.url, 'vitrine_bytes_in_flight');

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const search = (query: string): string =>
  `GET /search/p?${query} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`;

test('pipelined requests wait until earlier replies are read, and are answered in order', async () => {
  const socket = await open();
  const pipelined = Array.from({ length: 12 }, (_, i) => `limit=${itemCount - i}`);
  socket.pause();
  socket.write(pipelined.map(search).join(''));
  // The first reply exceeds the socket buffers.
  await until('no reply is in flight', async () => (await bytesInFlight()) > 5_000_000);
  const { status } = await service.ask('GET', '/search/p?limit=1', { key });
  assert.equal(status, 200);
  assert.ok((await bytesInFlight()) < 16_000_000, 'more than two replies are buffered');
  let received = '';
  socket.setEncoding('latin1').on('data', (data: string) => (received += data));
  const counts = (): number[] =>
    received
      .split('HTTP/1.1 200')
      .slice(1)
      .map((reply) => reply.split('"_id"').length - 1);
  socket.resume();
  await until('not all requests were answered', () => counts().length === 12 && received.endsWith('}'));
  assert.deepEqual(
    counts(),
    pipelined.map((_, i) => itemCount - i),
  );
  socket.destroy();
});

test('a visitor does not wait for the queue of another connection', async () => {
  const socket = await open();
  let received = 0;
  socket
    .setEncoding('latin1')
    .on('data', (data: string) => (received += data.split('HTTP/1.1 200').length - 1));
  const flood = limits.pipelinedRequestsMax;
  socket.write(search('q=item&limit=50&facets=*').repeat(flood));
  for (let i = 0; i < 10; i++) await service.ask('GET', '/search/p?q=item&limit=1', { key: webKey });
  assert.ok(received < flood, 'ten searches waited for all requests of the other connection');
  await until('not all requests were answered', () => received === flood);
  socket.destroy();
});

test('a connection with too many queued requests is closed', async () => {
  const socket = await open();
  socket.resume();
  // Not `once()`: the system may reset the connection first, as it has unread bytes.
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(search('limit=1').repeat(2 * limits.pipelinedRequestsMax + 2));
  await ended;
  assert.equal((await service.ask('GET', '/search/p?limit=1', { key })).status, 200);
});

test('a connection is closed after 128 MB of an unread body', async () => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(16);
  const send = async (request: string, status: number): Promise<void> => {
    const socket = await open();
    const ended = new Promise((resolve) => socket.once('close', resolve));
    let received = '';
    socket.setEncoding('latin1').on('data', (data: string) => (received += data));
    socket.write(request);
    await until('there is no reply', () => received.startsWith(`HTTP/1.1 ${status}`));
    let sent = 0;
    while (!socket.destroyed && sent < 256 * 1024 * 1024) {
      sent += chunk.length;
      if (!socket.write(chunk))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), ended]);
    }
    assert.ok(socket.destroyed, `${sent} bytes were accepted`);
    assert.ok(sent >= 2 * limits.itemsBodyBytesMax, 'the connection was closed too early');
  };
  const requests: readonly (readonly [string, number])[] = [
    ['POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000000\r\n\r\n', 404],
    [`GET /health HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${chunk}`, 200],
  ];
  await Promise.all(
    representative(requests.slice(0, 1), requests).map(([request, status]) => send(request, status)),
  );
});

test('incomplete bodies are limited to the visitor’s share of memory; beyond it only this visitor’s large bodies are rejected', async () => {
  const bytes = 7 * 1024 * 1024;
  const head = (own: string): string =>
    `POST /api/events HTTP/1.1\r\nhost: x\r\nx-api-key: ${own}\r\ncontent-type: application/json\r\ncontent-length: ${bytes + 100}\r\n\r\n`;
  const count = Math.floor(limits.bytesInFlightOfWebVisitorMax / bytes);
  const before = await bytesInFlight();
  const openSockets: Socket[] = [];
  for (let i = 0; i < count; i++) {
    const socket = await open();
    socket.write(`${head(webKey)}${' '.repeat(bytes)}`);
    openSockets.push(socket);
  }
  await until(
    'the bodies were not buffered',
    async () => (await bytesInFlight()) >= before + count * (bytes - 20_000),
  );
  const body = (own: string, length: number) =>
    service.ask('POST', '/api/events', {
      key: own,
      body: `{"project":"p","data":{"type":"view","session":"s","item":"i1","x":"${'x'.repeat(length)}"}}`,
    });
  const refused = await body(webKey, bytes);
  assert.deepEqual([refused.status, refused.body['code']], [503, 'overloaded']);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await body(webKey, 0)).status, 201, 'a small body of the same visitor');
  assert.equal((await body(key, bytes)).status, 201, 'a large body with another key');
  for (const socket of openSockets) socket.destroy();
  await until('the bytes are still counted', async () => (await bytesInFlight()) <= before);
  assert.equal((await body(webKey, bytes)).status, 201);
});
