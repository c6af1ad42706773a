import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

/** Placements: stored, shown, and under everything that lists are. */
interface Stored {
  readonly placement: Record<string, unknown>;
  readonly version: number;
  readonly changedAt: number;
  readonly warnings?: readonly { readonly code: string; readonly path: string }[];
}
interface Shown {
  readonly recommendationId: string;
  readonly items: readonly {
    readonly id: string;
    readonly _reason: { readonly code: string; readonly text: string; readonly rule?: string };
  }[];
  readonly fallback: string | null;
  readonly list: string | null;
  readonly placement: Record<string, unknown>;
  readonly rules: readonly string[];
  readonly explain?: { readonly sources: readonly { readonly name: string }[] };
  readonly warnings?: readonly { readonly code: string; readonly path: string }[];
}
interface Problem {
  readonly code: string;
  readonly errors: readonly { readonly path: string; readonly code: string }[];
}

const path = '/api/projects/shop/placements';
const scopes = ['search', 'recommend', 'items:write', 'events', 'settings', 'private'];
let service: LocalService;
let key = '';
let restricted = '';

const ids = ({ body }: Answer<Shown>): string[] => body.items.map(({ id }) => id);
const put = <T = Stored>(
  id: string,
  placement: Record<string, unknown>,
  headers: Record<string, string> = {},
) =>
  service.ask<T>('PUT', `${path}/${id}`, {
    key,
    body: { placement: { id: decodeURIComponent(id), ...placement } },
    headers,
  });
const show = (id: string, body: Record<string, unknown> = {}, as = key) =>
  service.ask<Shown>('POST', `/reco/placements/${id}`, { key: as, body: { index: 'shop', ...body } });
const errorsOf = ({ body }: Answer<Problem>) => body.errors.map((error) => [error.path, error.code]);

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', scopes);
  const headers = await service.signIn();
  const settings = { items: { privateFields: ['margin'] } };
  const changed = await service.ask('PUT', '/api/projects/shop/settings', { key, body: settings });
  assert.equal(changed.status, 200);
  const grant = { scopes: ['recommend'], projects: ['shop'], kind: 'web', filter: 'NOT tier:dealer' };
  restricted = (await service.ask<{ key: string }>('POST', '/admin/keys', { headers, body: grant })).body.key;
  const data = Array.from({ length: 16 }, (_, no) =>
    item(`p${no}`, {
      name: `${['Oak', 'Elm', 'Ash', 'Fir'][no % 4]} ${no < 8 ? 'chair' : 'table'}`,
      brand: ['Nord', 'Sud'][no % 2],
      category: no < 8 ? 'Chairs' : 'Tables',
      price: 10 + no,
      margin: no,
      tier: no % 5 === 4 ? 'dealer' : 'open',
      stock: no === 15 ? 0 : 3,
    }),
  );
  assert.equal(
    (await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } })).status,
    201,
  );
  const event = (type: string, user: string, ...items: number[]) => ({
    type,
    user,
    items: items.map((no) => ({ id: `p${no}` })),
  });
  const events = [
    ...['a', 'b', 'c', 'd', 'j', 'k', 'l'].map((user) => event('purchase', user, 0, 1)),
    ...['a', 'b', 'c'].map((user) => event('purchase', user, 0, 9)),
    ...['e', 'f', 'g', 'h', 'i'].flatMap((user) => [event('view', user, 2), event('view', user, 3)]),
    ...['e', 'f', 'g'].map((user) => event('view', user, 4)),
    event('view', 'a', 6),
  ];
  assert.equal(
    (await service.ask('POST', '/api/events', { key, body: { project: 'shop', data: events } })).status,
    201,
  );
});
after(() => service[Symbol.asyncDispose]());

/** Every list, with what its operation needs. */
const lists: readonly [list: string, operation: string, needs: Record<string, unknown>][] = [
  ['user', 'user-recommendations', { user: 'a' }],
  ['together', 'fbt', { item: 'p0' }],
  ['trending', 'trendings', { user: 'a' }],
  ['similar', 'similar', { item: 'p2' }],
  ['popular', 'popular', {}],
  ['again', 'buy-again', { user: 'a' }],
  ['viewed', 'recently-viewed', { user: 'e' }],
  ['because-viewed', 'because-you-viewed', { user: 'e' }],
];

