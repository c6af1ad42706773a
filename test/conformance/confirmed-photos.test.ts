import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addEvents } from '../../src/domain/events/events.ts';
import type { EmbeddedProject } from '../../src/engine/projects/project.ts';
import { limits } from '../../src/ports/limits.ts';
import type { ShopEvent } from '../../src/ports/recommendations/events.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { until } from '../support/until.ts';
import { openEmbedded } from './embedded-shop.ts';
import { embedAll, feature, model, photoQuery } from './pictures.ts';
import { aProject, event, reusing, Shop } from './shop.ts';

/** Photos that shoppers confirm by events. */

const open = reusing(openEmbedded());
/** Between the pictures of `b` and `c`, slightly nearer to `b`. */
const photo = feature(1, 0.97);

async function shopOfFour(of = open): Promise<Shop> {
  const shop = await Shop.open(of);
  await shop.put(...['a', 'b', 'c', 'd'].map((id) => ({ id, name: id, imgs: [`http://p/${id}`] })));
  await embedAll(shop);
  return shop;
}

let searches = 0;

/** A search by the photo, and the event of the visitor that names it. */
async function confirm(
  shop: Shop,
  user: string,
  more: Partial<ShopEvent> & { item?: string; type?: string } = {},
): Promise<string> {
  const { item = 'c', type = 'click', ...rest } = more;
  const searchId = rest.searchId ?? `search-${++searches}`;
  shop.now++;
  const shown = ['a', 'b', 'c', item];
  shop.project.pictures.keepPhoto({
    searchId,
    at: shop.now,
    visitor: { user },
    shown,
    feature: photo,
    model,
  });
  await shop.project.events.append([event(type, { user }, [item], { at: shop.now, ...rest, searchId })]);
  return searchId;
}

const confirmAll = async (shop: Shop, count: number, more = {}): Promise<void> => {
  for (let i = 1; i <= count; i++) await confirm(shop, `u${i}`, more);
};

async function look({ project }: Shop): Promise<{ first: string | undefined; photos: number }> {
  // A copy, as the feature of each request: the nearest items of one are cached.
  const { hits } = await project.pictures.search(photo.slice(), photoQuery());
  const confirmed = hits.find(({ item }) => item.id === 'c')?.confirmation;
  return { first: hits[0]?.item.id, photos: confirmed?.photos ?? 0 };
}

const learned = (photos: number) => ({ first: 'c', photos });
const unlearned = { first: 'b', photos: 0 };

test('photos that five visitors confirmed rank their item, after a restart too, until one of them is erased', async () => {
  await using shop = await shopOfFour();
  assert.deepEqual(await look(shop), unlearned);
  await confirmAll(shop, 4);
  assert.deepEqual(await look(shop), unlearned);
  await confirm(shop, 'u5', { type: 'cart' });
  assert.deepEqual(await look(shop), learned(5));
  await shop.reopen();
  assert.deepEqual(await look(shop), learned(5));
  await shop.project.events.eraseUser('u3');
  assert.deepEqual(await look(shop), unlearned);
  await confirm(shop, 'u6');
  assert.deepEqual(await look(shop), learned(5));
  await shop.engine.store.createProject(aProject('other'));
  const other = await shop.engine.project('other');
  await other.events.append([
    event('click', { user: 'u9' }, ['c'], { at: shop.now, searchId: `search-${searches}` }),
  ]);
  assert.deepEqual((await other.pictures.search(photo, photoQuery())).hits, []);
});

test('one visitor counts once, also under a name that is linked later, and suspected bots do not count', async () => {
  await using shop = await shopOfFour();
  await confirmAll(shop, 3);
  for (let i = 0; i < 30; i++) await confirm(shop, 'u1');
  await confirm(shop, 'bot', { suspectedBot: true });
  await confirm(shop, 'u4', { searchId: 'known' });
  // The same search again, by others.
  for (const user of ['x', 'y'])
    await shop.project.events.append([event('click', { user }, ['c'], { at: shop.now, searchId: 'known' })]);
  assert.deepEqual(await look(shop), unlearned);
  await confirm(shop, 'u5');
  assert.deepEqual(await look(shop), learned(5));
  await shop.project.events.merge({ user: 'u5' }, 'u4');
  assert.deepEqual(await look(shop), unlearned);
});

