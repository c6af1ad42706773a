import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShopEvent, Visitor } from '../../src/ports/recommendations/events.ts';
import type { Recommended } from '../../src/ports/recommendations/recommenders.ts';
import { allLists } from './events.ts';
import { aUser, aVisit, stranger, conditions, event, Shop, type OpenEngine } from './shop.ts';

/** Visitor identity, retractions, and suspected bots. */
export function testVisitors(name: string, open: OpenEngine): void {
  test(`${name} EventLog.append() assigns a session to its first user, with all earlier and later events`, async () => {
    await using shop = await withItems(open);
    await using plain = await withItems(open);
    const did = (who: { user?: string; session?: string }, id: string, minute: number) =>
      event('view', who, [id], { at: shop.now + minute * 60_000 });
    await shop.project.events.append([did({ session: 's' }, 'a', 0)]);
    await shop.project.events.append([
      did({ user: 'u', session: 's' }, 'b', 1),
      did({ session: 's' }, 'c', 2),
    ]);
    // Another user of the same session gets nothing of it.
    await shop.project.events.append([
      did({ user: 'v', session: 's' }, 'd', 3),
      did({ session: 's' }, 'e', 4),
    ]);
    await plain.project.events.append([
      did({ user: 'u' }, 'a', 0),
      did({ user: 'u' }, 'b', 1),
      did({ user: 'u' }, 'c', 2),
      did({ user: 'v' }, 'd', 3),
      did({ user: 'u' }, 'e', 4),
    ]);
    for (const one of [shop, plain]) one.now += 10 * 60_000;
    const expected = await allLists(plain, ['u', 'v']);
    assert.deepEqual(await allLists(shop, ['u', 'v']), expected);
    await shop.reopen();
    assert.deepEqual(await allLists(shop, ['u', 'v']), expected);
    assert.equal((await shop.project.events.eraseUser('u')).events, 4);
    // It belongs to no user again: the next user with it gets it.
    await shop.project.events.append([
      did({ session: 's' }, 'a', 5),
      did({ user: 'v', session: 's' }, 'b', 6),
    ]);
    const live = await allLists(shop, ['u', 'v']);
    await shop.reopen();
    assert.deepEqual(await allLists(shop, ['u', 'v']), live);
    assert.equal((await shop.project.events.eraseUser('v')).events, 3);
    assert.equal(shop.project.events.count(), 0);
  });

  test(`${name} Recommenders return to an anonymous visitor the lists of a user with the same events, also after a restart`, async () => {
    await using shop = await withItems(open);
    await using other = await withItems(open);
    const day = 86_400_000;
    for (const one of [shop, other]) {
      const others = Array.from({ length: 12 }, (_, at) => {
        const [user, run] = [`o${at}`, ['a', 'b', 'c', 'd', 'e'].slice(at % 4, (at % 4) + 2)];
        return [
          event('view', { user }, run, { at: one.now - 9 * day + at }),
          event('purchase', { user }, run, { at: one.now - 8 * day + at }),
        ];
      });
      await one.project.events.append(others.flat());
    }
    const did = (who: { user?: string; session?: string }) => [
      event('purchase', who, ['a', 'b'], { at: shop.now - 3 * day }),
      event('view', who, ['c'], { at: shop.now - 2 }),
      event('dislike', who, ['e'], { at: shop.now - 1 }),
    ];
    const live = await visitLists(shop, did, 'session');
    assert.ok(Object.values(live).every((list) => list.length > 0));
    assert.deepEqual(await visitLists(other, did, 'user'), live);
    await shop.reopen();
    assert.deepEqual(await visitLists(shop, () => [], 'session'), live);
  });

  test(`${name} Recommenders resolve a session to its user, and to no other`, async () => {
    await using shop = await withItems(open);
    const { events, recommenders } = shop.project;
    const view = (who: { user?: string; session?: string }, id: string, at: number) =>
      event('view', who, [id], { at: shop.now + at });
    const lately = async (user: string | null, session: string | null): Promise<string[]> => {
      const list = await recommenders.recentlyViewed({
        visitor: { user, session },
        seen: [],
        conditions: conditions(),
      });
      return list.map(({ item }) => item.id);
    };
    await events.append([
      view({ session: 's' }, 'a', 1),
      view({ user: 'u' }, 'b', 2),
      view({ user: 'v' }, 'c', 3),
    ]);
    assert.deepEqual(await lately(null, 's'), ['a']);
    assert.deepEqual(await lately('u', null), ['b']);
    // Signed in, without an event with both ids yet: the session may be this user's.
    assert.deepEqual(await lately('u', 's'), ['b', 'a']);
    assert.deepEqual(await lately('new', 's'), ['a']);
    await events.append([view({ user: 'u', session: 's' }, 'd', 4)]);
    assert.deepEqual(await lately(null, 's'), ['d', 'b', 'a']);
    assert.deepEqual(await lately('u', 's'), ['d', 'b', 'a']);
    // Another user at the same device.
    assert.deepEqual(await lately('v', 's'), ['c']);
    assert.deepEqual(await lately('new', 's'), []);
    await events.merge({ session: 't' }, 'v');
    assert.deepEqual(await lately(null, 't'), ['c']);
  });

  test(`${name} EventLog.eraseSession() leaves the state without the visitor`, async () => {
    await using shop = await withItems(open);
    await using never = await withItems(open);
    const { events, recommenders } = shop.project;
    const of = (who: { user?: string; session?: string }, at: number) => [
      event('view', who, ['a', 'b'], { at: shop.now + at }),
      event('purchase', who, ['b', 'c'], { at: shop.now + at + 1 }),
    ];
    const others = [...of({ user: 'u' }, 0), ...of({ session: 't' }, 2)];
    await events.append([...others, ...of({ session: 's' }, 4)]);
    await never.project.events.append(others);
    await recommenders.recordImpressions(aVisit('s'), ['a']);
    const erased = await events.eraseSession('s');
    assert.deepEqual(erased, { events: 2, names: [{ session: 's' }] });
    const expected = await allLists(never, ['u']);
    assert.deepEqual(await allLists(shop, ['u']), expected);
    assert.deepEqual([...(await recommenders.findPurchasedIds(aVisit('s')))], []);
    assert.equal((await recommenders.countImpressions(aVisit('s'))).size, 0);
    await shop.reopen();
    assert.deepEqual(await allLists(shop, ['u']), expected);
    // A session that belongs to a user stands for the user.
    await shop.project.events.append([event('view', { user: 'u', session: 't' }, ['a'])]);
    const { events: count, names } = await shop.project.events.eraseSession('t');
    assert.deepEqual([count, new Set(names)], [5, new Set([{ user: 'u' }, { session: 't' }])]);
    assert.equal(shop.project.events.count(), 0);
    assert.deepEqual(await shop.project.events.eraseSession('nobody’s'), {
      events: 0,
      names: [{ session: 'nobody’s' }],
    });
  });

  test(`${name} Recommenders.countImpressions() counts impressions under each of a visitor's names`, async () => {
    await using shop = await withItems(open);
    const { events, recommenders } = shop.project;
    const shown = async (visitor: Visitor) =>
      Object.fromEntries(await recommenders.countImpressions(visitor));
    await recommenders.recordImpressions(aVisit('s'), ['a', 'b']);
    assert.deepEqual(await shown(aVisit('s')), { a: 1, b: 1 });
    await events.append([event('click', { session: 's' }, ['b'])]);
    await recommenders.recordImpressions(aUser('u'), ['a', 'c']);
    assert.deepEqual(await shown({ user: 'u', session: 's' }), { a: 2, c: 1 });
    assert.deepEqual(await shown(aUser('u')), { a: 1, c: 1 });
    await events.merge({ session: 's' }, 'u');
    for (const visitor of [aUser('u'), aVisit('s'), { user: 'u', session: 's' }])
      assert.deepEqual(await shown(visitor), { a: 2, c: 1 });
    assert.deepEqual(await shown({ user: 'v', session: 's' }), {});
    await events.append([event('click', { session: 's' }, ['c'])]);
    assert.deepEqual(await shown(aUser('u')), { a: 2 });
    await events.eraseUser('u');
    assert.deepEqual(await shown(aVisit('s')), {});
    await recommenders.recordImpressions(stranger, ['a']);
    assert.deepEqual(await shown(stranger), {});
  });

  test(`${name} Recommenders count neither returned purchases nor disliked items, also after a restart`, async () => {
    await using shop = await withItems(open);
    const { events, recommenders } = shop.project;
    const user = 'u';
    const visitor = aUser(user);
    await events.append([
      event('view', { user }, ['c'], { at: shop.now - 4 }),
      event('purchase', { user }, ['a', 'b'], { at: shop.now - 3 }),
      event('return', { user }, ['a'], { at: shop.now - 2 }),
      event('dislike', { user }, ['c'], { at: shop.now - 1 }),
    ]);
    assert.deepEqual([...(await recommenders.findPurchasedIds(visitor))], ['b']);
    assert.deepEqual([...(await recommenders.findRejectedIds(visitor))], ['c']);
    assert.deepEqual(
      await recommenders.boughtTogether({ items: ['a'], visitor: stranger, conditions: conditions() }),
      [],
    );
    const live = await allLists(shop, [user]);
    await shop.reopen();
    assert.deepEqual(await allLists(shop, [user]), live);
    assert.deepEqual([...(await shop.project.recommenders.findRejectedIds(visitor))], ['c']);
    await shop.project.events.append([event('click', { user }, ['c'])]);
    assert.deepEqual([...(await shop.project.recommenders.findRejectedIds(visitor))], []);
  });

  test(`${name} Recommenders.trending() ignores events of suspected bots, other lists count them`, async () => {
    await using shop = await withItems(open);
    for (let visitor = 0; visitor < 30; visitor++) {
      const crowd = event('view', { session: `bot${visitor}` }, ['a'], { suspectedBot: true });
      const shopper = event('view', { session: `visit${visitor % 6}` }, ['b']);
      await shop.project.events.append([crowd, shopper]);
    }
    const observed = async (): Promise<[string, number | undefined][]> => {
      const list = await shop.project.recommenders.trending({
        among: null,
        windowHours: null,
        conditions: conditions(),
      });
      return list.map(({ item, facts }) => [item.id, facts['observed']]);
    };
    assert.deepEqual(await observed(), [['b', 6]]);
    await shop.reopen();
    assert.deepEqual(await observed(), [['b', 6]]);
  });
}

