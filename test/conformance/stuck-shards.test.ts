import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { Cluster } from '../../src/cluster/opensearch/cluster.ts';
import { StuckShards } from '../../src/cluster/opensearch/stuck-shards.ts';

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
let link: Cluster;
let now = 0;
const reported: string[] = [];

before(async () => {
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const nodes = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  const tls = { ca: undefined, certificate: undefined, key: undefined };
  link = new Cluster({ nodes, user: null, tls, aws: null });
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '').split('?')[0]!;
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
    if (shard === 0 && isPrimaryToo) cluster.restarted.push(`${index} at ${node}`);
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
  return { id: 0, type: 'PEER', stage: 'INIT', start_time_in_millis: began, ...nodes, ...fields };
}

const watch = (): StuckShards =>
  new StuckShards({
    cluster: link,
    pattern: 'vitrine-*',
    onError: (error) => reported.push((error as Error).message),
    now: () => now,
  });

test('StuckShards restarts all shards of a node that copies have waited for, once', async () => {
  await using stuck = watch();
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
    restarted.map((what) => `The shard of ${what.replace('at', 'is stuck at')}: it was restarted`),
  );
  // Now the primary's start is awaited, and the copies' recoveries start again.
  cluster.recoveries = { 'vitrine-log-a': { shards: [recovery('b', 91_000)] } };
  await stuck.check();
  assert.deepEqual(cluster.restarted, restarted);
  assert.equal(stuck.failure, null);
});

test('StuckShards leaves progressing recoveries alone, and sends fewer requests where all is green', async () => {
  await using stuck = watch();
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

test('StuckShards reports why the log is blocked where its user may not restart a shard', async () => {
  await using stuck = watch();
  cluster.mayReroute = false;
  for (now of [0, 100_000, 110_000]) await stuck.check();
  assert.match(stuck.failure ?? '', /may not restart it$/);
  assert.equal(reported.length, 1, 'logged once');
  assert.match(reported[0]!, /docs\/guide\/cluster\.md/);
  cluster.status = 'green';
  await stuck.check();
  assert.equal(stuck.failure, null);
});
