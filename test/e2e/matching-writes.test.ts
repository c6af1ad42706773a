import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { ids, type Found, type Listing, type Problem } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Changes and deletions of all items that match a filter. */
let service: LocalService;
const keys = new Map<string, string>();

before(async () => {
  service = await LocalService.start();
  for (const project of ['shop', 'many', 'racing', 'removed', 'versioned', 'emptied', 'private'])
    keys.set(project, await service.project(project));
});
after(() => service[Symbol.asyncDispose]());

interface WriteTask {
  readonly id: string;
  readonly status: string;
  readonly kind: string;
  readonly progress: {
    readonly matched: number;
    readonly changed: number;
    readonly deleted: number;
    readonly unchanged: number;
    readonly failed: number;
    readonly errors: readonly { readonly id: string; readonly code: string }[];
    readonly errorsOmitted: number;
  };
}

const ask = <T>(project: string, method: string, path: string, body?: object) =>
  service.ask<T & Problem>(method, path, {
    key: keys.get(project)!,
    ...(body === undefined ? {} : { body: { project, ...body } }),
  });
const add = (project: string, data: unknown[]) => ask(project, 'POST', '/api/items', { data });
const change = (project: string, filters: unknown, changes: unknown, more: object = {}) =>
  ask<{ task: WriteTask }>(project, 'POST', '/api/items/update-by-filter', {
    filters,
    changes,
    wait: limits.writeWaitSecondsMax,
    ...more,
  });
const remove = (project: string, body: object) =>
  ask<{ task: WriteTask; deleted: { id: string }[]; errors: { index: number; code: string }[] }>(
    project,
    'POST',
    '/api/items/delete',
    { ...('ids' in body ? {} : { wait: limits.writeWaitSecondsMax }), ...body },
  );
const listed = async (project: string): Promise<Listing> =>
  (await ask<Listing>(project, 'GET', '/api/items?limit=1000')).body;
const codeOf = ({ status, body }: Answer<Problem>): string => `${status} ${body.code}`;
const outcome = ({ body: { task } }: { body: { task: WriteTask } }) => {
  const { matched, changed, deleted, unchanged, failed } = task.progress;
  return [task.status, { matched, changed, deleted, unchanged, failed }];
};

test('POST /api/items/update-by-filter changes the items that match, inactive ones too, and no others', async () => {
  await add('shop', [
    item('a', { brand: 'Nike', price: 10 }),
    item('b', { brand: 'Nike', price: 20, active: false }),
    item('c', { brand: 'Puma', price: 30 }),
    item('d', { brand: 'nike', price: 5, badges: { sale: true } }),
  ]);
  const changes = { 'badges.sale': true, price: { _operation: 'Increment', value: 0.1 }, old: null };
  const answer = await change('shop', 'brand:Nike AND price < 30', changes);
  assert.deepEqual(
    [answer.status, ...outcome(answer)],
    [200, 'succeeded', { matched: 3, changed: 3, deleted: 0, unchanged: 0, failed: 0 }],
  );
  assert.deepEqual(
    (await listed('shop')).items.map(({ id, price, badges, _version }) => [id, price, badges, _version]),
    [
      ['a', 10.1, { sale: true }, 2],
      ['b', 20.1, { sale: true }, 2],
      ['c', 30, undefined, 1],
      ['d', 5.1, { sale: true }, 2],
    ],
  );
  const found = await ask<Found>(
    'shop',
    'GET',
    `/search/shop?filters=${encodeURIComponent('badges.sale:true')}`,
  );
  assert.deepEqual(ids(found.body).sort(), ['a', 'd']);
  const again = await change('shop', 'brand:Nike', { 'badges.sale': true });
  assert.deepEqual(outcome(again)[1], { matched: 3, changed: 0, deleted: 0, unchanged: 3, failed: 0 });
  assert.equal((await listed('shop')).items[0]?._version, 2);
});

test('POST /api/items/update-by-filter reports the items that fail, the first 100 of them', async () => {
  const count = limits.matchErrorsMax + 1;
  const data = Array.from({ length: count }, (_, no) => item(`m${no}`, { stock: 'none' }));
  await add('many', [...data, item('good', { stock: 1 })]);
  const answer = await change('many', 'EXISTS stock', { stock: { _operation: 'Increment', value: 1 } });
  const { task } = answer.body;
  assert.deepEqual(outcome(answer)[1], {
    matched: count + 1,
    changed: 1,
    deleted: 0,
    unchanged: 0,
    failed: count,
  });
  assert.deepEqual([task.progress.errors.length, task.progress.errorsOmitted], [limits.matchErrorsMax, 1]);
  assert.equal(task.progress.errors[0]?.code, 'invalid_item');
  const exactly = await change('many', 'id IN [m0,m1]', {
    name: 'Set',
    stock: { _operation: 'Add', value: 1 },
  });
  assert.deepEqual(
    [exactly.body.task.progress.errors.length, exactly.body.task.progress.errorsOmitted],
    [2, 0],
  );
});

