import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomIds } from '../../lib/random-id.ts';
import { limits } from '../../ports/limits.ts';
import type { StoredFiles } from '../../ports/catalog/stored-files.ts';
import { cleanUp } from './staging-cleanup.ts';
import { StagingIndexes, type StagedWrite } from './staging-indexes.ts';

const hourMs = 3_600_000;

class Files implements StoredFiles {
  readonly stored = new Map<string, Uint8Array>();
  get = (name: string): Uint8Array | null => this.stored.get(name) ?? null;
  names = (prefix: string): string[] =>
    [...this.stored.keys()].filter((name) => name.startsWith(prefix)).sort();
  put(name: string, bytes: Uint8Array | null): Promise<void> {
    if (bytes === null) this.stored.delete(name);
    else this.stored.set(name, bytes);
    return Promise.resolve();
  }
}

function shop() {
  const clock = { time: 0, now: (): number => clock.time };
  const files = new Files();
  return {
    clock,
    files,
    project: { id: 'shop', files },
    indexes: new StagingIndexes({ clock, ids: randomIds }),
  };
}
const save = (id: string, json = `{"n":"${id}"}`): StagedWrite => ({ id, json });
const all = async ({ project, indexes }: ReturnType<typeof shop>, index: string): Promise<StagedWrite[]> =>
  Array.fromAsync(indexes.readRecords(project, index, indexes.findLast(project, index) ?? 0));

void test('the last write of each record counts, in the order of the writes', async () => {
  const one = shop();
  const { project, indexes } = one;
  const expected = new Map<string, string | null>();
  for (let round = 0; round < 20; round++) {
    const writes = Array.from({ length: 10 }, (_, i): StagedWrite => {
      const id = `r${(7 * i + round * round) % 23}`;
      return { id, json: (i + round) % 5 === 0 ? null : `{"round":${round},\n"i":${i},"text":"a\\tb"}` };
    });
    for (const { id, json } of writes) {
      expected.delete(id);
      expected.set(id, json?.replace('\n', ' ') ?? null);
    }
    // Concurrent writes get their own place, too.
    await Promise.all([
      indexes.append(project, 'a/b é', writes.slice(0, 5)),
      indexes.append(project, 'a/b é', writes.slice(5)),
    ]);
  }
  const kept = Array.from(expected, ([id, json]) => ({ id, json })).filter(({ json }) => json !== null);
  assert.deepEqual(await all(one, 'a/b é'), kept);
  assert.equal(indexes.findLast(project, 'a'), null);
});

void test('an index that was moved is gone, and one with its name begins again, also after a restart', async () => {
  const one = shop();
  const { project, indexes, clock, files } = one;
  await indexes.append(project, 'tmp', [save('a')]);
  const sequence = indexes.findLast(project, 'tmp')!;
  await indexes.append(project, 'tmp', [save('b')]);
  await indexes.recordMove(project, 'tmp', { destination: 'shop', taskId: 7, sequence });
  assert.deepEqual(await all(one, 'tmp'), [save('b')]);
  await indexes.remove(project, 'tmp');
  const restarted = { ...one, indexes: new StagingIndexes({ clock, ids: randomIds }) };
  assert.equal(restarted.indexes.findLastMove(project, 'tmp')?.taskId, 7);
  await restarted.indexes.append(project, 'tmp', [save('c')]);
  assert.deepEqual(await all(restarted, 'tmp'), [save('c')]);
  // A crash after the note, before the parts were deleted.
  const [part] = files.names('staging/');
  await files.put(part!.replace(/\d{12}/, '000000000001'), files.get(part!));
  assert.deepEqual(await all(restarted, 'tmp'), [save('c')]);
  clock.time += hourMs;
  assert.equal(restarted.indexes.findLastMove(project, 'tmp'), null);
});

