import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EmbeddedProject } from '../../src/engine/projects/project.ts';
import type { Impression } from '../../src/ports/recommendations/impression-log.ts';
import type { ListAdjustments } from '../../src/ports/search/list-adjustments.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { embeddedShop, openEmbedded } from './embedded-shop.ts';
import { event, Shop, textQuery, upsert, type OpenEngine } from './shop.ts';

/** The learned order of the embedded engine. */

const dayMs = 86_400_000;
const nouns = ['lamp', 'chair', 'sofa', 'table', 'shelf', 'desk', 'bed', 'rug'];
const learningOf = (shop: Shop) => (shop.project as EmbeddedProject).listLearning;
const impressionsOf = (shop: Shop) => (shop.project as EmbeddedProject).impressionLog;

async function openShop(opened = embeddedShop()): Promise<Shop> {
  const shop = await opened;
  await shop.project.catalog.change(
    nouns.flatMap((noun) =>
      Array.from({ length: 20 }, (_, i) =>
        upsert({ id: `${noun}${i}`, name: `${noun} model`, category: noun, popularity: 100 - i }),
      ),
    ),
  );
  shop.now += 60 * dayMs;
  return shop;
}

const shown = (id: string, more: Partial<Impression>): Impression => ({
  id,
  at: 0,
  kind: 'search',
  visitor: null,
  query: '',
  filters: [],
  isSorted: false,
  about: [],
  category: null,
  offset: 0,
  collection: null,
  rules: [],
  list: null,
  placement: null,
  device: null,
  country: null,
  assignments: [],
  teams: '',
  total: 20,
  items: [],
  ...more,
});

/** Visitors search each noun, and click the eighth item more often than their position predicts. */
async function visit(
  shop: Shop,
  name: string,
  visitors: number,
  suspectedBot = false,
  isKnown = true,
): Promise<void> {
  const random = createRandom(visitors);
  const clicks = [];
  for (let v = 0; v < visitors; v++) {
    for (const noun of nouns) {
      const id = `${name}${v}${noun}`;
      const items = Array.from({ length: 20 }, (_, i) => `${noun}${i}`);
      const visitor = { session: `${name}${v}` };
      shop.project.impressionLog.record(
        shown(id, { visitor: isKnown ? visitor : null, at: shop.now, query: noun, items }),
      );
      for (const [i, item] of items.entries())
        if (random() < (i === 7 ? 0.5 : 0.03))
          clicks.push(event('click', visitor, [item], { searchId: id, suspectedBot, at: shop.now }));
    }
  }
  await impressionsOf(shop).flush();
  await shop.project.events.append(clicks);
  await learningOf(shop).update();
}

const adjustments = (query: string, more: Partial<ListAdjustments> = {}): ListAdjustments => ({
  list: { query, filters: [], collection: null },
  learningMax: 0.2,
  preferences: null,
  exploration: null,
  ...more,
});

async function list(shop: Shop, query: string, more: Partial<ListAdjustments> = {}) {
  const { hits } = await shop.project.text.search(
    textQuery(query, { limit: 20, explain: true, adjustments: adjustments(query, more) }),
  );
  return hits.map(({ item, adjustments: why }) => ({ id: item.id, why }));
}

test('ListLearning orders a list by clicks, and an erasure leaves what there would be without the visitor', async () => {
  await using shop = await openShop();
  await using control = await openShop();
  for (const one of [shop, control]) await visit(one, 'v', 60);
  const [first] = await list(shop, 'sofa');
  assert.equal(first?.id, 'sofa7');
  assert.ok(first.why!.learned!.ratio > 1.5);
  assert.equal(first.why!.learned!.source, 'list');
  await visit(shop, 'w', 5);
  const state = (one: Shop) => {
    const { lists, ...rest } = learningOf(one).order.state();
    return { lists: lists.toSorted(([a], [b]) => (a < b ? -1 : 1)), ...rest };
  };
  assert.notDeepEqual(state(shop).lists, state(control).lists);
  for (let v = 0; v < 5; v++) await shop.project.events.eraseSession(`w${v}`);
  // On another day both are estimated again.
  for (const one of [shop, control]) {
    one.now += dayMs;
    await learningOf(one).update();
  }
  const [own, expected] = [state(shop), state(control)];
  assert.deepEqual(own.lists, expected.lists);
  assert.deepEqual(own.shrinkage, expected.shrinkage);
});

