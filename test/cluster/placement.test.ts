import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { rankedNodes } from '../../src/lib/rendezvous-hash.ts';
import { representative } from '../support/matrix.ts';
import { OpenSearchCluster } from '../support/opensearch/cluster.ts';
import { openSearchHome } from '../support/opensearch/home.ts';
import { PlacedTraffic } from '../support/placed-traffic.ts';
import { item, RunningService, type Answer } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Projects that are placed on two of several real processes, on a real cluster. */

const home = await openSearchHome();
const options = { skip: typeof home === 'string' ? home : false };
const projectCount = representative(12, 60);
const copies = 2;
const ids = Array.from({ length: projectCount }, (_, i) => `shop-${i}`);
const scopes = [
  'search',
  'recommend',
  'items:read',
  'items:write',
  'events',
  'users',
  'settings',
  'analytics',
  'admin',
];

let nodes: OpenSearchCluster;
const services: RunningService[] = [];
let key = '';
let session: Record<string, string> = {};

before(async () => {
  if (typeof home === 'string') return;
  nodes = await OpenSearchCluster.start(home, { nodes: 3 });
  for (let i = 0; i < 3; i++) await start();
  session = await services[0]!.signIn();
  for (const id of ids) {
    const created = await services[0]!.ask('POST', '/admin/projects', { headers: session, body: { id } });
    assert.equal(created.status, 201);
  }
  const made = await services[0]!.ask<{ key: string }>('POST', '/admin/keys', {
    headers: session,
    body: { scopes, projects: null },
  });
  key = made.body.key;
  await settled();
});
after(async () => {
  for (const service of services) await service[Symbol.asyncDispose]();
  await nodes?.[Symbol.asyncDispose]();
});

async function start(): Promise<RunningService> {
  const service = await RunningService.start({
    VITRINE_ENGINE: 'opensearch',
    VITRINE_OPENSEARCH_NODES: nodes.urls.join(','),
    VITRINE_CLUSTER_AUTO_REPAIR: 'on',
    VITRINE_CLUSTER_COPIES: String(copies),
    VITRINE_PROJECT_IDLE_SECONDS: '1',
  });
  services.push(service);
  return service;
}

const running = (): RunningService[] => services.filter((service) => service.running);

function memberId({ dataDir }: RunningService): string {
  return readFileSync(join(dataDir, 'cluster', 'member-id'), 'utf8').trim();
}

/** The processes that hold a project, in order. */
function holdersOf(id: string): RunningService[] {
  const members = new Map(running().map((service) => [memberId(service), service]));
  return rankedNodes([...members.keys()], id, copies).map((member) => members.get(member)!);
}

