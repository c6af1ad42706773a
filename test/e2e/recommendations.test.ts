import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids, refusal, type Recommended } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Events, and the four lists that depend on them. */
let service: LocalService;
const keys = new Map<string, string>();
const catalogItems = [
  item('tent', { name: 'Two person tent', category: 'Camping', brand: 'Alp' }),
  item('stove', { name: 'Camping stove', category: 'Camping', brand: 'Alp' }),
  item('gas', { name: 'Gas for camping stove', category: 'Camping', brand: 'Flam' }),
  item('mug', { name: 'Enamel mug', category: 'Kitchen', brand: 'Flam' }),
  item('pot', { name: 'Enamel pot', category: 'Kitchen', brand: 'Flam' }),
  item('off', { name: 'Old tent', category: 'Camping', active: false }),
];

before(async () => {
  service = await LocalService.start();
  for (const project of ['lists', 'fresh', 'events', 'users', 'limits', 'sizes']) {
    const key = await service.project(project);
    keys.set(project, key);
    const answer = await service.ask('POST', '/api/items', { key, body: { project, data: catalogItems } });
    assert.equal(answer.status, 201);
  }
});
after(() => service[Symbol.asyncDispose]());

const ask = <T = Record<string, unknown>>(project: string, method: string, path: string, body?: unknown) =>
  service.ask<T>(method, path, { key: keys.get(project) ?? '', ...(body === undefined ? {} : { body }) });
const list = (project: string, name: string, body: Record<string, unknown> = {}) =>
  ask<Recommended>(project, 'POST', `/reco/${name}`, { index: project, ...body });
const send = (project: string, data: unknown) =>
  ask<{ accepted: number; duplicates: number; errors: { index: number; errors: { path: string }[] }[] }>(
    project,
    'POST',
    '/api/events',
    { project, data },
  );
const fallbacks = ['similar', 'trending', 'popular', 'content'];
const operations: [name: string, body: Record<string, unknown>, anchor: string | null][] = [
  ['user-recommendations', { user: 'somebody' }, null],
  ['fbt', { item: 'tent' }, 'tent'],
  ['trendings', {}, null],
  ['similar', { item: 'tent' }, 'tent'],
];

