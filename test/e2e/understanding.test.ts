import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

interface Found {
  readonly total: number;
  readonly items: readonly {
    readonly id: string;
    readonly _ranking?: { readonly reasons: readonly string[] };
  }[];
  readonly query: string;
  readonly correctedQuery: string | null;
  readonly ignoredWords?: readonly string[];
  readonly understood?: readonly { readonly text: string; readonly filter: string; readonly as: string }[];
}

let service: LocalService;
let key: string;
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'items:write', 'settings']);
  const products = [
    item('d1', { name: 'Dress Luna', price: 40, category: 'Dresses', color: 'red', size: '38' }),
    item('d2', { name: 'Dress Aurora', price: 90, category: 'Dresses', color: 'red', size: '38' }),
    item('d3', { name: 'Dress Nova', price: 30, category: 'Dresses', color: 'blue', size: '40' }),
    item('j1', { name: 'Jacket Polar', price: 120, category: 'Jackets', color: 'black', size: '46' }),
    item('j2', { name: 'Jacket Alpin', price: 80, category: 'Jackets', color: 'red', size: '44' }),
    item('b1', { name: 'The Blue Island', price: 12, category: 'Books', color: 'white', size: 'A5' }),
  ];
  const { status } = await service.ask('POST', '/api/items/import?project=shop', {
    key,
    headers: { 'content-type': 'application/x-ndjson' },
    body: products.map((product) => JSON.stringify(product)).join('\n'),
  });
  assert.equal(status, 200);
});
after(() => service[Symbol.asyncDispose]());

async function search(body: object): Promise<Found> {
  const { status, body: found } = await service.ask<Found>('POST', '/search/shop', { key, body });
  assert.equal(status, 200);
  return found;
}
const ids = ({ items }: Found): string[] => items.map(({ id }) => id).toSorted();
const read = ({ understood = [] }: Found): string[] =>
  understood.map(({ text, filter }) => `${text}: ${filter}`);

test('prices, sizes and values in a query become filters that can be removed', async () => {
  const understanding = 'filters';
  const whole = await search({ q: 'red dress size 38 under 50', understanding });
  assert.deepEqual(read(whole), [
    'red: color:red',
    'dress: category:Dresses',
    'size 38: size:"38"',
    'under 50: price < 50',
  ]);
  assert.deepEqual([whole.total, ids(whole)], [1, ['d1']]);
  assert.equal(whole.query, 'red dress size 38 under 50');
  assert.ok(whole.understood!.every(({ as }) => as === 'filter'));
  const removed = await search({ q: 'red dress under 50', understanding, asWords: ['color', 'price'] });
  assert.deepEqual(read(removed), ['dress: category:Dresses']);
  const filters = whole.understood!.map(({ filter }) => filter).join(' AND ');
  assert.deepEqual(ids(await search({ filters })), ['d1']);
});

test('what the query names does not empty the list, and a title is not taken apart', async () => {
  const understanding = 'filters';
  const none = await search({ q: 'black dress', understanding });
  assert.deepEqual(read(none), ['dress: category:Dresses']);
  const title = await search({ q: 'blue island', understanding });
  assert.deepEqual([read(title), title.items[0]!.id], [[], 'b1']);
  const mistyped = await search({ q: 'jaket size 46', understanding });
  assert.deepEqual([read(mistyped), ids(mistyped)], [['size 46: size:"46"'], ['j1']]);
  assert.equal(mistyped.correctedQuery, 'jacket size 46');
});

test('boosts keep the total, and rank the named values first', async () => {
  const q = 'jacket under 100';
  const plain = await search({ q, understanding: 'off' });
  const boosted = await search({ q, understanding: 'boosts', explain: true });
  assert.equal(plain.understood, undefined);
  assert.deepEqual([plain.items[0]!.id, boosted.items[0]!.id], ['j1', 'j2']);
  assert.ok(boosted.understood!.every(({ as }) => as === 'boost'));
  assert.ok(boosted.items[0]!._ranking!.reasons.includes('Boosted by a value in the query'));
  assert.equal(boosted.total, plain.total);
});

test('the setting applies to each search, also to several at once and to values of facets', async () => {
  const settings = { search: { understanding: 'filters' } };
  assert.equal(
    (await service.ask('PUT', '/api/projects/shop/settings', { key, body: settings })).status,
    200,
  );
  const { body } = await service.ask<{ results: Found[] }>('POST', '/search', {
    key,
    body: {
      project: 'shop',
      searches: [{ q: 'dress under 50' }, { q: 'dress under 50', understanding: 'off' }],
    },
  });
  assert.deepEqual(body.results.map(read), [['dress: category:Dresses', 'under 50: price < 50'], []]);
  const values = await service.ask<{ values: { value: string }[] }>('POST', '/search/shop/facets/color', {
    key,
    body: { q: 'dress under 35' },
  });
  assert.deepEqual(
    values.body.values.map(({ value }) => value),
    ['blue'],
  );
  const byUrl = await service.ask<Found>(
    'GET',
    '/search/shop?q=red+dress&understanding=filters&asWords=color',
    { key },
  );
  assert.deepEqual(read(byUrl.body), ['dress: category:Dresses']);
});

test('carrier phrases are not searched for, and listed in `ignoredWords`', async () => {
  const plain = await search({ q: 'red dress', understanding: 'off' });
  const wrapped = await search({ q: 'Where can I buy a red dress, please?', understanding: 'off' });
  assert.deepEqual(
    wrapped.items.map(({ id }) => id),
    plain.items.map(({ id }) => id),
  );
  assert.deepEqual(wrapped.ignoredWords, ['Where can I buy a', 'please']);
  assert.deepEqual([wrapped.total, plain.ignoredWords], [plain.total, undefined]);
  const mistyped = await search({ q: 'show me a jaket online', understanding: 'off' });
  assert.deepEqual([ids(mistyped), mistyped.correctedQuery], [['j1', 'j2'], 'show me a jacket online']);
  const joined = await search({ q: 'show me a reddress, please', understanding: 'off' });
  assert.equal(joined.correctedQuery, 'show me a red dress, please');
  const understood = await search({ q: 'show me a red dress under 50', understanding: 'filters' });
  assert.deepEqual(read(understood), ['red: color:red', 'dress: category:Dresses', 'under 50: price < 50']);
  const whyNot = await service.ask<{ position: number }>(
    'GET',
    `/search/shop/why-not?q=${encodeURIComponent('show me a red dress')}&item=${plain.items[1]!.id}`,
    { key },
  );
  assert.equal(whyNot.body.position, 2);
});

test('unknown modes are rejected with their place', async () => {
  const { status, body } = await service.ask<{ errors: { path: string }[] }>('POST', '/search/shop', {
    key,
    body: { q: 'a', understanding: 'on' },
  });
  assert.deepEqual([status, body.errors[0]!.path], [400, 'understanding']);
  const settings = { search: { understanding: 'always' } };
  assert.equal(
    (await service.ask('PUT', '/api/projects/shop/settings', { key, body: settings })).status,
    400,
  );
});
