import type { Basket } from './basket-ledger.ts';
import { ensureCapacity } from '../../bits/growable.ts';
import { CountMatrix, type SavedCounts } from '../rows/count-matrix.ts';
import { drawItems } from '../rows/seeded-draw.ts';
import { KindCounts, type SavedKinds } from './kind-counts.ts';
import { recommenderBounds } from './weights.ts';
import { log2 } from '../../../math/logarithm.ts';

export interface SavedBaskets {
  readonly total: number;
  readonly pairs: SavedCounts;
  readonly uncounted: SavedCounts;
  /** The weight of each item's baskets. */
  readonly weights: Float64Array;
  readonly baskets: Float64Array;
  readonly types: SavedKinds;
  readonly categories: SavedKinds;
}

/** The integer that represents a basket weight of 1. */
const weightUnit = 1024;
/** A pair's counter holds its baskets times this, plus their weights: both exact in one double up to 2^53. */
const basketStep = 2 ** 32;

/**
 * Co-purchase counts. Each basket weighs 1 / log2(size + 1), so that a weekly shop adds little to any pair. The row of an item
 * counts the baskets with it that are within the caps of their buyers (`capped-baskets.ts`): B_ij and B_ji may differ.
 */
export class BasketCounts {
  readonly #pairs = new CountMatrix('wide');
  /** Counts for each item the baskets with another item that count only in the row of that other item. */
  readonly #uncounted = new CountMatrix('narrow');
  /** The weight of each item's baskets, up to the last item in a basket. */
  #weights = new Float64Array(0);
  #baskets = new Float64Array(0);
  #basketTotal = 0;
  /** The sums over all pairs of their baskets and of their weights. */
  #pairBaskets = 0;
  #pairWeights = 0;
  readonly types = new KindCounts();
  readonly categories = new KindCounts();
  readonly #getTieBreaker: (item: number) => number;

  /** `getTieBreaker` returns a stable hash of an item's id. */
  constructor(getTieBreaker: (item: number) => number) {
    this.#getTieBreaker = getTieBreaker;
  }

  save(): SavedBaskets {
    return {
      total: this.#basketTotal,
      pairs: this.#pairs.save(),
      uncounted: this.#uncounted.save(),
      weights: this.#weights,
      baskets: this.#baskets,
      types: this.types.save(),
      categories: this.categories.save(),
    };
  }

