import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** `shown`: what other lists of the page show. */
interface List {
  readonly items: readonly { readonly id: string }[];
  readonly list?: string | null;
  readonly fallback: string | null;
  readonly placement?: Record<string, unknown>;
  readonly errors?: readonly { readonly path: string }[];
}

let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'recommend', 'items:write', 'events', 'settings']);
  const data = [
    ...['a', 'b', 'c', 'd', 'e'].map((id) => item(id, { name: `Oak ${id}`, category: 'Wood' })),
    item('shirt-s', { name: 'Shirt', groupId: 'shirt' }),
    item('shirt-m', { name: 'Shirt', groupId: 'shirt' }),
  ];
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  const events = ['v1', 'v2', 'v3'].flatMap((session) =>
    ['a', 'b', 'c', 'shirt-s'].map((id) => ({ type: 'view', session, item: id })),
  );
  const together = ['w1', 'w2', 'w3', 'w4', 'w5'].map((session) => ({
    type: 'purchase',
    session,
    items: [{ id: 'd' }, { id: 'e' }],
  }));
  const sent = { project: 'shop', data: [...events, ...together] };
  const stored = await service.ask('POST', '/api/events', { key, body: sent });
  assert.ok(stored.status < 300);
});
after(() => service[Symbol.asyncDispose]());

async function list(path: string, body: object = {}): Promise<List> {
  const found = await service.ask('POST', `/reco/${path}`, { key, body: { index: 'shop', ...body } });
  return found.body as unknown as List;
}

const ids = ({ items }: List): string[] => items.map(({ id }) => id).sort();

test('`shown` leaves out what other lists show, with other variants of their products', async () => {
  const all = await list('popular', { limit: 20 });
  assert.equal(all.items.length, 6);
  const others = await list('popular', { limit: 20, shown: ['a', 'shirt-m'] });
  assert.deepEqual(ids(others), ['b', 'c', 'd', 'e']);
  const variants = await list('popular', { limit: 20, shown: ['shirt-m'], variants: 'all' });
  assert.ok(ids(variants).includes('shirt-s'));
});

test('a list that has nothing of its own is empty with `shown`, and filled without', async () => {
  const alone = await list('fbt', { item: 'shirt-s', limit: 3 });
  assert.equal(alone.items.length, 3);
  const own = await list('fbt', { item: 'd', limit: 3, shown: ['b'] });
  assert.equal(own.items[0]?.id, 'e');
  assert.ok(!ids(own).includes('b'));
  const unknown = await list('user-recommendations', { session: 'new', limit: 3, shown: ['b'] });
  assert.deepEqual([unknown.items, unknown.fallback], [[], null], 'nothing is known of a new visitor');
  const first = await list('user-recommendations', { session: 'new', limit: 3, shown: [] });
  assert.equal(first.items.length, 3, 'no other list shows anything');
});

test('lists leave out what was just bought, with its variants, unless it is asked for or bought again as a habit', async () => {
  const purchase = (session: string, id: string, at: number): object => ({
    type: 'purchase',
    session,
    item: id,
    at,
  });
  const now = Date.now();
  const week = 7 * 86_400_000;
  const data = [
    purchase('buyer', 'a', now),
    purchase('buyer', 'shirt-s', now),
    purchase('buyer', 'b', now),
    purchase('buyer', 'b', now - week),
  ];
  await service.ask('POST', '/api/events', { key, body: { project: 'shop', data } });
  const body = { session: 'buyer', limit: 20 };
  assert.deepEqual(ids(await list('popular', body)), ['b', 'c', 'd', 'e']);
  assert.deepEqual(ids(await list('similar', { ...body, item: 'c' })).includes('a'), false);
  assert.ok(ids(await list('popular', { ...body, bought: true })).includes('a'));
  assert.ok(!ids(await list('popular', { ...body, bought: false })).includes('b'));
  assert.ok(ids(await list('popular', { session: 'other', limit: 20 })).includes('a'));
  assert.ok(ids(await list('buy-again', body)).includes('a'));
});

test('placements of a group name it in their lists, and stay empty where another list would take their place', async () => {
  const put = (id: string, more: object): Promise<unknown> =>
    service.ask('PUT', `/api/projects/shop/placements/${id}`, {
      key,
      body: { placement: { id, group: 'home', ...more } },
    });
  await put('like-this', { list: 'similar', limit: 3 });
  const substitute = await list('placements/like-this');
  assert.deepEqual([substitute.placement?.['group'], substitute.items.length], ['home', 3]);
  const grouped = await list('placements/like-this', { shown: ['a'] });
  assert.deepEqual([grouped.items, grouped.list, grouped.fallback], [[], null, null]);
  const own = await list('placements/like-this', { item: 'a', shown: ['b'] });
  assert.ok(own.items.length > 0 && !ids(own).includes('b'));
});

test('invalid `shown` and `group` are rejected with their path', async () => {
  const { errors } = await list('popular', { shown: Array.from({ length: 1_001 }, (_, i) => `i${i}`) });
  assert.equal(errors?.[0]?.path, 'shown');
  const body = { placement: { id: 'x', list: 'popular', group: 'g'.repeat(65) } };
  const answer = await service.ask('PUT', '/api/projects/shop/placements/x', { key, body });
  const { errors: faults } = answer.body as unknown as List;
  assert.deepEqual([answer.status, faults?.[0]?.path], [400, 'placement.group']);
});