for (const [list, operation, needs] of lists) {
  test(`a placement of ${list} equals the list of its operation, with the same options`, async () => {
    const options = { limit: 6, filters: 'price < 24', caps: [{ field: 'brand', max: 3 }], exclude: ['p3'] };
    assert.equal((await put('all-lists', { list, ...options })).status, 200);
    const shown = await show('all-lists', needs);
    assert.equal(shown.status, 200);
    const asked = { index: 'shop', ...needs, ...options };
    const expected = await service.ask<Shown>('POST', `/reco/${operation}`, { key, body: asked });
    const comparable = ({ body }: Answer<Shown>) => body.items.map(({ id, _reason }) => ({ id, _reason }));
    assert.ok(shown.body.items.length > 0);
    assert.deepEqual(comparable(shown), comparable(expected));
    assert.equal(shown.body.fallback, expected.body.fallback);
    assert.equal(shown.body.warnings, undefined);
    const members = 'fallback items list placement recommendationId rules';
    assert.equal(Object.keys(shown.body).sort().join(' '), members);
  });
}

test('a list that lacks an item or a visitor is skipped for the next fallback', async () => {
  await put('p', { list: 'similar', fallbacks: ['again', 'viewed', 'together', 'popular'], limit: 3 });
  const used = async (body: Record<string, unknown>) => {
    const { list, fallback, explain } = (await show('p', { ...body, explain: true })).body;
    return [list, fallback, explain?.sources.map(({ name }) => name).join(' ')];
  };
  assert.deepEqual(await used({}), ['popular', 'popular', 'popular']);
  assert.deepEqual(await used({ item: 'p2' }), ['similar', null, 'similar']);
  assert.deepEqual(await used({ user: 'a' }), ['again', 'again', 'again']);
  assert.deepEqual(await used({ seen: ['p7'] }), ['viewed', 'viewed', 'viewed popular']);
  const cart = await show('p', { items: ['p0', 'p1'], limit: 50 });
  assert.ok(!ids(cart).includes('p0') && !ids(cart).includes('p1'), 'the cart is excluded');
});

test('the usual fallbacks add no trending items to the list of a visitor with views', async () => {
  const project = 'trends';
  const trendsKey = await service.project(project, scopes);
  const ask = (method: string, at: string, body: object) =>
    service.ask<Shown>(method, at, { key: trendsKey, body });
  const data = [
    item('chair', { name: 'Oak chair', brand: 'Nord', category: 'Chairs' }),
    item('stool', { name: 'Oak stool', brand: 'Nord', category: 'Chairs' }),
    item('bread', { name: 'Rye bread', brand: 'Mill', category: 'Food' }),
  ];
  await ask('POST', '/api/items', { project, data });
  const views = ['a', 'b', 'c', 'd', 'e'].map((user) => ({ type: 'view', user, item: 'bread' }));
  await ask('POST', '/api/events', { project, data: [...views, { type: 'view', user: 'u', item: 'chair' }] });
  const findCode = async (at: string, user: string): Promise<string | undefined> => {
    const { body } = await ask('POST', at, { index: project, user });
    return body.items.find(({ id }) => id === 'bread')?._reason.code;
  };
  const placements = `/api/projects/${project}/placements`;
  await ask('PUT', `${placements}/usual`, { placement: { id: 'usual', list: 'user' } });
  const placement = { id: 'trends', list: 'user', fallbacks: ['trending'] };
  await ask('PUT', `${placements}/trends`, { placement });
  await ask('PUT', `${placements}/viewed`, { placement: { id: 'viewed', list: 'because-viewed' } });
  const lists = ['user-recommendations', 'placements/usual', 'because-you-viewed', 'placements/viewed'];
  for (const at of lists.map((list) => `/reco/${list}`)) {
    assert.equal(await findCode(at, 'u'), 'popular', at);
    assert.equal(await findCode(at, 'new'), 'trending', at);
  }
  assert.equal(await findCode('/reco/placements/trends', 'u'), 'trending');
});

test('fallbacks are exactly those of the placement: none, or the newest items', async () => {
  await put('p', { list: 'again', limit: 4 });
  assert.deepEqual(ids(await show('p', { user: 'new' })), []);
  await put('p', { list: 'popular', fallbacks: [], limit: 50 });
  const popular = await show('p');
  await put('p', { list: 'popular', fallbacks: ['content'], limit: 50 });
  const filled = await show('p');
  assert.deepEqual(ids(filled).slice(0, ids(popular).length), ids(popular));
  assert.equal(new Set(ids(filled)).size, 15, 'all but the sold-out item');
  assert.deepEqual([popular.body.fallback, filled.body.fallback], [null, 'content']);
});

