import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WriteTokens } from '../../sdk/src/write-tokens.ts';
import { vitrine } from '../support/command-line.ts';
import { Fleet, type Traffic } from '../support/fleet.ts';
import { wholeOnly } from '../support/matrix.ts';
import { OpenSearchCluster } from '../support/opensearch/cluster.ts';
import { openSearchHome } from '../support/opensearch/home.ts';
import { adminPassword, type RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Real processes of the service on a real cluster, while either is killed, paused or rejected. */

const home = await openSearchHome();
const options = { skip: typeof home === 'string' ? home : false };
let nodes: OpenSearchCluster;
let fleet: Fleet;

before(async () => {
  if (typeof home === 'string') return;
  nodes = await OpenSearchCluster.shared(home);
  fleet = await Fleet.start(nodes.urls, {
    processes: 1,
    environment: { VITRINE_DRAIN_SECONDS: '2' },
  });
  // Every incident is tested with both kinds of reads.
  await fleet.add({ VITRINE_CLUSTER_STALENESS_MS: '60000' });
});
after(async () => {
  await fleet?.[Symbol.asyncDispose]();
  await nodes?.[Symbol.asyncDispose]();
});

// Each test restores the cluster for the next one.
afterEach(async () => {
  if (typeof home === 'string') return;
  await nodes.recover();
  await fleet.startStopped();
});

const takeOverMsMax = 30_000;
const all: Traffic[] = [];

/** Traffic during an incident; nothing may be lost, duplicated or wrong. On failure it prints the state at that time. */
async function during(name: string, happens: () => Promise<void>): Promise<Traffic> {
  const over = new AbortController();
  const traffic = fleet.traffic(name, over.signal);
  // Checked when the incident is over.
  traffic.catch(() => undefined);
  try {
    await happens();
    over.abort();
    const report = await traffic;
    all.push(report);
    assert.deepEqual(report.wrong, []);
    assert.ok(report.events.size > 0 && report.prices.size > 0 && report.searches > 0);
    assert.deepEqual(await fleet.missing(all), []);
    return report;
  } catch (error) {
    over.abort(error);
    process.stderr.write(`${await nodes.report()}\n${await fleet.report()}\n`);
    throw error;
  }
}

test('two processes share writes, keys and sessions', options, async () => {
  const [one, two] = fleet.services;
  const report = await during('calm', () => sleep(3_000));
  assert.deepEqual([...report.errors], []);
  const headers = await one!.signIn();
  assert.equal((await two!.ask('GET', '/admin/projects', { headers })).status, 200);
  const created = await one!.ask<{ key: string; id: string }>('POST', '/admin/keys', {
    headers,
    body: { scopes: ['search'], projects: ['shop'] },
  });
  const { key } = created.body;
  const tokens = new WriteTokens();
  tokens.add(created.headers);
  const search = { key, headers: tokens.headers() };
  assert.equal((await two!.ask('GET', '/search/shop?q=lamp', search)).status, 200);
  const keys = (
    await two!.ask<{ keys: { id: string; scopes: string[] }[] }>('GET', '/admin/keys', { headers })
  ).body.keys;
  const own = keys.find(({ scopes }) => scopes.length === 1)!;
  assert.equal((await two!.ask('DELETE', `/admin/keys/${own.id}`, { headers })).status, 200);
  assert.equal((await one!.ask('GET', '/search/shop?q=lamp', { key })).status, 401);
});

test(
  'vitrine password reset, with the cluster in the environment, holds at processes that run',
  options,
  async () => {
    const [one, two] = fleet.services;
    const session = await one!.signIn();
    // The environment of the processes, without the first password, which is no longer valid.
    const environment = {
      VITRINE_ENGINE: 'opensearch',
      VITRINE_OPENSEARCH_NODES: nodes.urls.join(','),
      VITRINE_DATA: one!.dataDir,
    };
    const command = ['password', 'reset', '--password-stdin'];
    try {
      const ran = await vitrine(command, { environment, input: 'set by the operator\n' });
      assert.equal(ran.status, 0, ran.stderr);
      const signIn = async (password: string): Promise<number> => {
        const headers = { 'x-vitrine-console': '1' };
        return (await two!.ask('POST', '/admin/session', { headers, body: { password } })).status;
      };
      assert.deepEqual([await signIn(adminPassword), await signIn('set by the operator')], [401, 201]);
      assert.equal((await one!.ask('GET', '/admin/projects', { headers: session })).status, 401);
    } finally {
      await vitrine(command, { environment, input: adminPassword });
    }
  },
);

test(
  'processes that are ended and started, one after the other, behind a proxy lose no request',
  options,
  async () => {
    using _ = fleet.watchReadiness();
    const report = await during('rolled', async () => {
      for (const service of fleet.services) {
        await sleep(500);
        assert.equal(await service.stop('SIGTERM'), 0);
        await service.restart();
        await readyAt(service);
      }
      await sleep(500);
    });
    assert.deepEqual([...report.errors], [], 'none was refused, and none broken off');
  },
);

// `npm test` has the loss of two nodes and of processes instead.
const whole = { ...options, ...wholeOnly };
test('restarting nodes one after the other loses no request', whole, async (t) => {
  using _ = fleet.watchReadiness();
  const report = await during('rolled nodes', async () => {
    for (const node of nodes.nodes) {
      await node.stop('SIGTERM');
      node.start();
      await nodes.recover();
    }
  });
  t.diagnostic(
    `refused: ${JSON.stringify([...report.errors])}, longest wait ${Math.round(report.longestMs)} ms`,
  );
  // While the nodes elect another manager, requests may have to be repeated, as a load balancer does.
  assert.deepEqual(
    [...report.errors.keys()].filter((status) => status !== 503),
    [],
    'none is broken off',
  );
  assert.ok(report.longestMs < 30_000, `${report.longestMs} ms`);
});

test(
  'processes that are killed under traffic lose nothing, come back, and another has their work within 30 s',
  // In `npm test`, placement.test.ts kills a process under traffic.
  whole,
  async (t) => {
    const takenOverMs: number[] = [];
    await during('process', async () => {
      for (const victim of fleet.services) {
        await sleep(6_000);
        const before = await background();
        await victim.stop('SIGKILL');
        const killedAt = performance.now();
        // One of the two was the leader: where its lease is still renewed, stop the other one.
        let lease = before;
        while (lease.fence === before.fence && lease.renewals <= before.renewals + 1) {
          assert.ok(performance.now() - killedAt < takeOverMsMax, 'it is neither renewed nor taken over');
          await sleep(200);
          lease = await background();
        }
        if (lease.fence > before.fence) takenOverMs.push(performance.now() - killedAt);
        await victim.restart();
      }
    });
    t.diagnostic(`taken over after ${takenOverMs.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s`);
    assert.ok(takenOverMs.length > 0);
    for (const ms of takenOverMs) assert.ok(ms < takeOverMsMax, `${ms} ms`);
  },
);

test('a node killed under traffic interrupts the service only briefly', whole, async () => {
  const victim = nodes.nodes[0]!;
  await during('node', async () => {
    await sleep(1_000);
    await victim.stop('SIGKILL');
    await sleep(6_000);
    victim.start();
    await sleep(2_000);
  });
});

test('without a majority the service reports not ready, and recovers by itself', options, async () => {
  const [first, second] = nodes.nodes;
  await during('majority', async () => {
    await Promise.all([first!.stop('SIGKILL'), second!.stop('SIGKILL')]);
    const started = performance.now();
    let answer = await fleet.ask(fleet.services[0]!, 'GET', '/search/shop?q=lamp');
    // The remaining nodes may answer for a few seconds: nothing newer can exist at that time.
    for (; answer.status !== 503 && performance.now() - started < 25_000; await sleep(100))
      answer = await fleet.ask(fleet.services[0]!, 'GET', '/search/shop?q=lamp');
    assert.equal(answer.status, 503);
    assert.equal(answer.body['code'], 'storage_failed');
    assert.notEqual(answer.headers.get('retry-after'), null);
    await until('The reason is not reported', async () =>
      (await storageDetail()).startsWith('The cluster has no manager that its nodes agree on'),
    );
    first!.start();
    second!.start();
    await allReady();
  });
});

test('a read-only index rejects writes, and accepts them when it is writable again', whole, async () => {
  await during('blocked', async () => {
    await block(true);
    try {
      const data = { id: 'blocked', type: 'view', user: 'u', item: 'calm-0-0' };
      const refused = await fleet.ask(fleet.services[0]!, 'POST', '/api/events', { project: 'shop', data });
      assert.equal(refused.status, 503);
      assert.equal(
        (await fleet.ask(fleet.services[1]!, 'GET', '/search/shop?q=lamp')).status,
        200,
        'it reads',
      );
    } finally {
      await block(false);
    }
    await sleep(1_000);
  });
});

test('a process with an empty folder has all data', options, async () => {
  await fleet.add();
  assert.deepEqual(await fleet.missing(all), []);
  await during('three', () => sleep(2_000));
});

/** The lease of the leader, as stored in the cluster. */
async function background(): Promise<{ fence: number; renewals: number }> {
  const answer = await fetch(`${nodes.urls[0]}/vitrine-leases/_doc/background`);
  return ((await answer.json()) as { _source: { fence: number; renewals: number } })._source;
}

/** Simulates a full disk. */
async function block(on: boolean): Promise<void> {
  const answer = await fetch(`${nodes.urls[0]}/vitrine-*/_settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ 'index.blocks.read_only_allow_delete': on ? true : null }),
  });
  assert.equal(answer.status, 200);
}

/** What the first process reports about its storage. */
async function storageDetail(): Promise<string> {
  const { body } = await fleet.ask<{ parts: { storage: { detail: string } } }>(
    fleet.services[0]!,
    'GET',
    '/ready',
  );
  return body.parts.storage.detail;
}

async function readyAt(service: RunningService): Promise<void> {
  await until('A process is not ready', async () => {
    const { status } = await fleet.ask(service, 'GET', '/ready');
    return status === 200;
  });
}

async function allReady(): Promise<void> {
  await until('The service does not go on by itself', async () => {
    const states = await Promise.all(fleet.services.map((service) => fleet.ask(service, 'GET', '/ready')));
    return states.every(({ status }) => status === 200);
  });
}
