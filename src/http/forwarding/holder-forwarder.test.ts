import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import type { Member, ProjectAllocation } from '../../ports/cluster/project-allocation.ts';
import { openTracer, type Tracer } from '../../lib/tracing/tracer.ts';
import type { TracingConfig } from '../../lib/tracing/tracing-config.ts';
import type { Operation } from '../operation.ts';
import { ReceivedBody } from '../requests/request-body.ts';
import { traceRequests } from '../requests/request-trace.ts';
import { MemberRequests } from './member-requests.ts';
import { HolderForwarder, type ForwardOutcome } from './holder-forwarder.ts';

const own: Member = { id: 'own', address: 'http://127.0.0.1:1', secret: 'own', state: 'ready' };
const read = { method: 'GET', access: { kind: 'public' } } as unknown as Operation;
const write = { method: 'POST', access: { kind: 'public' } } as unknown as Operation;

/** Other processes with the holders of every project, and a process that forwards requests to them. */
class Processes implements AsyncDisposable {
  readonly #servers: Server[] = [];
  readonly members: Member[] = [];
  readonly outcomes: ForwardOutcome[] = [];
  /** Sizes of the replies that were counted. */
  readonly sent: number[] = [];
  readonly holderForwarder: HolderForwarder;
  #changed: () => void = () => undefined;
  url = '';
  readonly #app = fastify();

  constructor(tracer: Tracer | null = null) {
    traceRequests(this.#app, tracer);
    const allocation: ProjectAllocation = {
      thisMember: own,
      members: this.members,
      listHolders: () => this.members,
      keepsOpen: () => false,
      isLeader: () => false,
      onChange: (listener) => void (this.#changed = listener),
    };
    this.holderForwarder = new HolderForwarder({
      allocation,
      isOpen: () => false,
      observe: (outcome) => this.outcomes.push(outcome),
      transfers: { countReply: (_reply, _client, bytes) => void this.sent.push(bytes) },
    });
  }

  async add(handle: RequestListener): Promise<Member> {
    const server = createServer(handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#servers.push(server);
    return this.#member((server.address() as AddressInfo).port);
  }

  /** A process that has ended. */
  addEnded(): Member {
    return this.#member(1);
  }

  /** A member is dead. */
  remove(member: Member): void {
    this.members.splice(this.members.indexOf(member), 1);
    this.#changed();
  }

  /** `isStreamed`: bodies are forwarded while they arrive. */
  async listen(operation: Operation, isStreamed = false): Promise<void> {
    const { holderForwarder } = this;
    for (const name of ['apiKey', 'client', 'received'] as const) this.#app.decorateRequest(name, null);
    this.#app.removeAllContentTypeParsers();
    if (isStreamed) this.#app.addContentTypeParser('*', (_request, _body, done) => done(null, null));
    else
      this.#app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    this.#app.all('/*', async (request, reply) => {
      const bytes = (request.body as Buffer | undefined) ?? null;
      request.operation = operation;
      if (bytes !== null) request.received = new ReceivedBody(bytes, request, operation.records ?? null);
      assert.equal(holderForwarder.isElsewhere(request.raw, 'shop'), true);
      if (await holderForwarder.forward(request, reply, 'shop')) return reply;
      assert.equal(
        holderForwarder.isElsewhere(request.raw, 'shop'),
        false,
        'it is answered here from now on',
      );
      return reply.send('here');
    });
    this.#app.setErrorHandler((error, _request, reply) =>
      reply.code(503).send(error instanceof VitrineError ? error.code : String(error)),
    );
    this.url = await this.#app.listen({ host: '127.0.0.1', port: 0 });
  }

  async ask(init: RequestInit = {}): Promise<string> {
    const answer = await fetch(`${this.url}/path?q=1`, init);
    return `${answer.status} ${await answer.text()}`;
  }

  #member(port: number): Member {
    const no = this.members.length;
    const member = {
      id: `m${no}`,
      address: `http://127.0.0.1:${port}`,
      secret: `s${no}`,
      state: 'ready',
    } as const;
    this.members.push(member);
    return member;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.holderForwarder[Symbol.dispose]();
    await this.#app.close();
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

const headers = { 'x-request-id': 'id' };
const answers =
  (text: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, headers).end(text);
/** Ends without a reply to the request, which it may have handled. */
const ends: RequestListener = (request) => request.resume().once('end', () => request.socket.destroy());

test('HolderForwarder forwards a request as it was sent, with the address of the client', async () => {
  await using processes = new Processes();
  const arrivals = new MemberRequests(() => 's0');
  await processes.add((request, response) => {
    const arrival = arrivals.recordArrival(request);
    const { remoteAddress } = request.socket;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const seen = [
        arrival,
        arrivals.has(request),
        remoteAddress,
        request.method,
        request.url,
        request.headers['x-api-key'],
        body,
      ];
      response.writeHead(207, { ...headers, 'x-of-its-own': 'yes' }).end(JSON.stringify(seen));
    });
  });
  await processes.listen(write);
  const claimed = { 'x-api-key': 'k', 'x-vitrine-peer': 'someone else' };
  const answer = await fetch(`${processes.url}/path?q=1`, { method: 'POST', headers: claimed, body: 'text' });
  assert.equal(answer.status, 207);
  assert.equal(answer.headers.get('x-of-its-own'), 'yes');
  assert.deepEqual(await answer.json(), ['forwarded', true, '127.0.0.1', 'POST', '/path?q=1', 'k', 'text']);
  assert.deepEqual(processes.outcomes, ['answered']);
});

