import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

interface Found {
  readonly items: readonly {
    readonly id: string;
    readonly _score: number;
    readonly _reason?: { readonly code: string; readonly rule?: string };
    readonly _ranking?: { readonly reasons: readonly string[] };
    readonly _explain?: { readonly boost?: number };
  }[];
  readonly total: number;
  readonly facets: Readonly<Record<string, { readonly values: readonly { value: string; count: number }[] }>>;
  readonly rules: readonly string[];
  readonly redirect?: { readonly url: string };
  readonly userData?: readonly unknown[];
  readonly rewrittenQuery?: string;
  readonly understood?: readonly { readonly text: string; readonly start: number; readonly end: number }[];
  readonly warnings?: readonly { readonly code: string; readonly path: string }[];
}
interface Problem {
  readonly code: string;
  readonly errors: readonly { readonly path: string; readonly code: string }[];
}

let service: LocalService;
let key = '';
let webKey = '';

/** Ten products by descending popularity: every second of Nike, every third red; the last two are variants of one product. */
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'recommend', 'items:write', 'events', 'settings']);
  webKey = await service.project('shop', ['search', 'recommend']);
  const data = Array.from({ length: 10 }, (_, no) =>
    item(`shoe${no}`, {
      name: no < 8 ? `Running shoe ${no}` : `Trail shoe ${no}`,
      brand: no % 2 === 0 ? 'Nike' : 'Puma',
      colour: no % 3 === 0 ? 'red' : 'blue',
      popularity: 100 - no,
      stock: no === 5 ? 0 : 3,
      ...(no < 8 ? {} : { groupId: 'trail' }),
    }),
  );
  const added = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  assert.equal(added.status, 201);
  const events = data.flatMap(({ id }, no) =>
    Array.from({ length: 10 - no }, (_, i) => ({ type: 'view', user: `u${i}`, item: id })),
  );
  const counted = await service.ask('POST', '/api/events', { key, body: { project: 'shop', data: events } });
  assert.equal(counted.status, 201, JSON.stringify(counted.body));
});
after(() => service[Symbol.asyncDispose]());

const put = <T = Found>(rules: unknown): Promise<Answer<T>> =>
  service.ask<T>('PUT', '/api/projects/shop/rules', { key, body: { rules } });
const rule = async (...rules: object[]): Promise<void> => {
  const { status, body } = await put(rules.map((own, i) => ({ id: `r${i}`, ...own })));
  assert.equal(status, 200, JSON.stringify(body));
};
const search = async (body: Record<string, unknown> = {}, as = key): Promise<Found> => {
  const found = await service.ask<Found>('POST', '/search/shop', { key: as, body: { q: 'shoe', ...body } });
  assert.equal(found.status, 200, JSON.stringify(found.body));
  return found.body;
};
const list = async (name: string, body: Record<string, unknown> = {}, as = key): Promise<Found> => {
  const found = await service.ask<Found>('POST', name, { key: as, body: { index: 'shop', ...body } });
  assert.equal(found.status, 200, JSON.stringify(found.body));
  return found.body;
};
const ids = ({ items }: Pick<Found, 'items'>): string[] => items.map(({ id }) => id.replace('shoe', ''));

test('conditions: alternatives and the context of a request, in bodies and URLs', async () => {
  await rule({
    when: [{ query: 'boot' }, { context: { page: 'Sale', country: ['de', 'AT'] } }],
    pin: [{ id: 'shoe7', position: 1 }],
  });
  const acts = async (body: Record<string, unknown>): Promise<boolean> =>
    (await search(body)).rules.length > 0;
  assert.deepEqual((await search({ q: 'boot' })).rules, ['r0']);
  assert.ok(await acts({ context: { page: 'sale', country: 'at', other: [1] } }));
  assert.ok(await acts({ context: { page: ['home', 'SALE'], country: ['fr', 'de'] } }));
  assert.ok(!(await acts({ context: { page: 'sale' } })));
  assert.ok(!(await acts({ context: { page: 'sale', country: 'fr' } })));
  assert.ok(!(await acts({})));
  const get = async (context: string): Promise<Found> => {
    const query = new URLSearchParams({ q: 'shoe', context }).toString();
    return (await service.ask<Found>('GET', `/search/shop?${query}`, { key })).body;
  };
  assert.deepEqual((await get('{"page":"sale","country":"de"}')).rules, ['r0']);
  const ignored = await get('sale');
  assert.deepEqual([ignored.rules, ignored.warnings?.map(({ code }) => code)], [[], ['context_ignored']]);
  const { body: multi } = await service.ask<{ results: Found[] }>('POST', '/search', {
    key,
    body: { project: 'shop', searches: [{ q: 'boot' }, { q: 'shoe', context: 5 }] },
  });
  assert.deepEqual(
    multi.results.map(({ rules, warnings = [] }) => [rules, warnings.map(({ path }) => path)]),
    [
      [['r0'], []],
      [[], ['context']],
    ],
  );
});

