import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../src/ports/limits.ts';
import { openAgentShop } from '../support/agent-shop.ts';
import { circlePicture } from '../support/circle-picture.ts';
import { mcpClient } from '../support/mcp-client.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';
import { UcpSchemas } from '../support/ucp-schemas.ts';
import { until } from '../support/until.ts';
import { wildValue, withWildPlaces } from '../support/wild-values.ts';

/** The server of the Model Context Protocol, as the official client and agents speak with it. */

let service: LocalService;
let key: string;
const schemas = new UcpSchemas();
before(async () => {
  service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  key = await openAgentShop(service, 'shop', { access: 'public' });
  await openAgentShop(service, 'closed', {});
  await openAgentShop(service, 'keyed', { access: 'key' });
});
after(() => service?.[Symbol.asyncDispose]());

interface Products {
  readonly products: {
    readonly id: string;
    readonly metadata: { reason: { code: string; text: string } };
    readonly variants: { id: string; price: object; availability: { available: boolean } }[];
  }[];
  readonly product: { readonly id: string };
}

const connected = (project: string, headers: Record<string, string> = {}) =>
  mcpClient(`${service.url}/mcp/${project}`, headers);

/** A message as sent, with its HTTP status. */
function post<
  T = { result?: Record<string, unknown>; error?: { code: number; data?: Record<string, unknown> } },
>(
  body: unknown,
  { project = 'shop', headers = {} }: { project?: string; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  return service.ask<T>('POST', `/mcp/${project}`, { body, headers });
}
const call = (name: string, args: object, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

test('the official client lists and calls the tools, and accepts their replies', async () => {
  const client = await connected('shop');
  assert.deepEqual(client.getServerVersion()?.name, 'vitrine');
  await client.ping();
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['search_catalog', 'lookup_catalog', 'get_product', 'recommend', 'search_by_photo', 'why_not'],
  );
  // The client checks structured content against the schema that the tool has.
  const run = async (name: string, args: Record<string, unknown>): Promise<Products> => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
    assert.ok(isError !== true, JSON.stringify(content));
    assert.ok(!JSON.stringify(structuredContent).includes('"cost"'), 'private fields are hidden');
    assert.deepEqual(JSON.parse((content as { text: string }[])[0]?.text ?? ''), structuredContent);
    return structuredContent as unknown as Products;
  };
  const found = await run('search_catalog', { catalog: { query: 'oak chair' } });
  schemas.checkReply('search', found);
  assert.equal(found.products[0]?.id, 'chair');
  assert.deepEqual(found.products[0].variants[0]?.price, { amount: 4990, currency: 'EUR' });
  const known = await run('lookup_catalog', {
    meta: { 'ucp-agent': { profile: 'https://agent.example/ucp.json' } },
    catalog: { ids: ['tee', 'nosuch'] },
  });
  schemas.checkReply('lookup', known);
  assert.deepEqual(
    known.products.map(({ id }) => id),
    ['tee'],
  );
  const detail = await run('get_product', {
    catalog: { id: 'tee', selected: [{ name: 'color', label: 'blue' }] },
  });
  schemas.checkReply('product', detail);
  schemas.checkReply('error', await run('get_product', { catalog: { id: 'nosuch' } }));
  for (const request of [
    { list: 'similar', ids: ['chair'] },
    { list: 'together', ids: ['tee'] },
    { list: 'popular', category: 'Furniture' },
    { list: 'trending', limit: 2 },
    { list: 'for_you', viewed: ['chair'] },
  ]) {
    const list = await run('recommend', request);
    schemas.checkReply('search', list);
    for (const { metadata } of list.products) assert.ok(metadata.reason.text.length > 0);
  }
  assert.deepEqual(await run('why_not', { id: 'stool', query: 'oak', filters: { brand: 'Acme' } }), {
    id: 'stool',
    listed: false,
    position: null,
    total: 1,
    reasons: [{ code: 'filter', text: 'Does not match the filter `brand`' }],
    words: [{ word: 'oak', found: true }],
  });
  await client.close();
});

test('what rules say of a product stays with the shop', async () => {
  const rule = { id: 'secret-deal', hide: ['stool', 'tee-blue-xxl'], boost: [{ filter: 'id:chair' }] };
  const put = await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules: [rule] } });
  assert.equal(put.status, 200, JSON.stringify(put.body));
  for (const id of ['stool', 'chair']) {
    const { body } = await post(call('why_not', { id, query: 'oak' }));
    assert.ok(!JSON.stringify(body).includes('secret-deal'), JSON.stringify(body));
  }
  assert.ok(
    !JSON.stringify((await post(call('search_catalog', { catalog: { query: 'oak' } }))).body).includes(
      'secret',
    ),
  );
  const shirts = await post(call('search_catalog', { catalog: { query: 'shirt' } }));
  const found = shirts.body.result?.['structuredContent'] as Products | undefined;
  assert.deepEqual(
    new Set(found?.products[0]?.variants.map(({ id }) => id)),
    new Set(['tee-blue-m', 'tee-red-m']),
  );
  await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules: [] } });
});