test('HolderForwarder forwards a request of HTTP/1.0, which has no host', async () => {
  await using processes = new Processes();
  await processes.add(answers('handled'));
  await processes.listen(read);
  const socket = connect(Number(new URL(processes.url).port), '127.0.0.1');
  socket.write('GET /path HTTP/1.0\r\n\r\n');
  assert.match(await readText(socket), /handled$/);
  assert.deepEqual(processes.outcomes, ['answered']);
});

test('HolderForwarder asks the next holder where one cannot be reached, is closing or is another process', async () => {
  await using processes = new Processes();
  processes.addEnded();
  await processes.add((_request, response) => response.writeHead(503).end());
  await processes.add((_request, response) => response.writeHead(421).end());
  await processes.add(answers('handled'));
  await processes.listen(write);
  for (let i = 0; i < 3; i++)
    assert.equal(await processes.ask({ method: 'POST', body: 'text' }), '200 handled');
  assert.deepEqual(processes.sent, [7, 7, 7]);
});

test('HolderForwarder refuses a streamed body of which a holder that did not handle it has read a part', async () => {
  await using processes = new Processes();
  const bodies: string[] = [];
  const refusing = Promise.withResolvers<void>();
  await processes.add((request, response) =>
    request.once('data', () => (response.writeHead(503).end(), refusing.resolve())),
  );
  await processes.add((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => (bodies.push(body), response.writeHead(200, headers).end('handled')));
  });
  await processes.listen(write, true);
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('first\n');
    await refusing.promise;
    await sleep(50);
    yield Buffer.from('second\n');
  };
  const asked = processes.ask({ method: 'POST', body: lines(), duplex: 'half' } as RequestInit);
  assert.equal(await asked, '503 stopping');
  assert.deepEqual(bodies, [], 'no process gets the rest as if it were all');
  assert.deepEqual(processes.outcomes, ['unhandled']);
});

test('HolderForwarder leaves a request to this process where no holder can be reached', async () => {
  await using processes = new Processes();
  processes.addEnded();
  processes.addEnded();
  await processes.listen(write);
  assert.equal(await processes.ask({ method: 'POST', body: 'text' }), '200 here');
  assert.deepEqual(processes.outcomes, ['here']);
});

test('HolderForwarder repeats a read without a complete reply', async () => {
  await using processes = new Processes();
  await processes.add(ends);
  await processes.add((request, response) => {
    response.writeHead(200, { ...headers, 'content-length': '100' }).write('half');
    setTimeout(() => request.socket.destroy(), 20);
  });
  await processes.add(answers('whole'));
  await processes.listen(read);
  // Reads begin at different holders.
  for (let i = 0; i < 3; i++) assert.equal(await processes.ask(), '200 whole');
  assert.ok(processes.outcomes.includes('repeated'));
});

test('HolderForwarder says that the outcome of a write is unknown, and repeats it only where that is safe', async () => {
  await using processes = new Processes();
  await processes.add(ends);
  let handled = 0;
  await processes.add((_request, response) => (handled++, response.writeHead(200, headers).end('second')));
  const isRepeatable: Operation['isRepeatable'] = ({ records }) => records?.records[0]?.value === 'safe';
  await processes.listen({ ...write, isRepeatable, records: { member: 'data', countMax: 10 } });
  const send = (body: string): Promise<string> =>
    processes.ask({ method: 'POST', body, headers: { 'content-type': 'application/json' } });
  assert.equal(await send('{"data":["unsafe"]}'), '503 outcome_unknown');
  assert.equal(await send('{"data":["safe"'), '503 outcome_unknown', 'it is not JSON');
  assert.equal(handled, 0);
  assert.equal(await send('{"data":["safe"]}'), '200 second');
  assert.equal(await processes.ask({ method: 'POST' }), '503 outcome_unknown');
  assert.deepEqual(processes.outcomes, ['unknown', 'unknown', 'repeated', 'unknown']);
});

