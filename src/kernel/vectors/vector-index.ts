import { growableUint32 } from '../bits/growable.ts';
import { TopScores } from '../bits/top-scores.ts';
import { rowsIfFewPass } from './sign-prefilter.ts';
import { QuantisedRows, rowsPerCall } from './quantised-rows.ts';
import { RunningMean } from './running-mean.ts';
import { SignSketch } from './sign-sketch.ts';

export interface VectorHit {
  readonly key: number;
  /** Dot product with the query: the cosine, where both have length 1. */
  readonly score: number;
}

/** Below this size, comparing all rows is fast enough (1 ms for 25 MB) and exact. */
const sketchBytesMin = 48 * 1024 * 1024;
/**
 * A filter that accepts at most this share is applied to all rows before the comparison, any other only to rows with
 * high scores.
 */
const filterFirstShareMax = 0.2;
/** Rows that are compared after the sign prefilter. */
const candidatesMin = 4_096;
/** Number of hits beyond `limit` that are rescored at full precision, because int8 scores can misorder them. */
const rescoredExtra = 40;
/** Minimum candidates per requested hit. */
const candidatesPerHit = 40;

/**
 * The vectors nearest to a query, by key: a small integer from 0, as four bytes of memory are allocated for each
 * number up to the largest. Each key has at most one vector. The cost of changes does not depend on the size, and the
 * next search sees them. All rows are compared in int8, and the best few again at full precision; in large indexes
 * (from 48 MB: 190,000 vectors of 256) only those selected by the sign prefilter. Results are the same on every
 * machine; equal scores are ordered by key. A vector of 256 takes 0.4 kB.
 */
export class VectorIndex {
  readonly dimensions: number;
  readonly #rows: QuantisedRows;
  readonly #keys = growableUint32(16);
  /** Row + 1 by key, 0 without. */
  readonly #rowOfKey = growableUint32(16);
  readonly #mean: RunningMean;
  readonly #sketch: SignSketch;
  readonly #scores = new Float32Array(rowsPerCall);
  readonly #scratch: Float32Array;

