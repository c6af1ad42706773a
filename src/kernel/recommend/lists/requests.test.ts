import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { boughtTogether } from './bought-together.ts';
import { buyAgain } from './buy-again.ts';
import { forUser } from './for-user.ts';
import { applyEvent, applyStep, shopSteps, testNow, type remaining } from './random-shop.fixture.ts';
import { recentlyViewed } from './recently-viewed.ts';
import { PairTest } from './pair-evidence.ts';
import { RecommenderState } from '../counters/recommender-state.ts';
import type { ScoredItem } from '../rows/scored.ts';
import { similar } from './similar.ts';
import { popular, trending } from './trending.ts';
import { representative } from '../../../../test/support/matrix.ts';

const runOptions = { seed: 20240601, numRuns: representative(60, 150) };
const hourMs = 3_600_000;
const every = (): boolean => true;
function shopOf(steps: Parameters<typeof remaining>[0]): RecommenderState {
  const state = new RecommenderState();
  for (const step of steps) applyStep(state, step);
  return state;
}

/** Every request by name, for one item and one user. */
function requests(
  state: RecommenderState,
  [item, limit]: readonly [item: number, limit: number],
  allow: (index: number) => boolean,
): Record<string, { list: ScoredItem[]; never: number[] }> {
  const common = { now: testNow, limit, allow };
  return {
    forUser: { list: forUser(state, { ...common, user: 'u1' }), never: [] },
    forItemsSeen: { list: forUser(state, { ...common, seen: [item] }), never: [] },
    similar: { list: similar(state, { ...common, item }), never: [item] },
    boughtTogether: { list: boughtTogether(state, { ...common, items: [item], user: 'u1' }), never: [item] },
    trending: { list: trending(state, common), never: [] },
    popular: { list: popular(state, common), never: [] },
    buyAgain: { list: buyAgain(state, { ...common, user: 'u1' }), never: [] },
    recentlyViewed: { list: recentlyViewed(state, { ...common, user: 'u1' }), never: [] },
  };
}

/** Asserts that a list has the best items with evidence of their own, at the first four places, and the best of the others. */
function assertPlaces(list: readonly ScoredItem[], all: readonly ScoredItem[], limit: number): void {
  const [evident, others] = [true, false].map(
    (own) => (items: readonly ScoredItem[]) =>
      items.filter(({ source }) => (source !== 'kinds') === own).map(({ index }) => index),
  ) as [(items: readonly ScoredItem[]) => number[], (items: readonly ScoredItem[]) => number[]];
  for (const select of [evident, others])
    assert.deepEqual(select(list), select(all).slice(0, select(list).length));
  assert.equal(list.length, Math.min(limit, all.length));
  const first = Math.min(4, limit, evident(all).length);
  assert.equal(evident(list.slice(0, first)).length, first);
}

test('requests return distinct allowed items, best first, equal to the start of a filtered longer list', () => {
  fc.assert(
    fc.property(
      shopSteps,
      fc.nat(14),
      fc.integer({ min: 1, max: 8 }),
      fc.nat(7),
      (steps, number, limit, mask) => {
        const state = shopOf(steps);
        const item = state.item(`item-${number}`);
        const allow = (index: number): boolean => (state.getTieBreaker(index) & mask) !== mask || mask === 0;
        const allowed = requests(state, [item, limit], allow);
        const unfiltered = requests(state, [item, 100], every);
        const longer = requests(state, [item, 100], allow);
        for (const [name, { list, never }] of Object.entries(allowed)) {
          const ids = list.map(({ index }) => index);
          assert.equal(new Set(ids).size, ids.length, name);
          assert.ok(
            ids.every((index) => allow(index) && !never.includes(index)),
            name,
          );
          const scores = list.map(({ score }) => score);
          assert.deepEqual(
            scores,
            scores.toSorted((one, other) => other - one),
            name,
          );
          // The places of a list for a visitor with one or two views are of several rankings.
          const isArranged = name.startsWith('for');
          const expected = isArranged
            ? longer[name]!.list
            : unfiltered[name]!.list.filter(({ index }) => allow(index));
          if (name === 'boughtTogether') assertPlaces(list, expected, limit);
          else assert.deepEqual(list, expected.slice(0, limit), name);
        }
      },
    ),
    runOptions,
  );
});

