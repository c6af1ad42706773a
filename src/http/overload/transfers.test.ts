import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { heapBytes } from '../../../test/support/heap-bytes.ts';
import { until } from '../../../test/support/until.ts';
import { limits } from '../../ports/limits.ts';
import { VitrineError } from '../../ports/errors.ts';
import { ByteBudget } from './byte-budget.ts';
import type { Client } from '../access/client.ts';
import { Transfers } from './transfers.ts';

describe('Transfers', async () => {
  let now = 0;
  const budget = new ByteBudget();
  const drainBytesMax = 10_000_000;
  const transfers = new Transfers(budget, () => now, drainBytesMax);
  const client: Client = { key: 'key', visitor: 'one', connection: '1', isPublic: true };
  const app = fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  /** Number of reads of rejected bodies. */
  let reads = 0;
  app.setErrorHandler((error, request, reply) => {
    const { raw } = request;
    const read = raw.read.bind(raw);
    raw.read = (size) => {
      reads++;
      return read(size) as unknown;
    };
    transfers.drain(raw);
    return reply.code(error instanceof VitrineError ? error.status : 500).send(String(error));
  });
  app.post('/body', async (request, reply) => {
    const bytes = await transfers.readBody(request, reply, client, 1_000_000);
    return reply.send(`read ${bytes.length}`);
  });
  /** The result of a request to /left, whose client disconnects before the handler continues. */
  let outcome = Promise.withResolvers<unknown>();
  app.post<{ Querystring: { step: 'read' | 'send' } }>('/left', async (request, reply) => {
    request.raw.socket.destroy();
    await once(reply.raw, 'close');
    try {
      if (request.query.step === 'read') await transfers.readBody(request, reply, client, 1_000_000);
      else transfers.countReply(reply, client, 1_000_000);
      outcome.resolve(null);
    } catch (error) {
      outcome.resolve(error);
    }
    return reply.send();
  });
  app.get('/small', (request, reply) => {
    transfers.drain(request.raw);
    return reply.send('small');
  });
  app.get('/large', (_request, reply) => {
    const body = Buffer.alloc(20_000_000);
    transfers.countReply(reply, client, body.length);
    return reply.send(body);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  after(async () => {
    transfers[Symbol.dispose]();
    await app.close();
  });

  interface Half {
    readonly socket: Socket;
    readonly reply: () => string;
    /** Waits until the reply matches. */
    readonly answers: (pattern: RegExp) => Promise<void>;
  }

  /** Sends the beginning of a request, and waits until its bytes are counted. */
  const begin = async (text: string, counted = 0): Promise<Half> => {
    const socket = connect(port, '127.0.0.1');
    let reply = '';
    socket.on('error', () => undefined);
    socket.setEncoding('latin1').on('data', (data: string) => (reply += data));
    await once(socket, 'connect');
    const before = budget.bytes;
    socket.write(text);
    await until(`${counted} bytes were not counted`, () => budget.bytes >= before + counted);
    const answers = (pattern: RegExp): Promise<void> =>
      until(`no reply like ${pattern}: ${reply.slice(0, 300)}`, () => pattern.test(reply));
    return { socket, reply: () => reply, answers };
  };
  const closed = (socket: Socket): Promise<void> =>
    new Promise((resolve) => socket.once('close', () => resolve()));
  const head = (bytes: number): string =>
    `POST /body HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n`;
  const chunkedHead = 'POST /body HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
  const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
  const allGivenBack = (): Promise<void> => until('bytes are still counted', () => budget.bytes === 0);

  test('readBody() aborts only a body below the minimum speed', async () => {
    const { transferBytesPerSecondMin: speed } = limits;
    now = 0;
    const slow = await begin(`${head(900_000)}${'x'.repeat(20_000)}`, 3_000);
    const fast = await begin(`${head(900_000)}${'x'.repeat(speed * 10)}`, speed * 9);
    now = 14_999;
    transfers.endSlowTransfers();
    now = 24_999;
    transfers.endSlowTransfers();
    await slow.answers(/^HTTP\/1\.1 408[^]*connection: close/);
    assert.equal(fast.reply(), '');
    fast.socket.write('x'.repeat(900_000 - speed * 10));
    await fast.answers(/read 900000/);
    fast.socket.destroy();
    await allGivenBack();
  });

  test('readBody() aborts a body that exceeds the maximum time', async () => {
    now = 0;
    const late = await begin(`${chunkedHead}${chunk(900_000)}`, 850_000);
    now = 14_000;
    transfers.endSlowTransfers();
    assert.equal(late.reply(), '');
    now = limits.bodySecondsMax * 1_000 + 1;
    transfers.endSlowTransfers();
    await late.answers(/^HTTP\/1\.1 408/);
    await allGivenBack();
  });

  test('readBody() rejects announced or sent bytes beyond its limit, and incomplete bodies', async () => {
    await (await begin(head(1_000_001))).answers(/^HTTP\/1\.1 413/);
    await (await begin(`${chunkedHead}${chunk(1_000_001)}`)).answers(/^HTTP\/1\.1 413/);
    const cut = await begin(`${head(100)}x`);
    cut.socket.end();
    await cut.answers(/^HTTP\/1\.1 400/);
    await allGivenBack();
  });

  test('readBody() releases its counted bytes when the connection closes', async () => {
    const open = await begin(`${head(900_000)}${'x'.repeat(500_000)}`, 480_000);
    open.socket.destroy();
    await allGivenBack();
  });

  test('readBody() reads a small body while chunks of large ones wait for their turn', async () => {
    const bodyOf = (bytes: number): [FastifyRequest, FastifyReply] => [
      {
        body: Readable.from([Buffer.alloc(bytes)]),
        headers: {},
      } as unknown as FastifyRequest,
      { raw: new EventEmitter() } as unknown as FastifyReply,
    ];
    const order: string[] = [];
    const read = async (name: string, bytes: number): Promise<void> => {
      const [request, reply] = bodyOf(bytes);
      await transfers.readBody(request, reply, client, 10_000_000);
      order.push(name);
      reply.raw.emit('close');
    };
    await Promise.all([...Array.from({ length: 20 }, () => read('large', 1_000_000)), read('small', 16_000)]);
    assert.ok(order.indexOf('small') <= 4, order.join());
  });

  test('streamBody() keeps no chunk that was read', async () => {
    const body = Readable.from(
      Array(1_000)
        .keys()
        .map(() => Buffer.alloc(100)),
    );
    const request = { body, headers: {} } as unknown as FastifyRequest;
    const reply = { raw: new EventEmitter() } as unknown as FastifyReply;
    const chunks: WeakRef<Buffer>[] = [];
    for await (const chunk of transfers.streamBody(request, reply, client, 1_000_000)) {
      chunks.push(new WeakRef(chunk));
      if (chunks.length < 900) continue;
      await nextTurn();
      heapBytes();
      const kept = chunks.filter((one) => one.deref() !== undefined).length;
      assert.ok(kept <= 10, `${kept} of ${chunks.length} chunks are kept`);
      break;
    }
    reply.raw.emit('close');
    assert.equal(budget.bytes, 0);
  });

  test('drain() skips a rejected body at a limited rate, and the connection stays open', async () => {
    const bytes = 8_000_000;
    const refused = await begin(
      `${head(bytes)}${'x'.repeat(bytes)}POST /body HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\nok`,
    );
    await refused.answers(/^HTTP\/1\.1 413[^]*read 2$/);
    refused.socket.destroy();
    await allGivenBack();
  });

  test('drain() closes a connection whose rejected body does not end', async () => {
    now = 0;
    const endless = await begin(head(2_000_000));
    await endless.answers(/^HTTP\/1\.1 413/);
    const ended = closed(endless.socket);
    now = 60_000;
    transfers.endSlowTransfers();
    assert.equal(endless.socket.destroyed, false);
    now = 60_001;
    transfers.endSlowTransfers();
    await ended;
  });

  test('drain() closes a connection whose rejected body has too many bytes', async () => {
    const endless = await begin(`${head(1e12)}${'x'.repeat(drainBytesMax - 2_000_000)}`);
    await endless.answers(/^HTTP\/1\.1 413/);
    const ended = closed(endless.socket);
    assert.equal(endless.socket.destroyed, false);
    endless.socket.write('x'.repeat(2_000_001));
    await ended;
  });

  test('drain() reads a rejected body only if bytes of it have arrived', async () => {
    reads = 0;
    const idle = await begin(head(2_000_000));
    await idle.answers(/^HTTP\/1\.1 413/);
    await sleep(100);
    assert.ok(reads <= 4, `${reads} reads`);
    idle.socket.destroy();
  });

  test('drain() limits the unread body of a request that was replied to', async () => {
    const endless = await begin(`${head(1e12).replace('POST /body', 'GET /small')}${'x'.repeat(100_000)}`);
    await endless.answers(/^HTTP\/1\.1 200/);
    const ended = closed(endless.socket);
    endless.socket.write('x'.repeat(drainBytesMax));
    await ended;
  });

  test('send() and readBody() count no bytes for a disconnected client', async () => {
    for (const [step, code] of [
      ['send', undefined],
      ['read', 'body_incomplete'],
    ] as const) {
      outcome = Promise.withResolvers();
      const body = 'x'.repeat(30_000);
      await begin(`POST /left?step=${step} HTTP/1.1\r\nhost: a\r\ncontent-length: 30000\r\n\r\n${body}`);
      assert.equal(((await outcome.promise) as VitrineError | null)?.code, code);
      assert.equal(budget.bytes, 0);
    }
  });

  test('send() aborts a reply that is not read in time', async () => {
    now = 0;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
    await until('the reply is not on its way', () => budget.bytes > 19_000_000);
    now = 15_000 + (1_000 * 20_000_000) / limits.transferBytesPerSecondMin - 1;
    transfers.endSlowTransfers();
    assert.ok(budget.bytes > 19_000_000);
    now += 2;
    transfers.endSlowTransfers();
    await allGivenBack();
    socket.destroy();
  });
});
