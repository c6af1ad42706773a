import { readFileSync } from 'node:fs';

/** Row lengths are multiples of this many bytes. */
export const rowBytesStep = 64;
/** The kernels read rows in groups of this many, so that each part of the query is read once for all of them. */
export const rowsPerGroup = 4;

/** The kernels over one memory. Addresses are bytes and are not checked. */
export interface SimdKernels {
  /**
   * Dot products of rows of int8 with a query of int16, exact in int32. `list` to `listEnd`: the addresses of the
   * rows, four bytes each, a multiple of `rowsPerGroup` rows and at least one group. `query` to `queryEnd`: as many
   * numbers as a row has. The products are written to `out`, four bytes each.
   */
  readonly dots: (list: number, listEnd: number, query: number, queryEnd: number, out: number) => void;
  /**
   * The number of bits in which rows, one after the other and at least one, differ from the query's: two bytes each.
   * Rows are multiples of eight bytes, as long as the query. Reads and writes whole groups, also past the last row.
   */
  readonly distances: (bits: number, bitsEnd: number, query: number, queryEnd: number, out: number) => void;
}

/** Compiled from `simd-kernels.wat`. */
const module = new WebAssembly.Module(readFileSync(new URL('./simd-kernels.wasm', import.meta.url)));

/** The kernels over a memory. */
export function simdKernels(memory: WebAssembly.Memory): SimdKernels {
  return new WebAssembly.Instance(module, { m: { m: memory } }).exports as unknown as SimdKernels;
}
