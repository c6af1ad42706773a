import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../src/ports/limits.ts';
import { agentHeaders as headers, openAgentShop } from '../support/agent-shop.ts';
import { Connection } from '../support/connection.ts';
import { LocalService } from '../support/local-service.ts';
import { type Answer } from '../support/service.ts';
import { UcpSchemas, type UcpReply } from '../support/ucp-schemas.ts';
import { wildValue, withWildPlaces } from '../support/wild-values.ts';

/** The catalog of the Universal Commerce Protocol, as agents of shoppers send requests to it. */

let service: LocalService;
let key: string;
let closedKey: string;
const schemas = new UcpSchemas();
before(async () => {
  service = await LocalService.start({ VITRINE_HOSTS: 'shop.example=shop,closed.example=closed' });
  key = await openAgentShop(service, 'shop', { access: 'public' });
  closedKey = await openAgentShop(service, 'closed', { access: 'off' });
  await openAgentShop(service, 'keyed', { access: 'key' });
});
after(() => service?.[Symbol.asyncDispose]());

interface Variant {
  readonly id: string;
  readonly title: string;
  readonly price: { amount: number; currency: string };
  readonly availability: { available: boolean };
  readonly options?: object[];
  readonly inputs?: { id: string; match: string }[];
}
interface Product {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly description: { plain: string };
  readonly price_range: { min: { amount: number }; max: { amount: number } };
  readonly options: { name: string; values: object[] }[];
  readonly selected: object[];
  readonly variants: Variant[];
  readonly metadata: { reason?: { code: string; text: string }; attributes?: Record<string, string> };
}
interface Reply {
  readonly ucp: { version: string; status?: string };
  readonly products: Product[];
  readonly product: Product;
  readonly pagination: { has_next_page: boolean; cursor?: string; total_count: number };
  readonly messages?: { type: string; code: string; content: string }[];
  readonly code?: string;
  readonly content?: string;
}

function ask(path: string, body: unknown, more: { project?: string; key?: string; headers?: object } = {}) {
  const { project = 'shop', headers: own = headers, ...rest } = more;
  return service.ask<Reply>('POST', `/ucp/${project}/catalog/${path}`, {
    body,
    headers: { ...(own as Record<string, string>) },
    ...rest,
  });
}

