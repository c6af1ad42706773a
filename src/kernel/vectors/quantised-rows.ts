import { growableFloat32 } from '../bits/growable.ts';
import { ROW_BYTES_STEP, ROWS_PER_GROUP, simdKernels, type SimdKernels } from './simd-kernels.ts';

/** Rows of one call of `score`, at most. */
export const ROWS_PER_CALL = 1_024;
const PAGE_BYTES = 65_536;
const PAGES_MAX = 65_536;
const CODE_MAX = 127;
/** Twelve bits: the error of a query is nothing beside that of the rows, and sums of 8,192 products still fit in int32. */
const QUERY_CODE_MAX = 2_047;
const DIMENSIONS_MAX = 8_192;

/** Of the half bytes: a 16th of a code's step. */
const FINE_STEPS = 16;
const ROWS_PER_BLOCK = 256;

/**
 * A growable matrix of vectors. A row is kept as one scale and int8 numbers, in memory of its own where WebAssembly takes the dot
 * products, each off by a 254th of the row's largest number at most; and what is left of each, in half a byte elsewhere,
 * for a closer look at the few best. Sums are of integers, or in one order, so they are the same on every machine. Rows
 * are dense: removing one moves the last row to its place. 4 GB hold 16 million rows of 256.
 */
export class QuantisedRows {
  readonly dimensions: number;
  /** A row's numbers, filled up with zeros. */
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
  /** Half bytes, two numbers each, in blocks of rows. */
  readonly #fine: Uint8Array[] = [];
  readonly #query: Float32Array;
  #queryScale = 0;

