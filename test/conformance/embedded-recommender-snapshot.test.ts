import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SnapshotTask } from '../../src/engine/recommendations/counters/recommender-snapshot.ts';
import { ProgramRunner } from '../../src/lib/program-runner.ts';
import { allLists } from './events.ts';
import { representative } from '../support/matrix.ts';
import { until } from '../support/until.ts';
import { embeddedShop } from './embedded-shop.ts';
import { event, seeded, type Shop } from './shop.ts';

/** The snapshot of the recommenders: a cache, never the source. */

const snapshotOf = (shop: Shop): string => join(shop.folder, 'projects', 'shop.recommender');
const databaseOf = (shop: Shop): string => join(shop.folder, 'projects', 'shop.db');
const users = ['u', 'u0', 'u1', 'u2', 'u3'];
const types = ['view', 'view', 'click', 'purchase', 'return', 'dislike'];

/** A history as of a shop: items are added, changed, deleted and added again; shoppers act, sign in and are merged. */
async function live(shop: Shop, next: () => number, rounds: number): Promise<void> {
  const below = (count: number): number => Math.floor(next() * count);
  const id = (): string => 'abcdefgh'[below(8)]!;
  for (let round = 0; round < rounds; round++) {
    const name = ['red shoe', 'blue shoe', 'green hat', 'red hat'][below(4)]!;
    await shop.put({
      id: id(),
      name,
      category: name.split(' ')[1]!,
      stock: below(3),
      groupId: `g${below(3)}`,
    });
    if (next() < 0.2) await shop.remove(id());
    shop.now += 60_000;
    const who = [
      { user: `u${below(4)}` },
      { session: `s${below(4)}` },
      { user: `u${below(4)}`, session: `s${below(4)}` },
    ];
    await shop.project.events.append(
      Array.from({ length: 1 + below(4) }, () =>
        event(types[below(types.length)]!, who[below(3)]!, [id(), id()], {
          at: shop.now,
          suspectedBot: next() < 0.1,
        }),
      ),
    );
    if (next() < 0.1) await shop.project.events.merge({ user: `u${below(4)}` }, `u${below(4)}`);
  }
}

test('EmbeddedEngine returns the same lists from a snapshot, an older one with the newer log, and none', async () => {
  await using shop = await embeddedShop();
  const next = seeded(5);
  const old = join(shop.folder, 'old.recommender');
  for (let round = 0; round < representative(2, 4); round++) {
    await live(shop, next, 8);
    await shop.reopen();
    copyFileSync(snapshotOf(shop), old);
    await live(shop, next, 8);
    const count = shop.project.events.count();
    const expected = await allLists(shop, users);
    const same = async (from: string, meanwhile: () => void): Promise<void> => {
      await shop.reopen(meanwhile);
      assert.deepEqual(await allLists(shop, users), expected, from);
      assert.equal(shop.project.events.count(), count, from);
    };
    await same('from what was kept at the end', () => undefined);
    await same('from what was kept before the last writes', () => copyFileSync(old, snapshotOf(shop)));
    await same('from the database alone', () => rmSync(snapshotOf(shop)));
  }
});

test('EmbeddedEngine counts all items and events of a log longer than one read batch', async () => {
  await using shop = await embeddedShop();
  const next = seeded(8);
  const ids = Array.from({ length: 1_050 }, (_, i) => `i${i}`);
  await shop.put(...ids.map((id, i) => ({ id, name: `lamp ${i % 40}`, category: `c${i % 9}` })));
  const someEvents = Array.from({ length: 2_100 }, (_, i) =>
    event(types[i % types.length]!, { user: `u${i % 4}` }, [ids[Math.floor(next() * ids.length)]!], {
      id: `e${i}`,
      at: shop.now + i,
    }),
  );
  await shop.project.events.append(someEvents);
  const expected = await allLists(shop, users);
  await shop.reopen(() => rmSync(snapshotOf(shop)));
  assert.deepEqual(await allLists(shop, users), expected);
  assert.equal(shop.project.events.count(), 2_100);
});

test('EmbeddedEngine writes no snapshots of a deleted project', async () => {
  await using shop = await embeddedShop();
  await live(shop, seeded(7), 4);
  const folder = join(shop.folder, 'projects');
  const written = new Set<string>();
  const watcher = watch(folder, (_, name) => written.add(name ?? ''));
  await shop.engine.store.deleteProject('shop');
  // Its event comes after those of all earlier writes.
  writeFileSync(join(folder, 'last'), '');
  await until('The last file is not seen', () => written.has('last'));
  watcher.close();
  assert.deepEqual(
    [...written].filter((name) => !name.startsWith('shop.db') && name !== 'last'),
    [],
  );
});

test('EmbeddedEngine replays the log where the snapshot is damaged or of another log', async () => {
  await using shop = await embeddedShop();
  await live(shop, seeded(6), 12);
  const expected = await allLists(shop, users);
  await shop.reopen();
  const damages: (() => void)[] = [
    () => writeFileSync(snapshotOf(shop), ''),
    () => writeFileSync(snapshotOf(shop), readFileSync(snapshotOf(shop)).subarray(0, 500)),
    () => {
      const bytes = readFileSync(snapshotOf(shop));
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(snapshotOf(shop), bytes);
    },
    () => {
      const text = readFileSync(snapshotOf(shop), 'latin1');
      writeFileSync(snapshotOf(shop), text.replace(/"revision":\d+/, '"revision":1'), 'latin1');
    },
  ];
  for (const [at, damage] of damages.entries()) {
    await shop.reopen(damage);
    assert.deepEqual(await allLists(shop, users), expected, `damage ${at}`);
  }
});

test('EmbeddedEngine keeps no snapshot with an erased visitor, and ignores older ones', async () => {
  await using shop = await embeddedShop();
  await live(shop, seeded(7), 12);
  await shop.project.events.append([event('view', { user: 'mallory-4711' }, ['a'], { at: shop.now })]);
  await shop.reopen();
  assert.ok(readFileSync(snapshotOf(shop)).includes('mallory-4711'));
  const before = readFileSync(snapshotOf(shop));
  await shop.project.events.eraseUser('mallory-4711');
  assert.ok(!existsSync(snapshotOf(shop)), 'deleted before the erasure is acknowledged');
  const expected = await allLists(shop, [...users, 'mallory-4711']);
  await shop.reopen(() => writeFileSync(snapshotOf(shop), before));
  assert.deepEqual(await allLists(shop, [...users, 'mallory-4711']), expected);
  await shop.reopen();
  assert.ok(!readFileSync(snapshotOf(shop)).includes('mallory-4711'));
});

test('EmbeddedEngine loads the snapshot that its process wrote during operation', async () => {
  await using shop = await embeddedShop();
  const next = seeded(8);
  await live(shop, next, 10);
  const targetPath = `${snapshotOf(shop)}.next`;
  const weights = shop.project.settings.effective().events;
  const work: SnapshotTask = {
    database: databaseOf(shop),
    snapshotPath: snapshotOf(shop),
    targetPath,
    weights,
  };
  const path = new URL(
    '../../src/engine/recommendations/counters/recommender-snapshot-process.ts',
    import.meta.url,
  );
  await using runner = new ProgramRunner();
  const { signal } = new AbortController();
  const revision = await runner.run<number>(path, work, { signal });
  assert.ok(Number(revision) > 0);
  await live(shop, next, 5);
  const expected = await allLists(shop, users);
  await shop.reopen(() => copyFileSync(targetPath, snapshotOf(shop)));
  assert.deepEqual(await allLists(shop, users), expected);
});
