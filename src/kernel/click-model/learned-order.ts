import type { ItemCount } from './evidence.ts';
import { nothingLearned, shrinkRatio, type Shrinkage } from './learned-factors.ts';

/** The learned state of one list. */
export interface LearnedList {
  /** The category of the list; empty if it has none. */
  readonly category: string;
  /** Number, observed and expected value of each item. Empty while the list has too few visitors. */
  readonly counts: Float64Array;
}

/** A change of the learned order. A list is null if nothing is known about it any more. Plain data, for other threads. */
export interface LearnedChange {
  readonly shrinkage: Shrinkage;
  readonly lists: readonly (readonly [list: string, learned: LearnedList | null])[];
  readonly categories: readonly (readonly [category: string, counts: Float64Array | null])[];
  /** Items that were shown often enough, and need no exploration. */
  readonly explored: Uint32Array;
}

/** The performance of an item in a list, relative to what its positions predict. */
export interface LearnedRatio extends ItemCount {
  /** The shrunk ratio of observed to expected value. */
  readonly ratio: number;
  /** The origin of the counts. */
  readonly source: 'list' | 'category';
}

const valuesPerItem = 3;
/** Maximum lists whose ratios are cached. */
const cachedMax = 500;

export function packCounts(counts: Iterable<readonly [number, ItemCount]>): Float64Array {
  return Float64Array.from(
    [...counts].flatMap(([item, { observed, expected }]) => [item, observed, expected]),
  );
}

function* unpackCounts(counts: Float64Array): Generator<[number, ItemCount]> {
  for (let i = 0; i < counts.length; i += valuesPerItem)
    yield [counts[i]!, { observed: counts[i + 1]!, expected: counts[i + 2]! }];
}

const noItems: ReadonlyMap<number, LearnedRatio> = new Map();

/** The result of a click model, as searches read it: the state after all changes. */
export class LearnedOrder {
  #shrinkage: Shrinkage = nothingLearned;
  readonly #lists = new Map<string, LearnedList>();
  readonly #categories = new Map<string, Float64Array>();
  #explored: ReadonlySet<number> = new Set();
  /** Ratios of lists since the last change. */
  readonly #ratios = new Map<string, ReadonlyMap<number, LearnedRatio>>();

  apply({ shrinkage, lists, categories, explored }: LearnedChange): void {
    this.#shrinkage = shrinkage;
    this.#ratios.clear();
    for (const [list, learned] of lists) {
      if (learned === null) this.#lists.delete(list);
      else this.#lists.set(list, learned);
    }
    for (const [category, counts] of categories) {
      if (counts === null) this.#categories.delete(category);
      else this.#categories.set(category, counts);
    }
    this.#explored = new Set(explored);
  }

  /** The whole state, as a change of an empty order. */
  state(): LearnedChange {
    return {
      shrinkage: this.#shrinkage,
      lists: [...this.#lists],
      categories: [...this.#categories],
      explored: Uint32Array.from(this.#explored),
    };
  }

  /** Whether anything is learned. */
  get isActive(): boolean {
    return Number.isFinite(this.#shrinkage.list);
  }

  isExplored(item: number): boolean {
    return this.#explored.has(item);
  }

  /** The ratios of a list by item. The ratio of the category is the prior of the list's ratio, or replaces it if the list has none. */
  readRatios(list: string): ReadonlyMap<number, LearnedRatio> {
    let ratios = this.#ratios.get(list);
    if (ratios !== undefined) return ratios;
    ratios = this.#computeRatios(list);
    if (this.#ratios.size >= cachedMax) this.#ratios.clear();
    this.#ratios.set(list, ratios);
    return ratios;
  }

  #computeRatios(list: string): ReadonlyMap<number, LearnedRatio> {
    const learned = this.#lists.get(list);
    const { list: own, category: ofCategory, dispersion } = this.#shrinkage;
    if (learned === undefined || !Number.isFinite(own)) return noItems;
    const ratios = new Map<number, LearnedRatio>();
    for (const [item, count] of unpackCounts(this.#categories.get(learned.category) ?? new Float64Array()))
      ratios.set(item, { ...count, ratio: shrinkRatio(count, ofCategory, dispersion), source: 'category' });
    for (const [item, count] of unpackCounts(learned.counts)) {
      const ratio = shrinkRatio(count, own, dispersion, ratios.get(item)?.ratio);
      ratios.set(item, { ...count, ratio, source: 'list' });
    }
    return ratios;
  }
}
