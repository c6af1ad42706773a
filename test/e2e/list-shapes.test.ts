import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ids, refusal, type Recommended } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** List constraints, and lists of a visitor's own interactions. */
let service: LocalService;
let key = '';
const catalogItems = [
  item('shoe-40', {
    name: 'Trail shoe',
    brand: 'Alp',
    category: 'Shoes',
    price: 80,
    groupId: 'trail',
    stock: 2,
  }),
  item('shoe-41', {
    name: 'Trail shoe',
    brand: 'Alp',
    category: 'Shoes',
    price: 80,
    groupId: 'trail',
    stock: 5,
  }),
  item('boot', { name: 'Trail boot', brand: 'Alp', category: 'Shoes', price: 120, stock: 1 }),
  item('sandal', { name: 'Trail sandal', brand: 'Sun', category: 'Shoes', price: 40 }),
  item('clog', { name: 'Trail clog', brand: 'Sun', category: 'Shoes', price: 30, stock: 0 }),
  item('sock', { name: 'Trail sock', brand: 'Alp', category: 'Socks', price: 9 }),
  item('lamp', { name: 'Desk lamp', brand: 'Lux', category: 'Home', price: 25 }),
];

type List = Recommended & {
  readonly explain?: {
    sources: { name: string; candidates: number; taken: number }[];
    leftOut: { id: string; why: string }[];
  };
};

before(async () => {
  service = await LocalService.start();
  key = await service.project('lists');
  const added = await service.ask('POST', '/api/items', {
    key,
    body: { project: 'lists', data: catalogItems },
  });
  assert.equal(added.status, 201);
});
after(() => service[Symbol.asyncDispose]());

const list = (name: string, body: Record<string, unknown>) =>
  service.ask<List>('POST', `/reco/${name}`, { key, body: { index: 'lists', limit: 100, ...body } });
const send = (data: unknown) => service.ask('POST', '/api/events', { key, body: { project: 'lists', data } });

test('a list has one variant per product, no variant of the anchor item, and nothing sold out', async () => {
  const like = ids((await list('similar', { item: 'sandal' })).body);
  assert.equal(like.filter((id) => id.startsWith('shoe')).length, 1);
  assert.ok(!like.includes('clog'));
  const own = ids((await list('similar', { item: 'shoe-40' })).body);
  assert.ok(!own.includes('shoe-41'), own.join());
  const all = ids((await list('similar', { item: 'sandal', variants: 'all', outOfStock: 'show' })).body);
  assert.deepEqual(
    all.toSorted(),
    catalogItems
      .map(({ id }) => String(id))
      .filter((id) => id !== 'sandal')
      .toSorted(),
  );
});

test('`filters` can compare with the anchor item of a list', async () => {
  const filters = 'category:item.category AND price <= item.price';
  const cheaper = await list('similar', { item: 'shoe-40', filters, outOfStock: 'show' });
  assert.deepEqual(ids(cheaper.body).toSorted(), ['clog', 'sandal']);
  const cart = await list('fbt', { item: ['boot', 'lamp'], filters: 'NOT category:item.category' });
  assert.deepEqual(ids(cart.body), ['sock']);
  assert.deepEqual(ids((await list('similar', { item: 'boot', filters: 'color:item.color' })).body), []);
  const quoted = await list('similar', { item: 'boot', filters: 'category:"item.category"' });
  assert.deepEqual(ids(quoted.body), []);
  assert.equal(
    refusal(await list('trendings', { filters: 'price <= item.price' })),
    '400 invalid_filter filters',
  );
});

