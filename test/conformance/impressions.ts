import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VisitorId } from '../../src/ports/recommendations/events.ts';
import type { Impression } from '../../src/ports/recommendations/impression-log.ts';
import { until } from '../support/until.ts';
import { event, Shop, type OpenEngine } from './shop.ts';

const dayMs = 86_400_000;

export function testImpressions(engine: string, open: OpenEngine): void {
  const the = (criterion: string, run: (shop: Shop) => Promise<void>): void => {
    test(`${engine}: ${criterion}`, async () => {
      await using shop = await Shop.open(open);
      await run(shop);
    });
  };

  the('ImpressionLog stores impressions as they were recorded, also after a restart', async (shop) => {
    const sent = [
      impression(shop, 1, { visitor: { user: 'ann' } }),
      impression(shop, 2, {
        kind: 'list',
        query: '',
        list: 'similar',
        placement: 'home',
        about: ['a'],
        category: 'lamps',
        total: null,
      }),
      impression(shop, 3, {
        visitor: { session: 's' },
        filters: ['brand:Nike', 'price < 3'],
        rules: ['r1', 'r2'],
        isSorted: true,
        offset: 24,
        collection: 'summer',
        device: 'phone',
        country: 'DE',
        assignments: ['x:control'],
        teams: 'ct-',
      }),
    ];
    for (const one of sent) shop.project.impressionLog.record(one);
    assert.deepEqual(await stored(shop, 3), sent);
    await shop.reopen();
    assert.deepEqual(await stored(shop, 3), sent);
  });

  the('ImpressionLog keeps impressions for `impressionDays`, and records none with 0', async (shop) => {
    shop.project.impressionLog.record(impression(shop, 1));
    await stored(shop, 1);
    shop.now += 29 * dayMs;
    shop.project.impressionLog.record(impression(shop, 2));
    assert.deepEqual(
      (await stored(shop, 2)).map(({ id }) => id),
      [idOf(1), idOf(2)],
    );
    shop.now += 2 * dayMs;
    // Each process deletes with its next write.
    for (const no of [3, 4]) shop.project.impressionLog.record(impression(shop, no));
    await until('the old impression stays', async () => (await all(shop))[0]?.id === idOf(2));
    await shop.project.settings.change(
      () => ({ analytics: { impressionDays: 0 } }),
      () => undefined,
    );
    for (const no of [5, 6]) shop.project.impressionLog.record(impression(shop, no));
    await shop.project.attribution.refresh();
    assert.ok((await all(shop)).every(({ id }) => id < idOf(5)));
  });

  the('ImpressionLog.add() stores past impressions once, and they expire by their own time', async (shop) => {
    shop.project.impressionLog.record(impression(shop, 1));
    await stored(shop, 1);
    const past = { ...impression(shop, 2), at: shop.now - 25 * dayMs };
    const added = await shop.project.impressionLog.add([past, past, impression(shop, 1)]);
    assert.deepEqual([...added], [idOf(2)]);
    assert.equal((await shop.project.impressionLog.add([past])).size, 0);
    assert.deepEqual((await stored(shop, 2))[1], past);
    shop.now += 10 * dayMs;
    for (const no of [3, 4]) shop.project.impressionLog.record(impression(shop, no));
    await until('the old impression stays', async () => (await all(shop)).every(({ id }) => id !== idOf(2)));
    assert.equal((await all(shop))[0]?.id, idOf(1));
  });

  the(
    'EventLog.eraseUser() deletes the impressions of the user, under all names, also those not written yet',
    async (shop) => {
      const of = (no: number, visitor: VisitorId | null): void =>
        shop.project.impressionLog.record(impression(shop, no, { visitor }));
      of(1, { user: 'ann' });
      of(2, { session: 's' });
      of(3, { user: 'bob' });
      of(4, null);
      await stored(shop, 4);
      await shop.project.events.append([event('view', { user: 'ann', session: 's' }, ['a'])]);
      of(5, { session: 's' });
      of(6, { user: 'ann' });
      await shop.project.events.eraseUser('ann');
      assert.deepEqual(
        (await stored(shop, 2)).map(({ id }) => id),
        [idOf(3), idOf(4)],
      );
      await shop.reopen();
      assert.deepEqual(
        (await stored(shop, 2)).map(({ id }) => id),
        [idOf(3), idOf(4)],
      );
    },
  );
}

const idOf = (no: number): string => String(no).padStart(24, '0');

function impression(shop: Shop, no: number, more: Partial<Impression> = {}): Impression {
  return {
    id: idOf(no),
    at: shop.now + no,
    kind: 'search',
    visitor: null,
    query: 'lamp',
    filters: [],
    isSorted: false,
    offset: 0,
    collection: null,
    rules: [],
    list: null,
    placement: null,
    about: [],
    category: null,
    device: null,
    country: null,
    assignments: [],
    teams: '',
    total: 3,
    items: ['a', 'b', 'c'],
    ...more,
  };
}

/** All impressions, by id. */
async function all(shop: Shop): Promise<Impression[]> {
  // Writes of another process are applied by the next request.
  await shop.engine.project('shop');
  const found = shop.project.impressionLog.after(0, 1_000);
  const unnumbered = found.map((stored) => {
    const { number: _, ...one } = stored;
    return one;
  });
  return unnumbered.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** All impressions once they are as many. */
async function stored(shop: Shop, count: number): Promise<Impression[]> {
  await until(`there are not ${count} impressions`, async () => (await all(shop)).length === count);
  return all(shop);
}
