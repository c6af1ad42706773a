import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ScheduledBackups, type StoredReport } from '../../src/domain/backups/scheduled-backups.ts';
import { fetchBackup, listStoredBackups, verifyStored } from '../../src/domain/backups/stored-backups.ts';
import type { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import { checkBackup } from '../../src/engine/data-folder/integrity-check.ts';
import { parseManifest } from '../../src/engine/data-folder/manifest.ts';
import { FolderStore } from '../../src/outbound/backup-stores/folder-store.ts';
import { S3Store } from '../../src/outbound/backup-stores/s3-store.ts';
import type { BackupPlan, BackupStore } from '../../src/ports/operation/backups.ts';
import { S3Server } from '../support/s3-server.ts';
import { embeddedShop } from './embedded-shop.ts';

/** Backups on a schedule, from a real engine to real stores, on a clock of the test. */

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 31, 2);

interface Scheduled extends AsyncDisposable {
  readonly backups: ScheduledBackups;
  readonly store: BackupStore;
  readonly folder: string;
  readonly engine: EmbeddedEngine;
  readonly stored: StoredReport[];
  readonly failures: unknown[];
  now: number;
  isLeader: boolean;
}

async function scheduled(
  open: (folder: string) => BackupStore,
  plan: Partial<BackupPlan> = {},
): Promise<Scheduled> {
  await using stack = new AsyncDisposableStack();
  const shop = stack.use(await embeddedShop());
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-backups-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const store = stack.use(open(folder));
  const engine = shop.engine as EmbeddedEngine;
  const stored: StoredReport[] = [];
  const failures: unknown[] = [];
  const state = { now: start, isLeader: true };
  const backups = new ScheduledBackups({
    plan: {
      location: { kind: 'folder', folder },
      schedule: { everyHours: 6 },
      countMax: 2,
      daysMax: null,
      ...plan,
    },
    store,
    stagingFolder: join(shop.folder, 'backups', '.staging'),
    backup: (into) => engine.backup(into),
    readManifest: parseManifest,
    isLeader: () => state.isLeader,
    clock: { now: () => state.now },
    stopwatch: () => performance.now(),
    onStored: (report) => stored.push(report),
    onFailure: (error) => failures.push(error),
  });
  stack.use(backups);
  const parts = stack.move();
  return Object.assign(state, {
    backups,
    store,
    folder: shop.folder,
    engine,
    stored,
    failures,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  });
}

const toFolder = (folder: string): BackupStore => new FolderStore(join(folder, 'store'));
const names = async ({ store }: Scheduled): Promise<string[]> =>
  (await listStoredBackups(store))
    .filter(({ isComplete }) => isComplete)
    .map(({ name }) => name.slice(-10, -1));

const stores: readonly [string, (server: S3Server) => (folder: string) => BackupStore][] = [
  ['a folder', () => toFolder],
  ['an S3-compatible store', (server) => () => new S3Store(server.location('shop'), { retryPausesMs: [] })],
];
for (const [kind, open] of stores)
  test(`backups to ${kind} follow the schedule, and the oldest is deleted after a newer one is stored`, async () => {
    await using server = await S3Server.open();
    await using one = await scheduled(open(server));
    const { backups, store } = one;
    await backups.turn();
    assert.deepEqual([one.failures, await names(one)], [[], ['31T020000']]);
    one.now += 6 * hourMs - 1;
    await backups.turn();
    assert.equal(one.stored.length, 1, 'it is not due yet');
    one.now += 1;
    await backups.turn();
    one.now += 6 * hourMs;
    await backups.turn();
    assert.deepEqual(await names(one), ['31T140000', '31T080000']);
    assert.deepEqual(
      one.stored.map(({ deleted }) => deleted),
      [0, 0, 1],
    );
    const { bytes, name } = one.stored.at(-1)!;
    assert.ok(bytes > 4_096);
    const { lastAt, lastBytes, count, failures, failure, isOverdue } = backups.status();
    assert.deepEqual(
      { lastAt, lastBytes, count, failures, failure, isOverdue },
      { lastAt: one.now, lastBytes: bytes, count: 2, failures: 0, failure: null, isOverdue: false },
    );
    const copy = join(one.folder, 'copy');
    await fetchBackup(store, name, copy, parseManifest);
    assert.deepEqual(checkBackup(copy).problems, []);
    assert.deepEqual(await readdir(join(one.folder, 'backups')).catch(() => []), [], 'no copy is left');
  });

test('a start finds the last backup in the store, and other processes than the leader make none', async () => {
  await using one = await scheduled(toFolder);
  await one.backups.turn();
  await using again = await scheduled(() => new FolderStore(one.store.folder!));
  again.now = start + hourMs;
  await again.backups.turn();
  assert.deepEqual([again.stored.length, again.backups.status().lastAt], [0, start]);
  again.isLeader = false;
  again.now = start + 7 * hourMs;
  await again.backups.turn();
  assert.deepEqual([again.stored.length, again.backups.status().isOverdue], [0, false]);
  again.now = start + 10 * hourMs + 1;
  assert.ok(again.backups.status().isOverdue);
  again.isLeader = true;
  await again.backups.turn();
  assert.deepEqual([again.stored.length, again.backups.status().isOverdue], [1, false]);
});