test('ListLearning learns nothing from suspected bots, queries with @, and searches without matches', async () => {
  await using shop = await openShop();
  await visit(shop, 'b', 60, true);
  assert.equal(learningOf(shop).order.isActive, false);
  const visitor = { user: 'ann' };
  const items = ['lamp1', 'lamp2'];
  const clicks = [];
  for (const own of [
    { query: 'ann@example.org' },
    { query: 'lamp', total: 0 },
    { query: 'lamp', isSorted: true },
    { kind: 'list' as const },
  ])
    for (const [sender, by] of [
      ['known', visitor],
      ['unknown', null],
    ] as const) {
      const id = `${sender} ${JSON.stringify(own)}`;
      shop.project.impressionLog.record(shown(id, { visitor: by, at: shop.now, items, ...own }));
      clicks.push(event('click', visitor, ['lamp2'], { searchId: id, at: shop.now }));
    }
  await impressionsOf(shop).flush();
  await shop.project.events.append(clicks);
  await learningOf(shop).update();
  assert.deepEqual(learningOf(shop).order.state().lists, []);
});

test('ListLearning reads impressions and events again after a start', async () => {
  await using shop = await openShop();
  await visit(shop, 'v', 60);
  const ids = async () => (await list(shop, 'desk')).map(({ id }) => id);
  const before = await ids();
  await shop.reopen();
  await learningOf(shop).ready;
  assert.deepEqual(await ids(), before);
  assert.equal(before[0], 'desk7');
});

test('ListLearning reads what is stored once the service answers requests', async () => {
  let listening = Promise.resolve();
  const open: OpenEngine = (options) => openEmbedded({ listening })(options);
  await using shop = await openShop(Shop.open(open));
  await visit(shop, 'v', 60);
  const before = await list(shop, 'sofa');
  assert.equal(before[0]?.id, 'sofa7');
  const { promise, resolve } = Promise.withResolvers<void>();
  listening = promise;
  await shop.reopen();
  const { ready } = learningOf(shop);
  assert.equal((await list(shop, 'sofa'))[0]?.id, 'sofa0');
  resolve();
  await ready;
  assert.equal((await list(shop, 'sofa'))[0]?.id, 'sofa7');
});

test('ListLearning takes the visitor of a search from its events where the search has none', async () => {
  await using shop = await openShop();
  await visit(shop, 'v', 60, false, false);
  assert.equal(learningOf(shop).order.isActive, true);
  assert.equal((await list(shop, 'sofa'))[0]?.id, 'sofa7');
  for (let v = 0; v < 60; v++) await shop.project.events.eraseSession(`v${v}`);
  assert.deepEqual(learningOf(shop).order.state().lists, []);
});

test('ListLearning counts a purchase of another variant for the one that was shown', async () => {
  await using shop = await openShop();
  await shop.project.catalog.change(
    nouns.flatMap((noun) =>
      ['red', 'blue'].map((color) =>
        upsert({ id: `${noun}-${color}`, name: `${noun} model`, category: noun, color, groupId: noun }),
      ),
    ),
  );
  const events = [];
  for (let v = 0; v < 60; v++) {
    for (const noun of nouns) {
      const [id, visitor] = [`x${v}${noun}`, { session: `x${v}` }];
      const items = [`${noun}1`, `${noun}2`, `${noun}3`, `${noun}4`, `${noun}-red`];
      shop.project.impressionLog.record(shown(id, { visitor, at: shop.now, query: noun, items }));
      const bought = v % 3 === 0 ? `${noun}-blue` : v % 7 === 0 ? `${noun}1` : null;
      if (bought !== null) events.push(event('purchase', visitor, [bought], { searchId: id, at: shop.now }));
    }
  }
  await impressionsOf(shop).flush();
  await shop.project.events.append(events);
  await learningOf(shop).update();
  // Filtered by colour, the other variant is listed: it does as the one that was shown.
  const { hits } = await shop.project.text.search(
    textQuery('rug', {
      explain: true,
      filter: { kind: 'equals', field: 'color', value: 'blue' },
      adjustments: adjustments('rug'),
    }),
  );
  assert.equal(hits[0]?.item.id, 'rug-blue');
  assert.ok(hits[0].adjustments!.learned!.ratio > 1);
  const ratios = learningOf(shop).order.readRatios('q:rug');
  assert.ok(
    [...ratios.values()].some(({ observed }) => observed === 60),
    'twenty purchases of value 3',
  );
});

