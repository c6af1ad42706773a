import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

interface Part {
  readonly kind: string;
  readonly id: string;
}
interface Change extends Part {
  readonly before: unknown;
  readonly after: unknown;
  readonly follows?: string | null;
  readonly differences: readonly {
    readonly path: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
  readonly differencesOmitted: number;
}
interface Summary {
  readonly number: number;
  readonly at: number;
  readonly author: string;
  readonly message: string | null;
  readonly parts: readonly Part[];
  readonly proof: null;
}
interface Versions {
  readonly versions: readonly Summary[];
  readonly total: number;
}
type Version = Summary & { readonly changes: readonly Change[]; readonly with?: number };
interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly code: string }[];
  readonly parts?: readonly Part[];
}

let service: LocalService;
let key = '';
before(async () => {
  service = await LocalService.start();
});
after(() => service[Symbol.asyncDispose]());

/** The requests of one project, each test with its own. */
async function shop(id: string, name?: string) {
  key = await service.project(id, ['search', 'items:write', 'settings']);
  const named = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers: await service.signIn(),
    body: { name, scopes: ['search', 'items:write', 'settings'], projects: [id] },
  });
  const own = name === undefined ? key : named.body.key;
  const path = `/api/projects/${id}`;
  const ask = <T = Record<string, unknown>>(method: string, to: string, body?: object): Promise<Answer<T>> =>
    service.ask<T>(method, `${path}${to}`, { key: own, ...(body === undefined ? {} : { body }) });
  const ok = async <T = Record<string, unknown>>(method: string, to: string, body?: object): Promise<T> => {
    const answer = await ask<T>(method, to, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  return {
    key: own,
    ask,
    ok,
    versions: (query = '') => ok<Versions>('GET', `/versions${query}`),
    version: (number: number, query = '') => ok<Version>('GET', `/versions/${number}${query}`),
    takeBack: (number: number, body: object = {}) =>
      ok<{ version: Summary | null; task: object | null }>('POST', `/versions/${number}/rollback`, body),
    rules: async () => (await ok<{ rules: { id: string }[] }>('GET', '/rules')).rules,
  };
}

const hide = (id: string, ...ids: string[]) => ({ id, hide: ids });

test('every change of settings, synonyms, rules, collections and placements keeps a version with its author', async () => {
  const the = await shop('kinds', 'Till and web');
  const cookie = await service.signIn();
  await the.ok('PUT', '/settings', { search: { caps: [{ field: 'brand', max: 2, window: 10 }] } });
  await the.ok('PUT', '/synonyms', { synonyms: [{ kind: 'equivalent', words: ['lamp', 'light'] }] });
  await the.ok('PUT', '/rules', { rules: [hide('a', 'x'), hide('b', 'y')] });
  await service.ask('PUT', '/api/projects/kinds/collections/sale', {
    headers: cookie,
    body: { collection: { id: 'sale', items: ['x'] } },
  });
  await the.ok('PUT', '/placements/top', { placement: { id: 'top', list: 'popular' } });
  await the.ok('DELETE', '/placements/top');
  // Nothing changes.
  await the.ok('PUT', '/rules', { rules: [hide('a', 'x'), hide('b', 'y')] });

  const { versions, total } = await the.versions();
  assert.equal(total, 6);
  assert.deepEqual(
    versions.map(({ number, parts, author }) => [
      number,
      author,
      parts.map(({ kind, id }) => `${kind} ${id}`),
    ]),
    [
      [6, 'Till and web', ['placements top']],
      [5, 'Till and web', ['placements top']],
      [4, 'console', ['collections sale']],
      [3, 'Till and web', ['rules a', 'rules b']],
      [2, 'Till and web', ['settings search.synonyms']],
      [1, 'Till and web', ['settings search.caps']],
    ],
  );
  assert.ok(versions.every(({ proof, message, at }) => proof === null && message === null && at > 1e12));
  assert.deepEqual(
    (await the.versions('?kind=placements&limit=1&offset=1')).versions.map(({ number }) => number),
    [5],
  );
  assert.equal((await the.versions('?kind=placements')).total, 2);
  assert.equal((await the.versions('?kind=rules')).total, 1);
  const { changes } = await the.version(6);
  assert.deepEqual(changes[0]!.before, { id: 'top', list: 'popular' });
  assert.equal(changes[0]!.after, null);
  assert.deepEqual(changes[0]!.differences, [
    { path: '', before: { id: 'top', list: 'popular' }, after: null },
  ]);
});

test('a version is read with its differences, and compared with another one', async () => {
  const the = await shop('compared');
  const rule = (id: string, price: number) => ({
    id,
    when: { query: 'lamp' },
    boost: [{ filter: `price < ${price}`, by: 2 }],
  });
  await the.ok('PUT', '/rules', { rules: [rule('a', 10)] });
  await the.ok('PUT', '/rules', { rules: [rule('a', 20)] });
  await the.ok('PUT', '/rules', { rules: [rule('a', 30)] });
  await the.ok('PUT', '/rules', { rules: [rule('b', 1), rule('a', 30)] });
  const { changes } = await the.version(2);
  assert.deepEqual(changes[0]!.differences, [
    { path: 'boost[0].filter', before: 'price < 10', after: 'price < 20' },
  ]);
  const compared = await the.version(3, '?with=1');
  assert.equal(compared.with, 1);
  assert.deepEqual(compared.changes[0]!.differences, [
    { path: 'boost[0].filter', before: 'price < 10', after: 'price < 30' },
  ]);
  const backwards = await the.version(1, '?with=3');
  assert.deepEqual(backwards.changes[0]!.differences, [
    { path: 'boost[0].filter', before: 'price < 30', after: 'price < 10' },
  ]);
  // A rule before the others changes the order, too.
  assert.deepEqual(
    (await the.version(4)).changes.map(({ kind, id, after }) => [
      kind,
      id,
      kind === 'ruleOrder' ? after : '',
    ]),
    [
      ['rules', 'b', ''],
      ['ruleOrder', 'all', ['b', 'a']],
    ],
  );
  for (const number of ['5', '0', '99999999']) {
    const missing = await the.ask<Problem>('GET', `/versions/${number}`);
    assert.equal(missing.status, 404, number);
    assert.equal(missing.body.code, 'version_not_found');
  }
  const wrong = await the.ask<Problem>('GET', '/versions/last');
  assert.deepEqual(
    [wrong.status, wrong.body.code, wrong.body.errors[0]!.path],
    [400, 'invalid_request', 'version'],
  );
});

test('taking back a version restores what it changed, as a new version, and leaves later changes of other parts', async () => {
  const the = await shop('back');
  await service.ask('POST', '/api/items', {
    key: the.key,
    body: { project: 'back', data: [item('x', { name: 'Lamp' }), item('y', { name: 'Light' })] },
  });
  await the.ok('PUT', '/rules', { rules: [hide('a', 'x'), hide('b', 'n1'), hide('c', 'n2')] });
  await the.ok('PUT', '/rules', { rules: [hide('a', 'x'), hide('c', 'n2')] });
  await the.ok('PUT', '/synonyms', { synonyms: [{ kind: 'equivalent', words: ['lamp', 'light'] }] });
  await the.ok('PUT', '/rules', { rules: [hide('a', 'x'), hide('c', 'n2'), hide('d', 'n3')] });
  const found = async (q: string): Promise<number> =>
    (await service.ask<{ total: number }>('GET', `/search/back?q=${q}`, { key: the.key })).body.total;
  assert.equal(await found('lamp'), 1);

  const removal = await the.takeBack(2, { message: 'b was right' });
  assert.equal(removal.version?.number, 5);
  assert.equal(removal.version.message, 'b was right');
  assert.deepEqual(
    (await the.rules()).map(({ id }) => id),
    ['a', 'b', 'c', 'd'],
  );

  const synonyms = await the.takeBack(3);
  assert.equal(synonyms.version?.message, 'Takes back version 3');
  assert.equal(synonyms.task, null);
  assert.equal(await found('lamp'), 0);

  const all = await the.takeBack(1);
  assert.deepEqual(
    (await the.rules()).map(({ id }) => id),
    ['d'],
  );
  assert.equal(await found('lamp'), 1);
  // A version of taking back can be taken back itself.
  await the.takeBack(all.version!.number);
  assert.deepEqual(
    (await the.rules()).map(({ id }) => id),
    ['a', 'b', 'c', 'd'],
  );
  // It is as it was: nothing to do, and no version.
  assert.equal((await the.takeBack(all.version!.number)).version, null);
});

test('a version is not taken back where later ones changed the same, unless it is forced', async () => {
  const the = await shop('superseded');
  await the.ok('PUT', '/rules', { rules: [hide('a', 'x'), hide('b', 'y')] });
  await the.ok('PUT', '/rules', { rules: [hide('a', 'z'), hide('b', 'y2')] });
  await the.ok('PUT', '/rules', { rules: [hide('a', 'w'), hide('b', 'y2')] });
  const refused = await the.ask<Problem>('POST', '/versions/2/rollback', {});
  assert.deepEqual([refused.status, refused.body.code], [409, 'version_superseded']);
  assert.deepEqual(refused.body.parts, [{ kind: 'rules', id: 'a' }]);
  assert.deepEqual(await the.rules(), [hide('a', 'w'), hide('b', 'y2')]);
  await the.takeBack(2, { force: true });
  assert.deepEqual(await the.rules(), [hide('a', 'x'), hide('b', 'y')]);
});

test('a state that is not valid any more is not restored', async () => {
  const the = await shop('invalid');
  const many = (from: number) =>
    Array.from({ length: limits.rulesMax }, (_, no) => hide(`r${from + no}`, 'x'));
  await the.ok('PUT', '/rules', { rules: [hide('first', 'x')] });
  await the.ok('PUT', '/rules', { rules: [] });
  await the.ok('PUT', '/rules', { rules: many(0) });
  const refused = await the.ask<Problem>('POST', '/versions/2/rollback', {});
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.errors[0]!.code],
    [400, 'invalid_request', 'too_many'],
  );
  await the.ok('PUT', '/rules', { rules: many(1).slice(0, -1) });
  await the.takeBack(2);
  assert.equal((await the.rules()).length, limits.rulesMax);
});