  load({ total, pairs, uncounted, weights, baskets, types, categories }: SavedBaskets): void {
    this.#basketTotal = total;
    this.#pairs.load(pairs);
    this.#uncounted.load(uncounted);
    this.#weights = weights.slice();
    this.#baskets = baskets.slice();
    this.types.load(types);
    this.categories.load(categories);
    for (const kinds of [this.types, this.categories])
      for (const [item, count] of this.#baskets.entries()) kinds.addSquare(item, count * count);
    for (let item = 0; item < this.#pairs.rowCount; item++)
      for (const packed of this.#pairs.values(item)) this.#countPair(packed);
  }

  /** Number of baskets with at least one item. */
  get basketTotal(): number {
    return this.#basketTotal;
  }

  /**
   * Counts a basket of distinct items, or subtracts it if `times` is -1, in the rows of all its items or of some; returns the number of
   * its pairs. Items beyond the cap of their address are paired with none. Of a basket with more than a hundred items, fifty are paired.
   * The sample depends only on its items and time, so that subtracting it is exact.
   */
  add(basket: Basket, times: number, rows: readonly number[] = selectWithinCap(basket)): number {
    const { items, at, capped } = basket;
    if (rows.length === 0) return 0;
    this.#basketTotal += times;
    const weight = times * Math.round(weightUnit / log2(items.length + 1));
    for (const item of rows) this.#addItem(item, weight, times);
    const isPaired = items.length <= recommenderBounds.basketItems;
    const drawn = isPaired
      ? items
      : drawItems(items, recommenderBounds.basketSample, at, this.#getTieBreaker);
    const paired = drawn.filter((item) => !capped.has(item));
    const counted = rows.length === items.length ? null : new Set(rows);
    for (const partner of paired) {
      if (counted?.has(partner) === false) continue;
      for (const other of paired) {
        if (partner === other) continue;
        this.#pairs.add(partner, other, times * basketStep + weight);
        this.#pairBaskets += times;
        this.#pairWeights += weight;
        this.types.addPair(partner, other, weight);
        this.categories.addPair(partner, other, weight);
        if (counted?.has(other) === false) this.#uncounted.add(other, partner, times);
      }
    }
    return paired.length * paired.length;
  }

  /** Sets the type and category of an item, and moves its counts there. */
  setKinds(item: number, type: string | undefined, category: string | undefined): void {
    this.#setKind(this.types, item, type);
    this.#setKind(this.categories, item, category);
  }

  baskets(item: number): number {
    return this.#baskets[item] ?? 0;
  }

  support(a: number, b: number): number {
    return Math.floor(this.#pairs.get(a, b) / basketStep);
  }

  /** Returns min(B_ab, B_ba) from B_ab: a basket beyond the cap of an item counts in the row of the other one only. */
  countInBothRows(a: number, b: number, support: number): number {
    const onlyInFirst = this.#uncounted.get(b, a);
    // Nearly all baskets are in both rows, and the rows of these exceptions are short.
    return onlyInFirst === 0 ? support : support - Math.max(0, onlyInFirst - this.#uncounted.get(a, b));
  }

  /** Returns B_ij / W_i, the weighted share of the baskets with `a` that have `b`. */
  share(a: number, b: number): number {
    const weight = this.#weights[a] ?? 0;
    return weight === 0 ? 0 : unpackWeight(this.#pairs.get(a, b)) / weight;
  }

  /** Calls `visit(other, B_ij / W_i)` for every item bought with this one, unordered. */
  forEachShare(item: number, visit: (other: number, share: number) => void): void {
    const weight = this.#weights[item] ?? 0;
    if (weight === 0) return;
    const keys = this.#pairs.keys(item);
    const values = this.#pairs.values(item);
    for (let slot = 0; slot < keys.length; slot++) {
      if (values[slot] !== 0) visit(keys[slot]!, unpackWeight(values[slot]!) / weight);
    }
  }

  /** Returns the joint baskets of a pair, and their weight. */
  readPair(a: number, b: number): { support: number; weight: number } {
    const packed = this.#pairs.get(a, b);
    const support = Math.floor(packed / basketStep);
    return { support, weight: packed - support * basketStep };
  }

  /** Returns a weight of pairs as the number of joint baskets that usually have it. */
  toBaskets(weight: number): number {
    return weight === 0 ? 0 : (weight * this.#pairBaskets) / this.#pairWeights;
  }

  /** The raw counters, for tests. */
  entries(item: number): [other: number, packed: number][] {
    return this.#pairs.entries(item);
  }

  get bytes(): number {
    return (
      this.#pairs.bytes +
      this.#uncounted.bytes +
      this.#weights.byteLength +
      this.#baskets.byteLength +
      this.types.bytes +
      this.categories.bytes
    );
  }

  #addItem(item: number, weight: number, times: number): void {
    this.#weights = ensureCapacity(this.#weights, item + 1);
    this.#baskets = ensureCapacity(this.#baskets, item + 1);
    this.#weights[item] = this.#weights[item]! + weight;
    const before = this.#baskets[item]!;
    const after = (this.#baskets[item] = before + times);
    for (const kinds of [this.types, this.categories]) {
      kinds.addItem(item, weight, times);
      kinds.addSquare(item, after * after - before * before);
    }
  }

  #countPair(packed: number): void {
    const baskets = Math.floor(packed / basketStep);
    this.#pairBaskets += baskets;
    this.#pairWeights += packed - baskets * basketStep;
  }

  /** Whether an item may have counts. A new item has none. */
  #isCounted(item: number): boolean {
    if ((this.#weights[item] ?? 0) !== 0 || this.baskets(item) !== 0) return true;
    return this.#pairs.keys(item).length > 0 || this.#uncounted.keys(item).length > 0;
  }

  #setKind(kinds: KindCounts, item: number, name: string | undefined): void {
    if (kinds.getName(item) === name) return;
    if (!this.#isCounted(item)) {
      kinds.setKind(item, name);
      return;
    }
    const others = new Set(
      [...this.#pairs.entries(item), ...this.#uncounted.entries(item)].map(([other]) => other),
    );
    const weight = this.#weights[item] ?? 0;
    const baskets = this.baskets(item);
    for (const times of [-1, 1]) {
      kinds.addItem(item, times * weight, times * baskets);
      kinds.addSquare(item, times * baskets * baskets);
      for (const other of others) {
        kinds.addPair(item, other, times * unpackWeight(this.#pairs.get(item, other)));
        kinds.addPair(other, item, times * unpackWeight(this.#pairs.get(other, item)));
      }
      if (times === -1) kinds.setKind(item, name);
    }
  }
}

/** The items of a basket within the cap of their address. */
export function selectWithinCap({ items, capped }: Pick<Basket, 'items' | 'capped'>): readonly number[] {
  return capped.size === 0 ? items : items.filter((item) => !capped.has(item));
}

/** The weight part of a pair's counter. The remainder operator gives the same at ten times the cost. */
function unpackWeight(packed: number): number {
  return packed - Math.floor(packed / basketStep) * basketStep;
}
