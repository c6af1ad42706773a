import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKey, Task } from '../../src/ports/access/projects.ts';
import { aProject, event, Shop, upsert, withCode, type OpenEngine } from './shop.ts';

const key = (id: string, more: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: id,
  kind: 'server',
  hash: `hash-${id}`,
  prefix: 'vtr_',
  scopes: ['search'],
  projects: null,
  expiresAt: null,
  ratePerMinute: null,
  origins: null,
  filter: null,
  priceLists: [],
  createdAt: Number.parseInt(id, 36),
  revokedAt: null,
  ...more,
});

const task = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  project: 'shop',
  kind: 'import',
  status: 'succeeded',
  startedAt: 1,
  finishedAt: 2,
  progress: { lines: 3 },
  error: null,
  ...more,
});

/** The contract of `ports/access/projects.ts`. */
export function testProjects(name: string, open: OpenEngine): void {
  test(`${name} ProjectStore keeps projects, keys and ended tasks`, async () => {
    await using shop = await Shop.open(open);
    const { store } = shop.engine;
    await store.createProject(aProject('other', { name: 'Other', demo: true }));
    await store.putKey(key('k2'));
    await store.putKey(key('k1'));
    await store.putKey(key('k2', { revokedAt: 5 }));
    await store.putTask(task('one', { status: 'running', finishedAt: null }));
    assert.equal(store.task('shop', 'one')?.status, 'running');
    assert.equal(store.task('other', 'one'), null);
    await store.putTask(task('one', { project: 'other', progress: { lines: 9 } }));
    await store.putTask(task('one'));
    await store.putTask(task('one', { progress: { lines: 4 } }));
    await store.putTask(task('two', { startedAt: 9 }));
    const all = () => {
      const now = shop.engine.store;
      return {
        projects: now
          .projects()
          .map(({ id }) => id)
          .sort(),
        other: now.project('other'),
        keys: now.keys().map(({ id, revokedAt }) => [id, revokedAt]),
        byHash: now.keyByHash('hash-k2')?.id,
        unknown: now.keyByHash('hash-k3'),
        tasks: now.listTasks('shop', 10).map(({ id, progress }) => [id, progress['lines']]),
        newest: now.listTasks('shop', 1).map(({ id }) => id),
        others: now.listTasks('other', 10).map(({ id, progress }) => [id, progress['lines']]),
      };
    };
    const live = all();
    assert.deepEqual(live, {
      projects: ['other', 'shop'],
      other: aProject('other', { name: 'Other', demo: true }),
      keys: [
        ['k1', null],
        ['k2', 5],
      ],
      byHash: 'k2',
      unknown: null,
      tasks: [
        ['two', 3],
        ['one', 4],
      ],
      newest: ['two'],
      others: [['one', 9]],
    });
    await shop.reopen();
    assert.deepEqual(all(), live);
  });

  test(`${name} ProjectStore rejects a second project with an id, also while the first is created`, async () => {
    await using shop = await Shop.open(open);
    const { store } = shop.engine;
    const settled = await Promise.allSettled([
      store.createProject(aProject('x')),
      store.createProject(aProject('x')),
      store.putKey(key('k1')),
    ]);
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    await assert.rejects(store.createProject(aProject('shop')), withCode('project_exists'));
  });

  test(`${name} ProjectStore.deleteProject() removes everything: a later project with the id starts empty`, async () => {
    await using shop = await Shop.open(open);
    const { store } = shop.engine;
    for (let round = 0; round < 3; round++) {
      const project = await shop.engine.project('shop');
      await project.catalog.change([upsert({ id: `i${round}`, name: 'lamp' })]);
      await project.events.append([event('view', { user: 'u' }, [`i${round}`])]);
      await store.putTask(task(`t${round}`));
      await Promise.all([store.deleteProject('shop'), store.deleteProject('shop')]);
      assert.equal(store.task('shop', `t${round}`), null);
      await store.createProject(aProject('shop'));
      const again = await shop.engine.project('shop');
      assert.deepEqual(again.catalog.count(), { total: 0, active: 0 });
      assert.equal(again.events.count(), 0);
    }
    await shop.reopen();
    assert.deepEqual(shop.project.catalog.count(), { total: 0, active: 0 });
    assert.deepEqual(shop.engine.store.listTasks('shop', 10), []);
  });

  test(`${name} Engine.backup() copies each project at one moment, during writes`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(...Array.from({ length: 200 }, (_, at) => ({ id: `i${at}`, name: 'lamp' })));
    const writes: Promise<unknown>[] = [];
    for (let at = 0; at < 50; at++)
      writes.push(shop.put({ id: `i${at}`, name: 'changed' }, { id: `j${at}`, name: 'changed' }));
    const folder = `${shop.folder}/backups/one`;
    const [{ files, bytes }] = await Promise.all([shop.engine.backup(folder), ...writes]);
    assert.equal(files, 2);
    assert.ok(bytes > 0);
    await assert.rejects(shop.engine.backup(folder), withCode('invalid_request'));
    const copy = await open({
      folder,
      clock: { now: () => shop.now },
      ids: { next: () => 'f'.repeat(24) },
      image: { model: shop.model, dimensions: 8 },
    });
    try {
      const project = await copy.project('shop');
      const { items, total } = await project.catalog.list({ limit: 1_000, offset: 0 });
      const changed = items.filter(({ json }) => Buffer.from(json).includes('"changed"')).length;
      // Each write changed one item and added one: half of a write would be odd.
      assert.equal(changed, (total - 200) * 2);
    } finally {
      await copy[Symbol.asyncDispose]();
    }
  });
}
