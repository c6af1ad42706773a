import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../test/support/until.ts';
import { exchange, ForwardingServers, RawClient, type Handle } from './forwarding.fixture.ts';

const connectionHeaders = /^(?:connection|keep-alive|upgrade|te|trailer|proxy-.*|x-vitrine-peer)$/i;

/** Replies with the request as its handler sees it. */
const echo: Handle = (request, response) => {
  const { method, url, rawHeaders } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !connectionHeaders.test(name)),
  );
  const raw = rawHeaders.flatMap((name, i) =>
    i % 2 === 0 && !connectionHeaders.test(name) ? [[name, rawHeaders[i + 1]]] : [],
  );
  let body = '';
  request.setEncoding('latin1').on('data', (data: string) => (body += data));
  request.once('end', () => response.end(JSON.stringify({ method, url, headers, raw, body })));
};

/** Both replies, direct and forwarded, without the time, and with sorted headers. */
async function bothReplies(servers: ForwardingServers, ...requests: readonly string[]): Promise<string[]> {
  const replies = [];
  for (const port of [servers.directPort, servers.port]) {
    const text = (await exchange(port, ...requests)).replaceAll(/Date: .*/g, 'Date: *');
    const sorted = (headers: string): string => headers.split('\r\n').sort().join('\r\n');
    replies.push(text.replaceAll(/(?<=HTTP\/1\.1 .*\r\n)[^]*?(?=\r\n\r\n)/g, sorted));
  }
  return replies;
}

/** Node sends the length of short replies only in HTTP/1.1. */
const withoutLength = (reply: string): string => reply.replace(/Content-Length: .*\r\n/i, '');

const closed = (stream: EventEmitter): Promise<void> =>
  new Promise((resolve) => stream.once('close', () => resolve()));

const last = 'GET /last HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';

test('RequestForwarder forwards requests as they were sent', async () => {
  await using servers = await ForwardingServers.start(echo);
  const requests = [
    'GET /a%20b/../%C3%BC?x=1&x=2#f HTTP/1.1\r\nHost: Shop.example\r\nX-A: 1\r\nx-a: 2\r\nCookie: a=1\r\ncookie: b=2\r\nX-Forwarded-For: 192.0.2.1\r\nx-forwarded-for: 192.0.2.2\r\n\r\n',
    'GET http://other.example/path HTTP/1.1\r\nhost: a\r\nx-l: \xe9\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n',
    'GET /body HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    'DELETE /body HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabc',
    'POST /chunked HTTP/1.1\r\nhost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n',
    'POST /length HTTP/1.1\r\nhost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n\xff\0abc',
    'POST /empty HTTP/1.1\r\nhost: a\r\n\r\n',
    'PUT /empty HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n',
    'PROPFIND / HTTP/1.1\r\nhost: a\r\nUpgrade: h2c\r\nConnection: x-forwarded-for, keep-alive\r\nx-forwarded-for: 192.0.2.1\r\nte: trailers\r\nproxy-authorization: x\r\n\r\n',
    'GET /spoofed HTTP/1.1\r\nhost: a\r\nX-Vitrine-Peer: 192.0.2.9 1 1\r\nx-vitrine-peer: 192.0.2.9 1 1\r\n\r\n',
    last,
  ];
  const [direct, forwarded] = await bothReplies(servers, ...requests);
  assert.equal(direct!.split('HTTP/1.1 200 OK').length, requests.length + 1);
  assert.equal(forwarded, direct);
  const [old, oldForwarded] = await bothReplies(servers, 'GET /1.0 HTTP/1.0\r\nx-a: 1\r\n\r\n');
  assert.match(old!, /^HTTP\/1\.1 200 OK/);
  assert.equal(withoutLength(oldForwarded!), withoutLength(old!));
});

test('RequestForwarder forwards headers up to the limit of the server, and no more', async () => {
  await using servers = await ForwardingServers.start(echo);
  const many = Array.from({ length: 400 }, (_, i) => `x-${i}: ${'y'.repeat(30)}\r\n`).join('');
  for (const [more, status] of [
    [many, 200],
    [`x: ${'x'.repeat(16_200)}\r\n`, 200],
    [`x: ${'x'.repeat(17_000)}\r\n`, 431],
  ] as const) {
    const replies = await bothReplies(servers, last.replace('\r\n\r\n', `\r\n${more}\r\n`));
    assert.match(replies[0]!, new RegExp(`^HTTP/1.1 ${status}`));
    assert.equal(replies[1], replies[0]);
  }
});

