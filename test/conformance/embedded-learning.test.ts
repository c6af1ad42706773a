import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryLogs } from '../support/memory-logs.ts';
import { embeddedShop, openEmbedded } from './embedded-shop.ts';
import { aUser, conditions, event, seeded, Shop } from './shop.ts';

/** Ranking training of the embedded engine: from its own log, in a process, stored in the database. */

/** Visitors of 60 items who continue to the item's partner two steps later, whatever else they see. */
async function visits(shop: Shop, count: number): Promise<void> {
  const next = seeded(11);
  await shop.put(...Array.from({ length: 60 }, (_, no) => ({ id: `i${no}`, name: `Item ${no}` })));
  const events = Array.from({ length: count }, (_, visit) => {
    const first = Math.floor(next() * 60);
    const between = Math.floor(next() * 60);
    return [first, between, (first + 7) % 60].map((no, step) =>
      event('view', { user: `u${visit}` }, [`i${no}`], { at: shop.now + visit * 60_000 + step * 1_000 }),
    );
  }).flat();
  for (let from = 0; from < events.length; from += 1_000)
    await shop.project.events.append(events.slice(from, from + 1_000));
}

const listFor = async (shop: Shop, user: string): Promise<unknown> => {
  const list = await shop.project.recommenders.forUser({
    visitor: aUser(user),
    seen: [],
    repeats: null,
    conditions: conditions(),
  });
  return list.map(({ item, score }) => [item.id, score]);
};

test('EmbeddedEngine trains a ranking on its log, reports the selection, and keeps it after a restart', async () => {
  await using shop = await embeddedShop({ learningEventsMax: 100_000 });
  await visits(shop, 1_500);
  const before = shop.project.recommenders.training();
  assert.deepEqual(
    [before.state, before.ranking, before.last, before.events],
    ['waiting', 'fixed', null, 4_500],
  );
  const fixed = await listFor(shop, 'u3');
  const learning = shop.project.recommenders.train();
  assert.equal(shop.project.recommenders.training().state, 'learning');
  assert.deepEqual(await listFor(shop, 'u3'), fixed);
  const report = await learning;
  assert.ok(report !== null && report.lists > 300, JSON.stringify(report));
  assert.equal(report.replayed, 4_500);
  assert.ok(report.figures.linear !== undefined && report.figures.fixed !== undefined);
  assert.notEqual(report.chosen, 'fixed');
  assert.ok(report.figures[report.chosen]!.ndcg > report.figures.fixed.ndcg);
  const learned = await listFor(shop, 'u3');
  assert.notDeepEqual(learned, fixed);
  const again = await shop.project.recommenders.train();
  assert.deepEqual({ ...again, cpuSeconds: 0 }, { ...report, cpuSeconds: 0 });
  await shop.reopen();
  assert.deepEqual(shop.project.recommenders.training().last, again);
  assert.equal(shop.project.recommenders.training().ranking, report.chosen);
  assert.deepEqual(await listFor(shop, 'u3'), learned);
});

test("EmbeddedEngine trains on the newest events only, under the visitors' current names", async () => {
  await using shop = await embeddedShop({ learningEventsMax: 900 });
  await visits(shop, 400);
  await shop.project.events.merge({ user: 'u399' }, 'somebody');
  await shop.project.events.eraseUser('u398');
  const report = await shop.project.recommenders.train();
  assert.deepEqual([report?.replayed, report?.events], [900, 1_197]);
});

test('EmbeddedEngine trains nothing where training is disabled, and closes during a training', async () => {
  await using off = await embeddedShop({ learningEventsMax: 0 });
  await visits(off, 10);
  assert.equal(await off.project.recommenders.train(), null);
  assert.equal(off.project.recommenders.training().state, 'off');
  await using shop = await embeddedShop({ learningEventsMax: 100_000 });
  await visits(shop, 1_500);
  const learning = shop.project.recommenders.train();
  await shop.reopen();
  assert.equal(await learning, null);
  assert.equal(shop.project.recommenders.training().last, null);
});

/** The number of events that starts the next training, and the number of events. */
const due = ({ project }: Shop): { eventsMin: number; events: number } => project.recommenders.training();

test('EmbeddedEngine discards a training during which a visitor was erased, and is due for another one', async () => {
  await using shop = await embeddedShop({ learningEventsMax: 100_000 });
  await visits(shop, 1_500);
  const { recommenders, events } = shop.project;
  const learning = recommenders.train();
  await events.eraseUser('u7');
  assert.equal(await learning, null);
  const { last, eventsMin } = recommenders.training();
  assert.deepEqual([last, eventsMin], [null, 1_000]);
  const report = await recommenders.train();
  assert.deepEqual([report?.replayed, due(shop).eventsMin], [4_497, 4_947]);
  const { training_cpu_seconds: all, training_failed_cpu_seconds: failed } = shop.engine.gauges();
  assert.ok(all !== undefined && all > 0);
  assert.equal(failed, 0);
});

test('EmbeddedEngine is due for a training after an erasure, also after a restart, whatever is left', async () => {
  await using shop = await embeddedShop({ learningEventsMax: 100_000 });
  await visits(shop, 2);
  await shop.project.recommenders.train();
  assert.equal(due(shop).eventsMin, 1_000);
  await shop.project.events.eraseUser('u0');
  assert.deepEqual([due(shop).eventsMin, due(shop).events], [3, 3]);
  await shop.reopen();
  assert.deepEqual([due(shop).eventsMin, due(shop).events], [3, 3]);
  await shop.project.events.eraseUser('u1');
  const report = await shop.project.recommenders.train();
  assert.deepEqual([report?.replayed, report?.chosen, due(shop).eventsMin], [0, 'fixed', 1_000]);
  await shop.reopen();
  assert.equal(due(shop).eventsMin, 1_000);
});

test('EmbeddedEngine discards a training during which another process erased a visitor', async () => {
  const open = openEmbedded({ shared: new MemoryLogs(), learningEventsMax: 100_000 });
  await using one = await Shop.open(open);
  await using two = await Shop.anotherProcess(one, open, 'two');
  await visits(one, 1_500);
  const before = await one.project.recommenders.train();
  await two.engine.project('shop');
  assert.deepEqual(two.project.recommenders.training().last, before);
  const learning = one.project.recommenders.train();
  await two.project.events.eraseUser('u7');
  assert.equal(due(two).eventsMin, 4_497, 'due, should this process become the leader');
  // Its result is decided on the log of both, also where it ends before this process reads the erasure.
  assert.equal(await learning, null);
  await one.engine.project('shop');
  assert.deepEqual([one.project.recommenders.training().last, due(one).eventsMin], [before, 4_497]);
  const report = await one.project.recommenders.train();
  assert.deepEqual([report?.replayed, due(one).eventsMin], [4_497, 4_947]);
  await two.engine.project('shop');
  assert.equal(due(two).eventsMin, 4_947);
});
