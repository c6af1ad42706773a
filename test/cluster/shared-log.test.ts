import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, countCopies, type ClusterAddress } from '../../src/cluster/opensearch/cluster.ts';
import { openLeaseIndex } from '../../src/cluster/opensearch/lease-index.ts';
import { DocumentReads } from '../../src/cluster/opensearch/document-reads.ts';
import { createPointerIndex, type LogIndexOptions } from '../../src/cluster/opensearch/log-epochs.ts';
import { LogIndex } from '../../src/cluster/opensearch/log-index.ts';
import { LogCompacted, LogRestored } from '../../src/ports/cluster/shared-log.ts';
import { Readable } from 'node:stream';
import { VitrineError } from '../../src/ports/errors.ts';
import { hashAt, hashesAt } from '../support/chain-hashes.ts';
import { LogWriter } from '../support/log-writer.ts';
import { OpenSearchCluster } from '../support/opensearch/cluster.ts';
import { openSearchHome } from '../support/opensearch/home.ts';

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
const addressOf = (urls: readonly string[]): ClusterAddress => ({
  nodes: urls,
  user: null,
  tls: none,
  aws: null,
});

const optionsOf = (cluster: Cluster, name: string): LogIndexOptions => ({
  cluster,
  reads: new DocumentReads(cluster),
  copies,
  prefix: 'test',
  name,
});

const openLog = async (cluster: Cluster, name: string): Promise<LogIndex> => {
  await createPointerIndex(optionsOf(cluster, name));
  return LogIndex.open(optionsOf(cluster, name));
};

const text = (entry: Uint8Array | undefined): string => Buffer.from(entry ?? []).toString();
const bytes = (entry: string): Uint8Array => Buffer.from(entry);

test(
  'SharedLog returns the same entries in one order to all processes, each acknowledged one once',
  options,
  async () => {
    await using cluster = new Cluster(addressOf(nodes.urls));
    const processes = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => new LogWriter(name, await openLog(cluster, 'order'))),
    );
    await Promise.all(
      processes.map(async (process) => {
        for (let i = 0; i < 25; i++) await process.write(`${process.name}${i}`);
      }),
    );
    for (const process of processes) await process.catchUp();
    const [first, ...others] = processes;
    for (const other of others) assert.deepEqual(other.read, first!.read);
    assert.equal(first!.read.length, 100);
    for (const { name, written, read } of processes)
      assert.deepEqual(
        read.filter((entry) => entry.startsWith(name)),
        written,
      );
  },
);

test(
  'SharedLog rejects an entry at a number in use, and returns nothing beyond the end',
  options,
  async () => {
    await using cluster = new Cluster(addressOf(nodes.urls));
    const log = await openLog(cluster, 'ends');
    assert.deepEqual(await log.read(0, 4, hashAt(0)), []);
    assert.equal(await log.append(0, bytes('one'), hashesAt(0)), 'written');
    assert.equal(await log.append(0, bytes('two'), hashesAt(0)), 'taken');
    assert.deepEqual((await log.read(0, 4, hashAt(0))).map(text), ['one']);
  },
);

test('SharedLog is compacted under writes, and lagging readers get LogCompacted', options, async () => {
  await using cluster = new Cluster(addressOf(nodes.urls));
  const open = (): Promise<LogIndex> => openLog(cluster, 'moves');
  const processes = await Promise.all(['a', 'b', 'c'].map(async (name) => new LogWriter(name, await open())));
  const late = await open();
  const compacting = (async () => {
    const log = await open();
    const read: string[] = [];
    for (let round = 0; round < 4; round++) {
      await sleep(150);
      for (let entries = await log.read(read.length, 16, hashAt(read.length)); entries.length > 0;)
        entries = await log.read(read.push(...entries.map(text)), 16, null);
      const chunks = Readable.from(read.map(bytes));
      await log.removeObsolete();
      assert.equal(await log.compact({ next: read.length, chainHash: hashAt(read.length), chunks }), true);
    }
    return read;
  })();
  const writing = processes.map(async (process) => {
    for (let i = 0; i < 40; i++) await process.write(`${process.name}${i}`);
  });
  const compacted = await compacting;
  await Promise.all(writing);
  for (const process of processes) await process.catchUp();
  for (const process of processes) assert.deepEqual(process.read, processes[0]!.read);
  assert.equal(processes[0]!.read.length, 120);
  await assert.rejects(late.read(0, 1, hashAt(0)), LogCompacted);
  await assert.rejects(late.append(0, bytes('none'), hashesAt(0)), LogCompacted);
  for (const log of [late, await open()]) {
    const snapshot = (await log.snapshot())!;
    assert.equal(snapshot.next, compacted.length);
    const parts: string[] = [];
    for await (const chunk of snapshot.chunks) parts.push(text(chunk));
    assert.deepEqual(parts, compacted);
    assert.deepEqual(
      (await log.read(snapshot.next, 200, null)).map(text),
      processes[0]!.read.slice(snapshot.next),
    );
  }
  const indices = async (): Promise<number> => {
    const answer = await fetch(`${nodes.urls[0]}/_cat/indices/test-log-moves.*?format=json`);
    return ((await answer.json()) as unknown[]).length;
  };
  assert.equal(await indices(), 2, 'the newest and the one before it');
  await (await open()).removeObsolete();
  assert.equal(await indices(), 1);
});