test('a request narrows the placement: its filter, exclusions, category, limit and fields', async () => {
  await put('p', { list: 'popular', filters: 'brand:Nord', exclude: ['p2'], limit: 2 });
  const all = await show('p', { limit: 20 });
  assert.deepEqual(ids(all).toSorted(), ['p0', 'p10', 'p12', 'p14', 'p4', 'p6', 'p8']);
  assert.equal((await show('p')).body.items.length, 2);
  const narrowed = await show('p', { limit: 20, filters: 'price < 16', exclude: ['p0'], fields: ['name'] });
  assert.deepEqual(ids(narrowed).toSorted(), ['p4']);
  assert.equal(Object.hasOwn(narrowed.body.items[0]!, 'price'), false);
  assert.deepEqual(ids(await show('p', { category: 'Chairs', limit: 20 })).toSorted(), ['p0', 'p4', 'p6']);
  await put('p', { list: 'popular', category: 'Tables', limit: 20, outOfStock: 'show' });
  assert.ok(ids(await show('p')).includes('p15'));
  assert.deepEqual(ids(await show('p', { category: 'Chairs' })), []);
  await put('p', { list: 'user', filters: 'category:item.category AND price < item.price', limit: 20 });
  assert.deepEqual(ids(await show('p', { item: 'p2' })).toSorted(), ['p0', 'p1']);
  assert.deepEqual(ids(await show('p')), [], 'nothing compares with no item');
});

test('unknown items of a page are ignored with a warning', async () => {
  await put('p', { list: 'together', fallbacks: ['popular'] });
  const { body, status } = await show('p', { item: 'gone', items: ['p0', 'never'] });
  assert.equal(status, 200);
  assert.equal(body.list, 'together');
  assert.deepEqual(
    body.warnings?.map((warning) => [warning.code, warning.path]),
    [
      ['item_unknown', 'item'],
      ['item_unknown', 'items'],
    ],
  );
});

test('a disabled placement is an empty list, and keeps what it is', async () => {
  const banner = { image: 'spring.png' };
  await put('p', { list: 'popular', title: 'Loved', userData: banner });
  assert.deepEqual((await show('p')).body.placement, {
    id: 'p',
    title: 'Loved',
    enabled: true,
    userData: banner,
  });
  await put('p', { list: 'popular', title: 'Loved', userData: banner, enabled: false });
  const { status, body } = await show('p', { explain: true });
  assert.equal(status, 200);
  assert.deepEqual(body.items, []);
  assert.deepEqual([body.list, body.fallback, body.rules], [null, null, []]);
  assert.equal(body.placement['enabled'], false);
});

test('rules act by placement, which a request cannot choose', async () => {
  await put('home-top', { list: 'popular', limit: 4 });
  await put('cart', { list: 'popular', limit: 4 });
  const plain = ids(await show('home-top'));
  const rules = [
    {
      id: 'home',
      when: { context: { placement: 'HOME-TOP' } },
      pin: [{ id: 'p13', position: 1 }],
      hide: [plain[0]],
      userData: { banner: 'home' },
    },
  ];
  const changed = await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
  assert.equal(changed.status, 200);
  const home = await show('home-top', { context: { page: 'home' } });
  assert.deepEqual(home.body.rules, ['home']);
  assert.equal(home.body.items[0]?._reason.rule, 'home');
  assert.deepEqual(ids(home), ['p13', ...plain.slice(1)]);
  const forged = await show('cart', { context: { placement: 'home-top' } });
  assert.deepEqual(forged.body.rules, []);
  assert.deepEqual(ids(forged), plain);
  assert.deepEqual(
    forged.body.warnings?.map((warning) => [warning.code, warning.path]),
    [['context_ignored', 'context.placement']],
  );
  assert.deepEqual((await show('home-top', { context: { placement: 'cart' } })).body.rules, ['home']);
  const unruled = await show('home-top', { enableRules: false });
  assert.deepEqual(ids(unruled), plain);
  await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules: [] } });
});

test('a restricted key sees no other items, and the filter of the shop acts on private fields', async () => {
  await put('p', { list: 'popular', filters: 'margin >= 3', limit: 50, caps: [{ field: 'margin', max: 1 }] });
  const all = await show('p');
  const seen = await show('p', {}, restricted);
  assert.deepEqual(
    ids(seen).toSorted(),
    ids(all)
      .filter((id) => !['p4', 'p9', 'p14'].includes(id))
      .toSorted(),
  );
  assert.ok(seen.body.items.every((one) => !Object.hasOwn(one, 'margin')));
  assert.ok(all.body.items.every((one) => Object.hasOwn(one, 'margin')));
  assert.deepEqual(ids(await show('p', { filters: 'margin < 100' }, restricted)), []);
  await put('p', { list: 'similar', fallbacks: [] });
  const hidden = await show('p', { item: 'p4' }, restricted);
  assert.deepEqual([hidden.body.items, hidden.body.warnings?.[0]?.code], [[], 'item_unknown']);
  const settings = await service.ask<Problem>('GET', path, { key: restricted });
  assert.equal(settings.body.code, 'scope_missing');
});

