import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Connection } from '../support/connection.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';
import { inSeconds, signedKey } from '../support/signed-key.ts';
import { until } from '../support/until.ts';
import { representative } from '../support/matrix.ts';

interface Found {
  readonly items: readonly { readonly id: string; readonly _reason?: { readonly rule?: string } }[];
  readonly rules: readonly string[];
}
interface Problem {
  readonly code: string;
  readonly errors: readonly { readonly path: string; readonly code: string }[];
}

const rulesPath = '/api/projects/shop/rules';
const scopes = ['search', 'recommend', 'items:write', 'events', 'settings', 'users'];
const everyone = [
  { id: 'fan', when: { visitor: { bought: 'brand:Nike' } }, pin: [{ id: 'sock', position: 1 }] },
  {
    id: 'recent',
    when: { visitor: { viewed: { filter: 'price < 20', days: 7 } } },
    boost: 'brand:Puma',
  },
  { id: 'vip', when: { visitor: { spent: { min: 100, days: 30 } } }, userData: { banner: 'vip' } },
  { id: 'welcome', when: { visitor: { is: 'new' } }, userData: { banner: 'welcome' } },
  { id: 'back', when: { visitor: { is: 'returning' } }, userData: { banner: 'back' } },
  { id: 'shoe-fan', when: { query: 'shoe', visitor: { bought: 'brand:Nike' } }, hide: ['shoe0'] },
];

