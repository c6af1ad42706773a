import { readFileSync } from 'node:fs';

/** The kernel computes the products of as many vectors at a time, then of each that is left. */
const vectorsPerGroup = 4;
/** The largest number in a vector: sums of 1,280 products with int8 fit in int32. */
export const codeMax = 8_191;

interface Kernel {
  /**
   * Writes the products, exact in int32, of matrix rows with vectors: `out` has a row for each vector, `outStride` bytes apart, with four
   * bytes for each row of the matrix. `row` to `rowsEnd` has an even number of rows of int8, whose `rowBytes` are a multiple of 16.
   * `vectors` to `vectorsEnd` are the starts of vectors of int16, `stride` bytes apart, of which those before `groupsEnd` are groups of
   * four: they may overlap.
   */
  readonly multiply: (
    row: number,
    rowsEnd: number,
    rowBytes: number,
    vectors: number,
    groupsEnd: number,
    vectorsEnd: number,
    stride: number,
    out: number,
    outStride: number,
  ) => void;
}

/** A matrix of int8 with a row for each output. */
export interface Matrix {
  /** The address of the first row. */
  readonly at: number;
  /** A multiple of 16. */
  readonly inputs: number;
  /** An even number. */
  readonly outputs: number;
  /** The quantisation step: a weight is its int8 times this. */
  readonly step: number;
}

/** Compiled from `matrix-kernel.wat`. */
const module = new WebAssembly.Module(readFileSync(new URL('./matrix-kernel.wasm', import.meta.url)));
const pageBytes = 65_536;

/** Multiplies the matrices of one memory with vectors. One thread uses it at a time. */
export class MatrixKernel {
  /** The quantised vectors, which the next product reads. */
  readonly codes: Int16Array;
  /** The sums of the last product: those of the first vector, then of the next one. */
  readonly sums: Int32Array;
  readonly #kernel: Kernel;

  /** `codesMax` and `sumsMax` are the largest numbers of codes and sums of a product. */
  constructor(matrices: WebAssembly.Memory, codesMax: number, sumsMax: number) {
    const codeBytes = Math.ceil(codesMax / 8) * 16;
    const initial = Math.ceil((codeBytes + sumsMax * 4) / pageBytes);
    const vectors = new WebAssembly.Memory({ initial, maximum: initial });
    this.codes = new Int16Array(vectors.buffer, 0, codeBytes / 2);
    this.sums = new Int32Array(vectors.buffer, codeBytes);
    this.#kernel = new WebAssembly.Instance(module, { memories: { matrices, vectors } })
      .exports as unknown as Kernel;
  }

  /** Multiplies a matrix with vectors whose codes begin `stride` numbers apart. */
  multiply({ at, inputs, outputs }: Matrix, count: number, stride: number): void {
    const grouped = count - (count % vectorsPerGroup);
    this.#kernel.multiply(
      at,
      at + inputs * outputs,
      inputs,
      0,
      grouped * stride * 2,
      count * stride * 2,
      stride * 2,
      this.sums.byteOffset,
      outputs * 4,
    );
  }
}
