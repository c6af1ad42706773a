import {
  dimensionsMax,
  growTo,
  kernelScratch,
  allocateRowMemory,
  rowBytesStep,
  rowsPerGroup,
  simdKernels,
  type SimdKernels,
} from '../simd-kernels.ts';
import { QuantisedQuery } from './quantised-query.ts';

const codeMax = 127;

/** The number of levels of a residual: each is a 16th of a code's step. */
const residualLevels = 16;
const blockShift = 12;
const rowsPerBlock = 1 << blockShift;
const rowMask = rowsPerBlock - 1;

/**
 * A growable matrix of vectors. A row is stored as one scale and int8 numbers for the dot products; each number differs by at most
 * a 254th of the row's largest. The residuals, if there are any, are stored in half a byte each, to rescore the best rows. Sums are of integers, or in
 * a fixed order, so results are the same on every machine. 4 GB hold 11 million rows of 256.
 *
 * All of it is in one shared WebAssembly memory, so that other threads can read the rows, in blocks of 4,096 rows:
 *
 *     block = rows of int8 | residuals of the rows, two per byte | scales of the rows, float32
 *
 * A thread may write a row only while no other thread reads this row.
 */
export class ByteRows {
  readonly dimensions: number;
  /** The growing memory of the rows. */
  readonly memory: WebAssembly.Memory;
  /** Bytes of the int8 numbers of a row, padded with zeros. */
  readonly #rowBytes: number;
  /** Bytes of the residuals of a row, 0 without residuals. */
  readonly #residualBytes: number;
  readonly #blockBytes: number;
  readonly #kernels: SimdKernels;
  #codes: Int8Array;
  #residuals: Uint8Array;
  #scales: Float32Array;
  /** Allocated with the first query. */
  #query: QuantisedQuery | null = null;

