import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refusal, type Found } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Facets over HTTP, in a query and in a body. */
let service: LocalService;
let key = '';

const catalogItems = [
  item('a', { brand: 'Nike', color: 'red', price: 10, category: 'Shoes > Running', at: '2026-01-15' }),
  item('b', {
    brand: 'Nike',
    color: 'blue',
    price: 50,
    category: ['Shoes > Running > Trail', 'Sale'],
    at: '2026-02-01',
  }),
  item('c', { brand: 'Puma', color: 'red', price: 99.5, category: 'Shoes', at: '2026-02-01T10:00:00+02:00' }),
  item('d', { brand: 'puma', color: 'blue', price: 100, category: 'Bags' }),
  item('e', { brand: 'Citroën', color: 'red', price: 7 }),
];

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
  const answer = await service.ask('POST', '/api/items', {
    key,
    body: { project: 'shop', data: catalogItems },
  });
  assert.equal(answer.status, 201);
});
after(() => service[Symbol.asyncDispose]());

type Facet = Found['facets'][string] & {
  ranges: unknown[];
  levels: { path: string; values: { value: string; count: number }[] }[];
  dates: unknown;
};
const get = (query: Record<string, string>) =>
  service.ask<Found>('GET', `/search/shop?${new URLSearchParams({ limit: '0', ...query }).toString()}`, {
    key,
  });
const post = (body: object) =>
  service.ask<Found>('POST', '/search/shop', { key, body: { limit: 0, ...body } });
const shown = (facet: Facet | undefined) =>
  facet?.values.map(({ value, count }) => `${value} ${count}`).join();

/** The facets of a request, which are the same by query and by body. */
async function facetsOf(
  query: Record<string, string>,
  body: object,
): Promise<Readonly<Record<string, Facet>>> {
  const [inAddress, inBody] = [await get(query), await post(body)];
  assert.equal(inAddress.status, 200, JSON.stringify(inAddress.body));
  assert.deepEqual(inBody.body.facets, inAddress.body.facets);
  return inAddress.body.facets as Readonly<Record<string, Facet>>;
}

test('facets are ordered by count or by value, with a limit and a minimum count', async () => {
  const { brand, color } = await facetsOf(
    { facets: 'brand(limit=2,order=value),color(minCount=3)' },
    {
      facets: [
        { field: 'brand', limit: 2, order: 'value' },
        { field: 'color', minCount: 3 },
      ],
    },
  );
  assert.equal(shown(brand), 'Citroën 1,Nike 2');
  assert.equal(brand?.distinct, 3);
  assert.equal(shown(color), 'red 3');
});

test('facets count ranges of numbers and dates, with an inclusive start and an exclusive end', async () => {
  const { price, at } = await facetsOf(
    { facets: 'price(..10,10..50,50..100,100..),at(2026-01..2026-02,2026-02..)' },
    {
      facets: [
        { field: 'price', ranges: [{ to: 10 }, { from: 10, to: 50 }, { from: 50, to: 100 }, { from: 100 }] },
        { field: 'at', ranges: [{ from: '2026-01', to: '2026-02' }, { from: '2026-02' }] },
      ],
    },
  );
  assert.deepEqual(price?.ranges, [
    { from: null, to: 10, count: 1 },
    { from: 10, to: 50, count: 1 },
    { from: 50, to: 100, count: 2 },
    { from: 100, to: null, count: 1 },
  ]);
  assert.deepEqual(at?.ranges, [
    { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z', count: 1 },
    { from: '2026-02-01T00:00:00.000Z', to: null, count: 2 },
  ]);
  assert.deepEqual(at?.dates, { min: '2026-01-15T00:00:00.000Z', max: '2026-02-01T08:00:00.000Z', count: 3 });
});

test('facets count hierarchical values by level, below a selected value', async () => {
  const { category } = await facetsOf(
    { facets: 'category(path="shoes > Running")' },
    { facets: [{ field: 'category', path: 'shoes > Running' }] },
  );
  assert.deepEqual(
    category?.levels.map(
      ({ path, values }) => `${path}: ${values.map(({ value, count }) => `${value} ${count}`).join()}`,
    ),
    [': Shoes 3,Bags 1,Sale 1', 'shoes: Shoes > Running 2', 'shoes > Running: Shoes > Running > Trail 1'],
  );
  assert.equal(shown(category), 'Shoes > Running > Trail 1');
});

test('a disjunctive facet ignores only the conditions on its own field', async () => {
  const filters = 'brand:Nike AND color IN [red, blue] AND NOT color:green AND price < 90';
  const facets = await facetsOf(
    { filters, facets: 'brand,color', disjunctive: 'brand' },
    { filters, facets: ['color', { field: 'brand', disjunctive: true }] },
  );
  assert.equal(shown(facets['brand']), 'Nike 2,Citroën 1');
  assert.equal(shown(facets['color']), 'blue 1,red 1');
  const { brand } = (await get({ filters: 'brand:Nike OR color:red', disjunctive: 'brand' })).body.facets;
  assert.equal(shown(brand as Facet), 'Nike 2,Citroën 1,Puma 1');
});

test('`*` selects facets by the result and excludes identifiers', async () => {
  const facets = await facetsOf({ facets: '*:3' }, { facets: [{ field: '*', count: 3 }] });
  assert.deepEqual(Object.keys(facets), ['brand', 'color']);
  const selected = (await get({ facets: '*', filters: 'brand:Nike' })).body.facets;
  assert.deepEqual(Object.keys(selected), ['brand'], 'otherwise the selection could not be removed');
});

test('facets count products when variants are grouped', async () => {
  const variants = [
    item('v1', { name: 'Sandal', groupId: 'g', color: 'green', price: 20 }),
    item('v2', { name: 'Sandal', groupId: 'g', color: 'green', price: 22 }),
    item('v3', { name: 'Sandal', groupId: 'g', color: 'white', price: 80 }),
    item('v4', { name: 'Sandal', color: 'green', price: 21 }),
  ];
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data: variants } });
  const query = { q: 'sandal', facets: 'color,price(..50,50..)' };
  const { body } = await get(query);
  assert.equal(body.total, 2);
  assert.equal(shown(body.facets['color'] as Facet), 'green 2,white 1');
  const counts = (found: Found) =>
    (found.facets['price'] as Facet).ranges.map((range) => (range as { count: number }).count);
  assert.deepEqual(counts(body), [2, 1]);
  const alone = (await get({ ...query, grouped: 'false' })).body;
  assert.equal(shown(alone.facets['color'] as Facet), 'green 3,white 1');
  assert.deepEqual(counts(alone), [3, 1]);
  for (const { id } of variants)
    await service.ask('DELETE', `/api/items/${String(id)}?by=id&project=shop`, { key });
});

