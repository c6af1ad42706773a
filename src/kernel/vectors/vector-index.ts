import { TopScores } from '../bits/top-scores.ts';
import { ByteRows } from './rows/byte-rows.ts';
import { noKey, RowKeys } from './row-keys.ts';
import { RowPool } from './row-pool.ts';
import { RunningMean } from './running-mean.ts';
import { findNearestRows, noDistance, measurePassingShare, listPassingRows } from './sign-prefilter.ts';
import { SignSketch } from './sign-sketch.ts';
import { rowsPerCall } from './simd-kernels.ts';
import type { VectorChange, VectorIndexState } from './vector-changes.ts';

export interface VectorHit {
  readonly key: number;
  /** The dot product with the query: the cosine if both have length 1. */
  readonly score: number;
}

/** Minimum size for the sign prefilter: comparing all rows of a smaller index is fast enough (1 ms for 25 MB) and exact. */
const sketchBytesMin = 48 * 1024 * 1024;
/**
 * A filter that accepts at most this share is applied to all rows before the comparison, any other only to rows with
 * high scores.
 */
const filterFirstShareMax = 0.2;
/** Sign bits, one of each dimension, of the rows that are compared after the prefilter: more bits of a row select it more precisely. */
const candidateBitsMin = 4_096 * 256;
/** The same for each requested hit, where these are more. */
const candidateBitsPerHit = 40 * 256;
/** Number of hits beyond `limit` that are rescored at full precision, because int8 scores can misorder them. */
const rescoredExtra = 40;

/** Maximum rows without a vector below the highest one, as a number and as a share, as they slow down searches. */
const holesMin = 64;
const holesShareMax = 1 / 32;
/** Vectors that are moved into holes per removal: two, so that holes become fewer. */
const movesPerHole = 2;

/**
 * The vectors nearest to a query, by key: a small integer from 0, as four bytes of memory are allocated for each
 * number up to the largest. Each key has at most one vector. The cost of changes does not depend on the size, and the
 * next search sees them. All rows are compared in int8, and the best few again at full precision; in large indexes
 * (from 48 MB: 190,000 vectors of 256) only those selected by the sign prefilter. Results are the same on every
 * machine and do not depend on the order of rows; equal scores are ordered by key. A vector of 256 takes 0.4 kB.
 *
 * Other threads can have replicas, which share the memory of the vectors and apply the changes of the index in order, at any later
 * time. Until then their results are those that the index had: as long as there is a listener for changes, a row is written only
 * while no replica has a vector there. See `onChange` and `onAppliedByReplicas`.
 */
export class VectorIndex {
  readonly dimensions: number;
  readonly #isReplica: boolean;
  readonly #hasResiduals: boolean;
  readonly #rows: ByteRows;
  readonly #keys: RowKeys;
  readonly #pool = new RowPool();
  readonly #mean: RunningMean;
  readonly #sketch: SignSketch;
  readonly #scores = new Float32Array(rowsPerCall);
  readonly #scratch: Float32Array;
  #changeCount = 0;
  #onChange: ((change: VectorChange) => void) | null = null;

