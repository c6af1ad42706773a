import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signKey } from '../../sdk/src/signed-key.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

type Item = Readonly<Record<string, unknown>> & { readonly id: string };
interface Found {
  readonly items: readonly Item[];
  readonly total: number;
  readonly facets: Readonly<
    Record<string, { readonly values: readonly { value: string; count: number }[]; stats?: object }>
  >;
  readonly warnings?: readonly { readonly code: string }[];
}
interface Problem {
  readonly code: string;
  readonly errors: readonly { readonly path: string; readonly code: string }[];
}

let service: LocalService;
let shopKey = '';
let webKey = '';
let dealerKey = { id: '', key: '' };

const chairs = [
  item('c1', {
    name: 'Oak chair',
    description: 'Solid wood.',
    price: 100,
    stock: 5,
    colour: 'red',
    prices: { b2b: 70.5, vip: 90 },
    stores: { berlin: { stock: 0 }, paris: { price: 120, stock: 2 } },
    translations: {
      de: { name: 'Eichenstuhl', description: 'Massivholz.', colour: 'rot' },
      ja: { name: 'オーク材の椅子' },
    },
  }),
  item('c2', { name: 'Pine chair', price: 80, stock: 0, colour: 'blue', stores: { berlin: { stock: 3 } } }),
  item('c3', {
    name: 'Steel chair',
    price: 60,
    stock: 1,
    colour: 'red',
    prices: { b2b: 65 },
    translations: { de: { name: 'Stahlstuhl', description: null } },
  }),
];

before(async () => {
  service = await LocalService.start();
  shopKey = await service.project('shop', [
    'search',
    'recommend',
    'items:read',
    'items:write',
    'settings',
    'events',
  ]);
  webKey = await service.project('shop', ['search', 'recommend']);
  const headers = await service.signIn();
  const made = await service.ask<{ id: string; key: string }>('POST', '/admin/keys', {
    headers,
    body: { kind: 'server', scopes: ['search', 'recommend'], projects: ['shop'], priceLists: ['b2b', 'vip'] },
  });
  assert.equal(made.status, 201);
  dealerKey = made.body;
  const added = await service.ask('POST', '/api/items', {
    key: shopKey,
    body: { project: 'shop', data: chairs },
  });
  assert.equal(added.status, 201, JSON.stringify(added.body));
});
after(() => service[Symbol.asyncDispose]());

const find = <T = Found>(body: object, key = webKey): Promise<Answer<T>> =>
  service.ask<T>('POST', '/search/shop', { key, body });
const pricesOf = ({ body }: Answer<Found>): unknown[] => body.items.map(({ id, price }) => [id, price]);

test('a price list is the price of items: shown, filtered, sorted and counted', async () => {
  const b2b = { priceList: 'b2b', q: 'chair' };
  const sorted = await find({ ...b2b, sort: ['price'] }, dealerKey.key);
  assert.deepEqual(pricesOf(sorted), [
    ['c3', 65],
    ['c1', 70.5],
    ['c2', 80],
  ]);
  assert.equal(sorted.body.items[0]!['prices'], undefined);
  const filtered = await find(
    { ...b2b, filters: 'price > 66', sort: ['-price'], facets: ['price'] },
    dealerKey.key,
  );
  assert.deepEqual(pricesOf(filtered), [
    ['c2', 80],
    ['c1', 70.5],
  ]);
  assert.deepEqual(filtered.body.facets['price']!.stats, {
    min: 70.5,
    max: 80,
    avg: 75.25,
    sum: 150.5,
    count: 2,
  });
  assert.deepEqual(pricesOf(await find({ q: 'chair', sort: ['price'] }, dealerKey.key)), [
    ['c3', 60],
    ['c2', 80],
    ['c1', 100],
  ]);
  const several = await service.ask<{ results: Found[] }>('POST', '/search', {
    key: dealerKey.key,
    body: {
      project: 'shop',
      searches: [{ ...b2b, filters: 'id:c1' }, { q: 'oak', priceList: 'vip' }, { q: 'oak' }],
    },
  });
  assert.deepEqual(
    several.body.results.map(({ items }) => items[0]!['price']),
    [70.5, 90, 100],
  );
});

test('a key chooses among its own price lists only, and does not see the others', async () => {
  for (const body of [{ priceList: 'b2b' }, { priceList: 'none' }]) {
    const refused = await find<Problem>(body);
    assert.deepEqual([refused.status, refused.body.code], [403, 'price_list_forbidden']);
  }
  const none = await find<Problem>({ priceList: 'gold' }, dealerKey.key);
  assert.equal(none.status, 403);
  const list = await service.ask<Problem>('POST', '/rec/trendings', {
    key: webKey,
    body: { index: 'shop', priceList: 'b2b' },
  });
  assert.equal(list.body.code, 'price_list_forbidden');
  const { body } = await find({ facets: ['prices.b2b'], filters: 'price > 0', q: '' });
  assert.ok(body.items.every((one) => !('prices' in one)));
  assert.deepEqual(body.facets['prices.b2b']!.values, []);
  assert.equal((await find({ filters: 'prices.b2b > 0' })).body.total, 0);
  const signed = await signKey(dealerKey, { priceLists: ['vip'] });
  assert.deepEqual(pricesOf(await find({ q: 'oak', priceList: 'vip' }, signed)), [['c1', 90]]);
  assert.equal((await find({ q: 'oak', priceList: 'b2b' }, signed)).status, 403);
  const tooMuch = await signKey(dealerKey, { priceLists: ['gold'] });
  assert.equal((await find({ q: 'oak' }, tooMuch)).status, 401);
  assert.deepEqual(pricesOf(await find({ q: 'oak', priceList: 'b2b' }, shopKey)), [['c1', 70.5]]);
});

