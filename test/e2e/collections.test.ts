import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

interface Found {
  readonly items: readonly {
    readonly id: string;
    readonly _reason?: { readonly code: string; readonly rule?: string; readonly collection?: string };
  }[];
  readonly total: number;
  readonly rules: readonly string[];
  readonly collection?: { readonly id: string; readonly name?: string; readonly userData?: unknown };
  readonly facets: Readonly<Record<string, { readonly values: readonly { value: string; count: number }[] }>>;
}
interface Stored {
  readonly collection: { readonly id: string };
  readonly version: number;
  readonly warnings?: readonly { readonly code: string; readonly path: string }[];
}
interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly code: string }[];
}

let service: LocalService;
let key = '';
let webKey = '';

/** Ten lamps by descending popularity: the first and the fourth are sold out, every second is of brass, the last is inactive. */
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'items:write', 'settings', 'private']);
  webKey = await service.project('shop', ['search']);
  const data = Array.from({ length: 10 }, (_, no) =>
    item(`l${no}`, {
      name: `Lamp ${no}`,
      price: 100 - no,
      material: no % 2 === 0 ? 'brass' : 'steel',
      popularity: 100 - no,
      active: no !== 9,
      ...(no === 5 ? {} : { stock: no === 0 || no === 3 ? 0 : 3 }),
    }),
  );
  const added = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  assert.equal(added.status, 201);
});
after(() => service[Symbol.asyncDispose]());

const path = '/api/projects/shop/collections';
const put = <T = Stored>(id: string, own: object, headers: Record<string, string> = {}): Promise<Answer<T>> =>
  service.ask<T>('PUT', `${path}/${id}`, { key, headers, body: { collection: { id, ...own } } });
const stored = async (id: string, own: object): Promise<void> => {
  const { status, body } = await put(id, own);
  assert.equal(status, 200, JSON.stringify(body));
};
const find = <T = Found>(body: object, by = webKey): Promise<Answer<T>> =>
  service.ask<T>('POST', '/search/shop', { key: by, body });
const listed = async (body: object): Promise<string[]> => {
  const { body: found } = await find(body);
  return found.items.map(({ id }) => id);
};

test('a page lists pins at their positions, then chosen items in order, then those of the filter', async () => {
  await stored('brass', {
    name: 'Brass',
    items: ['l7', 'l1'],
    filter: 'material:brass',
    exclude: ['l8'],
    pin: [{ id: 'l6', position: 2 }],
    userData: { banner: 'b.png' },
  });
  const { body } = await find({ collection: 'brass', facets: ['material'] });
  assert.deepEqual(
    body.items.map(({ id }) => id),
    ['l7', 'l6', 'l1', 'l2', 'l4', 'l0'],
    'the one without stock is last, and no other item is in it',
  );
  assert.equal(body.total, 6);
  assert.deepEqual(body.collection, { id: 'brass', name: 'Brass', userData: { banner: 'b.png' } });
  assert.deepEqual(body.items[0]?._reason, {
    code: 'pinned',
    text: 'Chosen in collection “brass”',
    collection: 'brass',
  });
  assert.equal(body.items[3]?._reason, undefined);
  assert.deepEqual(body.facets['material']?.values, [
    { value: 'brass', count: 4 },
    { value: 'steel', count: 2 },
  ]);
});

test('pages of any size give the same order, once each', async () => {
  const pages: string[] = [];
  for (let offset = 0; offset < 6; offset += 2)
    pages.push(...(await listed({ collection: 'brass', offset, limit: 2 })));
  assert.deepEqual(pages, await listed({ collection: 'brass' }));
});

test('words, filters and an explicit sort work within a collection, without its order', async () => {
  assert.deepEqual(await listed({ collection: 'brass', q: 'lamp 4', limit: 1 }), ['l4']);
  assert.equal((await find({ collection: 'brass', q: 'lamp' })).body.total, 6);
  assert.deepEqual(await listed({ collection: 'brass', filters: 'material:steel' }), ['l7', 'l1']);
  assert.deepEqual(await listed({ collection: 'brass', sort: ['price'] }), [
    'l7',
    'l6',
    'l4',
    'l2',
    'l1',
    'l0',
  ]);
  const { body } = await service.ask<{ values: object[] }>('POST', '/search/shop/facets/material', {
    key: webKey,
    body: { collection: 'brass', facetQuery: 'st' },
  });
  assert.deepEqual(body.values, [{ value: 'steel', count: 2 }]);
});