const replies: Record<string, (response: ServerResponse) => void> = {
  length: (response) => response.setHeader('Content-Length', 5).end('abcde'),
  empty: (response) => response.end(),
  chunked: (response) => {
    response.write('abc');
    setImmediate(() => response.end('de'));
  },
  cookies: (response) => {
    response.setHeader('Set-Cookie', ['a=1', 'b=2; Path=/']).setHeader('X-Mixed', 'é').end('x');
  },
  headers: (response) => {
    const headers = [
      'X-A',
      '1',
      'x-b',
      '2',
      'x-a',
      '3',
      'keep-alive',
      'timeout=7',
      'proxy-authenticate',
      'x',
    ];
    response.writeHead(418, 'Short and stout', headers.slice(0, 6)).end('tea');
  },
  none: (response) => response.writeHead(204, { 'x-a': '1' }).end(),
  unmodified: (response) => response.writeHead(304, { etag: '"1"', 'content-length': '5' }).end(),
  closing: (response) => response.writeHead(503, { connection: 'close' }).end('closing'),
};

test('RequestForwarder returns replies as they were sent', async () => {
  await using servers = await ForwardingServers.start(({ url = '' }, response) => {
    (replies[url.slice(1)] ?? replies['empty']!)(response);
  });
  const names = Object.keys(replies);
  const requests = names
    .filter((name) => name !== 'closing')
    .flatMap((name) =>
      ['GET', 'HEAD', 'POST'].map((method) => `${method} /${name} HTTP/1.1\r\nhost: a\r\n\r\n`),
    );
  const [direct, forwarded] = await bothReplies(servers, ...requests, last.replace('last', 'closing'));
  assert.equal(direct!.split('HTTP/1.1 ').length, requests.length + 2);
  assert.match(direct!, /set-cookie: a=1\r\nset-cookie: b=2/i);
  assert.equal(forwarded, direct);
  for (const name of names) {
    const [old, oldForwarded] = await bothReplies(servers, `GET /${name} HTTP/1.0\r\n\r\n`);
    assert.equal(withoutLength(oldForwarded!), withoutLength(old!));
  }
  // The connection is closed although the client would keep it.
  const closing = await exchange(servers.port, 'GET /closing HTTP/1.1\r\nhost: a\r\n\r\n');
  assert.match(closing, /\r\nconnection: close\r\n[^]*closing/i);
});