async function ok(
  path: 'search' | 'lookup' | 'product',
  body: unknown,
  kind: UcpReply = path,
): Promise<Reply> {
  const reply = await ask(path, body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  schemas.checkReply(kind, reply.body);
  assert.ok(!JSON.stringify(reply.body).includes('"cost"'), 'private fields are hidden');
  return reply.body;
}
const idsOf = ({ products }: Reply) => products.map(({ id }) => id);

test('a search has products with price, availability, link and reason', async () => {
  const { products, pagination } = await ok('search', { query: 'oak chair' });
  const chair = products.find(({ id }) => id === 'chair');
  assert.equal(products[0], chair);
  assert.deepEqual(chair?.price_range.min, { amount: 4990, currency: 'EUR' });
  assert.equal(chair.url, 'https://shop.example/chair');
  assert.equal(chair.description.plain, 'Solid oak.');
  assert.deepEqual(chair.variants[0]?.availability, { available: true, status: 'in_stock' });
  assert.deepEqual(chair.metadata.reason, {
    code: 'words',
    text: 'All 2 words match. “oak” matches in the name. “chair” matches',
  });
  assert.equal(pagination.has_next_page, false);
  const shirts = await ok('search', { query: 'shirt' });
  assert.deepEqual(idsOf(shirts), ['tee']);
  assert.deepEqual(shirts.products[0]?.price_range.max, { amount: 2150, currency: 'EUR' });
  assert.equal(shirts.products[0].variants.length, 3);
  assert.deepEqual(
    shirts.products[0].options.map(({ name }) => name),
    ['color', 'size'],
  );
  assert.match(shirts.products[0].url, /^https:\/\/shop\.example\/p\/tee-/);
});

test('filters, pages and languages of a search', async () => {
  assert.deepEqual(idsOf(await ok('search', { filters: { categories: ['Clothes'] } })), ['tee']);
  const cheap = await ok('search', {
    query: 'oak',
    filters: { price: { max: 2000 } },
    context: { currency: 'EUR' },
  });
  assert.deepEqual(idsOf(cheap), ['stool']);
  const dollars = await ok('search', {
    query: 'oak',
    filters: { price: { max: 2000 } },
    context: { currency: 'USD' },
  });
  assert.equal(dollars.products.length, 2);
  assert.equal(dollars.messages?.[0]?.code, 'filter_ignored');
  assert.deepEqual(idsOf(await ok('search', { filters: { brand: ['Acme', 'Other'] } })), ['chair']);
  for (const field of ['nosuch', 'cost'])
    assert.equal(
      (await ok('search', { query: 'oak', filters: { [field]: '7' } })).messages?.[0]?.code,
      'filter_ignored',
    );
  const first = await ok('search', { query: 'oak', pagination: { limit: 1 } });
  assert.equal(first.pagination.total_count, 2);
  const second = await ok('search', {
    query: 'oak',
    pagination: { limit: 1, cursor: first.pagination.cursor },
  });
  assert.notDeepEqual(idsOf(first), idsOf(second));
  assert.equal(second.pagination.has_next_page, false);
  const german = await ok('search', {
    query: 'oak chair',
    context: { language: 'de-AT', anything: 1 },
    signals: {},
  });
  assert.equal(german.products[0]?.title, 'Eichenstuhl');
  assert.deepEqual((await ok('search', { query: 'qwertz' })).products, []);
});

test('a lookup finds products, variants and SKUs, each once', async () => {
  const { products, messages } = await ok('lookup', {
    ids: ['tee', 'tee-red-m', 'sku-chair', 'chair', 'gone', 'nosuch', 'chair'],
  });
  const byId = new Map(products.map((product) => [product.id, product.variants]));
  assert.deepEqual([...byId.keys()].toSorted(), ['chair', 'tee']);
  assert.deepEqual(
    byId.get('chair')?.map(({ inputs }) => inputs),
    [
      [
        { id: 'sku-chair', match: 'exact' },
        { id: 'chair', match: 'exact' },
      ],
    ],
  );
  const matches = byId.get('tee')?.map(({ id, inputs }) => [id, inputs?.[0]?.match].join(' '));
  assert.deepEqual(new Set(matches), new Set(['tee-blue-m featured', 'tee-red-m exact']));
  assert.deepEqual(
    messages?.map(({ content }) => content),
    ['gone', 'nosuch'],
  );
  const filtered = await ok('lookup', { ids: ['tee-red-m', 'stool'], filters: { price: { min: 2000 } } });
  assert.deepEqual(idsOf(filtered), ['stool']);
});

test('a product has its options, narrowed to the selected ones', async () => {
  const { product } = await ok('product', { id: 'tee', selected: [{ name: 'Color', label: 'blue' }] });
  assert.deepEqual(new Set(product.variants.map(({ title }) => title)), new Set(['blue / M', 'blue / XXL']));
  assert.deepEqual(product.selected, [{ name: 'Color', label: 'blue' }]);
  assert.deepEqual(
    new Set(product.options[0]?.values),
    new Set([
      { label: 'blue', available: true, exists: true },
      { label: 'red', available: false, exists: true },
    ]),
  );
  const relaxed = await ok('product', {
    id: 'tee',
    selected: [
      { name: 'size', label: 'XXL' },
      { name: 'color', label: 'red' },
    ],
    preferences: ['color', 'size'],
  });
  assert.deepEqual(relaxed.product.selected, [{ name: 'color', label: 'red' }]);
  const sizes = relaxed.product.options.find(({ name }) => name === 'size')?.values;
  assert.deepEqual(
    sizes?.find((one) => 'label' in one && one.label === 'XXL'),
    {
      label: 'XXL',
      available: false,
      exists: false,
    },
  );
  const variant = await ok('product', { id: 'tee-red-m', selected: [{ name: 'color', label: 'blue' }] });
  assert.equal(variant.product.variants[0]?.id, 'tee-red-m');
  const { product: chair } = await ok('product', { id: 'chair' });
  assert.deepEqual(chair.metadata.attributes, { material: 'oak' });
  for (const id of ['gone', 'nosuch']) {
    const missing = await ok('product', { id }, 'error');
    assert.equal(missing.ucp.status, 'error');
    assert.equal(missing.messages?.[0]?.code, 'not_found');
  }
});

test('a project serves agents once they are switched on, with a key or without', async () => {
  const statuses = async (project: string): Promise<number[]> => {
    const replies: Answer<Reply>[] = [];
    const own = project === 'shop' ? key : undefined;
    for (const more of [{}, { key: 'wrong' }, ...(own === undefined ? [] : [{ key: own }])])
      replies.push(await ask('search', { query: 'oak' }, { project, ...more }));
    return replies.map(({ status }) => status);
  };
  assert.deepEqual(await statuses('shop'), [200, 401, 200]);
  assert.deepEqual(await statuses('keyed'), [401, 401]);
  assert.deepEqual(await statuses('closed'), [404, 401]);
  assert.deepEqual(await statuses('nosuch'), [404, 401]);
  const closed = await ask('search', { query: 'oak' }, { project: 'closed' });
  assert.deepEqual(closed.body, (await ask('search', { query: 'oak' }, { project: 'nosuch' })).body);
  const withKey = await ask(
    'search',
    { query: 'chair' },
    { headers: { ...headers, authorization: `Bearer ${key}` } },
  );
  assert.equal(withKey.status, 200);
  assert.ok(!JSON.stringify(withKey.body).includes('"cost"'), 'not even with a key that sees private fields');
  const page = await ask(
    'search',
    { query: 'oak' },
    { headers: { ...headers, origin: 'https://evil.example' } },
  );
  assert.deepEqual([page.status, page.body.code], [403, 'origin_forbidden']);
  const own = await ask(
    'search',
    { query: 'oak' },
    { headers: { ...headers, origin: 'https://shop.example' } },
  );
  assert.equal(own.status, 200);
});

test('wrong requests have errors in the form of the protocol, and never of the server', async () => {
  const cases: [path: string, body: unknown, status: number, code: string][] = [
    ['search', '{', 400, 'invalid_json'],
    ['search', {}, 400, 'invalid_request'],
    ['search', { query: 'oak', pagination: { cursor: 'x' } }, 400, 'invalid_request'],
    ['search', { query: 'x'.repeat(1_001) }, 400, 'invalid_request'],
    ['lookup', { ids: [] }, 400, 'invalid_request'],
    ['lookup', { ids: Array.from({ length: 51 }, (_, i) => `id${i}`) }, 400, 'request_too_large'],
    ['product', {}, 400, 'invalid_request'],
    [
      'product',
      {
        id: 'tee',
        selected: [
          { name: 'a', label: 'b' },
          { name: 'a', label: 'c' },
        ],
      },
      400,
      'invalid_request',
    ],
  ];
  for (const [path, body, status, code] of cases) {
    const reply = await ask(path, body);
    assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(body).slice(0, 100));
    assert.deepEqual(Object.keys(reply.body), ['code', 'content']);
  }
  for (const profile of [
    '',
    'profile="http://agent.example"',
    'profile=https://agent.example',
    'profile=""',
  ]) {
    const reply = await ask(
      'search',
      { query: 'oak' },
      { headers: profile === '' ? {} : { 'ucp-agent': profile } },
    );
    assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_profile_url']);
  }
  const valid = fc.constantFrom<Record<string, unknown>>(
    {
      query: 'oak',
      filters: { categories: ['Clothes'], price: { min: 1, max: 9 }, brand: 'Acme' },
      context: { language: 'de' },
    },
    {
      query: 'oak',
      pagination: { limit: 1, cursor: 'b2Zmc2V0OjE' },
      context: { currency: 'EUR', intent: 'a gift' },
    },
    { ids: ['tee', 'chair'], filters: { price: { max: 9 } }, signals: { 'dev.ucp.buyer_ip': '1.2.3.4' } },
    { id: 'tee', selected: [{ name: 'color', label: 'blue' }], preferences: ['color'], attribution: {} },
  );
  for (const [body, path] of fc.sample(
    fc.tuple(fc.oneof(withWildPlaces(valid), wildValue), fc.constantFrom('search', 'lookup', 'product')),
    {
      seed: 1,
      numRuns: 150,
    },
  )) {
    const { status } = await ask(path, JSON.stringify(body) ?? 'null');
    assert.ok(status === 200 || (status >= 400 && status < 500), `${status} for ${JSON.stringify(body)}`);
  }
});

