import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShopEvent } from '../../ports/events.ts';
import type { SearchCount, SearchCounts } from '../../ports/search-counts.ts';
import { SearchAnalytics, type TrackedSearch } from './search-analytics.ts';
import { settleMs } from './query-settling.ts';

const dayMs = 86_400_000;

/** Searches by a clock that the test drives, and what was counted of them. */
class Watched implements Disposable {
  now = 20 * dayMs;
  readonly counted: SearchCount[] = [];
  readonly counts: SearchCounts = {
    add: (counts) => void this.counted.push(...counts),
    days: () => [],
    queries: () => [],
  };
  readonly visits = new SearchAnalytics({ now: () => this.now });
  #count = 0;

  search(query: string, more: Partial<TrackedSearch> = {}): string {
    const searchId = `s${++this.#count}`;
    const search = {
      searchId,
      query,
      found: true,
      offset: 0,
      itemIds: ['a', 'b', 'c'],
      user: 'ann',
      session: null,
      address: null,
    };
    this.visits.recordSearch('shop', this.counts, { ...search, ...more });
    return searchId;
  }

  act(type: string, searchId: string, more: Partial<ShopEvent> = {}): void {
    const event: ShopEvent = {
      id: null,
      type,
      user: 'ann',
      session: null,
      at: this.now,
      items: [{ id: 'b', quantity: 1, price: null }],
      searchId,
      recommendationId: null,
      position: null,
      suspectedBot: false,
      ...more,
    };
    this.visits.recordEvents([{ event, address: null }]);
  }

  /** Lets everything rest, and gives what was counted since the last call: "query searches/without/clicked/bought/place". */
  figures(): string[] {
    this.now += settleMs;
    this.visits.sweep();
    return this.counted
      .splice(0)
      .map(
        ({ query, searches, withoutResults, clicked, bought, positions }) =>
          `${query} ${searches}/${withoutResults}/${clicked}/${bought}/${positions}`,
      );
  }

  [Symbol.dispose](): void {
    this.visits[Symbol.dispose]();
  }
}

test('SearchVisits counts what was not typed on, once over its pages, filters and repetitions', () => {
  using shop = new Watched();
  for (const typed of ['o', 'oa', 'oak', 'Oak  ']) {
    shop.search(typed);
    shop.now += 300;
  }
  shop.now += 5_000;
  shop.search('oak', { offset: 20 });
  assert.deepEqual(shop.figures(), ['oak 1/0/0/0/0']);
  shop.now += 29 * 60_000;
  shop.search('oak');
  assert.deepEqual(shop.figures(), [], 'still at it');
  shop.now += 31 * 60_000;
  shop.search('oak');
  assert.deepEqual(shop.figures(), ['oak 1/0/0/0/0']);
  assert.deepEqual([shop.search('  '), ...shop.figures()].slice(1), [], 'no words');
});

test('SearchVisits counts what was looked at before it was taken back, and what is left of it', () => {
  using shop = new Watched();
  shop.search('oak chiar', { found: false });
  shop.now += 3_000;
  for (const left of ['oak chi', 'oak c', 'oak']) {
    shop.search(left);
    shop.now += 200;
  }
  assert.deepEqual(shop.figures(), ['oak chiar 1/1/0/0/0', 'oak 1/0/0/0/0']);
});

test('SearchVisits counts the first click with its place, and a purchase, on the day of the search', () => {
  using shop = new Watched();
  const first = shop.search('oak', { offset: 20 });
  shop.act('click', first);
  shop.act('click', first);
  assert.deepEqual(shop.figures(), ['oak 1/0/0/0/0', 'oak 0/0/1/0/22']);
  const day = Math.floor(shop.now / dayMs);
  shop.now += dayMs;
  shop.act('purchase', first);
  assert.deepEqual(
    shop.counted.map(({ day: own, bought }) => [own, bought]),
    [[day, 1]],
  );
  shop.counted.length = 0;
  const second = shop.search('elm', { itemIds: [] });
  shop.act('view', second);
  shop.act('purchase', second, { position: 7 });
  assert.deepEqual(shop.figures(), ['elm 1/0/0/0/0', 'elm 0/0/1/0/7', 'elm 0/0/0/1/0']);
});

test('SearchVisits tells people by user, session or address, and counts few of one address', () => {
  using shop = new Watched();
  shop.search('oak', { user: 'bob' });
  shop.search('oak table', { user: null, session: 'bob' });
  shop.search('oak tables', { user: null, address: '192.0.2.1' });
  shop.search('oak tables', { user: null });
  assert.deepEqual(
    shop.figures().sort(),
    ['oak 1/0/0/0/0', 'oak table 1/0/0/0/0', 'oak tables 1/0/0/0/0', 'oak tables 1/0/0/0/0'],
    'whom nothing tells from others is another visitor each time',
  );
  for (let i = 0; i < 30; i++) shop.search('elm', { user: `robot${i}`, address: '192.0.2.7' });
  assert.equal(shop.figures().length, 20);
});

test('SearchVisits counts no words that may be somebody’s own, and forgets whom it is told to', () => {
  using shop = new Watched();
  shop.search('ann@example.org');
  shop.search('x'.repeat(101), { user: 'bob' });
  shop.search('y'.repeat(100), { user: 'cid' });
  assert.deepEqual(shop.figures(), [' 1/0/0/0/0', ' 1/0/0/0/0', `${'y'.repeat(100)} 1/0/0/0/0`]);
  const searchId = shop.search('oak');
  shop.search('oak', { user: 'bob' });
  shop.visits.forget('shop', { user: 'ann' });
  shop.act('click', searchId);
  assert.deepEqual(shop.figures(), ['oak 1/0/0/0/0'], 'that of the other');
});
