import {
  growTo,
  kernelScratch,
  allocateRowMemory,
  rowBytesStep,
  rowsPerGroup,
  rowsPerSignCall,
  simdKernels,
  type SimdKernels,
} from '../simd-kernels.ts';
import type { SignBitState } from '../vector-changes.ts';

/** Room for 87,000 rows of 384 numbers. */
const initialBytes = 4 * 1024 * 1024;

/**
 * One bit per number, set where a vector is above a centre: an eighth of the memory and time of `ByteRows`. The
 * number of differing bits of two vectors approximates the angle between them as seen from the centre. Used to
 * preselect rows for an exact comparison. The bits are in a shared memory; a thread may write a row only while no
 * other thread uses its distance.
 */
export class SignBitRows {
  readonly #centre: Float32Array;
  readonly #rowBytes: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernels: SimdKernels;
  #bits: Uint32Array;
  #distances = new Uint16Array();
  #count = 0;

  /** `memory` is that of the same rows in another thread, or by default a new one. */
  constructor(centre: Float32Array, memory = allocateRowMemory(initialBytes)) {
    this.#centre = centre;
    this.#rowBytes = (Math.ceil(centre.length / rowBytesStep) * rowBytesStep) / 8;
    this.#memory = memory;
    this.#kernels = simdKernels(memory);
    this.#bits = new Uint32Array(memory.buffer);
  }

  /** The rows for another thread. */
  get state(): SignBitState {
    return { centre: this.#centre, memory: this.#memory };
  }

  /** One more than the highest row that was written here and not removed. */
  get count(): number {
    return this.#count;
  }

  /** Writes the vector of a row: one that exists, or any after them. */
  put(row: number, vector: Float32Array): void {
    if (row >= this.#count) this.#reserve(row + 1);
    this.#write(this.#bits, (row * this.#rowBytes) / 4, vector);
  }

  /** Overwrites the row with the last one, and removes the last one. */
  removeSwapping(row: number): void {
    this.#count -= 1;
    const words = this.#rowBytes / 4;
    const from = this.#count * words;
    this.#bits.copyWithin(row * words, from, from + words);
  }

  /** The number of bits of a query that differ from those of each of the first `rowCount` rows. Valid until the next call. */
  distances(query: Float32Array, rowCount: number): Uint16Array {
    const { queryBits, queryAt, distances, outAt } = kernelScratch;
    this.#write(queryBits, 0, query);
    if (this.#distances.length < rowCount) this.#distances = new Uint16Array(Math.ceil(rowCount * 1.25));
    const all = this.#distances.subarray(0, rowCount);
    for (let from = 0; from < rowCount; from += rowsPerSignCall) {
      const until = Math.min(rowCount, from + rowsPerSignCall);
      const [at, end] = [from * this.#rowBytes, until * this.#rowBytes];
      this.#kernels.distances(at, end, queryAt, queryAt + this.#rowBytes, outAt);
      all.set(distances.subarray(0, until - from), from);
    }
    return all;
  }

  #reserve(count: number): void {
    this.#count = count;
    // The kernel reads the last group wholly.
    if (growTo(this.#memory, (count + rowsPerGroup - 1) * this.#rowBytes))
      this.#bits = new Uint32Array(this.#memory.buffer);
  }

  #write(bits: Uint32Array, first: number, vector: Float32Array): void {
    const centre = this.#centre;
    bits.fill(0, first, first + this.#rowBytes / 4);
    for (let i = 0; i < centre.length; i++) {
      if (vector[i]! > centre[i]!) bits[first + (i >> 5)]! |= 1 << (i & 31);
    }
  }
}