test('requests return empty lists for an empty state', () => {
  const state = new RecommenderState();
  const item = state.item('a');
  for (const { list } of Object.values(requests(state, [item, 5], every))) assert.deepEqual(list, []);
  assert.deepEqual(forUser(state, { user: 'nobody', now: testNow, limit: 5, allow: every }), []);
});

test('similar() uses content before the first event, and the events from the first on', () => {
  const state = new RecommenderState();
  const [shoe, boot, sock] = [state.item('shoe'), state.item('boot'), state.item('sock')];
  state.setContent(shoe, { attributes: ['category=shoes'], words: ['leather', 'shoe'] });
  state.setContent(boot, { attributes: ['category=shoes'], words: ['leather', 'boot'] });
  state.setContent(sock, { attributes: ['category=socks'], words: ['wool'] });
  const request = (): ScoredItem[] => similar(state, { item: shoe, now: testNow, limit: 5, allow: every });
  assert.deepEqual(
    request().map(({ index, source }) => [index, source]),
    [[boot, 'content']],
  );
  applyEvent(state, { type: 'view', who: 'u1', items: ['shoe', 'sock'], at: testNow });
  assert.ok(request().some(({ index }) => index === sock));
});

test('similar() counts vector neighbours as part of the content score', () => {
  const state = new RecommenderState();
  const [one, other] = [state.item('one'), state.item('other')];
  const list = similar(state, {
    item: one,
    now: testNow,
    limit: 5,
    allow: every,
    vectorNeighbours: [
      { index: one, score: 1 },
      { index: other, score: 0.8 },
    ],
  });
  assert.deepEqual(
    list.map(({ index, source }) => [index, source]),
    [[other, 'vectors']],
  );
  assert.ok(Math.abs(list[0]!.score - 0.1 * 0.8) < 1e-12);
});

test('boughtTogether() explains each item by the pair that was tested', () => {
  fc.assert(
    fc.property(shopSteps, fc.uniqueArray(fc.nat(14), { minLength: 1, maxLength: 3 }), (steps, cart) => {
      const state = shopOf(steps);
      const items = cart.map((number) => state.item(`item-${number}`));
      const list = boughtTogether(state, { items, user: 'u1', now: testNow, limit: 20, allow: every });
      for (const { index, parts, source, because } of list) {
        const tests = items.map((item) => ({ item, pair: new PairTest(state.baskets, item) }));
        const evident = tests
          .map(({ item, pair }) => ({ item, limit: pair.computeLimit(index) }))
          .filter(({ limit }) => limit > 0)
          .sort((one, other) => other.limit - one.limit);
        assert.equal(source === 'baskets', evident.length > 0);
        if (source === 'baskets') assert.equal(parts['lowerLimit'], evident[0]!.limit);
        if (source === 'bought') assert.ok(parts['purchases']! > 0 && because.length === 0);
        if (source === 'kinds') assert.ok(tests.some(({ pair }) => pair.isComplement(index)));
        const from = source === 'bought' ? undefined : because[0];
        if (from === undefined) continue;
        const pair = new PairTest(state.baskets, from).describe(index);
        const { support, expected } = pair;
        assert.deepEqual({ ...parts, ...pair }, parts);
        assert.equal(parts['confidence'], support / Math.max(1, state.baskets.baskets(from)));
        assert.equal(parts['lift'], expected === 0 ? 0 : support / expected);
      }
    }),
    runOptions,
  );
});

/** Orders of some buyers, one each. */
function buy(state: RecommenderState, buyers: string, count: number, items: readonly string[]): void {
  for (let buyer = 0; buyer < count; buyer++)
    applyEvent(state, { type: 'purchase', who: `${buyers}${buyer}`, items, at: testNow });
}

test("boughtTogether() prefers the buyer's habitual items, and leaves substitutes out", () => {
  const state = new RecommenderState();
  buy(state, 's', 12, ['pasta', 'sauce']);
  buy(state, 'c', 8, ['pasta', 'cheese']);
  buy(state, 'b', 60, ['bread']);
  const request = (user: string): string[] => {
    const list = boughtTogether(state, {
      items: [state.item('pasta')],
      user,
      now: testNow,
      limit: 5,
      allow: every,
    });
    return list.map(({ index }) => state.getId(index));
  };
  assert.deepEqual(request('new'), ['sauce', 'cheese']);
  assert.deepEqual(request('c3'), ['cheese', 'sauce']);
  for (const id of ['pasta', 'sauce'])
    state.setContent(state.item(id), { attributes: [], words: [], type: 'food' });
  for (let visitor = 0; visitor < 400; visitor++) {
    applyEvent(state, { type: 'view', who: `v${visitor}`, items: ['pasta', 'sauce'], at: testNow });
  }
  assert.deepEqual(request('new'), ['cheese']);
});

