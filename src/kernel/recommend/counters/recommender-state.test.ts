import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import * as fc from 'fast-check';
import {
  answers,
  applyEvent,
  applyStep,
  counters,
  mergeNames,
  shopSteps,
  counted,
  remaining,
  type NamedEvent,
} from '../lists/random-shop.fixture.ts';
import { RecommenderState, type SavedState } from './recommender-state.ts';
import { transitionUnit } from './transition-sums.ts';
import { recommenderBounds, visitorCaps } from './weights.ts';
import { representative } from '../../../../test/support/matrix.ts';

/** Bounds so low that attributes become significant and insignificant again all the time, and visitors reach their caps. */
const lowBounds = {
  lift: { itemsMin: 2, itemsMax: 5 },
  caps: { interactions: 2, purchaseDays: 2, baskets: 6 },
};
const runOptions = { seed: 20240601, numRuns: representative(60, 150) };

function rebuilt(steps: Parameters<typeof remaining>[0], contentFirst: boolean): RecommenderState {
  const { events, contents, aliases } = remaining(steps);
  const state = new RecommenderState(lowBounds);
  for (const [name, owner] of aliases) mergeNames(state, name, owner);
  const describeItems = (): void => {
    for (const [item, content] of contents) state.setContent(state.item(item), content);
  };
  if (contentFirst) describeItems();
  for (const event of events) applyEvent(state, event);
  if (!contentFirst) describeItems();
  return state;
}

test('RecommenderState equals, to the bit, a rebuild from the remaining events', () => {
  fc.assert(
    fc.property(shopSteps, fc.boolean(), fc.nat(20), (steps, contentFirst, every) => {
      const live = new RecommenderState(lowBounds);
      steps.forEach((step, at) => {
        applyStep(live, step);
        // Requests in between fill the caches, which later steps must keep correct.
        if (at % (every + 3) === 0) answers(live);
      });
      const fresh = rebuilt(steps, contentFirst);
      assert.deepEqual(counters(live), counters(fresh));
      assert.equal(answers(live), answers(fresh));
    }),
    runOptions,
  );
});

test('RecommenderState.load() restores a saved state to the bit, and both behave the same afterwards', () => {
  fc.assert(
    fc.property(shopSteps, shopSteps, (before, after) => {
      const live = new RecommenderState(lowBounds);
      for (const step of before) applyStep(live, step);
      const restored = new RecommenderState(lowBounds);
      restored.load(deserialize(serialize(live.save())) as SavedState);
      assert.equal(answers(restored), answers(live));
      for (const step of after) {
        applyStep(live, step);
        applyStep(restored, step);
      }
      assert.deepEqual(counters(restored), counters(live));
      assert.equal(answers(restored), answers(live));
      assert.deepEqual(restored.stats().interactions, live.stats().interactions);
    }),
    runOptions,
  );
});

test('RecommenderState.apply() counts transitions, interactions and visitors as a naive count does', () => {
  fc.assert(
    fc.property(shopSteps, (steps) => {
      const { events } = remaining(steps);
      const state = rebuilt(steps, true);
      const naive = naiveCounts(events);
      for (let number = 0; number < 15; number++) {
        const id = `item-${number}`;
        const index = state.item(id);
        assert.equal(state.transitions.count(index), naive.counts.get(id) ?? 0, id);
        for (const [other, value] of state.transitions.entries(index)) {
          assert.equal(
            value,
            naive.pairs.get(`${id} ${state.getId(other)}`),
            `${id} -> ${state.getId(other)}`,
          );
        }
      }
      const pairs = Array.from(
        { length: 15 },
        (_, n) => state.transitions.entries(state.item(`item-${n}`)).length,
      );
      assert.equal(
        pairs.reduce((sum, length) => sum + length, 0),
        naive.pairs.size,
      );
      const visitors = state.trends
        .entries()
        .flatMap(([hour, counts]) =>
          counts.map(([item, count]) => [`${hour} ${state.getId(item)}`, count] as const),
        );
      assert.deepEqual(new Map(visitors), naive.visitors);
      const inAllHours = new Map<string, number>();
      for (const [name, count] of naive.visitors) {
        const id = name.slice(name.indexOf(' ') + 1);
        inAllHours.set(id, (inAllHours.get(id) ?? 0) + count);
      }
      const loaded = new RecommenderState(lowBounds);
      loaded.load(structuredClone(state.save()));
      for (const { trends } of [state, loaded])
        for (let item = 0; item < state.itemCount; item++)
          assert.equal(trends.visitors(item), inAllHours.get(state.getId(item)) ?? 0);
    }),
    runOptions,
  );
});

