import * as fc from 'fast-check';
import { boughtTogether } from './bought-together.ts';
import { buyAgain } from './buy-again.ts';
import { recentlyViewed } from './recently-viewed.ts';
import type { ItemFeatures } from '../counters/content-index.ts';
import { forUser } from './for-user.ts';
import type { ModelEvent } from '../counters/model-event.ts';
import type { RecommenderState } from '../counters/recommender-state.ts';
import type { ScoredItem } from '../rows/scored.ts';
import { similar } from './similar.ts';
import { popular, trending } from './trending.ts';
import { sumSpendingSince } from './visitor-history.ts';

/** Random small shops for tests: the changes of a state, and everything that can be read from it. */
export type ShopStep =
  | { readonly kind: 'event'; readonly event: NamedEvent }
  | { readonly kind: 'erase'; readonly user: string }
  | { readonly kind: 'merge'; readonly from: string; readonly into: string }
  | { readonly kind: 'content'; readonly item: string; readonly content: ItemFeatures | null };

/** An event by item ids. Subject names that begin with "s" are sessions. */
export interface NamedEvent {
  readonly type: string;
  readonly who: string;
  readonly items: readonly string[];
  readonly at: number;
  readonly suspectedBot?: boolean;
  /** Whether the first item is beyond the cap of its address. */
  readonly firstIsCapped?: boolean;
}

/** A time a few days after most events of random shops. */
export const testNow = 40 * 86_400_000;

const item = fc.integer({ min: 0, max: 14 }).map((number) => `item-${number}`);
const who = fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5', 's1', 's2', 's3');
const user = fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5');
const at = fc.oneof(
  fc.integer({ min: 36 * 24, max: 41 * 24 }).map((hour) => hour * 3_600_000),
  fc.integer({ min: testNow - 7_200_000, max: testNow + 7_200_000 }),
);
const word = fc.constantFrom('red', 'blue', 'shoe', 'shirt', 'sock');

const content: fc.Arbitrary<ItemFeatures> = fc.record({
  attributes: fc.uniqueArray(fc.constantFrom('brand=a', 'brand=b', 'color=c', 'size=d'), { maxLength: 3 }),
  words: fc.array(word, { maxLength: 3 }),
  type: fc.constantFrom('t1', 't2', 't3'),
  category: fc.constantFrom('c1', 'c2'),
});

const event: fc.Arbitrary<ShopStep> = fc
  .record({
    type: fc.constantFrom(
      'view',
      'view',
      'view',
      'click',
      'cart',
      'purchase',
      'purchase',
      'wish',
      'return',
      'dislike',
    ),
    who,
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    at,
    suspectedBot: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    firstIsCapped: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  })
  .map((named) => ({ kind: 'event', event: named }));

export const shopSteps: fc.Arbitrary<ShopStep[]> = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: event },
    { weight: 1, arbitrary: user.map((name): ShopStep => ({ kind: 'erase', user: name })) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), from: who, into: user }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('content' as const),
        item,
        content: fc.oneof({ weight: 5, arbitrary: content }, { weight: 1, arbitrary: fc.constant(null) }),
      }),
    },
  ),
  { minLength: 5, maxLength: 150 },
);

export function applyEvent(state: RecommenderState, named: NamedEvent): void {
  const { type, who: name, items, at: time, suspectedBot = false } = named;
  const subject = name.startsWith('s') ? { session: name } : { user: name };
  const lines: ModelEvent['items'] = items.map((id) => {
    const price = priceOf(id);
    const isBeyondAddressCap = named.firstIsCapped === true && id === items[0];
    return { index: state.item(id), quantity: 2, isBeyondAddressCap, ...(price === null ? {} : { price }) };
  });
  state.apply({ type, ...subject, items: lines, at: time, suspectedBot });
}

/** The price of an item in every purchase; null: unknown. */
export function priceOf(id: string): number | null {
  const number = Number(id.slice('item-'.length));
  return number % 5 === 0 ? null : number + 0.1;
}

export function applyStep(state: RecommenderState, step: ShopStep): void {
  if (step.kind === 'event') applyEvent(state, step.event);
  else if (step.kind === 'erase') state.erase({ user: step.user });
  else if (step.kind === 'content') state.setContent(state.item(step.item), step.content);
  else mergeNames(state, step.from, step.into);
}

export function mergeNames(state: RecommenderState, from: string, into: string): void {
  state.merge(from.startsWith('s') ? { session: from } : { user: from }, { user: into });
}

