import { nearestRows } from './sign-prefilter.ts';
import { SignBitRows } from './sign-bit-rows.ts';

/** Rows coded at each write, so that no write and no search waits for all of them. */
const ROWS_PER_STEP = 32;

/** Where vectors can be read by their row. */
export interface ReadableRows {
  readonly dimensions: number;
  readonly count: number;
  /** Writes a row to `into`. */
  readonly read: (row: number, into: Float32Array) => void;
}

/**
 * Chooses the rows of a large matrix that are worth an exact comparison, by their signs about a centre. There is a first centre
 * when there are `rowsMin` rows, and a new one each time they have doubled: rows are coded under it a few at each write, while
 * the one before serves. It is told of each write after it was made.
 */
export class SignSketch {
  readonly #rows: ReadableRows;
  readonly #centreNow: () => Float32Array;
  readonly #scratch: Float32Array;
  #serving: SignBitRows | null = null;
  #coming: SignBitRows | null = null;
  /** How many rows there must be for the next centre. */
  #nextAt: number;

  /** `centreNow`: the mean of all rows. */
  constructor(rows: ReadableRows, options: { rowsMin: number; centreNow: () => Float32Array }) {
    this.#rows = rows;
    this.#scratch = new Float32Array(rows.dimensions);
    this.#nextAt = options.rowsMin;
    this.#centreNow = options.centreNow;
  }

  /** Whether `nearest` can be asked. */
  get isReady(): boolean {
    return this.#serving !== null;
  }

  /** A row was written, the last one or another. */
  wrote(row: number, vector: Float32Array): void {
    this.#serving?.put(row, vector);
    if (this.#coming !== null && row < this.#coming.count) this.#coming.put(row, vector);
    this.#goOn();
  }

  /** The last row took the place of this one. */
  removed(row: number): void {
    this.#serving?.removeSwapping(row);
    // While a centre is coming, not all rows are coded under it: the last one was not.
    if (this.#coming !== null && row < this.#coming.count) this.#coming.put(row, this.#vectorOf(row));
  }

  /** About `wanted` rows that pass, likely the nearest to the query: see `nearestRows`. */
  nearest(query: Float32Array, wanted: number, passes: ((row: number) => boolean) | null): Uint32Array {
    const serving = this.#serving!;
    return nearestRows(serving.count, wanted, () => serving.distances(query), passes);
  }

  #goOn(): void {
    if (this.#coming === null) {
      if (this.#rows.count < this.#nextAt) return;
      this.#nextAt = this.#rows.count * 2;
      this.#coming = new SignBitRows(this.#centreNow());
    }
    const coming = this.#coming;
    const until = Math.min(this.#rows.count, coming.count + ROWS_PER_STEP);
    while (coming.count < until) coming.put(coming.count, this.#vectorOf(coming.count));
    if (coming.count < this.#rows.count) return;
    this.#serving = coming;
    this.#coming = null;
  }

  #vectorOf(row: number): Float32Array {
    this.#rows.read(row, this.#scratch);
    return this.#scratch;
  }
}