test('RecommenderState.apply() counts a buyer once a day and item, on the first days, as a naive count does', () => {
  fc.assert(
    fc.property(shopSteps, (steps) => {
      const { events } = remaining(steps);
      const state = rebuilt(steps, true);
      const naive = naiveBaskets(events);
      fc.pre(naive !== null);
      for (let number = 0; number < 15; number++) {
        const id = `item-${number}`;
        const index = state.item(id);
        assert.equal(state.baskets.baskets(index), naive.get(id) ?? 0, id);
        for (let other = 0; other < 15; other++) {
          const support = state.baskets.support(index, state.item(`item-${other}`));
          assert.equal(support, naive.get(`${id} item-${other}`) ?? 0, `${id} item-${other}`);
        }
      }
    }),
    runOptions,
  );
});

test('RecommenderState.apply() counts a visitor once an hour, and at most 200 interactions', () => {
  const state = new RecommenderState();
  for (let interaction = 0; interaction < 500; interaction++) {
    applyEvent(state, {
      type: 'view',
      who: 'u1',
      items: ['item-1', `item-${2 + interaction}`],
      at: 1000 + interaction,
    });
  }
  const [[, counts] = [0, []]] = state.trends.entries();
  assert.equal(Math.max(...counts.map(([, count]) => count)), 1);
  assert.ok(counts.length <= 200);
});

test('RecommenderState.apply() retracts a purchase with a return, and everything with a dislike', () => {
  const state = new RecommenderState();
  const send = (type: string, items: string[], time: number): void =>
    applyEvent(state, { type, who: 'u1', items, at: time });
  send('view', ['a'], 1);
  send('purchase', ['a', 'b', 'c'], 2);
  const [a, b] = [state.item('a'), state.item('b')];
  send('return', ['a'], 3);
  assert.deepEqual([state.baskets.baskets(a), state.baskets.support(a, b)], [0, 0]);
  assert.equal(state.baskets.support(b, state.item('c')), 1);
  assert.equal(state.transitions.count(a), 1);
  send('dislike', ['a'], 4);
  assert.equal(state.transitions.count(a), 0);
  assert.deepEqual([...state.findRejectedItems({ user: 'u1' })], [a]);
  // Late interactions before the retraction are retracted too; later ones are a change of mind.
  send('purchase', ['a'], 3);
  assert.equal(state.baskets.baskets(a), 0);
  send('view', ['a'], 5);
  assert.deepEqual([...state.findRejectedItems({ user: 'u1' })], []);
});

test('RecommenderState.apply() accepts any event type and any name', () => {
  const state = new RecommenderState();
  for (const type of [
    'constructor',
    '__proto__',
    '',
    ...Array.from({ length: 300 }, (_, n) => `type-${n}`),
  ]) {
    state.apply({ type, user: '__proto__', items: [{ index: state.item('__proto__') }], at: 1 });
  }
  assert.equal(state.stats().interactions, 303);
  assert.equal(state.transitions.count(0), visitorCaps.interactions * state.weights.otherEventType);
  state.erase({ user: '__proto__' });
  assert.equal(state.transitions.count(0), 0);
  assert.equal(state.stats().interactions, 0);
});

test('RecommenderState.apply() counts events without a visitor, but gives them no history', () => {
  const state = new RecommenderState();
  state.apply({ type: 'purchase', items: [{ index: state.item('a') }, { index: state.item('b') }], at: 1 });
  assert.equal(state.transitions.count(0), 1);
  assert.equal(state.baskets.support(0, 1), 1);
  assert.equal(state.stats().subjects, 0);
});

/** Views and some purchases of fifteen items by one user, not in the order of their times. */
function longHistory(who: string, count: number): NamedEvent[] {
  return Array.from({ length: count }, (_, i) => ({
    type: i % 40 === 0 ? 'purchase' : 'view',
    who,
    items:
      i % 40 === 0 ? [`item-${i % 15}`, `item-${(i * 7 + 1) % 15}`] : [`item-${(i * 11 + (i >> 4)) % 15}`],
    at: 1_000_000 + ((i * 7_919) % count) * 60_000,
  }));
}