test('ListLearning forgets visits with their impressions', async () => {
  await using shop = await openShop();
  await visit(shop, 'v', 60);
  assert.equal(learningOf(shop).order.isActive, true);
  shop.now += 29 * dayMs;
  await learningOf(shop).update();
  assert.equal(learningOf(shop).order.isActive, true);
  shop.now += 2 * dayMs;
  await learningOf(shop).update();
  assert.deepEqual(learningOf(shop).order.state().lists, []);
});

test('a new item that few visitors saw is tried out at the asked position, an old or known one is not', async () => {
  await using shop = await openShop();
  await visit(shop, 'v', 60);
  const exploration = { position: 3, since: shop.now - 30 * dayMs };
  assert.ok((await list(shop, 'lamp', { exploration })).every(({ why }) => why?.explored !== true));
  await shop.project.catalog.change([
    upsert({ id: 'fresh', name: 'lamp model', category: 'lamp', popularity: 0 }),
  ]);
  const tried = await list(shop, 'lamp', { exploration });
  assert.equal(tried[2]?.id, 'fresh');
  assert.equal(tried[2].why?.explored, true);
  assert.notEqual((await list(shop, 'lamp'))[2]?.id, 'fresh');
  for (let v = 0; v < 100; v++)
    shop.project.impressionLog.record(
      shown(`f${v}`, { visitor: { session: `f${v}` }, at: shop.now, query: 'new', items: ['fresh'] }),
    );
  await impressionsOf(shop).flush();
  await learningOf(shop).update();
  assert.notEqual((await list(shop, 'lamp', { exploration }))[2]?.id, 'fresh');
});

test('preferences count at once for a first page, and for half an hour stay the same for further pages', async () => {
  await using shop = await openShop();
  const visitor = { user: 'ann', session: null };
  const categories = async (isFirstPage: boolean): Promise<string[]> => {
    const { values } = await shop.project.visitorPreferences.of(visitor, isFirstPage);
    return values.map(({ value }) => value);
  };
  const views = (noun: string) =>
    shop.project.events.append(
      [1, 2, 3].map((i) => event('view', { user: 'ann' }, [`${noun}${i}`], { at: shop.now })),
    );
  assert.deepEqual(await categories(true), []);
  await views('lamp');
  assert.deepEqual(await categories(false), []);
  assert.deepEqual(await categories(true), ['lamp']);
  await views('desk');
  assert.deepEqual(await categories(false), ['lamp']);
  shop.now += 31 * 60_000;
  assert.deepEqual(await categories(false), ['desk', 'lamp']);
  const { viewed, values } = await shop.project.visitorPreferences.of(visitor, true);
  assert.deepEqual(new Set(viewed), new Set(['lamp1', 'lamp2', 'lamp3', 'desk1', 'desk2', 'desk3']));
  assert.ok(values.every(({ weight }) => weight > 0 && weight <= 1));
  await shop.project.events.eraseUser('ann');
  assert.deepEqual(await shop.project.visitorPreferences.of(visitor, false), { values: [], viewed: [] });
});

test('a process of a cluster learns from impressions and events of another one, and forgets whom it erases', async () => {
  const open = openEmbedded({ shared: new MemoryLogs() });
  await using one = await openShop(Shop.open(open));
  await using two = await Shop.anotherProcess(one, open, 'a');
  two.now = one.now;
  await visit(one, 'v', 60);
  // A request reads what other processes wrote.
  await two.engine.project('shop');
  await learningOf(two).update();
  assert.equal((await list(two, 'sofa'))[0]?.id, 'sofa7');
  for (let v = 0; v < 60; v++) await one.project.events.eraseSession(`v${v}`);
  await two.engine.project('shop');
  assert.deepEqual(learningOf(two).order.state().lists, []);
});