test('writes by filter refuse what no item can take, and empty filters', async () => {
  for (const [filters, changes, expected] of [
    [undefined, { price: 1 }, '400 invalid_request filters required'],
    ['', { price: 1 }, '400 invalid_request filters too_short'],
    ['  ', { price: 1 }, '400 invalid_request filters required'],
    ['brand:', { price: 1 }, '400 invalid_filter filters syntax'],
    ['brand:Nike', undefined, '400 invalid_request changes required'],
    ['brand:Nike', {}, '400 invalid_item changes too_few'],
    ['brand:Nike', [{ price: 1 }], '400 invalid_request changes type'],
    ['brand:Nike', { price: 'cheap' }, '400 invalid_item changes.price type'],
    ['brand:Nike', { id: 'x' }, '400 invalid_item changes.id immutable'],
    ['brand:Nike', { name: null }, '400 invalid_item changes.name required'],
    ['brand:Nike', { _version: 1 }, '400 invalid_item changes._version reserved'],
    ['brand:Nike', { a: { _operation: 'Sum', value: 1 } }, '400 invalid_item changes.a._operation format'],
  ] as const) {
    const { status, body } = await change('shop', filters, changes);
    const [error] = body.errors;
    assert.equal(`${status} ${body.code} ${error?.path} ${error?.code}`, expected);
  }
  for (const body of [
    {},
    { ids: [] },
    { filters: 'a:b', all: true },
    { ids: ['a'], all: true },
    { all: false },
  ])
    assert.equal(codeOf(await remove('shop', body)), '400 invalid_request', JSON.stringify(body));
  for (const filters of ['', '  '])
    assert.equal(codeOf(await remove('shop', { filters })), '400 invalid_request');
  assert.equal((await listed('shop')).total, 4);
});

test('writes by filter of concurrent requests lose no change, and write only items that match', async () => {
  await add(
    'racing',
    Array.from({ length: 400 }, (_, no) => item(`r${no}`, { stock: 0, state: 'open' })),
  );
  const increment = { stock: { _operation: 'Increment', value: 1 } };
  const writes = Array.from({ length: 5 }, () => change('racing', 'state:open', increment));
  // Others close half of the items in the meantime, and count what they had.
  const closing = Array.from({ length: 200 }, (_, no) => ({ id: `r${no}`, state: 'closed', after: 1 }));
  const closed = ask('racing', 'POST', '/api/items/update', { data: closing });
  const tasks = (await Promise.all(writes)).map(({ body }) => body.task);
  assert.equal((await closed).status, 200);
  const { items } = await listed('racing');
  const changed = tasks.reduce((sum, { progress }) => sum + progress.changed, 0);
  assert.equal(
    items.reduce((sum, one) => sum + Number(one['stock']), 0),
    changed,
  );
  for (const one of items.slice(200)) assert.equal(one['stock'], 5, one.id);
  assert.ok(tasks.every(({ status, progress }) => status === 'succeeded' && progress.failed === 0));
});

test('a write by filter that takes longer than `wait` goes on as a task', async () => {
  const answer = await change('racing', 'state:open', { season: 'summer' }, { wait: 0, task: 'season' });
  assert.deepEqual([answer.status, answer.body.task.status, answer.body.task.id], [200, 'running', 'season']);
  let task = answer.body.task;
  await until('The task does not end', async () => {
    task = (await ask<{ task: WriteTask }>('racing', 'GET', '/api/tasks/season')).body.task;
    return task.status !== 'running';
  });
  assert.deepEqual([task.kind, task.status, task.progress.changed], ['update', 'succeeded', 200]);
  assert.equal(
    codeOf(await change('racing', 'state:open', { a: 1 }, { task: 'season' })),
    '400 invalid_request',
  );
  for (const wait of [-1, limits.writeWaitSecondsMax + 1])
    assert.equal(codeOf(await change('racing', 'state:open', { a: 1 }, { wait })), '400 invalid_request');
});

test('POST /api/items/delete leaves items that have changed', async () => {
  await add(
    'versioned',
    ['v0', 'v1', 'v2'].map((id) => item(id)),
  );
  const { items } = await listed('versioned');
  const versions = items.map(({ _version }) => _version as number);
  const changed = [versions[0]!, versions[1]! + 1, null];
  const { body } = await remove('versioned', { ids: ['v0', 'v1', 'v2'], versions: changed });
  assert.deepEqual(
    [body.deleted.map(({ id }) => id), body.errors.map(({ index, code }) => [index, code])],
    [['v0', 'v2'], [[1, 'item_changed']]],
  );
  const stale = { ids: ['v1'], versions: [versions[1]! + 1] };
  assert.equal(codeOf(await remove('versioned', stale)), '412 item_changed');
  const uneven = { ids: ['v1'], versions: [1, 2] };
  assert.equal(codeOf(await remove('versioned', uneven)), '400 invalid_request');
  assert.deepEqual(ids(await listed('versioned')), ['v1']);
});

