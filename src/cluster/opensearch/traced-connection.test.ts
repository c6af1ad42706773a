import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { Client } from '@opensearch-project/opensearch';
import type { EndedSpan, LocalTrace } from '../../lib/tracing/span.ts';
import { runInContext } from '../../lib/tracing/span.ts';
import { createTracedConnection } from './traced-connection.ts';

const context = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), flags: 1, state: '' };

/** The official client and a server that answers with the status in the path of the request. */
async function opened(
  t: TestContext,
): Promise<{ client: Client; received: IncomingHttpHeaders[]; port: number }> {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    const status = Number(/status-(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new Client({
    nodes: [`http://127.0.0.1:${port}`],
    Connection: createTracedConnection(),
    maxRetries: 0,
  });
  t.after(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { client, received, port };
}

test('createTracedConnection() describes each request to a node, and passes the trace on', async (t) => {
  const { client, received, port } = await opened(t);
  const spans: EndedSpan[] = [];
  let spanCount = 0;
  const trace: LocalTrace = {
    newSpanId: () => String(++spanCount).padStart(16, '0'),
    onEnd: (span) => spans.push(span),
    spansLeft: 100,
    onDrop: () => undefined,
    isOver: false,
    startTask: (_name, _cause, work) => work(),
    clockOffset: 0,
  };
  await runInContext({ trace, context, isRecorded: true }, async () => {
    await client.search({ index: 'items', body: { query: { match: { name: 'geheim' } } } });
    await client.get({ index: 'items', id: '1' });
    await client.index({ index: 'items', id: '1', body: {} });
    await client.cluster.health();
    await client.indices.create({ index: 'items' });
    await assert.rejects(client.get({ index: 'status-404', id: '1' }));
    await assert.rejects(client.mget({ index: 'status-503', body: { ids: ['1'] } }));
  });
  const described = spans.map(({ name, kind, attributes, isFailed }) => [
    name,
    kind,
    attributes['db.collection.name'],
    attributes['db.response.status_code'],
    isFailed ? attributes['error.type'] : null,
  ]);
  assert.deepEqual(described, [
    ['search', 'client', 'items', '200', null],
    ['get', 'client', 'items', '200', null],
    ['index', 'client', 'items', '200', null],
    ['cluster.health', 'client', undefined, '200', null],
    ['indices.create', 'client', 'items', '200', null],
    ['get', 'client', 'status-404', '404', null],
    ['mget', 'client', 'status-503', '503', '503'],
  ]);
  assert.deepEqual(spans[0]!.attributes, {
    'db.system.name': 'opensearch',
    'db.operation.name': 'search',
    'db.collection.name': 'items',
    'db.response.status_code': '200',
    'http.request.method': 'POST',
    'url.full': `http://127.0.0.1:${port}/items/_search`,
    'server.address': '127.0.0.1',
    'server.port': port,
  });
  assert.deepEqual(
    received.map(({ traceparent }) => traceparent),
    spans.map((span) => `00-${context.traceId}-${span.context.spanId}-01`),
  );
  await client.cluster.health();
  assert.equal(received.at(-1)!['traceparent'], undefined);
  assert.equal(spans.length, 7);
});
