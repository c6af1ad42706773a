import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Found } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Every road that answers about a query plans it as the search does. */
let service: LocalService;
let key = '';

const items = [
  item('d1', { name: 'Dress Luna', price: 40, category: 'Dresses', color: 'red' }),
  item('d2', { name: 'Dress Aurora', price: 90, category: 'Dresses', color: 'red' }),
  item('d3', { name: 'Dress Nova', price: 30, category: 'Dresses', color: 'blue' }),
  item('j1', { name: 'Jacket Polar', price: 120, category: 'Jackets', color: 'black' }),
  item('j2', { name: 'Jacket Alpin', price: 80, category: 'Jackets', color: 'red' }),
  item('l1', { name: 'Lamp with the shade', price: 20, category: 'Lamps', color: 'white' }),
  item('l2', { name: 'Lamp', price: 25, category: 'Lamps', color: 'white' }),
];

interface WhyNot {
  readonly position: number | null;
  readonly total: number;
  readonly reasons: readonly { readonly code: string; readonly text: string }[];
}

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'items:write', 'settings']);
  assert.equal(
    (await service.ask('POST', '/api/items', { key, body: { project: 'shop', data: items } })).status,
    201,
  );
  const search = { understanding: 'filters', languages: ['en', 'de'], dropWordsThreshold: 1 };
  const settings = await service.ask('PUT', '/api/projects/shop/settings', { key, body: { search } });
  assert.equal(settings.status, 200);
  const body = {
    collection: {
      id: 'warm',
      name: 'Warm',
      items: ['j2'],
      filter: 'category:Jackets OR id:d1',
      exclude: ['j1'],
    },
  };
  const stored = await service.ask('PUT', '/api/projects/shop/collections/warm', { key, body });
  assert.equal(stored.status, 200, JSON.stringify(stored.body));
});
after(() => service[Symbol.asyncDispose]());

const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();
const whyNot = async (id: string, search: Record<string, string>): Promise<WhyNot> => {
  const path = `/search/shop/why-not?${query({ ...search, item: id })}`;
  const { status, body } = await service.ask<WhyNot>('GET', path, { key });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

/** Compares the position that why-not gives each item with the list. */
async function assertExplained(search: Record<string, string>): Promise<void> {
  const { body } = await service.ask<Found>('GET', `/search/shop?${query(search)}`, { key });
  const listed = body['fallback'] === 'popular' ? [] : body.items.map(({ id }) => id);
  for (const { id } of items as { id: string }[]) {
    const { position, total, reasons } = await whyNot(id, search);
    const place = listed.indexOf(id) + 1;
    assert.deepEqual(
      [position, total],
      [place === 0 ? null : place, body.total],
      `${id} for ${JSON.stringify(search)}: ${JSON.stringify(reasons)}`,
    );
    assert.ok(reasons.length > 0, `${id} has a reason`);
  }
}

test('why-not explains the query with what was understood', async () => {
  for (const q of ['dress under 50', 'red dress', 'show me a jacket under 100', 'dres under 50'])
    await assertExplained({ q });
  await assertExplained({ q: 'red dress', asWords: 'color' });
  await assertExplained({ q: 'jacket under 100', understanding: 'off' });
  await assertExplained({ q: 'jacket under 100', understanding: 'boosts' });
  const { reasons } = await whyNot('d2', { q: 'dress under 50' });
  assert.deepEqual(reasons, [
    { code: 'filter', text: 'Does not match the filter `price < 50` of “under 50”' },
  ]);
});

test('why-not explains the search in a collection', async () => {
  await assertExplained({ collection: 'warm' });
  await assertExplained({ collection: 'warm', q: 'jacket' });
  await assertExplained({ collection: 'warm', q: 'red under 100' });
  const { reasons } = await whyNot('d3', { collection: 'warm' });
  assert.deepEqual(reasons, [{ code: 'collection', text: 'Is not in the collection “warm”' }]);
  const excluded = await whyNot('j1', { collection: 'warm', q: 'jacket' });
  assert.deepEqual(
    excluded.reasons.map(({ code }) => code),
    ['collection'],
  );
});

test('why-not reads the query in its language', async () => {
  await assertExplained({ q: 'die lamp', language: 'de' });
  await assertExplained({ q: 'the lamp', language: 'de' });
});

interface Preview extends Found {
  readonly understood?: readonly { readonly filter: string }[];
  readonly ignoredWords?: readonly string[];
  readonly acting: readonly string[];
}

const preview = async (body: object): Promise<Preview> => {
  const path = '/api/projects/shop/rules/preview';
  const { status, body: found } = await service.ask<Preview>('POST', path, { key, body });
  assert.equal(status, 200, JSON.stringify(found));
  return found;
};

test('a preview lists what a search lists: what is understood filters it', async () => {
  const { body } = await service.ask<Found>('GET', '/search/shop?q=dress+under+50', { key });
  const found = await preview({ q: 'dress under 50' });
  assert.deepEqual(
    [found.items.map(({ id }) => id), found.total, found['understood']],
    [body.items.map(({ id }) => id), body.total, body['understood']],
  );
});

test('a preview applies the rules of the correction to the query as typed, with its carrier phrases', async () => {
  const rules = [{ id: 'exact', when: { query: 'shade', match: 'is' }, pin: [{ id: 'd1', position: 1 }] }];
  const isPut = await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
  assert.equal(isPut.status, 200, JSON.stringify(isPut.body));
  for (const [q, acting] of [
    ['shaed', ['exact']],
    ['show me a shaed', []],
  ] as const) {
    const { body } = await service.ask<Found>('GET', `/search/shop?${query({ q })}`, { key });
    const found = await preview({ q, rules });
    assert.deepEqual([body['rules'], found.acting], [acting, acting], q);
  }
});

test('values of facets are those of the query in its language', async () => {
  const body = { q: 'the lamp', language: 'de', understanding: 'off' };
  const path = '/search/shop/facets/name';
  const { body: found } = await service.ask<{ values: { count: number }[] }>('POST', path, { key, body });
  assert.deepEqual(
    found.values.map(({ count }) => count),
    [1],
  );
});

test('a correction keeps all other words of the query, where it splits words, too', async () => {
  const q = 'show me a jacketpolar under 150, please';
  for (const understanding of ['off', 'filters', 'boosts']) {
    const path = `/search/shop?${query({ q, understanding })}`;
    const { body } = await service.ask<Found>('GET', path, { key });
    assert.equal(body['correctedQuery'], 'show me a jacket polar under 150, please', understanding);
  }
});
