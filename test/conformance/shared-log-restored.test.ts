import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import {
  copyPositions,
  findLossesAfterRepair,
  findLosses,
} from '../../src/engine/data-folder/lost-entries.ts';
import { controlLog, projectLog } from '../../src/engine/log/log-names.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import { LogRestored, type SharedLogs } from '../../src/ports/cluster/shared-log.ts';
import { hookedLogs, MemoryLogs, ReachedLogs } from '../support/memory-logs.ts';
import { sameEverywhere } from './agreement.ts';
import { aProject, event, Shop, withCode, type OpenEngine } from './shop.ts';
import { until } from '../support/until.ts';

/** Logs that are restored to an earlier state, as from a snapshot of the cluster, under running processes. */

const opening =
  (shared: SharedLogs, faults: unknown[]): OpenEngine =>
  ({ folder, clock, ids, image }) =>
    EmbeddedEngine.open({
      dataDir: folder,
      clock,
      ids,
      image,
      shared,
      onError: (error) => faults.push(error),
    });

async function write(shop: Shop, from: number, count: number): Promise<void> {
  for (let i = from; i < from + count; i++) {
    await shop.put({ id: `i${i}`, name: `lamp ${i}` });
    await shop.project.events.append([
      event('view', { user: `u${i % 3}` }, [`i${i}`], { id: `e${i}`, at: shop.now }),
    ]);
  }
}

async function ready({ engine }: Shop): Promise<void> {
  await until('It is not ready', () => engine.status().ready);
  assert.deepEqual(engine.status(), { ready: true, detail: 'open' });
}

test('EmbeddedEngines detect restored logs at the next poll, report it, and continue with the restored state', async () => {
  const logs = new MemoryLogs();
  const faults: unknown[] = [];
  const one = await Shop.open(opening(logs, faults));
  const other = await Shop.anotherProcess(one, opening(logs, faults), 'a');
  const shops = [one, other];
  try {
    await one.engine.store.createProject(aProject('kept'));
    await write(one, 0, 4);
    for (const shop of shops) await shop.engine.project('shop');
    const restore = logs.snapshot();
    await write(other, 4, 3);
    await one.engine.store.createProject(aProject('later'));
    for (const shop of shops) {
      await shop.engine.catchUp();
      await shop.engine.project('later');
      // Each process knows all six entries that are lost.
      await until('The process lags behind', () => shop.project.events.count() === 7);
    }
    restore();
    const stale = other.project;
    const refused = stale.catalog.change([
      { address: { id: 'z' }, decide: () => null },
      { address: { id: 'i0' }, decide: () => null },
    ]);
    await assert.rejects(
      refused,
      withCode('storage_failed'),
      'a process that has not polled does not write either',
    );
    await sameEverywhere(shops);
    assert.deepEqual(await one.found('lamp'), ['i0', 'i1', 'i2', 'i3']);
    assert.equal(one.project.events.count(), 4);
    await assert.rejects(one.engine.project('later'), withCode('project_not_found'));
    assert.ok(faults.length >= 2 && faults.every((fault) => fault instanceof LogRestored));
    // Six of the project and one of the list of projects.
    assert.equal(other.engine.gauges()['writes_lost_entries'], 7);
    assert.match(String(faults.at(-1)), / lost 6 acknowledged entries$/);
    for (const shop of shops) await ready(shop);
    await write(other, 10, 2);
    await write(one, 20, 2);
    shops.push(await Shop.anotherProcess(one, opening(logs, faults), 'n'));
    await sameEverywhere(shops);
    assert.equal((await one.search('lamp')).total, 8);
  } finally {
    for (const shop of shops) await shop[Symbol.asyncDispose]();
  }
});

test('findLosses() counts the entries that copies in a folder have and their logs lost', async () => {
  const logs = new MemoryLogs();
  await using shop = await Shop.open(opening(logs, []));
  await write(shop, 0, 3);
  const restore = logs.snapshot();
  const before = copyPositions(shop.folder);
  assert.deepEqual(await findLosses(before, (name) => logs.open(name)), []);
  await write(shop, 3, 20);
  const copies = copyPositions(shop.folder);
  const log = projectLog(shop.engine.store.project('shop')!);
  assert.deepEqual(copies.map(({ name }) => name).sort(), [controlLog, log]);
  restore();
  assert.deepEqual(await findLosses(copies, (name) => logs.open(name)), [{ log, entries: 40 }]);
  // The logs of other projects, and of deleted ones.
  const renamed = copies.map((copy) => ({ ...copy, id: 'another' }));
  assert.deepEqual(await findLosses(renamed, (name) => logs.open(name)), []);
  assert.deepEqual(await findLosses(copies, () => Promise.resolve(null)), []);
  let reads = 0;
  const startsLate = async (name: string) => {
    if (++reads < 3) throw new VitrineError('storage_failed', 'The cluster cannot read the log');
    return logs.open(name);
  };
  const soon = { msMax: Infinity, everyMs: 1 };
  assert.deepEqual(await findLossesAfterRepair(copies, startsLate, soon), [{ log, entries: 40 }]);
  reads = 0;
  await assert.rejects(findLossesAfterRepair(copies, startsLate, { msMax: 0 }), withCode('storage_failed'));
});

