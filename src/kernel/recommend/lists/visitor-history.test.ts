import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { RecommenderState } from '../counters/recommender-state.ts';
import {
  applyEvent,
  applyStep,
  counted,
  priceOf,
  remaining,
  shopSteps,
  testNow,
} from './random-shop.fixture.ts';
import { isFirstVisit, sumSpendingSince, collectVisitedItems } from './visitor-history.ts';

const minuteMs = 60_000;
const users = ['u1', 'u2', 'u3', 'u4', 'u5'];

test('visitor history equals, at each moment, a naive evaluation of the events', () => {
  const since = fc.constantFrom(-Infinity, testNow - 3 * 86_400_000, testNow - minuteMs);
  fc.assert(
    fc.property(shopSteps, since, fc.nat(20), (steps, from, every) => {
      const state = new RecommenderState();
      steps.forEach((step, at) => {
        applyStep(state, step);
        if (at % (every + 1) !== 0 && at < steps.length - 1) return;
        const { events, aliases } = remaining(steps.slice(0, at + 1));
        for (const user of users) {
          const own = counted(events.filter(({ who }) => who === (aliases.get(user) ?? user)));
          const subjects = state.findSubjects({ user });
          const { viewed, bought } = collectVisitedItems(state, subjects);
          const newest = (types: readonly string[]): Map<string, number> => {
            const items = new Map<string, number>();
            for (const event of own.filter(({ type }) => types.includes(type)))
              for (const id of event.items) items.set(id, Math.max(event.at, items.get(id) ?? 0));
            return items;
          };
          const named = (items: ReadonlyMap<number, number>): Map<string, number> =>
            new Map(Array.from(items, ([item, time]) => [state.getId(item), time]));
          assert.deepEqual(named(viewed), newest(['view', 'click']));
          assert.deepEqual(named(bought), newest(['purchase']));
          const purchases = own.filter((event) => event.type === 'purchase' && event.at >= from);
          const units = purchases.flatMap(({ items }) =>
            items.map((id) => Math.round(20_000 * (priceOf(id) ?? 0))),
          );
          const spent = units.reduce((sum, one) => sum + one, 0) / 10_000;
          assert.equal(sumSpendingSince(state, subjects, from), spent);
          const times = own.map((event) => event.at).sort((a, b) => a - b);
          const pauses = times.map((time, i) => (times[i + 1] ?? testNow) - time);
          const isNew =
            pauses.every((ms) => ms < 30 * minuteMs) && (times[0] ?? testNow) >= testNow - 86_400_000;
          assert.equal(isFirstVisit(state, subjects, testNow), isNew);
        }
      });
    }),
    { seed: 20261126, numRuns: 120 },
  );
});

test('isFirstVisit() ends a visit after 30 minutes without an event, and after a day', () => {
  const isNew = (...minutesAgo: number[]): boolean => {
    const state = new RecommenderState();
    for (const minutes of minutesAgo) {
      const at = testNow - minutes * minuteMs;
      applyEvent(state, { type: 'view', who: 'u1', items: ['item-1'], at });
    }
    return isFirstVisit(state, state.findSubjects({ user: 'u1' }), testNow);
  };
  assert.ok(isNew());
  assert.ok(isNew(29.9));
  assert.ok(!isNew(30));
  assert.ok(isNew(70, 45, 20));
  assert.ok(!isNew(70, 40, 20));
  assert.ok(isNew(-5, 20), 'a clock that is ahead');
  const day = Array.from({ length: 73 }, (_, i) => i * 20);
  assert.ok(isNew(...day));
  assert.ok(!isNew(...day, 1_441));
});

test('collectVisitedItems() reads the last 5,000 interactions; what was spent counts all', () => {
  const state = new RecommenderState();
  const buy = (id: string, at: number): void =>
    applyEvent(state, { type: 'purchase', who: 'u1', items: [id], at });
  buy('item-1', 1);
  for (let at = 0; at < 4_999; at++)
    applyEvent(state, { type: 'view', who: 'u1', items: ['item-5'], at: 10 + at });
  const subjects = state.findSubjects({ user: 'u1' });
  assert.equal(collectVisitedItems(state, subjects).bought.size, 1);
  buy('item-5', 9_000);
  assert.deepEqual([...collectVisitedItems(state, subjects).bought.keys()], [state.item('item-5')]);
  assert.equal(sumSpendingSince(state, subjects, -Infinity), 2.2);
});
