import { growableFloat32 } from '../bits/growable.ts';
import { rowBytesStep, rowsPerGroup, simdKernels, type SimdKernels } from './simd-kernels.ts';

/** Maximum rows per call of `scoreRange` and `scoreRows`. */
export const rowsPerCall = 1_024;
const pageBytes = 65_536;
const pagesMax = 65_536;
const codeMax = 127;
/**
 * Twelve bits: the error of a query is negligible compared with that of the rows, and sums of 8,192 products still
 * fit in int32.
 */
const queryCodeMax = 2_047;
const dimensionsMax = 8_192;

/** Levels of a residual: a 16th of a code's step. */
const residualLevels = 16;
const rowsPerBlock = 256;

/**
 * A growable matrix of vectors. A row is stored as one scale and int8 numbers, in WebAssembly memory for the dot
 * products; each number differs by at most a 254th of the row's largest. The residuals are stored separately in half
 * a byte each, to rescore the best rows. Sums are of integers, or in a fixed order, so results are the same on every
 * machine. Rows are dense: removing one moves the last row to its index. 4 GB hold 16 million rows of 256.
 */
export class QuantisedRows {
  readonly dimensions: number;
  /** Bytes of a row, padded with zeros. */
  readonly #rowBytes: number;
  readonly #listAt: number;
  readonly #outAt: number;
  readonly #rowsAt: number;
  readonly #scales = growableFloat32(16);
  readonly #memory: WebAssembly.Memory;
  readonly #kernels: SimdKernels;
  #codes: Int8Array;
  #list: Uint32Array;
  #out: Int32Array;
  /** Residuals, two per byte, in blocks of rows. */
  readonly #residuals: Uint8Array[] = [];
  readonly #query: Float32Array;
  #queryScale = 0;