test('RequestForwarder lets clients wait for 100 Continue', async () => {
  await using servers = await ForwardingServers.start(echo);
  for (const port of [servers.directPort, servers.port]) {
    const client = await RawClient.open(port);
    client.send('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n');
    await client.receives(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    client.send('ok');
    await client.receives(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK[^]*"body":"ok"/);
    client.socket.destroy();
  }
  const other = last.replace('GET', 'POST').replace('\r\n\r\n', '\r\nexpect: something\r\n\r\n');
  const [direct, forwarded] = await bothReplies(servers, other);
  assert.match(direct!, /^HTTP\/1\.1 417/);
  assert.equal(forwarded, direct);
});

/** Handlers under test take their next request and reply from here. */
class Requests {
  readonly pending: [IncomingMessage, ServerResponse][] = [];

  readonly handle: Handle = (request, response) => {
    request.on('error', () => undefined);
    this.pending.push([request, response]);
  };

  async next(): Promise<[IncomingMessage, ServerResponse]> {
    await until('no request arrives', () => this.pending.length > 0, 2);
    return this.pending.shift()!;
  }
}

const upload = 'POST /upload HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\nbegin';

test('RequestForwarder disconnects from the state thread when the client leaves', async () => {
  const requests = new Requests();
  await using servers = await ForwardingServers.start(requests.handle);
  const begin = async (text: string): Promise<[RawClient, IncomingMessage, ServerResponse]> => {
    const client = await RawClient.open(servers.port);
    client.send(text);
    return [client, ...(await requests.next())];
  };
  // While the handler works, while it sends a reply, and while it reads a body.
  const [waiting, , reply] = await begin('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  waiting.socket.destroy();
  await closed(reply);
  const [reading, , sending] = await begin('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  sending.write('begin');
  await reading.receives(/begin/);
  reading.socket.destroy();
  await closed(sending);
  const [uploading, body] = await begin(upload);
  body.once('data', () => uploading.socket.destroy());
  await closed(body);
  assert.equal(body.complete, false);
  // The reply is complete, and the body is not.
  const [replied, rest, early] = await begin(upload);
  early.end('early');
  await replied.receives(/early/);
  replied.socket.destroy();
  await closed(rest.socket);
  // As without forwarding, a client that closes its half of a connection gets no reply.
  const [half, , halfReply] = await begin('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  half.socket.end();
  await Promise.all([half.closed(), closed(halfReply)]);
});

test('RequestForwarder disconnects the client when the state thread destroys its connection', async () => {
  const requests = new Requests();
  await using servers = await ForwardingServers.start(requests.handle);
  for (const text of ['GET / HTTP/1.1\r\nhost: a\r\n\r\n', upload]) {
    for (const begin of [null, {}, { 'content-length': '100' }]) {
      const client = await RawClient.open(servers.port);
      client.send(text);
      const [request, response] = await requests.next();
      if (begin !== null) {
        response.writeHead(200, begin).write('begin');
        await client.receives(/begin/);
      }
      request.socket.destroy();
      await client.closed();
      // No end of the reply.
      if (begin === null) assert.equal(client.received, '');
      else assert.match(client.received, /begin(?:\r\n)?$/);
    }
  }
  // After the reply, while the client still sends its body.
  const client = await RawClient.open(servers.port);
  client.send(upload);
  const [request, response] = await requests.next();
  response.end('early');
  await client.receives(/early/);
  request.destroy();
  await client.closed();
});

test('RequestForwarder replies 503 while the state thread does not listen', async () => {
  await using servers = await ForwardingServers.start(echo);
  const body = '\r\nx-request-id: my-id\r\ncontent-length: 2\r\n\r\nab';
  const requests = [last.replace('\r\nconnection: close', ''), last.replace('\r\n\r\n', body)];
  servers.internal.close();
  const reply = await exchange(servers.port, ...requests);
  assert.equal(reply.split('HTTP/1.1 503 Service Unavailable').length, 3);
  assert.match(reply, /retry-after: 5\r\ncontent-type: application\/problem\+json; charset=utf-8/);
  assert.match(reply, /x-request-id: my-id\r\n[^]*"code":"stopping","requestId":"my-id"/);
});

test('RequestForwarder waits where the state thread has too many new connections to accept', async () => {
  await using servers = await ForwardingServers.start(echo, 1);
  const all = await Promise.all(Array.from({ length: 100 }, () => exchange(servers.port, last)));
  for (const reply of all) assert.match(reply, /^HTTP\/1\.1 200/);
});

test('RequestForwarder keeps the connections of a request whose body is not needed', async () => {
  await using servers = await ForwardingServers.start((request, response) => {
    response.end(`reply ${request.url}`);
  });
  let connections = 0;
  servers.internal.on('connection', () => connections++);
  const bytes = 5_000_000;
  const client = await RawClient.open(servers.port);
  for (let i = 0; i < 6; i++) {
    client.send(`POST /${i} HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n`);
    await client.receives(new RegExp(`reply /${i}$`));
    client.send('x'.repeat(bytes));
  }
  client.send(last);
  await client.closed();
  assert.match(client.received, /reply \/last$/);
  // A request may begin before the previous one is free.
  assert.ok(connections <= 2, `${connections} connections`);
});

/** Waits until a count no longer grows. */
async function settled(count: () => number): Promise<number> {
  let before = -1;
  while (before !== count()) {
    before = count();
    await sleep(200);
  }
  return before;
}

test('RequestForwarder buffers little of large bodies and replies', async () => {
  const requests = new Requests();
  await using servers = await ForwardingServers.start(requests.handle);
  const bytes = 20_000_000;
  const bufferedMax = 2_000_000;
  const client = await RawClient.open(servers.port);
  client.socket.pause();
  client.send(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`);
  const [request, response] = await requests.next();
  const outer = servers.clients[0]!;
  const read = await settled(() => outer.bytesRead);
  assert.ok(read < bufferedMax, `${read} bytes of an unread body were read`);
  let received = 0;
  for await (const chunk of request) received += (chunk as Buffer).length;
  assert.equal(received, bytes);
  let written = 0;
  const write = (): void => {
    while (written < bytes) {
      written += 50_000;
      if (!response.write(Buffer.alloc(50_000, 'y'))) return;
    }
    response.end();
  };
  response.on('drain', write);
  write();
  await settled(() => written);
  // The client's kernel buffers take some megabytes.
  const buffered = written - (outer.bytesWritten - outer.writableLength);
  assert.ok(written < bytes, 'an unread reply was sent');
  assert.ok(buffered < bufferedMax, `${buffered} bytes of an unread reply are buffered`);
  client.socket.resume();
  await client.receives(/\r\n0\r\n\r\n$/);
  assert.equal(client.received.match(/y/g)!.length, bytes);
  client.socket.destroy();
});
