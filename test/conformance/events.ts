import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnsignedSession, type AppendedEvents } from '../../src/ports/recommendations/events.ts';
import type { Recommended } from '../../src/ports/recommendations/recommenders.ts';
import { representative } from '../support/matrix.ts';
import { aUser, stranger, conditions, event, seeded, Shop, type OpenEngine } from './shop.ts';

const counts = ({ accepted, duplicates }: AppendedEvents): number[] => [accepted, duplicates];

/** The contract of `ports/recommendations/events.ts`. */
export function testEvents(name: string, open: OpenEngine): void {
  test(`${name} EventLog.append() counts an event once by its id, within a batch, across batches and after a restart`, async () => {
    await using shop = await withItems(open);
    const { events } = shop.project;
    const one = event('view', { user: 'u' }, ['a'], { id: 'e1' });
    assert.deepEqual(counts(await events.append([one, one, event('view', { user: 'u' }, ['b'])])), [2, 1]);
    assert.deepEqual(counts(await events.append([one])), [0, 1]);
    const both = await Promise.all([
      events.append([{ ...one, id: 'e2' }]),
      events.append([{ ...one, id: 'e2' }]),
    ]);
    assert.deepEqual(both.map(counts), [
      [1, 0],
      [0, 1],
    ]);
    assert.equal(events.count(), 3);
    await shop.reopen();
    assert.equal(shop.project.events.count(), 3);
    assert.deepEqual(counts(await shop.project.events.append([one])), [0, 1]);
  });

  test(`${name} EventLog.append() counts each item of an order once, at once, later and after a restart`, async () => {
    await using shop = await withItems(open);
    const { events } = shop.project;
    const buy = (order: string | null, items: readonly string[], user = 'u') =>
      event('purchase', { user }, items, { order, at: shop.now });
    const listItems = ({ stored }: AppendedEvents): (string | null)[] =>
      stored.map((one) => one?.items.map(({ id }) => id).join() ?? null);
    const sent = [
      buy('1', ['a', 'b']),
      buy('1', ['b', 'c']),
      buy('1', ['c', 'a'], 'another'),
      buy('2', ['a']),
    ];
    assert.deepEqual(listItems(await events.append(sent)), ['a,b', 'c', null, 'a']);
    const both = await Promise.all([events.append([buy('3', ['a'])]), events.append([buy('3', ['a', 'b'])])]);
    assert.deepEqual(both.map(listItems), [['a'], ['b']]);
    assert.deepEqual(listItems(await events.append([buy(null, ['a']), buy(null, ['a'])])), ['a', 'a']);
    const lists = (): Promise<readonly Recommended[]> =>
      shop.project.recommenders.boughtTogether({ items: ['a'], visitor: stranger, conditions: conditions() });
    const before = await lists();
    await shop.reopen();
    assert.equal(shop.project.events.count(), 7);
    assert.deepEqual(await lists(), before);
    const whole = event('return', { user: 'u' }, [], { order: '1', at: shop.now });
    const later = [buy('1', ['c', 'd']), buy('2', ['a']), whole, { ...whole, order: 'unknown' }];
    assert.deepEqual(listItems(await shop.project.events.append(later)), ['d', null, 'a,b,c,d', null]);
  });

  test(`${name} EventLog.append() affects the next recommendation, from the first event on`, async () => {
    await using shop = await withItems(open);
    const { events, recommenders } = shop.project;
    await events.append([event('view', { session: 's' }, ['b'])]);
    assert.equal((await recommenders.popular({ conditions: conditions() }))[0]?.item.id, 'b');
    const buyers = ['u', 'v', 'w', 'x', 'y', 'z'];
    await events.append(buyers.map((user) => event('purchase', { user }, ['a', 'c'], { at: shop.now })));
    const together = await recommenders.boughtTogether({
      items: ['a'],
      visitor: stranger,
      conditions: conditions(),
    });
    assert.deepEqual(
      together.filter(({ source }) => source === 'together').map(({ item }) => item.id)[0],
      'c',
    );
  });

  test(`${name} EventLog.eraseUser() leaves the state without the user`, async () => {
    const seed = 7;
    await using shop = await withItems(open);
    await using never = await withItems(open);
    const random = seeded(seed);
    const items = ['a', 'b', 'c', 'd', 'e'];
    const pick = (): string => items[Math.floor(random() * items.length)] ?? 'a';
    for (let at = 0; at < representative(100, 200); at++) {
      const user = `u${Math.floor(random() * 4)}`;
      const type = random() < 0.2 ? 'purchase' : 'view';
      const basket = type === 'purchase' ? [...new Set([pick(), pick()])] : [pick()];
      const one = event(type, { user, ...(random() < 0.5 ? { session: `s-${user}` } : {}) }, basket, {
        at: shop.now + at * 60_000,
        id: `e${at}`,
      });
      await shop.project.events.append([one]);
      if (user !== 'u0') await never.project.events.append([one]);
    }
    shop.now += 300 * 60_000;
    never.now = shop.now;
    const before = shop.project.events.count();
    const { events } = await shop.project.events.eraseUser('u0');
    assert.ok(events > 0);
    assert.equal(shop.project.events.count(), before - events);
    assert.equal(shop.project.events.count(), never.project.events.count());
    assert.deepEqual(await allLists(shop), await allLists(never), `seed ${seed}`);
    await shop.reopen();
    assert.equal(shop.project.events.count(), never.project.events.count());
    assert.deepEqual(await allLists(shop), await allLists(never), `seed ${seed}, reopened`);
    // Their events may be sent again: nothing is remembered, not even the ids.
    const again = event('view', { user: 'u0' }, ['a'], { id: 'e0' });
    assert.deepEqual(counts(await shop.project.events.append([again])), [1, 0]);
  });

  test(`${name} EventLog.eraseUser() counts pending events, and those of merged visitors`, async () => {
    await using shop = await withItems(open);
    const { events } = shop.project;
    await events.append([event('view', { session: 's' }, ['a']), event('view', { user: 'old' }, ['b'])]);
    await events.merge({ session: 's' }, 'u');
    await events.merge({ user: 'old' }, 'u');
    const writes = Array.from({ length: 10 }, () => events.append([event('view', { user: 'u' }, ['c'])]));
    const [erased] = await Promise.all([events.eraseUser('u'), ...writes]);
    assert.equal(erased?.events, 12);
    assert.equal(events.count(), 0);
    assert.deepEqual(await shop.project.recommenders.popular({ conditions: conditions() }), []);
    // The session belongs to no user again.
    await shop.project.events.append([event('view', { session: 's' }, ['d'])]);
    const live = await allLists(shop);
    await shop.reopen();
    assert.equal(shop.project.events.count(), 1);
    assert.deepEqual(await allLists(shop), live);
  });

  test(`${name} EventLog.eraseUser() includes what was sent under the user’s names without proof`, async () => {
    await using shop = await withItems(open);
    const claim = (user: string) => event('purchase', { session: createUnsignedSession(user) }, ['a', 'b']);
    const bought = async (): Promise<number> =>
      (
        await shop.project.recommenders.boughtTogether({
          items: ['a'],
          visitor: stranger,
          conditions: conditions(),
        })
      ).length;
    // Four orders are no evidence that items are bought together, five are.
    const orders = ['k', 'l', 'm', 'n'].map((user) => event('purchase', { user }, ['a', 'b']));
    await shop.project.events.append([...orders, claim('u'), claim('old'), claim('another')]);
    await shop.project.events.append([event('dislike', { session: createUnsignedSession('u') }, ['a'])]);
    assert.equal(await bought(), 1);
    await shop.project.events.merge({ user: 'old' }, 'u');
    assert.equal((await shop.project.events.eraseUser('u')).events, 3);
    assert.equal(await bought(), 1);
    assert.equal((await shop.project.events.eraseUser('another')).events, 1);
    assert.equal(await bought(), 0);
    await shop.reopen();
    assert.deepEqual([await bought(), shop.project.events.count()], [0, orders.length]);
  });

  test(`${name} VisitorLinks.isLinked() follows events, merges and erasures`, async () => {
    await using shop = await withItems(open);
    const isLinked = (session: string, user: string): boolean =>
      shop.project.visitorLinks.isLinked(session, user);
    await shop.project.events.append([
      event('view', { user: 'u', session: 's' }, ['a']),
      event('view', { user: 'v', session: 's' }, ['a']),
      event('view', { session: 'alone' }, ['a']),
    ]);
    await shop.project.events.merge({ session: 'joined' }, 'v');
    const check = (): void => {
      assert.deepEqual(
        [isLinked('s', 'u'), isLinked('s', 'v'), isLinked('joined', 'v')],
        [true, false, true],
      );
      assert.deepEqual(
        [isLinked('alone', 'u'), isLinked('alone', 'alone'), isLinked('no', 'u')],
        [false, false, false],
      );
    };
    check();
    await shop.reopen();
    check();
    await shop.project.events.merge({ user: 'u' }, 'v');
    assert.deepEqual([isLinked('s', 'u'), isLinked('s', 'v')], [true, true]);
    await shop.project.events.eraseUser('v');
    assert.deepEqual(
      [isLinked('s', 'u'), isLinked('s', 'v'), isLinked('joined', 'v')],
      [false, false, false],
    );
  });

  test(`${name} EventLog.eraseUser() of an unknown user changes nothing`, async () => {
    await using shop = await withItems(open);
    await shop.project.events.append([event('view', { user: 'u' }, ['a'])]);
    assert.equal((await shop.project.events.eraseUser('nobody')).events, 0);
    assert.equal(shop.project.events.count(), 1);
  });

  test(`${name} EventLog.merge() counts earlier and later events under the old name as the user's`, async () => {
    await using shop = await withItems(open);
    await using plain = await withItems(open);
    const did = (who: { user?: string; session?: string }, id: string, minute: number) =>
      event('view', who, [id], { at: shop.now + minute * 60_000 });
    await shop.project.events.append([did({ session: 's' }, 'a', 0), did({ user: 'u' }, 'b', 1)]);
    await shop.project.events.merge({ session: 's' }, 'u');
    await shop.project.events.append([did({ session: 's' }, 'c', 2)]);
    await plain.project.events.append([
      did({ user: 'u' }, 'a', 0),
      did({ user: 'u' }, 'b', 1),
      did({ user: 'u' }, 'c', 2),
    ]);
    for (const one of [shop, plain]) one.now += 10 * 60_000;
    const expected = await allLists(plain);
    assert.deepEqual(await allLists(shop), expected);
    await shop.reopen();
    assert.deepEqual(await allLists(shop), expected);
  });

  test(`${name} EventLog keeps every field of an event after a restart`, async () => {
    await using shop = await withItems(open);
    const users = ['u:x', 's:y', 'ü\u{1f600}'];
    await shop.project.events.append(
      users.map((user, at) =>
        event('own-type', { user, session: 's' }, ['a', 'unknown'], { position: at + 1, searchId: 'q' }),
      ),
    );
    const live = await allLists(shop, users);
    await shop.reopen();
    assert.deepEqual(await allLists(shop, users), live);
  });
}

