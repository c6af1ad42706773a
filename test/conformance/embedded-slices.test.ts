import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { RecommenderProjection } from '../../src/engine/recommendations/counters/recommender-projection.ts';
import { RecommenderRebuild } from '../../src/engine/recommendations/counters/recommender-rebuild.ts';
import { RecommenderState } from '../../src/kernel/recommend/counters/recommender-state.ts';
import { allLists } from './events.ts';
import { embeddedShop } from './embedded-shop.ts';
import { event, type Shop } from './shop.ts';

/** Concurrent requests during a long write: they are never blocked for longer than one slice of it. */

type RunArguments = Parameters<RecommenderRebuild['run']>;
type SetItem = Parameters<RecommenderProjection['setItem']>;
const allItems = { limit: 2_000, exclude: new Set<string>(), soldOut: true, explain: false };
const items = ['a', 'b', 'c', 'd', 'e', 'f'];

async function catalog(shop: Shop): Promise<void> {
  for (const id of items) await shop.put({ id, name: `thing ${id}`, category: id < 'd' ? 'x' : 'y' });
}

/** A write of many large baskets. */
const baskets = (count: number, user: (i: number) => string) =>
  Array.from({ length: count }, (_, i) =>
    event(
      'purchase',
      { user: user(i) },
      Array.from({ length: 100 }, (_, j) => (j < items.length ? items[j]! : `more ${(i * 7 + j) % 500}`)),
    ),
  );

/** Polls at every turn of the event loop, until the work is done. */
async function whileDoing<T>(work: Promise<unknown>, look: () => T): Promise<T[]> {
  const seen: T[] = [];
  const state = { isDone: false };
  const done = work.finally(() => (state.isDone = true));
  while (!state.isDone) {
    await nextTurn();
    seen.push(look());
  }
  await done;
  return seen;
}

test('EmbeddedEventLog.append() counts events one after the other, with reads in between', async () => {
  await using shop = await embeddedShop();
  await catalog(shop);
  const { events, recommenders } = shop.project;
  const count = 60;
  const looks = await whileDoing(events.append(baskets(count, (i) => `u${i}`)), async () => {
    const counted = events.count();
    const bought = await Promise.all(
      [counted - 1, counted + 1].map((i) => recommenders.findPurchasedIds({ user: `u${i}`, session: null })),
    );
    return { counted, bought: bought.map((ids) => ids.size) };
  });
  const seen = await Promise.all(looks);
  const partly = seen.filter(({ counted }) => counted > 0 && counted < count);
  assert.ok(new Set(partly.map(({ counted }) => counted)).size >= 5, 'observed during the count');
  // Earlier events are complete, later ones have no effect: the log up to some event.
  for (const { counted, bought } of partly) assert.deepEqual(bought, [100, 0], `${counted}`);
  assert.equal(events.count(), count);
});

test('EmbeddedEventLog.eraseUser() and merge() allow reads in between, and equal a restart', async () => {
  await using shop = await embeddedShop();
  await catalog(shop);
  const { events } = shop.project;
  await events.append(baskets(40, (i) => ['u', 'u0', 'u1'][i % 3]!));
  const turns = await whileDoing(events.merge({ user: 'u0' }, 'u1'), () => 0);
  const more = await whileDoing(events.eraseUser('u1'), () => events.count());
  assert.ok(turns.length >= 5 && more.length >= 5);
  assert.equal(events.count(), 14);
  const live = await allLists(shop, ['u', 'u0', 'u1']);
  await shop.reopen();
  assert.deepEqual(await allLists(shop, ['u', 'u0', 'u1']), live);
});

test('a replay with other weights does not complete in the middle of a write, and loses nothing of it', async () => {
  await using shop = await embeddedShop();
  await catalog(shop);
  await shop.project.events.append(baskets(5, () => 'u'));
  for (const round of [1, 2, 3]) {
    const weights = { view: 1, click: 1, cart: 1, purchase: round * 2 };
    const { rebuilt } = await shop.project.settings.change(
      () => ({ events: { weights } }),
      () => undefined,
    );
    // Each is counted in several slices while the others wait, so that the counts by other weights catch up in the middle.
    await Promise.all([
      rebuilt,
      ...[0, 1, 2].map((i) => shop.project.events.append(baskets(20, () => `u${i}`))),
    ]);
  }
  const live = await allLists(shop, ['u', 'u0', 'u1', 'u2']);
  await shop.reopen();
  assert.deepEqual(await allLists(shop, ['u', 'u0', 'u1', 'u2']), live);
  assert.equal(shop.project.events.count(), 185);
});

test('a replay with other weights includes all items of a batch applied during it', async (t) => {
  await using shop = await embeddedShop();
  const ids = Array.from({ length: 1_000 }, (_, i) => `i${i}`);
  const views = ids.map((id, i) => event('view', { user: `u${i % 3}` }, [id], { at: shop.now }));
  await shop.project.events.append(views.slice(0, 300));
  // The replay begins with the first item of the batch, and has caught up in one of the following pauses.
  const begun = Promise.withResolvers<undefined>();
  // oxlint-disable-next-line typescript/unbound-method
  const { run } = RecommenderRebuild.prototype;
  t.mock.method(
    RecommenderRebuild.prototype,
    'run',
    async function (this: RecommenderRebuild, ...args: RunArguments) {
      await begun.promise;
      return run.apply(this, args);
    },
  );
  // oxlint-disable-next-line typescript/unbound-method
  const { setItem } = RecommenderProjection.prototype;
  t.mock.method(
    RecommenderProjection.prototype,
    'setItem',
    function (this: RecommenderProjection, ...args: SetItem) {
      begun.resolve(undefined);
      return setItem.apply(this, args);
    },
  );
  const { rebuilt } = await shop.project.settings.change(
    () => ({ events: { weights: { view: 7 } } }),
    () => undefined,
  );
  const batch = shop.put(...ids.map((id, i) => ({ id, name: 'thing', category: `c${i % 9}` })));
  assert.equal((await Promise.all([rebuilt, batch]))[0], true);
  const newest = await shop.project.recommenders.newest({ conditions: allItems });
  assert.equal(newest.length, ids.length);
  const live = await allLists(shop, ['u0', 'u1', 'u2']);
  await shop.reopen(() => rmSync(join(shop.folder, 'projects', 'shop.recommender')));
  assert.deepEqual(await allLists(shop, ['u0', 'u1', 'u2']), live);
});

test('a replay with other weights completes also after an event that could not be counted', async (t) => {
  await using shop = await embeddedShop();
  await catalog(shop);
  const counting = t.mock.method(RecommenderState.prototype, 'applySteps', () => {
    throw new Error('a fault');
  });
  await assert.rejects(shop.project.events.append([event('view', { user: 'u' }, ['a'])]));
  counting.mock.restore();
  const { rebuilt } = await shop.project.settings.change(
    () => ({ events: { weights: { view: 7 } } }),
    () => undefined,
  );
  const state = { isMade: false };
  void rebuilt?.then(() => (state.isMade = true));
  for (let turns = 0; turns < 1_000 && !state.isMade; turns++) await nextTurn();
  assert.ok(state.isMade);
});