test('`caps` apply to the whole list and to consecutive positions, and `explain` reports excluded items', async () => {
  const brandOf = new Map(catalogItems.map(({ id, brand }) => [id, brand]));
  const whole = await list('similar', { item: 'lamp', caps: [{ field: 'brand', max: 1 }], explain: true });
  const brands = ids(whole.body).map((id) => brandOf.get(id));
  assert.equal(brands.length, 2);
  assert.deepEqual(new Set(brands), new Set(['Alp', 'Sun']));
  assert.ok(whole.body.explain?.leftOut.some(({ why }) => why === 'cap'));
  assert.deepEqual(whole.body.explain?.sources[0]?.name, 'similar');
  const row = await list('similar', { item: 'lamp', caps: [{ field: 'brand', max: 1, window: 2 }] });
  const inRow = ids(row.body).map((id) => brandOf.get(id));
  inRow.forEach((brand, at) => assert.notEqual(brand, inRow[at + 1], inRow.join()));
});

test('`minRelevance` shortens a list instead of filling it', async () => {
  const { body } = await list('similar', { item: 'sandal', minRelevance: 0.5 });
  assert.equal(body.fallback, null);
  const [first] = body.items;
  for (const { _score } of body.items) assert.ok(_score >= 0.5 * (first?._score ?? 0));
  assert.ok(!ids(body).includes('lamp'));
});

test('`rotation` demotes items with impressions without a click, until a click', async () => {
  const ask = async (): Promise<string[]> =>
    ids((await list('similar', { item: 'sandal', user: 'r', rotation: 0.9, limit: 1 })).body);
  const [first] = await ask();
  const [second] = await ask();
  assert.notEqual(first, second);
  for (const id of [first, second]) await send({ type: 'click', user: 'r', item: id });
  assert.deepEqual(await ask(), [first]);
});

test('recently-viewed, because-you-viewed, buy-again and popular include the latest events', async () => {
  assert.deepEqual(ids((await list('recently-viewed', { user: 'v' })).body), []);
  assert.deepEqual(ids((await list('buy-again', { user: 'v' })).body), []);
  assert.notDeepEqual(ids((await list('because-you-viewed', { user: 'v' })).body), []);
  const cheaper = { user: 'v', filters: 'price <= item.price' };
  const ofNothing = await list('because-you-viewed', cheaper);
  assert.deepEqual([ofNothing.status, ids(ofNothing.body)], [200, []]);
  for (const id of ['lamp', 'sock', 'boot']) await send({ type: 'view', user: 'v', item: id });
  assert.notDeepEqual(ids((await list('because-you-viewed', cheaper)).body), []);
  assert.deepEqual(ids((await list('recently-viewed', { user: 'v' })).body), ['boot', 'sock', 'lamp']);
  assert.deepEqual(
    ids((await list('recently-viewed', { user: 'v', session: ['sandal'] })).body)[0],
    'sandal',
  );
  const because = await list('because-you-viewed', { user: 'v' });
  assert.ok(!ids(because.body).includes('boot'));
  assert.deepEqual(because.body.items[0]?._reason.because, ['boot']);
  await send({ type: 'purchase', user: 'v', items: [{ id: 'sock' }, { id: 'boot' }] });
  const again = await list('buy-again', { user: 'v' });
  assert.deepEqual(ids(again.body).toSorted(), ['boot', 'sock']);
  assert.equal(again.body.items[0]?._reason.text, 'You bought this today');
  const popular = await list('popular', { category: 'Socks' });
  assert.deepEqual(ids(popular.body), ['sock']);
});

test('`bought` includes or excludes the user’s purchases', async () => {
  const has = async (name: string, bought?: boolean): Promise<boolean> => {
    const { body } = await list(name, {
      user: 'v',
      item: 'sandal',
      ...(bought === undefined ? {} : { bought }),
    });
    return ids(body).includes('boot');
  };
  assert.equal(await has('similar'), false, 'just bought, and not again as a habit');
  assert.equal(await has('similar', true), true);
  assert.equal(await has('similar', false), false);
  assert.equal(await has('trendings'), false);
  assert.equal(await has('trendings', true), true);
  assert.equal(await has('user-recommendations', true), true);
  assert.equal(await has('user-recommendations', false), false);
});