/** Every personal list of a visitor, as ids and scores, after some events. */
async function visitLists(
  shop: Shop,
  did: (who: { user?: string; session?: string }) => ShopEvent[],
  by: 'user' | 'session',
): Promise<Record<string, unknown[]>> {
  const { events, recommenders } = shop.project;
  const sent = did({ [by]: 'me' });
  if (sent.length > 0) await events.append(sent);
  const visitor = by === 'user' ? aUser('me') : aVisit('me');
  const shared = { visitor, conditions: conditions() };
  const scored = (list: readonly Recommended[]) =>
    list.map(({ item, score, source, because }) => [item.id, score.toPrecision(6), source, ...because]);
  return {
    forUser: scored(await recommenders.forUser({ ...shared, seen: [], repeats: null })),
    buyAgain: scored(await recommenders.buyAgain(shared)),
    recentlyViewed: scored(await recommenders.recentlyViewed({ ...shared, seen: [] })),
    boughtTogether: scored(await recommenders.boughtTogether({ ...shared, items: ['c'] })),
    boughtBy: [...(await recommenders.findPurchasedIds(visitor))],
    rejectedBy: [...(await recommenders.findRejectedIds(visitor))],
  };
}

async function withItems(open: OpenEngine): Promise<Shop> {
  const shop = await Shop.open(open);
  const names = ['red shoe', 'blue shoe', 'green hat', 'red hat', 'blue scarf'];
  await shop.put(...['a', 'b', 'c', 'd', 'e'].map((id, at) => ({ id, name: names[at] ?? '' })));
  return shop;
}