  /** `memory` is that of the same rows in another thread, or null for a new one. Without residuals, rows take two thirds of the memory. */
  constructor(
    dimensions: number,
    {
      memory = null,
      hasResiduals = true,
    }: { readonly memory?: WebAssembly.Memory | null; readonly hasResiduals?: boolean } = {},
  ) {
    if (!(dimensions >= 1 && dimensions <= dimensionsMax))
      throw new RangeError(
        `Cannot store vectors of ${dimensions} numbers: 1 to ${dimensionsMax} are supported`,
      );
    this.dimensions = dimensions;
    this.#rowBytes = Math.ceil(dimensions / rowBytesStep) * rowBytesStep;
    this.#residualBytes = hasResiduals ? this.#rowBytes / 2 : 0;
    this.#blockBytes = rowsPerBlock * (this.#rowBytes + this.#residualBytes + 4);
    this.memory = memory ?? allocateRowMemory(this.#blockBytes);
    this.#kernels = simdKernels(this.memory);
    [this.#codes, this.#residuals, this.#scales] = this.#createViews();
  }

  /** Makes room for a row. @throws RangeError if 4 GB are full, or the machine has too little memory. */
  reserve(row: number): void {
    if (this.#countBytesTo(row) > this.#codes.length && growTo(this.memory, this.#countBytesTo(row)))
      [this.#codes, this.#residuals, this.#scales] = this.#createViews();
  }

  /** Writes a vector of finite numbers. */
  set(row: number, vector: Float32Array): void {
    this.reserve(row);
    let largest = 0;
    for (let i = 0; i < this.dimensions; i++) largest = Math.max(largest, Math.abs(vector[i]!));
    const scale = Math.fround(largest / codeMax);
    const at = this.#locateCodes(row);
    const codes = this.#codes;
    const residuals = this.#residuals;
    const hasResiduals = this.#residualBytes > 0;
    const residualsAt = this.#locateResiduals(row);
    residuals.fill(0, residualsAt, residualsAt + this.#residualBytes);
    for (let i = 0; i < this.dimensions; i++) {
      // A scale that was rounded to 0 means zeros.
      const exact = scale > 0 ? vector[i]! / scale : 0;
      const code = Math.max(-codeMax, Math.min(codeMax, Math.round(exact)));
      codes[at + i] = code;
      if (!hasResiduals) continue;
      const residual = Math.floor((exact - code + 0.5) * residualLevels);
      residuals[residualsAt + (i >> 1)]! |=
        Math.max(0, Math.min(residualLevels - 1, residual)) << ((i & 1) * 4);
    }
    this.#scales[this.#scaleAt(row)] = scale;
  }

  /** Overwrites a row with another one. */
  copy(from: number, to: number): void {
    const codesFrom = this.#locateCodes(from);
    this.#codes.copyWithin(this.#locateCodes(to), codesFrom, codesFrom + this.#rowBytes);
    const residualsFrom = this.#locateResiduals(from);
    this.#residuals.copyWithin(this.#locateResiduals(to), residualsFrom, residualsFrom + this.#residualBytes);
    this.#scales[this.#scaleAt(to)] = this.#scales[this.#scaleAt(from)]!;
  }

  /** Call before a row is read that another thread wrote, as the memory may have grown. */
  refresh(row: number): void {
    if (this.#codes.length < this.#countBytesTo(row))
      [this.#codes, this.#residuals, this.#scales] = this.#createViews();
  }

  /** Writes the row at full stored precision to `into`. With residuals, each number differs by at most a 4,000th of the largest. */
  read(row: number, into: Float32Array): void {
    const codes = this.#codes;
    const residuals = this.#residuals;
    const at = this.#locateCodes(row);
    const residualsAt = this.#locateResiduals(row);
    const scale = this.#scales[this.#scaleAt(row)]!;
    const hasResiduals = this.#residualBytes > 0;
    for (let i = 0; i < this.dimensions; i++) {
      const residual = hasResiduals ? decodeResidual(residuals[residualsAt + (i >> 1)]!, i) : 0;
      into[i] = (codes[at + i]! + residual) * scale;
    }
  }

  /** The dot product of the query and a row at full stored precision. */
  preciseScore(row: number): number {
    const codes = this.#codes;
    const residuals = this.#residuals;
    const query = this.#query!.values;
    const at = this.#locateCodes(row);
    const residualsAt = this.#locateResiduals(row);
    const hasResiduals = this.#residualBytes > 0;
    let sum = 0;
    for (let i = 0; i < query.length; i++) {
      const residual = hasResiduals ? decodeResidual(residuals[residualsAt + (i >> 1)]!, i) : 0;
      sum += query[i]! * (codes[at + i]! + residual);
    }
    return sum * this.#scales[this.#scaleAt(row)]!;
  }

  /** Sets the query of the next scores, a vector of finite numbers. */
  setQuery(query: Float32Array): void {
    this.#query ??= new QuantisedQuery(this.dimensions, this.#rowBytes);
    this.#query.set(query);
  }

  /** Writes the dot products of the query and rows `from` to `until`, at most `rowsPerCall` of them, to `scores`. */
  scoreRange(from: number, until: number, scores: Float32Array): void {
    const { list, products } = kernelScratch;
    const rowBytes = this.#rowBytes;
    for (let row = from; row < until;) {
      const blockEnd = Math.min(until, (row | rowMask) + 1);
      for (let at = this.#locateCodes(row); row < blockEnd; row++, at += rowBytes) list[row - from] = at;
    }
    this.#run(until - from);
    const scales = this.#scales;
    const { scale } = this.#query!;
    for (let row = from; row < until;) {
      const blockEnd = Math.min(until, (row | rowMask) + 1);
      for (let at = this.#scaleAt(row); row < blockEnd; row++, at++)
        scores[row - from] = products[row - from]! * (scales[at]! * scale);
    }
  }

  /** The same for `count` rows of a list, at most `rowsPerCall`. */
  scoreRows(rows: Uint32Array, count: number, scores: Float32Array): void {
    const { list, products } = kernelScratch;
    for (let i = 0; i < count; i++) list[i] = this.#locateCodes(rows[i]!);
    this.#run(count);
    const scales = this.#scales;
    const { scale } = this.#query!;
    for (let i = 0; i < count; i++) scores[i] = products[i]! * (scales[this.#scaleAt(rows[i]!)]! * scale);
  }

  #run(count: number): void {
    if (count === 0) return;
    const { list, listAt, query, queryAt, outAt } = kernelScratch;
    query.set(this.#query!.codes);
    // The last group is padded with an existing row.
    const padded = Math.ceil(count / rowsPerGroup) * rowsPerGroup;
    list.fill(0, count, padded);
    this.#kernels.dots(listAt, listAt + padded * 4, queryAt, queryAt + this.#rowBytes * 2, outAt);
  }

  #locateCodes(row: number): number {
    return (row >>> blockShift) * this.#blockBytes + (row & rowMask) * this.#rowBytes;
  }

  #locateResiduals(row: number): number {
    const inBlock = rowsPerBlock * this.#rowBytes + (row & rowMask) * this.#residualBytes;
    return (row >>> blockShift) * this.#blockBytes + inBlock;
  }

  /** The index of a row in `#scales`. */
  #scaleAt(row: number): number {
    return ((row >>> blockShift) + 1) * (this.#blockBytes / 4) - rowsPerBlock + (row & rowMask);
  }

  /** The end of the block of a row. */
  #countBytesTo(row: number): number {
    return ((row >>> blockShift) + 1) * this.#blockBytes;
  }

  /** Views on the memory, which are too short after it grows. */
  #createViews(): [Int8Array, Uint8Array, Float32Array] {
    const { buffer } = this.memory;
    return [new Int8Array(buffer), new Uint8Array(buffer), new Float32Array(buffer)];
  }
}

/** The value of a residual: the middle of a 16th of a step, from -1/2 to 1/2. */
function decodeResidual(pair: number, index: number): number {
  return (((pair >> ((index & 1) * 4)) & 15) + 0.5) / residualLevels - 0.5;
}
