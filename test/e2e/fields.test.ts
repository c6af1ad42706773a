import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import { createClient, type ItemInput } from '../../sdk/src/index.ts';
import { limits } from '../../src/ports/limits.ts';
import {
  refusal,
  type Found,
  type Item,
  type Listing,
  type Recommended,
  type Sent,
} from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { costlyPollMs, until } from '../support/until.ts';

/** The `fields` parameter, in every reply with items. */
let service: LocalService;
let key = '';
const photo = `data:image/jpeg;base64,${readGroceryPicture('lemon').toString('base64')}`;
const specs = { weight: 1.5, cost: 3, size: { width: 4, cost: 5 } };
const catalogItems = [
  item('lemon', { name: 'Yellow lemon', price: 1, imgs: photo, specs, stores: [{ city: 'Oslo', count: 2 }] }),
  item('lime-s', { name: 'Small lime', groupId: 'lime', imgs: photo, specs }),
  item('lime-l', { name: 'Large lime', groupId: 'lime', imgs: photo, specs }),
];

before(async () => {
  service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  key = await service.project('shop');
  const answer = await service.ask('POST', '/api/items', {
    key,
    body: { project: 'shop', data: catalogItems },
  });
  assert.equal(answer.status, 201);
});
after(() => service[Symbol.asyncDispose]());

const get = <T>(path: string) => service.ask<T>('GET', path, { key });
const post = <T>(path: string, body: unknown) => service.ask<T>('POST', path, { key, body });
/** The names of the shop's fields in each item of a reply. */
const own = (items: readonly object[]): string[][] =>
  items.map((one) => Object.keys(one).filter((name) => !name.startsWith('_')));

test('GET /search returns only the requested `fields`, `id` and the fields of the service', async () => {
  const { body } = await get<Found>('/search/shop?q=lemon&fields=name,specs.weight,stores.city,nosuch');
  const [found] = body.items;
  const { _id, _version, _createdAt, _updatedAt, _score, _highlights, ...rest } = found as Item & Sent;
  assert.deepEqual(rest, {
    id: 'lemon',
    name: 'Yellow lemon',
    specs: { weight: 1.5 },
    stores: [{ city: 'Oslo' }],
  });
  for (const [name, value] of Object.entries({ _id, _version, _createdAt, _updatedAt, _score, _highlights }))
    assert.notEqual(value, undefined, name);
  assert.equal('warnings' in body, false);
});

test('POST /search accepts `fields` as a list or comma-separated text, and [] for no field', async () => {
  for (const [fields, expected] of [
    [
      ['name', 'price'],
      ['id', 'name', 'price'],
    ],
    ['name, price', ['id', 'name', 'price']],
    [[], ['id']],
  ] as const) {
    const { body } = await post<Found>('/search/shop', { q: 'lemon', fields });
    assert.deepEqual(new Set(own(body.items)[0]), new Set(expected), JSON.stringify(fields));
  }
});

test('all fields are returned without `fields`, with an empty text and with `*`', async () => {
  const all = await get<Found>('/search/shop?q=lemon');
  for (const query of ['&fields=', '&fields=*', '&fields=name,*']) {
    const { body } = await get<Found>(`/search/shop?q=lemon${query}`);
    assert.deepEqual(body.items, all.body.items, query);
  }
  const inBody = await post<Found>('/search/shop', { q: 'lemon', fields: null });
  assert.deepEqual(inBody.body.items, all.body.items);
});

test('`_highlights` has the returned default fields, and all explicitly requested ones', async () => {
  const marked = async (query: string): Promise<unknown> =>
    (await get<Found>(`/search/shop?q=lemon&${query}`)).body.items[0]?.['_highlights'];
  assert.equal(await marked('fields=price'), undefined);
  assert.deepEqual(await marked('fields=price&highlight=name'), { name: 'Yellow <em>lemon</em>' });
});

test('`fields` applies to grouped variants, and separately to each of several searches', async () => {
  const { body } = await get<Found>('/search/shop?q=lime&variants=5&fields=name');
  const [product] = body.items;
  const variants = product?.['_variants'] as { count: number; items: Item[] };
  assert.equal(variants.count, 2);
  assert.deepEqual(own([product!, ...variants.items]), [
    ['id', 'name'],
    ['id', 'name'],
  ]);
  const several = await post<{ results: Found[] }>('/search', {
    project: 'shop',
    searches: [{ q: 'lemon', fields: ['price'] }, { q: 'lemon', fields: 'name' }, { q: 'lemon' }],
  });
  const counts = several.body.results.map(({ items }) => own(items)[0]?.join());
  assert.deepEqual(counts.slice(0, 2), ['id,price', 'id,name']);
  assert.match(counts[2] ?? '', /specs/);
});