test('limits hold at their value and one above', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `value ${i}`);
  const cases: [path: string, body: (count: number) => object, max: number][] = [
    ['search', (count) => ({ query: 'oak', filters: { categories: many(count) } }), limits.agentValuesMax],
    ['search', (count) => ({ query: 'oak', filters: { brand: many(count) } }), limits.agentValuesMax],
    [
      'search',
      (count) => ({ query: 'oak', filters: Object.fromEntries(many(count).map((name) => [name, 1])) }),
      limits.agentValuesMax,
    ],
    ['lookup', (count) => ({ ids: many(count) }), limits.agentIdsMax],
    ['product', (count) => ({ id: 'tee', preferences: many(count) }), limits.agentValuesMax],
    [
      'product',
      (count) => ({ id: 'tee', selected: many(count).map((name) => ({ name, label: 'x' })) }),
      limits.agentValuesMax,
    ],
  ];
  for (const [path, body, max] of cases) {
    assert.equal((await ask(path, body(max))).status, 200, path);
    assert.equal((await ask(path, body(max + 1))).status, 400, path);
  }
  const profile = (length: number) => ({
    'ucp-agent': `profile="https://a.example/${'x'.repeat(length - 18)}"`,
  });
  const search = { query: 'oak' };
  const max = limits.agentUrlLengthMax;
  assert.equal((await ask('search', search, { headers: profile(max) })).status, 200);
  assert.equal((await ask('search', search, { headers: profile(max + 1) })).status, 400);
  const set = async (agents: object): Promise<number> =>
    (await service.ask('PUT', '/api/projects/closed/settings', { key: closedKey, body: { agents } })).status;
  const url = `https://shop.example/${'x'.repeat(max - 21)}`;
  assert.deepEqual([await set({ productUrl: url }), await set({ productUrl: `${url}x` })], [200, 400]);
  const fields = limits.agentOptionFieldsMax;
  assert.deepEqual(
    [await set({ optionFields: many(fields) }), await set({ optionFields: many(fields + 1) })],
    [200, 400],
  );
  for (const wrong of ['ftp://shop.example/{id}', 'shop/{id}'])
    assert.equal(await set({ productUrl: wrong }), 400);
});

