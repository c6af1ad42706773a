import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import { moveBetweenLogs, moveFromLogs, moveToLogs } from '../../src/engine/projects/migration.ts';
import { MemoryLogs, ReachedLogs } from '../support/memory-logs.ts';
import { allLists } from './events.ts';
import { embeddedShop, openEmbedded } from './embedded-shop.ts';
import { aProject, dimensions, event, Shop } from './shop.ts';

/** Migration between a folder and shared logs. */

const nothing = (): void => undefined;

async function filled(): Promise<Shop> {
  const shop = await embeddedShop();
  await shop.engine.store.createProject(aProject('other'));
  await shop.engine.project('other');
  // This project was never opened: it has no database.
  await shop.engine.store.createProject(aProject('third'));
  for (let i = 0; i < 30; i++) {
    await shop.put({ id: `i${i}`, name: `lamp ${i % 7} blue`, category: `c${i % 3}` });
    await shop.project.events.append([
      event('view', { user: `u${i % 4}` }, [`i${i}`, `i${i >> 1}`], { at: shop.now }),
    ]);
  }
  return shop;
}

const answersOf = async (shop: Shop): Promise<unknown> => ({
  hits: (await shop.search('blue lamp')).hits.map(({ item, score }) => [item.id, score]),
  lists: await allLists(shop, ['u0', 'u1', 'u2']),
  projects: shop.engine.store.projects(),
});

test('moveToLogs() resumes after an interruption, and the migrated data gives the same results, also after migrating back', async () => {
  await using shop = await filled();
  const before = await answersOf(shop);
  const logs = new MemoryLogs();
  await shop.reopen(async () => {
    const reached = new ReachedLogs(logs);
    const breakOff = (doing: string): void => void (reached.away = doing === 'copying project shop');
    await assert.rejects(moveToLogs(shop.folder, reached, breakOff));
    const migrated = await moveToLogs(shop.folder, logs, nothing);
    assert.equal(migrated.databases, 3);
    assert.equal(migrated.before, 1);
    assert.ok(migrated.bytes > 0);
    assert.equal((await moveToLogs(shop.folder, logs, nothing)).before, 3, 'repeating it has no effect');
  });
  assert.deepEqual(await answersOf(shop), before, 'the folder is unchanged');

  await using process = await Shop.anotherProcess(shop, openEmbedded({ shared: logs }), 'p');
  assert.deepEqual(await answersOf(process), before);
  await process.put({ id: 'new', name: 'blue lamp' });
  await process.engine.store.createProject(aProject('fourth'));
  await shop.reopen(() =>
    assert.rejects(
      moveToLogs(shop.folder, logs, nothing),
      /already contains a service with this schema or prefix/,
    ),
  );

  const folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-'));
  try {
    const clock = { now: () => shop.now };
    const ids = { next: () => 'f'.repeat(24) };
    const image = { model: shop.model, dimensions };
    const onError = (error: unknown): never => assert.fail(error as Error);
    const options = { dataDir: folder, clock, ids, image, onError };
    const after = await answersOf(process);
    await moveFromLogs({ ...options, shared: logs }, nothing);
    await assert.rejects(moveFromLogs({ ...options, shared: logs }, nothing), /already contains data/);
    const engine = await EmbeddedEngine.open(options);
    try {
      const alone = Object.assign(Object.create(process) as Shop, {
        engine,
        project: await engine.project('shop'),
      });
      assert.deepEqual(await answersOf(alone), after);
    } finally {
      await engine[Symbol.asyncDispose]();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('moveBetweenLogs() is repeated after an interruption, and rejects logs of another service', async () => {
  await using shop = await filled();
  const before = await answersOf(shop);
  const logs = new MemoryLogs();
  await shop.reopen(async () => void (await moveToLogs(shop.folder, logs, nothing)));
  const folder = join(shop.folder, 'migration');
  const options = {
    dataDir: folder,
    shared: logs,
    clock: { now: () => shop.now },
    ids: { next: () => 'f'.repeat(24) },
    image: { model: shop.model, dimensions },
    onError: (error: unknown): never => assert.fail(error as Error),
  };
  const target = new MemoryLogs();
  const reached = new ReachedLogs(target);
  const said: string[] = [];
  const breakOff = (doing: string): void => {
    said.push(doing);
    reached.away = doing === 'copying project shop';
  };
  await assert.rejects(moveBetweenLogs(options, reached, breakOff), { code: 'storage_failed' });
  assert.ok(said.includes('reading project shop'));
  const moved = await moveBetweenLogs(options, target, nothing);
  // The project that was never opened has a database now.
  assert.deepEqual([moved.databases, moved.before], [4, 1]);
  assert.equal(existsSync(folder), false);
  await using process = await Shop.anotherProcess(shop, openEmbedded({ shared: target }), 'p');
  assert.deepEqual(await answersOf(process), before);
  await process.engine.store.createProject(aProject('fourth'));
  await assert.rejects(
    moveBetweenLogs(options, target, nothing),
    /already contains a service with this schema or prefix/,
  );
});

test('moveToLogs() rejects a folder that is in use, and one without data', async () => {
  await using shop = await filled();
  const logs = new MemoryLogs();
  await assert.rejects(moveToLogs(shop.folder, logs, nothing), /another process has it/);
  await assert.rejects(moveToLogs(join(shop.folder, 'none'), logs, nothing), /has no vitrine.db/);
});
