import { toDay } from '../bits/days.ts';
import type { Steps } from '../bits/steps.ts';
import {
  computeAgeWeight,
  countCategoryActions,
  entriesPerVisit,
  sumEvidence,
  countItemActions,
  type ItemCount,
  type ListEvidence,
} from './evidence.ts';
import { estimateExamination } from './examination.ts';
import { estimateShrinkage, nothingLearned, type Shrinkage } from './learned-factors.ts';
import { packCounts, type LearnedChange, type LearnedList } from './learned-order.ts';
import { bucketCount } from './positions.ts';
import {
  VisitWindow,
  type ActionKind,
  type ListVisit,
  type ListImpression,
  type VisitLimits,
} from './visit-window.ts';

/** Minimum visitors of a list, or of a category, before its evidence counts. */
export const visitorsMin = 10;
/** Exploration of an item ends after this many visits. */
export const exploredVisits = 100;
/** Maximum items of a list, or of a category: those with the largest expected value. */
const itemsMax = 100;
/** The curve of attention and the shrinkage are estimated again after this share of new visits. */
const reestimationShare = 0.05;

/**
 * Learns from visits of lists which items do better than their positions predict. Each visitor counts once for a list
 * (`VisitWindow`); positions count by the curve of attention (`examination.ts`); ratios are shrunk (`learned-factors.ts`).
 */
export class ClickModel {
  readonly #halfLifeDays: () => number;
  /** The half-life of the last update, in days. */
  #usedHalfLifeDays = 0;
  readonly #window: VisitWindow;
  readonly #evidence = new Map<string, ListEvidence>();
  readonly #categoryByList = new Map<string, string>();
  readonly #changedLists = new Set<string>();
  readonly #changedCategories = new Set<string>();
  #shrinkage: Shrinkage = nothingLearned;
  #examination: Float64Array = new Float64Array(bucketCount).fill(1);
  #day = -1;
  /** Visits that were added since the last estimate, and whether any was removed. */
  #addedVisits = 0;
  #hasForgotten = false;