test('POST /image-search accepts `fields` in the query and in the body', async () => {
  await until(
    'The pictures were not found',
    async () => {
      const found = await post<Found>('/image-search/shop', { uploaded_file: photo });
      return found.body.total > 0;
    },
    costlyPollMs,
  );
  const inBody = await post<Found>('/image-search/shop', { uploaded_file: photo, fields: 'name' });
  const inAddress = await post<Found>('/image-search/shop?fields=name', { uploaded_file: photo });
  for (const { body } of [inBody, inAddress]) assert.deepEqual(own(body.items)[0], ['id', 'name']);
});

test('all recommendation lists return only the requested `fields`', async () => {
  for (const [path, body] of [
    ['/reco/user-recommendations', { user: 'u' }],
    ['/reco/fbt', { item: 'lemon' }],
    ['/rec/trendings', {}],
    ['/reco/similar', { item: 'lemon' }],
    ['/reco/popular', {}],
  ] as const) {
    const request = { index: 'shop', ...body, explain: true };
    const all = await post<Recommended>(path, request);
    const some = await post<Recommended>(path, { ...request, fields: ['name', 'specs.size'] });
    assert.equal(some.status, 200);
    assert.ok(all.body.items.length > 0, path);
    const expected = all.body.items.map((one) =>
      Object.fromEntries(
        Object.entries(one).flatMap(([name, value]) => {
          if (name === 'specs') return [[name, { size: specs.size }]];
          return name.startsWith('_') || name === 'id' || name === 'name' ? [[name, value]] : [];
        }),
      ),
    );
    assert.deepEqual(some.body.items, expected, path);
  }
});

test('reading, listing and writing items return only the requested `fields`', async () => {
  const { body } = await get<Listing>('/api/items?fields=price');
  assert.deepEqual(own(body.items).join(' '), 'id,price id,price id,price');
  const one = await get<{ item: Item; pictures: unknown[] }>(
    '/api/items/lemon?by=id&fields=specs.size.width',
  );
  assert.deepEqual(own([one.body.item]), [['id', 'specs']]);
  assert.deepEqual(one.body.item['specs'], { size: { width: 4 } });
  assert.equal(one.body.pictures.length, 1);
  const changed = await service.ask<{ item: Item }>('PUT', '/api/items/lemon?by=id', {
    key,
    body: { project: 'shop', data: { price: 2 }, fields: 'price' },
  });
  assert.deepEqual(own([changed.body.item]), [['id', 'price']]);
  const added = await post<{ items: Item[] }>('/api/items', {
    project: 'shop',
    data: [item('fig', {})],
    fields: [],
  });
  assert.deepEqual(own(added.body.items), [['id']]);
});

test('the SDK sends `fields` in bodies and queries, including an empty list', async () => {
  const client = createClient({ url: service.url, key });
  const fields = ['name', 'specs.weight'];
  const found = await client.search('shop', { q: 'lemon', fields });
  const listed = await client.items.list('shop', { id: 'lemon', fields });
  const read = await client.items.get('shop', 'lemon', { by: 'id', fields });
  for (const { name, specs: some, price } of [found.items[0]!, listed.items[0]!, read.item])
    assert.deepEqual([name, some, price], ['Yellow lemon', { weight: 1.5 }, undefined]);
  const trending = await client.recommend.trending('shop', { fields: [], limit: 1 });
  const bare = await client.items.list('shop', { id: 'lemon', fields: [] });
  const changed = await client.items.change('shop', 'lemon', { price: 3 }, { by: 'id', fields: [] });
  const added = await client.items.addMany('shop', [item('plum', {}) as unknown as ItemInput], {
    fields: [],
  });
  const byPhoto = await client.imageSearch('shop', readGroceryPicture('lemon'), { fields: [], limit: 1 });
  for (const [one] of [trending.items, bare.items, [changed.item], added.items, byPhoto.items])
    assert.deepEqual(own([one!]), [['id']]);
});

test('each limit of `fields` accepts n and rejects n + 1', async () => {
  const longest = 'f'.repeat(limits.fieldNameLengthMax);
  const most = Array.from({ length: limits.fieldsMax }, (_, at) => `f${at}`);
  for (const fields of [[longest], most]) {
    const good = await post<Found>('/search/shop', { q: 'lemon', fields });
    assert.deepEqual(own(good.body.items)[0], ['id']);
  }
  assert.equal(
    refusal(await post('/search/shop', { fields: ['name', `${longest}f`] })),
    '400 invalid_request fields[1]',
  );
  assert.equal(
    refusal(await post('/search/shop', { fields: [...most, 'more'] })),
    '400 invalid_request fields',
  );
  assert.equal(refusal(await post('/search/shop', { fields: [{}] })), '400 invalid_request fields[0]');
  assert.equal(
    refusal(await post('/search', { project: 'shop', searches: [{ fields: [true] }] })),
    '400 invalid_request searches[0].fields[0]',
  );
});
