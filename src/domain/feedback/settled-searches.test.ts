import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShopEvent } from '../../ports/events.ts';
import type { SettledSearch, QueryLog } from '../../ports/query-log.ts';
import type { EventWithAddress } from '../events/events.ts';
import { SettledSearches, type LoggedSearch } from './settled-searches.ts';
import { settleMs } from './query-settling.ts';

/** Searches by a clock that the test drives, and what of them was finished. */
class Watched implements Disposable {
  now = 1_000_000;
  readonly finished: SettledSearch[] = [];
  readonly log: QueryLog = {
    record: (searches) => this.finished.push(...searches),
    completions: () => [],
  };
  readonly watch = new SettledSearches({ now: () => this.now });
  #count = 0;

  search(query: string, more: Partial<LoggedSearch> = {}): string {
    const searchId = `s${++this.#count}`;
    const search = {
      searchId,
      query,
      correctedQuery: null,
      fallback: null,
      total: 3,
      user: 'ann',
      session: null,
      address: null,
    };
    this.watch.recordSearch('shop', this.log, { ...search, ...more });
    return searchId;
  }

  /** The queries that were finished since the last call. */
  queries(): string[] {
    this.watch.sweep();
    return this.finished.splice(0).map(({ query }) => query);
  }

  [Symbol.dispose](): void {
    this.watch[Symbol.dispose]();
  }
}

const event = (
  searchId: string,
  more: Partial<ShopEvent> = {},
  address: string | null = null,
): EventWithAddress => ({
  address,
  event: {
    id: null,
    type: 'click',
    user: 'ann',
    session: null,
    at: 1_000_000,
    items: [],
    searchId,
    recommendationId: null,
    position: null,
    suspectedBot: false,
    ...more,
  },
});

test('FinishedSearches does not wait until a clock that was set back has caught up', () => {
  using watched = new Watched();
  watched.search('lamp');
  watched.now -= 24 * 60 * 60_000;
  assert.deepEqual(watched.queries(), ['lamp']);
});

test('a search is finished when its person does not go on typing it for ten seconds', () => {
  using shop = new Watched();
  for (const typed of ['o', 'oa', 'oak', 'oak ', 'Oak  Chair']) {
    shop.search(typed);
    shop.now += 400;
  }
  assert.deepEqual(shop.queries(), []);
  shop.now += settleMs - 401;
  assert.deepEqual(shop.queries(), []);
  shop.now += 1;
  assert.deepEqual(shop.queries(), ['oak chair']);
  shop.now += settleMs;
  assert.deepEqual(shop.queries(), [], 'only once');
});

test('another search does not take back what was typed before it, nor does its next page or taking letters back', () => {
  using shop = new Watched();
  shop.search('oak chair');
  shop.search('oak chair');
  shop.now += 2_000;
  shop.search('oak chai');
  shop.search('oak');
  shop.search('elm table');
  shop.now += settleMs;
  assert.deepEqual(shop.queries(), ['oak chair', 'elm table']);
  shop.search('oak');
  shop.search('oak table', { user: 'bob' });
  shop.now += settleMs;
  assert.deepEqual(shop.queries(), ['oak', 'oak table'], 'others may go on typing');
});

test('a search is finished when an event names it, by whom it was searched', () => {
  using shop = new Watched();
  const [own, anonymous] = [shop.search('oak'), shop.search('elm', { user: null })];
  shop.watch.recordEvents([event(own, { user: 'bob' }), event(anonymous, { user: null, session: 'v1' })]);
  assert.deepEqual(shop.finished.splice(0), [
    { query: 'oak', by: { user: 'ann' }, at: 1_000_000 },
    { query: 'elm', by: { session: 'v1' }, at: 1_000_000 },
  ]);
  shop.watch.recordEvents([event(own, { type: 'view' }), event('unknown')]);
  assert.deepEqual(shop.finished, []);
});

test('of the people that come from one address, two count for a query', () => {
  using shop = new Watched();
  const act = (user: string, address: string): void =>
    shop.watch.recordEvents([event(shop.search('oak', { user: null }), { user }, address)]);
  for (const user of ['a', 'b', 'c', 'a']) act(user, '203.0.113.9');
  act('c', '203.0.113.10');
  const who = shop.finished.splice(0).map(({ by }) => ('user' in by ? by.user : ''));
  assert.deepEqual(who, ['a', 'b', 'a', 'c']);
  shop.now += 86_400_000;
  act('d', '203.0.113.9');
  for (const user of ['e', 'a']) shop.search('oak', { user, address: '203.0.113.9' });
  shop.now += settleMs;
  shop.watch.sweep();
  assert.deepEqual(
    shop.finished.map(({ by }) => by),
    [{ user: 'a' }],
  );
});

test('what finds nothing, drops words or is long is not finished; what was corrected counts as it was meant', () => {
  using shop = new Watched();
  shop.search('nothing', { total: 0, fallback: 'popular' });
  shop.search('green oak', { fallback: 'words_dropped' });
  shop.search(`very ${'long '.repeat(20)}`);
  shop.search('a b c d e f g h i');
  shop.search(' ');
  shop.search('okl chair', { fallback: 'corrected', correctedQuery: 'oak chair' });
  shop.now += settleMs;
  assert.deepEqual(shop.queries(), ['oak chair']);
  shop.search('okl', { fallback: 'corrected', correctedQuery: 'oak' });
  shop.search('oak table');
  shop.now += settleMs;
  assert.deepEqual(shop.queries(), ['oak table']);
});

test('who is erased leaves nothing that is on its way', () => {
  using shop = new Watched();
  const id = shop.search('oak');
  shop.search('elm', { user: 'bob' });
  shop.watch.forget(shop.log, { user: 'ann' });
  shop.watch.recordEvents([event(id)]);
  shop.now += settleMs;
  assert.deepEqual(shop.queries(), ['elm']);
});