test('a photo finds products that look like it', async () => {
  const [red, blue] = [await circlePicture(0), await circlePicture(220)];
  const data = [red, blue].map((picture, i) =>
    item(`circle-${i}`, { name: 'Circle', imgs: [`data:image/png;base64,${picture.toString('base64')}`] }),
  );
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  const client = await connected('shop');
  await until('the photo of a blue circle finds it', async () => {
    const args = { photo: blue.toString('base64'), limit: 1 };
    const reply = await client.callTool({ name: 'search_by_photo', arguments: args });
    assert.notEqual(reply.isError, true, JSON.stringify(reply.content));
    schemas.checkReply('search', reply.structuredContent);
    return (reply.structuredContent as unknown as Products).products[0]?.id === 'circle-1';
  });
  // Larger than a body without a photo may be.
  const large = await post(call('search_by_photo', { photo: 'A'.repeat(4 * 1024 * 1024) }));
  assert.equal(large.body.result?.['isError'], true);
  await client.close();
});

test('errors of arguments are results that the model reads, those of the transport have a status', async () => {
  const client = await connected('shop');
  for (const [name, args] of [
    ['search_catalog', {}],
    ['search_catalog', { catalog: {} }],
    ['get_product', { catalog: { id: 1 } }],
    ['recommend', { list: 'nosuch' }],
    ['recommend', { list: 'similar' }],
    ['recommend', { list: 'similar', ids: ['nosuch'] }],
    ['why_not', { id: 'gone' }],
    ['search_by_photo', {}],
    ['search_by_photo', { photo: 'https://shop.example/photo.jpg' }],
    ['search_by_photo', { photo: 'AAAA' }],
    ['search_by_photo', { photo: '' }],
    ['search_by_photo', { photo: 'not base64' }],
    ['search_by_photo', { photo: 'A'.repeat(limits.imageBytesMax * 1.4) }],
  ] as const) {
    const { isError, content } = await client.callTool({ name, arguments: args });
    assert.equal(isError, true, `${name} ${JSON.stringify(content)}`);
    assert.ok(!JSON.stringify(content).includes('uploaded_file'), 'names of arguments');
  }
  await client.close();
  const many = { catalog: { ids: Array.from({ length: 51 }, (_, i) => `id${i}`) } };
  const cases: [body: unknown, status: number, code: number, headers?: Record<string, string>][] = [
    ['{', 400, -32_700],
    ['[]', 400, -32_600],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, 400, -32_600],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, 400, -32_600],
    [{ jsonrpc: '2.0', id: 1, method: 'nosuch' }, 200, -32_601],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: [] }, 400, -32_602],
    [call('nosuch', {}), 200, -32_602],
    [call('lookup_catalog', many), 200, -32_602],
    [
      call('search_catalog', { meta: { 'ucp-agent': { profile: 'x' } }, catalog: { query: 'a' } }),
      400,
      -32_001,
    ],
    [{ jsonrpc: '2.0', id: 1, method: 'ping' }, 400, -32_022, { 'mcp-protocol-version': '1999-01-01' }],
    [{ jsonrpc: '2.0', id: 1, method: 'ping' }, 403, -32_000, { origin: 'https://evil.example' }],
    [{ jsonrpc: '2.0', id: 1, method: 'ping' }, 401, -32_000, { 'x-api-key': 'wrong' }],
  ];
  for (const [body, status, code, headers = {}] of cases) {
    const reply = await post(body, { headers });
    assert.deepEqual(
      [reply.status, reply.body.error?.code],
      [status, code],
      JSON.stringify(body).slice(0, 200),
    );
  }
  const ids: [message: string, id: unknown][] = [
    ['{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": []}', 7],
    ['{"jsonrpc": "1.0", "id": "a", "method": "ping"}', 'a'],
    ['{"jsonrpc": "2.0", "id": "", "method": "nosuch"}', ''],
    // Without an id that can be repeated, there is none.
    ...['1.5', '1e400', '12345678901234567890', 'true', '[]', 'null'].map((id): [string, unknown] => [
      `{"jsonrpc": "2.0", "id": ${id}, "method": "ping"}`,
      undefined,
    ]),
    ['[]', undefined],
    ['{', undefined],
  ];
  for (const [message, id] of ids) {
    const { body } = await post<{ id?: unknown; error?: object }>(message);
    assert.deepEqual([body.id, typeof body.error], [id, 'object'], message);
  }
  const gzip = await post('{}', { headers: { 'content-encoding': 'gzip' } });
  assert.deepEqual([gzip.status, gzip.body.error?.data?.['code']], [415, 'unsupported_media_type']);
  for (const method of ['GET', 'DELETE']) assert.equal((await service.ask(method, '/mcp/shop')).status, 405);
  const notification = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.deepEqual([notification.status, notification.body], [202, null]);
});

