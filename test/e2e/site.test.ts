import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { siteEventTypesMax, sitePagesMax } from '../../src/ports/recommendations/site-log.ts';
import { refusal, type Sent } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

const origin = 'https://shop.example';
interface Report {
  readonly since: number;
  readonly pages: { path: string; reports: number; lastAt: number }[];
  readonly events: { type: string; count: number; last: { at: number; items: string[] } }[];
  readonly unknownItems: { id: string; events: number; lastAt: number }[];
  readonly unknownCount: number;
}
interface Comparison {
  readonly share: number;
  readonly startedAt: number | null;
  readonly results: {
    readonly visitors: { control: number; treatment: number };
    readonly metrics: {
      metric: string;
      control: number;
      treatment: number;
      difference: number;
      interval: unknown;
    }[];
    readonly sampleRatio: { isOff: boolean } | null;
    readonly winner: string | null;
  } | null;
}

suite('pages, events and visitors of the script of shops', () => {
  let service: LocalService;
  let key: string;
  let webKey: string;
  let project = '';
  let count = 0;

  const open = async (): Promise<void> => {
    project = `shop${++count}`;
    key = await service.project(project, ['items:write', 'events', 'settings', 'analytics', 'users']);
    const body = { scopes: ['search', 'recommend', 'events'], projects: [project], kind: 'web' };
    const headers = await service.signIn();
    webKey = (await service.ask<{ key: string }>('POST', '/admin/keys', { body, headers })).body.key;
    const data = ['a', 'b'].map((id) => item(id));
    await service.ask('POST', '/api/items', { key, body: { project, data } });
  };
  const report = (page: string, session?: string): Promise<Answer<{ arm: string | null }>> =>
    service.ask('POST', `/front/${project}/pages`, {
      key: webKey,
      body: { page, ...(session === undefined ? {} : { session }) },
    });
  const send = async (data: Sent[]): Promise<void> => {
    const answer = await service.ask('POST', '/api/events', { key, body: { project, data } });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  };
  const site = async (): Promise<Report> =>
    (await service.ask<Report>('GET', `/api/projects/${project}/analytics/site`, { key })).body;
  const compare = async (): Promise<Comparison> =>
    (await service.ask<Comparison>('GET', `/api/projects/${project}/analytics/front`, { key })).body;
  const setFront = async (front: Sent): Promise<void> => {
    const answer = await service.ask('PUT', `/api/projects/${project}/settings`, { key, body: { front } });
    assert.equal(answer.status, 200);
  };

  before(async () => {
    service = await LocalService.start();
  });
  after(() => service[Symbol.asyncDispose]());

  test('pages are told by their path, with exact counts, the last one first', async () => {
    await open();
    const { since, ...nothing } = await site();
    assert.deepEqual(nothing, { pages: [], events: [], unknownItems: [], unknownCount: 0 });
    assert.ok(Math.abs(Date.now() - since - 3_600_000) < 60_000);
    for (const page of [
      '/p/a?q=secret',
      'https://shop.example/p/a#x',
      '/p/a',
      '/',
      '/konto/anna@shop.example',
      `/${'x'.repeat(400)}`,
    ])
      assert.equal((await report(page)).status, 202);
    await report('/cart');
    const { pages } = await site();
    const counts = Object.fromEntries(pages.map(({ path, reports }) => [path, reports]));
    assert.deepEqual(counts, { '/p/a': 3, '/': 1, '': 2, '/cart': 1 });
    const times = pages.map(({ lastAt }) => lastAt);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    await service.stop();
    await service.restart();
    assert.deepEqual((await site()).pages, pages);
    for (const page of ['p', '', 'javascript:x', 'ftp://a/b'])
      assert.match(refusal(await report(page)), /^400 invalid_request page/, page);
  });

  test('many paths are counted together', async () => {
    await open();
    for (let at = 0; at < sitePagesMax + 25; at++) await report(`/p/${at}`);
    const { pages } = await site();
    assert.equal(pages.length, sitePagesMax + 1);
    assert.equal(
      pages.reduce((sum, { reports }) => sum + reports, 0),
      sitePagesMax + 25,
    );
    assert.equal(pages.find(({ path }) => path === '')?.reports, 25);
  });

  test('a report can be a beacon with the key of the page, and needs the scope of events', async () => {
    await open();
    const beacon = await service.ask('POST', `/front/${project}/pages`, {
      body: { key: webKey, page: '/p/b' },
      headers: { origin, 'content-type': 'text/plain' },
    });
    assert.equal(beacon.status, 202, JSON.stringify(beacon.body));
    const other = await service.ask('POST', `/front/${project}/pages`, { body: { page: '/p/b' } });
    assert.equal(refusal(other), '401 api_key_missing');
    const unread = await service.ask('GET', `/api/projects/${project}/analytics/site`, { key: webKey });
    assert.equal(refusal(unread), '403 scope_missing');
  });

  test('events are counted by type as a naive count does, with the newest and unknown items', async () => {
    await open();
    const now = Date.now();
    let state = 20_261_130;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const types = ['view', 'click', 'cart', 'purchase', 'wish'];
    const ids = ['a', 'b', 'gone', 'later', 'x1', 'x2'];
    const events = Array.from({ length: 700 }, (_, at) => ({
      type: types[next(types.length)]!,
      session: `s${next(20)}`,
      // Some are older than an hour.
      at: now - next(75) * 60_000 - at,
      items: Array.from({ length: 1 + next(2) }, () => ({ id: ids[next(ids.length)]!, price: 1 })),
    }));
    for (let at = 0; at < events.length; at += 100) await send(events.slice(at, at + 100));
    await service.ask('POST', '/api/items', { key, body: { project, data: item('later') } });
    const shown = await site();
    const recent = events.filter(({ at }) => at >= shown.since);
    assert.ok(recent.length < events.length);
    for (const { type, count: found, last } of shown.events) {
      const own = recent.filter((event) => event.type === type);
      assert.equal(found, own.length, type);
      const newest = own.reduce((a, b) => (b.at > a.at ? b : a));
      assert.deepEqual(last, { at: newest.at, items: newest.items.map(({ id }) => id) });
    }
    assert.equal(shown.events.length, new Set(recent.map(({ type }) => type)).size);
    const named = recent.flatMap((event) => event.items.map(({ id }) => id));
    const unknown = named.filter((id) => !['a', 'b', 'later'].includes(id));
    assert.equal(shown.unknownCount, unknown.length);
    for (const { id, events: found } of shown.unknownItems)
      assert.equal(found, unknown.filter((one) => one === id).length, id);
    assert.equal(shown.unknownItems.length, new Set(unknown).size);
    assert.ok(!/"s\d+"|session|user/.test(JSON.stringify(shown)), 'names a visitor');
  });

  test('many types are counted together', async () => {
    await open();
    await send(
      Array.from({ length: siteEventTypesMax + 5 }, (_, at) => ({ type: `t${at}`, session: 's', item: 'a' })),
    );
    const { events } = await site();
    assert.equal(
      events.reduce((sum, event) => sum + event.count, 0),
      siteEventTypesMax + 5,
    );
    assert.equal(events.find(({ type }) => type === '')?.count, 5);
  });

  test('a share divides the sessions, the same ones each time, and a larger share keeps them', async () => {
    await open();
    assert.deepEqual((await report('/', 's1')).body, { arm: null });
    assert.deepEqual(await compare(), { share: 1, startedAt: null, results: null });
    const readArms = async (share: number): Promise<Map<string, string | null>> => {
      await setFront({ share });
      const arms = new Map<string, string | null>();
      for (let at = 0; at < 120; at++) arms.set(`v${at}`, (await report('/', `v${at}`)).body.arm);
      return arms;
    };
    const first = await readArms(0.3);
    const larger = await readArms(0.6);
    const inTreatment = (arms: ReadonlyMap<string, string | null>): string[] =>
      [...arms].filter(([, arm]) => arm === 'treatment').map(([session]) => session);
    assert.ok(inTreatment(first).length > 20 && inTreatment(first).length < 55);
    assert.ok(inTreatment(larger).length > 50 && inTreatment(larger).length < 95);
    assert.deepEqual(
      inTreatment(first).filter((session) => larger.get(session) !== 'treatment'),
      [],
    );
    assert.deepEqual(await readArms(0), new Map([...first.keys()].map((session) => [session, 'control'])));
    assert.equal((await report('/')).body.arm, null);
    await setFront({ share: 0.5, enabled: false });
    assert.equal((await report('/', 'v1')).body.arm, null);
  });

  test('the arms are compared by what their visitors bought after the first report', async () => {
    await open();
    await setFront({ share: 0.5 });
    const purchases: Sent[] = [];
    const before = {
      type: 'purchase',
      session: 'w0',
      items: [{ id: 'a', price: 900 }],
      at: Date.now() - 60_000,
    };
    await send([before]);
    const expected = { control: { visitors: 0, bought: 0 }, treatment: { visitors: 0, bought: 0 } };
    for (let at = 0; at < 320; at++) {
      const { arm } = (await report(at % 2 === 0 ? '/' : '/p/a', `w${at}`)).body;
      assert.ok(arm === 'control' || arm === 'treatment');
      expected[arm].visitors++;
      if (arm === 'treatment' ? at % 10 === 0 : at % 5 !== 0) continue;
      expected[arm].bought++;
      purchases.push({ type: 'purchase', session: `w${at}`, items: [{ id: 'a', price: 10 }] });
    }
    // Who never saw a page with the script is in no arm.
    purchases.push({ type: 'purchase', session: 'stranger', items: [{ id: 'a', price: 10 }] });
    await send(purchases);
    const { share, startedAt, results } = await compare();
    assert.equal(share, 0.5);
    assert.ok(startedAt !== null && results !== null);
    const { control, treatment } = expected;
    assert.deepEqual(results.visitors, { control: control.visitors, treatment: treatment.visitors });
    const [conversion, revenue] = results.metrics;
    assert.deepEqual([conversion?.metric, revenue?.metric], ['conversion', 'revenue']);
    assert.ok(Math.abs(conversion!.control - control.bought / control.visitors) < 1e-9);
    assert.ok(Math.abs(conversion!.treatment - treatment.bought / treatment.visitors) < 1e-9);
    assert.ok(Math.abs(revenue!.treatment - (10 * treatment.bought) / treatment.visitors) < 1e-6);
    assert.notEqual(conversion?.interval, null);
    assert.equal(results.winner, 'treatment');
    assert.equal(results.sampleRatio?.isOff, false);

    await service.crash();
    await service.restart();
    assert.deepEqual((await compare()).results?.visitors, results.visitors);
    const one = [...Array(320).keys()].find((at) => at % 10 === 0)!;
    const erased = await service.ask('DELETE', `/api/sessions/w${one}?project=${project}`, { key });
    assert.equal(erased.status, 200);
    const rest = (await compare()).results!.visitors;
    assert.equal(rest.control + rest.treatment, 319);
    await report('/', `w${one}`);
    const again = (await compare()).results!.visitors;
    assert.equal(again.control + again.treatment, 320);

    await setFront({ share: 0.4 });
    assert.deepEqual((await compare()).results?.visitors, { control: 0, treatment: 0 });
    await setFront({ badges: false });
    await report('/', 'w1');
    const next = (await compare()).results!.visitors;
    assert.equal(next.control + next.treatment, 1);
    await setFront({ share: null });
    assert.equal((await compare()).results, null);
  });
});
