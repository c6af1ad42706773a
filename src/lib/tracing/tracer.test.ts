import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { exportOutcomes } from './export-counters.ts';
import { isSampled } from './sampler.ts';
import { startSpan, getCurrentTrace, getCurrentTraceHeaders, runInLinkedTask, inSpan } from './span.ts';
import { openTracer, type Tracer } from './tracer.ts';
import type { TracingConfig } from './tracing-config.ts';

interface Sent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status?: { readonly code: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly links?: readonly { readonly traceId: string }[];
}

interface Receiver {
  readonly url: string;
  readonly batches: Sent[][];
  readonly requests: IncomingHttpHeaders[];
  /** Statuses of the next replies; then 200. Null: no reply. `closed`: the connection is closed. */
  readonly statuses: (number | 'closed' | null)[];
  body: string;
}

async function receiver(t: TestContext): Promise<Receiver> {
  const server = createServer((request, response) => {
    void (async () => {
      const status = received.statuses.shift();
      received.requests.push(request.headers);
      const isGzip = request.headers['content-encoding'] === 'gzip';
      const chunks: Buffer[] = [];
      if (isGzip) for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const json = isGzip ? gunzipSync(Buffer.concat(chunks)).toString() : await text(request);
      if (status === null) return;
      if (status === 'closed') return void request.socket.destroy();
      const { resourceSpans } = JSON.parse(json) as {
        resourceSpans: { scopeSpans: { spans: Sent[] }[] }[];
      };
      if (status === undefined) received.batches.push(resourceSpans[0]!.scopeSpans[0]!.spans);
      response.writeHead(status ?? 200).end(received.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const received: Receiver = {
    url: `http://127.0.0.1:${port}/v1/traces`,
    batches: [],
    requests: [],
    statuses: [],
    body: '{}',
  };
  return received;
}

interface Opened {
  readonly tracer: Tracer;
  readonly problems: string[];
  readonly counts: () => number[];
}

function opened(
  url: string,
  {
    batch,
    ...more
  }: Partial<Omit<TracingConfig, 'batch'>> & { batch?: Partial<TracingConfig['batch']> } = {},
): Opened {
  const problems: string[] = [];
  const config: TracingConfig = {
    url,
    headers: {},
    timeoutMs: 10_000,
    isCompressed: false,
    ca: null,
    sampler: { isParentBased: true, ratio: 1 },
    resource: { 'service.name': 'test' },
    ...more,
    batch: { queueMax: 100, spansMax: 50, delayMs: 60_000, timeoutMs: 30_000, ...batch },
  };
  const logger = { warn: ({ detail }: { detail?: string }) => void problems.push(detail ?? '') };
  const tracer = openTracer(config, { version: '1', logger })!;
  return { tracer, problems, counts: () => exportOutcomes.map((one) => tracer.counters.of(one)) };
}

const nothing = (): Promise<void> => Promise.resolve();

void test('spans below a request have its trace, also after waiting; a failure is one of the service', async (t) => {
  const received = await receiver(t);
  const { tracer, counts } = opened(received.url, { isCompressed: true });
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), flags: 1, state: 'k=v' };
  const request = tracer.start('GET /', parent, { kind: 'server' });
  await request.run(async () => {
    await inSpan('outer', async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      await inSpan('inner', async (span) => {
        assert.equal(
          getCurrentTraceHeaders()['traceparent'],
          `00-${parent.traceId}-${span!.context.spanId}-01`,
        );
        assert.equal(getCurrentTraceHeaders()['tracestate'], 'k=v');
        return nothing();
      });
    });
    const refusal = Object.assign(new Error('geheim'), { status: 404, code: 'item_not_found' });
    await assert.rejects(inSpan('refused', () => Promise.reject(refusal)));
    const failure = Object.assign(new Error('geheim'), { status: 503, code: 'storage_failed' });
    await assert.rejects(inSpan('failed', () => Promise.reject(failure)));
  });
  request.end();
  // What the request did not wait for is not its own.
  request.run(() => {
    assert.equal(startSpan('late'), null);
    assert.equal(getCurrentTrace(), null);
  });
  assert.equal(startSpan('outside'), null);
  await tracer.close();
  const spans = received.batches.flat();
  assert.deepEqual(
    spans.map(({ name }) => name),
    ['inner', 'outer', 'refused', 'failed', 'GET /'],
  );
  const [inner, outer, refused, failed, server] = spans;
  assert.equal(inner!.parentSpanId, outer!.spanId);
  assert.equal(outer!.parentSpanId, server!.spanId);
  assert.equal(server!.parentSpanId, parent.spanId);
  assert.equal(refused!.status, undefined);
  assert.deepEqual(failed!.status, { code: 2 });
  assert.deepEqual(failed!.attributes.at(-1), {
    key: 'error.type',
    value: { stringValue: 'storage_failed' },
  });
  assert.ok(!JSON.stringify(spans).includes('geheim'));
  assert.deepEqual(counts(), [5, 0, 0]);
});

void test('a task that a request starts has a trace of its own, with a link to it', async (t) => {
  const received = await receiver(t);
  const { tracer } = opened(received.url);
  const request = tracer.start('PUT /', null, { kind: 'server' });
  await request.run(() => runInLinkedTask('rebuild', () => inSpan('step', nothing)));
  await request.run(() => tracer.background('feed', nothing));
  request.end();
  await tracer.background('scheduled', nothing);
  await tracer.resume(request.context, () => inSpan('elsewhere', nothing));
  await tracer.close();
  const spans = Object.fromEntries(received.batches.flat().map((span) => [span.name, span]));
  const { traceId } = request.context;
  for (const name of ['rebuild', 'feed']) {
    assert.notEqual(spans[name]!.traceId, traceId);
    assert.deepEqual(
      spans[name]!.links?.map((link) => link.traceId),
      [traceId],
    );
  }
  assert.equal(spans['step']!.traceId, spans['rebuild']!.traceId);
  assert.equal(spans['scheduled']!.links, undefined);
  assert.equal(spans['elsewhere']!.traceId, traceId);
  assert.equal(spans['elsewhere']!.parentSpanId, request.context.spanId);
});

void test('isSampled() follows the caller where it is asked to, and else records the ratio of traces, the same everywhere', () => {
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), flags: 0, state: '' };
  assert.equal(isSampled({ isParentBased: true, ratio: 1 }, parent.traceId, parent), false);
  assert.equal(isSampled({ isParentBased: true, ratio: 0 }, parent.traceId, { ...parent, flags: 1 }), true);
  assert.equal(isSampled({ isParentBased: false, ratio: 1 }, parent.traceId, parent), true);
  const low = `${'f'.repeat(18)}${'0'.repeat(14)}`;
  const quarter = `${'0'.repeat(18)}c${'0'.repeat(13)}`;
  const sampled = (ratio: number, traceId: string): boolean =>
    isSampled({ isParentBased: true, ratio }, traceId, null);
  assert.deepEqual([sampled(0, 'f'.repeat(32)), sampled(1, low), sampled(0.99, low)], [false, true, false]);
  assert.deepEqual([sampled(0.25, quarter), sampled(0.24, quarter)], [true, false]);
});