test('boughtTogether() prefers, among items in equally many baskets, those that the same visitors buy in other baskets', () => {
  const state = new RecommenderState();
  for (const other of ['sauce', 'cheese']) {
    buy(state, `p ${other} `, 8, ['pasta', other]);
    buy(state, `r ${other} `, 2, [other]);
  }
  buy(state, 'q', 4, ['pasta']);
  buy(state, 'b', 200, ['bread']);
  const request = (): { id: string; score: number }[] => {
    const request = { items: [state.item('pasta')], now: testNow, limit: 5, allow: every };
    return boughtTogether(state, request).map(({ index, score }) => ({ id: state.getId(index), score }));
  };
  const [one, other] = request();
  assert.equal(one!.score, other!.score);
  for (const id of ['cheese', 'wine'])
    for (let buyer = 0; buyer < 4; buyer++)
      applyEvent(state, { type: 'purchase', who: `q${buyer}`, items: [id], at: testNow + hourMs });
  // Wine is in no basket with pasta and has no kind: it has no reason to appear.
  assert.deepEqual(
    request().map(({ id }) => id),
    ['cheese', 'sauce'],
  );
});

test('trending() scores by observed and expected visitors', () => {
  const state = new RecommenderState();
  for (let day = 30; day >= 6; day--) {
    for (let visitor = 0; visitor < 5; visitor++) {
      applyEvent(state, {
        type: 'view',
        who: `old-${day}-${visitor}`,
        items: ['usual'],
        at: testNow - day * 24 * hourMs,
      });
    }
  }
  for (let visitor = 0; visitor < 8; visitor++) {
    applyEvent(state, { type: 'view', who: `new-${visitor}`, items: ['usual'], at: testNow });
    if (visitor < 6)
      applyEvent(state, { type: 'view', who: `new-${visitor}`, items: ['fresh'], at: testNow });
  }
  for (let interaction = 0; interaction < 500; interaction++) {
    applyEvent(state, { type: 'view', who: 'script', items: ['scripted'], at: testNow });
  }
  const list = trending(state, { now: testNow, limit: 5, allow: every });
  assert.deepEqual(
    list.map(({ index }) => state.getId(index)),
    ['fresh', 'scripted'],
  );
  assert.equal(list[0]!.parts['observed'], 6);
  assert.equal(list[0]!.parts['expected'], 0);
  assert.equal(list[0]!.score, 6 / Math.sqrt(state.weights.trendPrior));
  assert.equal(list[1]!.parts['observed'], 1);
});

test('trending() with `among` compares only with the usual visitors of those items', () => {
  const state = new RecommenderState();
  const views = (id: string, visitors: number, at: number): void => {
    for (let visitor = 0; visitor < visitors; visitor++)
      applyEvent(state, { type: 'view', who: `${id} ${at} ${visitor}`, items: [id], at });
  };
  const before = testNow - 5 * 24 * hourMs;
  for (const id of ['shoe', 'boot', 'lamp']) views(id, 10, before);
  views('shoe', 6, testNow);
  views('boot', 6, testNow);
  views('lamp', 60, testNow);
  const shoes = new Set(['shoe', 'boot'].map((id) => state.item(id)));
  const among = (index: number): boolean => shoes.has(index);
  const common = { now: testNow, limit: 5, allow: every };
  // In the whole shop only the lamp is a trend; among shoes, both have their usual shares and none is a trend.
  assert.deepEqual(
    trending(state, common).map(({ index }) => state.getId(index)),
    ['lamp'],
  );
  assert.deepEqual(trending(state, { ...common, among }), []);
  views('boot', 6, testNow - 1);
  const [first, ...others] = trending(state, { ...common, among });
  assert.equal(state.getId(first!.index), 'boot');
  assert.deepEqual(others, []);
});