for (const [name, body, anchor] of operations) {
  test(`${name}: without events, falls back to content and reports the fallback`, async () => {
    const answer = await list('lists', name, body);
    assert.equal(answer.status, 200);
    const expected = catalogItems.map(({ id }) => id).filter((id) => id !== anchor && id !== 'off');
    assert.deepEqual(new Set(ids(answer.body)), new Set(expected));
    assert.equal(answer.body.items.length, expected.length);
    if (name !== 'similar')
      assert.ok(fallbacks.includes(answer.body.fallback ?? ''), String(answer.body.fallback));
    for (const { _score, _reason } of answer.body.items) {
      assert.ok(Number.isFinite(_score));
      assert.ok(Array.isArray(_reason.because));
    }
  });

  test(`${name}: the next list reflects an event`, async () => {
    const project = 'fresh';
    const before = await list(project, name, body);
    const type = name === 'fbt' ? 'purchase' : 'view';
    const items = name === 'fbt' || name === 'similar' ? [{ id: 'tent' }, { id: 'pot' }] : [{ id: 'pot' }];
    const users = name === 'user-recommendations' ? ['somebody'] : [`${name} 1`, `${name} 2`, `${name} 3`];
    for (const user of users) await send(project, { type, user, items });
    const after = await list(project, name, body);
    const shown = ({ items: all }: Recommended) =>
      all.map(({ id, _score, _reason }) => [id, _score, _reason]);
    assert.notDeepEqual(shown(after.body), shown(before.body));
  });

  test(`${name}: has no inactive item, anchor item, excluded item or duplicate`, async () => {
    const exclude = ['mug', 'nothing', 'mug'];
    const answer = await list('fresh', name, { ...body, exclude, limit: 100 });
    const got = ids(answer.body);
    assert.equal(new Set(got).size, got.length);
    for (const id of ['off', 'mug', anchor]) assert.ok(!got.includes(String(id)), String(id));
    assert.ok(got.length >= 3);
  });

  test(`${name}: \`exclude\` and \`item\` accept _id`, async () => {
    const { body: found } = await ask<{ items: { _id: string; id: string }[] }>('fresh', 'GET', '/api/items');
    const ours = (id: string) => found.items.find((one) => one.id === id)?._id ?? '';
    const named = 'item' in body ? { ...body, item: ours('tent') } : body;
    const answer = await list('fresh', name, { ...named, exclude: [ours('pot')] });
    assert.ok(!ids(answer.body).includes('pot'));
    assert.ok(!(anchor !== null && ids(answer.body).includes(anchor)));
  });

  test(`${name}: \`limit\` is 1 to 100 (default 10), and \`filters\` apply`, async () => {
    assert.equal((await list('fresh', name, { ...body, limit: 1 })).body.items.length, 1);
    assert.equal((await list('fresh', name, { ...body, limit: 100 })).status, 200);
    for (const limit of [0, 101, 1.5, 'x', [], {}]) {
      assert.equal(refusal(await list('fresh', name, { ...body, limit })), '400 invalid_request limit');
    }
    const kitchen = await list('fresh', name, { ...body, filters: 'category:Kitchen' });
    assert.deepEqual(ids(kitchen.body).sort(), ['mug', 'pot']);
    assert.equal(
      refusal(await list('fresh', name, { ...body, filters: 'category' })),
      '400 invalid_filter filters',
    );
    assert.equal(
      refusal(await list('fresh', name, { ...body, exclude: Array.from({ length: 1_001 }, () => 'x') })),
      '400 invalid_request exclude',
    );
    const explained = await list('fresh', name, { ...body, explain: true });
    assert.equal(typeof explained.body.items[0]?.['_explain'], 'object');
  });
}

test('scores decrease along a list, also across several sources', async () => {
  for (const [name, body] of [
    ['user-recommendations', { user: 'anonymous', session: ['mug'] }],
    ['fbt', { item: 'stove' }],
    ['trendings', {}],
    ['similar', { item: 'tent' }],
  ] as const) {
    const { items } = (await list('lists', name, { ...body, limit: 100 })).body;
    const scores = items.map((one) => one._score);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
      name,
    );
  }
});

test('an unknown user gets the list of a new visitor, an unknown item a 404', async () => {
  assert.equal((await list('lists', 'user-recommendations', { user: 'never seen' })).status, 200);
  assert.equal(refusal(await list('lists', 'fbt', { item: 'never seen' })), '404 item_not_found');
  assert.equal(refusal(await list('lists', 'fbt', { item: ['tent', 'never seen'] })), '404 item_not_found');
  assert.equal(refusal(await list('lists', 'similar', { item: 'never seen' })), '404 item_not_found');
});

test('fbt accepts a cart and excludes its items', async () => {
  const { body } = await list('lists', 'fbt', { item: ['tent', 'stove', 'tent'] });
  assert.deepEqual(ids(body).sort(), ['gas', 'mug', 'pot']);
  assert.equal(refusal(await list('lists', 'fbt', { item: [] })), '400 invalid_request item');
  assert.equal(refusal(await list('lists', 'fbt', { item: {} })), '400 invalid_request item');
  const long = Array.from({ length: 101 }, () => 'tent');
  assert.equal(refusal(await list('lists', 'fbt', { item: long })), '400 invalid_request item');
  assert.equal((await list('lists', 'fbt', { item: long.slice(1) })).status, 200);
});

test('user-recommendations follow the recent views of an anonymous visitor', async () => {
  const { body } = await list('lists', 'user-recommendations', { user: 'anonymous', session: ['mug'] });
  assert.equal(body.items[0]?.id, 'pot');
  assert.deepEqual(body.items[0]?._reason.because, ['mug']);
  assert.match(body.items[0]?._reason.text ?? '', /Enamel mug/);
});

