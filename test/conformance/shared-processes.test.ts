import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import type { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import type { EmbeddedProject } from '../../src/engine/projects/project.ts';
import { serialize } from 'node:v8';
import { controlLog, projectLog } from '../../src/engine/log/log-names.ts';
import { entryFormat } from '../../src/engine/log/shared-writes.ts';
import type { ApiKey } from '../../src/ports/access/projects.ts';
import type { ResultClick } from '../../src/ports/recommendations/click-log.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import { MemoryLogs, ReachedLogs } from '../support/memory-logs.ts';
import { rowsOf, sameEverywhere } from './agreement.ts';
import { openEmbedded } from './embedded-shop.ts';
import { aProject, dimensions, event, seeded, Shop, upsert, withCode } from './shop.ts';
import { until } from '../support/until.ts';

/** Processes that write to the same shop concurrently, on logs in memory. */

const aKey: ApiKey = {
  id: 'k',
  name: 'k',
  prefix: 'vk',
  hash: 'h',
  scopes: ['search'],
  projects: null,
  kind: 'server',
  filter: null,
  priceLists: [],
  origins: null,
  ratePerMinute: null,
  createdAt: 1,
  expiresAt: null,
  revokedAt: null,
};
const types = ['view', 'view', 'click', 'purchase', 'return', 'dislike'];

async function processes(count: number, logs = new MemoryLogs()): Promise<Shop[]> {
  const open = openEmbedded({ shared: logs });
  const first = await Shop.open(open);
  const others: Shop[] = [];
  for (let i = 1; i < count; i++)
    others.push(await Shop.anotherProcess(first, open, String.fromCharCode(96 + i)));
  return [first, ...others];
}

async function close(shops: readonly Shop[]): Promise<void> {
  for (const shop of shops) await shop[Symbol.asyncDispose]();
}

/** Acknowledged writes, which must not be lost. */
interface Acknowledged {
  readonly items: Map<string, string>;
  readonly events: string[];
}

/** The actions of a shop, on one of many processes. */
async function live(shop: Shop, name: string, next: () => number, rounds: number): Promise<Acknowledged> {
  const below = (count: number): number => Math.floor(next() * count);
  const acknowledged: Acknowledged = { items: new Map(), events: [] };
  for (let round = 0; round < rounds; round++) {
    const own = `${name}${below(20)}`;
    const text = `lamp ${name} ${round}`;
    const shared = `shared${below(5)}`;
    await Promise.all([
      shop.put({ id: own, name: text }).then(() => acknowledged.items.set(own, text)),
      shop.put({ id: shared, name: `lamp of all ${name} ${round}` }),
      shop.project.events
        .append([
          event(types[below(types.length)]!, { user: `u${below(4)}` }, [own, shared], {
            id: `${name}-${round}`,
            at: shop.now,
          }),
        ])
        .then(() => acknowledged.events.push(`${name}-${round}`)),
    ]);
    if (next() < 0.1) await shop.remove(shared);
    if (next() < 0.05) await shop.project.events.merge({ session: `s${below(3)}` }, `u${below(4)}`);
  }
  return acknowledged;
}

test('EmbeddedEngines on one log lose nothing and agree to the last bit when all write concurrently', async () => {
  const shops = await processes(3);
  try {
    const acknowledged = await Promise.all(shops.map((shop, i) => live(shop, 'pqr'[i]!, seeded(i + 1), 25)));
    await sameEverywhere(shops);
    const [first] = shops;
    const events = rowsOf(first!)['log']!.flatMap(
      (row) => (row as { event_id: string | null }).event_id ?? [],
    );
    assert.deepEqual(events.sort(), acknowledged.flatMap((one) => one.events).sort(), 'each event once');
    for (const { items } of acknowledged) {
      for (const [id, name] of items) {
        const item = await first!.project.catalog.get({ id });
        assert.match(Buffer.from(item!.json).toString(), new RegExp(`"${name}"`));
      }
    }
    // The state of each process equals the state after a restart.
    await first!.reopen();
    await sameEverywhere(shops);
  } finally {
    await close(shops);
  }
});

test('EmbeddedEngines on one log: databases that lost their last commits in a power failure read them again, also where snapshots have them', async () => {
  const shops = await processes(2);
  const [other, failing] = shops as [Shop, Shop];
  const files = ['vitrine.db', join('projects', 'shop.db')];
  const locate = (file: string): string => join(failing.folder, file);
  const locateCopy = (file: string): string => join(failing.folder, basename(file, '.db'));
  try {
    const next = seeded(11);
    const losses = [files, ...files.map((file) => [file])];
    for (const [round, lost] of losses.entries()) {
      await live(failing, `a${round}`, next, 5);
      // Closed databases have all commits in one file.
      await failing.reopen(() => files.forEach((file) => copyFileSync(locate(file), locateCopy(file))));
      const acknowledged = await live(failing, `b${round}`, next, 5);
      await live(other, `c${round}`, next, 5);
      await other.engine.store.putKey({ ...aKey, id: `k${round}`, hash: `h${round}` });
      await failing.engine.catchUp();
      await failing.reopen(() => lost.forEach((file) => copyFileSync(locateCopy(file), locate(file))));
      assert.equal(failing.engine.store.keys().length, round + 1);
      const events = rowsOf(failing)['log']!.map((row) => (row as { event_id: string | null }).event_id);
      for (const id of acknowledged.events) assert.equal(events.filter((one) => one === id).length, 1);
      await sameEverywhere(shops);
    }
  } finally {
    await close(shops);
  }
});

test('EmbeddedEngines on one log: a snapshot replaces entries, for new and for lagging processes', async () => {
  const logs = new MemoryLogs();
  const [worker, sleeper] = await processes(2, logs);
  const shops = [worker!, sleeper!];
  try {
    await Promise.all([live(worker!, 'p', seeded(7), 10), live(sleeper!, 'q', seeded(8), 10)]);
    const marked = 'remember-me-by-this-very-long-id';
    await worker!.project.events.append([event('view', { user: 'gone' }, ['p1'], { id: marked })]);
    await sleeper!.engine.project('shop');
    assert.ok(logs.bytes().includes(marked));
    await sleeper!.reopen(async () => {
      await worker!.project.events.eraseUser('gone');
      assert.equal(await compact(worker!), true, 'an erasure is sufficient');
      assert.equal(await compact(worker!), false, 'once');
      assert.ok(!logs.bytes().includes(marked), 'erased data is in no entry and no snapshot');
      await live(worker!, 'p', seeded(9), 5);
    });
    shops.push(await Shop.anotherProcess(worker!, openEmbedded({ shared: logs }), 'n'));
    await sameEverywhere(shops);
    await Promise.all(shops.map((shop, i) => live(shop, 'pqr'[i]!, seeded(i + 20), 5)));
    await sameEverywhere(shops);
  } finally {
    await close(shops);
  }
});

test('EmbeddedEngines on one log: a process that lagged behind a compaction rebuilds by itself', async () => {
  const logs = new MemoryLogs();
  const reached = new ReachedLogs(logs);
  const worker = await Shop.open(openEmbedded({ shared: logs }));
  const sleeper = await Shop.anotherProcess(worker, openEmbedded({ shared: reached }), 'a');
  const shops = [worker, sleeper];
  try {
    await live(worker, 'p', seeded(11), 5);
    await sleeper.engine.project('shop');
    reached.away = true;
    assert.equal(sleeper.engine.status().ready, false);
    await assert.rejects(sleeper.engine.project('shop'), withCode('storage_failed'));
    await assert.rejects(sleeper.put({ id: 'z', name: 'lamp' }), withCode('storage_failed'));
    await live(worker, 'p', seeded(12), 5);
    await worker.project.events.eraseUser('u1');
    assert.equal(await compact(worker), true);
    reached.away = false;
    await sameEverywhere(shops);
  } finally {
    await close(shops);
  }
});

test('EmbeddedEngines on one log: a project deleted by one is deleted at the other, and its id is free', async () => {
  const shops = await processes(2);
  const [one, other] = shops as [Shop, Shop];
  try {
    await one.put({ id: 'a', name: 'lamp' });
    await other.engine.project('shop');
    await one.engine.store.deleteProject('shop');
    await other.engine.catchUp();
    await assert.rejects(other.engine.project('shop'), withCode('project_not_found'));
    await assert.rejects(other.put({ id: 'b', name: 'lamp' }), (error) => error instanceof VitrineError);
    await other.engine.store.createProject({
      id: 'shop',
      name: 'New',
      currency: 'EUR',
      createdAt: one.now + 1,
      demo: false,
    });
    await one.engine.catchUp();
    for (const shop of shops) shop.project = await shop.engine.project('shop');
    assert.equal((await one.search('lamp')).total, 0);
    await other.put({ id: 'c', name: 'lamp' });
    one.project = await one.engine.project('shop');
    assert.deepEqual(await one.found('lamp'), ['c']);
  } finally {
    await close(shops);
  }
});

test('EmbeddedEngines on one log: a process that finishes a deletion late does not affect the next project with that id', async () => {
  const logs = new MemoryLogs();
  const reached = new ReachedLogs(logs);
  const one = await Shop.open(openEmbedded({ shared: logs }));
  const broken = await Shop.anotherProcess(one, openEmbedded({ shared: reached }), 'a');
  try {
    const create = (createdAt: number): Promise<void> =>
      one.engine.store.createProject(aProject('other', { createdAt }));
    await create(1);
    await broken.engine.catchUp();
    // It stops between the mark and the deletion.
    reached.noRemoval = true;
    await assert.rejects(broken.engine.store.deleteProject('other'), withCode('storage_failed'));
    await broken.reopen(async () => {
      await one.engine.catchUp();
      await one.reopen();
      await create(2);
      reached.noRemoval = false;
    });
    for (const shop of [one, broken]) await shop.engine.catchUp();
    await sameEverywhere([one, broken]);
    assert.equal(broken.engine.store.project('other')?.createdAt, 2);
    await broken.reopen();
    assert.equal(broken.engine.store.project('other')?.createdAt, 2);
    // Nor does a process that has not noticed that the project it deletes was replaced.
    await one.engine.store.deleteProject('other');
    await create(3);
    await broken.engine.store.deleteProject('other');
    for (const shop of [one, broken]) await shop.engine.catchUp();
    await sameEverywhere([one, broken]);
    assert.equal(one.engine.store.project('other')?.createdAt, 3);
  } finally {
    await close([one, broken]);
  }
});

test('EmbeddedEngines on one log: pending writes of a visitor that another process erased are dropped', async () => {
  const shops = await processes(2);
  const [one, other] = shops as [Shop, Shop];
  try {
    const of = (user: string): ResultClick => {
      const places = [{ keywordScore: 1, cosine: 1, position: 1 }];
      return { query: 'lamp', by: { user }, at: one.now, model: 'fake:1', results: places, clicked: 0 };
    };
    for (const user of ['gone', 'stays']) other.project.clickLog.record(of(user));
    await one.project.events.eraseUser('gone');
    await other.engine.project('shop');
    await other.reopen();
    for (const shop of shops) {
      await shop.engine.project('shop');
      assert.deepEqual(
        rowsOf(shop)['choices']!.map((row) => (row as { key: string }).key),
        ['u:stays'],
      );
    }
  } finally {
    await close(shops);
  }
});

test("EmbeddedEngines on one log: picture vectors of another process's model are not compared", async () => {
  const shops = await processes(1);
  try {
    const [one] = shops as [Shop];
    await one.put({ id: 'a', name: 'lamp', imgs: ['http://p/1'] });
    const [job] = await one.project.pictures.take(1, one.now, ['embed']);
    const feature = new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
    await one.project.pictures.finish(job!, { step: 'embed', feature, hash: 'h' }, 'another');
    assert.equal(one.project.pictures.bestMatch(feature).score, -1);
  } finally {
    await close(shops);
  }
});

test('EmbeddedEngines on one log: a text refused by the model at one process is refused at all', async () => {
  const shops = await processes(2);
  const [one, other] = shops as [Shop, Shop];
  try {
    await one.put({ id: 'a', name: 'lamp' }, { id: 'b', name: 'table' });
    const counts = { embedded: 0, pending: 1, refused: 1 };
    other.project = await other.engine.project('shop');
    for (const { project } of shops) project.textEmbeddings.setTargetModel('fake:1', () => false);
    const jobs = one.project.textEmbeddings.take(1);
    await one.project.textEmbeddings.refuse(jobs, 'fake:1');
    await other.engine.project('shop');
    for (const { project } of shops) assert.deepEqual(project.textEmbeddings.counts(), counts);
    await other.reopen();
    other.project.textEmbeddings.setTargetModel('fake:1', () => false);
    assert.deepEqual(other.project.textEmbeddings.counts(), counts);
  } finally {
    await close(shops);
  }
});

test('EmbeddedEngine does not continue beyond an entry of an unknown kind', async () => {
  const logs = new MemoryLogs();
  const shop = await Shop.open(openEmbedded({ shared: logs }));
  try {
    await shop.put({ id: 'a', name: 'lamp' });
    const log = await logs.open(projectLog(shop.engine.store.project('shop')!));
    assert.equal(
      await log.append(
        1,
        serialize({ format: entryFormat, writes: [{ change: { kind: 'newer', data: null }, parts: [] }] }),
        { before: null, after: 'newer' },
      ),
      'written',
    );
    await assert.rejects(shop.engine.project('shop'), withCode('storage_failed'));
    await assert.rejects(shop.put({ id: 'b', name: 'lamp' }), withCode('storage_failed'));
  } finally {
    await close([shop]);
  }
});

test('EmbeddedEngine does not start on a log written by another version', async () => {
  const logs = new MemoryLogs();
  const log = await logs.open(controlLog);
  // As before entries had a format, with a statement that the current tables do not accept.
  const sql = 'INSERT INTO tasks (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET id = excluded.id';
  const parts = [{ sql, rows: [['import']] }];
  await log.append(0, serialize([{ change: { kind: 'rows', data: null }, parts }]), {
    before: null,
    after: 'old',
  });
  await assert.rejects(Shop.open(openEmbedded({ shared: logs })), /another version of Vitrine wrote it/);
});

test('EmbeddedEngines on one log: the list of projects is compacted, and a lagging process continues without a restart', async () => {
  const logs = new MemoryLogs();
  const reached = new ReachedLogs(logs);
  const worker = await Shop.open(openEmbedded({ shared: logs }));
  const sleeper = await Shop.anotherProcess(worker, openEmbedded({ shared: reached }), 'a');
  const shops = [worker, sleeper];
  const store = (shop: Shop): EmbeddedEngine['store'] => (shop.engine as EmbeddedEngine).store;
  try {
    const create = (id: string, createdAt: number): Promise<void> =>
      store(worker).createProject(aProject(id, { createdAt }));
    for (const id of ['gone-project', 'replaced', 'stays']) await create(id, 1);
    await sleeper.engine.catchUp();
    for (const id of ['gone-project', 'replaced', 'stays']) {
      const { catalog } = await sleeper.engine.project(id);
      await catalog.change([upsert({ id: 'a', name: 'lamp' })]);
    }
    const kept = store(sleeper);
    reached.away = true;
    assert.equal(await store(worker).compact(), false, 'nothing is due');
    await store(worker).deleteProject('gone-project');
    await store(worker).deleteProject('replaced');
    await create('replaced', 2);
    await store(worker).putKey({ ...aKey, id: 'k2', hash: 'h2' });
    assert.ok(logs.bytes().includes('gone-project'));
    assert.equal(await store(worker).compact(), true, 'a deletion is sufficient');
    assert.equal(await store(worker).compact(), false, 'once');
    assert.ok(!logs.bytes().includes('gone-project'), 'it is in no entry and no snapshot');
    assert.equal(sleeper.engine.status().ready, false);
    reached.away = false;
    await Promise.all([sleeper.engine.catchUp(), sleeper.engine.catchUp(), sleeper.engine.project('stays')]);
    assert.equal(store(sleeper), kept, 'an up-to-date process keeps it');
    assert.equal(kept.keyByHash('h2')?.id, 'k2');
    await assert.rejects(sleeper.engine.project('gone-project'), withCode('project_not_found'));
    const replaced = await sleeper.engine.project('replaced');
    assert.equal(replaced.catalog.count().total, 0, 'it is another project');
    assert.equal((await sleeper.engine.project('stays')).catalog.count().total, 1);
    await kept.putKey({ ...aKey, id: 'k3', hash: 'h3' });
    await sameEverywhere(shops);
    assert.equal(store(worker).keyByHash('h3')?.id, 'k3');
    await until('It is not ready', () => sleeper.engine.status().ready);
  } finally {
    await close(shops);
  }
});

const compact = async (shop: Shop): Promise<boolean> =>
  ((await shop.engine.project('shop')) as EmbeddedProject).compact();