  constructor(dimensions: number) {
    if (!(dimensions >= 1 && dimensions <= dimensionsMax))
      throw new RangeError(
        `Cannot store vectors of ${dimensions} numbers: 1 to ${dimensionsMax} are supported`,
      );
    this.dimensions = dimensions;
    this.#query = new Float32Array(dimensions);
    this.#rowBytes = Math.ceil(dimensions / rowBytesStep) * rowBytesStep;
    // The query, with two bytes per number, is at the start.
    this.#listAt = this.#rowBytes * 2;
    this.#outAt = this.#listAt + rowsPerCall * 4;
    this.#rowsAt = this.#outAt + rowsPerCall * 4;
    const initial = Math.ceil(this.#rowsAt / pageBytes);
    this.#memory = new WebAssembly.Memory({ initial, maximum: pagesMax });
    this.#kernels = simdKernels(this.#memory);
    [this.#codes, this.#list, this.#out] = this.#views();
  }

  get count(): number {
    return this.#scales.length;
  }

  /** Appends a vector of finite numbers and returns its row. */
  push(vector: Float32Array): number {
    const row = this.count;
    this.#reserve(row + 1);
    this.#scales.push(0);
    this.set(row, vector);
    return row;
  }

  /** Appends a row of zeros. */
  pushEmpty(): void {
    this.#reserve(this.count + 1);
    this.#scales.push(0);
  }

  /** Whether a row is a vector of zeros. */
  isEmpty(row: number): boolean {
    return this.#scales.data[row] === 0;
  }

  /** Replaces the vector of a row. */
  set(row: number, vector: Float32Array): void {
    let largest = 0;
    for (let i = 0; i < this.dimensions; i++) largest = Math.max(largest, Math.abs(vector[i]!));
    const scale = Math.fround(largest / codeMax);
    const at = this.#addressOf(row);
    const block = this.#blockOf(row);
    const residualsAt = this.#residualsAt(row);
    block.fill(0, residualsAt, residualsAt + this.#rowBytes / 2);
    for (let i = 0; i < this.dimensions; i++) {
      // A scale that was rounded to 0 means zeros.
      const exact = scale > 0 ? vector[i]! / scale : 0;
      const code = Math.max(-codeMax, Math.min(codeMax, Math.round(exact)));
      const residual = Math.floor((exact - code + 0.5) * residualLevels);
      this.#codes[at + i] = code;
      block[residualsAt + (i >> 1)]! |= Math.max(0, Math.min(residualLevels - 1, residual)) << ((i & 1) * 4);
    }
    this.#scales.data[row] = scale;
  }

  /** Overwrites the row with the last one, and removes the last one. */
  removeSwapping(row: number): void {
    const last = this.count - 1;
    const from = this.#addressOf(last);
    this.#codes.copyWithin(this.#addressOf(row), from, from + this.#rowBytes);
    const residualsFrom = this.#residualsAt(last);
    const residuals = this.#blockOf(last).subarray(residualsFrom, residualsFrom + this.#rowBytes / 2);
    this.#blockOf(row).set(residuals, this.#residualsAt(row));
    this.#scales.data[row] = this.#scales.data[last]!;
    this.#scales.length = last;
    if (last % rowsPerBlock === 0) this.#residuals.length = last / rowsPerBlock;
  }

  /** Writes the row at full stored precision to `into`: each number differs by at most a 4,000th of the largest. */
  read(row: number, into: Float32Array): void {
    const at = this.#addressOf(row);
    const block = this.#blockOf(row);
    const residualsAt = this.#residualsAt(row);
    const scale = this.#scales.data[row]!;
    for (let i = 0; i < this.dimensions; i++)
      into[i] = (this.#codes[at + i]! + residualOf(block[residualsAt + (i >> 1)]!, i)) * scale;
  }

  /** The dot product of the query and a row at full stored precision. */
  preciseScore(row: number): number {
    const at = this.#addressOf(row);
    const block = this.#blockOf(row);
    const residualsAt = this.#residualsAt(row);
    let sum = 0;
    for (let i = 0; i < this.dimensions; i++)
      sum += this.#query[i]! * (this.#codes[at + i]! + residualOf(block[residualsAt + (i >> 1)]!, i));
    return sum * this.#scales.data[row]!;
  }

  /** Sets the query of the next scores, a vector of finite numbers. */
  setQuery(query: Float32Array): void {
    let largest = 0;
    for (let i = 0; i < this.dimensions; i++) largest = Math.max(largest, Math.abs(query[i]!));
    const scale = largest / queryCodeMax;
    const codes = new Int16Array(this.#memory.buffer, 0, this.#rowBytes);
    for (let i = 0; i < this.dimensions; i++) codes[i] = scale > 0 ? Math.round(query[i]! / scale) : 0;
    this.#queryScale = scale;
    this.#query.set(query);
  }

  /** Writes the dot products of the query and rows `from` to `until`, at most `rowsPerCall` of them, to `scores`. */
  scoreRange(from: number, until: number, scores: Float32Array): void {
    const list = this.#list;
    for (let row = from; row < until; row++) list[row - from] = this.#addressOf(row);
    this.#run(until - from);
    for (let i = 0; i < until - from; i++)
      scores[i] = this.#out[i]! * (this.#scales.data[from + i]! * this.#queryScale);
  }

  /** The same for `count` rows of a list, at most `rowsPerCall`. */
  scoreRows(rows: Uint32Array, count: number, scores: Float32Array): void {
    for (let i = 0; i < count; i++) this.#list[i] = this.#addressOf(rows[i]!);
    this.#run(count);
    for (let i = 0; i < count; i++)
      scores[i] = this.#out[i]! * (this.#scales.data[rows[i]!]! * this.#queryScale);
  }

  #run(count: number): void {
    if (count === 0) return;
    // The last group is padded with an existing row.
    const padded = Math.ceil(count / rowsPerGroup) * rowsPerGroup;
    this.#list.fill(this.#rowsAt, count, padded);
    const queryEnd = this.#rowBytes * 2;
    this.#kernels.dots(this.#listAt, this.#listAt + padded * 4, 0, queryEnd, this.#outAt);
  }

  #addressOf(row: number): number {
    return this.#rowsAt + row * this.#rowBytes;
  }

  #blockOf(row: number): Uint8Array {
    return this.#residuals[Math.floor(row / rowsPerBlock)]!;
  }

  #residualsAt(row: number): number {
    return ((row % rowsPerBlock) * this.#rowBytes) / 2;
  }

  #reserve(count: number): void {
    if (count > this.#residuals.length * rowsPerBlock)
      this.#residuals.push(new Uint8Array((rowsPerBlock * this.#rowBytes) / 2));
    const needed = this.#addressOf(count);
    const has = this.#codes.length;
    if (needed <= has) return;
    const pages = Math.min(pagesMax, Math.ceil(Math.max(needed, has * 1.25) / pageBytes));
    if (pages * pageBytes < needed)
      throw new RangeError(`Cannot store ${count} vectors of ${this.dimensions} numbers: 4 GB are full`);
    this.#memory.grow(pages - has / pageBytes);
    [this.#codes, this.#list, this.#out] = this.#views();
  }

  /** Views on the memory, which are invalid after it grows. */
  #views(): [Int8Array, Uint32Array, Int32Array] {
    const { buffer } = this.#memory;
    return [
      new Int8Array(buffer),
      new Uint32Array(buffer, this.#listAt, rowsPerCall),
      new Int32Array(buffer, this.#outAt, rowsPerCall),
    ];
  }
}

/** The value of a residual: the middle of a 16th of a step, from -1/2 to 1/2. */
function residualOf(pair: number, index: number): number {
  return (((pair >> ((index & 1) * 4)) & 15) + 0.5) / residualLevels - 0.5;
}