test('the sort of a collection orders what is neither pinned nor chosen, sold-out items last', async () => {
  await stored('cheap', { items: ['l0'], filter: 'price < 98', sort: ['price:asc'] });
  assert.deepEqual(await listed({ collection: 'cheap' }), ['l0', 'l8', 'l7', 'l6', 'l5', 'l4', 'l3']);
});

test('rules act in a collection: by its id, pins before its own', async () => {
  const rules = [
    {
      id: 'sale',
      when: { context: { collection: 'BRASS' } },
      pin: [{ id: 'l4', position: 1 }],
      hide: ['l1'],
    },
    { id: 'boost', boost: 'price < 93' },
  ];
  const changed = await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
  assert.equal(changed.status, 200);
  const { body } = await find({ collection: 'brass' });
  assert.deepEqual(
    body.items.map(({ id }) => id),
    ['l4', 'l6', 'l7', 'l2', 'l0'],
  );
  assert.deepEqual(body.rules, ['sale', 'boost']);
  assert.deepEqual((await find({ collection: 'cheap' })).body.rules, ['boost']);
  const forged = await find({ collection: 'cheap', context: { collection: 'brass' } });
  assert.deepEqual(forged.body.rules, ['boost'], 'the collection of the request counts');
  await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules: [] } });
});

test('sold-out items come after those in stock with as many words by default, and where the setting says so', async () => {
  assert.deepEqual(await listed({}), ['l1', 'l2', 'l4', 'l5', 'l6', 'l7', 'l8', 'l0', 'l3']);
  assert.deepEqual((await listed({ q: 'lamp' })).slice(-2), ['l0', 'l3']);
  const { body: explained } = await find<{ items: { _ranking: { reasons: string[] } }[] }>({
    q: 'lamp',
    explain: true,
  });
  const soldOut = 'Sold out: after items in stock';
  assert.deepEqual(
    explained.items.map(({ _ranking }) => _ranking.reasons.includes(soldOut)),
    [false, false, false, false, false, false, false, true, true],
  );
  const path = '/search/shop/why-not?q=lamp&item=l0';
  const { body: why } = await service.ask<{ reasons: { text: string }[] }>('GET', path, { key });
  assert.match(why.reasons[0]!.text, /^Position 8 of 9, sold out: after items in stock$/);
  assert.deepEqual(
    (await listed({ sort: ['-price'] })).slice(0, 2),
    ['l0', 'l1'],
    'an explicit sort is kept',
  );
  const set = async (soldOutLast: string | null, privateFields: string[] = []): Promise<void> => {
    const body = { search: { soldOutLast }, items: { privateFields } };
    const { status } = await service.ask('PUT', '/api/projects/shop/settings', { key, body });
    assert.equal(status, 200);
  };
  await set('browsing');
  assert.deepEqual((await listed({ q: 'lamp' })).slice(0, 2), ['l0', 'l1']);
  assert.deepEqual((await listed({})).slice(-2), ['l0', 'l3']);
  await set('always');
  assert.deepEqual((await listed({ q: 'lamp' })).slice(-2), ['l0', 'l3']);
  await set('never');
  assert.deepEqual((await listed({})).slice(0, 2), ['l0', 'l1']);
  await set(null, ['stock']);
  assert.deepEqual((await listed({})).slice(0, 2), ['l0', 'l1'], 'the order does not reveal a private stock');
  await set(null);
  const wrong = await service.ask<Problem>('PUT', '/api/projects/shop/settings', {
    key,
    body: { search: { soldOutLast: 'sometimes' } },
  });
  assert.deepEqual([wrong.status, wrong.body.errors[0]?.path], [400, 'search.soldOutLast']);
});