test('the reason of a viewed product is never another variant of itself', async () => {
  const size = (id: string) =>
    item(id, { name: 'Alpine tent of light silk', category: 'Camping', groupId: 'alpine' });
  await ask('sizes', 'POST', '/api/items', { project: 'sizes', data: [size('alpine-s'), size('alpine-l')] });
  await send('sizes', { type: 'view', session: 'v1', item: 'alpine-s' });
  const { body } = await list('sizes', 'user-recommendations', { session: 'v1', limit: 10, bought: true });
  const listed = body.items.find(({ id }) => id === 'alpine-l');
  assert.equal(listed?._reason.code, 'seen_before');
  assert.deepEqual(listed._reason.because, []);
  assert.ok(body.items.some(({ _reason }) => _reason.because.includes('alpine-s')));
});

test('trendings with a category filter have only its items, also in the fallback part', async () => {
  const { body } = await list('lists', 'trendings', { category: 'Kitchen', limit: 10 });
  assert.deepEqual(ids(body).sort(), ['mug', 'pot']);
});

test('items bought together are ranked first, with the reason', async () => {
  for (const user of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await send('events', { type: 'purchase', user, items: [{ id: 'stove' }, { id: 'mug' }] });
  }
  const { body } = await list('events', 'fbt', { item: 'stove' });
  assert.equal(body.items[0]?.id, 'mug');
  assert.equal(body.items[0]?._reason.code, 'bought_together');
  assert.deepEqual(body.items[0]?._reason.because, ['stove']);
});

test('the analytics of items bought together tell what lists are made of, and what the next place needs', async () => {
  interface Place {
    readonly item: string;
    readonly name: string;
    readonly orders: number;
  }
  type Evidence = Place & { readonly significant: number; readonly next: Place | null };
  const key = await service.project('evidence', ['items:write', 'events', 'analytics', 'recommend']);
  const path = '/api/projects/evidence/analytics/bought-together';
  const read = async (query = ''): Promise<readonly Evidence[]> => {
    const answer = await service.ask<{ items: Evidence[] }>('GET', `${path}${query}`, { key });
    assert.equal(answer.status, 200);
    return answer.body.items;
  };
  const orderTogether = async (buyers: readonly string[]): Promise<void> => {
    const items = [{ id: 'tent' }, { id: 'stove' }];
    const data = buyers.map((user) => ({ type: 'purchase', user, items }));
    await service.ask('POST', '/api/events', { key, body: { project: 'evidence', data } });
  };
  await service.ask('POST', '/api/items', { key, body: { project: 'evidence', data: catalogItems } });
  assert.deepEqual(await read(), []);
  await orderTogether(['a', 'b']);
  const [tent] = await read('?item=tent');
  const { next, ...own } = tent ?? {};
  assert.deepEqual(own, { item: 'tent', name: 'Two person tent', orders: 2, significant: 0 });
  assert.equal(next?.name, 'Camping stove');
  await orderTogether(Array.from({ length: next.orders - 1 }, (_, count) => `buyer-${count}`));
  assert.equal((await read('?item=tent'))[0]?.next?.orders, 1);
  await orderTogether(['last']);
  const sellers = await read();
  assert.deepEqual(new Set(sellers.map(({ item: id }) => id)), new Set(['tent', 'stove']));
  for (const { significant } of sellers) assert.equal(significant, 1);
  const unknown = await service.ask('GET', `${path}?item=unknown`, { key });
  assert.equal(refusal(unknown), '404 item_not_found');
  assert.equal(refusal(await ask('events', 'GET', path)), '403 scope_missing');
});

