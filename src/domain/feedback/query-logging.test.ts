import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryLogger } from './query-logging.ts';
import { settleMs } from './query-settling.ts';
import { TrackedShop } from './tracked-shop.fixture.ts';

const openShop = (): TrackedShop => new TrackedShop((clock) => new QueryLogger(clock));

/** The queries that have settled since the last call. */
function queries(shop: TrackedShop): string[] {
  shop.tracker.sweep();
  return shop.settled.splice(0).map(({ query }) => query);
}

test('SearchTracker settles queries even if the clock is set back', () => {
  using shop = openShop();
  shop.search('lamp');
  shop.now -= 24 * 60 * 60_000;
  assert.deepEqual(queries(shop), ['lamp']);
});

test('QueryLogger records a query if the visitor does not continue typing for ten seconds', () => {
  using shop = openShop();
  for (const typed of ['o', 'oa', 'oak', 'oak ', 'Oak  Chair']) {
    shop.search(typed);
    shop.now += 400;
  }
  assert.deepEqual(queries(shop), []);
  shop.now += settleMs - 401;
  assert.deepEqual(queries(shop), []);
  shop.now += 1;
  assert.deepEqual(queries(shop), ['oak chair']);
  shop.now += settleMs;
  assert.deepEqual(queries(shop), [], 'only once');
});

test('QueryLogger records a query despite a later search, its next page, or deleted letters', () => {
  using shop = openShop();
  shop.search('oak chair');
  shop.search('oak chair');
  shop.now += 2_000;
  shop.search('oak chai');
  shop.search('oak');
  shop.search('elm table');
  shop.now += settleMs;
  assert.deepEqual(queries(shop), ['oak chair', 'elm table']);
  shop.search('oak');
  shop.search('oak table', { user: 'bob' });
  shop.now += settleMs;
  assert.deepEqual(queries(shop), ['oak', 'oak table'], 'visitors are independent');
});

test('QueryLogger records a query at the first event that names its search', () => {
  using shop = openShop();
  const [own, anonymous] = [shop.search('oak'), shop.search('elm', { user: null })];
  shop.act('click', own, { user: 'bob' });
  shop.act('click', anonymous, { user: null, session: 'v1' });
  assert.deepEqual(shop.settled.splice(0), [
    { query: 'oak', by: { user: 'ann' }, at: 1_000_000 },
    { query: 'elm', by: { session: 'v1' }, at: 1_000_000 },
  ]);
  shop.act('view', own);
  shop.act('click', 'unknown');
  assert.deepEqual(shop.settled, []);
});

test('QueryLogger records a query for two visitors of an address', () => {
  using shop = openShop();
  const act = (user: string, address: string): void =>
    shop.act('click', shop.search('oak', { user: null }), { user }, address);
  for (const user of ['a', 'b', 'c', 'a']) act(user, '203.0.113.9');
  act('c', '203.0.113.10');
  const users = shop.settled.splice(0).map(({ by }) => ('user' in by ? by.user : ''));
  assert.deepEqual(users, ['a', 'b', 'a', 'c']);
  shop.now += 86_400_000;
  act('d', '203.0.113.9');
  for (const user of ['e', 'a']) shop.search('oak', { user, address: '203.0.113.9' });
  shop.rest();
  assert.deepEqual(
    shop.settled.map(({ by }) => by),
    [{ user: 'a' }],
  );
});

test('QueryLogger ignores queries without results, with dropped words, or too long; corrected ones count as corrected', () => {
  using shop = openShop();
  shop.search('nothing', { total: 0, fallback: 'popular' });
  shop.search('green oak', { fallback: 'words_dropped', user: 'bob' });
  shop.search(`very ${'long '.repeat(20)}`, { user: 'cid' });
  shop.search('a b c d e f g h i', { user: 'dan' });
  shop.search(' ');
  shop.search('okl chair', { fallback: 'corrected', correctedQuery: 'oak chair', user: 'eve' });
  shop.now += settleMs;
  assert.deepEqual(queries(shop), ['oak chair']);
  shop.search('okl', { fallback: 'corrected', correctedQuery: 'oak' });
  shop.search('oak table');
  shop.now += settleMs;
  assert.deepEqual(queries(shop), ['oak table']);
});

test('SearchTracker.forget() drops the open searches of a visitor', () => {
  using shop = openShop();
  const searchId = shop.search('oak');
  shop.search('elm', { user: 'bob' });
  shop.forget({ user: 'ann' });
  shop.act('click', searchId);
  shop.now += settleMs;
  assert.deepEqual(queries(shop), ['elm']);
});
