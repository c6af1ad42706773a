import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids, refusal, type Found, type Item, type Recommended } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Items without a price, in imports with `items.priceOptional`, and in search and recommendations. */
let service: LocalService;
let key = '';
const settings = '/api/projects/shop/settings';

interface Progress {
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  readonly defaults: Readonly<Record<'sku' | 'imgs' | 'price' | 'description', number>>;
  readonly errors: readonly { line: number; errors: readonly { path: string; code: string }[] }[];
}

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', [
    'search',
    'recommend',
    'items:read',
    'items:write',
    'events',
    'settings',
  ]);
});
after(() => service[Symbol.asyncDispose]());

async function imported(body: string, type = 'application/x-ndjson'): Promise<Progress> {
  const response = await fetch(`${service.url}/api/items/import`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': type },
    body,
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as { task: { progress: Progress } }).task.progress;
}
const setOptional = (priceOptional: boolean | null) =>
  service.ask('PUT', settings, { key, body: { items: { priceOptional } } });
const change = (id: string, data: object) =>
  service.ask<{ item: Item }>('PUT', `/api/items/${id}?by=id`, { key, body: { data } });
const found = async (parameters: Record<string, unknown>): Promise<Found> =>
  (await service.ask<Found>('POST', '/search/shop', { key, body: parameters })).body;
const matching = async (filters: string): Promise<string[]> => ids(await found({ filters })).sort();

const lines = [
  { id: 'cheap', name: 'Oak stool', price: 5, category: 'Stools' },
  { id: 'open', name: 'Oak table', category: 'Stools' },
  { id: 'asked', name: 'Oak chair', price: null, category: 'Stools' },
  { id: 'dear', name: 'Oak bench', price: 50, category: 'Stools' },
];
const ndjson = lines.map((line) => JSON.stringify(line)).join('\n');
const csv = [
  'id,name,price,category',
  ...lines.map(({ id, name, price, category }) => [id, name, price ?? '', category].join()),
].join('\n');

test('an import rejects items without a price unless items.priceOptional is enabled', async () => {
  for (const [body, type, at] of [
    [ndjson, 'application/x-ndjson', 2],
    [csv, 'text/csv', 3],
  ] as const) {
    const { created, updated, failed, defaults, errors } = await imported(body, type);
    assert.deepEqual([created + updated, failed], [2, 2], type);
    assert.deepEqual(defaults, { sku: 2, imgs: 2, price: 0, description: 2 });
    const places = errors.map(({ line, errors: [first] }) => `${line} ${first?.path} ${first?.code}`);
    assert.deepEqual(places, [`${at} line ${at}.price required`, `${at + 1} line ${at + 1}.price required`]);
  }
  assert.equal((await setOptional(true)).status, 200);
  for (const [body, type] of [
    [ndjson, 'application/x-ndjson'],
    [csv, 'text/csv'],
  ] as const) {
    const { created, updated, failed, defaults } = await imported(body, type);
    assert.deepEqual([created + updated, failed], [4, 0], type);
    assert.deepEqual(defaults, { sku: 4, imgs: 4, price: 2, description: 4 });
  }
  const { body } = await service.ask<{ item: Item }>('GET', '/api/items/open?by=id', { key });
  assert.deepEqual([body.item.price, body.item['sku'], body.item['imgs']], [null, 'open', []]);
});

test('POST /api/items requires a price regardless of the setting', async () => {
  for (const data of [
    { ...item('new'), price: null },
    { ...item('new'), price: undefined },
  ]) {
    const answer = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    assert.equal(refusal(answer), '400 invalid_item data.price');
  }
});