/** The result of some steps: the remaining events in order, under the final names, and the contents. */
export function remaining(steps: readonly ShopStep[]): {
  events: NamedEvent[];
  contents: Map<string, ItemFeatures | null>;
  /** Names that were merged into another user. */
  aliases: Map<string, string>;
} {
  const contents = new Map<string, ItemFeatures | null>();
  const owner = new Map<string, string>();
  const rootOf = (name: string): string => owner.get(name) ?? name;
  let events: NamedEvent[] = [];
  for (const step of steps) {
    if (step.kind === 'event') {
      events.push({ ...step.event, who: rootOf(step.event.who) });
    } else if (step.kind === 'content') {
      contents.set(step.item, step.content);
    } else if (step.kind === 'erase') {
      const root = rootOf(step.user);
      events = events.filter((each) => each.who !== root);
      for (const [name, each] of owner) if (each === root) owner.delete(name);
    } else {
      const [from, into] = [rootOf(step.from), rootOf(step.into)];
      events = events.map((each) => (each.who === from ? { ...each, who: into } : each));
      for (const [name, each] of owner) if (each === from) owner.set(name, into);
      if (from !== into) owner.set(from, into);
      if (owner.get(into) === into) owner.delete(into);
    }
  }
  return { events, contents, aliases: owner };
}

/** The items of an event that are in no pair. */
function cappedItems({ items, suspectedBot = false, firstIsCapped = false }: NamedEvent): Set<string> {
  return new Set(suspectedBot ? items : firstIsCapped ? items.slice(0, 1) : []);
}

/** The events that count: without retractions and what they retract. */
export function counted(events: readonly NamedEvent[]): (NamedEvent & { capped: ReadonlySet<string> })[] {
  const isRetraction = (later: NamedEvent, event: NamedEvent, id: string): boolean =>
    later.who === event.who &&
    later.at >= event.at &&
    later.items.includes(id) &&
    (later.type === 'dislike' || (later.type === 'return' && event.type === 'purchase'));
  return events
    .filter(({ type }) => type !== 'dislike' && type !== 'return')
    .map((event) => ({
      ...event,
      capped: cappedItems(event),
      items: event.items.filter((id) => !events.some((later) => isRetraction(later, event, id))),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Every result of the state, by item id, as text: equal texts are equal to the last bit. */
export function answers(state: RecommenderState): string {
  const request = { now: testNow, limit: 6, allow: (): boolean => true };
  const named = (list: readonly ScoredItem[]): unknown[] =>
    list.map((each) => [
      state.getId(each.index),
      each.score,
      each.source,
      each.because.map((id) => state.getId(id)),
      each.parts,
    ]);
  const ids = Array.from({ length: 15 }, (_, number) => state.item(`item-${number}`));
  return JSON.stringify({
    user: ['u1', 'u2', 'u3', 'u4', 'u5'].map((name) => named(forUser(state, { ...request, user: name }))),
    seen: named(forUser(state, { ...request, seen: ids.slice(3, 6) })),
    similar: ids.map((id) => named(similar(state, { ...request, item: id }))),
    together: ids.map((id) => named(boughtTogether(state, { ...request, items: [id], user: 'u1' }))),
    trending: [
      request,
      { ...request, windowHours: 30 },
      { ...request, among: (index: number): boolean => state.baskets.categories.getName(index) === 'c1' },
    ].map((each) => named(trending(state, each))),
    popular: named(popular(state, request)),
    again: ['u1', 'u2', 'u3'].map((user) => named(buyAgain(state, { ...request, user }))),
    viewed: ['u1', 'u2', 'u3'].map((user) => named(recentlyViewed(state, { ...request, user }))),
  });
}

/** Every counter of the state, by item id. */
export function counters(state: RecommenderState): unknown {
  const ids = Array.from({ length: 15 }, (_, number) => state.item(`item-${number}`));
  const byId = (entries: [number, number][]): [string, number][] =>
    entries
      .map(([key, value]): [string, number] => [state.getId(key), value])
      .sort((one, other) => (one[0] < other[0] ? -1 : 1));
  return {
    counts: ids.map((id) => [state.transitions.count(id), state.baskets.baskets(id)]),
    transitions: ids.map((id) => byId(state.transitions.entries(id))),
    baskets: ids.map((id) => byId(state.baskets.entries(id))),
    types: state.baskets.types.entries(),
    categories: state.baskets.categories.entries(),
    trends: state.trends.entries().map(([hour, counts]) => [hour, byId(counts)]),
    repeats: state.repeats.entries(),
    rejected: ['u1', 'u2', 'u3', 'u4', 'u5'].map((user) =>
      [...state.findRejectedItems({ user })].map((index) => state.getId(index)).sort(),
    ),
    spent: ['u1', 'u2', 'u3', 'u4', 'u5'].map((user) =>
      sumSpendingSince(state, state.findSubjects({ user }), testNow),
    ),
    lift: state.lift.entries(),
    subjects: state.histories.subjectCount,
    interactions: state.histories.interactionCount,
    total: state.baskets.basketTotal,
  };
}

/** Applies orders, each of another buyer. */
export function applyOrders(state: RecommenderState, times: number, items: readonly string[]): void {
  const first = state.baskets.basketTotal;
  for (let count = 0; count < times; count++)
    applyEvent(state, { type: 'purchase', who: `u-${first + count}`, items, at: testNow });
}
