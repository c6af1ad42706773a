import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchAnalytics } from './search-analytics.ts';
import { TrackedShop } from './tracked-shop.fixture.ts';

const dayMs = 86_400_000;
const openShop = (): TrackedShop => new TrackedShop((clock) => new SearchAnalytics(clock), 20 * dayMs);

/** Settles all queries, and returns what was counted since the last call: "query searches/without/clicked/bought/position". */
function figures(shop: TrackedShop): string[] {
  shop.rest();
  return shop.counted
    .splice(0)
    .map(
      ({ query, searches, withoutResults, clicked, bought, positions }) =>
        `${query} ${searches}/${withoutResults}/${clicked}/${bought}/${positions}`,
    );
}

test('SearchAnalytics counts a settled query once across pages, filters and repetitions', () => {
  using shop = openShop();
  for (const typed of ['o', 'oa', 'oak', 'Oak  ']) {
    shop.search(typed);
    shop.now += 300;
  }
  shop.now += 5_000;
  shop.search('oak', { offset: 20 });
  assert.deepEqual(figures(shop), ['oak 1/0/0/0/0']);
  shop.now += 29 * 60_000;
  shop.search('oak');
  assert.deepEqual(figures(shop), [], 'the same attempt');
  shop.now += 31 * 60_000;
  shop.search('oak');
  assert.deepEqual(figures(shop), ['oak 1/0/0/0/0']);
  assert.deepEqual([shop.search('  '), ...figures(shop)].slice(1), [], 'no words');
});

test('SearchAnalytics tells searches with filters apart, unless one of the attempt was in all items', () => {
  using shop = openShop();
  const filtered = (): string[] => {
    shop.rest();
    return shop.counted
      .splice(0)
      .map(({ query, filter, withoutResults }) => `${query} [${filter}] ${withoutResults}`);
  };
  const nothing = { total: 0, itemIds: [] };
  shop.search('boots', { ...nothing, filters: ['size:60', 'NOT brand:x'] });
  assert.deepEqual(filtered(), ['boots [size:60 AND NOT brand:x] 1']);
  shop.search('boots', { user: 'bob', ...nothing, filters: ['size:60'] });
  shop.search('boots', { user: 'bob' });
  assert.deepEqual(filtered(), ['boots [] 0'], 'the words find something');
  shop.search('boots', { user: 'cid' });
  shop.search('boots', { user: 'cid', ...nothing, filters: ['size:60'] });
  assert.deepEqual(filtered(), ['boots [] 0'], 'the first search was in all items');
  shop.search('boots', { user: 'dan', ...nothing, filters: ['mail:a@example.org', 'size:60'] });
  shop.search('boots', { user: 'eve', ...nothing, filters: [`size:${'x'.repeat(200)}`] });
  assert.deepEqual(filtered(), ['boots [(other) AND size:60] 1', 'boots [(other)] 1']);
});

test('SearchAnalytics counts a settled query and the shorter query after letters were deleted', () => {
  using shop = openShop();
  shop.search('oak chiar', { total: 3, fallback: 'words_dropped' });
  shop.now += 3_000;
  for (const left of ['oak chi', 'oak c', 'oak']) {
    shop.search(left);
    shop.now += 200;
  }
  assert.deepEqual(figures(shop), ['oak chiar 1/1/0/0/0', 'oak 1/0/0/0/0']);
});

test('SearchAnalytics counts the first click with its position, and a purchase, on the day of the search', () => {
  using shop = openShop();
  const first = shop.search('oak', { offset: 20 });
  shop.act('click', first);
  shop.act('click', first);
  assert.deepEqual(figures(shop), ['oak 1/0/0/0/0', 'oak 0/0/1/0/22']);
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
  assert.deepEqual(figures(shop), ['elm 1/0/0/0/0', 'elm 0/0/1/0/7', 'elm 0/0/0/1/0']);
});

test('SearchAnalytics identifies visitors by user, session or address, and limits those of an address', () => {
  using shop = openShop();
  shop.search('oak', { user: 'bob' });
  shop.search('oak table', { user: null, session: 'bob' });
  shop.search('oak tables', { user: null, address: '192.0.2.1' });
  shop.search('oak tables', { user: null });
  assert.deepEqual(
    figures(shop).sort(),
    ['oak 1/0/0/0/0', 'oak table 1/0/0/0/0', 'oak tables 1/0/0/0/0', 'oak tables 1/0/0/0/0'],
    'an unknown visitor is a new one each time',
  );
  for (let i = 0; i < 30; i++) shop.search('elm', { user: `robot${i}`, address: '192.0.2.7' });
  assert.equal(figures(shop).length, 20);
});

test('SearchAnalytics stores no text that may be personal data, and drops the searches of a forgotten visitor', () => {
  using shop = openShop();
  shop.search('ann@example.org');
  shop.search('x'.repeat(101), { user: 'bob' });
  shop.search('y'.repeat(100), { user: 'cid' });
  assert.deepEqual(figures(shop), [' 1/0/0/0/0', ' 1/0/0/0/0', `${'y'.repeat(100)} 1/0/0/0/0`]);
  const searchId = shop.search('oak');
  shop.search('oak', { user: 'bob' });
  shop.forget({ user: 'ann' });
  shop.act('click', searchId);
  assert.deepEqual(figures(shop), ['oak 1/0/0/0/0'], 'of the other visitor');
});