test('an invalid facet is rejected with its path', async () => {
  const wrong: [query: Record<string, string>, place: string][] = [
    [{ facets: 'brand,color(what)' }, 'facets[1]'],
    [{ facets: 'price(5..1)' }, 'facets[0].ranges[0]'],
    [{ facets: 'price(0..5,a..b)' }, 'facets[0].ranges[1]'],
    [{ facets: 'brand:1001' }, 'facets[0]'],
    [{ facets: `brand(${'1..2,'.repeat(101)})` }, 'facets[0].ranges'],
    [{ facets: `x(path=${'y'.repeat(1_001)})` }, 'facets[0]'],
    [{ facets: `x(path=${'y'.repeat(4_001)})` }, 'facets[0]'],
    [{ facets: '*:51' }, 'facets[0]'],
    [{ facets: `x(${' '.repeat(3_997)}5)` }, 'facets[0]'],
    [{ disjunctive: Array.from({ length: 21 }, (_, i) => `f${i}`).join() }, 'disjunctive'],
    [{ disjunctive: Array.from({ length: 51 }, (_, i) => `f${i}`).join() }, 'disjunctive'],
  ];
  for (const [query, place] of wrong) assert.equal(refusal(await get(query)), `400 invalid_request ${place}`);
  for (const query of [
    { facets: `brand(${'1..2,'.repeat(100)})` },
    { facets: `x(path=${'y'.repeat(1_000)})` },
    { facets: `x(${' '.repeat(3_996)}5)` },
    { disjunctive: Array.from({ length: 20 }, (_, i) => `f${i}`).join() },
  ])
    assert.equal((await get(query)).status, 200);
  assert.equal(refusal(await post({ facets: [{ field: 'a', limt: 1 }] })), '400 invalid_request facets[0]');
  assert.equal(refusal(await post({ facets: [{}] })), '400 invalid_request facets[0]');
});

test('POST /search/:project/facets/:field finds values by their words, and by fuzzy matches without exact ones', async () => {
  const values = async (facetQuery: string) =>
    (await service.ask('POST', '/search/shop/facets/brand', { key, body: { facetQuery } })).body;
  assert.deepEqual(await values('citroe'), {
    values: [{ value: 'Citroën', count: 1 }],
    distinct: 1,
    fallback: null,
  });
  const { fallback, values: near } = await values('citreon');
  assert.deepEqual([fallback, near], ['corrected', [{ value: 'Citroën', count: 1 }]]);
  assert.deepEqual(await values('zzzz'), { values: [], distinct: 0, fallback: null });
});

test('a number and its text are one facet value, as in filters', async () => {
  const shoes = [38, '38', [38, '38'], 39, '38 wide'].map((size, i) =>
    item(`shoe-${i}`, { size, ...(i < 2 ? { groupId: 'shoe' } : {}) }),
  );
  const variants = await service.project('variants');
  await service.ask('POST', '/api/items', { key: variants, body: { project: 'variants', data: shoes } });
  const ask = async (body: object) => {
    const path = '/search/variants';
    const answer = await service.ask<Found>('POST', path, { key: variants, body: { limit: 0, ...body } });
    return answer.body;
  };
  const each = (await ask({ facets: 'size', grouped: false })).facets['size'] as Facet;
  assert.equal(shown(each), '38 3,39 1,38 wide 1');
  assert.equal((await ask({ filters: 'size:38', grouped: false })).total, 3);
  assert.equal(shown((await ask({ facets: 'size' })).facets['size'] as Facet), '38 2,39 1,38 wide 1');
});
