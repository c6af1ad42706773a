import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchCount, SearchCountOrder } from '../../src/ports/search-counts.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { Shop, type OpenEngine } from './shop.ts';
import { until } from '../support/until.ts';

const dayMs = 86_400_000;
const none = { searches: 0, withoutResults: 0, clicked: 0, bought: 0, positions: 0, placed: 0 };
const dayOf = (shop: Shop): number => Math.floor(shop.now / dayMs);

export function testSearchCounts(engine: string, open: OpenEngine): void {
  const the = (criterion: string, run: (shop: Shop) => Promise<void>): void => {
    test(`${engine}: ${criterion}`, async () => {
      await using shop = await Shop.open(open);
      await run(shop);
    });
  };
  const add = (shop: Shop, query: string, more: Partial<SearchCount>): void =>
    shop.project.searchCounts.add([{ ...none, query, day: dayOf(shop), ...more }]);
  const all = (shop: Shop) => ({ from: 0, to: dayOf(shop) });
  const searchesOf = (shop: Shop): number =>
    shop.project.searchCounts.days(all(shop)).reduce((sum, { searches }) => sum + searches, 0);
  /** Waits until this many searches are stored. */
  const untilRecorded = async (shop: Shop, searches: number): Promise<void> => {
    // Writes of another process are applied by the next request to the project.
    const fresh = (): Promise<unknown> => shop.engine.project('shop');
    await until('Not all searches are counted', async () => {
      await fresh();
      return searchesOf(shop) === searches;
    });
    // The next request goes to another process, and the last count may have come after its poll.
    await fresh();
    assert.equal(searchesOf(shop), searches);
  };

  the('SearchCounts sums by day and query, also after a restart', async (shop) => {
    const random = seededRandom(7);
    const added: SearchCount[] = [];
    let searches = 0;
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 60; i++) {
        const found = random() < 0.7;
        const clicked = found && random() < 0.5 ? 1 : 0;
        const count = {
          query: `oak ${Math.floor(random() * 12)}`,
          day: dayOf(shop) - Math.floor(random() * 3),
          searches: 1,
          withoutResults: found ? 0 : 1,
          clicked,
          bought: clicked === 1 && random() < 0.3 ? 1 : 0,
          positions: clicked * 4,
          placed: clicked,
        };
        added.push(count);
        shop.project.searchCounts.add([count]);
      }
      searches += 60;
      if (round === 0) await untilRecorded(shop, searches);
      // A stop writes pending counts.
      if (round === 1) await shop.reopen();
      shop.now += dayMs;
    }
    await untilRecorded(shop, searches);
    const from = dayOf(shop) - 4;
    const span = { from, to: dayOf(shop) - 2 };
    const inSpan = added.filter(({ day }) => day >= span.from && day <= span.to);
    const days = [...new Set(inSpan.map(({ day }) => day))].sort((a, b) => a - b);
    assert.deepEqual(
      shop.project.searchCounts.days(span),
      days.map((day) => ({ day, ...sumOf(inSpan.filter((one) => one.day === day)) })),
    );
    const queries = [...new Set(inSpan.map(({ query }) => query))].map((query) => ({
      query,
      ...sumOf(inSpan.filter((one) => one.query === query)),
    }));
    const valueBy: Record<SearchCountOrder, (one: SearchCount) => number> = {
      searches: (one) => one.searches,
      withoutResults: (one) => one.withoutResults,
      unclicked: (one) => one.searches - one.withoutResults - one.clicked,
    };
    for (const order of ['searches', 'withoutResults', 'unclicked'] as const) {
      const by = (one: Omit<SearchCount, 'day'>): number => valueBy[order]({ ...one, day: 0 });
      const expected = queries
        .filter((one) => by(one) > 0)
        .sort((a, b) => by(b) - by(a) || (a.query < b.query ? -1 : 1))
        .slice(0, 7);
      assert.deepEqual(shop.project.searchCounts.queries(span, order, 7), expected, order);
    }
  });

  the('SearchCounts keeps the most relevant queries of a past day, and its complete sums', async (shop) => {
    for (let i = 0; i < 900; i++) add(shop, `oak ${i}`, { searches: i < 100 ? 5 : 1 });
    for (let i = 0; i < 20; i++) add(shop, `zz ${i}`, { searches: 1, withoutResults: 1 });
    const sum = 100 * 5 + 800 + 20;
    await untilRecorded(shop, sum);
    const first = dayOf(shop);
    shop.now += dayMs;
    add(shop, 'elm', { searches: 1 });
    await untilRecorded(shop, sum + 1);
    const span = { from: first, to: first };
    const kept = shop.project.searchCounts.queries(span, 'searches', 10_000);
    assert.equal(kept.length, 520, 'the five hundred most frequent, and those without results');
    assert.deepEqual(kept[0], { query: 'oak 0', ...none, searches: 5 });
    assert.equal(shop.project.searchCounts.queries(span, 'withoutResults', 100).length, 20);
    assert.deepEqual(shop.project.searchCounts.days(span), [
      { day: first, ...none, searches: sum, withoutResults: 20 },
    ]);
    shop.now += 92 * dayMs;
    add(shop, 'ash', { searches: 1 });
    await untilRecorded(shop, 1);
  });
}

function sumOf(counts: readonly SearchCount[]): typeof none {
  const sum = { ...none };
  for (const count of counts)
    for (const name of Object.keys(none) as (keyof typeof none)[]) sum[name] += count[name];
  return sum;
}
