import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListConditions, Recommended } from '../../src/ports/recommendations/recommenders.ts';
import { allLists } from './events.ts';
import { aUser, aVisit, stranger, conditions, event, plain, Shop, type OpenEngine } from './shop.ts';

type List = (shop: Shop, more?: Partial<ListConditions>) => Promise<Recommended[]>;

const lists: Record<string, List> = {
  forUser: (shop, more) =>
    shop.project.recommenders.forUser({
      visitor: aUser('u'),
      seen: [],
      repeats: null,
      conditions: conditions(more),
    }),
  'forUser of items seen just now': (shop, more) =>
    shop.project.recommenders.forUser({
      visitor: stranger,
      seen: ['a'],
      repeats: null,
      conditions: conditions(more),
    }),
  'forUser of a visit': (shop, more) =>
    shop.project.recommenders.forUser({
      visitor: aVisit('today0'),
      seen: [],
      repeats: null,
      conditions: conditions(more),
    }),
  boughtTogether: (shop, more) =>
    shop.project.recommenders.boughtTogether({
      items: ['a'],
      visitor: stranger,
      conditions: conditions(more),
    }),
  trending: (shop, more) =>
    shop.project.recommenders.trending({ among: null, windowHours: null, conditions: conditions(more) }),
  'trending in a window': (shop, more) =>
    shop.project.recommenders.trending({ among: null, windowHours: 24, conditions: conditions(more) }),
  similar: (shop, more) => shop.project.recommenders.similar({ item: 'a', conditions: conditions(more) }),
  popular: (shop, more) => shop.project.recommenders.popular({ conditions: conditions(more) }),
  buyAgain: (shop, more) =>
    shop.project.recommenders.buyAgain({ visitor: aUser('u1'), conditions: conditions(more) }),
  recentlyViewed: (shop, more) =>
    shop.project.recommenders.recentlyViewed({
      visitor: aUser('u1'),
      seen: [],
      conditions: conditions(more),
    }),
  newest: (shop, more) => shop.project.recommenders.newest({ conditions: conditions(more) }),
};
/** Lists for an item, which is not in them. */
const forItem = new Set(['boughtTogether', 'similar']);

