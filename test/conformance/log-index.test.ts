import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../src/ports/errors.ts';
import { LogCompacted, LogRestored } from '../../src/ports/cluster/shared-log.ts';
import { hashAt, hashesAt } from '../support/chain-hashes.ts';
import { FakeOpenSearch } from '../support/opensearch/fake.ts';
import { Cluster, countCopies } from '../../src/cluster/opensearch/cluster.ts';
import { encodeEntry } from '../../src/cluster/opensearch/entry-codec.ts';
import { DocumentReads } from '../../src/cluster/opensearch/document-reads.ts';
import { createPointerIndex } from '../../src/cluster/opensearch/log-epochs.ts';
import { LogIndex } from '../../src/cluster/opensearch/log-index.ts';
import { findLosses } from '../../src/engine/data-folder/lost-entries.ts';
import { OpenSearchLogs } from '../../src/cluster/opensearch/shared-logs.ts';
import { openEmbedded } from './embedded-shop.ts';
import { Shop } from './shop.ts';

const bytes = (entry: string): Uint8Array => Buffer.from(entry);
const text = (entry: Uint8Array): string => Buffer.from(entry).toString();

async function* chunksOf(entry: string): AsyncGenerator<Uint8Array> {
  yield bytes(entry);
}

/** Processes with one log on a simulated cluster. */
class Logs implements AsyncDisposable {
  readonly fake: FakeOpenSearch;
  readonly cluster: Cluster;
  readonly #name: string;

  private constructor(fake: FakeOpenSearch, name: string) {
    this.fake = fake;
    this.#name = name;
    const tls = { ca: undefined, certificate: undefined, key: undefined };
    this.cluster = new Cluster({ nodes: [fake.url], user: null, tls, aws: null });
  }

  static async start(name: string): Promise<Logs> {
    const logs = new Logs(await FakeOpenSearch.start(), name);
    await createPointerIndex(logs.options);
    return logs;
  }

