import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { item, RunningService } from '../support/service.ts';
import { TraceReceiver, type ReceivedSpan } from '../support/trace-receiver.ts';
import { until } from '../support/until.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

let service: RunningService;
let traces: TraceReceiver;
let webhooks: WebhookReceiver;
let key = '';
const caller = 'b7ad6b7169203331';
/** What a shopper types; no span has it. */
const typed = 'zimtstern';
let lastTrace = 0;

/** The headers of a caller that records a trace. */
function newTrace(flags = '01'): { traceId: string; headers: Record<string, string> } {
  const traceId = `0af7651916cd43dd8448eb21${String(++lastTrace).padStart(8, '0')}`;
  return {
    traceId,
    headers: { traceparent: `00-${traceId}-${caller}-${flags}`, tracestate: 'rojo=00f067aa0ba902b7' },
  };
}

async function spansOf(traceId: string, ...names: readonly string[]): Promise<Record<string, ReceivedSpan>> {
  const missing = (): string =>
    `Of ${names.join(', ')}: ${JSON.stringify(traces.of(traceId).map(({ name }) => name))}, ${String(traces.faults[0])}`;
  await until(missing, () => names.every((name) => traces.of(traceId).some((span) => span.name === name)));
  return Object.fromEntries(traces.of(traceId).map((span) => [span.name, span]));
}

