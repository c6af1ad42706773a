import { nearestRows } from './sign-prefilter.ts';
import { SignBitRows } from './sign-bit-rows.ts';

/** Rows encoded per write, so that no write and no search waits for all of them. */
const rowsPerStep = 32;

/** Vectors that can be read by row. */
export interface ReadableRows {
  readonly dimensions: number;
  readonly count: number;
  /** Writes a row to `into`. */
  readonly read: (row: number, into: Float32Array) => void;
}

/**
 * Preselects the rows of a large matrix for an exact comparison, by their signs relative to a centre. The first
 * centre is chosen at `rowsMin` rows, and a new one each time they have doubled: rows are encoded for it a few per
 * write, while the previous one serves. The owner calls `onWrite` and `onRemove` after each change.
 */
export class SignSketch {
  readonly #rows: ReadableRows;
  readonly #currentCentre: () => Float32Array;
  readonly #scratch: Float32Array;
  #serving: SignBitRows | null = null;
  #next: SignBitRows | null = null;
  /** The number of rows at which the next centre is chosen. */
  #nextAt: number;

  /** `currentCentre`: the mean of all rows. */
  constructor(rows: ReadableRows, options: { rowsMin: number; currentCentre: () => Float32Array }) {
    this.#rows = rows;
    this.#scratch = new Float32Array(rows.dimensions);
    this.#nextAt = options.rowsMin;
    this.#currentCentre = options.currentCentre;
  }

  /** Whether `nearest` can be called. */
  get isReady(): boolean {
    return this.#serving !== null;
  }

  /** Call after a row was written or appended. */
  onWrite(row: number, vector: Float32Array): void {
    this.#serving?.put(row, vector);
    if (this.#next !== null && row < this.#next.count) this.#next.put(row, vector);
    this.#encodeNext();
  }

  /** Call after the last row replaced this one. */
  onRemove(row: number): void {
    this.#serving?.removeSwapping(row);
    // Not all rows are encoded for a new centre yet: the last one was not.
    if (this.#next !== null && row < this.#next.count) this.#next.put(row, this.#vectorOf(row));
  }

  /** About `wanted` rows that pass the filter, approximately the nearest to the query: see `nearestRows`. */
  nearest(query: Float32Array, wanted: number, passes: ((row: number) => boolean) | null): Uint32Array {
    const serving = this.#serving!;
    return nearestRows(serving.count, wanted, () => serving.distances(query), passes);
  }

  #encodeNext(): void {
    if (this.#next === null) {
      if (this.#rows.count < this.#nextAt) return;
      this.#nextAt = this.#rows.count * 2;
      this.#next = new SignBitRows(this.#currentCentre());
    }
    const next = this.#next;
    const until = Math.min(this.#rows.count, next.count + rowsPerStep);
    while (next.count < until) next.put(next.count, this.#vectorOf(next.count));
    if (next.count < this.#rows.count) return;
    this.#serving = next;
    this.#next = null;
  }

  #vectorOf(row: number): Float32Array {
    this.#rows.read(row, this.#scratch);
    return this.#scratch;
  }
}