void test('an index is gone after a day, and deleted by the cleanup or by the next write', async () => {
  const one = shop();
  const { project, indexes, clock, files } = one;
  await indexes.append(project, 'old', [save('a')]);
  await indexes.recordMove(project, 'old', { destination: 'shop', taskId: 1, sequence: 0 });
  clock.time += limits.algoliaStagingHoursMax * hourMs - 1;
  await indexes.append(project, 'new', [save('b')]);
  assert.deepEqual(await all(one, 'old'), [save('a')]);
  clock.time += 1;
  assert.equal(indexes.findLast(project, 'old'), null);
  const onError = (error: unknown): never => assert.fail(String(error));
  async function* projectsWithWork() {
    yield await Promise.resolve({ ...project, isLeader: true });
  }
  await cleanUp({ engine: { projectsWithWork: projectsWithWork as never }, clock, onError });
  assert.deepEqual([files.names('').length, await all(one, 'new')], [1, [save('b')]]);
});

void test('the number of indexes and their bytes are limited', async () => {
  const { project, indexes, files } = shop();
  const { algoliaStagingIndexesMax: countMax, algoliaStagingBytesMax: bytesMax } = limits;
  for (let i = 0; i < countMax; i++) await indexes.append(project, `i${i}`, [save('a')]);
  await assert.rejects(
    indexes.append(project, 'one-more', [save('a')]),
    /has 10 staging indexes, and at most 10/,
  );
  await indexes.append(project, 'i0', [save('b')]);
  await indexes.remove(project, 'i1');
  await files.put(`staging/i1/000000000001-0-${bytesMax - 1_000_000}`, Buffer.of());
  const text = (length: number): string => JSON.stringify('x'.repeat(length - 2));
  // A small part counts 32 KiB.
  const counted = (name: string): number => Math.max(32 * 1024, Number(name.split('-')[2]));
  const used = files.names('staging/').reduce((sum, name) => sum + counted(name), 0);
  const rest = bytesMax - used - '"a"\t\n'.length;
  await assert.rejects(indexes.append(project, 'i2', [save('a', text(rest + 1))]), /at most 268435456 bytes/);
  await indexes.append(project, 'i2', [save('a', text(rest))]);
});

void test('a small write counts 32 KiB', async () => {
  const { project, indexes, files } = shop();
  const bytes = limits.algoliaStagingBytesMax - 2 * 32 * 1024;
  await files.put(`staging/tmp/000000000001-0-${bytes}`, Buffer.of());
  for (const id of ['a', 'b']) await indexes.append(project, 'tmp', [save(id)]);
  await assert.rejects(indexes.append(project, 'tmp', [save('c')]), /32768 or more: send batches/);
});

void test('limits hold for concurrent writes, and settled() waits for all of them', async () => {
  const { project, indexes, files } = shop();
  const countMax = limits.algoliaStagingIndexesMax;
  const writes = Array.from({ length: countMax + 1 }, (_, i) =>
    indexes.append(project, `i${i}`, [save('a')]),
  );
  const outcomes = Promise.allSettled(writes);
  await indexes.waitForWrites(project);
  assert.equal(files.names('staging/').length, countMax);
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    [...Array.from({ length: countMax }, () => 'fulfilled'), 'rejected'],
  );
});

void test('an index that is deleted while it is read is not read in part', async () => {
  const { project, indexes } = shop();
  for (const id of ['a', 'b', 'c']) await indexes.append(project, 'tmp', [save(id)]);
  const last = indexes.findLast(project, 'tmp')!;
  const isDeleted = { code: 'catalog_not_replaced', message: /tmp was deleted/ };
  const records = indexes.readRecords(project, 'tmp', last)[Symbol.asyncIterator]();
  assert.equal((await records.next()).value?.id, 'a');
  await indexes.remove(project, 'tmp');
  await assert.rejects(async () => {
    for (let one = await records.next(); one.done !== true;) one = await records.next();
  }, isDeleted);
  await assert.rejects(Array.fromAsync(indexes.readRecords(project, 'tmp', last)), isDeleted);
});

void test('writes of two processes in the same millisecond are both kept', async () => {
  const one = shop();
  const { project, indexes, clock } = one;
  const other = new StagingIndexes({ clock, ids: randomIds });
  await Promise.all([indexes.append(project, 'tmp', [save('a')]), other.append(project, 'tmp', [save('b')])]);
  assert.deepEqual((await all(one, 'tmp')).map(({ id }) => id).toSorted(), ['a', 'b']);
});
