import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { scopes } from '../../src/ports/access/projects.ts';
import { WriteTokens } from '../../sdk/src/write-tokens.ts';
import type { ClusterDatabase, TestedDatabase } from '../support/cluster-database.ts';
import { representative, wholeOnly } from '../support/matrix.ts';
import { metric, PlacedFleet } from '../support/placed-fleet.ts';
import { PlacedTraffic } from '../support/placed-traffic.ts';
import { item, type Answer, type RunningService } from '../support/service.ts';
import { createPageProducts, markShopware, startPageShop } from '../support/shops/page-shop.ts';
import { until } from '../support/until.ts';

const ids = Array.from({ length: representative(8, 60) }, (_, i) => `shop-${i}`);

/** Traffic before and between the incidents. */
const calmMs = representative(1_000, 3_000);

/** A reply without the ids and the time of the request, and scores that change with time. */
function comparable(body: unknown): unknown {
  const isOwn = (name: string): boolean =>
    ['requestId', 'searchId', 'recommendationId', 'tookMs', 'score'].includes(name);
  return JSON.parse(JSON.stringify(body, (name, value: unknown) => (isOwn(name) ? undefined : value)));
}

/** Projects that are placed on two of several real processes, on a real database. */
export function testPlacement(tested: TestedDatabase): void {
  const options = { skip: tested.skip };
  /** In `npm test` the tests of placed projects on a log in memory check the same. */
  const wholeOptions = { skip: tested.skip === false ? wholeOnly.skip : tested.skip };
  let database: ClusterDatabase;
  let fleet: PlacedFleet;
  let key = '';
  let session: Record<string, string> = {};
  const tokens = new WriteTokens();

  before(async () => {
    if (tested.skip !== false) return;
    database = await tested.start();
    // Clients read their own writes with tokens, through any process.
    const environment = {
      ...database.environment,
      VITRINE_CLUSTER_STALENESS_MS: '60000',
      VITRINE_FEED_HOSTS: '127.0.0.1',
      VITRINE_CRAWL_RATE: '1000',
    };
    fleet = new PlacedFleet({ copies: 2, environment });
    for (let i = 0; i < 3; i++) await fleet.start();
    const [first] = fleet.services;
    session = await first!.signIn();
    for (const id of ids) {
      const created = await first!.ask('POST', '/admin/projects', { headers: session, body: { id } });
      assert.equal(created.status, 201);
      fleet.ids.push(id);
    }
    const made = await first!.ask<{ key: string }>('POST', '/admin/keys', {
      headers: session,
      body: { scopes, projects: null },
    });
    key = made.body.key;
    await fleet.settled();
  });
  after(async () => {
    await fleet?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
  });

  /** A request of a client that sends the tokens of its writes. */
  async function ask<T = Record<string, unknown>>(
    service: RunningService,
    method: string,
    path: string,
    { as = key, ...body }: { as?: string; body?: unknown } = {},
  ): Promise<Answer<T>> {
    const answer = await service.ask<T>(method, path, { key: as, headers: tokens.headers(), ...body });
    tokens.add(answer.headers);
    return answer;
  }

  /** The same request to every process, one after the other. */
  async function everywhere<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<T>[]> {
    const answers: Answer<T>[] = [];
    for (const service of fleet.running) answers.push(await ask<T>(service, method, path, { body }));
    return answers;
  }

  test(
    `${tested.name}: each process holds its share, and a request for any project has one answer at all of them`,
    options,
    async () => {
      const [id] = ids;
      const elsewhere = fleet.otherThanHolders(id!);
      const write = await ask(elsewhere, 'POST', '/api/items', {
        body: { project: id, data: item('a', { name: 'red lamp', price: 10 }) },
      });
      assert.equal(write.status, 201);
      assert.match(write.headers.get('x-vitrine-after')!, /^[\w-]+\.\d+$/);
      const lines = Array.from({ length: 200 }, (_, i) =>
        JSON.stringify(
          item(`i${i}`, {
            name: `lamp ${i}`,
            price: i,
            url: `https://shop.example/i${i}`,
            groupId: i < 2 ? 'twice' : `g${i}`,
          }),
        ),
      );
      const imported = await fetch(`${elsewhere.url}/api/items/import?project=${id}&task=first`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
        body: lines.join('\n'),
      });
      assert.equal(imported.status, 200);
      tokens.add(imported.headers);
      const events = Array.from({ length: 20 }, (_, i) => ({
        id: `e${i}`,
        type: 'view',
        user: `u${i % 3}`,
        item: `i${i}`,
      }));
      assert.equal(
        (await ask(elsewhere, 'POST', '/api/events', { body: { project: id, data: events } })).status,
        201,
      );

      const reads: [method: string, path: string, body?: unknown][] = [
        ['GET', `/search/${id}?q=lamp&limit=5`],
        ['POST', `/search/${id}`, { q: 'red lamp' }],
        ['POST', '/search', { project: id, searches: [{ q: 'lamp' }, { q: 'red' }] }],
        ['GET', `/api/items?project=${id}&limit=3`],
        ['GET', `/api/items/a?by=id&project=${id}`],
        ['GET', '/api/tasks/first'],
        ['GET', `/api/projects/${id}/settings`],
        ['GET', `/front/${id}.json`],
        [
          'GET',
          `/api/items/${encodeURIComponent('https://shop.example/i7?utm_source=x')}?by=url&project=${id}`,
        ],
        ['GET', `/api/items/twice?by=groupId&project=${id}`],
        ['POST', '/reco/similar', { index: id, item: 'https://shop.example/i9', by: 'url', limit: 3 }],
        ['POST', '/rec/trendings', { index: id, limit: 3 }],
        ['GET', `/admin/projects/${id}`],
        ['GET', '/admin/projects'],
        ['GET', '/search/no-such-shop?q=lamp'],
        ['GET', `/api/items/no-such-item?project=${id}`],
        ['POST', `/search/${id}`, '{'],
        ['PUT', `/api/items/a?by=id`, { project: id, data: { price: 'free' } }],
      ];
      for (const [method, path, body] of reads) {
        const answers = await everywhere(method, path, body);
        const [first, ...others] = answers.map(({ status, body }) => ({ status, body: comparable(body) }));
        assert.ok(first!.status < 500, `${path}: ${first!.status}`);
        for (const other of others) assert.deepEqual(other, first, `${method} ${path}`);
      }
      const counts = await everywhere<{ projects: { id: string; items: number; events: number }[] }>(
        'GET',
        '/admin/projects',
      );
      for (const { body } of counts)
        assert.deepEqual(
          body.projects
            .filter((project) => project.items > 0)
            .map(({ id: one, items, events: count }) => [one, items, count]),
          [[id, 201, 20]],
        );
      const exports = await Promise.all(
        fleet.running.map(async ({ url }) =>
          (await fetch(`${url}/api/items/export?project=${id}`, { headers: { 'x-api-key': key } })).text(),
        ),
      );
      assert.equal(exports[0]!.trim().split('\n').length, 201);
      for (const other of exports) assert.equal(other, exports[0]);
      assert.ok((await metric(elsewhere, 'cluster_requests_forwarded_total{outcome="answered"}')) > 10);
      await fleet.settled();
    },
  );

  test(
    `${tested.name}: a process that does not hold a project forwards beacons and histories`,
    options,
    async () => {
      const [, , id] = ids;
      const elsewhere = fleet.otherThanHolders(id!);
      const made = await elsewhere.ask<{ key: string }>('POST', '/admin/keys', {
        headers: session,
        body: { scopes: ['events'], projects: [id], kind: 'web' },
      });
      tokens.add(made.headers);
      const event = { type: 'view', session: 'v', item: 'a', id: 'beacon' };
      const beacon = await elsewhere.ask('POST', '/api/events', {
        headers: { ...tokens.headers(), origin: 'https://shop.example', 'content-type': 'text/plain' },
        body: JSON.stringify({ project: id, key: made.body.key, data: event }),
      });
      assert.equal(beacon.status, 201, JSON.stringify(beacon.body));
      const past = { id: 'past', at: Date.now() - 86_400_000, session: 'v', query: 'lamp', items: ['a'] };
      const imported = await elsewhere.ask<{ task: { progress: { searches: number } } }>(
        'POST',
        `/admin/projects/${id}/history`,
        { headers: { ...session, ...tokens.headers() }, body: JSON.stringify({ search: past }) },
      );
      assert.equal(imported.status, 200, JSON.stringify(imported.body));
      assert.equal(imported.body.task.progress.searches, 1);
      for (const { body } of await everywhere<{ projects: { id: string; events: number }[] }>(
        'GET',
        '/admin/projects',
      ))
        assert.equal(body.projects.find((project) => project.id === id)?.events, 1);
    },
  );

  test(
    `${tested.name}: pages of a shop get the same settings, results page and figures from each process`,
    options,
    async () => {
      const [, , , id] = ids;
      const elsewhere = fleet.otherThanHolders(id!);
      const front = { page: true, share: 0.5, columns: { desktop: 3 } };
      const put = await ask(elsewhere, 'PUT', `/api/projects/${id}/settings`, { body: { front } });
      assert.equal(put.status, 200);
      const arms: unknown[] = [];
      for (const service of fleet.running) {
        const page = { page: '/p/a?q=x', session: 'v1' };
        const report = await ask<{ arm: string }>(service, 'POST', `/front/${id}/pages`, { body: page });
        assert.equal(report.status, 202, JSON.stringify(report.body));
        arms.push(report.body.arm);
      }
      assert.equal(new Set(arms).size, 1);
      const pages = new Set<string>();
      for (const { url } of fleet.running) {
        const reply = await fetch(`${url}/s/${id}`, { headers: tokens.headers() });
        assert.equal(reply.status, 200);
        const page = await reply.text();
        pages.add(page);
        const pageKey = / data-key="([^"]+)"/.exec(page)![1]!;
        const settings = await fetch(`${url}/front/${id}.json?key=${pageKey}`, { headers: tokens.headers() });
        assert.equal(settings.status, 200);
        assert.equal(((await settings.json()) as { settings: typeof front }).settings.columns.desktop, 3);
      }
      assert.equal(pages.size, 1);
      interface Figures {
        readonly pages: readonly { readonly path: string; readonly reports: number }[];
      }
      await until('a process lacks reports', async () => {
        const answers = await everywhere<Figures>('GET', `/api/projects/${id}/analytics/site`);
        return answers.every(({ body }) => body.pages[0]?.path === '/p/a' && body.pages[0].reports === 3);
      });
      await until('a process lacks the visitor', async () => {
        const answers = await everywhere<{ results: { visitors: Record<string, number> } }>(
          'GET',
          `/api/projects/${id}/analytics/front`,
        );
        return answers.every(({ body: { results } }) => results.visitors[String(arms[0])] === 1);
      });
    },
  );

  test(
    `${tested.name}: a shop is read by a run that any process starts, and the next run reads what has changed`,
    options,
    async () => {
      const [, , , , id] = ids;
      const products = createPageProducts(8);
      await using shop = await startPageShop({ mark: markShopware, products });
      const elsewhere = fleet.otherThanHolders(id!);
      const feed = {
        id: 'pages',
        source: 'sitemap',
        url: shop.url,
        absent: 'delete',
        removedShareMax: 1,
        schedule: 'off',
      };
      const path = `/api/projects/${id}/feeds/pages`;
      const put = await ask(elsewhere, 'PUT', path, { body: { feed } });
      assert.equal(put.status, 200, JSON.stringify(put.body));
      interface RunTask {
        readonly status: string;
        readonly progress: Readonly<Record<string, number>>;
      }
      const run = async (service: RunningService): Promise<RunTask> => {
        const started = await ask<{ task: { id: string } }>(service, 'POST', `${path}/run`);
        assert.equal(started.status, 202, JSON.stringify(started.body));
        let task: RunTask | undefined;
        await until('the run does not end', async () => {
          const known = `/api/tasks/${started.body.task.id}?project=${id}`;
          task = (await ask<{ task?: RunTask }>(elsewhere, 'GET', known)).body.task;
          return task !== undefined && task.status !== 'running';
        });
        return task!;
      };
      const first = await run(elsewhere);
      assert.deepEqual([first.status, first.progress['created']], ['succeeded', 6 + 2 * 4]);
      products[0]!.name = 'Renamed';
      products.pop();
      shop.takeRequests();
      const [holder] = fleet.holdersOf(id!);
      const { status, progress } = await run(holder!);
      assert.deepEqual([status, progress['updated'], progress['removed']], ['succeeded', 1, 4]);
      // Pages with a date in the sitemap that has not changed are not requested.
      assert.ok(!shop.takeRequests().includes(products[1]!.path));
      await until('a process lacks the change', async () => {
        const found = await everywhere<{ item: { name: string } }>(
          'GET',
          `/api/items/P-1?by=id&project=${id}`,
        );
        return found.every(({ body }) => body.item?.name === 'Renamed');
      });
    },
  );

  test(
    `${tested.name}: a process that does not hold a project forwards the address of the client, whatever a client claims`,
    options,
    async () => {
      const [, id] = ids;
      const elsewhere = fleet.otherThanHolders(id!);
      const made = await elsewhere.ask<{ key: string }>('POST', '/admin/keys', {
        headers: session,
        body: { scopes: ['search'], projects: [id], kind: 'web' },
      });
      tokens.add(made.headers);
      const web = made.body.key;
      const limited = await ask(elsewhere, 'PUT', `/api/projects/${id}/settings`, {
        body: { rateLimits: { addressPerMinute: 3 } },
      });
      assert.equal(limited.status, 200, JSON.stringify(limited.body));
      const [holder] = fleet.holdersOf(id!);
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++)
        statuses.push((await ask(holder!, 'GET', `/search/${id}?q=a`, { as: web })).status);
      assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
      // From the same address, through another process: by either holder.
      const passed: number[] = [];
      for (let i = 0; i < 8; i++)
        passed.push((await ask(elsewhere, 'GET', `/search/${id}?q=a`, { as: web })).status);
      assert.deepEqual(
        [passed.filter((status) => status === 200).length, passed.filter((status) => status === 429).length],
        [3, 5],
      );
      for (const peer of ['x 10.0.0.1 1 c', '10.0.0.1 1 c', '']) {
        const claimed = await holder!
          .ask('GET', `/search/${id}?q=a`, { key: web, headers: { 'x-vitrine-peer': peer } })
          .catch(() => null);
        assert.ok(claimed === null || [421, 429].includes(claimed.status), `${claimed?.status}`);
      }
    },
  );

  test(
    `${tested.name}: a killed process and a new one under traffic lose no acknowledged write and fail no read`,
    wholeOptions,
    async (t) => {
      const victim = fleet.running[1]!;
      const survivors = fleet.running.filter((service) => service !== victim);
      const traffic = new PlacedTraffic({ ids: ids.slice(2), key, services: survivors });
      const over = new AbortController();
      const ran = traffic.run(over.signal);
      try {
        await sleep(calmMs);
        await victim.stop('SIGKILL');
        await fleet.settled();
        const added = await fleet.start();
        survivors.push(added);
        await sleep(calmMs);
        await victim.restart();
        await sleep(calmMs);
        // A stop with notice: clients use it until a load balancer has noticed.
        const stopped = added.stop('SIGTERM');
        await sleep(1_000);
        survivors.splice(survivors.indexOf(added), 1);
        await stopped;
        await sleep(1_000);
      } finally {
        over.abort();
        await ran;
      }
      t.diagnostic(JSON.stringify(traffic.summary()));
      assert.deepEqual(traffic.failedReads, []);
      assert.deepEqual(traffic.failedWrites, []);
      assert.ok(traffic.reads > 100 && traffic.writes > 50);
      await fleet.settled();
      for (const service of fleet.running) assert.deepEqual(await traffic.missing(service), []);
    },
  );

  test(
    `${tested.name}: a second process on the folder of a running one moves no projects`,
    wholeOptions,
    async () => {
      const [{ dataDir }] = fleet.running as [RunningService];
      const file = join(dataDir, 'cluster', 'member-id');
      const id = readFileSync(file, 'utf8');
      for (let i = 0; i < representative(1, 2); i++) {
        await assert.rejects(fleet.start({ VITRINE_DATA: dataDir }), /another process has it/);
        // Longer than between two polls of the others.
        for (let at = 0; at < 10; at++) {
          await sleep(200);
          for (const service of fleet.running)
            assert.equal(await metric(service, 'cluster_members'), fleet.running.length);
        }
      }
      assert.equal(readFileSync(file, 'utf8'), id);
    },
  );

  test(`${tested.name}: a deleted project is gone everywhere, with the copies`, options, async () => {
    const id = fleet.ids.pop()!;
    const elsewhere = fleet.otherThanHolders(id);
    const deleted = await elsewhere.ask('DELETE', `/admin/projects/${id}`, { headers: session });
    assert.equal(deleted.status, 200);
    // Without its token, other processes may answer from a state before the deletion.
    tokens.add(deleted.headers);
    assert.ok(deleted.headers.has('x-vitrine-after'));
    for (const { status } of await everywhere('GET', `/search/${id}?q=lamp`)) assert.equal(status, 404);
    for (const { dataDir } of fleet.running)
      await until(
        'The copy of a deleted project remains',
        () => !existsSync(join(dataDir, 'cluster', 'projects', `${id}.db`)),
      );
  });
}
