import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchCount, SearchCountOrder, SearchTotals } from '../../src/ports/search/search-counts.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import { Shop, type OpenEngine } from './shop.ts';
import { until } from '../support/until.ts';

const dayMs = 86_400_000;
const figures = { searches: 0, withoutResults: 0, clicked: 0, bought: 0, positions: 0, placed: 0 };
const none = { ...figures, filter: '' };
const noTotals = { ...figures, filtered: 0, filteredWithoutResults: 0 };
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
    shop.project.searchCounts.listDays(all(shop)).reduce((sum, { searches }) => sum + searches, 0);
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
    const random = createRandom(7);
    const added: SearchCount[] = [];
    let searches = 0;
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 60; i++) {
        const found = random() < 0.7;
        const clicked = found && random() < 0.5 ? 1 : 0;
        const count = {
          query: `oak ${Math.floor(random() * 12)}`,
          day: dayOf(shop) - Math.floor(random() * 3),
          filter: random() < 0.5 ? '' : `size:${Math.floor(random() * 4)}`,
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
      shop.project.searchCounts.listDays(span),
      days.map((day) => ({ day, ...sumCounts(inSpan.filter((one) => one.day === day)) })),
    );
    const queries = [...new Set(inSpan.map(({ query }) => query))].map((query) => ({
      query,
      ...sumCounts(inSpan.filter((one) => one.query === query)),
    }));
    const valueBy: Record<SearchCountOrder, (one: SearchTotals) => number> = {
      searches: (one) => one.searches,
      withoutResults: (one) => one.withoutResults,
      unclicked: (one) => one.searches - one.withoutResults - one.clicked,
    };
    const names = queries.map(({ query }) => query).filter((query) => query !== 'oak 3');
    assert.deepEqual(
      shop.project.searchCounts.filters(span, names, 2),
      names.sort().flatMap((query) => listFilters(inSpan.filter((one) => one.query === query)).slice(0, 2)),
    );
    for (const order of ['searches', 'withoutResults', 'unclicked'] as const) {
      const by = valueBy[order];
      const expected = queries
        .filter((one) => by(one) > 0)
        .sort((a, b) => by(b) - by(a) || (a.query < b.query ? -1 : 1))
        .slice(0, 7);
      assert.deepEqual(shop.project.searchCounts.listQueries(span, order, 7), expected, order);
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
    const kept = shop.project.searchCounts.listQueries(span, 'searches', 10_000);
    assert.equal(kept.length, 520, 'the five hundred most frequent, and those without results');
    assert.deepEqual(kept[0], { query: 'oak 0', ...noTotals, searches: 5 });
    assert.equal(shop.project.searchCounts.listQueries(span, 'withoutResults', 100).length, 20);
    assert.deepEqual(shop.project.searchCounts.listDays(span), [
      { day: first, ...noTotals, searches: sum, withoutResults: 20 },
    ]);
    shop.now += 92 * dayMs;
    add(shop, 'ash', { searches: 1 });
    await untilRecorded(shop, 1);
  });

  the('SearchCounts keeps the most relevant filters of a past day, and their complete sums', async (shop) => {
    const first = dayOf(shop);
    for (let i = 0; i < 700; i++)
      add(shop, `oak ${i % 7}`, { filter: `size:${i}`, searches: 2, withoutResults: i % 2 });
    // Queries that are folded take their filters with them.
    for (let i = 0; i < 600; i++) add(shop, `rare ${i}`, { filter: 'size:1', searches: 1 });
    await untilRecorded(shop, 2_000);
    const span = { from: first, to: first };
    assert.equal(shop.project.searchCounts.filters(span, ['oak 3'], 1_000).length, 100);
    shop.now += dayMs;
    add(shop, 'elm', { searches: 1 });
    await untilRecorded(shop, 2_001);
    const queries = Array.from({ length: 7 }, (_, i) => `oak ${i}`);
    const kept = shop.project.searchCounts.filters(span, queries, 1_000);
    assert.equal(kept.length, 500);
    assert.equal(kept.filter(({ withoutResults }) => withoutResults === 1).length, 350);
    const [totals] = shop.project.searchCounts.listDays(span);
    assert.deepEqual([totals?.filtered, totals?.filteredWithoutResults], [2_000, 350]);
    const [oak] = shop.project.searchCounts.listQueries(span, 'searches', 1);
    assert.deepEqual([oak?.query, oak?.filtered, oak?.filteredWithoutResults], ['oak 0', 200, 50]);
  });
}

function sumCounts(counts: readonly SearchCount[]): typeof noTotals {
  const sum = { ...noTotals };
  for (const count of counts) {
    for (const name of Object.keys(figures) as (keyof typeof figures)[]) sum[name] += count[name];
    if (count.filter === '') continue;
    sum.filtered += count.searches;
    sum.filteredWithoutResults += count.withoutResults;
  }
  return sum;
}

/** The filters of a query, in the order of the port. */
function listFilters(counts: readonly SearchCount[]) {
  const names = [...new Set(counts.map(({ filter }) => filter))].filter((filter) => filter !== '');
  return names
    .map((filter) => {
      const { searches, withoutResults } = sumCounts(counts.filter((one) => one.filter === filter));
      return { query: counts[0]?.query, filter, searches, withoutResults };
    })
    .sort(
      (a, b) =>
        b.withoutResults - a.withoutResults || b.searches - a.searches || (a.filter < b.filter ? -1 : 1),
    );
}