test('RecommenderState.eraseSteps() leaves, after each step, the state without the newest interactions', () => {
  const others = longHistory('u2', 300);
  const own = longHistory('u1', 2_600).filter(({ type }) => type === 'view');
  const state = new RecommenderState(lowBounds);
  for (const event of [...own, ...others]) applyEvent(state, event);
  const sorted = own.toSorted((one, other) => one.at - other.at);
  let left = sorted.length;
  for (const units of state.eraseSteps({ user: 'u1' })) {
    left = Math.max(0, left - 250);
    const oldest = new Set(sorted.slice(0, left));
    const fresh = new RecommenderState(lowBounds);
    for (const event of [...own, ...others])
      if (event.who === 'u2' || oldest.has(event)) applyEvent(fresh, event);
    assert.deepEqual(counters(state), counters(fresh));
    assert.equal(answers(state), answers(fresh));
    assert.ok(units <= 1_200 * 20, `${units} units`);
  }
  assert.equal(left, 0);
});

test('RecommenderState.mergeSteps() and retractions equal a rebuild, with requests in between', () => {
  const histories = [longHistory('u1', 2_100), longHistory('u2', 1_500), longHistory('s1', 40)];
  const retracted: NamedEvent[] = [
    { type: 'return', who: 'u1', items: ['item-3'], at: 100_000_000 },
    { type: 'dislike', who: 'u2', items: ['item-4', 'item-5'], at: 70_000_000 },
  ];
  const events = [...histories.flat(), ...retracted];
  for (const [from, into] of [
    ['u1', 'u2'],
    ['u2', 'u1'],
    ['s1', 'u1'],
  ] as const) {
    const state = new RecommenderState(lowBounds);
    for (const event of events) applyEvent(state, event);
    const who = from.startsWith('s') ? { session: from } : { user: from };
    for (const units of state.mergeSteps(who, { user: into })) {
      answers(state);
      assert.ok(units <= 1_500 * 20, `${units} units`);
    }
    const fresh = new RecommenderState(lowBounds);
    mergeNames(fresh, from, into);
    for (const event of events) applyEvent(fresh, event);
    assert.deepEqual(counters(state), counters(fresh), `${from} into ${into}`);
    assert.equal(answers(state), answers(fresh));
  }
});

test('RecommenderState.applySteps() does work in proportion to the change, not to the length of the history', () => {
  const state = new RecommenderState();
  for (const event of longHistory('u1', 20_000)) applyEvent(state, event);
  const workOf = (steps: Iterable<number>): number => [...steps].reduce((sum, units) => sum + units, 0);
  const item = { index: state.item('item-0') };
  const late = { user: 'u1', items: [{ index: state.item('another') }], at: 1_000_000 + 60_000 * 10_000 };
  assert.ok(workOf(state.applySteps({ type: 'view', ...late })) < 1_000);
  assert.ok(workOf(state.applySteps({ type: 'dislike', ...late })) < 10_000);
  for (let session = 0; session < 50; session++) {
    state.apply({ type: 'view', session: `s${session}`, items: [item], at: 2_000_000 * session });
    assert.ok(workOf(state.mergeSteps({ session: `s${session}` }, { user: 'u1' })) < 10_000);
  }
});

test('RecommenderState.apply() pairs up to a hundred items of a basket, and of larger ones fifty, in any order of the items', () => {
  const pairsOf = (count: number, isReversed = false): Set<string> => {
    const state = new RecommenderState();
    const all = Array.from({ length: count }, (_, i) => state.item(`i${i}`));
    const items = (isReversed ? all.toReversed() : all).map((index) => ({ index }));
    state.apply({ type: 'purchase', user: 'u1', items, at: 5 });
    const pairs = all.flatMap((one) => state.baskets.entries(one).map(([other]) => `${one} ${other}`));
    state.erase({ user: 'u1' });
    assert.deepEqual(
      all.flatMap((one) => state.baskets.entries(one)),
      [],
    );
    return new Set(pairs);
  };
  assert.equal(pairsOf(100).size, 100 * 99);
  assert.equal(pairsOf(101).size, 50 * 49);
  assert.deepEqual(pairsOf(500), pairsOf(500, true));
});