test('the analytics of items bought together name no variant of the item, and no private name', async () => {
  const key = await service.project('sizes-evidence', ['items:write', 'events', 'analytics', 'settings']);
  const full = await service.project('sizes-evidence', ['analytics', 'private', 'settings']);
  const path = '/api/projects/sizes-evidence/analytics/bought-together?item=m';
  const data = ['m', 'l', 'sock'].map((id) =>
    item(id, { name: `Shirt ${id}`, ...(id === 'sock' ? {} : { groupId: 'shirt' }) }),
  );
  await service.ask('POST', '/api/items', { key, body: { project: 'sizes-evidence', data } });
  const events = Array.from({ length: 10 }, (_, buyer) => ({
    type: 'purchase',
    user: `u${buyer}`,
    items: [{ id: 'm' }, { id: 'l' }, ...(buyer === 0 ? [{ id: 'sock' }] : [])],
  }));
  await service.ask('POST', '/api/events', { key, body: { project: 'sizes-evidence', data: events } });
  interface Evidence {
    readonly name: string | null;
    readonly significant: number;
    readonly next: { readonly item: string; readonly name: string | null } | null;
  }
  const read = async (reader: string): Promise<(string | number | null | undefined)[]> => {
    const { body } = await service.ask<{ items: [Evidence] }>('GET', path, { key: reader });
    const [{ name, significant, next }] = body.items;
    return [name, significant, next?.item, next?.name];
  };
  assert.deepEqual(await read(key), ['Shirt m', 0, 'sock', 'Shirt sock']);
  const settings = '/api/projects/sizes-evidence/settings';
  const hidden = { items: { privateFields: ['name'] } };
  assert.equal((await service.ask('PUT', settings, { key: full, body: hidden })).status, 200);
  assert.deepEqual(await read(key), [null, 0, 'sock', null]);
  assert.deepEqual(await read(full), ['Shirt m', 0, 'sock', 'Shirt sock']);
});

test('POST /api/events accepts one or several events, deduplicates by id, and reports errors by index', async () => {
  assert.deepEqual((await send('limits', { type: 'view', user: 'u', item: 'tent' })).body, {
    accepted: 1,
    duplicates: 0,
    errors: [],
  });
  const same = { id: 'e1', type: 'own type', session: 's', items: [{ id: 'tent', quantity: 2, price: 9.5 }] };
  assert.equal((await send('limits', [same, same])).body.duplicates, 1);
  assert.equal((await send('limits', same)).body.duplicates, 1);
  const mixed = await send('limits', [{ type: 'view', user: 'u', item: 'tent' }, { type: 'view' }, 7]);
  assert.equal(mixed.status, 201);
  assert.equal(mixed.body.accepted, 1);
  assert.deepEqual(
    mixed.body.errors.map(({ index, errors }) => [index, errors[0]?.path]),
    [
      [1, 'data[1].item'],
      [2, 'data[2]'],
    ],
  );
});

