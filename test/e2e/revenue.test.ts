import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { RevenueReport } from '../../sdk/src/index.ts';
import { LocalService } from '../support/local-service.ts';
import { until } from '../support/until.ts';
import { item } from '../support/service.ts';

let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start({ VITRINE_THREADS: '2', VITRINE_TRUST_PROXY: 'on' });
  key = await service.project('shop', [
    'search',
    'recommend',
    'items:write',
    'events',
    'users',
    'analytics',
    'settings',
  ]);
  const data = [
    item('oak', { name: 'Oak chair', price: 80 }),
    item('elm-s', { name: 'Elm chair', price: 50, groupId: 'elm' }),
    item('elm-l', { name: 'Elm chair', price: 60, groupId: 'elm' }),
  ];
  await send('POST', '/api/items', { data });
});
after(() => service[Symbol.asyncDispose]());

async function send<T>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const sent = body === undefined ? {} : { body: { project: 'shop', ...body } };
  const answer = await service.ask<T>(method, path, { key, headers, ...sent });
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const report = (query = ''): Promise<RevenueReport> =>
  send('GET', `/api/projects/shop/analytics/revenue${query}`);
const act = (data: object): Promise<unknown> => send('POST', '/api/events', { data });

async function valueOf(by: string, value: string) {
  return (await report(`?by=${by}&order=shown`)).values.find((one) => one.value === value);
}

test('GET /api/projects/:project/analytics/revenue attributes purchases to searches and lists as soon as they are acknowledged', async () => {
  const phone = {
    'user-agent': 'Mozilla/5.0 (iPhone) Mobile',
    origin: 'https://shop.example',
    'cf-ipcountry': 'DE',
  };
  const { searchId } = await send<{ searchId: string }>(
    'GET',
    '/search/shop?q=Elm%20%20Chair&session=v1&filters=price%20%3C%20100',
    undefined,
    phone,
  );
  assert.equal((await valueOf('query', 'elm chair'))?.shown, 1);
  await act({ type: 'click', session: 'v1', item: 'elm-s', searchId });
  assert.equal((await valueOf('query', 'elm chair'))?.clickRate, 1);
  // Another variant of the clicked product, at the price of the catalog.
  await act({ type: 'purchase', session: 'v1', items: [{ id: 'elm-l', quantity: 2 }], order: 'o1' });
  const eur = {
    orders: 1,
    units: 2,
    revenue: 120,
    assistedOrders: 0,
    assistedRevenue: 0,
    returned: 0,
    estimated: 120,
  };
  for (const [by, value] of [
    ['query', 'elm chair'],
    ['filter', 'price < 100'],
    ['channel', 'search'],
    ['device', 'phone'],
    ['country', 'DE'],
    ['day', new Date().toISOString().slice(0, 10)],
  ] as const) {
    const found = await valueOf(by, value);
    assert.deepEqual(found?.money, [{ currency: 'EUR', ...eur }], by);
    assert.equal(found.conversionRate, 1);
    assert.deepEqual(found.before.money, []);
  }
  await act({ type: 'return', session: 'v1', items: [{ id: 'elm-l', quantity: 1 }], order: 'o1' });
  const { totals } = await report();
  assert.deepEqual(totals.sales, [
    { currency: 'EUR', orders: 1, units: 2, revenue: 60, returned: 60, estimated: 120 },
  ]);
  assert.equal(totals.money[0]?.revenue, 60);
  const today = await valueOf('day', new Date().toISOString().slice(0, 10));
  assert.deepEqual(today?.sales, totals.sales, 'a day has all its purchases');
  assert.deepEqual(today.before.sales, []);

  const { recommendationId } = await send<{ recommendationId: string }>('POST', '/reco/similar', {
    index: 'shop',
    item: 'elm-s',
    session: 'v2',
  });
  await act({ type: 'click', session: 'v2', item: 'oak', recommendationId });
  await act({
    type: 'purchase',
    session: 'v2',
    items: [{ id: 'oak', price: 99 }],
    currency: 'usd',
    id: 'e1',
  });
  await act({
    type: 'purchase',
    session: 'v2',
    items: [{ id: 'oak', price: 99 }],
    currency: 'usd',
    id: 'e1',
  });
  const similar = await valueOf('list', 'similar');
  assert.equal(similar?.shown, 1);
  assert.deepEqual(
    similar.money.map(({ currency, revenue }) => [currency, revenue]),
    [['USD', 99]],
  );
});