test('rotation counts impressions of a placement', async () => {
  await put('p', { list: 'popular', rotation: 1, limit: 2 });
  const first = ids(await show('p', { user: 'rotated' }));
  const second = ids(await show('p', { user: 'rotated' }));
  assert.equal(first.length, 2);
  assert.ok(second.every((id) => !first.includes(id)));
});

test('a preview shows a draft to its visitor and page, stores nothing and counts as no impression', async () => {
  const preview = <T = Shown>(body: Record<string, unknown>) =>
    service.ask<T>('POST', `${path}/draft/preview`, { key, body });
  const placement = {
    id: 'draft',
    list: 'similar',
    fallbacks: ['popular'],
    rotation: 1,
    limit: 3,
    enabled: false,
  };
  const draft = { placement };
  const shown = await preview({ ...draft, item: 'p2', user: 'previewed', explain: true });
  assert.equal(shown.body.list, 'similar');
  assert.equal(shown.body.explain?.sources[0]?.name, 'similar');
  assert.deepEqual(ids(await preview({ ...draft, item: 'p2', user: 'previewed' })), ids(shown));
  assert.equal((await preview({ ...draft, items: ['p0'] })).body.list, 'similar');
  assert.equal((await preview(draft)).body.list, 'popular');
  const ofPage = { placement: { id: 'draft', list: 'popular', limit: 20 }, category: 'Chairs' };
  const chairs = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'];
  assert.deepEqual(ids(await preview(ofPage)).toSorted(), chairs);
  assert.equal((await service.ask('GET', `${path}/draft`, { key })).status, 404);
  const wrong = await preview<Problem>({ placement: { ...placement, fallbacks: ['similar'] } });
  assert.deepEqual(errorsOf(wrong), [['placement.fallbacks[0]', 'duplicate']]);
  assert.equal((await preview<Problem>({ user: 'previewed' })).body.code, 'placement_not_found');
  await put('draft', placement);
  assert.deepEqual((await preview({ item: 'p2' })).body.list, 'similar');
  const plain = await service.project('other', ['recommend']);
  const refused = await service.ask('POST', `${path}/draft/preview`, { key: plain, body: draft });
  assert.equal(refused.status, 403);
});

test('placements are stored as sent, listed by id, and survive a restart', async () => {
  const sent = {
    title: 'For you',
    list: 'user',
    fallbacks: ['trending', 'content'],
    limit: 12,
    filters: 'stock > 0',
    caps: [{ field: 'brand', max: 2 }],
    diversity: 0.2,
    variants: 'all',
    bought: false,
    userData: [1, { a: null }],
  };
  const stored = await put('b-second', { ...sent, id: 'b-second', minRelevance: null });
  assert.deepEqual(stored.body.placement, { id: 'b-second', ...sent });
  assert.equal(stored.headers.get('etag'), `"${stored.body.version}"`);
  await put('a-first', { list: 'popular' });
  const one = await service.ask<Stored>('GET', `${path}/b-second`, { key });
  assert.deepEqual(one.body, stored.body);
  const before = await service.ask<{ placements: Stored[] }>('GET', path, { key });
  const listed = before.body.placements.map(({ placement }) => String(placement['id']));
  assert.deepEqual(listed, listed.toSorted());
  assert.ok(listed.includes('a-first'));
  const shown = ids(await show('a-first'));
  await service.stop();
  await service.restart();
  const again = await service.ask<{ placements: Stored[] }>('GET', path, { key });
  assert.deepEqual(again.body, before.body);
  assert.deepEqual(ids(await show('a-first')), shown);
});

