import { changedMax, findPosition, reserveCut, type MaintainedRow } from '../rows/maintained-row.ts';
import type { ItemCounts } from './item-counts.ts';
import type { NeighbourListCache } from '../rows/pooled-rows.ts';

/** A score of at least this fraction of another may be higher but for rounding. */
const roundingMargin = 1 - 1e-9;

/**
 * Maintains the best neighbours of one row at a time, in order: a new cut mostly differs from the old one in a few
 * positions.
 */
export class BestNeighbours {
  readonly #size: number;
  readonly #counts: ItemCounts;
  readonly #getTieBreaker: (item: number) => number;
  readonly #items: Uint32Array;
  readonly #scores: Float64Array;
  #count = 0;
  readonly #isChanged: Uint8Array;

  constructor(size: number, counts: ItemCounts, getTieBreaker: (item: number) => number) {
    this.#size = size;
    this.#counts = counts;
    this.#getTieBreaker = getTieBreaker;
    this.#items = new Uint32Array(size);
    this.#scores = new Float64Array(size);
    this.#isChanged = new Uint8Array(size);
  }

  clear(): void {
    this.#count = 0;
  }

  /** The lowest included score, or 0 while there is room. */
  get floor(): number {
    return this.#count < this.#size ? 0 : this.#scores[this.#count - 1]! * roundingMargin;
  }

  /** Offers a neighbour, unless its score is 0. */
  offer(item: number, score: number): void {
    if (score <= 0) return;
    const items = this.#items;
    const scores = this.#scores;
    let at = this.#count;
    if (at === this.#size) {
      if (!this.#isBefore(item, score, at - 1)) return;
      at--;
    } else {
      this.#count++;
    }
    for (; at > 0 && this.#isBefore(item, score, at - 1); at--) {
      items[at] = items[at - 1]!;
      scores[at] = scores[at - 1]!;
    }
    items[at] = item;
    scores[at] = score;
  }

  /** Offers all neighbours of a row. */
  offerAll({ keys, forward, size }: MaintainedRow): void {
    this.clear();
    const factors = this.#counts.columnFactors();
    for (let position = 0; position < size; position++) {
      const score = forward[position]! * factors[keys[position]!]!;
      if (this.#count < this.#size || score >= this.#scores[this.#size - 1]!)
        this.offer(keys[position]!, score);
    }
  }

  /**
   * Offers the old cut of a row and the neighbours that changed since. Returns false if that cannot determine the
   * best: as factors decrease, others of the row may have become one of them.
   */
  offerChanged(row: MaintainedRow): boolean {
    const { cut, changed, steps } = row;
    const { items, scores } = cut;
    const last = items.length - 1;
    if (changed.length > changedMax || last + 1 < this.#size) return false;
    const lastScore = scores[last]!;
    const lastItem = items[last]!;
    const factors = this.#counts.columnFactors();
    const stepsNow = this.#counts.steps();
    this.clear();
    const scoreNeighbour = (key: number): number => row.forward[findPosition(row, key)]! * factors[key]!;
    for (const key of changed) {
      const position = items.indexOf(key);
      if (position >= 0) this.#isChanged[position] = 1;
      else this.offer(key, scoreNeighbour(key));
    }
    for (let position = 0; position <= last; position++) {
      const item = items[position]!;
      const isSame = this.#isChanged[position] === 0 && steps[position] === stepsNow[item];
      this.#isChanged[position] = 0;
      this.offer(item, isSame ? scores[position]! : scoreNeighbour(item));
    }
    // All others of the row rank behind the old last neighbour, and so behind the new one if it ranks no lower.
    if (this.#count < this.#size) return false;
    const [newItem, newScore] = [this.#items[last]!, this.#scores[last]!];
    if (newScore !== lastScore) return newScore > lastScore;
    return newItem === lastItem || this.#getTieBreaker(newItem) <= this.#getTieBreaker(lastItem);
  }

  /** Adds the neighbours, and the steps of their counts, to a cache of rows. */
  addTo(pool: NeighbourListCache, item: number): void {
    const items = this.#items.subarray(0, this.#count);
    pool.add(item, { items, scores: this.#scores.subarray(0, this.#count) });
    const steps = this.#counts.steps();
    const rowSteps = pool.getSteps(item);
    for (let position = 0; position < items.length; position++) rowSteps[position] = steps[items[position]!]!;
  }

  /** Makes the neighbours the cut of a row. */
  cut(row: MaintainedRow): void {
    const count = this.#count;
    reserveCut(row, count);
    const { items, scores } = row.cut;
    const steps = this.#counts.steps();
    for (let position = 0; position < count; position++) {
      const item = this.#items[position]!;
      items[position] = item;
      scores[position] = this.#scores[position]!;
      row.steps[position] = steps[item]!;
    }
    row.floor = this.floor;
    row.changed.length = 0;
    row.stepChanges = this.#counts.stepChanges;
  }

  #isBefore(item: number, score: number, position: number): boolean {
    const other = this.#scores[position]!;
    return (
      score > other ||
      (score === other && this.#getTieBreaker(item) < this.#getTieBreaker(this.#items[position]!))
    );
  }
}