test('an item without a price matches no condition on it, and is last in both sort orders', async () => {
  assert.deepEqual(await matching('price >= 0'), ['cheap', 'dear']);
  assert.deepEqual(await matching('price:0 TO 100'), ['cheap', 'dear']);
  assert.deepEqual(await matching('price != 5'), ['asked', 'dear', 'open']);
  assert.deepEqual(await matching('EXISTS price'), ['cheap', 'dear']);
  assert.deepEqual(await matching('NOT EXISTS price'), ['asked', 'open']);
  assert.deepEqual(ids(await found({ sort: ['price:asc'] })).slice(0, 2), ['cheap', 'dear']);
  assert.deepEqual(ids(await found({ sort: ['price:desc'] })).slice(0, 2), ['dear', 'cheap']);
  const { facets, total } = await found({ facets: ['price(0..10,10..)'] });
  const { stats, ranges } = facets['price'] as unknown as {
    stats: Record<string, number>;
    ranges: { count: number }[];
  };
  assert.deepEqual([total, stats['min'], stats['max'], stats['count']], [4, 5, 50, 2]);
  assert.deepEqual(
    ranges.map(({ count }) => count),
    [1, 1],
  );
});

test('why-not names the price condition that excludes an item without a price', async () => {
  const path = '/search/shop/why-not?q=oak&item=open&filters=';
  const { body } = await service.ask<{ reasons: { code: string; text: string }[] }>(
    'GET',
    `${path}${encodeURIComponent('price < 100')}`,
    { key },
  );
  assert.deepEqual(
    body.reasons.map(({ code }) => code),
    ['filter'],
  );
});

test('rules with price conditions do not move an item without a price', async () => {
  const rules = [{ id: 'cheap first', boost: 'price < 10' }];
  const put = await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
  assert.equal(put.status, 200);
  assert.equal(ids(await found({ q: 'oak' }))[0], 'cheap');
  await service.ask('PUT', '/api/projects/shop/rules', {
    key,
    body: { rules: [{ id: 'dear last', bury: 'price >= 0' }] },
  });
  assert.deepEqual(
    ids(await found({ q: 'oak' }))
      .slice(2)
      .sort(),
    ['cheap', 'dear'],
  );
  await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules: [] } });
});

test('recommendation lists include items without a price, except with a price filter', async () => {
  const list = async (name: string, body: object): Promise<string[]> => {
    const { status, body: reply } = await service.ask<Recommended>('POST', `/reco/${name}`, {
      key,
      body: { index: 'shop', ...body },
    });
    assert.equal(status, 200);
    return ids(reply).sort();
  };
  const order = { type: 'purchase', session: 's', items: [{ id: 'open' }, { id: 'cheap', price: 5 }] };
  await service.ask('POST', '/api/events', { key, body: { project: 'shop', data: order } });
  assert.ok((await list('similar', { item: 'cheap' })).includes('open'));
  assert.ok((await list('fbt', { item: 'cheap' })).includes('open'));
  assert.deepEqual(await list('similar', { item: 'cheap', filters: 'price <= 100' }), ['dear']);
  for (const name of ['similar', 'fbt'])
    assert.deepEqual(await list(name, { item: 'open', filters: 'price <= item.price' }), []);
});

test('PUT can remove a price while the setting is enabled; existing items stay valid when it is disabled', async () => {
  assert.equal((await change('dear', { price: null })).body.item.price, null);
  assert.equal((await change('dear', { price: 40 })).body.item.price, 40);
  assert.equal((await setOptional(null)).status, 200);
  assert.equal(refusal(await change('dear', { price: null })), '400 invalid_item data.price');
  const renamed = await change('open', { name: 'Ash table', price: null });
  assert.deepEqual([renamed.body.item.name, renamed.body.item.price], ['Ash table', null]);
  assert.deepEqual(await matching('NOT EXISTS price'), ['asked', 'open']);
  const exported = await (
    await fetch(`${service.url}/api/items/export`, { headers: { 'x-api-key': key } })
  ).text();
  const again = await imported(exported);
  assert.deepEqual([again.updated, again.failed], [2, 2]);
  assert.deepEqual(await matching('NOT EXISTS price'), ['asked', 'open']);
});

test('invalid item settings are rejected with their path', async () => {
  for (const [items, place] of [
    [{ priceOptional: 'yes' }, 'items.priceOptional'],
    [{ priceOptinal: true }, 'items.priceOptinal'],
    [true, 'items'],
  ] as const) {
    const answer = await service.ask('PUT', settings, { key, body: { items } });
    assert.equal(refusal(answer), `400 invalid_request ${place}`);
  }
});