  /** `sketchRowsMin`: the number of rows from which the sign prefilter is used; for tests. */
  constructor(dimensions: number, options: { readonly sketchRowsMin?: number } = {}) {
    this.dimensions = dimensions;
    this.#rows = new QuantisedRows(dimensions);
    this.#mean = new RunningMean(dimensions);
    this.#scratch = new Float32Array(dimensions);
    const { sketchRowsMin = Math.ceil(sketchBytesMin / dimensions) } = options;
    this.#sketch = new SignSketch(this.#rows, {
      rowsMin: sketchRowsMin,
      currentCentre: () => this.#mean.value(),
    });
  }

  /** Number of keys with a vector. */
  get count(): number {
    return this.#rows.count;
  }

  has(key: number): boolean {
    return this.#rowOf(key) !== -1;
  }

  /** Adds or replaces the vector of a key. The numbers must be finite; they are copied. */
  set(key: number, vector: Float32Array): void {
    this.#check(vector);
    let row = this.#rowOf(key);
    if (row === -1) {
      row = this.#rows.push(vector);
      this.#keys.push(key);
      this.#setRow(key, row);
    } else {
      this.#rows.read(row, this.#scratch);
      this.#mean.remove(this.#scratch);
      this.#rows.set(row, vector);
    }
    // The stored values are added, so that removal is exact.
    this.#rows.read(row, this.#scratch);
    this.#mean.add(this.#scratch);
    this.#sketch.onWrite(row, this.#scratch);
  }

  /** Removes the vector of a key; returns whether there was one. */
  remove(key: number): boolean {
    const row = this.#rowOf(key);
    if (row === -1) return false;
    this.#rows.read(row, this.#scratch);
    this.#mean.remove(this.#scratch);
    this.#rows.removeSwapping(row);
    const moved = this.#keys.data[this.#rows.count]!;
    this.#keys.data[row] = moved;
    this.#keys.length -= 1;
    this.#rowOfKey.data[moved] = row + 1;
    this.#rowOfKey.data[key] = 0;
    this.#sketch.onRemove(row);
    return true;
  }

  /**
   * The keys with the highest dot products, best first, at most `limit`. `allow` filters keys inside the search, and
   * is called for high scores only: the list is full where enough keys are allowed.
   */
  search(
    query: Float32Array,
    options: { readonly limit: number; readonly allow?: (key: number) => boolean },
  ): VectorHit[] {
    this.#check(query);
    const { limit, allow } = options;
    if (limit === 0) return [];
    const candidates = new TopScores(Math.min(limit + rescoredExtra, this.count));
    this.#rows.setQuery(query);
    const rows = this.#rowsToCompare(query, limit, allow);
    if (rows === null) this.#searchAll(candidates, allow);
    else this.#searchRows(rows, candidates);
    return [...candidates.drain().items]
      .map((key) => ({ key, score: this.#rows.preciseScore(this.#rowOf(key)) }))
      .sort((a, b) => b.score - a.score || a.key - b.key)
      .slice(0, limit);
  }

  /** The dot products of the query with the vectors of these keys, in int8; NaN where a key has none. */
  scores(query: Float32Array, keys: ArrayLike<number>): Float32Array {
    this.#check(query);
    this.#rows.setQuery(query);
    const scores = new Float32Array(keys.length).fill(Number.NaN);
    const indexes: number[] = [];
    const rows: number[] = [];
    for (let i = 0; i < keys.length; i++) {
      const row = this.#rowOf(keys[i]!);
      if (row === -1) continue;
      indexes.push(i);
      rows.push(row);
    }
    this.#scoreRows(Uint32Array.from(rows), (score, i) => {
      scores[indexes[i]!] = score;
    });
    return scores;
  }

  /** The dot products of the query with about `count` vectors, evenly sampled; in int8. */
  sample(query: Float32Array, count: number): Float32Array {
    this.#check(query);
    this.#rows.setQuery(query);
    const all = this.#rows.count;
    const step = Math.max(1, Math.ceil(all / count));
    const scores = new Float32Array(Math.ceil(all / step));
    const rows = Uint32Array.from(scores, (_, i) => i * step);
    this.#scoreRows(rows, (score, i) => {
      scores[i] = score;
    });
    return scores;
  }

  #scoreRows(rows: Uint32Array, take: (score: number, index: number) => void): void {
    for (let from = 0; from < rows.length; from += rowsPerCall) {
      const part = rows.subarray(from, from + rowsPerCall);
      this.#rows.scoreRows(part, part.length, this.#scores);
      for (let i = 0; i < part.length; i++) take(this.#scores[i]!, from + i);
    }
  }

  #searchAll(best: TopScores, allow: ((key: number) => boolean) | undefined): void {
    for (let from = 0; from < this.#rows.count; from += rowsPerCall) {
      const until = Math.min(this.#rows.count, from + rowsPerCall);
      this.#rows.scoreRange(from, until, this.#scores);
      this.#offer(best, this.#keys.data.subarray(from, until), allow);
    }
  }

  /** The rows to compare, which pass the filter; null: all rows are compared, and filtered by score. */
  #rowsToCompare(
    query: Float32Array,
    limit: number,
    allow: ((key: number) => boolean) | undefined,
  ): Uint32Array | null {
    const keys = this.#keys.data;
    const passes = allow === undefined ? null : (row: number): boolean => allow(keys[row]!);
    if (this.#sketch.isReady)
      return this.#sketch.nearest(query, Math.max(candidatesMin, limit * candidatesPerHit), passes);
    return passes === null ? null : rowsIfFewPass(this.#rows.count, filterFirstShareMax, passes);
  }

  #searchRows(rows: Uint32Array, best: TopScores): void {
    const keys = this.#keys.data;
    for (let from = 0; from < rows.length; from += rowsPerCall) {
      const part = rows.subarray(from, from + rowsPerCall);
      this.#rows.scoreRows(part, part.length, this.#scores);
      this.#offer(
        best,
        part.map((row) => keys[row]!),
        undefined,
      );
    }
  }

  /** Offers keys with the current scores. */
  #offer(best: TopScores, keys: Uint32Array, allow: ((key: number) => boolean) | undefined): void {
    let { floor } = best;
    for (let i = 0; i < keys.length; i++) {
      const score = this.#scores[i]!;
      if (score < floor) continue;
      const key = keys[i]!;
      if (allow !== undefined && !allow(key)) continue;
      best.offer(key, score, key);
      ({ floor } = best);
    }
  }

  #rowOf(key: number): number {
    return key < this.#rowOfKey.length ? this.#rowOfKey.data[key]! - 1 : -1;
  }

  #setRow(key: number, row: number): void {
    while (this.#rowOfKey.length <= key) this.#rowOfKey.push(0);
    this.#rowOfKey.data[key] = row + 1;
  }

  #check(vector: Float32Array): void {
    if (vector.length === this.dimensions) return;
    throw new RangeError(
      `Cannot use a vector of ${vector.length} numbers: this index has ${this.dimensions} dimensions`,
    );
  }
}