test('a slot has the best item of the list that matches, on every page', async () => {
  await rule({
    pin: [
      { filter: 'brand:Puma', position: 1 },
      { filter: 'brand:Puma', position: 3 },
      { filter: 'brand:Adidas', position: 2 },
      { id: 'shoe1', position: 4 },
    ],
  });
  const found = await search({ limit: 5 });
  assert.deepEqual(ids(found), ['3', '0', '7', '1', '2'], 'the fifth is sold out');
  assert.equal(found.items[0]!._reason?.code, 'pinned');
  const pages: string[] = [];
  for (let offset = 0; offset < found.total; offset += 2)
    pages.push(...ids(await search({ limit: 2, offset })));
  assert.deepEqual(pages, ids(await search({ limit: 20 })));
  assert.deepEqual(ids(await search({ limit: 3, filters: 'colour:red' })), ['3', '0', '9']);
  await rule({ pin: [{ filter: 'groupId:trail', position: 2 }] });
  assert.deepEqual(ids(await search({ limit: 3 })), ['0', '8', '1']);
});

test('`filter` lists matching items only, also in disjunctive facets and suggestions', async () => {
  await rule({ filter: 'brand:Nike' }, { pin: [{ id: 'shoe1', position: 1 }] });
  const found = await search({ filters: 'brand:Nike', facets: ['brand'], disjunctive: ['brand'] });
  assert.deepEqual([ids(found), found.total], [['0', '2', '4', '6', '8'], 5]);
  assert.deepEqual(found.facets['brand']!.values, [{ value: 'Nike', count: 5, selected: true }]);
  const { body } = await service.ask<{ suggestions: { text: string }[] }>(
    'GET',
    '/search/shop/suggest?q=running%20shoe%20',
    { key },
  );
  assert.ok(!body.suggestions.some(({ text }) => text === 'Running shoe 1'));
});

test('boosts and buries count their steps', async () => {
  await rule({
    boost: [{ filter: 'brand:Puma', by: 2 }],
    bury: [{ filter: 'colour:red', by: 3 }, { filter: 'id:shoe1' }],
  });
  const found = await search({ limit: 20, explain: true, grouped: false });
  assert.deepEqual(ids(found), ['7', '1', '2', '4', '8', '3', '9', '0', '6', '5'], 'the fifth is sold out');
  assert.deepEqual(found.items[5]!._ranking?.reasons.slice(0, 2), [
    'Boosted by rule “r0”, 2 steps',
    'Buried by rule “r0”, 3 steps',
  ]);
});

test('words are replaced and removed; the reply has the query that was searched', async () => {
  await rule({ words: { replace: [{ from: 'sneakers', to: 'running shoe' }], remove: ['cheap', 'shoe'] } });
  const found = await search({ q: 'Cheap sneaker 3' });
  assert.deepEqual(
    [found.items[0]!.id, found.rewrittenQuery, found.rules],
    ['shoe3', 'running shoe 3', ['r0']],
  );
  const all = await search({ q: 'cheap shoe' });
  assert.deepEqual([all.rewrittenQuery, all.total], ['', 9]);
  assert.equal((await search({ q: 'running' })).rewrittenQuery, undefined);
  const { rewrittenQuery, understood } = await search({ q: 'cheap puma running', understanding: 'filters' });
  assert.equal(rewrittenQuery, 'puma running');
  assert.deepEqual(
    understood?.map(({ text, start, end }) => [text, start, end]),
    [['puma', 0, 4]],
  );
});

test('redirects and userData are in the reply, of the first rule and of all', async () => {
  await rule(
    { when: { query: 'returns' }, redirect: { url: '/returns' } },
    {
      when: { query: 'returns' },
      redirect: { url: 'https://shop.example/help' },
      userData: { banner: 'b.png' },
    },
    { userData: [1] },
  );
  const { redirect, userData, rules } = await search({ q: 'returns' });
  assert.deepEqual(redirect, { url: '/returns' });
  assert.deepEqual(userData, [{ banner: 'b.png' }, [1]]);
  assert.deepEqual(rules, ['r0', 'r1', 'r2']);
  const other = await search({ sort: ['price'] });
  assert.deepEqual([other.redirect, other.userData, other.rules], [undefined, [[1]], ['r2']]);
});