test('an event confirms an item only for the visitor of the search, if it was shown, within a day', async () => {
  await using shop = await shopOfFour();
  const { events } = shop.project;
  await confirmAll(shop, 4);
  const day = 86_400_000;
  // Of one visitor, with the searches of invented sessions.
  for (const session of ['s1', 's2']) {
    const search = { searchId: `by-${session}`, at: shop.now, visitor: { session }, shown: ['a', 'c'] };
    shop.project.pictures.keepPhoto({ ...search, feature: photo, model });
    await events.append([event('click', { user: 'x' }, ['c'], { at: shop.now, searchId: search.searchId })]);
  }
  await confirm(shop, 'old', { at: shop.now - 2 * day });
  await confirm(shop, 'ahead', { at: shop.now + day / 2 });
  const searchId = await confirm(shop, 'u5', { item: 'a' });
  await events.append([event('click', { user: 'u5' }, ['d'], { at: shop.now, searchId })]);
  assert.deepEqual(await look(shop), unlearned);
  // The visitor of the search under another name.
  const both = { user: 'y', session: 's1' };
  await events.append([event('click', both, ['c'], { at: shop.now, searchId: 'by-s1' })]);
  assert.deepEqual(await look(shop), learned(5));
});

test('visitors of one address confirm an item together as two', async () => {
  await using shop = await shopOfFour();
  const { pictures, events } = shop.project;
  const chosen = async (visitor: { session: string }, address: string) => {
    const searchId = `of-${visitor.session}`;
    pictures.keepPhoto({ searchId, at: shop.now, visitor, shown: ['c'], feature: photo, model });
    await addEvents(events, [{ ...event('click', visitor, ['c'], { at: shop.now, searchId }), address }]);
  };
  for (let i = 1; i <= 8; i++) await chosen({ session: `v${i}` }, '192.0.2.1');
  assert.deepEqual(await look(shop), unlearned);
  for (let i = 2; i <= 4; i++) await chosen({ session: `w${i}` }, `192.0.2.${i}`);
  assert.deepEqual(await look(shop), learned(5));
});

test('an item that is not shown is not confirmed', async () => {
  await using shop = await shopOfFour();
  for (let i = 1; i <= 5; i++) {
    const visitor = { user: `u${i}` };
    const search = { searchId: `hidden-${i}`, at: shop.now, visitor, shown: ['a', 'b'] };
    shop.project.pictures.keepPhoto({ ...search, feature: photo, model });
    const { searchId } = search;
    await shop.project.events.append([event('click', visitor, ['c'], { at: shop.now, searchId })]);
  }
  assert.deepEqual(await look(shop), unlearned);
});

test('photos with vectors of another length do not count, and the confidence is that of the order with confirmed photos', async () => {
  await using shop = await shopOfFour();
  const { pictures, events } = shop.project;
  const asked = new Float32Array(feature(0).length);
  asked.set([1, 0.88, 0.88]);
  const chosen = async (item: string, of: Float32Array) => {
    for (let i = 1; i <= 5; i++) {
      const visitor = { user: `u${i}` };
      const searchId = `of-${item}-${++searches}`;
      pictures.keepPhoto({ searchId, at: shop.now, visitor, shown: [item], feature: of, model });
      await events.append([event('click', visitor, [item], { at: shop.now, searchId })]);
    }
  };
  const found = async () => {
    const { hits, confidence } = await pictures.search(asked.slice(), photoQuery());
    return [hits.map(({ item, confirmation }) => item.id + (confirmation?.bonus ?? '')), confidence];
  };
  await chosen('a', new Float32Array(3).fill(1));
  assert.deepEqual(await found(), [['a', 'b', 'c', 'd'], 'high']);
  for (const item of ['a', 'b']) await chosen(item, feature(3));
  // `c` is nearer to `a` than `b` now.
  assert.deepEqual(await found(), [['a-0.05', 'c', 'b-0.05', 'd'], 'low']);
});

test('a search confirms one item: the last clicked, and a clicked one not after another in the cart', async () => {
  await using shop = await shopOfFour();
  await confirmAll(shop, 4);
  const click = (searchId: string, item: string, type = 'click') =>
    shop.project.events.append([event(type, { user: 'u5' }, [item], { at: shop.now, searchId })]);
  const searchId = await confirm(shop, 'u5');
  assert.deepEqual(await look(shop), learned(5));
  await click(searchId, 'a');
  assert.deepEqual(await look(shop), unlearned);
  await click(searchId, 'c', 'cart');
  await click(searchId, 'a');
  await click(searchId, 'unknown');
  assert.deepEqual(await look(shop), learned(5));
  await shop.remove('c');
  await shop.put({ id: 'c', name: 'c', imgs: ['http://p/c'] });
  const [job] = await shop.project.pictures.take(1, shop.now, ['embed']);
  await shop.project.pictures.finish(job!, { step: 'embed', feature: feature(2), hash: null }, model);
  assert.deepEqual(await look(shop), unlearned, 'another item with the id of a deleted one');
});