async function gauge(service: RunningService, name: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(new RegExp(`^vitrine_${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Resolves when every process has open what it holds, and nothing else. */
async function settled(): Promise<void> {
  const count = running().length;
  for (const service of running()) {
    const held = ids.filter((id) => holdersOf(id).includes(service)).length;
    await until('A process does not hold its share of the projects', async () => {
      const [members, open] = [
        await gauge(service, 'cluster_members'),
        await gauge(service, 'projects_open'),
      ];
      return members === count && open === held;
    });
    assert.equal(await gauge(service, 'projects_held'), held);
  }
}

/** A reply without the ids and the time of the request, and scores that change with time. */
function comparable(body: unknown): unknown {
  const isOwn = (name: string): boolean =>
    ['requestId', 'searchId', 'recommendationId', 'tookMs', 'score'].includes(name);
  return JSON.parse(JSON.stringify(body, (name, value: unknown) => (isOwn(name) ? undefined : value)));
}

/** The same request to every process, one after the other. */
async function everywhere<T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>[]> {
  const answers: Answer<T>[] = [];
  for (const service of running())
    answers.push(await service.ask<T>(method, path, { key, ...(body === undefined ? {} : { body }) }));
  return answers;
}

test(
  'each process holds its share, and a request for any project has one answer at all of them',
  options,
  async () => {
    const [id] = ids;
    const elsewhere = running().find((service) => !holdersOf(id!).includes(service))!;
    const write = await elsewhere.ask('POST', '/api/items', {
      key,
      body: { project: id, data: item('a', { name: 'red lamp', price: 10 }) },
    });
    assert.equal(write.status, 201);
    assert.match(write.headers.get('x-vitrine-after')!, /^[\w-]+\.\d+$/);
    const lines = Array.from({ length: 200 }, (_, i) =>
      JSON.stringify(item(`i${i}`, { name: `lamp ${i}`, price: i })),
    );
    const imported = await fetch(`${elsewhere.url}/api/items/import?project=${id}&task=first`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    });
    assert.equal(imported.status, 200);
    const events = Array.from({ length: 20 }, (_, i) => ({
      id: `e${i}`,
      type: 'view',
      user: `u${i % 3}`,
      item: `i${i}`,
    }));
    assert.equal(
      (await elsewhere.ask('POST', '/api/events', { key, body: { project: id, data: events } })).status,
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
      running().map(async ({ url }) =>
        (await fetch(`${url}/api/items/export?project=${id}`, { headers: { 'x-api-key': key } })).text(),
      ),
    );
    assert.equal(exports[0]!.trim().split('\n').length, 201);
    for (const other of exports) assert.equal(other, exports[0]);
    assert.ok((await gauge(elsewhere, 'requests_passed_on_total\\{outcome="answered"\\}')) > 10);
    await settled();
  },
);

test(
  'a process that does not hold a project passes on the address of the client, whatever a client claims',
  options,
  async () => {
    const [, id] = ids;
    const elsewhere = running().find((service) => !holdersOf(id!).includes(service))!;
    const made = await elsewhere.ask<{ key: string }>('POST', '/admin/keys', {
      headers: session,
      body: { scopes: ['search'], projects: [id], kind: 'web' },
    });
    const web = made.body.key;
    const limited = await elsewhere.ask('PUT', `/api/projects/${id}/settings`, {
      key,
      body: { rateLimits: { addressPerMinute: 3 } },
    });
    assert.equal(limited.status, 200, JSON.stringify(limited.body));
    const [holder] = holdersOf(id!);
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++)
      statuses.push((await holder!.ask('GET', `/search/${id}?q=a`, { key: web })).status);
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    // From the same address, through another process: by either holder.
    const passed: number[] = [];
    for (let i = 0; i < 8; i++)
      passed.push((await elsewhere.ask('GET', `/search/${id}?q=a`, { key: web })).status);
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
  'a killed process and a new one under traffic lose no acknowledged write and fail no read',
  options,
  async (t) => {
    const victim = running()[1]!;
    const survivors = running().filter((service) => service !== victim);
    const traffic = new PlacedTraffic({ ids: ids.slice(2), key, services: survivors });
    const over = new AbortController();
    const running_ = traffic.run(over.signal);
    try {
      await sleep(2_000);
      await victim.stop('SIGKILL');
      // Requests go to it until the others notice, after 15 s.
      await sleep(18_000);
      await settled();
      const added = await start();
      survivors.push(added);
      await sleep(3_000);
      await victim.restart();
      await sleep(3_000);
      // A stop with notice: clients use it until a load balancer has noticed.
      const stopped = added.stop('SIGTERM');
      await sleep(1_000);
      survivors.splice(survivors.indexOf(added), 1);
      await stopped;
      await sleep(1_000);
    } finally {
      over.abort();
      await running_;
    }
    t.diagnostic(JSON.stringify(traffic.summary()));
    assert.deepEqual(traffic.failedReads, []);
    assert.deepEqual(traffic.failedWrites, []);
    assert.ok(traffic.reads > 100 && traffic.writes > 50);
    await settled();
    for (const service of running()) assert.deepEqual(await traffic.missing(service), []);
  },
);

test('a deleted project is gone everywhere, with the copies', options, async () => {
  const id = ids.pop()!;
  const elsewhere = running().find((service) => !holdersOf(id).includes(service)) ?? running()[0]!;
  assert.equal((await elsewhere.ask('DELETE', `/admin/projects/${id}`, { headers: session })).status, 200);
  for (const { status } of await everywhere('GET', `/search/${id}?q=lamp`)) assert.equal(status, 404);
  for (const { dataDir } of running())
    await until(
      'The copy of a deleted project remains',
      () => !existsSync(join(dataDir, 'cluster', 'projects', `${id}.db`)),
    );
});
