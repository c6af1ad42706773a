import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

interface Found {
  readonly searchId: string;
  readonly total: number;
  readonly items: readonly {
    readonly id: string;
    readonly _ranking?: { readonly reasons: readonly string[] };
  }[];
  readonly correctedQuery: string | null;
  readonly fallback: string | null;
  readonly learnedCorrections?: readonly { readonly word: string; readonly target: string }[];
}

let service: LocalService;
let key: string;
before(async () => {
  service = await LocalService.start({ VITRINE_THREADS: process.env['VITRINE_THREADS'] ?? '1' });
  key = await service.project('shop', ['search', 'items:write', 'events', 'users', 'settings']);
  const products = [item('v1', { name: 'Red vacuum', brand: 'Dealer' }), item('c1', { name: 'Oak couch' })];
  const { status } = await service.ask('POST', '/api/items/import?project=shop', {
    key,
    headers: { 'content-type': 'application/x-ndjson' },
    body: products.map((product) => JSON.stringify(product)).join('\n'),
  });
  assert.equal(status, 200);
});
after(() => service[Symbol.asyncDispose]());

async function search(body: object, by = key): Promise<Found> {
  const { status, body: found } = await service.ask<Found>('POST', '/search/shop', { key: by, body });
  assert.equal(status, 200, JSON.stringify(found));
  return found;
}

/** A visitor who searches for `hoover`, then for `vacuum`, and clicks a result. */
async function teach(user: string): Promise<void> {
  await search({ q: 'hoover', user });
  const { searchId } = await search({ q: 'vacuum', user });
  const data = { type: 'click', user, item: 'v1', searchId };
  assert.equal(
    (await service.ask('POST', '/api/events', { key, body: { project: 'shop', data } })).status,
    201,
  );
}

const corrections = async () => {
  const { body } = await service.ask<{ corrections: Record<string, unknown>[] }>(
    'GET',
    '/api/projects/shop/learned-corrections',
    { key },
  );
  return body.corrections.map(({ word, target, visitors, isActive }) => ({
    word,
    target,
    visitors,
    isActive,
  }));
};

test('five visitors teach a correction to the next search of all threads, and it ends with the erasure of one', async () => {
  for (let i = 1; i <= 4; i++) await teach(`u${i}`);
  assert.deepEqual(await corrections(), []);
  await teach('u5');
  const learned = { word: 'hoover', target: 'vacuum' };
  await until('hoover is not corrected', async () => (await search({ q: 'hoover' })).correctedQuery !== null);
  const found = await search({ q: 'red hoover', explain: true });
  assert.deepEqual(
    [found.correctedQuery, found.fallback, found.learnedCorrections],
    ['red vacuum', 'corrected', [learned]],
  );
  assert.ok(
    found.items[0]!._ranking!.reasons.includes(
      '“hoover” is corrected to “vacuum”, which visitors searched for next in the name',
    ),
    JSON.stringify(found.items[0]!._ranking!.reasons),
  );
  assert.deepEqual(await corrections(), [{ ...learned, visitors: 5, isActive: true }]);
  await service.crash();
  await service.restart();
  assert.equal((await search({ q: 'hoover' })).correctedQuery, 'vacuum');

  const headers = await service.signIn();
  const made = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { projects: ['shop'], kind: 'web', scopes: ['search'], filter: 'NOT brand:Dealer' },
  });
  const restricted = await search({ q: 'hoover' }, made.body.key);
  assert.deepEqual(
    [restricted.total, restricted.correctedQuery, restricted.learnedCorrections],
    [0, null, undefined],
  );

  assert.equal((await service.ask('DELETE', '/api/users/u3?project=shop', { key })).status, 200);
  assert.deepEqual(await corrections(), []);
  assert.equal((await search({ q: 'hoover' })).correctedQuery, null);
});

test('an editor forgets a correction, and visitors can teach it again', async () => {
  await teach('u6');
  await until('hoover is not corrected', async () => (await corrections()).length === 1);
  const path = '/api/projects/shop/learned-corrections';
  const { status, body } = await service.ask('DELETE', `${path}/Hoover`, { key });
  assert.deepEqual([status, body], [200, { forgotten: 'hoover' }]);
  assert.deepEqual(await corrections(), []);
  const tooLong = await service.ask('DELETE', `${path}/${'x'.repeat(41)}`, { key });
  assert.deepEqual([tooLong.status, tooLong.body['code']], [400, 'invalid_request']);
  for (let i = 1; i <= 5; i++) await teach(`v${i}`);
  await until('hoover is not corrected', async () => (await corrections()).length === 1);
});

test('in a browser, visitors of one address do not teach a correction together', async () => {
  const headers = await service.signIn();
  const made = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { projects: ['shop'], kind: 'web', scopes: ['search', 'events'] },
  });
  const web = made.body.key;
  for (let i = 1; i <= 6; i++) {
    const session = `s${i}`;
    await search({ q: 'sofabed', session }, web);
    const { searchId } = await search({ q: 'couch', session }, web);
    const data = { type: 'click', session, item: 'c1', searchId };
    await service.ask('POST', '/api/events', { key: web, body: { project: 'shop', data } });
  }
  await teach('last');
  assert.equal((await search({ q: 'sofabed' })).correctedQuery, null);
});