test('trending() counts exactly the hours of its window, updated by each event', () => {
  const state = new RecommenderState();
  const view = (id: string, who: string, hoursAgo: number): void =>
    applyEvent(state, { type: 'view', who, items: [id], at: testNow - hoursAgo * hourMs });
  for (let visitor = 0; visitor < 9; visitor++) view('early', `a${visitor}`, 5);
  for (let visitor = 0; visitor < 4; visitor++) view('late', `b${visitor}`, 1);
  const observed = (windowHours: number): Record<string, number | undefined> =>
    Object.fromEntries(
      trending(state, { now: testNow, limit: 5, allow: every, windowHours }).map(({ index, parts }) => [
        state.getId(index),
        parts['observed'],
      ]),
    );
  assert.deepEqual(observed(3), { late: 4 });
  assert.deepEqual(observed(8), { early: 9, late: 4 });
  view('late', 'c', 2);
  view('early', 'c', 7);
  assert.deepEqual(observed(3), { late: 5 });
  assert.deepEqual(observed(8), { early: 10, late: 5 });
});

test('buyAgain() ranks due items before recent purchases and items without repeats', () => {
  const state = new RecommenderState();
  const buy = (who: string, item: string, daysAgo: number): void =>
    applyEvent(state, { type: 'purchase', who, items: [item], at: testNow - daysAgo * 24 * hourMs });
  for (const daysAgo of [90, 60, 30]) buy('u', 'coffee', daysAgo);
  for (const daysAgo of [61, 31, 1]) buy('u', 'tea', daysAgo);
  buy('u', 'television', 30);
  for (let buyer = 0; buyer < 20; buyer++) buy(`other${buyer}`, 'television', 10 + buyer);
  const list = buyAgain(state, { now: testNow, limit: 5, allow: every, user: 'u' });
  assert.deepEqual(
    list.map(({ index }) => state.getId(index)),
    ['coffee', 'tea', 'television'],
  );
  assert.equal(list[0]!.parts['purchases'], 3);
  assert.equal(list[0]!.parts['usualDays'], 30);
  assert.equal(list[0]!.parts['daysSince'], 30);
  // Three purchases over 60 days, due now: (3 + 1) / (60 + 0 + 30), and two of three purchases were repeats.
  assert.equal(list[0]!.parts['perDay'], 4 / 90);
  assert.equal(list[0]!.parts['repeatShare'], 3 / 13);
  assert.deepEqual(buyAgain(state, { now: testNow, limit: 5, allow: every, user: 'nobody' }), []);
});

test('recentlyViewed() lists each item once, newest first, with current items on top', () => {
  const state = new RecommenderState();
  ['a', 'b', 'a', 'c'].forEach((id, at) =>
    applyEvent(state, { type: 'view', who: 'u', items: [id], at: testNow - 10 + at }),
  );
  const seen = [state.item('b'), state.item('d')];
  const request = (more: object): string[] =>
    recentlyViewed(state, { now: testNow, limit: 5, allow: every, user: 'u', ...more }).map(({ index }) =>
      state.getId(index),
    );
  assert.deepEqual(request({}), ['c', 'a', 'b']);
  assert.deepEqual(request({ seen }), ['d', 'b', 'c', 'a']);
  assert.deepEqual(request({ limit: 1 }), ['c']);
});

test('trending() and popular() return the same for a few candidates as for all items with a filter', () => {
  const state = new RecommenderState();
  const size = { minLength: 500, maxLength: 900 };
  const interactions = fc.array(fc.tuple(fc.nat(299), fc.nat(40), fc.nat(60)), size);
  fc.assert(
    fc.property(interactions, fc.uniqueArray(fc.nat(299), { maxLength: 30 }), (list, allowed) => {
      for (const [item, user, hoursAgo] of list)
        applyEvent(state, {
          type: 'view',
          who: `u${user}`,
          items: [`i${item}`],
          at: testNow - hoursAgo * hourMs,
        });
      const candidates = allowed.map((item) => state.item(`i${item}`));
      const wanted = new Set(candidates);
      const allow = (item: number): boolean => wanted.has(item);
      for (const rank of [trending, popular]) {
        const all = rank(state, { now: testNow, limit: 400, allow: every }).filter(({ index }) =>
          allow(index),
        );
        const expected = all.slice(0, 20).map(({ index, score }) => ({ index, score }));
        const request = { now: testNow, limit: 20, allow };
        for (const asked of [request, { ...request, candidates }]) {
          const answered = rank(state, asked).map(({ index, score }) => ({ index, score }));
          assert.deepEqual(answered, expected);
        }
      }
    }),
    { ...runOptions, numRuns: representative(12, 30) },
  );
});
