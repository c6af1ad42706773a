import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, countCopies, type ClusterAddress } from '../../../src/cluster/opensearch/cluster.ts';
import { DocumentReads } from '../../../src/cluster/opensearch/document-reads.ts';
import { openLeaseIndex } from '../../../src/cluster/opensearch/lease-index.ts';
import { createPointerIndex, type LogIndexOptions } from '../../../src/cluster/opensearch/log-epochs.ts';
import { LogIndex } from '../../../src/cluster/opensearch/log-index.ts';
import { OpenSearchLogs } from '../../../src/cluster/opensearch/shared-logs.ts';
import { hashAt, hashesAt } from '../../support/chain-hashes.ts';
import { LogWriter } from '../../support/log-writer.ts';
import { OpenSearchCluster } from '../../support/opensearch/cluster.ts';
import { openSearchHome } from '../../support/opensearch/home.ts';
import { testSharedLog } from '../shared-log.ts';

const nodeCount = 3;
const copies = countCopies(nodeCount);

const home = await openSearchHome();
const options = { skip: typeof home === 'string' ? home : false };
let nodes: OpenSearchCluster;

before(async () => {
  if (typeof home === 'string') return;
  nodes = await OpenSearchCluster.shared(home);
});
after(async () => {
  await nodes?.[Symbol.asyncDispose]();
});

const none = { ca: undefined, certificate: undefined, key: undefined };
const buildAddress = (urls: readonly string[]): ClusterAddress => ({
  nodes: urls,
  user: null,
  tls: none,
  aws: null,
});

const buildOptions = (cluster: Cluster, name: string): LogIndexOptions => ({
  cluster,
  reads: new DocumentReads(cluster),
  copies,
  prefix: 'test',
  name,
});

const openLog = async (cluster: Cluster, name: string): Promise<LogIndex> => {
  await createPointerIndex(buildOptions(cluster, name));
  return LogIndex.open(buildOptions(cluster, name));
};

testSharedLog({
  name: 'OpenSearch',
  skip: typeof home === 'string' ? home : false,
  start: async () => ({
    connect: () =>
      OpenSearchLogs.connect({ ...buildAddress(nodes.urls), prefix: 'suite', copies: nodeCount }),
    backUp: async () => {
      const indices = 'suite-log-*,suite-heads';
      await demand('PUT', '_snapshot/kept', { type: 'fs', settings: { location: nodes.snapshotFolder } });
      await demand('PUT', '_snapshot/kept/first?wait_for_completion=true', { indices });
      return {
        remove: () => demand('DELETE', indices),
        restore: async () => {
          await demand('POST', '_snapshot/kept/first/_restore?wait_for_completion=true', { indices });
          await waitForGreen('suite-*');
        },
      };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }),
});

test('LogIndex keeps the indices of two epochs, and removes earlier ones', options, async () => {
  await using cluster = new Cluster(buildAddress(nodes.urls));
  const log = await openLog(cluster, 'epochs');
  const indices = async (): Promise<number> => {
    const answer = await fetch(`${nodes.urls[0]}/_cat/indices/test-log-epochs.*?format=json`);
    return ((await answer.json()) as unknown[]).length;
  };
  for (let next = 1; next <= 3; next++) {
    assert.equal(await log.append(next - 1, Buffer.from(`${next}`), hashesAt(next - 1)), 'written');
    await log.removeObsolete();
    const chunks = Readable.from([Buffer.from(`snapshot ${next}`)]);
    assert.equal(await log.compact({ next, chainHash: hashAt(next), chunks }), true);
    assert.equal(await indices(), 2, 'the newest and the one before it');
  }
  await log.removeObsolete();
  assert.equal(await indices(), 1);
});

test(
  'Leases are held by one process, and by another within the lease time after it stopped',
  options,
  async () => {
    await using cluster = new Cluster(buildAddress(nodes.urls));
    let now = 0;
    const [one, other] = [
      await openLeaseIndex(cluster, 'leases', copies, () => now),
      await openLeaseIndex(cluster, 'leases', copies, () => now),
    ];
    const first = (await one.acquire('embedding'))!;
    assert.equal(first.held, true);
    assert.equal(await other.acquire('embedding'), null);
    assert.notEqual(await other.acquire('learning'), null, 'another job is another lease');
    now += 14_000;
    assert.equal(await other.acquire('embedding'), null);
    now += 2_000;
    assert.equal(first.held, false, 'who could not renew it knows that it may be gone');
    const second = (await other.acquire('embedding'))!;
    assert.equal(second.held, true);
    assert.ok(second.fence > first.fence);
    await second.release();
    const third = (await one.acquire('embedding'))!;
    assert.ok(third.fence > second.fence);
  },
);

test(
  "SharedLog loses and duplicates nothing when the primary's node is killed under writes",
  options,
  async () => {
    await using cluster = new Cluster(buildAddress(nodes.urls));
    const processes = await Promise.all(
      ['a', 'b'].map(async (name) => new LogWriter(name, await openLog(cluster, 'killed'))),
    );
    const primary = await waitForGreen('test-log-killed.*');
    const victim = nodes.nodes.find(({ name }) => name === primary)!;
    const writing = processes.map(async (process) => {
      for (let i = 0; i < 40; i++) await process.write(`${process.name}${i}`);
    });
    await sleep(300);
    await victim.stop('SIGKILL');
    await Promise.all(writing);
    victim.start();
    for (const process of processes) await process.catchUp();
    assert.deepEqual(processes[0]!.read, processes[1]!.read);
    assert.equal(new Set(processes[0]!.read).size, processes[0]!.read.length, 'nothing twice');
    for (const { name, written, read } of processes)
      assert.deepEqual(
        read.filter((entry) => entry.startsWith(name)),
        written,
        'nothing lost, and in order',
      );
  },
);

async function demand(method: string, path: string, body?: unknown): Promise<void> {
  const answer = await fetch(`${nodes.urls[0]}/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

/** Waits until all copies of an index are available, and returns the node of its primary. */
async function waitForGreen(index: string): Promise<string> {
  const [url] = nodes.urls;
  await fetch(`${url}/_cluster/health/${index}?wait_for_status=green&timeout=60s`);
  const shards = (await (await fetch(`${url}/_cat/shards/${index}?format=json`)).json()) as {
    prirep: string;
    node: string;
  }[];
  return shards.find(({ prirep }) => prirep === 'p')!.node;
}