test('many sessions from one address do not affect trends, and the address is not stored', async () => {
  const address = '203.0.113.77';
  const visits = (item: string, count: number, from: (visit: number) => object) =>
    Array.from({ length: count }, (_, visit) => ({
      type: 'view',
      session: `${item}${visit}`,
      item,
      ...from(visit),
    }));
  await send([...visits('lamp', 40, () => ({ address })), ...visits('sandal', 9, () => ({}))]);
  const { body } = await list('trendings', { explain: true, filters: 'id:lamp OR id:sandal' });
  assert.deepEqual(
    body.items.map(({ id, _explain }) => [id, (_explain as { observed: number }).observed]),
    [
      ['sandal', 9],
      ['lamp', 6],
    ],
  );
  assert.equal(
    refusal(await send({ type: 'view', user: 'x', item: 'lamp', address: '' })),
    '400 invalid_event data.address',
  );
  await service.stop();
  const files = readdirSync(service.dataDir, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  for (const { parentPath, name } of files)
    assert.ok(!readFileSync(join(parentPath, name)).includes(address), name);
  await service.restart();
});

test('many sessions from one browser do not affect trends, whatever `address` contains', async () => {
  const project = 'pages';
  const server = await service.project(project);
  const shown = ['watch', 'ring', 'belt', 'scarf'].map((id) => item(id));
  await service.ask('POST', '/api/items', { key: server, body: { project, data: shown } });
  const origin = 'https://shop.example';
  const made = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers: await service.signIn(),
    body: { scopes: ['events'], projects: [project], origins: [origin] },
  });
  const observed = async (viewed: string, from: { key: string; headers?: Record<string, string> }) => {
    for (let visit = 0; visit < 40; visit++) {
      const data = {
        type: 'view',
        session: `${viewed}-${visit}`,
        item: viewed,
        address: `203.0.113.${visit}`,
      };
      const { status } = await service.ask('POST', '/api/events', { ...from, body: { project, data } });
      assert.equal(status, 201);
    }
    const body = { index: project, explain: true, filters: `id:${viewed}`, limit: 1 };
    const trend = await service.ask<List>('POST', '/rec/trendings', { key: server, body });
    return (trend.body.items[0]!['_explain'] as { observed: number }).observed;
  };
  assert.equal(await observed('watch', { key: made.body.key, headers: { origin } }), 5);
  assert.equal(await observed('ring', { key: made.body.key }), 5);
  // A server key used in a page, and a server that sends its visitors' addresses.
  assert.equal(await observed('belt', { key: server, headers: { origin } }), 5);
  assert.equal(await observed('scarf', { key: server }), 40);
});

test('each invalid parameter of a list is rejected with its path', async () => {
  for (const [sent, expected] of [
    [{ caps: 'brand' }, 'caps'],
    [{ caps: [{ field: 'brand' }] }, 'caps[0].max'],
    [{ caps: [{ field: 'brand', max: 0 }] }, 'caps[0].max'],
    [{ caps: [{ field: 'brand', max: 1, window: 1 }] }, 'caps[0].window'],
    [{ caps: [{ field: 'brand', max: 1, most: 1 }] }, 'caps[0].most'],
    [{ caps: [{ field: '', max: 1 }] }, 'caps[0].field'],
    [{ caps: Array.from({ length: 11 }, () => ({ field: 'brand', max: 1 })) }, 'caps'],
    [{ diversity: 1.1 }, 'diversity'],
    [{ rotation: 'much' }, 'rotation'],
    [{ minRelevance: -1 }, 'minRelevance'],
    [{ variants: 'some' }, 'variants'],
    [{ outOfStock: true }, 'outOfStock'],
    [{ bought: 'maybe' }, 'bought'],
    [{ windowHours: 169 }, 'windowHours'],
  ] as const) {
    assert.equal(refusal(await list('trendings', sent)), `400 invalid_request ${expected}`);
  }
  for (const name of ['buy-again', 'recently-viewed', 'because-you-viewed'])
    assert.equal(refusal(await list(name, {})), '400 invalid_request user');
});