test('POST /api/items/delete deletes by ids, by filter and all', async () => {
  const data = Array.from({ length: 6 }, (_, no) =>
    item(`x${no}`, { no, ...(no === 5 ? { active: false } : {}) }),
  );
  await add('removed', data);
  const { items } = await listed('removed');
  const byIds = await remove('removed', { ids: ['x0', 'none', 'x1', 'x0'] });
  assert.deepEqual(
    byIds.body.deleted.map(({ id }) => id),
    ['x0', 'x1'],
  );
  assert.deepEqual(
    byIds.body.errors.map(({ index, code }) => [index, code]),
    [
      [1, 'item_not_found'],
      [3, 'item_not_found'],
    ],
  );
  assert.equal(codeOf(await remove('removed', { ids: ['none'] })), '404 item_not_found');
  assert.equal((await remove('removed', { ids: [items[2]!._id], by: '_id' })).status, 200);
  assert.deepEqual(ids(await listed('removed')), ['x3', 'x4', 'x5']);
  const byFilter = await remove('removed', { filters: 'no >= 4' });
  assert.deepEqual(outcome(byFilter), [
    'succeeded',
    { matched: 2, changed: 0, deleted: 2, unchanged: 0, failed: 0 },
  ]);
  assert.deepEqual(ids(await listed('removed')), ['x3']);
  await add('emptied', data.slice(2));
  assert.equal(outcome(await remove('emptied', { all: true }))[0], 'succeeded');
  assert.equal((await listed('emptied')).total, 0);
  assert.deepEqual(ids((await ask<Found>('emptied', 'GET', '/search/emptied')).body), []);
  assert.equal((await listed('removed')).total, 1);
});

test('POST /api/items/delete takes 1,000 ids, not 1,001', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, no) => `y${no}`);
  await add(
    'emptied',
    many(limits.deletedIdsMax).map((id) => item(id)),
  );
  const refused = await remove('emptied', { ids: many(limits.deletedIdsMax + 1) });
  assert.deepEqual([codeOf(refused), (await listed('emptied')).total], ['400 invalid_request', 1_000]);
  const { body } = await remove('emptied', { ids: many(limits.deletedIdsMax) });
  assert.deepEqual([body.deleted.length, body.errors, (await listed('emptied')).total], [1_000, [], 0]);
});

test('a write by filter of a key without the scope `private` does not reveal private fields', async () => {
  await add('private', [item('p', { margin: 0.4 }), item('q', { margin: 0.1 })]);
  const settings = { items: { privateFields: ['margin'] } };
  const headers = await service.signIn();
  await service.ask('PUT', '/api/projects/private/settings', { headers, body: settings });
  const created = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { scopes: ['items:read', 'items:write'], projects: ['private'] },
  });
  keys.set('private', created.body.key);
  const probe = await change('private', 'margin > 0.2', { seen: true });
  assert.deepEqual(outcome(probe)[1], { matched: 0, changed: 0, deleted: 0, unchanged: 0, failed: 0 });
  const all = await change('private', 'NOT margin > 0.2', { seen: true });
  assert.deepEqual(outcome(all)[1], { matched: 2, changed: 2, deleted: 0, unchanged: 0, failed: 0 });
  // As for an item without the field. What its value does not allow leaves it as it is.
  for (const [_operation, value, failed] of [
    ['IncrementFrom', 7, 1],
    ['IncrementFrom', 0, 0],
    ['IncrementSet', 0, 1],
    ['Add', 1, 0],
  ] as const) {
    const { body } = await change('private', 'id:p', { margin: { _operation, value } });
    assert.deepEqual(
      [body.task.progress.failed, body.task.progress.changed],
      [failed, 1 - failed],
      _operation,
    );
    assert.doesNotMatch(JSON.stringify(body.task.progress.errors), /0\.4/);
  }
  const same = await change('private', 'id:p', { margin: 0.4 });
  assert.deepEqual([same.body.task.progress.unchanged, same.body.task.progress.changed], [0, 1]);
  const { body } = await service.ask<{ item: Record<string, unknown> }>(
    'GET',
    '/api/items/p?by=id&project=private',
    {
      headers,
    },
  );
  assert.equal(body.item['margin'], 0.4);
});
