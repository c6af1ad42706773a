import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

interface Figures {
  readonly searches: number;
  readonly withoutResults: number;
  readonly filtered: number;
  readonly filteredWithoutResults: number;
  readonly clicked: number;
  readonly bought: number;
  readonly clickShare: number | null;
  readonly clickPosition: number | null;
}
interface Report {
  readonly from: string;
  readonly to: string;
  readonly totals: Figures;
  readonly days: readonly (Figures & { readonly day: string })[];
  readonly top: readonly (Figures & { readonly query: string })[];
  readonly withoutResults: readonly (Figures & {
    readonly query: string;
    readonly filters: readonly { filter: string; searches: number; withoutResults: number }[];
  })[];
  readonly unclicked: readonly (Figures & { readonly query: string })[];
}

let service: LocalService;
let key = '';

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop', ['search', 'items:write', 'events', 'analytics']);
  const data = ['Oak', 'Elm', 'Ash'].map((wood) => item(`${wood}-chair`, { name: `${wood} chair` }));
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
});
after(() => service[Symbol.asyncDispose]());

async function report(parameters = ''): Promise<Report> {
  const path = `/api/projects/shop/analytics/searches${parameters}`;
  const { status, body } = await service.ask<Report>('GET', path, { key });
  assert.equal(status, 200);
  return body;
}

async function search(q: string, session: string): Promise<string> {
  const { body } = await service.ask<{ searchId: string }>('GET', `/search/shop?q=${q}&session=${session}`, {
    key,
  });
  return body.searchId;
}

const act = (type: string, searchId: string, session: string, id: string): Promise<unknown> =>
  service.ask('POST', '/api/events', {
    key,
    body: { project: 'shop', data: { type, session, item: id, searchId } },
  });

/** Polls until this many searches are counted. */
async function counted(searches: number): Promise<Report> {
  await until('Not all searches are counted', async () => (await report()).totals.searches >= searches);
  return report();
}

test('GET /api/projects/:project/analytics/searches reports top searches, searches without results and without clicks', async () => {
  for (const session of ['v1', 'v2', 'v3']) {
    const searchId = await search('chair', session);
    if (session !== 'v3') await act('click', searchId, session, 'Elm-chair');
    if (session === 'v1') await act('purchase', searchId, session, 'Elm-chair');
  }
  await search('wardrobe', 'v1');
  await search('ash', 'v2');
  // Without a click, a search counts after ten seconds.
  const found = await counted(5);
  assert.deepEqual(
    found.top.map(({ query, searches, withoutResults, clicked, bought, clickShare }) => [
      query,
      searches,
      withoutResults,
      clicked,
      bought,
      clickShare,
    ]),
    [
      ['chair', 3, 0, 2, 1, 2 / 3],
      ['ash', 1, 0, 0, 0, 0],
      ['wardrobe', 1, 1, 0, 0, null],
    ],
  );
  assert.deepEqual(
    found.withoutResults.map(({ query }) => query),
    ['wardrobe'],
  );
  assert.deepEqual(
    found.unclicked.map(({ query }) => query),
    ['ash', 'chair'],
  );
  assert.ok((found.top[0]?.clickPosition ?? 0) >= 1);
  const { searches, withoutResults, clicked, bought, clickShare } = found.totals;
  assert.deepEqual([searches, withoutResults, clicked, bought, clickShare], [5, 1, 2, 1, 0.5]);
  assert.equal(found.days.length, 7);
  assert.deepEqual([found.days[0]?.day, found.days.at(-1)?.day], [found.from, found.to]);
  assert.equal(
    found.days.reduce((sum, day) => sum + day.searches, 0),
    5,
  );

  await service.stop();
  await service.restart();
  assert.deepEqual(await report(), found, 'the report is unchanged');
  assert.equal((await report('?limit=1')).top.length, 1);
  const past = await report('?from=now-20d&to=now-10d');
  assert.deepEqual([past.days.length, past.totals.searches, past.top.length], [11, 0, 0]);
});

test('searches with a filter are told apart, with their filters', async () => {
  const before = await report();
  const ask = (parameters: string): Promise<unknown> =>
    service.ask('GET', `/search/shop?${parameters}`, { key });
  for (const session of ['f1', 'f2'])
    await ask(`q=elm&filters=${encodeURIComponent('price > 1000000')}&session=${session}`);
  await ask(`q=elm&filters=${encodeURIComponent('name:Nothing AND price > 7')}&session=f3`);
  const found = await counted(before.totals.searches + 3);
  const elm = found.withoutResults.find(({ query }) => query === 'elm');
  assert.deepEqual(
    [elm?.searches, elm?.withoutResults, elm?.filtered, elm?.filteredWithoutResults, elm?.filters],
    [
      3,
      3,
      3,
      3,
      [
        { filter: 'price > 1000000', searches: 2, withoutResults: 2 },
        { filter: 'name:Nothing AND price > 7', searches: 1, withoutResults: 1 },
      ],
    ],
  );
  assert.deepEqual(
    [found.totals.filtered, found.totals.filteredWithoutResults, found.days.at(-1)?.filtered],
    [3, 3, 3],
  );
});

test('searches of the console are not counted', async () => {
  const before = await report();
  const { body } = await service.ask<{ searchId: string }>('GET', '/search/shop?q=oak', {
    headers: await service.signIn(),
  });
  await act('click', body.searchId, 'v9', 'Oak-chair');
  await new Promise((resolve) => setTimeout(resolve, 800));
  assert.deepEqual((await report()).totals, before.totals);
});

test('analytics require a key with the scope for the project', async () => {
  const path = '/api/projects/shop/analytics/searches';
  const weak = await service.project('weak', ['search', 'settings', 'events']);
  const other = await service.project('other', ['analytics']);
  assert.equal((await service.ask('GET', path)).status, 401);
  assert.equal((await service.ask('GET', path.replace('shop', 'weak'), { key: weak })).status, 403);
  assert.equal((await service.ask('GET', path, { key: other })).status, 403);
  assert.equal((await service.ask('GET', path.replace('shop', 'other'), { key: other })).status, 200);
});

test('invalid days and limits of a report are rejected with their path', async () => {
  for (const [parameters, place] of [
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['from=2026-02-02&to=2026-02-01', 'from'],
    ['from=2026-01-01&to=2026-04-03', 'from'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
  ] as const) {
    const { status, body } = await service.ask<{ code: string; errors: { path: string }[] }>(
      'GET',
      `/api/projects/shop/analytics/searches?${parameters}`,
      { key },
    );
    assert.deepEqual([status, body.code, body.errors[0]?.path], [400, 'invalid_request', place], parameters);
  }
  assert.equal((await report('?from=2026-01-01&to=2026-04-02&limit=500')).days.length, 92);
});
