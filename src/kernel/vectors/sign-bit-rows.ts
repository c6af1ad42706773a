import { rowBytesStep, rowsPerGroup, simdKernels, type SimdKernels } from './simd-kernels.ts';

/** Maximum rows per call of `distances`, a multiple of `rowsPerGroup`. */
export const rowsPerSignCall = 4_096;
const pageBytes = 65_536;
const pagesMax = 65_536;

/**
 * One bit per number, set where a vector is above a centre: an eighth of the memory and time of `QuantisedRows`. The
 * number of differing bits of two vectors approximates the angle between them as seen from the centre. Used to
 * preselect rows for an exact comparison.
 */
export class SignBitRows {
  readonly #centre: Float32Array;
  readonly #rowBytes: number;
  readonly #outAt: number;
  readonly #rowsAt: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernels: SimdKernels;
  #bits: Uint32Array;
  #distances = new Uint16Array();
  #count = 0;

  constructor(centre: Float32Array) {
    this.#centre = centre;
    const bits = Math.ceil(centre.length / rowBytesStep) * rowBytesStep;
    this.#rowBytes = bits / 8;
    // The query's bits are at the start.
    this.#outAt = bits / 8;
    this.#rowsAt = this.#outAt + rowsPerSignCall * 2;
    const initial = Math.ceil(this.#rowsAt / pageBytes);
    this.#memory = new WebAssembly.Memory({ initial, maximum: pagesMax });
    this.#kernels = simdKernels(this.#memory);
    this.#bits = new Uint32Array(this.#memory.buffer);
  }

  /** Number of rows. */
  get count(): number {
    return this.#count;
  }

  /** Replaces the vector of a row, or appends it. */
  put(row: number, vector: Float32Array): void {
    if (row === this.#count) this.#append();
    this.#write(this.#rowsAt + row * this.#rowBytes, vector);
  }

  /** Overwrites the row with the last one, and removes the last one. */
  removeSwapping(row: number): void {
    this.#count -= 1;
    const from = (this.#rowsAt + this.#count * this.#rowBytes) / 4;
    this.#bits.copyWithin((this.#rowsAt + row * this.#rowBytes) / 4, from, from + this.#rowBytes / 4);
  }

  /** The number of bits of a query that differ from each row's, one number per row. Valid until the next call. */
  distances(query: Float32Array): Uint16Array {
    this.#write(0, query);
    if (this.#distances.length < this.#count)
      this.#distances = new Uint16Array(Math.ceil(this.#count * 1.25));
    const all = this.#distances.subarray(0, this.#count);
    for (let from = 0; from < this.#count; from += rowsPerSignCall) {
      const until = Math.min(this.#count, from + rowsPerSignCall);
      const [at, end] = [this.#rowsAt + from * this.#rowBytes, this.#rowsAt + until * this.#rowBytes];
      this.#kernels.distances(at, end, 0, this.#rowBytes, this.#outAt);
      all.set(new Uint16Array(this.#memory.buffer, this.#outAt, until - from), from);
    }
    return all;
  }

  #append(): void {
    this.#count += 1;
    const has = this.#memory.buffer.byteLength;
    // The kernel reads the last group wholly.
    const needed = this.#rowsAt + (this.#count + rowsPerGroup - 1) * this.#rowBytes - has;
    if (needed <= 0) return;
    this.#memory.grow(Math.ceil(Math.max(needed, has / 4) / pageBytes));
    this.#bits = new Uint32Array(this.#memory.buffer);
  }

  #write(at: number, vector: Float32Array): void {
    const centre = this.#centre;
    const first = at / 4;
    this.#bits.fill(0, first, first + this.#rowBytes / 4);
    for (let i = 0; i < centre.length; i++) {
      if (vector[i]! > centre[i]!) this.#bits[first + (i >> 5)]! |= 1 << (i & 31);
    }
  }
}