test('the profile of a shop is at its host', async () => {
  using connection = new Connection(service.url);
  const askHost = async (host: string) => {
    const { status, headers: received, body } = await connection.send('/.well-known/ucp', { host });
    return {
      status,
      received,
      body: JSON.parse(body) as { ucp: { services: Record<string, { endpoint: string }[]> } },
    };
  };
  const { status, received, body } = await askHost('shop.example');
  assert.equal(status, 200);
  assert.match(received['cache-control'] ?? '', /public, max-age=300/);
  schemas.checkReply('profile', body.ucp);
  assert.deepEqual(
    body.ucp.services['dev.ucp.shopping']?.map(({ endpoint }) => endpoint),
    ['http://shop.example/ucp/shop', 'http://shop.example/mcp/shop'],
  );
  for (const host of ['closed.example', 'other.example']) assert.equal((await askHost(host)).status, 404);
});

test('the rate limit of an address applies without a key', async () => {
  const body = { rateLimits: { addressPerMinute: 3 } };
  assert.equal((await service.ask('PUT', '/api/projects/shop/settings', { key, body })).status, 200);
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await ask('search', { query: 'oak' })).status);
  assert.ok(statuses.includes(429), statuses.join(' '));
  const limited = await ask('search', { query: 'oak' });
  assert.equal(limited.body.code, 'rate_limited');
  assert.ok(Number(limited.headers.get('retry-after')) > 0);
});
