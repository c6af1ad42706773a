import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import { projectFile } from '../../src/engine/data-folder/data-folder.ts';
import type { ProjectAllocation } from '../../src/ports/cluster/project-allocation.ts';
import type { SharedLogs } from '../../src/ports/cluster/shared-log.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { until } from '../support/until.ts';
import { aProject, Shop, textQuery, upsert, type OpenEngine } from './shop.ts';

/** An allocation that a test sets: the projects that this process keeps open, and leads. */
class SetPlacement implements ProjectAllocation {
  readonly thisMember = { id: 'own', address: '', secret: '', state: 'ready' } as const;
  readonly members = [this.thisMember];
  readonly #listeners: (() => void)[] = [];
  held: ReadonlySet<string> = new Set();
  led: ReadonlySet<string> = new Set();

  listHolders(): [] {
    return [];
  }

  keepsOpen(id: string): boolean {
    return this.held.has(id);
  }

  isLeader(id: string): boolean {
    return this.led.has(id);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  set(held: readonly string[], led: readonly string[]): void {
    this.held = new Set(held);
    this.led = new Set(led);
    for (const listener of this.#listeners) listener();
  }
}

const opening =
  (shared: SharedLogs, allocation: ProjectAllocation, copyKeptMs: number): OpenEngine =>
  async ({ folder, clock, ids, image }) =>
    EmbeddedEngine.open({
      dataDir: folder,
      clock,
      ids,
      image,
      shared,
      allocation,
      copyKeptMs,
      idleMs: 50,
      onError: (error) => assert.fail(error as Error),
    });

const projectIds = ['shop', 'second', 'third'];

/** Two processes of one service. */
async function processes(copyKeptMs: number) {
  const logs = new MemoryLogs();
  const [one, two] = [new SetPlacement(), new SetPlacement()];
  const first = await Shop.open(opening(logs, one, copyKeptMs));
  for (const id of projectIds.slice(1)) await first.engine.store.createProject(aProject(id));
  const second = await Shop.anotherProcess(first, opening(logs, two, copyKeptMs), 'two');
  return { first, second, one, two };
}

const openAt = (shop: Shop): number => shop.engine.gauges()['projects_open']!;
const totalAt = async (shop: Shop, id: string): Promise<number> =>
  (await (await shop.engine.project(id)).text.search(textQuery('lamp'))).total;
const engineOf = ({ engine }: Shop): EmbeddedEngine => engine as EmbeddedEngine;

test('EmbeddedEngine opens the projects that it holds, and closes those that it no longer holds', async () => {
  const { first, second, one, two } = await processes(Infinity);
  try {
    one.set(['shop', 'second'], ['shop']);
    two.set(['third'], ['third']);
    await engineOf(first).openAll();
    await engineOf(second).openAll();
    await until(
      'A process has open what it does not hold',
      () => openAt(first) === 2 && openAt(second) === 1,
    );
    assert.deepEqual(first.engine.listHeldProjects(), ['second', 'shop']);
    assert.equal(first.engine.gauges()['projects_held'], 2);
    const withWork: unknown[] = [];
    for await (const project of first.engine.projectsWithWork()) withWork.push(project);
    assert.equal(withWork.length, 2);

    // Any process serves any project, and closes it again.
    await (await second.engine.project('shop')).catalog.change([upsert({ id: 'a', name: 'lamp' })]);
    assert.equal(await totalAt(first, 'shop'), 1);
    assert.equal(await totalAt(second, 'shop'), 1);
    await until('A project that is elsewhere stays open', () => openAt(second) === 1);

    // A move: from its copy, or from the log.
    one.set(['shop'], ['shop']);
    two.set(['second', 'third'], ['second', 'third']);
    await until('A project did not move', () => openAt(first) === 1 && openAt(second) === 2);
    assert.deepEqual(second.engine.listHeldProjects(), ['second', 'third']);
    one.set(projectIds, projectIds);
    await (await second.engine.project('second')).catalog.change([upsert({ id: 'b', name: 'lamp' })]);
    await until('A project did not return', () => openAt(first) === 3);
    assert.equal(await totalAt(first, 'second'), 1);
  } finally {
    await second.engine[Symbol.asyncDispose]();
    await first[Symbol.asyncDispose]();
  }
});

test('EmbeddedEngine deletes copies of projects that it no longer holds, and restores them from the log', async () => {
  const { first, second, one, two } = await processes(100);
  try {
    one.set(projectIds, projectIds);
    two.set([], []);
    await engineOf(first).openAll();
    await engineOf(second).openAll();
    await (await first.engine.project('second')).catalog.change([upsert({ id: 'a', name: 'lamp' })]);
    const copy = projectFile(first.folder, 'second');
    assert.equal(existsSync(copy), true);
    one.set(['shop', 'third'], []);
    await until('The copy remains', () => !existsSync(copy));
    assert.equal(existsSync(projectFile(first.folder, 'shop')), true);
    one.set(projectIds, projectIds);
    await until('It is not opened again', () => openAt(first) === 3);
    assert.equal(existsSync(copy), true);
    assert.equal(await totalAt(first, 'second'), 1);
  } finally {
    await second.engine[Symbol.asyncDispose]();
    await first[Symbol.asyncDispose]();
  }
});

test('EmbeddedEngine backs up the projects that other processes hold', async () => {
  const { first, second, one, two } = await processes(Infinity);
  try {
    one.set(['shop'], []);
    two.set(['second', 'third'], []);
    await engineOf(first).openAll();
    await engineOf(second).openAll();
    await (await second.engine.project('third')).catalog.change([upsert({ id: 'a', name: 'lamp' })]);
    const { files } = await first.engine.backup(`${first.folder}-backup`);
    assert.equal(files, 1 + projectIds.length);
    await until('The backup keeps projects open', () => openAt(first) === 1);
  } finally {
    await second.engine[Symbol.asyncDispose]();
    await first[Symbol.asyncDispose]();
  }
});
