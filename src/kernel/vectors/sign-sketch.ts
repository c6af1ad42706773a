import { SignBitRows } from './rows/sign-bit-rows.ts';
import type { SignBitState } from './vector-changes.ts';

/** Number of rows encoded per write, so that no write or search waits for all of them. */
const rowsPerStep = 32;

/** Vectors that can be read by row. */
export interface ReadableRows {
  readonly dimensions: number;
  /** Number of vectors. */
  readonly count: number;
  /** One more than the highest row with a vector. */
  readonly end: number;
  /** Writes a row to `into`. */
  readonly read: (row: number, into: Float32Array) => void;
}

/**
 * Preselects the rows of a large matrix for an exact comparison, by their signs relative to a centre. The first
 * centre is chosen at `rowsMin` vectors, and a new one each time they have doubled: rows are encoded for it a few per
 * write, while the previous one serves. The owner calls `onWrite` after each write. If rows are dense, it calls
 * `onRemove` after each removal; else a removal leaves a row that is not used until it is written again.
 */
export class SignSketch {
  readonly #rows: ReadableRows;
  readonly #computeCentre: () => Float32Array;
  #scratch: Float32Array | null = null;
  #serving: SignBitRows | null = null;
  #next: SignBitRows | null = null;
  /** The number of vectors at which the next centre is chosen. */
  #nextCount: number;

  /** `currentCentre` returns the mean of all rows. */
  constructor(rows: ReadableRows, options: { rowsMin: number; currentCentre: () => Float32Array }) {
    this.#rows = rows;
    this.#nextCount = options.rowsMin;
    this.#computeCentre = options.currentCentre;
  }

  /** Whether `distances` can be called. */
  get isReady(): boolean {
    return this.#serving !== null;
  }

  /** The bits in use, for `serve` in another thread; null if there are none yet. */
  get state(): SignBitState | null {
    return this.#serving?.state ?? null;
  }

  /** Uses the bits that another thread writes. */
  serve({ centre, memory }: SignBitState): void {
    this.#serving = new SignBitRows(centre, memory);
  }

  /** Call after a row was written. Returns whether new bits are in use from now on. */
  onWrite(row: number, vector: Float32Array): boolean {
    this.#serving?.put(row, vector);
    if (this.#next !== null && row < this.#next.count) this.#next.put(row, vector);
    return this.#encodeNext();
  }

  /** Call after the last row replaced this one. */
  onRemove(row: number): void {
    this.#serving?.removeSwapping(row);
    // The last row was not encoded for the new centre yet.
    if (this.#next !== null && row < this.#next.count) this.#next.put(row, this.#readVector(row));
  }

  /** The number of signs of each row that differ from the query's: see `SignBitRows.distances`. */
  countDistances(query: Float32Array): Uint16Array {
    return this.#serving!.distances(query, this.#rows.end);
  }

  #encodeNext(): boolean {
    if (this.#next === null) {
      if (this.#rows.count < this.#nextCount) return false;
      this.#nextCount = this.#rows.count * 2;
      this.#next = new SignBitRows(this.#computeCentre());
    }
    const next = this.#next;
    const until = Math.min(this.#rows.end, next.count + rowsPerStep);
    while (next.count < until) next.put(next.count, this.#readVector(next.count));
    if (next.count < this.#rows.end) return false;
    this.#serving = next;
    this.#next = null;
    return true;
  }

  #readVector(row: number): Float32Array {
    const vector = (this.#scratch ??= new Float32Array(this.#rows.dimensions));
    this.#rows.read(row, vector);
    return vector;
  }
}
