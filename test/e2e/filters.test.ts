import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids, refusal, type Found, type Problem, type Warned } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Filters over HTTP: the results of each kind of condition, and errors. */
let service: LocalService;
let key = '';

const catalogItems = [
  item('coat', {
    variants: [
      { color: 'blue', size: 'XXL', stock: 0 },
      { color: 'red', size: 'S', stock: 2 },
    ],
    releasedAt: '2024-01-31T23:30:00-05:00',
    location: { lat: 59.33, lng: 18.06 },
  }),
  item('cape', {
    variants: [
      { color: 'blue', size: 'S', stock: 3 },
      { color: 'red', size: 'XXL', stock: 1 },
    ],
    releasedAt: '2024-01-31',
    location: [
      { lat: 55.6, lon: 13 },
      { lat: -16.8, lon: 179.99 },
    ],
  }),
  item('hat', {
    variants: { color: 'blue', size: 'XXL', stock: 5 },
    releasedAt: '2024-02',
    location: { lat: 91, lng: 0 },
  }),
  item('sock', { releasedAt: new Date(Date.now() - 3_600_000).toISOString() }),
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

const search = (filters: string) =>
  service.ask<Found>('GET', `/search/shop?filters=${encodeURIComponent(filters)}`, { key });

async function finds(filters: string, expected: readonly string[]): Promise<void> {
  const { status, body } = await search(filters);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([ids(body).sort(), body.total], [[...expected].sort(), expected.length], filters);
}

/** `filters` is rejected at this position. */
async function refuses(filters: string, position: number): Promise<void> {
  const answer = await search(filters);
  assert.equal(refusal(answer), '400 invalid_filter filters', filters);
  assert.equal((answer.body as unknown as Problem)['position'], position, filters);
}

test('`list.{...}` finds items with one element that satisfies all conditions', async () => {
  await finds('variants.color:blue AND variants.size:XXL', ['coat', 'cape', 'hat']);
  await finds('variants.{color:blue AND size:XXL}', ['coat', 'hat']);
  await finds('variants.{color:blue AND size:XXL AND stock > 0}', ['hat']);
  await finds('variants.{NOT color:blue}', ['coat', 'cape']);
  await finds('NOT variants.{color:blue AND stock > 0}', ['coat', 'sock']);
  await finds('variants.{(color:red OR size:S) AND stock:2 TO 3}', ['coat', 'cape']);
});

test('dates compare as instants, days and months as intervals, and `now` is the time of the request', async () => {
  await finds('releasedAt >= 2024-02-01', ['coat', 'sock']);
  await finds('releasedAt:2024-01 TO 2024-01', ['cape']);
  await finds('releasedAt <= 2024-01-31', ['cape']);
  await finds('releasedAt > 2024-01-31', ['coat', 'sock']);
  await finds('releasedAt < 2024-02-01T05:30:00+01:00', ['cape']);
  await finds('releasedAt:now-1d TO now', ['sock']);
  await finds('_createdAt > now-10min', ['coat', 'cape', 'hat', 'sock']);
  await finds('releasedAt > 0', []);
  await refuses('releasedAt > 2024-02-30', 13);
  await refuses('releasedAt > now-7parsecs', 13);
});

test('geo points are found within a circle and a box, also across the antimeridian', async () => {
  await finds('location WITHIN 5km OF 59.36,18.06', ['coat']);
  await finds('location WITHIN 3km OF 59.36,18.06', []);
  await finds('location WITHIN 20100km OF 0,0', ['coat', 'cape']);
  await finds('location WITHIN 10km OF -16.8,-179.99', ['cape']);
  await finds('location IN BOX 55,10,60,20', ['coat', 'cape']);
  await finds('location IN BOX -20,179,-10,-179', ['cape']);
  await finds('location IN BOX -20,-179,-10,179', []);
  await finds('EXISTS location', ['coat', 'cape', 'hat']);
  await refuses('location WITHIN 5 OF 59,18', 16);
  await refuses('location WITHIN 5km OF 99,18', 23);
  await refuses('location IN BOX 5,0,4,0', 20);
});

test('`sort=distance(...)` orders by the nearest geo point and returns the distance in metres', async () => {
  const sorted = async (sort: string) =>
    (await service.ask<Found>('GET', `/search/shop?sort=${encodeURIComponent(sort)}`, { key })).body.items;
  const near = await sorted('distance(location,59.33,18.06)');
  assert.deepEqual(ids({ items: near }).slice(0, 2), ['coat', 'cape']);
  assert.equal(near[0]?.['_distance'], 0);
  // By the haversine formula on a sphere of 6,371,008.8 m.
  assert.equal(Math.round(Number(near[1]?.['_distance']) / 1000), 513);
  assert.equal(near[2]?.['_distance'], undefined);
  const far = await sorted('desc(distance(location,59.33,18.06)),price:asc');
  assert.deepEqual(ids({ items: far }).slice(0, 2), ['cape', 'coat']);
  const dated = await sorted('releasedAt');
  assert.deepEqual(ids({ items: dated }), ['cape', 'coat', 'sock', 'hat']);
  for (const sort of ['distance(location,91,0)', 'distance(location)', 'distance(location,1,2'])
    assert.equal(
      refusal(await service.ask('GET', `/search/shop?sort=price,${encodeURIComponent(sort)}`, { key })),
      '400 invalid_request sort[1]',
    );
});

test('ranges in the notation of facets are accepted, and a day or month after a colon is an interval', async () => {
  await finds('price:5..50', ['coat', 'cape', 'hat', 'sock']);
  await finds('price:..5', []);
  await finds('variants.{size:XXL AND stock:1..3}', ['cape']);
  await finds('releasedAt:2024-01..2024-01', ['cape']);
  await finds('releasedAt:2024-01', ['cape']);
  await finds('releasedAt:2024-02', ['coat', 'hat']);
  await finds('releasedAt:2024-02-01', ['coat']);
  await finds('releasedAt:"2024-02"', ['hat']);
  await refuses('price:50..5', 6);
  const { body } = await search('price:5..50');
  assert.equal('warnings' in body, false);
});

test('a text that a numeric field can never equal is rejected with a hint', async () => {
  await refuses('price:cheap', 6);
  await refuses('brand:x AND variants.stock:5-50', 27);
  await refuses('variants.{color:blue AND stock:many}', 31);
  await refuses('variants.stock IN [1, lots]', 22);
  const answer = await search('variants.stock:5-50');
  assert.equal(
    (answer.body as unknown as Problem).detail,
    'filters must have a number, or a range such as 5..50, as variants.stock holds only numbers, not "5-50" at position 15',
  );
  // Sizes are texts, even if they look like numbers.
  const data = { data: [item('shoe', { size: 46 })], project: 'shop' };
  assert.equal((await service.ask('POST', '/api/items', { key, body: data })).status, 201);
  await finds('size:wide', []);
  await finds('size:46', ['shoe']);
  assert.equal((await service.ask('DELETE', '/api/items/shoe?by=id', { key })).status, 200);
});

test('a condition that no item can satisfy gives a warning in all operations with filters', async () => {
  const warned = async (filters: string): Promise<string[]> => {
    const answer = await search(filters);
    assert.equal(answer.status, 200, filters);
    return ((answer.body as Warned).warnings ?? []).map(({ code, path, detail }) => {
      assert.equal(path, 'filters');
      return `${code}: ${detail}`;
    });
  };
  assert.deepEqual(await warned('releasdAt > 2024-01 AND NOT variants.colour:blue'), [
    'unknown_field: filters, position 0: no item has a value in `releasdAt`: did you mean `releasedAt`?',
    'unknown_field: filters, position 28: no item has a value in `variants.colour`: did you mean `variants.color`?',
  ]);
  assert.match(
    (await warned('variants:blue'))[0] ?? '',
    /it holds objects, name a field of them, such as `variants\./,
  );
  assert.match((await warned('variant.{color:blue}'))[0] ?? '', /^unknown_field: .* `variant`/);
  assert.match((await warned('place WITHIN 5km OF 1,2'))[0] ?? '', /^unknown_field: .* `place`/);
  assert.deepEqual(await warned('name > 5'), [
    'never_true: filters, position 0: `name` holds no numbers, so that it is in no such range',
  ]);
  assert.deepEqual(await warned('variants.{color:1..5}'), [
    'never_true: filters, position 10: `variants.color` holds no numbers, so that it is in no such range',
  ]);
  for (const filters of ['NOT EXISTS onSale', 'releasedAt > 2024-01', '_createdAt > now-1d', 'price:10'])
    assert.deepEqual(await warned(filters), [], filters);
  assert.equal((await warned(Array.from({ length: 30 }, (_, no) => `f${no}:1`).join(' OR '))).length, 20);
  const body = { index: 'shop', filters: 'colour:blue' };
  const list = await service.ask<Warned>('POST', '/rec/trendings', { key, body });
  assert.equal(list.body.warnings?.[0]?.code, 'unknown_field');
  const several = await service.ask<{ results: Warned[] }>('POST', '/search', {
    key,
    body: { project: 'shop', searches: [{}, { filters: 'colour:blue' }] },
  });
  assert.deepEqual(
    several.body.results.map(({ warnings }) => warnings?.length ?? 0),
    [0, 1],
  );
  const empty = await service.project('empty');
  const none = await service.ask<Warned>('GET', '/search/empty?filters=colour:blue', { key: empty });
  assert.equal(none.body.warnings, undefined);
});

test('an invalid `list.{...}` is rejected with its position, and the nesting limit is 20 levels', async () => {
  await refuses('variants.{color:blue', 20);
  await refuses('variants.{}', 10);
  await refuses('variants.{color:blue}}', 21);
  const nested = (levels: number) => `${'a.{'.repeat(levels)}b:1${'}'.repeat(levels)}`;
  await finds(nested(20), []);
  await refuses(nested(21), 63);
});
