import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ItemChange, ItemContent } from '../../ports/catalog/catalog.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { ShopEvent } from '../../ports/recommendations/events.ts';
import { EmbeddedEngine } from '../projects/engine.ts';
import { ProjectDatabase } from './project-database.ts';
import { Writer } from '../storage/writer.ts';

/** A project whose database rejects every row with the sku, or the event id, `poison`, as a full disk would. */
class FaultyShop implements AsyncDisposable {
  readonly #folder: string;
  engine: EmbeddedEngine;
  project: ProjectEngine;

  private constructor(folder: string, engine: EmbeddedEngine, project: ProjectEngine) {
    this.#folder = folder;
    this.engine = engine;
    this.project = project;
  }

  static async open(): Promise<FaultyShop> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-faults-'));
    const engine = await openEngine(folder);
    await engine.store.createProject({ id: 'shop', name: '', currency: 'EUR', createdAt: 0, demo: false });
    const shop = new FaultyShop(folder, engine, await engine.project('shop'));
    using database = new DatabaseSync(join(folder, 'projects', 'shop.db'));
    database.exec(`CREATE TRIGGER bad_item BEFORE INSERT ON items WHEN new.sku = 'poison' BEGIN SELECT RAISE(ABORT, 'injected'); END;
      CREATE TRIGGER bad_event BEFORE INSERT ON log WHEN new.body LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'injected'); END`);
    return shop;
  }

  async reopen(): Promise<void> {
    await this.engine[Symbol.asyncDispose]();
    this.engine = await openEngine(this.#folder);
    this.project = await this.engine.project('shop');
  }

  put(id: string, sku = 'good'): Promise<'stored' | 'failed'> {
    return outcome(this.project.catalog.change([put(id, sku)]));
  }

  /** The sku of each listed item. Asserts that search returns the same items. */
  async state(): Promise<Record<string, string>> {
    const { items } = await this.project.catalog.list({ limit: 1_000, offset: 0 });
    const query = {
      text: '',
      facets: [],
      sort: [],
      offset: 0,
      limit: 1_000,
      highlight: [],
      explain: false,
      grouped: true,
      variants: 0,
    };
    const found = await this.project.text.search(query);
    assert.deepEqual(found.hits.map(({ item }) => item.id).sort(), items.map(({ id }) => id).sort());
    assert.equal(this.project.catalog.count().total, items.length);
    return Object.fromEntries(
      items.map(({ id, sku }): [string, string] => [id, sku]).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function openEngine(folder: string): Promise<EmbeddedEngine> {
  let idCount = 0;
  return EmbeddedEngine.open({
    dataDir: folder,
    clock: { now: () => 1_000 },
    ids: { next: () => `${folder.slice(-6)}${process.hrtime.bigint()}${++idCount}` },
    image: { model: '', dimensions: 4 },
    onError: (error) => assert.fail(error as Error),
  });
}

function put(id: string, sku: string): ItemChange {
  const fields = { id, sku, name: `lamp ${id}` };
  const content: ItemContent = {
    id,
    sku,
    active: true,
    fields,
    fieldsJson: JSON.stringify(fields).slice(1, -1),
    pictures: [],
    media: [],
  };
  return { address: { id }, decide: () => content };
}

function viewed(id: string | null, item = 'a', user = 'u'): ShopEvent {
  return {
    id,
    type: 'view',
    user,
    session: null,
    at: 1_000,
    items: [{ id: item, quantity: 1, price: null }],
    searchId: null,
    recommendationId: null,
    position: null,
    suspectedBot: false,
    order: null,
    currency: null,
  };
}

async function outcome(write: Promise<unknown>): Promise<'stored' | 'failed'> {
  try {
    await write;
    return 'stored';
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'storage_failed') return 'failed';
    throw error;
  }
}

test('ProjectDatabase.write() keeps earlier writes, rejects the writes decided after a failed one, and continues', async () => {
  await using shop = await FaultyShop.open();
  const outcomes = await Promise.all([shop.put('a'), shop.put('b', 'poison'), shop.put('c')]);
  assert.deepEqual(outcomes, ['stored', 'failed', 'failed']);
  assert.deepEqual(await shop.state(), { a: 'good' });
  assert.equal(await shop.put('c'), 'stored');
  assert.equal(await shop.put('b'), 'stored');
  assert.deepEqual(await shop.state(), { a: 'good', b: 'good', c: 'good' });
  await shop.reopen();
  assert.deepEqual(await shop.state(), { a: 'good', b: 'good', c: 'good' });
});

test('EmbeddedCatalog.change() decides again where its rejection relied on a write that then failed', async () => {
  await using shop = await FaultyShop.open();
  const seen: boolean[] = [];
  const add: ItemChange = {
    address: { id: 'a' },
    decide: (current) => {
      seen.push(current !== null);
      if (current !== null) throw new VitrineError('item_exists', 'there is one');
      return put('a', 'second').decide(null);
    },
  };
  const [first, second] = await Promise.all([shop.put('a', 'poison'), shop.project.catalog.change([add])]);
  assert.equal(first, 'failed');
  assert.deepEqual(
    second.map(({ kind }) => kind),
    ['stored'],
  );
  assert.deepEqual(seen, [true, false]);
  assert.deepEqual(await shop.state(), { a: 'second' });
});

test('EmbeddedEventLog.append() stores a duplicate of an event that then failed to be stored', async () => {
  await using shop = await FaultyShop.open();
  const { events } = shop.project;
  const failing = outcome(events.append([viewed('e1'), viewed(null, 'poison')]));
  const duplicate = await events.append([viewed('e1')]);
  assert.equal(await failing, 'failed');
  assert.equal(duplicate.accepted, 1);
  assert.equal(events.count(), 1);
  await shop.reopen();
  assert.equal(shop.project.events.count(), 1);
});

test('EmbeddedEventLog.append() stores an order again whose first event failed to be stored', async () => {
  await using shop = await FaultyShop.open();
  const { events } = shop.project;
  const bought = { ...viewed(null), type: 'purchase', order: '1' };
  const failing = outcome(events.append([bought, viewed(null, 'poison')]));
  const again = await events.append([bought]);
  assert.equal(await failing, 'failed');
  assert.equal(again.accepted, 1);
  assert.equal((await events.append([bought])).duplicates, 1);
});

test('EmbeddedEventLog.eraseUser() erases exactly next to failing writes', async () => {
  await using shop = await FaultyShop.open();
  const { events } = shop.project;
  await events.append([viewed('e1'), viewed('e2', 'b', 'other')]);
  const [, failed, erased] = await Promise.all([
    events.append([viewed('e3')]),
    outcome(events.append([viewed('e4', 'poison')])),
    events.eraseUser('u'),
    outcome(events.append([viewed('e5', 'c', 'other')])),
  ]);
  assert.equal(failed, 'failed');
  assert.deepEqual(erased, { events: 2, names: [{ user: 'u' }] });
  const live = events.count();
  await shop.reopen();
  assert.equal(shop.project.events.count(), live);
  assert.equal((await shop.project.events.append([viewed('e1')])).accepted, 1);
});

test('EmbeddedEventLog.eraseUser() and merge() see concurrent writes, and a restart gives the same state', async () => {
  await using shop = await FaultyShop.open();
  const { catalog } = shop.project;
  await catalog.change(['a', 'b', 'c', 'd'].map((id) => put(id, id)));
  const of = (session: string, item: string, user: string | null): ShopEvent => ({
    ...viewed(null, item),
    user,
    session,
  });
  const users = ['u', 'v', 'w'];
  const conditions = { limit: 10, exclude: new Set<string>(), soldOut: true, explain: false };
  const seen = (): Promise<string[]> =>
    Promise.all(
      users.map(async (user) => {
        const list = await shop.project.recommenders.recentlyViewed({
          visitor: { user, session: null },
          seen: [],
          conditions,
        });
        return list.map(({ item }) => item.id).join(' ');
      }),
    );
  const { events } = shop.project;
  await events.append([of('s', 'a', null), of('t', 'b', null), of('x', 'c', 'w')]);
  // `u` is erased while it gets a session; `w` is erased while another visitor is merged into it.
  assert.deepEqual(await seen(), ['', '', 'c']);
  await Promise.all([events.eraseUser('u'), events.append([of('s', 'd', 'u')])]);
  const [, , erased] = await Promise.all([
    events.merge({ session: 't' }, 'v'),
    events.merge({ user: 'v' }, 'w'),
    events.eraseUser('w'),
  ]);
  assert.equal(erased.events, 2);
  // The erasure reports all merged visitors, so that nothing of them stays in memory.
  assert.deepEqual(
    new Set(erased.names.map((name) => Object.values(name)[0])),
    new Set(['w', 'x', 'v', 't']),
  );
  const live = await seen();
  await shop.reopen();
  assert.deepEqual(await seen(), live);
});

test('ProjectDatabase holds exactly the acknowledged writes, whichever others fail', async () => {
  await using shop = await FaultyShop.open();
  const acknowledged: Record<string, string> = {};
  let failures = 0;
  for (let round = 0; round < 40; round++) {
    // Writes of one moment settle in order, so the last acknowledged write of an id is its state.
    const writes = Array.from({ length: 12 }, (_, at) => {
      const id = `i${(round * 5 + at * 7) % 20}`;
      const sku = (round * 12 + at) % 11 === 0 ? 'poison' : `s${round}-${at}`;
      return { id, sku, ended: shop.put(id, sku) };
    });
    for (const { id, sku, ended } of writes) {
      if ((await ended) === 'stored') acknowledged[id] = sku;
      else failures++;
    }
  }
  assert.ok(failures > 40);
  const expected = Object.fromEntries(Object.entries(acknowledged).sort(([a], [b]) => (a < b ? -1 : 1)));
  assert.deepEqual(await shop.state(), expected);
  await shop.reopen();
  assert.deepEqual(await shop.state(), expected);
});

test('EmbeddedEngine closes while writes arrive: each is stored whole or refused', async () => {
  await using shop = await FaultyShop.open();
  const { project } = shop;
  const writes = Array.from({ length: 30 }, async (_, at) => {
    for (let turn = 0; turn < at % 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    return project.catalog.change([put(`i${at}`, 'good')]).then(
      () => `i${at}`,
      (error: unknown) => {
        assert.ok(error instanceof VitrineError && error.code === 'stopping', String(error));
        return null;
      },
    );
  });
  await shop.reopen();
  const stored = (await Promise.all(writes)).filter((id) => id !== null).sort();
  assert.ok(stored.length > 0);
  assert.deepEqual(Object.keys(await shop.state()).sort(), stored);
});

test('EmbeddedEngine.open() resumes a deletion that a crash interrupted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-faults-'));
  try {
    const engine = await openEngine(folder);
    await engine.store.createProject({ id: 'gone', name: '', currency: 'EUR', createdAt: 0, demo: false });
    await (await engine.project('gone')).catalog.change([put('a', 'good')]);
    await engine[Symbol.asyncDispose]();
    // The state between the two steps of a deletion: marked, with the files still there.
    const control = new DatabaseSync(join(folder, 'vitrine.db'));
    control.exec(`UPDATE projects SET json = json_set(json, '$.leaving', json('true'))`);
    control.close();
    await using duplicate = await openEngine(folder);
    assert.equal(duplicate.store.project('gone'), null);
    await duplicate.store.createProject({ id: 'gone', name: '', currency: 'EUR', createdAt: 0, demo: false });
    assert.equal((await duplicate.project('gone')).catalog.count().total, 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('ProjectDatabase.write() decides nothing until the writes stored before a failed one are applied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-database-'));
  await using writer = new Writer();
  const path = join(folder, 'shop.db');
  const database = await ProjectDatabase.open({ name: 'shop', path, writer, schema: 'project', log: null });
  try {
    const steps: string[] = [];
    const [durable, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const write = (sql: string, apply: () => Promise<void>, prepare = (): void => undefined) =>
      database.write(() => {
        const change = { kind: 'rows', data: null } as const;
        return { write: { change, parts: [{ sql, rows: [['a']] }], apply, prepare }, result: undefined };
      });
    const apply = async (): Promise<void> => {
      await held.promise;
      steps.push('applied');
    };
    const stored = write('DELETE FROM state WHERE name = ?', apply, durable.resolve);
    await durable.promise;
    await assert.rejects(write('DELETE FROM nothing WHERE name = ?', apply), VitrineError);
    const decided = database.write(() => (steps.push('decided'), { write: null, result: undefined }));
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    held.resolve();
    await Promise.all([stored, decided]);
    assert.deepEqual(steps, ['applied', 'decided']);
  } finally {
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
});