test('a store has its own stock and price: sold-out last, filters and lists go by them', async () => {
  assert.deepEqual(
    (await find({ store: 'berlin' })).body.items.map(({ id, stock }) => [id, stock]),
    [
      ['c2', 3],
      ['c3', 1],
      ['c1', 0],
    ],
  );
  assert.equal((await find({ store: 'berlin', filters: 'stock > 0' })).body.total, 2);
  assert.deepEqual(pricesOf(await find({ store: 'paris', q: 'oak' })), [['c1', 120]]);
  assert.deepEqual(
    pricesOf(await find({ store: 'paris', priceList: 'b2b', q: 'oak' }, dealerKey.key)),
    [['c1', 70.5]],
    'the price list precedes the store',
  );
  const popular = async (body: object): Promise<unknown> => {
    const { body: list } = await service.ask<Found>('POST', '/reco/popular', {
      key: webKey,
      body: { index: 'shop', ...body },
    });
    return list.items
      .map(({ id, price, stores }) => [id, price, stores === undefined])
      .sort((a, b) => (String(a) < String(b) ? -1 : 1));
  };
  assert.deepEqual(await popular({ store: 'berlin' }), [
    ['c2', 80, true],
    ['c3', 60, true],
  ]);
  assert.deepEqual(await popular({ store: 'paris', filters: 'price > 100' }), [['c1', 120, true]]);
});

test('a language has its own texts: found, shown, highlighted, filtered and counted', async () => {
  const german = await find({ q: 'eichenstuhl', language: 'de-AT', facets: ['colour'] });
  assert.equal(german.body.warnings, undefined);
  const [chair] = german.body.items;
  assert.deepEqual(
    [chair!['name'], chair!['description'], chair!['colour'], chair!['translations']],
    ['Eichenstuhl', 'Massivholz.', 'rot', undefined],
  );
  assert.deepEqual(chair!['_highlights'], { name: '<em>Eichenstuhl</em>' });
  assert.deepEqual(german.body.facets['colour']!.values, [{ value: 'rot', count: 1 }]);
  const [steel] = (await find({ q: 'stahlstuhl', language: 'de' })).body.items;
  assert.deepEqual([steel!['name'], steel!['description']], ['Stahlstuhl', chairs[2]!['description']]);
  assert.equal((await find({ language: 'de', filters: 'colour:rot' })).body.total, 1);
  assert.equal((await find({ language: 'de', filters: 'colour:red' })).body.total, 1);
  assert.equal((await find({ filters: 'colour:red' })).body.total, 2);
  assert.deepEqual(
    (await find({ q: '椅子', language: 'ja' })).body.items.map(({ name }) => name),
    ['オーク材の椅子'],
  );
  const sorted = await find({ language: 'de', sort: ['name'] });
  assert.deepEqual(
    sorted.body.items.map(({ name }) => name),
    ['Eichenstuhl', 'Pine chair', 'Stahlstuhl'],
  );
  const dynamic = await find({ language: 'de', facets: ['*'] });
  assert.ok(Object.keys(dynamic.body.facets).every((field) => !/^(prices|stores|translations)/.test(field)));
  const unknown = await find({ q: 'chair', language: 'fr' });
  assert.equal(unknown.body.warnings?.[0]?.code, 'language_not_set');
});

test('items are returned as they were sent, and wrong prices, stores and translations are refused with their place', async () => {
  const { body } = await service.ask<{ item: Item }>('GET', '/api/items/c1?by=id', { key: shopKey });
  for (const member of ['prices', 'stores', 'translations', 'price', 'name'])
    assert.deepEqual(body.item[member], chairs[0]![member]);
  const wrong = await service.ask<Problem>('POST', '/api/items', {
    key: shopKey,
    body: {
      project: 'shop',
      data: item('w', {
        prices: { b2b: -1, vip: '9' },
        stores: { berlin: { stock: 'many' }, paris: 3 },
        translations: { de: { name: { text: 'x' } }, fr: ['x'] },
      }),
    },
  });
  assert.equal(wrong.status, 400);
  assert.deepEqual(
    wrong.body.errors.map(({ path, code }) => [path, code]),
    [
      ['data.prices.b2b', 'out_of_range'],
      ['data.prices.vip', 'type'],
      ['data.stores.berlin.stock', 'type'],
      ['data.stores.paris', 'type'],
      ['data.translations.de.name', 'type'],
      ['data.translations.fr', 'type'],
    ],
  );
});