test('EmbeddedEngine rebuilds after its logs were restored and grew past its position in the meantime', async () => {
  for (const count of [2, 3, 5]) {
    const logs = new MemoryLogs();
    const reached = new ReachedLogs(logs);
    const faults: unknown[] = [];
    const one = await Shop.open(opening(logs, faults));
    const sleeper = await Shop.anotherProcess(one, opening(reached, faults), 'a');
    const shops = [one, sleeper];
    try {
      await write(one, 0, 2);
      const restore = logs.snapshot();
      await write(one, 2, 3);
      await sleeper.engine.project('shop');
      reached.away = true;
      restore();
      one.project = await one.engine.project('shop');
      // As many entries as before, fewer and more: different ones.
      await write(one, 30, count);
      reached.away = false;
      await sameEverywhere(shops);
      assert.equal((await sleeper.search('lamp')).total, 2 + count);
      await sleeper.reopen();
      await sameEverywhere(shops);
    } finally {
      for (const shop of shops) await shop[Symbol.asyncDispose]();
    }
  }
});

test('EmbeddedEngine started on a folder with another history than its log uses the log', async () => {
  const logs = new MemoryLogs();
  const one = await Shop.open(opening(logs, []));
  const stopped = await Shop.anotherProcess(one, opening(logs, []), 'a');
  const shops = [one, stopped];
  try {
    await write(one, 0, 2);
    const restore = logs.snapshot();
    await write(one, 2, 3);
    await stopped.engine.project('shop');
    await stopped.reopen(async () => {
      restore();
      one.project = await one.engine.project('shop');
      await write(one, 30, 4);
    });
    await sameEverywhere(shops);
    assert.equal((await stopped.search('lamp')).total, 6);
  } finally {
    for (const shop of shops) await shop[Symbol.asyncDispose]();
  }
});

test('EmbeddedEngine serves every project while its list of projects is rebuilt, and keeps the remaining ones', async () => {
  const logs = new MemoryLogs();
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  // The requests at the beginning of the rebuild, but not the poll that reports the restored log.
  const hooked = hookedLogs(logs, {
    read: (name, from) => (isHeld && name === controlLog && from === 0 ? held.promise : undefined),
  });
  await using one = await Shop.open(opening(hooked, []));
  await write(one, 0, 2);
  const { project } = one;
  const restore = logs.snapshot();
  await one.engine.store.createProject(aProject('later'));
  isHeld = true;
  restore();
  const polls = [one.engine.catchUp()];
  const isRebuilding = () => /being rebuilt|being reopened/.test(one.engine.status().detail);
  await until('The list of projects is not rebuilt', () => {
    assert.notEqual(one.engine.store.project('shop'), null);
    return isRebuilding();
  });
  for (let turns = 0; turns < 100; turns++) {
    assert.notEqual(one.engine.store.project('shop'), null);
    await sleep(10);
  }
  assert.ok(isRebuilding(), one.engine.status().detail);
  polls.push(one.engine.catchUp());
  held.resolve();
  await Promise.all(polls);
  assert.equal(await one.engine.project('shop'), project);
  await assert.rejects(one.engine.project('later'), withCode('project_not_found'));
});

test('EmbeddedEngine drops a project that is reopened after it was removed from the list', async () => {
  const logs = new MemoryLogs();
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const deleted = aProject('later');
  const hooked = hookedLogs(logs, {
    append: (name) => (isHeld && name === projectLog(deleted) ? held.promise : undefined),
  });
  await using one = await Shop.open(opening(hooked, []));
  await write(one, 0, 2);
  const restore = logs.snapshot();
  await one.engine.store.createProject(deleted);
  const later = await one.engine.project('later');
  await later.events.append([event('view', { user: 'u1' }, ['i0'], { id: 'e0', at: one.now })]);
  isHeld = true;
  // It fails as soon as the project is dropped, which may be before the assertions below.
  const refused = assert.rejects(
    later.events.append([event('view', { user: 'u1' }, ['i0'], { id: 'e1', at: one.now })]),
    withCode('storage_failed'),
  );
  restore();
  // A process that has not noticed creates its log again, before any process can miss it.
  await logs.open(projectLog(deleted));
  const asked = assert.rejects(one.engine.project('later'), withCode('project_not_found'));
  const looked = one.engine.catchUp();
  await until('The project is still listed', () => one.engine.store.project('later') === null);
  held.resolve();
  await Promise.all([refused, asked, looked]);
  assert.deepEqual(await one.found('lamp'), ['i0', 'i1']);
});
