import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { ClusterRepair } from '../../src/cluster/opensearch/cluster-repair.ts';
import { Cluster, type ClusterAddress } from '../../src/cluster/opensearch/cluster.ts';
import { StuckShardMonitor } from '../../src/cluster/opensearch/stuck-shard-monitor.ts';

/** A simulated cluster whose replies each test sets, and the shards that it restarted. */
const cluster = {
  status: 'yellow',
  /** The health, index by index. */
  indices: {} as Record<string, { status: string }>,
  recoveries: {} as Record<string, { shards: object[] }>,
  mayReroute: true,
  restarted: [] as string[],
  asked: [] as string[],
};
interface Cancel {
  readonly index: string;
  readonly shard: number;
  readonly node: string;
  readonly allow_primary: boolean;
}

let server: Server;
let address: ClusterAddress;
let link: Cluster;
let now = 0;
const reported: string[] = [];

before(async () => {
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const nodes = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  const tls = { ca: undefined, certificate: undefined, key: undefined };
  address = { nodes, user: null, tls, aws: null };
  link = new Cluster(address);
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const body = await text(request);
  cluster.asked.push(path);
  const answer = (status: number, json: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  };
  if (path === '/_cluster/reroute') {
    if (!cluster.mayReroute) return answer(403, { error: { type: 'security_exception' } });
    const { commands } = JSON.parse(body) as { commands: { cancel: Cancel }[] };
    const { index, shard, node, allow_primary: isPrimaryToo } = commands[0]!.cancel;
    if (index === 'vitrine-log-elsewhere')
      return answer(400, { error: { type: 'illegal_argument_exception' } });
    const isDryRun = query.includes('dry_run=true');
    if (shard === 0 && isPrimaryToo && !isDryRun) cluster.restarted.push(`${index} at ${node}`);
    return answer(200, { acknowledged: true });
  }
  if (path.endsWith('/_recovery')) return answer(200, cluster.recoveries);
  return answer(200, { status: cluster.status, timed_out: false, indices: cluster.indices });
}

after(async () => {
  await link[Symbol.asyncDispose]();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  now = 0;
  reported.length = 0;
  Object.assign(cluster, { status: 'yellow', mayReroute: true, restarted: [], asked: [] });
  const names = ['log-a', 'log-b', 'log-elsewhere', 'leases'].map((name) => `vitrine-${name}`);
  cluster.indices = Object.fromEntries(names.map((name) => [name, { status: 'yellow' }]));
  cluster.indices['vitrine-leases'] = { status: 'green' };
  cluster.recoveries = { 'vitrine-log-a': { shards: [recovery('b', 1), recovery('c', 2)] } };
});

function recovery(target: string, began: number, fields: object = {}): object {
  const nodes = { source: { id: 'a', name: 'node-a' }, target: { id: target, name: `node-${target}` } };
  return {
    id: 0,
    type: 'PEER',
    stage: 'INIT',
    start_time_in_millis: began,
    total_time_in_millis: 0,
    ...nodes,
    ...fields,
  };
}

const watch = (autoRepair: boolean): StuckShardMonitor =>
  new StuckShardMonitor({
    cluster: link,
    pattern: 'vitrine-*',
    autoRepair,
    onError: (error) => reported.push((error as Error).message),
    now: () => now,
  });

test('StuckShardMonitor with auto-repair restarts all shards of a node that replicas have waited for, once', async () => {
  await using stuck = watch(true);
  await stuck.check();
  now = 59_000;
  await stuck.check();
  assert.deepEqual(cluster.restarted, [], 'it may still start');
  now = 90_000;
  await stuck.check();
  // Nothing for an index with all copies, and for one elsewhere.
  const restarted = ['vitrine-log-a at node-a', 'vitrine-log-b at node-a'];
  assert.deepEqual(cluster.restarted, restarted);
  assert.deepEqual(
    reported,
    restarted.map((what) => `The shard of ${what.replace('at', 'was stuck at')}: it was restarted`),
  );
  // Now the primary's start is awaited, and the copies' recoveries start again.
  cluster.recoveries = { 'vitrine-log-a': { shards: [recovery('b', 91_000)] } };
  await stuck.check();
  assert.deepEqual(cluster.restarted, restarted);
  assert.equal(stuck.failure, null);
});

test('StuckShardMonitor leaves progressing recoveries alone, and sends fewer requests where all is green', async () => {
  await using stuck = watch(true);
  const shards = [
    recovery('b', 1, { stage: 'INDEX' }),
    recovery('b', 1, { stage: 'TRANSLOG' }),
    recovery('b', 1, { type: 'EXISTING_STORE', source: {} }),
  ];
  for (now of [0, 100_000]) {
    cluster.recoveries = { 'vitrine-log-a': { shards: [...shards, recovery('b', now)] } };
    await stuck.check();
  }
  assert.deepEqual(cluster.restarted, [], 'each recovery at the first stage was a different one');
  cluster.status = 'green';
  cluster.asked.length = 0;
  await stuck.check();
  // The cluster itself checks now and then whether there is a manager.
  const asked = cluster.asked.filter((path) => path !== '/_cluster/health');
  assert.deepEqual(asked.map(decodeURIComponent), ['/_cluster/health/vitrine-*']);
});

test('StuckShardMonitor without auto-repair reports stuck shards once, names the command and restarts none', async () => {
  await using stuck = watch(false);
  for (now of [0, 100_000, 110_000]) await stuck.check();
  assert.match(stuck.failure ?? '', /`vitrine cluster repair`$/);
  assert.deepEqual(reported, [
    'Shards at node-a are stuck, among them vitrine-log-a: run `vitrine cluster repair`',
  ]);
  assert.deepEqual(cluster.restarted, []);
  cluster.status = 'green';
  await stuck.check();
  assert.equal(stuck.failure, null);
});

test('StuckShardMonitor with auto-repair reports stuck shards that its user may not restart', async () => {
  await using stuck = watch(true);
  cluster.mayReroute = false;
  for (now of [0, 100_000, 110_000]) await stuck.check().catch(() => undefined);
  assert.match(stuck.failure ?? '', /`vitrine cluster repair`$/);
  assert.equal(reported.length, 1, 'logged once');
  cluster.mayReroute = true;
  await stuck.check();
  assert.equal(stuck.failure, null);
});

test('ClusterRepair lists the stuck shards without changing them, and restarts them on request', async () => {
  await using repair = await ClusterRepair.connect({ ...address, prefix: 'vitrine', copies: 3 });
  assert.deepEqual(await repair.listStuckShards(), [], 'it may still start');
  const waited = { total_time_in_millis: 60_000 };
  cluster.recoveries = { 'vitrine-log-a': { shards: [recovery('b', 1, waited)] } };
  const stuck = await repair.listStuckShards();
  assert.deepEqual(stuck, [
    { index: 'vitrine-log-a', node: 'node-a' },
    { index: 'vitrine-log-b', node: 'node-a' },
  ]);
  assert.deepEqual(cluster.restarted, []);
  assert.equal(await repair.restartShards(stuck), true);
  assert.deepEqual(cluster.restarted, ['vitrine-log-a at node-a', 'vitrine-log-b at node-a']);
  cluster.mayReroute = false;
  await assert.rejects(repair.listStuckShards(), /cluster:admin\/reroute$/);
});
