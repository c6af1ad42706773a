import { MultiAccumulator } from '../rows/multi-accumulator.ts';
import { ScoreThreshold } from '../rows/score-threshold.ts';
import { TopScores } from '../../bits/top-scores.ts';
import { ensureCapacity } from '../../bits/growable.ts';
import { NeighbourScores } from './neighbour-scores.ts';
import { recommenderBounds } from './weights.ts';

/** Sums for many keys, of which a request uses few: adding is one array access, and clearing costs only the keys in use. */
export class SparseAccumulator {
  #sums: Float64Array = new Float64Array(64);
  #seen: Uint8Array = new Uint8Array(64);
  #usedKeys: Uint32Array = new Uint32Array(64);
  #count = 0;

  /** Clears the sums, and makes room for keys below `size`; call before the first `add` of a request. */
  clear(size: number): void {
    for (let at = 0; at < this.#count; at++) {
      const key = this.#usedKeys[at]!;
      this.#sums[key] = 0;
      this.#seen[key] = 0;
    }
    this.#count = 0;
    this.#sums = ensureCapacity(this.#sums, size);
    this.#seen = ensureCapacity(this.#seen, size);
    this.#usedKeys = ensureCapacity(this.#usedKeys, size);
  }

  add(key: number, gain: number): void {
    if (this.#seen[key] === 0) {
      this.#seen[key] = 1;
      this.#usedKeys[this.#count++] = key;
    }
    this.#sums[key] = this.#sums[key]! + gain;
  }

  get(key: number): number {
    return this.#sums[key]!;
  }

  /** Replaces the sum of a key in use. */
  set(key: number, sum: number): void {
    this.#sums[key] = sum;
  }

  has(key: number): boolean {
    return this.#seen[key] === 1;
  }

  /** The keys in use, in the order of their first use. A view: read before the next `add`. */
  keys(): Uint32Array {
    return this.#usedKeys.subarray(0, this.#count);
  }
}

/** The best trends for a revision of the counts, with the hour (`short`) and the day (`long`) that they hold for. */
export interface CachedTrends {
  readonly items: Uint32Array;
  readonly scores: Float64Array;
  readonly revision: number;
  readonly short: number;
  readonly long: number;
}

/** The sums of a request, reused between requests to avoid allocation. */
export class RequestScratch {
  readonly parts = new MultiAccumulator();
  readonly habits = new SparseAccumulator();
  readonly candidates = new SparseAccumulator();
  readonly visits = new NeighbourScores();
  readonly voters = new TopScores(recommenderBounds.visitsVoting);
  /** The best trends of all items, by window. */
  readonly trends = new Map<string, CachedTrends>();
  readonly hops = new TopScores(recommenderBounds.secondHopSources);
  readonly cuts = new ScoreThreshold();
  #sums: Float64Array = new Float64Array(64);

  /** Sums by slot of the components. */
  get sums(): Float64Array {
    return this.#sums;
  }

  /** The {@link sums}, grown to `count` entries. */
  roomForSums(count: number): Float64Array {
    this.#sums = ensureCapacity(this.#sums, count);
    return this.#sums;
  }
}
