import { createGrowableFloat32 } from '../../bits/growable.ts';
import {
  dimensionsMax,
  growTo,
  kernelScratch,
  allocateRowMemory,
  simdKernels,
  type SimdKernels,
} from '../simd-kernels.ts';
import { QuantisedQuery } from './quantised-query.ts';
import { pow } from '../../../math/power.ts';

const codeMax = 15;
const levelMax = 127;
/**
 * The levels of the codes, as in `simd-kernels.wat`. They are close to each other near the lowest number of a feature, where most of its
 * numbers are. With equal steps, the squared error was 1.8 times as large.
 */
const levels = Float64Array.from({ length: codeMax + 1 }, (_, code) =>
  Math.round(pow(code / codeMax, 1.5) * levelMax),
);
/** The code of the nearest level, by the level of a number. */
const codeOfLevel = Uint8Array.from({ length: levelMax + 1 }, (_, level) => {
  let nearest = 0;
  for (let code = 1; code <= codeMax; code++)
    if (Math.abs(levels[code]! - level) < Math.abs(levels[nearest]! - level)) nearest = code;
  return nearest;
});
const numbersPerStep = 32;
const bytesPerStep = 16;
/** A new index has room for this many rows; pages that were never written take no memory. */
const rowsAtFirst = 4_096;

/**
 * A growable matrix of vectors with four bits per number: each number is lowest + step x level, with two float32 per row and sixteen
 * levels. Sums are of integers, so results are the same on every machine.
 */
export class NibbleRows {
  readonly dimensions: number;
  readonly #rowBytes: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernels: SimdKernels;
  #codes: Uint8Array;
  readonly #lowest = createGrowableFloat32(16);
  readonly #steps = createGrowableFloat32(16);
  /** Allocated with the first query. */
  #query: QuantisedQuery | null = null;

  constructor(dimensions: number) {
    if (!(dimensions >= 1 && dimensions <= dimensionsMax))
      throw new RangeError(
        `Cannot store vectors of ${dimensions} numbers: 1 to ${dimensionsMax} are supported`,
      );
    this.dimensions = dimensions;
    this.#rowBytes = Math.ceil(dimensions / numbersPerStep) * bytesPerStep;
    this.#memory = allocateRowMemory(rowsAtFirst * this.#rowBytes);
    this.#kernels = simdKernels(this.#memory);
    this.#codes = new Uint8Array(this.#memory.buffer);
  }

  get count(): number {
    return this.#steps.length;
  }

  /** Appends a vector of finite numbers and returns its row. */
  push(vector: Float32Array): number {
    const row = this.count;
    if (growTo(this.#memory, (row + 1) * this.#rowBytes)) this.#codes = new Uint8Array(this.#memory.buffer);
    const { lowest, step } = measureRange(vector, this.dimensions);
    this.#lowest.push(lowest);
    this.#steps.push(step);
    const codes = this.#codes;
    const from = row * this.#rowBytes;
    codes.fill(0, from, from + this.#rowBytes);
    for (let i = 0; i < this.dimensions; i++)
      codes[from + findByte(i)]! |= quantiseValue(vector[i]!, lowest, step) << findShift(i);
    return row;
  }

  /** Overwrites the row with the last one, and removes the last one. */
  removeSwapping(row: number): void {
    const last = this.count - 1;
    this.#codes.copyWithin(row * this.#rowBytes, last * this.#rowBytes, (last + 1) * this.#rowBytes);
    for (const numbers of [this.#lowest, this.#steps]) {
      numbers.data[row] = numbers.data[last]!;
      numbers.length = last;
    }
  }

  /** Writes the stored vector of a row to `into`. */
  read(row: number, into: Float32Array): void {
    const codes = this.#codes;
    const from = row * this.#rowBytes;
    const lowest = this.#lowest.data[row]!;
    const step = this.#steps.data[row]!;
    for (let i = 0; i < this.dimensions; i++)
      into[i] = lowest + step * levels[(codes[from + findByte(i)]! >> findShift(i)) & codeMax]!;
  }

  /** Sets the query of the next scores, a vector of finite numbers. */
  setQuery(query: Float32Array): void {
    const rowLength = (this.#rowBytes / bytesPerStep) * numbersPerStep;
    this.#query ??= new QuantisedQuery(this.dimensions, rowLength);
    this.#query.set(query);
  }

  /** The dot product of the query and a stored row, without rounding of the query. */
  preciseScore(row: number): number {
    const codes = this.#codes;
    const from = row * this.#rowBytes;
    const query = this.#query!;
    let sum = 0;
    for (let i = 0; i < this.dimensions; i++)
      sum += query.values[i]! * levels[(codes[from + findByte(i)]! >> findShift(i)) & codeMax]!;
    return this.#lowest.data[row]! * query.sum + this.#steps.data[row]! * sum;
  }

  /** Writes the dot products of the query and rows `from` to `until`, at most `rowsPerCall` of them, to `scores`. */
  scoreRange(from: number, until: number, scores: Float32Array): void {
    const { list } = kernelScratch;
    for (let row = from; row < until; row++) list[row - from] = row * this.#rowBytes;
    this.#run(until - from);
    for (let row = from; row < until; row++) scores[row - from] = this.#scoreRow(row, row - from);
  }

  /** The same for `count` rows of a list, at most `rowsPerCall`. */
  scoreRows(rows: Uint32Array, count: number, scores: Float32Array): void {
    const { list } = kernelScratch;
    for (let i = 0; i < count; i++) list[i] = rows[i]! * this.#rowBytes;
    this.#run(count);
    for (let i = 0; i < count; i++) scores[i] = this.#scoreRow(rows[i]!, i);
  }

  #scoreRow(row: number, at: number): number {
    const { codeSum, scale } = this.#query!;
    const sum = this.#lowest.data[row]! * codeSum + this.#steps.data[row]! * kernelScratch.products[at]!;
    return sum * scale;
  }

  #run(count: number): void {
    if (count === 0) return;
    const { listAt, query, queryAt, outAt } = kernelScratch;
    const { codes } = this.#query!;
    query.set(codes);
    const queryEnd = queryAt + codes.length * 2;
    this.#kernels.nibbleDots(listAt, listAt + count * 4, queryAt, queryEnd, outAt);
  }
}

/** The byte of a number within its row. */
function findByte(index: number): number {
  return (index >> 5) * bytesPerStep + (index & 15);
}

/** Whether a number is the lower half of its byte (0) or the upper one (4). */
function findShift(index: number): number {
  return (index & 16) >> 2;
}

function quantiseValue(value: number, lowest: number, step: number): number {
  return step > 0 ? codeOfLevel[Math.min(levelMax, Math.round((value - lowest) / step))]! : 0;
}

/** The span of a vector's numbers. */
function measureRange(vector: Float32Array, dimensions: number): { lowest: number; step: number } {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let i = 0; i < dimensions; i++) {
    lowest = Math.min(lowest, vector[i]!);
    highest = Math.max(highest, vector[i]!);
  }
  return { lowest: Math.fround(lowest), step: Math.fround((highest - lowest) / levelMax) };
}
