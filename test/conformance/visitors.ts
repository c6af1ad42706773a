import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allLists } from './events.ts';
import { conditions, event, Shop, type OpenEngine } from './shop.ts';

/** Who an event is of, what takes it back, and who must not make a trend. */
export function testVisitors(name: string, open: OpenEngine): void {
  test(`${name} EventLog.append() gives a user the session that comes with them, and all it did and will do`, async () => {
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
    assert.deepEqual(await shop.project.events.eraseUser('u'), { events: 4 });
    // Nobody's again: the next user it comes with has it.
    await shop.project.events.append([
      did({ session: 's' }, 'a', 5),
      did({ user: 'v', session: 's' }, 'b', 6),
    ]);
    const live = await allLists(shop, ['u', 'v']);
    await shop.reopen();
    assert.deepEqual(await allLists(shop, ['u', 'v']), live);
    assert.deepEqual(await shop.project.events.eraseUser('v'), { events: 3 });
    assert.equal(shop.project.events.count(), 0);
  });

  test(`${name} Recommenders know neither what was returned as bought, nor what was disliked, also reopened`, async () => {
    await using shop = await withItems(open);
    const { events, recommenders } = shop.project;
    const user = 'u';
    await events.append([
      event('view', { user }, ['c'], { at: shop.now - 4 }),
      event('purchase', { user }, ['a', 'b'], { at: shop.now - 3 }),
      event('return', { user }, ['a'], { at: shop.now - 2 }),
      event('dislike', { user }, ['c'], { at: shop.now - 1 }),
    ]);
    assert.deepEqual([...(await recommenders.boughtBy(user))], ['b']);
    assert.deepEqual([...(await recommenders.rejectedBy(user))], ['c']);
    assert.deepEqual(
      await recommenders.boughtTogether({ items: ['a'], user: null, conditions: conditions() }),
      [],
    );
    const live = await allLists(shop, [user]);
    await shop.reopen();
    assert.deepEqual(await allLists(shop, [user]), live);
    assert.deepEqual([...(await shop.project.recommenders.rejectedBy(user))], ['c']);
    await shop.project.events.append([event('click', { user }, ['c'])]);
    assert.deepEqual([...(await shop.project.recommenders.rejectedBy(user))], []);
  });

  test(`${name} Recommenders.trending() counts no crowded event, the others do`, async () => {
    await using shop = await withItems(open);
    for (let visitor = 0; visitor < 30; visitor++) {
      const crowd = event('view', { session: `bot${visitor}` }, ['a'], { crowded: true });
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

async function withItems(open: OpenEngine): Promise<Shop> {
  const shop = await Shop.open(open);
  const names = ['red shoe', 'blue shoe', 'green hat', 'red hat', 'blue scarf'];
  await shop.put(...['a', 'b', 'c', 'd', 'e'].map((id, at) => ({ id, name: names[at] ?? '' })));
  return shop;
}