test('caps of the settings spread equal values over a list, and a hit tells where it was', async () => {
  const set = (caps: unknown, privateFields: string[] = []): Promise<Answer<Problem>> =>
    service.ask<Problem>('PUT', '/api/projects/shop/settings', {
      key,
      body: { search: { caps, soldOutLast: 'never' }, items: { privateFields } },
    });
  const byPopularity = ['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7', 'l8'];
  assert.equal((await set([{ field: 'price', max: 1, window: 5 }])).status, 200);
  assert.deepEqual(await listed({}), byPopularity, 'no value occurs twice');
  assert.equal((await set([{ field: 'material', max: 2, window: 3 }])).status, 200);
  assert.deepEqual(await listed({}), byPopularity, 'the list keeps the cap as it is');
  const few = { filters: 'id:l0 OR id:l2 OR id:l4 OR id:l5 OR id:l7' };
  assert.deepEqual(await listed(few), ['l0', 'l2', 'l5', 'l4', 'l7']);
  assert.equal((await set([{ field: 'material', max: 1, window: 2 }])).status, 200);
  const spread = ['l0', 'l5', 'l2', 'l7', 'l4'];
  assert.deepEqual(await listed(few), spread);
  const pages = await Promise.all([0, 2, 4].map((offset) => listed({ ...few, offset, limit: 2 })));
  assert.deepEqual(pages.flat(), spread);
  assert.deepEqual(await listed({ ...few, sort: ['-price'] }), ['l0', 'l2', 'l4', 'l5', 'l7']);
  await stored('pinned', { filter: 'material:steel OR material:brass', pin: [{ id: 'l4', position: 2 }] });
  assert.deepEqual(await listed({ ...few, collection: 'pinned' }), ['l5', 'l4', 'l7', 'l0', 'l2']);
  const { body } = await find<{ items: { id: string; _ranking?: { reasons: string[] } }[] }>({
    ...few,
    q: 'lamp',
    explain: true,
  });
  assert.deepEqual(
    body.items.map(({ _ranking }) =>
      _ranking!.reasons.find((why) => why.startsWith('Moved by caps'))?.slice(-1),
    ),
    [undefined, '4', '2', '5', '3'],
  );
  const { body: why } = await service.ask<{ position: number; reasons: { text: string }[] }>(
    'GET',
    `/search/shop/why-not?q=lamp&item=l2&filters=${encodeURIComponent(few.filters)}`,
    { key },
  );
  assert.equal(why.position, 3);
  assert.match(why.reasons[0]!.text, /moved by caps from position 2/);
  await set([{ field: 'material', max: 1, window: 3 }], ['material']);
  assert.deepEqual(await listed({}), byPopularity, 'the order does not reveal a private field');
  const wrong = await set([{ field: 'material', max: 0, window: 1 }]);
  assert.deepEqual(
    [wrong.status, ...wrong.body.errors.map((error) => error.path)],
    [400, 'search.caps[0].max', 'search.caps[0].window'],
  );
  await service.ask('DELETE', `${path}/pinned`, { key });
  const restored = await service.ask('PUT', '/api/projects/shop/settings', {
    key,
    body: { search: { caps: null, soldOutLast: null }, items: { privateFields: null } },
  });
  assert.equal(restored.status, 200);
});

test('a collection that is not active is not found; a preview shows it at any time, with inactive items', async () => {
  await stored('winter', {
    items: ['l9', 'l2'],
    filter: 'material:steel',
    from: '2030-01-01',
    until: '2030-02',
  });
  await stored('off', { items: ['l1'], enabled: false });
  for (const collection of ['winter', 'off', 'none']) {
    const { status, body } = await find<Problem>({ collection });
    assert.deepEqual([status, body.code], [404, 'collection_not_found']);
  }
  interface Preview {
    readonly items: readonly { readonly id: string }[];
    readonly inactive: readonly { readonly id: string }[];
  }
  const preview = (id: string, body: object): Promise<Answer<Preview>> =>
    service.ask<Preview>('POST', `${path}/${id}/preview`, { key, body });
  const { body } = await preview('winter', { at: '2030-01-05' });
  assert.deepEqual(
    [body.items, body.inactive].map((items) => items.map(({ id }) => id)),
    [['l2', 'l1', 'l5', 'l7', 'l3'], ['l9']],
  );
  const draft = await preview('new', { collection: { id: 'new', items: ['l5'] } });
  assert.deepEqual(
    draft.body.items.map(({ id }) => id),
    ['l5'],
  );
  assert.equal((await preview('new', {})).status, 404);
  const limited = async (limit: number) => (await preview('brass', { limit })).status;
  assert.deepEqual([await limited(1_000), await limited(1_001)], [200, 400]);
  const live = await find({ collection: 'brass' });
  const previewed = await preview('brass', {});
  assert.deepEqual(
    previewed.body.items.map(({ id }) => id),
    live.body.items.map(({ id }) => id),
    'one code path',
  );
});