test('HolderForwarder ends requests to a member that is dead, as a lost machine ends no connection', async () => {
  await using processes = new Processes();
  const arrived = Promise.withResolvers<void>();
  const lost = await processes.add(() => arrived.resolve());
  await processes.add(answers('second'));
  await processes.listen({ ...write, isRepeatable: () => true });
  const headers = { 'content-type': 'application/json' };
  const asked = processes.ask({ method: 'POST', body: '{}', headers });
  await arrived.promise;
  processes.remove(lost);
  assert.equal(await asked, '200 second');
});

test('HolderForwarder finds what one of the other processes has', async () => {
  await using processes = new Processes();
  await processes.add((_request, response) => response.writeHead(404, headers).end());
  await processes.add(answers('picture'));
  const app = fastify();
  for (const name of ['apiKey', 'client', 'received'] as const) app.decorateRequest(name, null);
  app.get('/media', async (request, reply) => {
    const outcome = await processes.holderForwarder.forwardToAny(request, reply);
    return outcome === 'answered' ? reply : reply.code(404).send(outcome);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (): Promise<string> => {
    const answer = await fetch(`${url}/media`);
    return `${answer.status} ${await answer.text()}`;
  };
  try {
    assert.equal(await ask(), '200 picture');
    processes.remove(processes.members[1]!);
    assert.equal(await ask(), '404 not_found');
    processes.addEnded();
    assert.equal(await ask(), '404 unreachable');
  } finally {
    await app.close();
  }
});

test('MemberRequests refuses what only claims to be forwarded', async () => {
  const arrivals = new MemberRequests(() => 'secret');
  const server = createServer((request, response) => {
    const arrival = arrivals.recordArrival(request);
    response.end(`${arrival} ${request.socket.remoteAddress}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (peer?: string): Promise<string> => {
    const answer = await fetch(url, peer === undefined ? {} : { headers: { 'x-vitrine-peer': peer } });
    return answer.text();
  };
  try {
    // Not the first header, which only other processes send.
    for (const peer of ['secret 10.0.0.9 1 c', 'other 10.0.0.9 1 c', ''])
      assert.equal(await ask(peer), 'refused 127.0.0.1');
    assert.equal(await ask(), 'direct 127.0.0.1');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('HolderForwarder passes the trace on, in a span for each attempt; without traces, as the client sent it', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const sent = { headers: { traceparent, tracestate: 'k=v' } };
  const traced = async (processes: Processes): Promise<string[]> => {
    const seen: string[] = [];
    processes.addEnded();
    await processes.add(({ rawHeaders }, response) => {
      for (const name of ['traceparent', 'tracestate'])
        seen.push(
          ...rawHeaders.filter((_value, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === name),
        );
      response.writeHead(200, headers).end('there');
    });
    await processes.listen(read);
    assert.equal(await processes.ask(sent), '200 there');
    return seen;
  };
  await using untraced = new Processes();
  assert.deepEqual(await traced(untraced), [traceparent, 'k=v']);
  let exported = '';
  const receiver = createServer((request, response) => {
    void readText(request).then((body) => {
      exported += body;
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const tracer = openTracer(tracingTo((receiver.address() as AddressInfo).port), {
    version: '1',
    logger: { warn: () => undefined },
  })!;
  await using processes = new Processes(tracer);
  const [parent = '', ...others] = await traced(processes);
  await tracer.close();
  receiver.close();
  assert.deepEqual(others, ['k=v']);
  const [, traceId, spanId] = parent.split('-');
  assert.equal(traceId, '0af7651916cd43dd8448eb211c80319c');
  const { resourceSpans } = JSON.parse(exported) as {
    resourceSpans: { scopeSpans: { spans: Record<'spanId' | 'parentSpanId' | 'name', string>[] }[] }[];
  };
  const [failed, answered, server] = resourceSpans[0]!.scopeSpans[0]!.spans;
  assert.deepEqual([failed!.name, answered!.name, server!.name], ['GET', 'GET', 'GET /*']);
  assert.equal(answered!.spanId, spanId);
  assert.equal(failed!.parentSpanId, server!.spanId);
  assert.equal(answered!.parentSpanId, server!.spanId);
  assert.equal(server!.parentSpanId, 'b7ad6b7169203331');
});

function tracingTo(port: number): TracingConfig {
  return {
    url: `http://127.0.0.1:${port}`,
    headers: {},
    timeoutMs: 1_000,
    isCompressed: false,
    ca: null,
    sampler: { isParentBased: true, ratio: 1 },
    resource: {},
    batch: { queueMax: 10, spansMax: 10, delayMs: 60_000, timeoutMs: 1_000 },
  };
}