for (const threads of representative(['2'], ['0', '2']))
  suite(`rules with conditions on visitors, on ${threads} serving threads`, () => {
    let service: LocalService;
    let key = '';
    let connections: Connection[] = [];

    const ask = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
      service.ask<T>(method, path, { key, ...(body === undefined ? {} : { body }) });
    const send = async (...data: Record<string, unknown>[]): Promise<void> => {
      const { status } = await ask('POST', '/api/events', { project: 'shop', data });
      assert.equal(status, 201);
    };
    /** The rules that act on a search, the same on every connection. */
    const acting = async (parameters: Record<string, string>): Promise<readonly string[]> => {
      const query = new URLSearchParams({ q: 'sock', ...parameters }).toString();
      const replies = await Promise.all(
        connections.map((one) => one.send(`/search/shop?${query}`, { 'x-api-key': key })),
      );
      const found = replies.map(({ status, body }) => {
        assert.equal(status, 200, body);
        return (JSON.parse(body) as Found).rules;
      });
      for (const one of found) assert.deepEqual(one, found[0]);
      return found[0]!;
    };
    const connect = async (): Promise<void> => {
      connections = Array.from({ length: 8 }, () => new Connection(service.url));
      await until('not all threads have the project', async () => {
        await acting({});
        const metrics = await (await fetch(`${service.url}/metrics`)).text();
        const counted = (text: string): string | undefined =>
          text
            .split('\n')
            .find((line) => line.startsWith('vitrine_requests_forwarded_total{operation="search"'));
        await acting({});
        return counted(metrics) === counted(await (await fetch(`${service.url}/metrics`)).text());
      });
    };
    const disconnect = (): void => {
      for (const connection of connections) connection[Symbol.dispose]();
    };

    before(async () => {
      service = await LocalService.start({ VITRINE_THREADS: threads });
      key = await service.project('shop', scopes);
      const data = [
        ...Array.from({ length: 4 }, (_, no) =>
          item(`shoe${no}`, { name: `Running shoe ${no}`, brand: no % 2 === 0 ? 'Nike' : 'Puma', price: 60 }),
        ),
        item('sock', { name: 'Sock', brand: 'Sox', price: 9 }),
      ];
      assert.equal((await ask('POST', '/api/items', { project: 'shop', data })).status, 201);
      assert.equal((await ask('PUT', rulesPath, { rules: everyone })).status, 200);
      await connect();
    });
    after(async () => {
      disconnect();
      await service[Symbol.asyncDispose]();
    });

    test('an acknowledged event counts in the next search of every thread', async () => {
      assert.deepEqual(await acting({}), [], 'no visitor');
      assert.deepEqual(await acting({ user: 'first-time' }), ['welcome']);
      for (let i = 0; i < 15; i++) {
        const user = `u${i}`;
        await send({ type: 'purchase', user, items: [{ id: 'shoe0', quantity: 1, price: 60 }] });
        assert.deepEqual(await acting({ user }), ['fan', 'welcome']);
        // Without a price: that of the catalog.
        await send({ type: 'purchase', user, item: 'shoe1', id: `order-${i}` });
        assert.deepEqual(await acting({ user }), ['fan', 'vip', 'welcome']);
        await send({ type: 'purchase', user, item: 'shoe1', id: `order-${i}` });
        await send({ type: 'return', user, item: 'shoe0' });
        assert.deepEqual(await acting({ user }), ['welcome'], 'returned');
        const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
        await send({ type: 'view', user, item: 'sock', at: hourAgo });
        assert.deepEqual(await acting({ user }), ['recent', 'back']);
      }
    });

    test('visitors count in lists, multi-search, facet values, suggestions and explanations', async () => {
      await send({ type: 'purchase', user: 'fan', item: 'shoe0' });
      const list = await ask<Found>('POST', '/rec/popular', { index: 'shop', user: 'fan' });
      assert.deepEqual(list.body.rules, ['fan', 'welcome']);
      assert.equal(list.body.items[0]?._reason?.rule, 'fan');
      const none = await ask<Found>('POST', '/rec/popular', { index: 'shop' });
      assert.deepEqual(none.body.rules, []);
      const several = await ask<{ results: readonly Found[] }>('POST', '/search', {
        project: 'shop',
        searches: [{ q: 'shoe', user: 'fan' }, { q: 'shoe' }],
      });
      assert.deepEqual(
        several.body.results.map(({ rules, items }) => [rules, items.length]),
        [
          [['fan', 'welcome', 'shoe-fan'], 4],
          [[], 4],
        ],
      );
      assert.equal(several.body.results[0]?.items[0]?.id, 'sock');
      const values = async (user: string): Promise<unknown> => {
        const body = { q: 'shoe', facetQuery: 'nike', user };
        return (await ask<{ values: unknown }>('POST', '/search/shop/facets/brand', body)).body.values;
      };
      assert.deepEqual(await values('fan'), [{ value: 'Nike', count: 1 }]);
      assert.deepEqual(await values('other'), [{ value: 'Nike', count: 2 }]);
      const suggested = async (user: string): Promise<boolean> => {
        const path = `/search/shop/suggest?q=shoe&user=${user}`;
        const { body } = await ask<{ suggestions: readonly { text: string }[] }>('GET', path);
        return body.suggestions.some(({ text }) => text === 'Running shoe 0');
      };
      assert.deepEqual([await suggested('fan'), await suggested('other')], [false, true]);
      const path = '/search/shop/why-not?q=shoe&item=shoe0&user=fan';
      const why = await ask<{ reasons: readonly { rule?: string }[] }>('GET', path);
      assert.deepEqual(
        why.body.reasons.map(({ rule }) => rule),
        ['shoe-fan'],
      );
    });

    test('anonymous sessions, merges and erasures are honoured', async () => {
      await send({ type: 'purchase', session: 's1', item: 'shoe2' });
      assert.deepEqual(await acting({ session: 's1' }), ['fan', 'welcome']);
      assert.deepEqual(await acting({ user: 'signed-in' }), ['welcome']);
      await send({ type: 'view', session: 's1', user: 'signed-in', item: 'shoe2' });
      assert.deepEqual(await acting({ user: 'signed-in' }), ['fan', 'welcome']);
      assert.deepEqual(await acting({ user: 'other', session: 's1' }), ['welcome'], 'of another user');
      await send({ type: 'purchase', user: 'old', items: [{ id: 'shoe3', quantity: 3, price: 50 }] });
      const merged = await ask('POST', '/api/users/merge', {
        project: 'shop',
        from: 'old',
        into: 'signed-in',
      });
      assert.equal(merged.status, 200);
      assert.deepEqual(await acting({ user: 'signed-in' }), ['fan', 'vip', 'welcome']);
      assert.equal((await ask('DELETE', '/api/users/signed-in?project=shop')).status, 200);
      assert.deepEqual(await acting({ user: 'signed-in', session: 's1' }), ['welcome']);
      assert.deepEqual(await acting({ user: 'old' }), ['welcome']);
    });

    test('a restart keeps what visitors did', async () => {
      await send({ type: 'purchase', user: 'stays', items: [{ id: 'shoe0', quantity: 2, price: 55 }] });
      assert.deepEqual(await acting({ user: 'stays' }), ['fan', 'vip', 'welcome']);
      for (const end of ['stop', 'crash'] as const) {
        disconnect();
        await service[end]();
        await service.restart();
        await connect();
        assert.deepEqual(await acting({ user: 'stays' }), ['fan', 'vip', 'welcome']);
      }
    });

    test('a signed key names the visitor', async () => {
      const { body } = await service.ask<{ id: string; key: string }>('POST', '/admin/keys', {
        headers: await service.signIn(),
        body: { name: 'signs', kind: 'server', scopes: ['search'], projects: ['shop'] },
      });
      const token = signedKey(body, { sub: 'stays', exp: inSeconds(60) });
      const found = await service.ask<Found>('GET', '/search/shop?q=sock', { key: token });
      assert.deepEqual(found.body.rules, ['fan', 'vip', 'welcome']);
      const forbidden = await service.ask('GET', '/search/shop?q=sock&user=fan', { key: token });
      assert.equal(forbidden.status, 403);
    });
  });