  get options() {
    const { cluster } = this;
    const reads = new DocumentReads(cluster);
    return { cluster, reads, copies: countCopies(1), prefix: 'test', name: this.#name };
  }

  open(): Promise<LogIndex> {
    return LogIndex.open(this.options);
  }

  generations(): string[] {
    return this.fake.indices().filter((name) => name.startsWith('test-log-'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster[Symbol.asyncDispose]();
    await this.fake[Symbol.asyncDispose]();
  }
}

test('LogIndex.compact() of a process that paused in the middle leaves the log as others compacted it', async () => {
  await using logs = await Logs.start('slept');
  const [sleeper, other] = [await logs.open(), await logs.open()];
  await sleeper.append(0, bytes('one'), hashesAt(0));
  // The log has a new epoch, which its pointer does not name yet.
  const awake = Promise.withResolvers<void>();
  const asleep = Promise.withResolvers<void>();
  logs.fake.before = async ({ path, body }) => {
    if (path !== '/test-heads/_doc/slept' || !isFirst) return;
    if (body !== '' && (JSON.parse(body) as { next: number }).next !== 1) return;
    isFirst = false;
    asleep.resolve();
    await awake.promise;
  };
  let isFirst = true;
  const compacting = sleeper.compact({ next: 1, chainHash: hashAt(1), chunks: chunksOf('snapshot of one') });
  await asleep.promise;
  assert.deepEqual(await other.read(1, 1, hashAt(1)), []);
  assert.equal(await other.append(1, bytes('two'), hashesAt(1)), 'written');
  assert.equal(
    await other.compact({ next: 2, chainHash: hashAt(2), chunks: chunksOf('snapshot of two') }),
    true,
  );
  assert.equal(await other.append(2, bytes('three'), hashesAt(2)), 'written');
  awake.resolve();
  await compacting;
  await sleeper.removeObsolete();
  await other.removeObsolete();
  for (const log of [sleeper, other, await logs.open()]) {
    assert.deepEqual(
      (await log.read(2, 10, hashAt(2))).map(text),
      ['three'],
      'what was acknowledged is there',
    );
    const snapshot = (await log.readSnapshot())!;
    assert.equal(snapshot.next, 2);
    for await (const chunk of snapshot.chunks) assert.equal(text(chunk), 'snapshot of two');
  }
  assert.equal(logs.generations().length, 1);
});

test('LogIndex.open() keeps the log that it created where the reply was lost', async () => {
  await using logs = await Logs.start('made');
  let lost = 0;
  logs.fake.after = ({ path }) =>
    path.startsWith('/test-heads/_create/') && lost++ === 0 ? 'lost' : undefined;
  const log = await logs.open();
  assert.ok(lost > 1, 'the request was repeated');
  assert.equal(await log.append(0, bytes('one'), hashesAt(0)), 'written');
  assert.deepEqual((await (await logs.open()).read(0, 4, hashAt(0))).map(text), ['one']);
});

test('LogIndex.append() reports a log as lost whose index is, without retrying forever', async () => {
  await using logs = await Logs.start('lost');
  const log = await logs.open();
  for (const name of logs.generations()) await fetch(`${logs.fake.url}/${name}`, { method: 'DELETE' });
  await assert.rejects(log.append(0, bytes('one'), hashesAt(0)), VitrineError);
  await assert.rejects(log.read(0, 1, hashAt(0)), VitrineError);
});

test('LogIndex.removeObsolete() removes epochs that a snapshot replaced, and readers without the snapshot get LogCompacted', async () => {
  await using logs = await Logs.start('tidy');
  const [log, late] = [await logs.open(), await logs.open()];
  await log.append(0, bytes('remember me'), hashesAt(0));
  assert.equal(await log.compact({ next: 1, chainHash: hashAt(1), chunks: chunksOf('erased') }), true);
  assert.equal(logs.generations().length, 2, 'current readers finish there');
  await log.removeObsolete();
  assert.equal(logs.generations().length, 1);
  await assert.rejects(late.read(0, 1, hashAt(0)), LogCompacted);
  assert.deepEqual(await late.read(1, 1, hashAt(1)), []);
});

test('LogIndex detects a restored log that lacks the snapshot of a reader', async () => {
  await using logs = await Logs.start('back');
  const log = await logs.open();
  for (const number of [0, 1]) await log.append(number, bytes('one'), hashesAt(number));
  assert.equal(await log.compact({ next: 1, chainHash: hashAt(1), chunks: chunksOf('before') }), true);
  const restore = logs.fake.snapshot();
  await log.append(2, bytes('two'), hashesAt(2));
  assert.equal(await log.compact({ next: 3, chainHash: hashAt(3), chunks: chunksOf('after') }), true);
  await log.append(3, bytes('three'), hashesAt(3));
  restore();
  await assert.rejects(log.read(4, 1, hashAt(4)), LogRestored);
  await assert.rejects(log.append(4, bytes('four'), hashesAt(4)), LogRestored);
  const reopened = await logs.open();
  assert.equal((await reopened.readSnapshot())!.next, 1);
  assert.equal((await reopened.read(1, 9, hashAt(1))).length, 1);
  await assert.rejects(reopened.read(1, 1, 'another'), LogRestored);
});

test('LogIndex.read() continues from entries without a chain hash, as an earlier version wrote them', async () => {
  await using logs = await Logs.start('unhashed');
  const log = await logs.open();
  const [index] = logs.generations();
  const body = { writer: 'w', entry: await encodeEntry(bytes('one')) };
  await logs.cluster.request((client) => client.index({ index: index!, id: '0'.repeat(16), body }));
  assert.deepEqual((await log.read(0, 9, null)).map(text), ['one']);
  assert.deepEqual(await log.read(1, 9, 'computed'), []);
  assert.equal(await log.append(1, bytes('two'), { before: 'computed', after: 'next' }), 'written');
  await assert.rejects(log.read(2, 9, 'another'), LogRestored);
});

test('findLosses() counts the entries that an index lost at its end', async () => {
  await using logs = await Logs.start('shrunk');
  assert.equal(await LogIndex.find(logs.options), null);
  const log = await logs.open();
  const find = (): Promise<LogIndex | null> => LogIndex.find(logs.options);
  for (let number = 0; number < 20; number++) await log.append(number, bytes(`${number}`), hashesAt(number));
  const [index = ''] = logs.generations();
  for (const lost of [0, 1, 6]) {
    for (let number = 20 - lost; number < 20; number++) {
      const id = String(number).padStart(16, '0');
      await logs.cluster.request((client) => client.delete({ index, id }), [404]);
    }
    const copy = { name: 'shrunk', id: log.id, next: 20, chainHash: hashAt(20) };
    const expected = lost === 0 ? [] : [{ log: 'shrunk', entries: lost }];
    assert.deepEqual(await findLosses([copy], find), expected);
  }
});

test('LogIndex.compact() leaves nothing of a log that was removed in the meantime', async () => {
  await using logs = await Logs.start('removed');
  const log = await logs.open();
  await log.append(0, bytes('one'), hashesAt(0));
  const chunks = (async function* () {
    yield bytes('half');
    await LogIndex.remove(logs.options);
    yield bytes('rest');
  })();
  await assert.rejects(log.compact({ next: 1, chainHash: hashAt(1), chunks }), VitrineError);
  assert.deepEqual(logs.generations(), []);
});

test('EmbeddedEngine.catchUp() polls the keys and the next project in one request', async () => {
  await using fake = await FakeOpenSearch.start();
  const tls = { ca: undefined, certificate: undefined, key: undefined };
  const address = { nodes: [fake.url], user: null, tls, aws: null };
  await using logs = await OpenSearchLogs.connect({ ...address, prefix: 'test', copies: 1 });
  await using shop = await Shop.open(openEmbedded({ shared: logs }));
  const { engine } = shop;
  await shop.put({ id: 'a', name: 'lamp' });
  const polls: number[] = [];
  fake.before = ({ path, body }) => {
    if (path === '/_mget') polls.push((JSON.parse(body) as { docs: unknown[] }).docs.length);
  };
  // The engine also polls by itself from time to time.
  for (let tries = 0; tries < 20 && polls.length !== 1; tries++) {
    polls.length = 0;
    const seen = await engine.catchUp('shop');
    assert.equal(await engine.project('shop', seen), seen);
  }
  assert.deepEqual(polls, [4], 'the last entry and the next of each log');
  polls.length = 0;
  for (let tries = 0; tries < 20 && polls.length !== 2; tries++) {
    polls.length = 0;
    assert.equal(await engine.catchUp(), null);
    assert.notEqual(await engine.project('shop'), null);
  }
  assert.deepEqual(polls, [2, 2]);
});

test('Cluster.request() reveals no names and no data of the cluster to clients', async () => {
  await using logs = await Logs.start('secrets');
  const isPlain = (error: unknown): boolean =>
    error instanceof VitrineError && !/127\.0\.0\.1|secret|test-/.test(error.message);
  const ask = logs.cluster.request((client) => client.get({ index: 'test-heads', id: 'secret' }));
  await assert.rejects(ask, isPlain);
});