before(async () => {
  traces = await TraceReceiver.open();
  webhooks = await WebhookReceiver.open();
  service = await RunningService.start({
    VITRINE_LOG_LEVEL: 'debug',
    VITRINE_IMAGE_MODEL: 'off',
    // The spans name the thread.
    VITRINE_THREADS: '1',
    VITRINE_WEBHOOK_HOSTS: webhooks.host,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${traces.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20geheim',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.version=mine',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  key = await service.project('shop');
  await service.ask('POST', '/api/items', {
    key,
    body: { index: 'shop', data: [item('a', { name: typed })] },
  });
  // The first searches are answered by the main thread, while the serving thread loads the project.
  const isServed = ({ name, attributes }: ReceivedSpan): boolean =>
    name === 'search text' && attributes['thread.name'] === 'serving-1';
  await until('The serving thread answers no search', async () => {
    await service.ask('GET', '/search/shop', { key });
    return traces.spans.some(isServed);
  });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await traces[Symbol.asyncDispose]();
  await webhooks[Symbol.asyncDispose]();
});

test('a search continues the trace of its caller, in a server span with what took time, and without what the shopper typed', async () => {
  const { traceId, headers } = newTrace();
  const found = await service.ask('GET', `/search/shop?q=${typed}&user=anna`, { key, headers });
  assert.equal(found.status, 200);
  const spans = await spansOf(traceId, 'GET /search/{project}', 'search text');
  const { ['GET /search/{project}']: request, ['search text']: search } = spans;
  assert.equal(request!.kind, 2);
  assert.equal(request!.parentSpanId, caller);
  assert.equal(request!.traceState, 'rojo=00f067aa0ba902b7');
  assert.equal(request!.flags, 0x301);
  const { 'user_agent.original': agent, 'vitrine.request_id': id, ...described } = request!.attributes;
  assert.deepEqual([agent, id], ['node', found.headers.get('x-request-id')]);
  const { port } = new URL(service.url);
  assert.deepEqual(described, {
    'thread.id': described['thread.id'],
    'thread.name': 'serving-1',
    'http.request.method': 'GET',
    'http.route': '/search/{project}',
    'http.response.status_code': '200',
    'url.path': '/search/shop',
    'url.query': 'REDACTED',
    'url.scheme': 'http',
    'server.address': '127.0.0.1',
    'server.port': port,
    'network.protocol.version': '1.1',
    'vitrine.operation': 'search',
    'vitrine.project': 'shop',
  });
  assert.equal(search!.parentSpanId, request!.spanId);
  assert.equal(search!.attributes['vitrine.search.total'], '1');
  assert.ok(BigInt(search!.startTimeUnixNano) >= BigInt(request!.startTimeUnixNano));
  assert.ok(BigInt(search!.endTimeUnixNano) <= BigInt(request!.endTimeUnixNano));
  assert.ok(Math.abs(Number(BigInt(request!.endTimeUnixNano) / 1_000_000n) - Date.now()) < 60_000);
  assert.ok(!JSON.stringify(traces.spans).includes(typed));
  assert.ok(!JSON.stringify(traces.spans).includes('anna'));
});

test('a trace follows a request through the threads of the process, as one server span', async () => {
  const list = newTrace();
  const body = { index: 'shop', user: 'anna' };
  const listed = await service.ask('POST', '/reco/popular', { key, body, headers: list.headers });
  assert.equal(listed.status, 200);
  const ofList = await spansOf(list.traceId, 'POST /reco/popular', 'forward call', 'build list');
  assert.equal(ofList['forward call']?.parentSpanId, ofList['POST /reco/popular']?.spanId);
  assert.equal(ofList['build list']?.parentSpanId, ofList['forward call']?.spanId);
  assert.equal(ofList['build list']?.attributes['thread.name'], 'main');
  // The serving thread forwards all of it.
  const write = newTrace();
  const data = [item('b')];
  const stored = await service.ask('POST', '/api/items', {
    key,
    body: { index: 'shop', data },
    headers: write.headers,
  });
  assert.equal(stored.status, 201);
  const ofWrite = await spansOf(write.traceId, 'POST /api/items', 'COMMIT');
  assert.equal(ofWrite['COMMIT']?.parentSpanId, ofWrite['POST /api/items']?.spanId);
  assert.equal(ofWrite['COMMIT']?.attributes['db.system.name'], 'sqlite');
  assert.equal(ofWrite['POST /api/items']?.parentSpanId, caller);
  assert.equal(traces.of(write.traceId).filter(({ kind }) => kind === 2).length, 1);
});

test('a webhook gets the trace of the request that sends it, and its path is no attribute', async () => {
  const settings = await service.signIn();
  const webhook = { id: 'hook', url: webhooks.url, alerts: ['import_failed'] };
  const path = '/api/projects/shop/webhooks/hook';
  await service.ask('PUT', path, { headers: settings, body: { webhook } });
  const { traceId, headers } = newTrace();
  const sent = await service.ask('POST', `${path}/test`, { headers: { ...settings, ...headers } });
  assert.equal(sent.status, 200);
  const { POST: client } = await spansOf(traceId, 'POST');
  assert.equal(client!.kind, 3);
  assert.equal(client!.attributes['http.response.status_code'], '204');
  assert.equal(client!.attributes['url.full'], `http://${webhooks.host}/REDACTED`);
  const received = webhooks.received.at(-1)!;
  assert.equal(received.headers['traceparent'], `00-${traceId}-${client!.spanId}-01`);
  assert.equal(received.headers['tracestate'], 'rojo=00f067aa0ba902b7');
});

test('errors and log lines have the trace id; spans leave out unknown paths and user ids, and probes get no span', async () => {
  const { traceId, headers } = newTrace();
  const missing = await service.ask('GET', `/nothing/${typed}`, { headers });
  assert.equal(missing.status, 404);
  assert.equal(missing.body['traceId'], traceId);
  const { GET: span } = await spansOf(traceId, 'GET');
  assert.equal(span!.attributes['url.path'], '/REDACTED');
  assert.equal(span!.attributes['http.route'], undefined);
  assert.equal(span!.status, undefined);
  await until('No log line', () =>
    service.output.includes(`"trace_id":"${traceId}","span_id":"${span!.spanId}"`),
  );
  const probe = newTrace();
  await service.ask('GET', '/health', { headers: probe.headers });
  // Either thread exports in order: spans of the probe would arrive before these.
  const later = newTrace();
  await service.ask('GET', '/search/shop', { key, headers: later.headers });
  await spansOf(later.traceId, 'search text');
  const person = newTrace();
  await service.ask('DELETE', '/api/users/anna', { key, headers: person.headers });
  const { 'DELETE /api/users/{user}': erased } = await spansOf(person.traceId, 'DELETE /api/users/{user}');
  assert.equal(erased!.attributes['url.path'], '/api/users/{user}');
  // Paths of Algolia's clients with a key, one of which has no counterpart.
  for (const [method, path, route] of [
    ['GET', `/1/keys/${key}`, '/1/keys/{key}'],
    ['POST', `/1/keys/${key}/restore`, '/1/*'],
  ] as const) {
    const secret = newTrace();
    await service.ask(method, `${path}?x-algolia-api-key=${key}`, { headers: secret.headers });
    const { [`${method} ${route}`]: own } = await spansOf(secret.traceId, `${method} ${route}`);
    assert.deepEqual([own!.attributes['url.path'], own!.attributes['url.query']], [route, 'REDACTED']);
  }
  assert.ok(!JSON.stringify(traces.spans).includes(key) && !service.output.includes(key));
  assert.deepEqual(traces.of(probe.traceId), []);
});

test('a caller that does not record its trace decides so for the service, too', async () => {
  const { traceId, headers } = newTrace('00');
  const failed = await service.ask('GET', '/search/shop?limit=x', { key, headers });
  assert.equal(failed.body['traceId'], traceId);
  const later = newTrace();
  await service.ask('GET', '/search/shop', { key, headers: later.headers });
  await spansOf(later.traceId, 'search text');
  assert.deepEqual(traces.of(traceId), []);
});

test('every body is as OTLP defines it, with the resource and the headers of the environment, which no log line has', async () => {
  assert.deepEqual(traces.faults, []);
  const { resource } = traces.spans[0]!;
  assert.equal(resource['service.name'], 'vitrine');
  assert.equal(resource['service.version'], 'mine');
  assert.equal(resource['deployment.environment.name'], 'test');
  assert.equal(resource['telemetry.sdk.language'], 'nodejs');
  assert.equal(new Set(traces.spans.map((span) => span.resource['service.instance.id'])).size, 1);
  for (const headers of traces.headers) {
    assert.equal(headers.authorization, 'Bearer geheim');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers[':path'], 'POST /v1/traces');
  }
  assert.ok(!service.output.includes('geheim'));
});

test('a receiver that refuses for a while delays no request, and a stop exports what it did not take yet', async () => {
  traces.reply = { status: 503 };
  const tried = traces.headers.length;
  const { traceId, headers } = newTrace();
  const answered = await service.ask('GET', '/search/shop', { key, headers });
  assert.equal(answered.status, 200);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(metrics, /vitrine_trace_spans_total\{outcome="exported"\} [1-9]/);
  assert.match(metrics, /vitrine_trace_spans_total\{outcome="failed"\} 0/);
  await until('No export was tried', () => traces.headers.length > tried);
  traces.reply = { status: 200 };
  assert.equal(await service.stop(), 0);
  assert.ok(traces.spans.some((span) => span.traceId === traceId));
});
