import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

interface Rules {
  readonly version: number;
  readonly changedAt: number | null;
  readonly rules: readonly unknown[];
}
interface Found {
  readonly items: readonly {
    readonly id: string;
    readonly _reason?: { readonly code: string; readonly text: string; readonly rule: string };
    readonly _ranking?: { readonly reasons: readonly string[] };
  }[];
  readonly total: number;
  readonly fallback: string | null;
  readonly query: string;
  readonly correctedQuery: string | null;
  readonly rules: readonly string[];
  readonly redirect?: { readonly url: string };
}
interface Problem {
  readonly code: string;
  readonly errors: readonly { readonly path: string; readonly code: string }[];
}

const path = '/api/projects/shop/rules';
let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'recommend', 'items:write', 'events', 'settings']);
  const data = [
    ...Array.from({ length: 9 }, (_, no) =>
      item(`shoe${no}`, {
        name: `Running shoe ${no}`,
        brand: no % 2 === 0 ? 'Nike' : 'Puma',
        popularity: 100 - no,
        releasedAt: no < 7 ? '2020-01-01' : new Date().toISOString(),
      }),
    ),
    item('sock', { name: 'Sock', brand: 'Nike' }),
    item('gone', { name: 'Running shoe, old', active: false }),
  ];
  assert.equal(
    (await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } })).status,
    201,
  );
});
after(() => service[Symbol.asyncDispose]());