suite('conditions on visitors', () => {
  let service: LocalService;
  let key = '';
  before(async () => {
    service = await LocalService.start();
    key = await service.project('shop', scopes);
    const data = ['shoe', 'sock'].map((id) => item(id, { brand: id === 'shoe' ? 'Nike' : 'Sox' }));
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  });
  after(() => service[Symbol.asyncDispose]());

  test('PUT rejects invalid conditions with their paths', async () => {
    const cases: [unknown, string, string][] = [
      [{}, 'visitor', 'required'],
      ['new', 'visitor', 'type'],
      [{ is: 'vip' }, 'visitor.is', 'not_allowed'],
      [{ visited: 'brand:a' }, 'visitor.visited', 'unknown'],
      [{ bought: 'brand:' }, 'visitor.bought', 'filter'],
      [{ bought: { days: 3 } }, 'visitor.bought.filter', 'required'],
      [{ viewed: { filter: 'a:1', days: 0 } }, 'visitor.viewed.days', 'out_of_range'],
      [{ viewed: { filter: 'a:1', days: 3_651 } }, 'visitor.viewed.days', 'out_of_range'],
      [{ spent: {} }, 'visitor.spent', 'required'],
      [{ spent: { days: 3 } }, 'visitor.spent', 'required'],
      [{ spent: { min: -1 } }, 'visitor.spent.min', 'out_of_range'],
      [{ spent: { max: 1_000_000_001 } }, 'visitor.spent.max', 'out_of_range'],
      [{ spent: { min: 5, max: 4 } }, 'visitor.spent.max', 'out_of_range'],
    ];
    for (const [visitor, path, code] of cases) {
      const body = { rules: [{ id: 'a', when: [{ visitor }], hide: ['sock'] }] };
      const { status, body: problem } = await service.ask<Problem>('PUT', rulesPath, { key, body });
      const [error] = problem.errors;
      assert.deepEqual([status, error?.path], [400, `rules[0].when[0].${path}`], JSON.stringify(problem));
      if (code !== 'filter') assert.equal(error?.code, code, JSON.stringify(visitor));
      const preview = { rules: [], segment: visitor };
      const previewed = await service.ask<Problem>('POST', `${rulesPath}/preview`, { key, body: preview });
      assert.deepEqual(
        [previewed.status, previewed.body.errors[0]?.path],
        [400, path.replace('visitor', 'segment')],
      );
    }
    const limits = { viewed: { filter: 'a:1', days: 3_650 }, spent: { min: 0, max: 1_000_000_000 } };
    const body = { rules: [{ id: 'a', when: { visitor: limits }, hide: ['sock'] }] };
    assert.equal((await service.ask('PUT', rulesPath, { key, body })).status, 200);
  });

  test('a preview shows what a segment or a visitor gets', async () => {
    const rules = [
      { id: 'nike', when: { visitor: { bought: 'brand:Nike' } }, pin: [{ id: 'sock', position: 1 }] },
      { id: 'rich', when: { visitor: { spent: { min: 100 } } }, hide: ['shoe'] },
      { id: 'new', when: { visitor: { is: 'new' } }, userData: 1 },
    ];
    const preview = async (more: Record<string, unknown>): Promise<readonly string[]> => {
      const { status, body } = await service.ask<{ acting: readonly string[] }>(
        'POST',
        `${rulesPath}/preview`,
        {
          key,
          body: { rules, ...more },
        },
      );
      assert.equal(status, 200, JSON.stringify(body));
      return body.acting;
    };
    assert.deepEqual(await preview({}), []);
    assert.deepEqual(await preview({ segment: { bought: 'brand:NIKE AND price > 1' } }), ['nike']);
    assert.deepEqual(await preview({ segment: { spent: { min: 250, days: 7 }, is: 'new' } }), [
      'rich',
      'new',
    ]);
    assert.deepEqual(await preview({ segment: { spent: { max: 250 } } }), []);
    assert.deepEqual(await preview({ user: 'u' }), ['new']);
    const data = { type: 'purchase', user: 'u', items: [{ id: 'shoe', quantity: 1, price: 100 }] };
    await service.ask('POST', '/api/events', { key, body: { project: 'shop', data } });
    assert.deepEqual(await preview({ user: 'u' }), ['nike', 'rich', 'new']);
    assert.deepEqual(await preview({ user: 'u', at: '2999-01-01' }), ['nike', 'rich']);
    const both = await service.ask<Problem>('POST', `${rulesPath}/preview`, {
      key,
      body: { user: 'u', segment: { is: 'new' } },
    });
    assert.deepEqual(
      [both.status, both.body.errors[0]?.path, both.body.errors[0]?.code],
      [400, 'segment', 'conflict'],
    );
  });

  test('a preview of a placement shows what a segment gets, on another day', async () => {
    const rules = [
      { id: 'new', when: { visitor: { is: 'new' } }, pin: [{ id: 'sock', position: 1 }] },
      { id: 'later', from: '2095-01-01', hide: ['sock'] },
    ];
    assert.equal((await service.ask('PUT', rulesPath, { key, body: { rules } })).status, 200);
    const placement = { id: 'home', list: 'popular' };
    const preview = async <T = Found>(more: Record<string, unknown>): Promise<T> => {
      const path = '/api/projects/shop/placements/home/preview';
      return (await service.ask<T>('POST', path, { key, body: { placement, ...more } })).body;
    };
    assert.deepEqual((await preview({})).rules, []);
    const shown = await preview({ segment: { is: 'new' } });
    assert.deepEqual([shown.rules, shown.items[0]?.id], [['new'], 'sock']);
    const later = await preview({ segment: { is: 'returning' }, at: '2095-06-01' });
    assert.deepEqual(later.rules, ['later']);
    assert.ok(later.items.every(({ id }) => id !== 'sock'));
    for (const [more, path] of [
      [{ segment: { is: 'new' }, user: 'u' }, 'segment'],
      [{ at: 'soon' }, 'at'],
    ] as const)
      assert.equal((await preview<Problem>(more)).errors[0]?.path, path);
  });

  test('rules for segments that exclude each other do not contradict', async () => {
    const pin = (id: string, visitor: unknown) => ({
      id,
      when: { visitor },
      pin: [{ id: 'sock', position: 1 }],
    });
    const warned = async (one: unknown, other: unknown): Promise<readonly string[]> => {
      const { body } = await service.ask<{ warnings?: readonly { code: string }[] }>('PUT', rulesPath, {
        key,
        body: { rules: [pin('a', one), pin('b', other)] },
      });
      return (body.warnings ?? []).map(({ code }) => code);
    };
    assert.deepEqual(await warned({ is: 'new' }, { is: 'returning' }), []);
    assert.deepEqual(await warned({ spent: { min: 100 } }, { spent: { max: 99 } }), []);
    assert.deepEqual(await warned({ is: 'new' }, { bought: 'brand:Nike' }), ['position_taken']);
  });
});