void test('a trace that is not recorded is passed on as such', async (t) => {
  const received = await receiver(t);
  const { tracer, counts } = opened(received.url, { sampler: { isParentBased: true, ratio: 0 } });
  const request = tracer.start('GET /', null, { kind: 'server' });
  request.run(() => {
    assert.equal(startSpan('child'), null);
    assert.match(
      getCurrentTraceHeaders()['traceparent']!,
      new RegExp(`^00-${request.context.traceId}-[0-9a-f]{16}-00$`),
    );
  });
  request.end();
  await tracer.close();
  assert.deepEqual([request.span, received.requests, counts()], [null, [], [0, 0, 0]]);
});

void test('a full queue, and a trace with too many spans, drop and count what is more', async (t) => {
  const received = await receiver(t);
  const { tracer, counts } = opened(received.url, { batch: { queueMax: 3, spansMax: 3, delayMs: 60_000 } });
  received.statuses.push(null);
  // Three are being sent, and stay so; three wait.
  for (let i = 0; i < 6; i++) await tracer.background('task', nothing);
  assert.deepEqual(counts(), [0, 0, 0]);
  await tracer.background('task', nothing);
  assert.deepEqual(counts(), [0, 1, 0]);
  const large = opened(received.url, { batch: { queueMax: 10_000, spansMax: 10_000 } });
  await large.tracer.background('task', async () => {
    for (let i = 0; i < 1_000; i++) await inSpan('step', nothing);
    assert.deepEqual(large.counts(), [0, 0, 0]);
    await inSpan('step', nothing);
  });
  await large.tracer.close();
  assert.deepEqual(large.counts(), [1_001, 1, 0]);
});

void test('an export is repeated where the receiver asks for it, and else lost with one line of the log', async (t) => {
  const received = await receiver(t);
  const retried = opened(received.url, { headers: { 'x-key': 'geheim' } });
  received.statuses.push(503);
  await retried.tracer.background('task', nothing);
  await retried.tracer.close();
  assert.deepEqual([retried.counts(), retried.problems], [[1, 0, 0], []]);
  assert.equal(received.requests[1]?.['x-key'], 'geheim');
  const refused = opened(received.url, { batch: { spansMax: 1 } });
  received.statuses.push(400, 400);
  for (let i = 0; i < 2; i++) await refused.tracer.background('task', nothing);
  await refused.tracer.close();
  assert.deepEqual([refused.counts(), refused.problems], [[0, 0, 2], ['The receiver replied 400']]);
  const partly = opened(received.url);
  received.body = '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}';
  for (let i = 0; i < 2; i++) await partly.tracer.background('task', nothing);
  await partly.tracer.close();
  assert.deepEqual([partly.counts(), partly.problems], [[1, 0, 1], ['The receiver rejected 1 spans']]);
  const silent = opened(received.url, { timeoutMs: 30, batch: { timeoutMs: 60 } });
  received.statuses.push(null);
  await silent.tracer.background('task', nothing);
  await silent.tracer.close();
  assert.deepEqual(silent.counts(), [0, 0, 1]);
});

void test('close() tries once where the receiver is unreachable, at once also in the pause before a retry', async (t) => {
  const received = await receiver(t);
  const { tracer, counts } = opened(received.url, { batch: { spansMax: 1 } });
  received.statuses.push('closed', 'closed');
  const { host } = new URL(received.url);
  const failed = new Promise<void>((resolve) => {
    // Requests of earlier tests may still fail.
    subscribe('http.client.request.error', function noticed(message, name) {
      const { request } = message as { request: ClientRequest };
      if (request.getHeader('host') !== host) return;
      unsubscribe(name, noticed);
      resolve();
    });
  });
  await tracer.background('task', nothing);
  await failed;
  await new Promise((resolve) => setImmediate(resolve));
  await tracer.background('task', nothing);
  await tracer.close();
  assert.deepEqual([received.requests.length, counts()], [3, [1, 0, 1]]);
});