const put = <T = Rules>(rules: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> =>
  service.ask<T>('PUT', path, { key, body: { rules }, headers });
const search = async (parameters: Record<string, string>): Promise<Found> => {
  const { body } = await service.ask<Found>(
    'GET',
    `/search/shop?${new URLSearchParams(parameters).toString()}`,
    {
      key,
    },
  );
  return body;
};
const ids = ({ items }: Found): string[] => items.map(({ id }) => id);
const listed = async (parameters: Record<string, string>): Promise<string[]> => ids(await search(parameters));

test('PUT replaces the rules, effective immediately, and increments the version', async () => {
  const rule = { id: 'first', when: { query: 'Shoes' }, pin: [{ id: 'sock', position: 2 }], hide: ['shoe0'] };
  const { status, body, headers } = await put([rule]);
  assert.equal(status, 200);
  assert.deepEqual([body.version, body.rules, headers.get('etag')], [1, [rule], '"1"']);
  const found = await search({ q: 'the shoe', limit: '3' });
  assert.deepEqual(ids(found), ['shoe1', 'sock', 'shoe2']);
  assert.equal(found.total, 9);
  const pinned = { code: 'pinned', text: 'Pinned by rule “first”', rule: 'first' };
  assert.deepEqual(found.items[1]?._reason, pinned);
  assert.equal(found.items[0]?._reason, undefined);
  assert.deepEqual(await listed({ q: 'shoe', limit: '3', offset: '3' }), ['shoe3', 'shoe4', 'shoe5']);
  assert.deepEqual((await service.ask<Rules>('GET', path, { key })).body, body);
  assert.equal((await listed({ q: 'running' }))[0], 'shoe0');
  await service.stop();
  await service.restart();
  assert.deepEqual((await service.ask<Rules>('GET', path, { key })).body, body);
  assert.deepEqual(await listed({ q: 'shoe', limit: '2' }), ['shoe1', 'sock']);
});

test('PUT with if-match replaces only this version', async () => {
  const { body } = await service.ask<Rules>('GET', path, { key });
  const stale = await put<Problem>([], { 'if-match': `"${body.version - 1}"` });
  assert.deepEqual([stale.status, stale.body.code], [412, 'rules_changed']);
  assert.equal((await put([], { 'if-match': `"${body.version}"` })).status, 200);
});

test('a rule is active for its query, its filter and its dates', async () => {
  const acts = async (
    rule: Record<string, unknown>,
    parameters: Record<string, string>,
  ): Promise<boolean> => {
    const { status, body } = await put<Problem>([{ id: 'r', pin: [{ id: 'sock', position: 1 }], ...rule }]);
    assert.equal(status, 200, JSON.stringify(body));
    return (await listed(parameters))[0] === 'sock';
  };
  const of = (query: string, match: string) => ({ when: { query, match } });
  assert.ok(await acts({}, { q: 'shoe' }), 'always');
  assert.ok(await acts({}, {}), 'also for an empty query');
  assert.ok(await acts({ when: { query: '' } }, {}));
  assert.ok(!(await acts({ when: { query: '' } }, { q: 'shoe' })));
  assert.ok(await acts(of('running SHOES', 'is'), { q: 'running shoe' }));
  assert.ok(!(await acts(of('running shoes', 'is'), { q: 'running shoe 5' })));
  assert.ok(await acts(of('running shoes', 'starts'), { q: 'running shoe 5' }));
  assert.ok(!(await acts(of('shoe', 'starts'), { q: 'running shoe' })));
  assert.ok(await acts(of('shoe', 'contains'), { q: 'running shoe 5' }));
  const when = { filters: 'brand:nike' };
  assert.ok(await acts({ when }, { filters: 'price < 50 AND (brand="Nike")' }));
  assert.ok(!(await acts({ when }, {})));
  assert.ok(!(await acts({}, { filters: 'brand:Puma' })), 'an item outside the filter is not pinned');
  assert.ok(!(await acts({ enabled: false }, {})));
  assert.ok(await acts({ from: '2020-01-01', until: '2999-12' }, {}));
  assert.ok(!(await acts({ from: '2999-01-01T00:00:00Z' }, {})));
  assert.ok(!(await acts({ until: '2020-01-01' }, {})));
  assert.ok(!(await acts({}, { sort: 'price:asc' })), 'a requested sort overrides the rules');
});

test('rules with hidden items apply to all lists', async () => {
  await put([
    { id: 'r', hide: ['shoe0'] },
    { id: 's', when: { query: 'shoe' }, hide: 'brand:Puma' },
  ]);
  assert.deepEqual(await listed({ q: 'shoe', sort: 'name' }), ['shoe2', 'shoe4', 'shoe6', 'shoe8']);
  const { body: facet } = await service.ask<{ values: unknown }>('POST', '/search/shop/facets/brand', {
    key,
    body: { q: 'shoe', facetQuery: '' },
  });
  assert.deepEqual(facet.values, [{ value: 'Nike', count: 4 }]);
  const { body: suggested } = await service.ask<{ suggestions: { text: string }[] }>(
    'GET',
    '/search/shop/suggest?q=running%20shoe%200',
    { key },
  );
  assert.ok(!suggested.suggestions.some(({ text }) => text === 'Running shoe 0'));
  const events = ['shoe0', 'shoe1', 'shoe2'].map((id) => ({ type: 'view', user: 'u', item: id }));
  await service.ask('POST', '/api/events', { key, body: { project: 'shop', data: events } });
  const { body: trending } = await service.ask<Found>('POST', '/rec/trendings', {
    key,
    body: { index: 'shop' },
  });
  assert.ok(trending.items.length > 0);
  assert.ok(!ids(trending).includes('shoe0'));
  assert.ok(ids(trending).includes('shoe1'), 'a rule for a query does not apply without a query');
});

test('boost and bury move items among those with the same number of words, at the position of the criterion `rules`', async () => {
  await put([
    { id: 'fresh', boost: 'releasedAt >= now-7d' },
    { id: 'no puma', bury: 'brand:Puma' },
  ]);
  const found = await search({ q: 'shoe', explain: 'true' });
  assert.deepEqual(ids(found), [
    'shoe8',
    'shoe0',
    'shoe2',
    'shoe4',
    'shoe6',
    'shoe7',
    'shoe1',
    'shoe3',
    'shoe5',
  ]);
  assert.equal(found.items[0]?._ranking?.reasons[0], 'Boosted by rule “fresh”');
  assert.equal((await listed({ q: 'shoe', sort: '-popularity' }))[0], 'shoe0');
  const criteria = (list: readonly string[]) =>
    service.ask('PUT', '/api/projects/shop/settings', { key, body: { search: { criteria: list } } });
  assert.equal((await criteria(['phraseInName', 'rules'])).status, 200);
  await put([{ id: 'r', boost: 'id:shoe5' }]);
  assert.equal((await listed({ q: 'shoe' }))[0], 'shoe5');
  assert.equal((await listed({ q: 'running shoe 3' }))[0], 'shoe3', 'the number of words is compared first');
  await criteria([]);
});

test('GET why-not names the rule that hides or pins an item', async () => {
  await put([
    { id: 'away', hide: ['shoe1'] },
    { id: 'top', pin: [{ id: 'sock', position: 1 }], boost: 'id:shoe2' },
  ]);
  const why = async (id: string) => {
    const { body } = await service.ask<{ listed: boolean; position: number | null; reasons: unknown[] }>(
      'GET',
      `/search/shop/why-not?q=shoe&item=${id}`,
      { key },
    );
    return [body.listed, body.position, body.reasons];
  };
  assert.deepEqual(await why('shoe1'), [
    false,
    null,
    [{ code: 'hidden', text: 'Hidden by rule “away”', rule: 'away' }],
  ]);
  const pinned = 'Position 1 of 9, pinned by rule “top”';
  assert.deepEqual(await why('sock'), [true, 1, [{ code: 'listed', text: pinned }]]);
  const moved = 'Position 2 of 9, boosted by rule “top”';
  assert.deepEqual(await why('shoe2'), [true, 2, [{ code: 'listed', text: moved }]]);
});

test('the rules of a corrected query act, besides those of the query as typed', async () => {
  await put([
    {
      id: 'right',
      when: { query: 'running shoe' },
      pin: [{ id: 'sock', position: 1 }],
      redirect: { url: 'https://shop.example/running' },
    },
    { id: 'all', pin: [{ id: 'shoe8', position: 2 }] },
  ]);
  const right = await search({ q: 'running shoe' });
  const found = await search({ q: 'runing shoe' });
  assert.deepEqual(found.rules, ['right', 'all']);
  assert.deepEqual([ids(found), found.total, found.redirect], [ids(right), right.total, right.redirect]);
  assert.deepEqual(
    [found.query, found.correctedQuery, found.fallback],
    ['runing shoe', 'running shoe', 'corrected'],
  );
  const pages = await Promise.all(
    ['0', '3'].map((offset) => search({ q: 'runing shoe', offset, limit: '3' })),
  );
  assert.deepEqual(pages.flatMap(ids), ids(found).slice(0, 6));
  const preview = await service.ask<Found>('POST', `${path}/preview`, { key, body: { q: 'runing shoe' } });
  assert.deepEqual(ids(preview.body).slice(0, 2), ids(found).slice(0, 2));
  const { body: why } = await service.ask<{ position: number }>(
    'GET',
    '/search/shop/why-not?q=runing+shoe&item=sock',
    { key },
  );
  assert.equal(why.position, 1);
  await put([{ id: 'right', when: { query: 'running shoe' }, hide: ['shoe0'] }]);
  const countItems = async (q: string): Promise<number> => {
    const { body } = await service.ask<{ values: { count: number }[] }>('POST', '/search/shop/facets/brand', {
      key,
      body: { q },
    });
    return body.values.reduce((sum, { count }) => sum + count, 0);
  };
  assert.deepEqual([await countItems('runing shoe'), await countItems('running shoe')], [8, 8]);
  // A rule for the spelling itself decides alone.
  await put([
    { id: 'right', when: { query: 'running shoe' }, pin: [{ id: 'sock', position: 1 }] },
    { id: 'spelling', when: { query: 'runing shoe' }, hide: ['shoe0'] },
  ]);
  assert.deepEqual((await search({ q: 'runing shoe' })).rules, ['spelling']);
});

test('a query without hits can have a pinned item as its only result', async () => {
  await put([{ id: 'r', when: { query: 'trainers' }, pin: [{ id: 'shoe3', position: 1 }] }]);
  const found = await search({ q: 'trainers' });
  assert.deepEqual([ids(found), found.total, found.fallback], [['shoe3'], 1, null]);
});

test('POST preview applies unsaved rules at a given time, without saving them', async () => {
  const { body: before } = await put([]);
  const rules = [
    { id: 'xmas', from: '2999-12-01', pin: [{ id: 'sock', position: 2 }], hide: ['shoe0'] },
    { id: 'never', until: '2000-01-01', hide: ['shoe1'] },
  ];
  interface Preview extends Found {
    readonly hidden: readonly { readonly item: { readonly id: string }; readonly rules: readonly string[] }[];
    readonly acting: readonly string[];
  }
  const preview = (more: Record<string, unknown>) =>
    service.ask<Preview>('POST', `${path}/preview`, { key, body: { q: 'shoe', limit: 4, ...more } });
  const { body } = await preview({ rules, at: '2999-12-24' });
  assert.deepEqual(ids(body), ['shoe1', 'sock', 'shoe2', 'shoe3']);
  assert.deepEqual(
    body.hidden.map((one) => [one.item.id, one.rules]),
    [['shoe0', ['xmas']]],
  );
  assert.deepEqual([body.acting, body.total, body.items[1]?._reason?.rule], [['xmas'], 9, 'xmas']);
  assert.deepEqual((await preview({ rules })).body.acting, []);
  assert.deepEqual((await service.ask<Rules>('GET', path, { key })).body, before);
  assert.equal((await preview({ at: 'tomorrow' })).status, 400);
  assert.equal((await preview({ rules: [{ id: 'r' }] })).status, 400);
});

test('PUT reports all errors with their paths, and changes nothing', async () => {
  const before = (await service.ask<Rules>('GET', path, { key })).body;
  const hide = { hide: ['x'] };
  const many = (count: number, of: (i: number) => unknown) => Array.from({ length: count }, (_, i) => of(i));
  const wrong: [unknown, string[]][] = [
    ['all', ['rules']],
    [[{ hide: ['x'] }], ['rules[0].id']],
    [
      [
        { id: 'a', ...hide },
        { id: 'a', ...hide },
      ],
      ['rules[1].id'],
    ],
    [[{ id: 'a' }], ['rules[0]']],
    [[{ id: 'a', pin: [], hide: [] }], ['rules[0]']],
    [[{ id: 'a', hidden: ['x'] }], ['rules[0].hidden']],
    [[{ id: 'a', hide: 'brand:' }], ['rules[0].hide']],
    [[{ id: 'a', boost: 'price <', bury: '' }], ['rules[0].boost', 'rules[0].bury']],
    [[{ id: 'a', ...hide, when: { match: 'is' } }], ['rules[0].when.query']],
    [[{ id: 'a', ...hide, when: { query: '-' } }], ['rules[0].when.query']],
    [[{ id: 'a', ...hide, when: { query: '', match: 'starts' } }], ['rules[0].when.query']],
    [[{ id: 'a', ...hide, when: { query: 'x', match: 'ends' } }], ['rules[0].when.match']],
    [[{ id: 'a', ...hide, when: { filters: '(a:1' } }], ['rules[0].when.filters']],
    [[{ id: 'a', ...hide, from: 'now' }], ['rules[0].from']],
    [[{ id: 'a', ...hide, from: '2026-02-30' }], ['rules[0].from']],
    [[{ id: 'a', ...hide, from: '2026-05-02', until: '2026-05-01' }], ['rules[0].until']],
    [[{ id: 'a', pin: [{ id: 'x' }] }], ['rules[0].pin[0].position']],
    [[{ id: 'a', pin: [{ id: 'x', position: 0 }] }], ['rules[0].pin[0].position']],
    [
      [
        {
          id: 'a',
          pin: [
            { id: 'x', position: 1 },
            { id: 'x', position: 1 },
          ],
        },
      ],
      ['rules[0].pin[1].id', 'rules[0].pin[1].position'],
    ],
    [many(limits.rulesMax + 1, (i) => ({ id: `r${i}`, ...hide })), ['rules']],
    [[{ id: 'x'.repeat(limits.ruleIdLengthMax + 1), ...hide }], ['rules[0].id']],
    [
      [{ id: 'a', pin: many(limits.rulePinsMax + 1, (i) => ({ id: `${i}`, position: i + 1 })) }],
      ['rules[0].pin'],
    ],
    [[{ id: 'a', pin: [{ id: 'x', position: limits.rulePositionMax + 1 }] }], ['rules[0].pin[0].position']],
    [[{ id: 'a', hide: many(limits.ruleHiddenMax + 1, String) }], ['rules[0].hide']],
    [
      many(limits.rulesItemsMax / limits.ruleHiddenMax + 1, (i) => ({
        id: `r${i}`,
        hide: many(limits.ruleHiddenMax, String),
      })),
      ['rules'],
    ],
  ];
  for (const [rules, expected] of wrong) {
    const { status, body } = await put<Problem>(rules);
    assert.equal(status, 400, JSON.stringify(rules).slice(0, 200));
    assert.deepEqual(
      body.errors.map((one) => one.path),
      expected,
    );
  }
  assert.deepEqual((await service.ask<Rules>('GET', path, { key })).body, before);
});

test('PUT accepts values at the limits, numbers as ids, and null for absent fields', async () => {
  const rules = [
    {
      id: 'x'.repeat(limits.ruleIdLengthMax),
      hide: Array.from({ length: limits.ruleHiddenMax }, (_, i) => i),
    },
    {
      id: 'pins',
      when: null,
      from: null,
      boost: null,
      pin: Array.from({ length: limits.rulePinsMax }, (_, i) => ({
        id: `p${i}`,
        position: limits.rulePositionMax - i,
      })),
    },
    ...Array.from({ length: limits.rulesMax - 2 }, (_, i) => ({
      id: `r${i}`,
      when: { query: `q${i}` },
      hide: ['x'],
    })),
  ];
  const { status, body } = await put(rules);
  assert.equal(status, 200);
  const [first, second] = body.rules as Record<string, unknown>[];
  assert.deepEqual((first!['hide'] as string[]).slice(0, 2), ['0', '1']);
  assert.deepEqual(Object.keys(second!).toSorted(), ['id', 'pin']);
  assert.equal((await listed({ q: 'shoe' })).length, 9);
});

test('rules require a key with the scope settings', async () => {
  const other = await service.project('other', ['search']);
  const { status, body } = await service.ask<Problem>('GET', '/api/projects/other/rules', { key: other });
  assert.deepEqual([status, body.code], [403, 'scope_missing']);
});