test(
  'SharedLog that was removed is rejected, and opening it again creates another one',
  options,
  async () => {
    await using cluster = new Cluster(addressOf(nodes.urls));
    const log = await openLog(cluster, 'removed');
    await log.append(0, bytes('one'), hashesAt(0));
    await LogIndex.remove(optionsOf(cluster, 'removed'));
    await assert.rejects(log.read(0, 1, hashAt(0)), VitrineError);
    await assert.rejects(log.append(1, bytes('two'), hashesAt(1)), VitrineError);
    const other = await openLog(cluster, 'removed');
    assert.notEqual(other.id, log.id);
    assert.deepEqual(await other.read(0, 1, hashAt(0)), []);
  },
);

test(
  'SharedLog restored from a snapshot is detected by readers that have read more, or something else',
  options,
  async () => {
    await using cluster = new Cluster(addressOf(nodes.urls));
    const [one, away] = [await openLog(cluster, 'back'), await openLog(cluster, 'back')];
    const write = async (log: LogIndex, from: number, to: number, mark = hashesAt): Promise<void> => {
      for (let i = from; i < to; i++)
        assert.equal(await log.append(i, bytes(`entry ${i}`), mark(i)), 'written');
    };
    await write(one, 0, 5);
    await demand('PUT', '_snapshot/kept', { type: 'fs', settings: { location: nodes.snapshotFolder } });
    const indices = 'test-log-back.*,test-heads';
    await demand('PUT', '_snapshot/kept/first?wait_for_completion=true', { indices });
    await write(one, 5, 8);
    assert.equal((await away.read(0, 10, null)).length, 8);
    await demand('DELETE', indices);
    await assert.rejects(away.read(8, 1, hashAt(8)), VitrineError);
    await demand('POST', '_snapshot/kept/first/_restore?wait_for_completion=true', { indices });
    await greenOf('test-log-back.*');
    await assert.rejects(away.append(8, bytes('a gap'), hashesAt(8)), LogRestored);
    await assert.rejects(one.read(8, 1, hashAt(8)), LogRestored);
    assert.deepEqual((await one.read(0, 10, null)).map(text).length, 5);
    const otherwise = (i: number) => ({
      before: i === 5 ? hashAt(5) : `other-${i}`,
      after: `other-${i + 1}`,
    });
    await write(one, 5, 10, otherwise);
    await assert.rejects(away.read(8, 1, hashAt(8)), LogRestored);
    assert.deepEqual(await one.read(10, 1, 'other-10'), []);
  },
);

test(
  'Leases are held by one process, and by another within the lease time after it stopped',
  options,
  async () => {
    await using cluster = new Cluster(addressOf(nodes.urls));
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
    await using cluster = new Cluster(addressOf(nodes.urls));
    const processes = await Promise.all(
      ['a', 'b'].map(async (name) => new LogWriter(name, await openLog(cluster, 'killed'))),
    );
    const primary = await greenOf('test-log-killed.*');
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
async function greenOf(index: string): Promise<string> {
  const [url] = nodes.urls;
  await fetch(`${url}/_cluster/health/${index}?wait_for_status=green&timeout=60s`);
  const shards = (await (await fetch(`${url}/_cat/shards/${index}?format=json`)).json()) as {
    prirep: string;
    node: string;
  }[];
  return shards.find(({ prirep }) => prirep === 'p')!.node;
}