  constructor({
    halfLifeDays,
    limits,
  }: {
    readonly halfLifeDays: () => number;
    readonly limits?: VisitLimits;
  }) {
    this.#halfLifeDays = halfLifeDays;
    this.#window = new VisitWindow(({ list, category }) => {
      this.#changedLists.add(list);
      if (category !== '') this.#changedCategories.add(category);
    }, limits);
  }

  /** The shrinkage of the latest estimate. */
  get shrinkage(): Shrinkage {
    return this.#shrinkage;
  }

  /** The curve of attention by bucket of positions, see {@link estimateExamination}. */
  get examination(): Float64Array {
    return this.#examination;
  }

  get visits(): number {
    return this.#window.size;
  }

  /** Whether an update would change anything. `now` is in ms since 1970. */
  isOutdated(now: number): boolean {
    return this.#changedLists.size > 0 || (this.visits > 0 && toDay(now) !== this.#day);
  }

  recordImpression(list: ListImpression): void {
    if (this.#window.recordImpression(list)) this.#addedVisits++;
  }

  /** The items that were shown to a visitor in a list. */
  itemsIn(list: string, visitor: string): number[] {
    return this.#window.listItemsIn(list, visitor);
  }

  recordAction(list: string, visitor: string, item: number, action: ActionKind): void {
    this.#window.recordAction(list, visitor, item, action);
  }

  forget(visitor: string): void {
    this.#window.forget(visitor);
    this.#hasForgotten = true;
  }

  /** Removes the visits before a time, in ms since 1970. */
  expire(before: number): void {
    this.#window.expire(before);
  }

  /**
   * Counts and returns the changes since the last call, in steps whose costs are counted entries. Visits that
   * are added between steps count next time. `now` is in ms since 1970.
   */
  *update(now: number): Steps<LearnedChange> {
    const day = toDay(now);
    const halfLifeDays = this.#halfLifeDays();
    const weighVisit = ({ at }: ListVisit): number => computeAgeWeight(at, now, halfLifeDays);
    const hasNewWeights = day !== this.#day || halfLifeDays !== this.#usedHalfLifeDays;
    this.#day = day;
    this.#usedHalfLifeDays = halfLifeDays;
    if (hasNewWeights) this.#changeAll();
    const changed = this.#takeChanged();
    for (const list of changed.lists) yield this.#count(list, weighVisit);
    if (hasNewWeights || this.#hasForgotten || this.#addedVisits >= reestimationShare * this.visits) {
      this.#addedVisits = 0;
      this.#hasForgotten = false;
      this.#examination = yield* estimateExamination(this.#evidence.values());
      this.#shrinkage = yield* estimateShrinkage(this.#evidence.values(), this.#examination);
      yield this.visits;
      for (const { list, category } of this.#window.listAllVisits()) {
        changed.lists.add(list);
        if (category !== '') changed.categories.add(category);
      }
    }
    const lists: [string, LearnedList | null][] = [];
    for (const list of changed.lists) {
      const learned = this.#buildList(list);
      lists.push([list, learned]);
      yield 1 + (learned?.counts.length ?? 0);
    }
    const categories = yield* this.#listCategories(changed.categories, weighVisit);
    const explored: number[] = [];
    for (const [item, times] of this.#window.shownTimes) if (times >= exploredVisits) explored.push(item);
    return { shrinkage: this.#shrinkage, lists, categories, explored: Uint32Array.from(explored) };
  }

  #takeChanged(): { readonly lists: Set<string>; readonly categories: Set<string> } {
    const changed = { lists: new Set(this.#changedLists), categories: new Set(this.#changedCategories) };
    this.#changedLists.clear();
    this.#changedCategories.clear();
    return changed;
  }

  #changeAll(): void {
    for (const { list, category } of this.#window.listAllVisits()) {
      this.#changedLists.add(list);
      if (category !== '') this.#changedCategories.add(category);
    }
  }

  /** Sums the visits of a list; returns the number of entries. */
  #count(list: string, weighVisit: (visit: ListVisit) => number): number {
    const visits = this.#window.listVisits(list);
    if (visits.size === 0) {
      this.#evidence.delete(list);
      this.#categoryByList.delete(list);
      return 1;
    }
    // Visits are one per visitor. Lists with few visits would take most of the memory, and are the least reliable.
    if (visits.size < visitorsMin) this.#evidence.delete(list);
    else this.#evidence.set(list, sumEvidence(visits, weighVisit));
    this.#categoryByList.set(list, findMostFrequentCategory(visits));
    return visits.size * entriesPerVisit;
  }

  /** The learned state of a list, or null if it has no visits. */
  #buildList(list: string): LearnedList | null {
    const category = this.#categoryByList.get(list);
    if (category === undefined) return null;
    const evidence = this.#evidence.get(list);
    const counts = evidence === undefined ? [] : countItemActions(evidence, this.#examination);
    return { category, counts: packCounts(pickLargest(counts)) };
  }

  *#listCategories(
    changed: ReadonlySet<string>,
    weighVisit: (visit: ListVisit) => number,
  ): Steps<[string, Float64Array | null][]> {
    const visits = new Map<string, ListVisit[]>();
    for (const category of changed) visits.set(category, []);
    for (const visit of this.#window.listAllVisits()) visits.get(visit.category)?.push(visit);
    yield this.visits;
    const categories: [string, Float64Array | null][] = [];
    for (const [category, categoryVisits] of visits) {
      const visitors = new Set(categoryVisits.map(({ visitor }) => visitor)).size;
      yield categoryVisits.length;
      const counts =
        visitors < visitorsMin
          ? null
          : yield* countCategoryActions(categoryVisits, weighVisit, this.#examination);
      categories.push([category, counts === null ? null : packCounts(pickLargest(counts))]);
    }
    return categories;
  }
}

function pickLargest(counts: Iterable<[number, ItemCount]>): [number, ItemCount][] {
  return [...counts]
    .sort(([a, left], [b, right]) => right.expected - left.expected || a - b)
    .slice(0, itemsMax);
}

function findMostFrequentCategory(visits: Iterable<ListVisit>): string {
  const counts = new Map<string, number>();
  for (const { category } of visits) counts.set(category, (counts.get(category) ?? 0) + 1);
  const [[category]] = [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1)) as [
    [string, number],
  ];
  return category;
}
