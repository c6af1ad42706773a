const ROWS_PER_BLOCK = 256;

/**
 * A growable matrix of float32 rows, in blocks, so that growing copies nothing. Rows are dense: removing one moves the
 * last row to its place.
 */
export class VectorRows {
  readonly dimensions: number;
  readonly #blocks: Float32Array[] = [];
  #count = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  get count(): number {
    return this.#count;
  }

  /** The block that holds a row; the row begins there at `offsetOf(row)`. */
  blockOf(row: number): Float32Array {
    return this.#blocks[Math.floor(row / ROWS_PER_BLOCK)]!;
  }

  offsetOf(row: number): number {
    return (row % ROWS_PER_BLOCK) * this.dimensions;
  }

  /** A view on the row, true until the next removal. */
  view(row: number): Float32Array {
    const offset = this.offsetOf(row);
    return this.blockOf(row).subarray(offset, offset + this.dimensions);
  }

  /** Appends a copy of the vector and gives its row. */
  push(vector: Float32Array): number {
    const row = this.#count;
    if (row === this.#blocks.length * ROWS_PER_BLOCK) {
      this.#blocks.push(new Float32Array(ROWS_PER_BLOCK * this.dimensions));
    }
    this.#count += 1;
    this.blockOf(row).set(vector, this.offsetOf(row));
    return row;
  }

  /** Overwrites the row by the last one, and forgets the last one. */
  removeSwapping(row: number): void {
    const last = this.#count - 1;
    if (row !== last) this.blockOf(row).set(this.view(last), this.offsetOf(row));
    this.#count = last;
    if (last % ROWS_PER_BLOCK === 0) this.#blocks.length = last / ROWS_PER_BLOCK;
  }
}