test('a photo waits a day for an event, and the newest are kept', async () => {
  await using shop = await shopOfFour();
  const { pictures, events } = shop.project;
  const keep = (searchId: string) =>
    pictures.keepPhoto({ searchId, at: shop.now, visitor: null, shown: ['c'], feature: photo, model });
  const chosen = (user: string, searchId: string) =>
    events.append([event('click', { user }, ['c'], { at: shop.now, searchId })]);
  for (let i = 1; i <= 5; i++) keep(`late-${i}`);
  for (let i = 1; i <= 4; i++) await chosen(`u${i}`, `late-${i}`);
  shop.now += limits.photoKeptMsMax + 1;
  await chosen('u5', 'late-5');
  assert.deepEqual(await look(shop), unlearned);
  for (let i = 0; i <= limits.photosKeptMax; i++) {
    shop.now++;
    keep(`many-${i}`);
  }
  await chosen('u5', 'many-0');
  assert.deepEqual(await look(shop), unlearned);
  await chosen('u5', 'many-1');
  assert.deepEqual(await look(shop), learned(5));
});

test('a project is not idle until its waiting photos have expired', async () => {
  await using shop = await Shop.open(open);
  const isIdle = () => {
    shop.project.textEmbeddings.setTargetModel(null, () => false);
    return (shop.project as EmbeddedProject).isIdle;
  };
  assert.equal(isIdle(), true);
  const search = { searchId: 'waiting', at: shop.now, visitor: null, shown: [] };
  shop.project.pictures.keepPhoto({ ...search, feature: photo, model });
  await shop.project.events.append([event('view', { user: 'u1' }, ['c'])]);
  assert.equal(isIdle(), false);
  shop.now += limits.photoKeptMsMax + 1;
  await shop.reopen();
  await until('The photo is not deleted', async () => isIdle());
});

test('the newest visitors of an item are kept, and the newest items of a visitor', async () => {
  await using shop = await shopOfFour();
  const max = limits.confirmedPhotosPerItemMax;
  await confirmAll(shop, max + 1);
  assert.deepEqual(await look(shop), learned(max));
  const items = Array.from({ length: limits.confirmedPhotosPerVisitorMax }, (_, i) => `n${i}`);
  await shop.put(...items.map((id) => ({ id, name: id })));
  for (const item of items.slice(1)) await confirm(shop, `u${max}`, { item });
  assert.deepEqual(await look(shop), learned(max));
  await confirm(shop, `u${max}`, { item: items[0]! });
  assert.deepEqual(await look(shop), learned(max - 1));
});

test('the setting learnFromPhotos turned off deletes the photos', async () => {
  await using shop = await shopOfFour();
  const set = (learnFromPhotos: boolean) =>
    shop.project.settings.change(
      () => ({ search: { learnFromPhotos } }),
      () => undefined,
    );
  await confirmAll(shop, 5);
  await set(false);
  assert.deepEqual(await look(shop), unlearned);
  await confirmAll(shop, 5);
  await set(true);
  assert.deepEqual(await look(shop), unlearned);
  await confirmAll(shop, 5);
  assert.deepEqual(await look(shop), learned(5));
});

test('an event joins the photo of another process that shares the log, and both agree', async () => {
  const shared = new MemoryLogs();
  await using one = await shopOfFour(openEmbedded({ shared }));
  await using two = await Shop.anotherProcess(one, openEmbedded({ shared }), 'b');
  const keep = (searchId: string) =>
    one.project.pictures.keepPhoto({
      searchId,
      at: one.now,
      visitor: null,
      shown: ['c'],
      feature: photo,
      model,
    });
  for (let i = 1; i <= 5; i++) {
    keep(`of-one-${i}`);
    await one.put({ id: 'a', name: `a ${i}`, imgs: ['http://p/a'] });
    await two.engine.catchUp('shop');
    await two.project.events.append([
      event('click', { user: `u${i}` }, ['c'], { at: two.now, searchId: `of-one-${i}` }),
    ]);
  }
  await one.engine.catchUp('shop');
  await until('The processes do not agree', async () => (await look(one)).photos === 5);
  assert.deepEqual([await look(one), await look(two)], [learned(5), learned(5)]);
  await one.project.events.eraseUser('u2');
  await two.engine.catchUp('shop');
  assert.deepEqual([await look(one), await look(two)], [unlearned, unlearned]);
});
