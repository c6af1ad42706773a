import { readFileSync } from 'node:fs';

/** Row lengths are multiples of this many bytes. */
export const rowBytesStep = 64;
/** The kernels read rows in groups of this many, so that each part of the query is read once for all of them. */
export const rowsPerGroup = 4;
/** Maximum numbers per vector: sums of this many products fit in int32. */
export const dimensionsMax = 8_192;
/** Maximum rows per call of `dots`, a multiple of `rowsPerGroup`. */
export const rowsPerCall = 1_024;
/** Maximum rows per call of `distances`, a multiple of `rowsPerGroup`. */
export const rowsPerSignCall = 4_096;

const pageBytes = 65_536;
/** The maximum of 4 GB. V8 reserves 8 GB of address space for every memory, whatever its maximum, and memory only for pages in use. */
const pagesMax = 65_536;

/**
 * The kernels over one memory of rows. Addresses are bytes and are not checked: those of rows are in the memory of rows, all others
 * in the scratch memory of the thread.
 */
export interface SimdKernels {
  /**
   * Writes dot products of rows of int8 with a query of int16, exact in int32, to `out`, four bytes each. `list` to `listEnd` has the
   * addresses of the rows, four bytes each, in one or more groups of `rowsPerGroup` rows. `query` to `queryEnd` has as many numbers as a
   * row.
   */
  readonly dots: (list: number, listEnd: number, query: number, queryEnd: number, out: number) => void;
  /**
   * The same for rows of four bits per number, each one of sixteen levels, and at least one row. A row has 16 bytes for 32 numbers of the query: the lower
   * halves of the bytes are the first sixteen.
   */
  readonly nibbleDots: (list: number, listEnd: number, query: number, queryEnd: number, out: number) => void;
  /**
   * Writes the number of bits in which one or more consecutive rows differ from the query's: two bytes each. Rows are multiples of eight
   * bytes, as long as the query. Reads and writes whole groups, also past the last row.
   */
  readonly distances: (bits: number, bitsEnd: number, query: number, queryEnd: number, out: number) => void;
  /**
   * Writes weighted sums of pairs of rows of float32. `list` to `listEnd` has, for each of at least one pair, the addresses of both rows,
   * and the weight as float32, four bytes each. The sums are written to the memory of rows, from `out` to `outEnd`, in steps of
   * `rowBytesStep`.
   */
  readonly weightedSums: (list: number, listEnd: number, out: number, outEnd: number) => void;
}

/** Compiled from `simd-kernels.wat`. */
const module = new WebAssembly.Module(readFileSync(new URL('./simd-kernels.wasm', import.meta.url)));

const scratchMemory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
const listAt = dimensionsMax * 2;
const outAt = listAt + rowsPerCall * 4;

/**
 * Inputs and outputs of one call of a kernel, in a memory that only this thread uses: each thread has its own, so that several can
 * read the same rows. The next call overwrites all of it.
 */
export const kernelScratch = {
  queryAt: 0,
  query: new Int16Array(scratchMemory.buffer, 0, dimensionsMax),
  queryBits: new Uint32Array(scratchMemory.buffer, 0, dimensionsMax / 32),
  listAt,
  list: new Uint32Array(scratchMemory.buffer, listAt, rowsPerCall),
  listWeights: new Float32Array(scratchMemory.buffer, listAt, rowsPerCall),
  outAt,
  products: new Int32Array(scratchMemory.buffer, outAt, rowsPerCall),
  distances: new Uint16Array(scratchMemory.buffer, outAt, rowsPerSignCall),
} as const;

/** The kernels over a memory of rows. */
export function simdKernels(rows: WebAssembly.Memory): SimdKernels {
  const memories = { rows, scratch: scratchMemory };
  return new WebAssembly.Instance(module, { memories }).exports as unknown as SimdKernels;
}

/**
 * A memory for rows, which can be posted to other threads. Of `bytes`, pages that were never written take no memory. They should
 * suffice for most indexes: V8 makes a new buffer for every shared memory of every thread when one grows.
 */
export function allocateRowMemory(bytes: number): WebAssembly.Memory {
  return new WebAssembly.Memory({
    initial: Math.ceil(bytes / pageBytes),
    maximum: pagesMax,
    shared: true,
  });
}

/**
 * Doubles a memory, or grows it to `bytes`, if it is smaller; returns whether it did.
 * @throws RangeError if 4 GB are full, or the machine has too little memory.
 */
export function growTo(memory: WebAssembly.Memory, bytes: number): boolean {
  const has = memory.buffer.byteLength;
  if (bytes <= has) return false;
  const pages = Math.min(pagesMax, Math.ceil(Math.max(bytes, has * 2) / pageBytes));
  if (pages * pageBytes < bytes)
    throw new RangeError(`Cannot store ${bytes} bytes of vectors: 4 GB are full`);
  memory.grow(pages - has / pageBytes);
  return true;
}