test('versions and what was taken back are there after a restart, and belong to one project', async () => {
  const the = await shop('kept');
  const other = await shop('other');
  await the.ok('PUT', '/placements/top', { placement: { id: 'top', list: 'popular' } });
  await the.ok('PUT', '/placements/top', { placement: { id: 'top', list: 'user' } });
  await the.takeBack(2);
  const before = await the.versions();
  await service.stop();
  await service.restart();
  assert.deepEqual(await the.versions(), before);
  assert.deepEqual((await the.ok<{ placement: object }>('GET', '/placements/top')).placement, {
    id: 'top',
    list: 'popular',
  });
  assert.equal((await other.versions()).total, 0);
  const path = '/api/projects/kept/versions';
  for (const [method, to] of [
    ['GET', path],
    ['GET', `${path}/1`],
    ['POST', `${path}/1/rollback`],
  ] as const) {
    const refused = await service.ask<Problem>(method, to, {
      key: other.key,
      ...(method === 'POST' ? { body: {} } : {}),
    });
    assert.deepEqual([refused.status, refused.body.code], [403, 'project_forbidden'], to);
  }
});

test('a project keeps the newest versions up to their limit', async () => {
  const the = await shop('bounded');
  for (let round = 0; round < limits.versionsMax + 2; round++)
    await the.ok('PUT', '/placements/top', {
      placement: { id: 'top', list: 'popular', limit: 1 + (round % 2) },
    });
  const { versions, total } = await the.versions();
  assert.equal(total, limits.versionsMax);
  assert.equal(versions[0]!.number, limits.versionsMax + 2);
  assert.equal((await the.ask('GET', '/versions/2')).status, 404);
  assert.equal((await the.version(3)).number, 3);
  const far = await the.ask<Problem>('GET', `/versions/3?with=${3 + limits.versionsComparedMax + 1}`);
  assert.deepEqual([far.status, far.body.errors[0]!.path], [400, 'with']);
  assert.equal((await the.version(3, `?with=${3 + limits.versionsComparedMax}`)).number, 3);
});

test('the reply of a change has the time of its version, by which it is found', async () => {
  const { ok, versions } = await shop('times');
  const changes: [path: string, body: object][] = [
    ['/settings', { search: { soldOutLast: 'never' } }],
    ['/settings', { search: { languages: ['de'] } }],
    ['/rules', { rules: [{ id: 'r', when: { query: 'x' }, hide: ['a'] }] }],
    ['/collections/sale', { collection: { id: 'sale', filter: 'price < 20' } }],
    ['/placements/home', { placement: { id: 'home', list: 'popular' } }],
  ];
  for (const [path, body] of changes) {
    const { changedAt } = await ok<{ changedAt: number }>('PUT', path, body);
    const [newest] = (await versions('?limit=1')).versions;
    assert.equal(newest?.at, changedAt, path);
  }
});