/** The contract of `ports/recommendations/recommenders.ts`. */
export function testRecommenders(name: string, open: OpenEngine): void {
  for (const [title, list] of Object.entries(lists)) {
    test(`${name} Recommenders.${title} obeys limit, filter, exclude and order, and returns each item once`, async () => {
      await using shop = await busyShop(open);
      const all = await list(shop);
      assert.ok(all.length >= 2, `${all.length} items`);
      assert.equal(new Set(all.map(({ item }) => item.id)).size, all.length);
      if (forItem.has(title)) assert.ok(all.every(({ item }) => item.id !== 'a'));
      all.reduce((before, after) => {
        assert.ok(before.score >= after.score, `${before.score} before ${after.score}`);
        return after;
      });
      for (const { item, because, score } of all) {
        assert.deepEqual(plain(item), plain(await shop.project.catalog.get({ id: item.id })));
        assert.ok(because.length <= 3);
        assert.ok(Number.isFinite(score));
      }
      assert.deepEqual(ids(await list(shop, { limit: 1 })), ids(all).slice(0, 1));
      assert.deepEqual(await list(shop, { limit: 0 }), []);
      const [first] = ids(all);
      assert.ok(
        !ids(await list(shop, { exclude: new Set([first ?? '', 'not there']) })).includes(first ?? ''),
      );
      const blue = await list(shop, { filter: { kind: 'equals', field: 'color', value: 'blue' } });
      assert.ok(
        blue.every(({ item }) => ['b', 'd', 'f'].includes(item.id)),
        ids(blue).join(),
      );
      assert.deepEqual(
        ids(blue),
        ids(all).filter((id) => ['b', 'd', 'f'].includes(id)),
      );
    });

    test(`${name} Recommenders.${title} never returns inactive or deleted items, from the write on`, async () => {
      await using shop = await busyShop(open);
      const all = ids(await list(shop));
      const [first, second] = all;
      assert.ok(first !== undefined && second !== undefined);
      await shop.put({ id: first, name: 'quiet', active: false });
      assert.ok(!ids(await list(shop)).includes(first));
      await shop.remove(second);
      assert.ok(!ids(await list(shop)).includes(second));
      await shop.reopen();
      assert.ok(!ids(await list(shop)).some((id) => id === first || id === second));
    });
  }

  test(`${name} Recommenders.similar() uses content without any event, and for a new item immediately`, async () => {
    await using shop = await Shop.open(open);
    await shop.put(
      { id: 'a', name: 'red running shoe', category: 'Shoes' },
      { id: 'b', name: 'soup bowl', category: 'Kitchen' },
    );
    await shop.put({ id: 'c', name: 'blue running shoe', category: 'Shoes' });
    const list = await shop.project.recommenders.similar({ item: 'a', conditions: conditions() });
    assert.equal(list[0]?.item.id, 'c');
    assert.equal(list[0]?.source, 'content');
    assert.deepEqual(
      await shop.project.recommenders.similar({ item: 'not there', conditions: conditions() }),
      [],
    );
  });

  test(`${name} Recommenders.newest() begins with the newest item`, async () => {
    await using shop = await Shop.open(open);
    for (const id of ['a', 'b', 'c']) await shop.put({ id });
    await shop.put({ id: 'a', name: 'changed' });
    assert.deepEqual(ids(await shop.project.recommenders.newest({ conditions: conditions() })), [
      'c',
      'b',
      'a',
    ]);
  });

  test(`${name} Recommenders leave out sold-out items unless requested, and return the product of a variant`, async () => {
    await using shop = await Shop.open(open);
    await shop.put({ id: 'a', stock: 0 }, { id: 'b', stock: 3, groupId: 'g' }, { id: 'c' });
    const { recommenders } = shop.project;
    const newest = async (soldOut: boolean): Promise<string[]> =>
      ids(await recommenders.newest({ conditions: conditions({ soldOut }) }));
    assert.deepEqual(await newest(false), ['c', 'b']);
    assert.deepEqual(await newest(true), ['c', 'b', 'a']);
    assert.deepEqual([await recommenders.findProduct('b'), await recommenders.findProduct('c')], ['g', null]);
    await shop.put({ id: 'a', stock: 1 }, { id: 'b', stock: 0 });
    assert.deepEqual(await newest(false), ['c', 'a']);
    await shop.reopen();
    const again = await shop.project.recommenders.newest({ conditions: conditions() });
    assert.deepEqual(ids(again), ['c', 'a']);
  });

  test(`${name} Recommenders.forUser() leaves out other variants of what the visitor saw, unless visitors repeat`, async () => {
    await using shop = await Shop.open(open);
    const jacket = (id: string, more: object = {}) => ({
      id,
      name: 'rain jacket',
      category: 'Jackets',
      ...more,
    });
    await shop.put(
      jacket('m', { groupId: 'storm' }),
      jacket('l', { groupId: 'storm' }),
      jacket('other', { groupId: 'creek' }),
      jacket('single'),
    );
    await shop.project.events.append([event('view', { user: 'u' }, ['m'])]);
    const list = async (repeats: boolean | null): Promise<string[]> => {
      const request = { visitor: aUser('u'), seen: [], repeats, conditions: conditions() };
      return ids(await shop.project.recommenders.forUser(request)).toSorted();
    };
    assert.deepEqual(await list(null), ['other', 'single']);
    assert.ok((await list(true)).includes('l'));
    await shop.reopen();
    assert.deepEqual(await list(false), ['other', 'single']);
  });

  test(`${name} Recommenders.findPurchasedIds() returns only purchases, also after a restart and an erasure`, async () => {
    await using shop = await Shop.open(open);
    await shop.put({ id: 'a' }, { id: 'b' });
    await shop.project.events.append([
      event('view', { user: 'u' }, ['a']),
      event('purchase', { user: 'u' }, ['b']),
    ]);
    assert.deepEqual([...(await shop.project.recommenders.findPurchasedIds(aUser('u')))], ['b']);
    await shop.reopen();
    assert.deepEqual([...(await shop.project.recommenders.findPurchasedIds(aUser('u')))], ['b']);
    await shop.project.events.eraseUser('u');
    assert.deepEqual([...(await shop.project.recommenders.findPurchasedIds(aUser('u')))], []);
  });

  test(`${name} Recommenders.findRecentPurchaseIds() returns what is not bought again as a habit, for 90 days, also after a restart`, async () => {
    await using shop = await Shop.open(open);
    await shop.put({ id: 'sofa' }, { id: 'milk' }, { id: 'oil' }, { id: 'lamp' });
    const dayMs = 86_400_000;
    const buy = (user: string, id: string, daysAgo: number) =>
      event('purchase', { user }, [id], { at: shop.now - daysAgo * dayMs });
    await shop.project.events.append([
      buy('u', 'sofa', 3),
      buy('u', 'milk', 1),
      // The visitor's own habit.
      ...[40, 2].map((days) => buy('u', 'oil', days)),
      buy('u', 'lamp', 91),
      // A habit of other buyers.
      ...['a', 'b', 'c', 'd', 'e'].flatMap((user) => [21, 14, 7].map((days) => buy(user, 'milk', days))),
      ...['a', 'b', 'c', 'd', 'e'].map((user) => buy(user, 'sofa', 5)),
    ]);
    const justBought = async (): Promise<string[]> => [
      ...(await shop.project.recommenders.findRecentPurchaseIds(aUser('u'))),
    ];
    assert.deepEqual(await justBought(), ['sofa']);
    await shop.reopen();
    assert.deepEqual(await justBought(), ['sofa']);
    shop.now += 88 * dayMs;
    assert.deepEqual(await justBought(), []);
  });

  test(`${name} Recommenders: the events of one visitor take no place of a list of pairs, also after a restart, and leave nothing after an erasure`, async () => {
    await using shop = await Shop.open(open);
    const honest = ['b', 'c', 'd', 'e'];
    const pushed = ['x', 'y', 'z'];
    await shop.put(...['a', ...honest, ...pushed].map((id) => ({ id })));
    const visits = Array.from({ length: 40 }, (_, visit) => {
      const items = ['a', honest[visit % 4]!, honest[(visit + 1) % 4]!];
      const at = shop.now + 60_000 * visit;
      return [
        ...items.map((id, step) => event('view', { user: `u${visit}` }, [id], { at: at + 1_000 * step })),
        event('purchase', { user: `u${visit}` }, items, { at: at + 5_000 }),
      ];
    });
    await shop.project.events.append(visits.flat());
    const lists = async (): Promise<string[][]> => {
      const { recommenders } = shop.project;
      const first = { visitor: aUser('another'), conditions: conditions({ limit: 4 }) };
      return [
        ids(await recommenders.forUser({ ...first, seen: ['a'], repeats: false })),
        ids(await recommenders.boughtTogether({ ...first, items: ['a'] })),
      ];
    };
    const before = await lists();
    for (let sent = 0; sent < 300; sent += 100) {
      const own = Array.from({ length: 100 }, (_, each) => {
        const at = shop.now + 1_000 * (sent + each);
        const items = ['a', ...pushed];
        return each % 2 === 0
          ? event('purchase', { user: 'attacker' }, items, { at })
          : event('click', { user: 'attacker' }, [items[each % 4]!], { at });
      });
      await shop.project.events.append(own);
    }
    const attacked = async (): Promise<void> => {
      for (const list of await lists()) assert.deepEqual(list.toSorted(), honest);
    };
    await attacked();
    await shop.reopen();
    await attacked();
    await shop.project.events.eraseUser('attacker');
    assert.deepEqual(await lists(), before);
  });

  test(`${name} Recommenders.countImpressions() counts impressions until the user interacts with the item`, async () => {
    await using shop = await Shop.open(open);
    await shop.put({ id: 'a' }, { id: 'b' });
    const { recommenders, events } = shop.project;
    await recommenders.recordImpressions(aUser('u'), ['a', 'b']);
    await recommenders.recordImpressions(aUser('u'), ['a']);
    assert.deepEqual(Object.fromEntries(await recommenders.countImpressions(aUser('u'))), { a: 2, b: 1 });
    await events.append([event('click', { user: 'u' }, ['a'])]);
    assert.deepEqual(Object.fromEntries(await recommenders.countImpressions(aUser('u'))), { b: 1 });
    assert.equal((await recommenders.countImpressions(aUser('v'))).size, 0);
    await events.eraseUser('u');
    assert.equal((await recommenders.countImpressions(aUser('u'))).size, 0);
  });

  test(`${name} Recommenders use the new content of an item that returns under its id`, async () => {
    await using shop = await busyShop(open);
    await shop.remove('b');
    await shop.put({ id: 'b', name: 'quite another thing', color: 'blue' });
    const live = await allLists(shop);
    await shop.reopen();
    assert.deepEqual(await allLists(shop), live);
  });

  test(`${name} Recommenders return the same lists after a restart, whatever was written between the events`, async () => {
    await using shop = await busyShop(open);
    await shop.put({ id: 'c', name: 'renamed cup', color: 'red', category: 'Kitchen' });
    await shop.project.events.append([event('view', { user: 'u2' }, ['not yet there', 'c'])]);
    await shop.put({ id: 'not yet there', name: 'late cup', category: 'Kitchen' });
    await shop.remove('e');
    const live = await allLists(shop);
    await shop.reopen();
    assert.deepEqual(await allLists(shop), live);
  });
}

