import { toDay } from '../bits/days.ts';
import type { Steps } from '../bits/steps.ts';
import { decodeAction, decodePosition, type ListVisit } from './visit-window.ts';
import { bucketCount, findPositionBucket } from './positions.ts';
import { pow } from '../../math/power.ts';

/** The typical number of entries of a visit. */
export const entriesPerVisit = 24;
/** The value of each action: none, click, cart, purchase. */
const actionValues = [0, 1, 2, 3] as const;

/** Sums over visits, each with the weight of its age. */
export interface ItemEvidence {
  readonly item: number;
  /** Visits in which the item was shown, and those with an action, by bucket of positions. */
  readonly shown: number[];
  readonly acted: number[];
  /** The values of all actions, and their squares. */
  value: number;
  valueSquares: number;
}

export interface ListEvidence {
  readonly items: ReadonlyMap<number, ItemEvidence>;
}

/** Weights are multiples of this, so that sums are exact: they do not depend on the order of the visits. */
const weightUnit = 2 ** -20;

/** The weight of a visit by its age in whole days. `now` and `at` are in ms since 1970. */
export function computeAgeWeight(at: number, now: number, halfLifeDays: number): number {
  const days = Math.max(0, toDay(now) - toDay(at));
  return Math.round(pow(2, -days / halfLifeDays) / weightUnit) * weightUnit;
}

/** Sums the visits of a list. */
export function sumEvidence(
  visits: Iterable<ListVisit>,
  weighVisit: (visit: ListVisit) => number,
): ListEvidence {
  const items = new Map<number, ItemEvidence>();
  for (const visit of visits) {
    const weight = Math.round(weighVisit(visit) / weightUnit) * weightUnit;
    const { entries } = visit;
    for (let i = 0; i < entries.length; i += 2) {
      const item = entries[i]!;
      let sums = items.get(item);
      if (sums === undefined) items.set(item, (sums = createItemEvidence(item)));
      const bucket = findPositionBucket(decodePosition(entries[i + 1]!));
      const value = actionValues[decodeAction(entries[i + 1]!)];
      sums.shown[bucket]! += weight;
      if (value === 0) continue;
      sums.acted[bucket]! += weight;
      sums.value += weight * value;
      sums.valueSquares += weight * value * value;
    }
  }
  return { items };
}

const noCounts: readonly number[] = Array.from({ length: bucketCount }, () => 0);

function createItemEvidence(item: number): ItemEvidence {
  return {
    item,
    // Typed arrays of this size are allocated outside of the heap, which takes longer than to fill them.
    shown: Array.from(noCounts),
    acted: Array.from(noCounts),
    value: 0,
    valueSquares: 0,
  };
}

/** The value of the actions that an item's positions predict, by item, if all items of the list were equally good. */
export function computeExpectedValues(
  { items }: ListEvidence,
  examination: Float64Array,
): ReadonlyMap<number, number> {
  let value = 0;
  let examined = 0;
  const examinations = new Map<number, number>();
  for (const { item, shown, value: own } of items.values()) {
    const sum = multiplyVectors(shown, examination);
    examinations.set(item, sum);
    examined += sum;
    value += own;
  }
  const rate = examined === 0 ? 0 : value / examined;
  for (const [item, sum] of examinations) examinations.set(item, rate * sum);
  return examinations;
}

export function multiplyVectors(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The observed and the expected value of an item. */
export interface ItemCount {
  readonly observed: number;
  readonly expected: number;
}

/** The value of the actions on each item, observed and as its positions predict. */
export function countItemActions(list: ListEvidence, examination: Float64Array): Map<number, ItemCount> {
  const expected = computeExpectedValues(list, examination);
  const counts = new Map<number, ItemCount>();
  for (const { item, value } of list.items.values())
    counts.set(item, { observed: value, expected: expected.get(item)! });
  return counts;
}

/**
 * Sums the counts over all lists of a category. A visitor weighs as much as one visit, however many lists
 * they saw. Each list predicts by its own rate.
 */
export function* countCategoryActions(
  visits: readonly ListVisit[],
  weighVisit: (visit: ListVisit) => number,
  examination: Float64Array,
): Steps<Map<number, ItemCount>> {
  const visitsBy = new Map<string, number>();
  for (const { visitor } of visits) visitsBy.set(visitor, (visitsBy.get(visitor) ?? 0) + 1);
  yield visits.length;
  const counts = new Map<number, ItemCount>();
  for (const ofList of Map.groupBy(visits, ({ list }) => list).values()) {
    const evidence = sumEvidence(ofList, (visit) => weighVisit(visit) / visitsBy.get(visit.visitor)!);
    for (const [item, { observed, expected }] of countItemActions(evidence, examination)) {
      const sum = counts.get(item);
      counts.set(item, {
        observed: (sum?.observed ?? 0) + observed,
        expected: (sum?.expected ?? 0) + expected,
      });
    }
    yield ofList.length * entriesPerVisit;
  }
  return counts;
}