test('requests without a handshake name their version (MCP 2026-07-28)', async () => {
  const version = '2026-07-28';
  const modern = (method: string, params: object = {}) => ({
    jsonrpc: '2.0',
    id: 'a',
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
  const headers = (method: string, name?: string) => ({
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  });
  const discovered = await post(modern('server/discover'), { headers: headers('server/discover') });
  assert.deepEqual(discovered.body.result?.['supportedVersions'], [version, '2025-11-25', '2025-06-18']);
  assert.equal(discovered.body.result['resultType'], 'complete');
  const name = 'search_catalog';
  const search = modern('tools/call', { name, arguments: { catalog: { query: 'oak' } } });
  const found = await post(search, { headers: headers('tools/call', name) });
  schemas.checkReply('search', found.body.result?.['structuredContent']);
  assert.deepEqual(Object.keys(found.body.result?.['_meta'] ?? {}), ['io.modelcontextprotocol/serverInfo']);
  const encoded = `=?base64?${Buffer.from(name).toString('base64')}?=`;
  assert.equal((await post(search, { headers: headers('tools/call', encoded) })).status, 200);
  for (const wrong of [
    headers('tools/list', name),
    headers('tools/call', 'other'),
    headers('tools/call'),
    {},
  ]) {
    const { status, body } = await post(search, { headers: wrong });
    assert.deepEqual([status, body.error?.code], [400, -32_020]);
  }
  // Neither is a method of this version.
  for (const method of ['nosuch', 'ping', 'initialize']) {
    const unknown = await post(modern(method), { headers: headers(method) });
    assert.deepEqual([unknown.status, unknown.body.error?.code], [404, -32_601]);
  }
  const bare = {
    ...modern('tools/list'),
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': version } },
  };
  const { status, body } = await post(bare, { headers: headers('tools/list') });
  assert.deepEqual([status, body.error?.code], [400, -32_602], 'without the capabilities of the client');
});

test('a project serves agents once they are switched on, with a key or without', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  for (const project of ['closed', 'nosuch']) {
    const { status, body } = await post(ping, { project });
    assert.deepEqual([status, body.error?.data?.['code']], [404, 'not_found']);
  }
  assert.equal((await post(ping, { project: 'keyed' })).status, 401);
  await assert.rejects(connected('keyed'));
  const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers: await service.signIn(),
    body: { name: 'agents', kind: 'web', scopes: ['search'], projects: ['keyed'] },
  });
  const client = await connected('keyed', { authorization: `Bearer ${body.key}` });
  const found = await client.callTool({ name: 'search_catalog', arguments: { catalog: { query: 'oak' } } });
  assert.notEqual(found.isError, true);
  await assert.rejects(client.callTool({ name: 'recommend', arguments: { list: 'popular' } }), /403|scope/);
  await client.close();
});

test('wrong messages are never an error of the server', async () => {
  const valid = fc.constantFrom<Record<string, unknown>>(
    call('search_catalog', {
      catalog: { query: 'oak', filters: { price: { max: 9 } }, pagination: { limit: 1 } },
    }),
    call('lookup_catalog', { meta: {}, catalog: { ids: ['tee'] } }),
    call('get_product', { catalog: { id: 'tee', selected: [{ name: 'a', label: 'b' }] } }),
    call('recommend', { list: 'for_you', viewed: ['tee'], filters: { brand: 'Acme' } }),
    call('search_by_photo', { photo: 'AAAA', query: 'oak' }),
    call('why_not', { id: 'tee', query: 'oak' }),
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {} },
    },
  );
  for (const body of fc.sample(fc.oneof({ weight: 4, arbitrary: withWildPlaces(valid) }, wildValue), {
    seed: 1,
    numRuns: 200,
  })) {
    const { status } = await post(JSON.stringify(body) ?? 'null');
    assert.ok(
      status === 202 || status === 200 || (status >= 400 && status < 500),
      `${status}: ${JSON.stringify(body)}`,
    );
  }
});
