import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { locateProjects } from '../../src/engine/data-folder/data-folder.ts';
import type { ProjectEngine } from '../../src/ports/engine.ts';
import { embeddedShop } from './embedded-shop.ts';
import { aProject, aUser, conditions, event, seeded, textQuery, upsert, type Shop } from './shop.ts';

/** Open files of this process in a folder. */
function openFiles(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // It was closed since.
      return [];
    }
  });
}

/** Uses a project as a request does: it stays open until the work ends. */
async function using<T>(shop: Shop, id: string, work: (project: ProjectEngine) => Promise<T>): Promise<T> {
  const project = await shop.engine.project(id);
  using _ = shop.engine.hold(project);
  return await work(project);
}

async function closed(shop: Shop): Promise<void> {
  while (shop.engine.gauges()['projects_open']! > 0) await sleep(20);
}

/** As the embedding loop does: without a target model, it is unknown whether texts wait. */
async function setTargets(shop: Shop): Promise<void> {
  for await (const { textEmbeddings } of shop.engine.projectsWithWork())
    textEmbeddings.setTargetModel(null, () => false);
}

const found = (project: ProjectEngine, text: string): Promise<string[]> =>
  project.text.search(textQuery(text)).then(({ hits }) => hits.map(({ item }) => item.id));

test('EmbeddedEngine closes unused projects, and the next use finds all of them', async () => {
  await using shop = await embeddedShop({ idleMs: 100 });
  for (let no = 0; no < 5; no++) await shop.engine.store.createProject(aProject(`shop${no}`));
  const ids = shop.engine.store.projects().map(({ id }) => id);
  for (const id of ids) await stock(shop, id);
  await setTargets(shop);
  const before = { ...shop.engine.gauges() };
  await closed(shop);
  // They are closed a moment later.
  while (process.platform === 'linux' && openFiles(locateProjects(shop.folder)).length > 0) await sleep(20);
  const { items, events } = shop.engine.gauges();
  assert.deepEqual([items, events], [before['items'], before['events']]);
  const overview = await shop.engine.overview('shop3');
  assert.deepEqual(overview.catalog.count(), { total: 2, active: 2 });
  assert.equal(overview.events.count(), 7);
  assert.equal(shop.engine.gauges()['projects_open'], 0, 'an overview opens nothing');
  for (const id of ids)
    await using(shop, id, async (project) => {
      assert.deepEqual(await found(project, 'lamp'), ['a']);
      assert.deepEqual(await listFor(project, 'ann'), ['b']);
      assert.equal(project.events.count(), 7);
    });
});

async function listFor(project: ProjectEngine, user: string): Promise<string[]> {
  const request = { visitor: aUser(user), seen: [], repeats: null, conditions: conditions() };
  return (await project.recommenders.forUser(request)).map(({ item }) => item.id);
}

async function stock(shop: Shop, id: string): Promise<void> {
  await using(shop, id, async (project) => {
    await project.catalog.change([upsert({ id: 'a', name: 'Lamp' }), upsert({ id: 'b', name: 'Table' })]);
    await project.events.append([
      event('view', { user: 'ann' }, ['a']),
      ...['ben', 'cid', 'dan'].flatMap((user) => [
        event('view', { user }, ['a']),
        event('cart', { user }, ['b']),
      ]),
    ]);
  });
}

test('EmbeddedEngine gives back cached items, and finds and changes them as before', async () => {
  await using shop = await embeddedShop({});
  await stock(shop, 'shop');
  await using(shop, 'shop', async (project) => {
    const bytes = (): number => shop.engine.gauges()['item_cache_bytes']!;
    assert.ok(bytes() > 0);
    shop.engine.releaseCaches();
    assert.equal(bytes(), 0);
    assert.deepEqual(await found(project, 'lamp'), ['a']);
    assert.ok(bytes() > 0, 'what is read is cached again');
    shop.engine.releaseCaches();
    await project.catalog.change([upsert({ id: 'b', name: 'Lamp table' })]);
    assert.deepEqual(await found(project, 'table'), ['b']);
    assert.deepEqual((await found(project, 'lamp')).toSorted(), ['a', 'b']);
  });
});

test('no write is lost while projects are closed and opened all the time', async () => {
  await using shop = await embeddedShop({ idleMs: 0 });
  const ids = ['shop', 'shop1', 'shop2'];
  for (const id of ids.slice(1)) await shop.engine.store.createProject(aProject(id));
  const random = seeded(20261123);
  const acknowledged = new Map(ids.map((id) => [id, 0]));
  let opened = 0;
  const seen = new WeakSet<ProjectEngine>();
  // About a third of the writes find their project closed.
  const write = async (): Promise<void> => {
    for (let no = 0; no < 25; no++) {
      const id = ids[Math.floor(random() * ids.length)]!;
      await using(shop, id, async (project) => {
        if (!seen.has(project)) opened++;
        seen.add(project);
        project.textEmbeddings.setTargetModel(null, () => false);
        const items = acknowledged.get(id)!;
        acknowledged.set(id, items + 1);
        await project.catalog.change([upsert({ id: `item${items}`, name: 'Lamp' })]);
        const { total } = await project.text.search(textQuery('lamp', { limit: 0 }));
        assert.ok(total > items - 3, 'an acknowledged write is found');
      });
      await sleep(random() * 300);
    }
  };
  await Promise.all([write(), write(), write()]);
  assert.ok(opened > 5, `${opened} openings`);
  for (const id of ids)
    await using(shop, id, async (project) => {
      const { total } = await project.text.search(textQuery('lamp', { limit: 0 }));
      assert.equal(total, acknowledged.get(id));
    });
});

test('a project with work, or in use, is not closed', async () => {
  await using shop = await embeddedShop({ idleMs: 0 });
  await stock(shop, 'shop');
  await sleep(600);
  assert.equal(shop.engine.gauges()['projects_open'], 1, 'its target model is unknown');
  const held = shop.engine.hold(await shop.engine.project('shop'));
  await setTargets(shop);
  await sleep(600);
  assert.equal(shop.engine.gauges()['projects_open'], 1, 'it is held');
  held[Symbol.dispose]();
  await closed(shop);
});