test('collections are read, changed by version and deleted one by one, and survive a restart', async () => {
  const { body: before } = await service.ask<{ collections: Stored[] }>('GET', path, { key });
  assert.deepEqual(
    before.collections.map(({ collection }) => collection.id),
    ['brass', 'cheap', 'off', 'winter'],
  );
  const one = await service.ask<Stored>('GET', `${path}/off`, { key });
  const current = { 'if-match': one.headers.get('etag') ?? '' };
  assert.equal((await put('off', { items: ['l2'], enabled: false }, current)).status, 200);
  const late = await put<Problem>('off', { items: ['l3'] }, current);
  assert.deepEqual([late.status, late.body.code], [412, 'collection_changed']);
  const taken = await put<Problem>('off', { items: ['l3'] }, { 'if-match': '"0"' });
  assert.equal(taken.status, 412, 'version 0: there must be none');
  assert.equal((await service.ask('DELETE', `${path}/off`, { key, headers: current })).status, 412);
  assert.equal((await service.ask('DELETE', `${path}/off`, { key })).status, 200);
  const gone = await service.ask<Problem>('DELETE', `${path}/off`, { key });
  assert.deepEqual([gone.status, gone.body.code], [404, 'collection_not_found']);
  await service.stop();
  await service.restart();
  assert.deepEqual(await listed({ collection: 'cheap' }), ['l0', 'l8', 'l7', 'l6', 'l5', 'l4', 'l3']);
  const denied = await service.ask('GET', path, { key: webKey });
  assert.equal(denied.status, 403);
});

test('invalid collections are refused with the place of every error, and unknown items are told', async () => {
  const wrong: readonly [own: object, errors: readonly string[]][] = [
    [{}, ['collection required']],
    [{ items: ['a', 'a'] }, ['collection.items duplicate']],
    [{ filter: 'price <' }, ['collection.filter syntax']],
    [{ items: ['a'], exclude: ['a'] }, ['collection.items[0] contradiction']],
    [
      { items: ['a'], exclude: ['b'], pin: [{ id: 'b', position: 1 }] },
      ['collection.pin[0].id contradiction'],
    ],
    [{ items: ['a'], pin: [{ position: 1 }] }, ['collection.pin[0] required']],
    [{ items: ['a'], from: '2027', until: '2026-01' }, ['collection.from format']],
    [{ items: ['a'], from: '2027-02', until: '2026-01' }, ['collection.until out_of_range']],
    [{ items: ['a'], sort: ['price:up'] }, ['collection.sort[0] format']],
    [{ items: ['a'], order: ['a'] }, ['collection.order unknown']],
    [{ id: 'other', items: ['a'] }, ['collection.id contradiction']],
    [
      { items: Array.from({ length: limits.collectionItemsMax + 1 }, (_, i) => `i${i}`) },
      ['collection.items too_many'],
    ],
  ];
  for (const [own, expected] of wrong) {
    const { status, body } = await put<Problem>('bad', own);
    assert.equal(status, 400);
    assert.deepEqual(
      body.errors.map(({ path: at, code }) => `${at} ${code}`),
      expected,
    );
  }
  assert.equal((await service.ask('GET', `${path}/bad`, { key })).status, 404, 'nothing is stored');
  const { body } = await put('typo', { items: ['l1', 'nope', 'l9'], exclude: ['nada'] });
  assert.deepEqual(
    body.warnings?.map(({ path: at, code }) => `${at} ${code}`),
    ['collection.items[1] item_unknown', 'collection.exclude[0] item_unknown'],
  );
});