  /** `sketchRowsMin`, for tests, is the minimum number of rows for the sign prefilter. `state` is that of a replica. */
  constructor(
    dimensions: number,
    options: {
      readonly sketchRowsMin?: number;
      /** See `ByteRows`; of a replica, that of its state. */
      readonly hasResiduals?: boolean;
      readonly state?: VectorIndexState;
    } = {},
  ) {
    const { sketchRowsMin = Math.ceil(sketchBytesMin / dimensions), state } = options;
    this.#hasResiduals = state?.hasResiduals ?? options.hasResiduals ?? true;
    this.dimensions = dimensions;
    this.#isReplica = state !== undefined;
    this.#rows = new ByteRows(dimensions, {
      memory: state?.memory ?? null,
      hasResiduals: this.#hasResiduals,
    });
    this.#keys = new RowKeys(state?.rows);
    this.#changeCount = state?.changeCount ?? 0;
    this.#mean = new RunningMean(dimensions);
    this.#scratch = new Float32Array(dimensions);
    const rows = this.#rows;
    const keys = this.#keys;
    this.#sketch = new SignSketch(
      {
        dimensions,
        get count() {
          return keys.size;
        },
        get end() {
          return keys.end;
        },
        read: (row, into) => rows.read(row, into),
      },
      { rowsMin: sketchRowsMin, currentCentre: () => this.#mean.computeMean() },
    );
    if (state?.signs) this.#sketch.serve(state.signs);
  }

  /** An index in another thread with the same vectors, as long as it applies all changes. Only `apply` changes it. */
  static createReplica(state: VectorIndexState): VectorIndex {
    return new VectorIndex(state.dimensions, { state });
  }

  /** The state for a new replica, which must apply all later changes. There must be a listener: see `onChange`. */
  readReplicaState(): VectorIndexState {
    return {
      dimensions: this.dimensions,
      hasResiduals: this.#hasResiduals,
      changeCount: this.#changeCount,
      memory: this.#rows.memory,
      rows: this.#keys.state,
      signs: this.#sketch.state,
    };
  }

  /**
   * Calls `listener` after every change; null removes it. As long as there is a listener, rows of removed
   * and replaced vectors are retired until `onAppliedByReplicas`, and the memory grows by them.
   */
  onChange(listener: ((change: VectorChange) => void) | null): void {
    this.#onChange = listener;
    if (listener === null) this.onAppliedByReplicas(this.#changeCount);
  }

  /** Number of changes so far, as passed to `onChange`; a replica also counts those before its state. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /**
   * Releases the rows that were retired by the first `changeCount` changes: call when all replicas have applied these. May move a
   * few vectors, which are changes.
   */
  onAppliedByReplicas(changeCount: number): void {
    this.#fillHoles(this.#pool.release(changeCount) * movesPerHole);
  }

  /** Applies a change of the index that this one replicates. */
  apply(change: VectorChange): void {
    this.#changeCount += 1;
    if (change.kind === 'signs') this.#sketch.serve(change.signs);
    else if (change.kind === 'remove') this.#keys.delete(change.key);
    else {
      this.#rows.refresh(change.row);
      this.#keys.set(change.key, change.row);
    }
  }

  get count(): number {
    return this.#keys.size;
  }

  has(key: number): boolean {
    return this.#keys.findRow(key) !== -1;
  }

  /** The vector of a key as it is stored, within the rounding of its bytes; null without one. */
  read(key: number): Float32Array | null {
    const row = this.#keys.findRow(key);
    if (row === -1) return null;
    const vector = new Float32Array(this.dimensions);
    this.#rows.read(row, vector);
    return vector;
  }

  /**
   * Adds or replaces the vector of a key. The numbers must be finite; they are copied.
   * @throws RangeError for another number of dimensions, and where 4 GB are full; Error for a replica.
   */
  set(key: number, vector: Float32Array): void {
    this.#check(vector);
    this.#checkOwner();
    const before = this.#keys.findRow(key);
    const isInPlace = before !== -1 && this.#onChange === null;
    const row = isInPlace ? before : this.#pool.next;
    this.#rows.reserve(row);
    if (before !== -1) this.#subtract(before);
    if (!isInPlace) this.#pool.take();
    this.#rows.set(row, vector);
    // The stored values are added, so that removal is exact.
    this.#rows.read(row, this.#scratch);
    this.#mean.add(this.#scratch);
    this.#assign(key, row);
  }

  /** Removes the vector of a key; returns whether there was one. @throws Error for a replica. */
  remove(key: number): boolean {
    this.#checkOwner();
    const row = this.#keys.findRow(key);
    if (row === -1) return false;
    this.#subtract(row);
    this.#keys.delete(key);
    this.#reportChange({ kind: 'remove', key });
    this.#retire(row);
    this.#fillHoles(movesPerHole);
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
    const rows = this.#selectRows(query, limit, allow);
    if (rows === null) this.#searchAll(candidates, allow);
    else this.#searchRows(rows, candidates);
    return [...candidates.drain().items]
      .map((key) => ({ key, score: this.#rows.preciseScore(this.#keys.findRow(key)) }))
      .sort((a, b) => b.score - a.score || a.key - b.key)
      .slice(0, limit);
  }

  /** The dot products of the query with the vectors of these keys, in int8; NaN for a key without a vector. */
  computeScores(query: Float32Array, keys: ArrayLike<number>): Float32Array {
    this.#check(query);
    this.#rows.setQuery(query);
    const scores = new Float32Array(keys.length).fill(Number.NaN);
    const indexes: number[] = [];
    const rows: number[] = [];
    for (let i = 0; i < keys.length; i++) {
      const row = this.#keys.findRow(keys[i]!);
      if (row === -1) continue;
      indexes.push(i);
      rows.push(row);
    }
    this.#scoreRows(Uint32Array.from(rows), (score, i) => {
      scores[indexes[i]!] = score;
    });
    return scores;
  }

  /** The dot products of the query with about `count` vectors, evenly sampled, in the order of keys; in int8. */
  sample(query: Float32Array, count: number): Float32Array {
    this.#check(query);
    this.#rows.setQuery(query);
    const rows = this.#keys.listEveryNth(Math.max(1, Math.ceil(this.count / count)));
    const scores = new Float32Array(rows.length);
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
    const { end, byRow } = this.#keys;
    for (let from = 0; from < end; from += rowsPerCall) {
      const until = Math.min(end, from + rowsPerCall);
      this.#rows.scoreRange(from, until, this.#scores);
      this.#offer(best, byRow.subarray(from, until), allow);
    }
  }

  /** The rows to compare, which pass the filter, or null if all rows are compared, and filtered by score. */
  #selectRows(
    query: Float32Array,
    limit: number,
    allow: ((key: number) => boolean) | undefined,
  ): Uint32Array | null {
    const { isReady } = this.#sketch;
    if (allow === undefined && !isReady) return null;
    const { end, size: count, byRow } = this.#keys;
    const share = this.#estimatePassingShare(allow);
    if (!isReady && share > filterFirstShareMax) return null;
    const passes = this.#createRowFilter(byRow, allow);
    if (!isReady) return listPassingRows(end, passes);
    const candidateCount = Math.ceil(
      Math.max(candidateBitsMin, limit * candidateBitsPerHit) / this.dimensions,
    );
    return findNearestRows({ end, passes, count, share }, candidateCount, () => {
      const distances = this.#sketch.countDistances(query);
      this.#keys.visitHoles((row) => {
        distances[row] = noDistance;
      });
      return distances;
    });
  }

  /** The share of vectors that pass a filter, by a sample of keys. */
  #estimatePassingShare(allow: ((key: number) => boolean) | undefined): number {
    if (allow === undefined) return 1;
    return measurePassingShare(this.#keys.keysEnd, (key) => (this.has(key) ? allow(key) : null));
  }

  /** Returns a test of rows, or null if all rows pass. */
  #createRowFilter(
    keys: Uint32Array,
    allow: ((key: number) => boolean) | undefined,
  ): ((row: number) => boolean) | null {
    const hasHoles = this.#keys.holeCount > 0;
    if (allow === undefined) return hasHoles ? (row) => keys[row] !== noKey : null;
    return hasHoles ? (row) => keys[row] !== noKey && allow(keys[row]!) : (row) => allow(keys[row]!);
  }

  #searchRows(rows: Uint32Array, best: TopScores): void {
    const { byRow } = this.#keys;
    for (let from = 0; from < rows.length; from += rowsPerCall) {
      const part = rows.subarray(from, from + rowsPerCall);
      this.#rows.scoreRows(part, part.length, this.#scores);
      this.#offer(
        best,
        part.map((row) => byRow[row]!),
        undefined,
      );
    }
  }

  /** Offers keys with the current scores. */
  #offer(best: TopScores, keys: Uint32Array, allow: ((key: number) => boolean) | undefined): void {
    const scores = this.#scores;
    let { floor } = best;
    for (let i = 0; i < keys.length; i++) {
      const score = scores[i]!;
      if (score < floor) continue;
      const key = keys[i]!;
      // The score of a row without a vector is meaningless.
      if (key === noKey || (allow !== undefined && !allow(key))) continue;
      best.offer(key, score, key);
      ({ floor } = best);
    }
  }

  /** Subtracts a row from the mean. */
  #subtract(row: number): void {
    this.#rows.read(row, this.#scratch);
    this.#mean.remove(this.#scratch);
  }

  /** Gives a key a row that was written and read to `#scratch`. */
  #assign(key: number, row: number): void {
    const before = this.#keys.findRow(key);
    this.#keys.set(key, row);
    const hasOtherSigns = this.#sketch.onWrite(row, this.#scratch);
    this.#reportChange({ kind: 'set', key, row });
    if (before !== -1 && before !== row) this.#retire(before);
    if (hasOtherSigns) this.#reportChange({ kind: 'signs', signs: this.#sketch.state! });
  }

  /** Reports a change, once the data that replicas read for it is written. */
  #reportChange(change: VectorChange): void {
    this.#changeCount += 1;
    this.#onChange?.(change);
  }

  /** Takes a row out of use by the last change. */
  #retire(row: number): void {
    this.#pool.retire(row, this.#changeCount);
    if (this.#onChange === null) this.#pool.release(this.#changeCount);
  }

  /** Moves the vectors of the highest rows to lower free ones while there are too many holes. */
  #fillHoles(movesMax: number): void {
    for (let moves = 0; moves < movesMax; moves++) {
      const { end, size, holeCount, byRow } = this.#keys;
      const to = this.#pool.next;
      if (holeCount <= holesMin + size * holesShareMax || to >= end) return;
      this.#pool.take();
      this.#rows.copy(end - 1, to);
      this.#rows.read(to, this.#scratch);
      this.#assign(byRow[end - 1]!, to);
    }
  }

  #checkOwner(): void {
    if (this.#isReplica)
      throw new Error('Cannot change a replica of a vector index: change the index and apply its changes');
  }

  #check(vector: Float32Array): void {
    if (vector.length === this.dimensions) return;
    throw new RangeError(
      `Cannot use a vector of ${vector.length} numbers: this index has ${this.dimensions} dimensions`,
    );
  }
}
