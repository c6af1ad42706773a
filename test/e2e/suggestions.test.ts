import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'items:write', 'events', 'users', 'settings']);
  const data = [
    ...['Oak', 'Elm', 'Ash'].flatMap((wood) => [
      item(`${wood}-chair`, { name: `${wood} chair` }),
      item(`${wood}-table`, { name: `${wood} table with chairs` }),
    ]),
    item('orange', { name: 'Orange jug' }),
    item('necklace', { name: 'Best friend necklace' }),
    item('lamp', { name: 'Frilled lamp' }),
  ];
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
});
after(() => service[Symbol.asyncDispose]());

interface Suggestion {
  readonly text: string;
  readonly kind: string;
  readonly count: number;
}

async function searched(typed: string): Promise<Suggestion[]> {
  const { body } = await service.ask<{ suggestions: Suggestion[] }>(
    'GET',
    `/search/shop/suggest?q=${encodeURIComponent(typed)}`,
    { key },
  );
  return body.suggestions.filter(({ kind }) => kind === 'search');
}

/** Polls until these completions are suggested for a query. */
async function untilSuggested(typed: string, expected: readonly string[]): Promise<Suggestion[]> {
  let found: Suggestion[] = [];
  await until(`${typed} is not completed to ${expected.join(', ')}`, async () => {
    found = await searched(typed);
    return isDeepStrictEqual(
      found.map(({ text }) => text),
      expected,
    );
  });
  return found;
}

/** A visitor searches and clicks the first hit. */
async function finish(
  q: string,
  session: string,
  more: Record<string, unknown> = {},
  own: string = key,
): Promise<void> {
  const { body } = await service.ask<{ searchId: string; items: { id: string }[] }>('POST', '/search/shop', {
    key,
    body: { q, session },
  });
  const data = {
    type: 'click',
    session,
    item: body.items[0]?.id ?? 'none',
    searchId: body.searchId,
    ...more,
  };
  const { status } = await service.ask('POST', '/api/events', {
    key: own,
    body: { project: 'shop', data },
  });
  assert.equal(status, 201);
}

test('GET suggest returns queries that at least three visitors searched and clicked, also after a restart', async () => {
  for (const session of ['v1', 'v1', 'v2']) await finish('Chair  OAK', session);
  assert.deepEqual(await searched('cha'), []);
  await finish('chair oak', 'v3');
  const [first] = await untilSuggested('cha', ['chair oak']);
  assert.equal(first?.count, 2);
  await service.stop();
  await service.restart();
  await untilSuggested('cha', ['chair oak']);
});

test('GET suggest counts searches without events', async () => {
  // A query that is replaced by a longer one does not count. The last one settles, and is checked below.
  for (const session of ['w1', 'w2', 'w3']) {
    for (const q of ['ash', 'ash chair'])
      await service.ask('GET', `/search/shop?${new URLSearchParams({ q, session }).toString()}`, { key });
  }
  assert.deepEqual(await searched('ash'), []);
});

test('GET suggest returns no partial words, no queries without results, and nothing hidden', async () => {
  for (const session of ['v1', 'v2', 'v3']) {
    for (const q of ['oran', 'orange juggernaut', 'sofa', 'orange jug']) await finish(q, session);
  }
  await untilSuggested('or', ['orange jug']);
  assert.deepEqual(await searched('sof'), []);
  const rules = [{ id: 'r', hide: ['orange'] }];
  await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
  assert.deepEqual(await searched('or'), []);
  await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules: [] } });
  assert.equal((await searched('or')).length, 1);
});

test('many visitors from one address do not create a suggestion', async () => {
  for (let i = 0; i < 30; i++)
    await finish('table elm', `bot${i}`, { address: '203.0.113.9', item: `x${i % 2}` });
  const { body: page } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    body: { scopes: ['search', 'events'], projects: ['shop'], origins: ['https://shop.example'] },
    headers: await service.signIn(),
  });
  for (let i = 0; i < 9; i++) await finish('table oak', `page${i}`, {}, page.key);
  for (const session of ['v1', 'v2', 'v3']) await finish('ash table', session);
  await untilSuggested('table', ['ash table']);
  assert.deepEqual(
    (await searched('table')).map(({ text }) => text),
    ['ash table'],
  );
});

test('DELETE /api/users/:user removes the searches of a user', async () => {
  for (const user of ['ann', 'bob', 'cid']) await finish('elm chair', `of ${user}`, { user });
  await untilSuggested('elm', ['elm chair']);
  const { status } = await service.ask('DELETE', '/api/users/ann', { key });
  assert.equal(status, 200);
  assert.deepEqual(await searched('elm'), []);
});

test('GET suggest returns settled queries of several visitors', async () => {
  const offered = async () => (await searched('ash ')).map(({ text }) => text).toSorted();
  await until('The queries were not suggested', async () => (await offered()).length >= 2);
  assert.deepEqual(await offered(), ['ash chair', 'ash table']);
  assert.ok(!(await searched('as')).some(({ text }) => text === 'ash'));
});

test('a request in front of the typed words is not completed', async () => {
  const texts = async (q: string): Promise<string[]> => {
    const { body } = await service.ask<{ suggestions: Suggestion[] }>(
      'GET',
      `/search/shop/suggest?q=${encodeURIComponent(q)}`,
      { key },
    );
    return body.suggestions.map(({ text }) => text);
  };
  assert.deepEqual(await texts('show me an oran'), ['orange jug']);
  assert.deepEqual(await texts('could you find me the oran'), ['orange jug']);
  assert.deepEqual(await texts('show me an oran for sa'), await texts('oran for sa'));
  // Unless it is the beginning of a name.
  assert.equal((await texts('best fri'))[0], 'Best friend necklace');
  assert.equal((await texts('best fril'))[0], 'Frilled lamp');
});
