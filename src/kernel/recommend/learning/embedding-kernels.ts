import { readFileSync } from 'node:fs';
import { dimensionsStep } from '../candidates/item-embeddings.ts';

/** Vectors are multiples of this many bytes. */
export const vectorBytesStep = dimensionsStep * Float32Array.BYTES_PER_ELEMENT;
/** `dots` reads vectors in groups of this many. */
export const vectorsPerGroup = 4;

/**
 * The kernels of the training of item embeddings, over one memory. Addresses are bytes and are not checked; numbers are float32 or
 * uint32. Lists of items, ages and weights have at least one entry. A vector is as long as `configure` says.
 *
 * A record is a vector; by record, `sums` has its sum of squared gradients (AdaGrad: Duchi et al. 2011): the mean over its numbers. `starts`
 * has the index of each item's first entry in `list`, and as the last entry the end of the list. The entries of an item are the number of
 * its own record, then those of its attributes. The item's vector is that of its record plus the sum of the attributes' / sqrt(their
 * number).
 */
export interface EmbeddingKernels {
  readonly configure: (
    vectorBytes: number,
    starts: number,
    list: number,
    sums: number,
    records: number,
  ) => void;
  /** Writes an item's vector, or those of a list of items one after the other. */
  readonly compose: (item: number, out: number) => void;
  readonly composeAll: (items: number, itemsEnd: number, out: number) => void;
  /** Writes the sum of vectors, each times the weights of its age by component. `ages` has these weights, from age 0. */
  readonly sumHistory: (
    ageList: number,
    ageListEnd: number,
    ages: number,
    vectors: number,
    out: number,
  ) => void;
  /** Writes the dot products of a vector with each of others, a multiple of `vectorsPerGroup`. */
  readonly dots: (vectors: number, vectorsEnd: number, vector: number, out: number) => void;
  /** Writes the sum of vectors, each times its weight. One weight is read in each `weightStride` bytes. */
  readonly weightedSum: (
    vectors: number,
    weights: number,
    weightsEnd: number,
    weightStride: number,
    out: number,
  ) => void;
  /** Does a step of AdaGrad on an item's records, by its vector's gradient times `scale`. `ridge` is the L2 of its own record. */
  readonly update: (item: number, gradient: number, scale: number, rate: number, ridge: number) => void;
  /**
   * Updates the items of a history and the weights of their ages by the gradient of the sum. Overwrites `vectors`, which has those of the
   * items, and `gradient`.
   */
  readonly updateHistory: (
    items: number,
    itemsEnd: number,
    ageList: number,
    ages: number,
    ageSums: number,
    vectors: number,
    historyGradient: number,
    gradient: number,
    rate: number,
    ageRate: number,
    ridge: number,
  ) => void;
  /** Updates item n of a list by a weighted sum of vectors, with the n-th column of a matrix of weights; overwrites `gradient`. */
  readonly updateBySums: (
    items: number,
    itemsEnd: number,
    vectors: number,
    weights: number,
    weightsEnd: number,
    weightStride: number,
    gradient: number,
    rate: number,
  ) => void;
}

/** Compiled from `embedding-kernels.wat`. */
const module = new WebAssembly.Module(readFileSync(new URL('./embedding-kernels.wasm', import.meta.url)));

/** The kernels over a memory. */
export function embeddingKernels(memory: WebAssembly.Memory): EmbeddingKernels {
  return new WebAssembly.Instance(module, { training: { memory } }).exports as unknown as EmbeddingKernels;
}