function ids(list: readonly Recommended[]): string[] {
  return list.map(({ item }) => item.id);
}

/** Six items and some visits and purchases: enough for each list to have an entry. */
async function busyShop(open: OpenEngine): Promise<Shop> {
  const shop = await Shop.open(open);
  const all = ['a', 'b', 'c', 'd', 'e', 'f'];
  await shop.put(
    ...all.map((id, at) => ({
      id,
      name: `${at < 3 ? 'cup' : 'plate'} number ${id}`,
      color: at % 2 === 1 ? 'blue' : 'red',
      category: at < 3 ? 'Cups' : 'Plates',
    })),
  );
  const { events } = shop.project;
  for (let visitor = 0; visitor < 12; visitor++) {
    const user = `u${visitor % 4}`;
    const seen = [all[visitor % 6] ?? 'a', all[(visitor * 5 + 1) % 6] ?? 'b', 'a', 'b'];
    const at = shop.now - (12 - visitor) * 60_000;
    await events.append(seen.map((id, step) => event('view', { user }, [id], { at: at + step })));
    await events.append([event('purchase', { user }, [...new Set(seen)], { at: at + 10 })]);
  }
  // Two days ago visitors viewed the plates, now cups and one plate: that is a trend.
  for (let visitor = 0; visitor < 20; visitor++) {
    const [then, today] = [all[3 + (visitor % 3)] ?? 'd', ['a', 'b', 'd'][visitor % 3] ?? 'a'];
    await events.append([
      event('view', { session: `then${visitor}` }, [then], { at: shop.now - 2 * 86_400_000 + visitor }),
      event('view', { session: `today${visitor}` }, [today], { at: shop.now - 1_000 + visitor }),
    ]);
  }
  await events.append([event('view', { user: 'u' }, ['a'], { at: shop.now - 5 })]);
  return shop;
}