/** The interactions of one visitor, in order of arrival, that are beyond the cap. */
function beyondCapOf<T extends { item: string; type: string; at: number; capped: ReadonlySet<string> }>(
  arrivals: readonly T[],
): Set<T> {
  const beyond = new Set(arrivals.filter(({ item, capped }) => capped.has(item)));
  const days = new Map<string, Set<number>>();
  const others = new Map<string, number>();
  for (const one of arrivals) {
    if (beyond.has(one)) continue;
    const day = Math.floor(one.at / 86_400_000);
    const bought = days.get(one.item) ?? new Set();
    const seen = others.get(one.item) ?? 0;
    if (one.type !== 'purchase') others.set(one.item, seen + 1);
    if (one.type !== 'purchase' ? seen >= lowBounds.caps.interactions : bought.has(day)) beyond.add(one);
    else if (one.type === 'purchase' && bought.size >= lowBounds.caps.purchaseDays) beyond.add(one);
    else if (one.type === 'purchase') days.set(one.item, bought.add(day));
  }
  return beyond;
}

function naiveCounts(events: readonly NamedEvent[]): {
  counts: Map<string, number>;
  pairs: Map<string, number>;
  visitors: Map<string, number>;
} {
  const counts = new Map<string, number>();
  const pairs = new Map<string, number>();
  const visitors = new Map<string, number>();
  const gain = (into: Map<string, number>, key: string, by: number): void =>
    void into.set(key, (into.get(key) ?? 0) + by);
  const histories = Map.groupBy(
    counted(events).flatMap((event) => event.items.map((item) => ({ ...event, item }))),
    (interaction) => interaction.who,
  );
  const weight = (type: string): number => (type === 'wish' ? 0.25 : 1);
  for (const arrivals of histories.values()) {
    const history = arrivals.toSorted((one, other) => one.at - other.at);
    const hours = new Map<string, boolean>();
    const beyondCap = beyondCapOf(arrivals);
    history.forEach((interaction, position) => {
      const weightOf = (one: (typeof history)[number]): number => (beyondCap.has(one) ? 0 : weight(one.type));
      if (!beyondCap.has(interaction)) gain(counts, interaction.item, weight(interaction.type));
      const hour = `${Math.floor(interaction.at / 3_600_000)} ${interaction.item}`;
      // The first interaction of the hour counts as the visitor's: where it was a suspected bot's, later ones add
      // nothing.
      if (!hours.has(hour)) hours.set(hour, interaction.suspectedBot !== true);
      history
        .slice(Math.max(0, position - recommenderBounds.transitionWindow), position)
        .forEach((before, at, window) => {
          if (before.item === interaction.item && before.type !== interaction.type) return;
          const units =
            (transitionUnit * weightOf(interaction) * weightOf(before)) / Math.sqrt(window.length - at);
          if (units === 0) return;
          gain(pairs, `${before.item} ${interaction.item}`, Math.round(units));
          gain(pairs, `${interaction.item} ${before.item}`, Math.round(units / 4));
        });
    });
    for (const [key, isCounted] of hours) if (isCounted) gain(visitors, key, 1);
  }
  return { counts, pairs, visitors };
}

/** Baskets by item, and by item and other item: the first of each buyer by time. */
function naiveBaskets(events: readonly NamedEvent[]): Map<string, number> | null {
  const counts = new Map<string, number>();
  const gain = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  const { purchaseDays, baskets: basketsMax } = lowBounds.caps;
  // Late purchases that a return covers are in no basket.
  const purchases = counted(events).filter(({ type }) => type === 'purchase');
  for (const own of Map.groupBy(purchases, ({ who }) => who).values()) {
    const baskets = own.map(({ items, capped, at }) => ({ items: [...new Set(items)], capped, at }));
    // Equal times are ordered by content: shops of this test that have them are left out.
    if (new Set(baskets.map(({ at }) => at)).size < baskets.length) return null;
    const earlier = new Map<string, Set<number>>();
    for (const { items, capped, at } of baskets.toSorted((a, b) => a.at - b.at).slice(0, basketsMax)) {
      const day = Math.floor(at / 86_400_000);
      for (const item of items) {
        const days = earlier.get(item) ?? new Set();
        if (capped.has(item) || days.has(day) || days.size >= purchaseDays) continue;
        earlier.set(item, days.add(day));
        gain(item);
        for (const other of items) if (other !== item && !capped.has(other)) gain(`${item} ${other}`);
      }
    }
  }
  return counts;
}