test('a change of an older version is refused, and so is one of a removed placement', async () => {
  const { version } = (await put('versioned', { list: 'popular' })).body;
  const match = (value: number) => ({ 'if-match': `"${value}"` });
  const refused = await put<Problem>('versioned', { list: 'user' }, match(version - 1));
  assert.deepEqual([refused.status, refused.body.code], [412, 'placement_changed']);
  const changed = await put('versioned', { list: 'user' }, match(version));
  assert.equal(changed.status, 200);
  const remove = (headers: Record<string, string> = {}) =>
    service.ask<Problem & Stored>('DELETE', `${path}/versioned`, { key, headers });
  assert.equal((await remove(match(version))).body.code, 'placement_changed');
  assert.deepEqual((await remove(match(changed.body.version))).body.placement, changed.body.placement);
  assert.deepEqual([(await remove()).status, (await remove()).body.code], [404, 'placement_not_found']);
  assert.equal((await service.ask('GET', `${path}/versioned`, { key })).status, 404);
  assert.equal((await put<Problem>('versioned', { list: 'user' }, match(version))).status, 412);
  assert.equal((await put('only-new', { list: 'user' }, match(0))).status, 200);
  assert.equal((await put('only-new', { list: 'user' }, match(0))).status, 412);
  const unknown = await show('versioned');
  assert.deepEqual([unknown.status, (unknown.body as unknown as Problem).code], [404, 'placement_not_found']);
});

test('invalid placements are refused with the path of each error, and nothing is stored', async () => {
  const wrong: readonly [body: Record<string, unknown>, errors: readonly [string, string][]][] = [
    [{}, [['placement.list', 'required']]],
    [{ list: 'user', colour: 'red' }, [['placement.colour', 'unknown']]],
    [{ list: 'best' }, [['placement.list', 'not_allowed']]],
    [{ list: 'user', fallbacks: ['trending', 'top'] }, [['placement.fallbacks[1]', 'not_allowed']]],
    [{ list: 'user', fallbacks: ['trending', 'trending'] }, [['placement.fallbacks', 'duplicate']]],
    [{ list: 'user', fallbacks: ['trending', 'user'] }, [['placement.fallbacks[1]', 'duplicate']]],
    [{ list: 'user', id: 'other' }, [['placement.id', 'contradiction']]],
    [{ list: 'user', limit: limits.recommendLimitMax + 1 }, [['placement.limit', 'out_of_range']]],
    [{ list: 'user', caps: [{ field: 'brand', max: 0 }] }, [['placement.caps[0].max', 'out_of_range']]],
    [
      { list: 'user', title: 'x'.repeat(limits.resourceNameLengthMax + 1) },
      [['placement.title', 'too_long']],
    ],
    [
      { list: 'user', userData: 'x'.repeat(limits.ruleUserDataBytesMax) },
      [['placement.userData', 'too_long']],
    ],
    [
      { list: 'user', diversity: 2, rotation: -1 },
      [
        ['placement.diversity', 'out_of_range'],
        ['placement.rotation', 'out_of_range'],
      ],
    ],
    [{ list: 'user', filters: 'brand:' }, [['placement.filters', 'syntax']]],
    [{ list: 'user', filters: 'price:cheap' }, [['placement.filters', 'type']]],
  ];
  for (const [body, errors] of wrong) {
    const answer = await put<Problem>('wrong', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.deepEqual(errorsOf(answer), errors);
  }
  for (const id of ['Home', '-a', 'a%20b'])
    assert.deepEqual(errorsOf(await put<Problem>(id, { list: 'user' })), [['placement.id', 'format']]);
  const long = await put<Problem>('x'.repeat(limits.resourceIdLengthMax + 1), { list: 'user' });
  assert.deepEqual(errorsOf(long), [['placement.id', 'too_long']]);
  assert.equal((await service.ask('GET', `${path}/wrong`, { key })).status, 404);
  await put('p', { list: 'user' });
  const asked = await show('p', { limit: 0, items: Array.from({ length: 101 }, (_, no) => `p${no}`) });
  assert.deepEqual(errorsOf(asked as unknown as Answer<Problem>), [
    ['items', 'too_many'],
    ['limit', 'out_of_range'],
  ]);
  const unknownField = await put('p', { list: 'user', filters: 'colour:red' });
  assert.equal(unknownField.body.warnings?.[0]?.path, 'placement.filters');
});

test('a project has a limit of placements; existing ones can still be changed', async () => {
  const { body } = await service.ask<{ placements: Stored[] }>('GET', path, { key });
  for (let no = body.placements.length; no < limits.placementsMax; no++)
    assert.equal((await put(`n${no}`, { list: 'popular' })).status, 200);
  const beyond = await put<Problem>('one-more', { list: 'popular' });
  assert.deepEqual([beyond.status, errorsOf(beyond)], [400, [['placement', 'too_many']]]);
  assert.equal((await put('p', { list: 'trending' })).status, 200);
});