async function withItems(open: OpenEngine): Promise<Shop> {
  const shop = await Shop.open(open);
  const names = ['red shoe', 'blue shoe', 'green hat', 'red hat', 'blue scarf'];
  await shop.put(
    ...['a', 'b', 'c', 'd', 'e'].map((id, at) => ({
      id,
      name: names[at] ?? '',
      brand: at < 3 ? 'x' : 'y',
      category: at < 2 ? 'Shoes' : 'Clothes',
    })),
  );
  return shop;
}

/** Every list, as ids and rounded scores. */
export async function allLists(
  shop: Shop,
  users: readonly string[] = ['u', 'u0', 'u1', 'u2', 'u3'],
): Promise<Record<string, string[]>> {
  const { recommenders } = shop.project;
  const lists: Record<string, string[]> = {};
  const keep = (title: string, list: readonly Recommended[]): void => {
    lists[title] = list.map(
      ({ item, score, source, because }) => `${item.id} ${score.toPrecision(6)} ${source} ${because.join()}`,
    );
  };
  const all = conditions();
  keep('popular', await recommenders.popular({ conditions: all }));
  keep('trending', await recommenders.trending({ among: null, windowHours: null, conditions: all }));
  for (const user of users) {
    const visitor = aUser(user);
    keep(`${user} again`, await recommenders.buyAgain({ visitor, conditions: all }));
    keep(`${user} lately`, await recommenders.recentlyViewed({ visitor, seen: [], conditions: all }));
    keep(`for ${user}`, await recommenders.forUser({ visitor, seen: [], repeats: null, conditions: all }));
  }
  for (const item of ['a', 'b', 'd']) {
    keep(
      `with ${item}`,
      await recommenders.boughtTogether({ items: [item], visitor: stranger, conditions: all }),
    );
    keep(`like ${item}`, await recommenders.similar({ item, conditions: all }));
    keep(
      `after ${item}`,
      await recommenders.forUser({ visitor: stranger, seen: [item], repeats: null, conditions: all }),
    );
  }
  return lists;
}