  constructor(dimensions: number) {
    if (!(dimensions >= 1 && dimensions <= DIMENSIONS_MAX))
      throw new RangeError(`A vector has 1 to ${DIMENSIONS_MAX} numbers: asked for ${dimensions}`);
    this.dimensions = dimensions;
    this.#query = new Float32Array(dimensions);
    this.#rowBytes = Math.ceil(dimensions / ROW_BYTES_STEP) * ROW_BYTES_STEP;
    // The query, of two bytes a number, lies at the beginning.
    this.#listAt = this.#rowBytes * 2;
    this.#outAt = this.#listAt + ROWS_PER_CALL * 4;
    this.#rowsAt = this.#outAt + ROWS_PER_CALL * 4;
    const initial = Math.ceil(this.#rowsAt / PAGE_BYTES);
    this.#memory = new WebAssembly.Memory({ initial, maximum: PAGES_MAX });
    this.#kernels = simdKernels(this.#rowBytes, this.#memory);
    [this.#codes, this.#list, this.#out] = this.#views();
  }

  get count(): number {
    return this.#scales.length;
  }

  /** Appends a vector of finite numbers and gives its row. */
  push(vector: Float32Array): number {
    const row = this.count;
    this.#reserve(row + 1);
    this.#scales.push(0);
    this.set(row, vector);
    return row;
  }

  /** Appends a row that is a vector of zeros, and takes its place only. */
  pushEmpty(): void {
    this.#reserve(this.count + 1);
    this.#scales.push(0);
  }

  /** Whether a row is a vector of zeros. */
  isEmpty(row: number): boolean {
    return this.#scales.data[row] === 0;
  }

  /** Puts a vector in the place of a row. */
  set(row: number, vector: Float32Array): void {
    let largest = 0;
    for (let i = 0; i < this.dimensions; i++) largest = Math.max(largest, Math.abs(vector[i]!));
    const scale = Math.fround(largest / CODE_MAX);
    const at = this.#addressOf(row);
    const block = this.#blockOf(row);
    const fineAt = this.#fineOf(row);
    block.fill(0, fineAt, fineAt + this.#rowBytes / 2);
    for (let i = 0; i < this.dimensions; i++) {
      // A scale so small that it was rounded away stands for zeros.
      const exact = scale > 0 ? vector[i]! / scale : 0;
      const code = Math.max(-CODE_MAX, Math.min(CODE_MAX, Math.round(exact)));
      const rest = Math.floor((exact - code + 0.5) * FINE_STEPS);
      this.#codes[at + i] = code;
      block[fineAt + (i >> 1)]! |= Math.max(0, Math.min(FINE_STEPS - 1, rest)) << ((i & 1) * 4);
    }
    this.#scales.data[row] = scale;
  }

  /** Overwrites the row by the last one, and forgets the last one. */
  removeSwapping(row: number): void {
    const last = this.count - 1;
    const from = this.#addressOf(last);
    this.#codes.copyWithin(this.#addressOf(row), from, from + this.#rowBytes);
    const fineFrom = this.#fineOf(last);
    const fine = this.#blockOf(last).subarray(fineFrom, fineFrom + this.#rowBytes / 2);
    this.#blockOf(row).set(fine, this.#fineOf(row));
    this.#scales.data[row] = this.#scales.data[last]!;
    this.#scales.length = last;
    if (last % ROWS_PER_BLOCK === 0) this.#fine.length = last / ROWS_PER_BLOCK;
  }

  /** The row as it is kept, each number off by a 4,000th of the largest at most, written to `into`. */
  read(row: number, into: Float32Array): void {
    const at = this.#addressOf(row);
    const block = this.#blockOf(row);
    const fineAt = this.#fineOf(row);
    const scale = this.#scales.data[row]!;
    for (let i = 0; i < this.dimensions; i++)
      into[i] = (this.#codes[at + i]! + restOf(block[fineAt + (i >> 1)]!, i)) * scale;
  }

  /** The dot product of the query and a row, from all that is kept of it. */
  closeScore(row: number): number {
    const at = this.#addressOf(row);
    const block = this.#blockOf(row);
    const fineAt = this.#fineOf(row);
    let sum = 0;
    for (let i = 0; i < this.dimensions; i++)
      sum += this.#query[i]! * (this.#codes[at + i]! + restOf(block[fineAt + (i >> 1)]!, i));
    return sum * this.#scales.data[row]!;
  }

  /** Takes a vector of finite numbers, that the next calls of `score` compare with. */
  setQuery(query: Float32Array): void {
    let largest = 0;
    for (let i = 0; i < this.dimensions; i++) largest = Math.max(largest, Math.abs(query[i]!));
    const scale = largest / QUERY_CODE_MAX;
    const codes = new Int16Array(this.#memory.buffer, 0, this.#rowBytes);
    for (let i = 0; i < this.dimensions; i++) codes[i] = scale > 0 ? Math.round(query[i]! / scale) : 0;
    this.#queryScale = scale;
    this.#query.set(query);
  }

  /** Writes the dot products of the query and rows `from` to `until`, at most ROWS_PER_CALL of them, to `scores`. */
  scoreRange(from: number, until: number, scores: Float32Array): void {
    const list = this.#list;
    for (let row = from; row < until; row++) list[row - from] = this.#addressOf(row);
    this.#run(until - from);
    for (let i = 0; i < until - from; i++)
      scores[i] = this.#out[i]! * (this.#scales.data[from + i]! * this.#queryScale);
  }

  /** The same for `count` rows of a list, at most ROWS_PER_CALL. */
  scoreRows(rows: Uint32Array, count: number, scores: Float32Array): void {
    for (let i = 0; i < count; i++) this.#list[i] = this.#addressOf(rows[i]!);
    this.#run(count);
    for (let i = 0; i < count; i++)
      scores[i] = this.#out[i]! * (this.#scales.data[rows[i]!]! * this.#queryScale);
  }

  #run(count: number): void {
    if (count === 0) return;
    // The last group is filled up with a row that is there.
    const padded = Math.ceil(count / ROWS_PER_GROUP) * ROWS_PER_GROUP;
    this.#list.fill(this.#rowsAt, count, padded);
    const queryEnd = this.#rowBytes * 2;
    this.#kernels.dots(this.#listAt, this.#listAt + padded * 4, 0, queryEnd, this.#outAt);
  }

  #addressOf(row: number): number {
    return this.#rowsAt + row * this.#rowBytes;
  }

  #blockOf(row: number): Uint8Array {
    return this.#fine[Math.floor(row / ROWS_PER_BLOCK)]!;
  }

  #fineOf(row: number): number {
    return ((row % ROWS_PER_BLOCK) * this.#rowBytes) / 2;
  }

  #reserve(count: number): void {
    if (count > this.#fine.length * ROWS_PER_BLOCK)
      this.#fine.push(new Uint8Array((ROWS_PER_BLOCK * this.#rowBytes) / 2));
    const needed = this.#addressOf(count);
    const has = this.#codes.length;
    if (needed <= has) return;
    const pages = Math.min(PAGES_MAX, Math.ceil(Math.max(needed, has * 1.25) / PAGE_BYTES));
    if (pages * PAGE_BYTES < needed)
      throw new RangeError(`Cannot keep ${count} vectors of ${this.dimensions} numbers: 4 GB are full`);
    this.#memory.grow(pages - has / PAGE_BYTES);
    [this.#codes, this.#list, this.#out] = this.#views();
  }

  /** Views on the memory, which are void when it grows. */
  #views(): [Int8Array, Uint32Array, Int32Array] {
    const { buffer } = this.#memory;
    return [
      new Int8Array(buffer),
      new Uint32Array(buffer, this.#listAt, ROWS_PER_CALL),
      new Int32Array(buffer, this.#outAt, ROWS_PER_CALL),
    ];
  }
}

/** What a half byte stands for: the middle of a 16th of a step, from -1/2 to 1/2. */
function restOf(pair: number, index: number): number {
  return (((pair >> ((index & 1) * 4)) & 15) + 0.5) / FINE_STEPS - 0.5;
}