test('a failed backup deletes nothing, leaves nothing behind, and is repeated after 15 minutes', async () => {
  await using server = await S3Server.open();
  await using one = await scheduled(() => new S3Store(server.location(), { retryPausesMs: [] }), {
    countMax: 1,
  });
  await one.backups.turn();
  one.now += 6 * hourMs;
  server.refuses = (request) => (request.includes('manifest.json') && request.startsWith('PUT') ? 500 : null);
  await one.backups.turn();
  assert.match(String(one.failures), /500 Refused/);
  const { failures, failure } = one.backups.status();
  assert.deepEqual([failures, /500/.test(String(failure))], [1, true]);
  assert.deepEqual(await names(one), ['31T020000']);
  assert.equal((await listStoredBackups(one.store)).length, 1, 'its files are removed');
  server.refuses = () => null;
  one.now += 15 * 60_000 - 1;
  await one.backups.turn();
  assert.equal(one.stored.length, 1);
  one.now += 1;
  await one.backups.turn();
  assert.deepEqual([await names(one), one.backups.status().failure], [['31T081500'], null]);
});

test('a backup that the store changed does not count, and the older one stays', async () => {
  const open = (folder: string): BackupStore => {
    const store = toFolder(folder);
    // The disk loses the end of a file.
    const damage = async (): Promise<void> => {
      const newest = (await readdir(store.folder!)).sort().at(-1)!;
      if (newest.includes('T08')) await truncate(join(store.folder!, newest, 'projects', 'shop.db'), 4_096);
    };
    return {
      place: store.place,
      folder: store.folder,
      list: (begin) => store.list(begin),
      write: (...file) => store.write(...file),
      remove: (path) => store.remove(path),
      read: async function* (path) {
        if (path.endsWith('shop.db')) await damage();
        yield* store.read(path);
      },
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
  };
  await using one = await scheduled(open, { countMax: 1 });
  await one.backups.turn();
  one.now += 6 * hourMs;
  await one.backups.turn();
  assert.match(
    String(one.failures),
    /projects\/shop\.db of vitrine-20260131T080000Z .* is not what its manifest/,
  );
  assert.deepEqual(await names(one), ['31T020000']);
  await verifyStored(one.store, 'vitrine-20260131T020000Z', parseManifest);
});

test('remains of a crash are deleted after a day, other files never', async () => {
  await using one = await scheduled(toFolder);
  const { folder } = one.store;
  const files = [
    'vitrine-20260130T010000Z/vitrine.db',
    'vitrine-20260130T020001Z.partial/vitrine.db',
    'nightly/manifest.json',
    'vitrine-notes.txt',
  ];
  for (const file of files) {
    await mkdir(join(folder!, file, '..'), { recursive: true });
    await writeFile(join(folder!, file), 'x');
  }
  await one.backups.turn();
  assert.deepEqual((await readdir(folder!)).sort(), [
    'nightly',
    'vitrine-20260130T020001Z.partial',
    'vitrine-20260131T020000Z',
    'vitrine-notes.txt',
  ]);
  assert.equal(await readFile(join(folder!, 'nightly', 'manifest.json'), 'utf8'), 'x');
});

test('without any backup, the schedule is overdue after an hour', async () => {
  await using one = await scheduled(() => new FolderStore('/proc/none'));
  await one.backups.turn();
  assert.equal(one.failures.length, 1);
  assert.deepEqual([one.backups.status().isOverdue, one.backups.status().lastAt], [false, null]);
  one.now += hourMs + 1;
  assert.ok(one.backups.status().isOverdue);
});

test('a requested backup is made at once, verified and reported, also without a schedule, where none is deleted', async () => {
  await using one = await scheduled(toFolder, { schedule: null, countMax: null });
  const { backups } = one;
  await backups.turn();
  assert.deepEqual(
    [await names(one), backups.status().scheduled, backups.status().nextAt],
    [[], false, null],
  );
  assert.deepEqual(backups.backUpNow(), { startedAt: start, step: 'waiting', done: 0, total: 0 });
  one.now += 1_000;
  assert.equal(backups.backUpNow().startedAt, start, 'the one in progress');
  const steps = new Set<string>();
  const seen = setInterval(() => steps.add(backups.status().running?.step ?? 'none'));
  await backups.turn();
  clearInterval(seen);
  assert.ok(steps.has('copying') || steps.has('verifying'), [...steps].join());
  assert.equal(backups.status().running, null);
  for (let more = 0; more < 3; more++) {
    one.now += 1_000;
    backups.backUpNow();
    await backups.turn();
  }
  assert.equal((await backups.listBackups()).filter(({ isComplete }) => isComplete).length, 4);
  assert.deepEqual([backups.status().failure, backups.status().isOverdue, one.failures], [null, false, []]);
});

test('two backups of the same second are both stored', async () => {
  await using one = await scheduled(toFolder, { schedule: null, countMax: null });
  for (let more = 0; more < 2; more++) {
    one.backups.backUpNow();
    await one.backups.turn();
  }
  assert.deepEqual(await names(one), ['31T020001', '31T020000']);
  assert.deepEqual([one.backups.status().failure, one.failures], [null, []]);
});

test('a requested backup that fails is told, and the next one may succeed', async () => {
  await using server = await S3Server.open();
  await using one = await scheduled(() => new S3Store(server.location(), { retryPausesMs: [] }));
  server.refuses = (request) => (request.startsWith('PUT') ? 500 : null);
  one.backups.backUpNow();
  // The schedule waits after a failure.
  await one.backups.turn();
  assert.match(String(one.backups.status().failure), /500/);
  assert.equal(one.backups.status().running, null);
  server.refuses = () => null;
  one.backups.backUpNow();
  await one.backups.turn();
  assert.deepEqual([one.backups.status().failure, (await names(one)).length], [null, 1]);
});