test('revenue stays the same after a crash, is subtracted by an erasure, and comes as CSV', async () => {
  const before = await report('?by=query');
  await service.crash();
  await service.restart();
  assert.deepEqual((await report('?by=query')).values, before.values);
  const answer = await fetch(`${service.url}/api/projects/shop/analytics/revenue.csv?by=query`, {
    headers: { 'x-api-key': key },
  });
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/);
  assert.equal(
    await answer.text(),
    'query,shown,clicked,carted,converted,sessions,currency,orders,units,revenue,assistedOrders,assistedRevenue,returned,estimated\r\n' +
      'elm chair,1,1,0,1,1,EUR,1,2,60,0,0,60,120\r\n',
  );
  await send('DELETE', '/api/sessions/v1?project=shop');
  assert.deepEqual((await report('?by=query')).values, []);
  assert.deepEqual(
    (await report()).totals.sales.map(({ currency, revenue }) => [currency, revenue]),
    [['USD', 99]],
  );
});

test('searches of the console, previews and turned off impressions are not recorded', async () => {
  const shown = async (): Promise<number> => (await report()).totals.shown;
  const before = await shown();
  await send('PUT', '/api/projects/shop/settings', { analytics: { impressionDays: 0 } });
  const { searchId } = await send<{ searchId: string }>('GET', '/search/shop?q=oak&session=v3');
  await act({ type: 'purchase', session: 'v3', items: [{ id: 'oak', price: 5 }], searchId });
  assert.equal(await shown(), before);
  // The channel is known without the impression.
  assert.equal((await valueOf('channel', 'search'))?.money[0]?.revenue, 5);
  await send('PUT', '/api/projects/shop/settings', { analytics: { impressionDays: null } });
  await send('GET', '/search/shop?q=oak&session=v3');
  assert.equal(await shown(), before + 1);
});

test('the analytics of revenue reject invalid parameters with their paths', async () => {
  for (const [query, path] of [
    ['by=color', 'by'],
    ['order=name', 'order'],
    ['limit=501', 'limit'],
    ['from=now-92d', 'from'],
    ['from=2026-02-02&to=2026-02-01', 'from'],
  ]) {
    const address = `/api/projects/shop/analytics/revenue?${query}`;
    const { status, body } = await service.ask<{ errors: { path: string }[] }>('GET', address, { key });
    assert.equal(status, 400, query);
    assert.equal(body.errors[0]?.path, path, query);
  }
  for (const event of [
    { type: 'purchase', user: 'u', item: 'oak', currency: 'euro' },
    { type: 'purchase', user: 'u', item: 'oak', order: 'o'.repeat(257) },
  ]) {
    const body = { project: 'shop', data: event };
    assert.equal((await service.ask('POST', '/api/events', { key, body })).status, 400);
  }
});

test('what was shown is recorded as the replies said it, by every thread, and is there after a crash', async () => {
  const sent: { id: string; query: string; items: string[]; session: string }[] = [];
  const queries = ['oak', 'elm', 'chair', 'oak chair', ''];
  await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const [query, session] = [queries[i % queries.length]!, `w${i}`];
      const { searchId, items } = await send<{ searchId: string; items: { id: string }[] }>(
        'GET',
        `/search/shop?q=${encodeURIComponent(query)}&session=${session}`,
      );
      sent.push({ id: searchId, query, items: items.map(({ id }) => id), session });
    }),
  );
  const { recommendationId, items } = await send<{ recommendationId: string; items: { id: string }[] }>(
    'POST',
    '/rec/trendings',
    { index: 'shop', session: 'w-list' },
  );
  if (items.length > 0)
    sent.push({ id: recommendationId, query: '', items: items.map(({ id }) => id), session: 'w-list' });
  const readShown = (): { id: string; key: string; body: string; items: string }[] => {
    using database = new DatabaseSync(join(service.dataDir, 'projects', 'shop.db'), { readOnly: true });
    const rows = database.prepare("SELECT id, key, body, items FROM impressions WHERE key LIKE 's:w%'").all();
    return rows as unknown as { id: string; key: string; body: string; items: string }[];
  };
  // Written together with others, half a second later.
  await until('What was shown is not written', () => readShown().length === sent.length);
  await service.crash();
  const rows = readShown();
  const stored = rows.map(({ id, key: visitor, body, items: shown }) => ({
    id,
    query: (JSON.parse(body) as { q?: string }).q ?? '',
    items: JSON.parse(shown) as string[],
    session: visitor.slice(2),
  }));
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
  assert.deepEqual(stored.sort(byId), sent.sort(byId));
  await service.restart();
});