test('enableRules=false disables rules; for other keys than those of the shop, hidden items stay hidden', async () => {
  await rule({ hide: ['shoe0'], pin: [{ id: 'shoe7', position: 1 }], userData: 1 });
  const off = { enableRules: false, limit: 2 };
  const [plain, web] = [await search(off), await search(off, webKey)];
  assert.deepEqual([ids(plain), plain.rules, plain.userData], [['0', '1'], [], undefined]);
  assert.deepEqual([ids(web), web.rules, web.userData], [['1', '2'], ['r0'], undefined]);
  assert.deepEqual(ids(await list('/reco/popular', off)), ['0', '1']);
  assert.deepEqual(ids(await list('/reco/popular', off, webKey)), ['1', '2']);
});

test('in lists: boosts, buries, pins, slots, filters and userData, by context', async () => {
  const popular = (body: Record<string, unknown> = {}): Promise<Found> =>
    list('/reco/popular', { limit: 6, explain: true, ...body });
  await put([]);
  assert.deepEqual(ids(await popular()), ['0', '1', '2', '3', '4', '6']);
  await rule({
    boost: [{ filter: 'id:shoe6', by: 7 }],
    bury: 'id:shoe0',
    when: { context: { page: 'cart' } },
  });
  const boosted = await popular({ context: { page: 'cart' } });
  assert.deepEqual(ids(boosted), ['6', '1', '2', '3', '0', '4']);
  assert.deepEqual([boosted.items[0]!._explain?.boost, boosted.rules], [1.5 ** 7, ['r0']]);
  assert.deepEqual(ids(await popular()), ['0', '1', '2', '3', '4', '6']);
  await rule(
    {
      pin: [
        { id: 'shoe7', position: 2 },
        { id: 'trail', position: 1 },
        { filter: 'colour:red AND brand:Puma', position: 3 },
        { id: 'shoe5', position: 4 },
        { id: 'shoe1', position: 50 },
      ],
    },
    { filter: 'NOT id:shoe2', userData: 'banner' },
    { when: { query: 'shoe' }, hide: ['shoe0'] },
  );
  const pinned = await popular();
  // shoe5 is sold out; a position beyond the end of a full list is not reached.
  assert.deepEqual(ids(pinned), ['8', '7', '3', '0', '4', '6']);
  assert.deepEqual(pinned.items[0]!._reason, {
    code: 'pinned',
    text: 'Selected by the shop',
    because: [],
    rule: 'r0',
  });
  assert.deepEqual([pinned.rules, pinned.userData], [['r0', 'r1'], ['banner']]);
  const scores = pinned.items.map(({ _score }) => _score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  assert.deepEqual(ids(await popular({ filters: 'brand:Puma', outOfStock: 'show' })), [
    '9',
    '7',
    '3',
    '5',
    '1',
  ]);
  assert.deepEqual(ids(await popular({ exclude: ['shoe7'], limit: 3 })), ['8', '0', '3']);
  for (const [path, body] of [
    ['/reco/user-recommendations', { user: 'u9' }],
    ['/reco/fbt', { item: 'shoe0' }],
    ['/reco/similar', { item: 'shoe0' }],
    ['/rec/trendings', {}],
  ] as const) {
    const found = await list(path, { limit: 6, ...body });
    assert.deepEqual(ids(found).slice(0, 3), ['8', '7', '3'], path);
    assert.equal(new Set(ids(found)).size, found.items.length);
  }
});

test('PUT warns of what may be a mistake, and GET as well', async () => {
  const rules = [
    { id: 'a', hide: ['shoe1'], pin: [{ id: 'shoe0', position: 1 }], boost: 'brand:Nike' },
    {
      id: 'b',
      pin: [
        { id: 'shoe1', position: 1 },
        { id: 'nothing', position: 2 },
        { id: 'trail', position: 3 },
      ],
    },
    { id: 'c', when: { query: 'x' }, bury: 'brand:Nike', redirect: { url: 'http://a.example' } },
    { id: 'd', when: { query: 'X' }, redirect: { url: 'http://b.example' } },
    { id: 'e', words: { replace: [{ from: 'tee', to: 'shirt' }] } },
    { id: 'f', words: { replace: [{ from: 'shirt', to: 'tee' }] } },
    { id: 'g', enabled: false, hide: ['unknown too'] },
    { id: 'h', when: { query: 'y' }, from: '2030-01-01', pin: [{ id: 'shoe2', position: 7 }] },
    { id: 'i', when: { query: 'y' }, until: '2029-01-01', pin: [{ id: 'shoe3', position: 7 }] },
  ];
  const expected = [
    ['pin_hidden', 'rules[1].pin[0].id'],
    ['position_taken', 'rules[1].pin[0].position'],
    ['boost_contradicted', 'rules[2].bury'],
    ['redirect_unused', 'rules[3].redirect'],
    ['words_cycle', 'rules[4].words.replace[0]'],
    ['words_cycle', 'rules[5].words.replace[0]'],
    ['item_unknown', 'rules[1].pin[1].id'],
  ];
  const { body } = await put(rules);
  assert.deepEqual(
    body.warnings?.map(({ code, path }) => [code, path]),
    expected,
  );
  const stored = await service.ask<Found>('GET', '/api/projects/shop/rules', { key });
  assert.deepEqual(stored.body.warnings, body.warnings);
  assert.equal((await put([{ id: 'a', hide: ['shoe1'] }])).body.warnings, undefined);
});

test('bad actions and conditions give their paths', async () => {
  const text = (length: number): string => 'x'.repeat(length);
  const cases: [object, string][] = [
    [{ when: [] }, 'when'],
    [{ when: [{}, { match: 'is' }] }, 'when[1].query'],
    [{ when: Array.from({ length: limits.ruleConditionsMax + 1 }, () => ({})) }, 'when'],
    [{ when: { context: 'home' } }, 'when.context'],
    [{ when: { context: { page: [] } } }, 'when.context.page'],
    [{ when: { context: { page: text(limits.contextTextLengthMax + 1) } } }, 'when.context.page'],
    [{ pin: [{ position: 1 }] }, 'pin[0]'],
    [{ pin: [{ id: 'x', filter: 'a:1', position: 1 }] }, 'pin[0]'],
    [{ pin: [{ filter: 'a:', position: 1 }] }, 'pin[0].filter'],
    [{ pin: [{ id: 'x', position: 1 }], hide: ['x'] }, 'pin[0].id'],
    [{ filter: '(a:1' }, 'filter'],
    [{ boost: [] }, 'boost'],
    [{ boost: [{ filter: 'a:1', by: 8 }] }, 'boost[0].by'],
    [{ bury: [{ by: 1 }] }, 'bury[0].filter'],
    [{ words: {} }, ''],
    [{ words: { remove: [' - '] } }, 'words.remove[0]'],
    [{ words: { replace: [{ from: 'a', to: '' }] } }, 'words.replace[0].to'],
    [{ words: { remove: ['shoes'], replace: [{ from: 'shoe', to: 'boot' }] } }, 'words.remove[0]'],
    [{ words: { replace: [{ from: 'shoes', to: 'shoe' }] } }, 'words.replace[0].from'],
    [{ redirect: 'https://a.example' }, 'redirect'],
    ...['javascript:alert(1)', 'ftp://a.example', '//sale', '/\\sale', 'sale', 'https://', ''].map(
      (url): [object, string] => [{ redirect: { url } }, 'redirect.url'],
    ),
    [{ userData: text(limits.ruleUserDataBytesMax) }, 'userData'],
    [{ name: text(limits.ruleNameLengthMax + 1), hide: ['x'] }, 'name'],
  ];
  for (const [own, path] of cases) {
    const { status, body } = await put<Problem>([
      { id: 'r', ...('when' in own ? { hide: ['x'] } : {}), ...own },
    ]);
    assert.equal(status, 400, JSON.stringify(own).slice(0, 200));
    assert.deepEqual(
      body.errors.map((one) => one.path),
      [`rules[0]${path === '' ? '' : `.${path}`}`],
      JSON.stringify(own).slice(0, 200),
    );
  }
  const cycle = {
    replace: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ],
  };
  const { body } = await put<Problem>([{ id: 'r', words: cycle }]);
  assert.deepEqual(
    body.errors.map(({ path, code }) => [path, code]),
    [
      ['rules[0].words.replace[0].from', 'cycle'],
      ['rules[0].words.replace[1].from', 'cycle'],
    ],
  );
});

test('POST preview has the context, and what the reply would have', async () => {
  const rules = [
    {
      id: 'r',
      when: { context: { page: 'sale' } },
      words: { remove: ['cheap'] },
      redirect: { url: 'https://a.example' },
      userData: 1,
      facets: ['brand', 'size'],
    },
  ];
  const preview = async (context: unknown) => {
    const { body } = await service.ask<Found & { acting: string[]; facetsFirst?: string[] }>(
      'POST',
      '/api/projects/shop/rules/preview',
      {
        key,
        body: { q: 'cheap shoe', rules, context },
      },
    );
    const { acting, redirect, userData, rewrittenQuery, facetsFirst, total } = body;
    return { acting, redirect, userData, rewrittenQuery, facetsFirst, total };
  };
  assert.deepEqual(await preview({ page: 'sale' }), {
    acting: ['r'],
    redirect: { url: 'https://a.example' },
    userData: [1],
    rewrittenQuery: 'shoe',
    facetsFirst: ['brand', 'size'],
    total: 9,
  });
  const { acting, facetsFirst } = await preview({ page: 'home' });
  assert.deepEqual([acting, facetsFirst], [[], undefined]);
});