test('each invalid field of an event is rejected with its path', async () => {
  const good = { type: 'view', user: 'u', item: 'tent' };
  const a = (length: number) => 'a'.repeat(length);
  const now = Date.now();
  const cases: [change: Record<string, unknown>, place: string][] = [
    [{ type: undefined }, 'type'],
    [{ type: a(65) }, 'type'],
    [{ type: {} }, 'type'],
    [{ user: undefined }, 'user'],
    [{ user: a(257) }, 'user'],
    [{ user: '' }, 'user'],
    [{ user: 'a\0' }, 'user'],
    [{ user: '\ud800' }, 'user'],
    [{ session: [] }, 'session'],
    [{ item: undefined }, 'item'],
    [{ item: a(257) }, 'item'],
    [{ items: [{ id: 'tent' }] }, 'item'],
    [{ item: undefined, items: [] }, 'items'],
    [{ item: undefined, items: Array.from({ length: 501 }, () => 'x') }, 'items'],
    [{ item: undefined, items: [{}] }, 'items[0].id'],
    [{ item: undefined, items: [{ id: 'x', quantity: 0 }] }, 'items[0].quantity'],
    [{ item: undefined, items: [{ id: 'x', quantity: 1_000_001 }] }, 'items[0].quantity'],
    [{ item: undefined, items: [{ id: 'x', price: -1 }] }, 'items[0].price'],
    [{ at: 'yesterday' }, 'at'],
    [{ at: -1 }, 'at'],
    [{ at: now + 25 * 3_600_000 }, 'at'],
    [{ position: 0 }, 'position'],
    [{ position: 1.5 }, 'position'],
    [{ id: a(257) }, 'id'],
    [{ searchId: a(257) }, 'searchId'],
    [{ recommendationId: 5.5e300 * 1e300 }, ''],
  ];
  for (const [change, place] of cases) {
    const answer = await send('limits', { ...good, ...change });
    if (place === '') assert.equal(answer.status, 201);
    else
      assert.equal(refusal(answer), `400 invalid_event data.${place}`, JSON.stringify(change).slice(0, 100));
  }
  for (const fine of [
    { at: now + 23 * 3_600_000 },
    { at: new Date(now).toISOString() },
    { at: 0 },
    { user: a(256), type: a(64) },
    { user: 7 },
  ]) {
    assert.equal((await send('limits', { ...good, ...fine })).status, 201);
  }
});

test('POST /api/events accepts at most 1,000 events', async () => {
  const events = Array.from({ length: 1_000 }, (_, index) => ({
    type: 'view',
    user: `u${index}`,
    item: 'tent',
  }));
  assert.equal((await send('limits', events)).body.accepted, 1_000);
  assert.equal(refusal(await send('limits', [...events, events[0]])), '400 invalid_request data');
  assert.equal(refusal(await send('limits', [])), '400 invalid_request data');
});

test('erasing a user removes their events from all counters', async () => {
  const scores = async () => {
    const { body } = await list('users', 'fbt', { item: 'tent', explain: true });
    return body.items.map(({ id, _reason }) => [id, _reason.code, _reason.text]);
  };
  const untouched = await scores();
  for (let i = 0; i < 5; i++) {
    await send('users', { type: 'purchase', user: 'eve', items: [{ id: 'tent' }, { id: 'pot' }] });
  }
  assert.notDeepEqual(await scores(), untouched);
  const erased = await ask('users', 'DELETE', '/api/users/eve');
  assert.deepEqual([erased.status, erased.body['events']], [200, 5]);
  assert.deepEqual(await scores(), untouched);
  assert.equal((await ask('users', 'DELETE', '/api/users/eve')).body['events'], 0);
  assert.equal(
    refusal(await ask('users', 'DELETE', `/api/users/${'a'.repeat(257)}`)),
    '400 invalid_request user',
  );
});

test('a session and a user can be merged into a user', async () => {
  await send('users', { type: 'view', session: 'visit', item: 'mug' });
  const merged = await ask('users', 'POST', '/api/users/merge', {
    project: 'users',
    session: 'visit',
    into: 'ann',
  });
  assert.deepEqual([merged.status, merged.body['merged']], [200, true]);
  const { body } = await list('users', 'user-recommendations', { user: 'ann' });
  assert.equal(body.items[0]?.id, 'pot');
  assert.deepEqual(body.items[0]?._reason.because, ['mug']);
  const erased = await ask('users', 'DELETE', '/api/users/ann');
  assert.equal(erased.body['events'], 1);
  for (const [wrong, place] of [
    [{ into: 'x' }, 'from'],
    [{ from: 'a', session: 'b', into: 'x' }, 'from'],
    [{ from: 'x', into: 'x' }, 'into'],
    [{ from: 'x' }, 'into'],
    [{ from: 'a'.repeat(257), into: 'x' }, 'from'],
  ] as const) {
    const answer = await ask('users', 'POST', '/api/users/merge', { project: 'users', ...wrong });
    assert.equal(refusal(answer), `400 invalid_request ${place}`);
  }
});
