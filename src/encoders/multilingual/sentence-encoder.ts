import { l2Normalise } from '../../kernel/vectors/vector-math.ts';
import { exp } from '../../math/exponential.ts';
import { DoubleArray } from './double-array.ts';
import { codeMax, MatrixKernel, type Matrix } from './matrix-kernel.ts';
import type { ModelMemory } from './model-memory.ts';
import { NfkcNormaliser } from './nfkc-normaliser.ts';
import { isReadableText } from './readable-text.ts';
import { TokenTable } from './token-table.ts';
import { UnigramTokenizer } from './unigram-tokenizer.ts';

/** The dimensions of a sentence vector. */
export const sentenceDimensions = 512;
/** Adjacent pieces that a branch of the network reads. */
export const branchWidths = [2, 3, 5] as const;
/** The number of pieces that a window has before its own, by the width of the window. */
const leftContext: Readonly<Record<number, number>> = { 2: 0, 3: 1, 5: 2 };

const pieceDimensions = 512;
const branchDimensions = 256;
const branchesDimensions = branchWidths.length * branchDimensions;
const featureDimensions = pieceDimensions + branchesDimensions;
const hiddenDimensions = 320;
/** Maximum pieces of a text; the rest is ignored. */
const piecesMax = 256;
/** Pieces whose features are cached, 5 kB each: most words of a catalog occur often. */
const cachedPiecesMax = 512;
/** Pieces whose features are computed at a time. */
const piecesPerStep = 32;
/** Pieces of zeros before and after those of a text. */
const paddingMax = 4;
const epsilon = 1e-12;
const pieceIds = { begin: 1, end: 2, unknown: 0 };

interface Layer {
  readonly weights: Matrix;
  readonly bias: Float32Array;
}

/** Two residual convolutions over windows of pieces. */
interface Branch {
  readonly width: number;
  readonly projection: Layer;
  readonly convolutions: readonly Layer[];
}

/**
 * Computes the vectors of sentences of sixteen languages, in one space: the convolutional network of Google's Universal Sentence Encoder
 * (Yang et al. 2020, "Multilingual Universal Sentence Encoder for Semantic Retrieval"). Three branches of two residual convolutions
 * read windows of 2, 3 and 5 pieces; the sum over all pieces passes three dense layers.
 *
 * The weights have 8 bits, as in the original. Activations are rounded to 14 bits, so that the products are sums of integers: vectors
 * are the same on every processor. One thread uses an encoder at a time.
 */
export class SentenceEncoder {
  readonly #tokenizer: UnigramTokenizer;
  readonly #table: TokenTable;
  readonly #matrixKernel: MatrixKernel;
  readonly #branches: readonly Branch[];
  /** The layer normalisation of the projections of all branches. */
  readonly #projectionGain: Float32Array;
  readonly #projectionBias: Float32Array;
  readonly #featureGain: Float32Array;
  readonly #featureBias: Float32Array;
  readonly #pooling: Layer;
  /** The dense layers d0 to d3, and the projections p1 and p3 of the residual connections around them. */
  readonly #dense: Readonly<Record<'d0' | 'd1' | 'p1' | 'd2' | 'p3' | 'd3', Matrix>>;
  /** The activations of each branch, 256 numbers a piece. */
  readonly #activations = branchWidths.map(() => new Float32Array(piecesMax * branchDimensions));
  /** The features of pieces before convolution, by the id of the piece, the oldest first. */
  readonly #cachedFeatures = new Map<number, Float32Array>();

  /** `rows` is a descriptor of the file of the vectors of pieces, which stays open. */
  constructor(model: ModelMemory, rows: number) {
    const pieces = new DoubleArray(model.uint32('pieces'));
    const normaliser = new NfkcNormaliser(model.uint8('characterMap'));
    this.#tokenizer = new UnigramTokenizer(normaliser, pieces, model.float32('scores'), pieceIds);
    this.#table = new TokenTable(rows, model, pieceDimensions);
    const rowsMax = piecesMax + paddingMax;
    this.#matrixKernel = new MatrixKernel(
      model.memory,
      rowsMax * branchDimensions,
      rowsMax * branchDimensions,
    );
    const findMatrix = (name: string, inputs: number): Matrix => {
      const { at, length } = model.section(name);
      return { at, inputs, outputs: length / inputs, step: model.float32(`${name}.step`)[0]! };
    };
    this.#branches = branchWidths.map((width) => ({
      width,
      projection: {
        weights: findMatrix(`proj${width}`, pieceDimensions),
        bias: model.float32(`proj_b${width}`),
      },
      convolutions: [1, 2].map((layer) => ({
        weights: findMatrix(`w${layer}_${width}`, width * branchDimensions),
        bias: model.float32(`b${layer}_${width}`),
      })),
    }));
    const joinBranches = (name: string): Float32Array =>
      Float32Array.from(branchWidths.flatMap((width) => [...model.float32(`${name}${width}`)]));
    this.#projectionGain = joinBranches('ln_g');
    this.#projectionBias = joinBranches('ln_b');
    this.#featureGain = model.float32('ln_g');
    this.#featureBias = model.float32('ln_b');
    this.#pooling = { weights: findMatrix('cnn_W', featureDimensions), bias: model.float32('cnn_b') };
    this.#dense = {
      d0: findMatrix('d0', sentenceDimensions),
      d1: findMatrix('d1', hiddenDimensions),
      p1: findMatrix('p1', sentenceDimensions),
      d2: findMatrix('d2', hiddenDimensions),
      p3: findMatrix('p3', hiddenDimensions),
      d3: findMatrix('d3', sentenceDimensions),
    };
  }

  /** Splits a text into pieces, and returns their ids, at most 256. */
  tokenize(text: string): Uint32Array {
    return this.#tokenizer.tokenize(text, piecesMax);
  }

  /** Whether a short text is likely in a language rather than random letters or a code: see `isReadableText()`. */
  isReadable(text: string): boolean {
    return isReadableText(text, (words) => this.#tokenizer.scoreText(words));
  }

  /** Computes the vector of a text, of length 1. @throws Error if the vectors of pieces cannot be read */
  encode(text: string): Float32Array {
    const ids = this.tokenize(text);
    const pieces = this.#loadPieceFeatures(ids);
    this.#branches.forEach((branch, i) => {
      const activations = this.#activations[i]!;
      const from = pieceDimensions + i * branchDimensions;
      pieces.forEach((features, piece) =>
        activations.set(features.subarray(from, from + branchDimensions), piece * branchDimensions),
      );
      this.#convolve(branch, activations, ids.length);
    });
    return l2Normalise(this.#computeSentenceVector(pieces));
  }

  /** Returns the features of the pieces before convolution, which depend on nothing but the piece: its vector, then its projections. */
  #loadPieceFeatures(ids: Uint32Array): Float32Array[] {
    const cache = this.#cachedFeatures;
    const missing = [...new Set(ids)].filter((id) => !cache.has(id));
    for (let from = 0; from < missing.length; from += piecesPerStep)
      this.#projectPieces(missing.slice(from, from + piecesPerStep));
    const pieces = Array.from(ids, (id) => cache.get(id)!);
    for (const id of cache.keys()) {
      if (cache.size <= cachedPiecesMax) break;
      cache.delete(id);
    }
    return pieces;
  }

  /** Caches the vectors of pieces and their projections: those of all branches are normalised together. */
  #projectPieces(ids: readonly number[]): void {
    const rows = ids.map(() => new Float32Array(featureDimensions));
    const { codes, sums } = this.#matrixKernel;
    const steps = rows.map((row, i) => {
      this.#table.read(ids[i]!, row, 0);
      return quantise(row, pieceDimensions, codes, i * pieceDimensions);
    });
    this.#branches.forEach(({ projection: { weights, bias } }, branch) => {
      this.#matrixKernel.multiply(weights, ids.length, pieceDimensions);
      const at = pieceDimensions + branch * branchDimensions;
      rows.forEach((row, no) => {
        const factor = steps[no]! * weights.step;
        const from = no * branchDimensions;
        for (let i = 0; i < branchDimensions; i++) row[at + i] = sums[from + i]! * factor + bias[i]!;
      });
    });
    rows.forEach((row, i) => {
      normaliseLayer(row.subarray(pieceDimensions), this.#projectionGain, this.#projectionBias);
      this.#cachedFeatures.set(ids[i]!, row);
    });
  }

  /** Replaces the projections of a branch, 256 numbers a piece, by its output. */
  #convolve({ width, convolutions }: Branch, activations: Float32Array, count: number): void {
    const { codes, sums } = this.#matrixKernel;
    const length = count * branchDimensions;
    // A window reads zeros outside of the text.
    const left = leftContext[width]! * branchDimensions;
    const right = (width - 1) * branchDimensions - left;
    for (const { weights, bias } of convolutions) {
      codes.fill(0, 0, left);
      codes.fill(0, left + length, left + length + right);
      const factor = quantise(activations, length, codes, left) * weights.step;
      this.#matrixKernel.multiply(weights, count, branchDimensions);
      for (let from = 0; from < length; from += branchDimensions)
        for (let i = 0; i < branchDimensions; i++) {
          const sum = sums[from + i]! * factor + bias[i]!;
          activations[from + i]! += sum > 0 ? sum : 0;
        }
    }
  }

  /** Computes the vector of a text, not normalised, from the features of its pieces and the outputs of the branches. */
  #computeSentenceVector(pieces: readonly Float32Array[]): Float32Array {
    const count = pieces.length;
    const sum = new Float32Array(featureDimensions);
    const features = new Float32Array(featureDimensions);
    pieces.forEach((piece, no) => {
      features.set(piece.subarray(0, pieceDimensions));
      const from = no * branchDimensions;
      this.#activations.forEach((activations, branch) =>
        features.set(
          activations.subarray(from, from + branchDimensions),
          pieceDimensions + branch * branchDimensions,
        ),
      );
      normaliseLayer(features, this.#featureGain, this.#featureBias);
      addTo(sum, features);
    });
    const { weights, bias } = this.#pooling;
    const pooled = this.#multiply(weights, sum);
    const root = Math.sqrt(count);
    for (let i = 0; i < pooled.length; i++) pooled[i] = (pooled[i]! + count * bias[i]!) / root;
    const { d0, d1, p1, d2, p3, d3 } = this.#dense;
    const first = rectify(this.#multiply(d0, pooled));
    const second = rectify(addTo(this.#multiply(p1, pooled), this.#multiply(d1, first)));
    const third = rectify(this.#multiply(d2, second));
    const output = addTo(this.#multiply(p3, second), this.#multiply(d3, third));
    // The hyperbolic tangent.
    for (let i = 0; i < output.length; i++) output[i] = 1 - 2 / (exp(2 * output[i]!) + 1);
    return output;
  }

  /** Multiplies a matrix with one vector. */
  #multiply(matrix: Matrix, vector: Float32Array): Float32Array {
    const { codes, sums } = this.#matrixKernel;
    const factor = quantise(vector, matrix.inputs, codes, 0) * matrix.step;
    this.#matrixKernel.multiply(matrix, 1, matrix.inputs);
    const output = new Float32Array(matrix.outputs);
    for (let i = 0; i < output.length; i++) output[i] = sums[i]! * factor;
    return output;
  }
}

/** Rounds the first numbers to codes, and returns the factor of these. */
function quantise(numbers: Float32Array, length: number, codes: Int16Array, at: number): number {
  let largest = 0;
  for (let i = 0; i < length; i++) {
    const size = Math.abs(numbers[i]!);
    if (size > largest) largest = size;
  }
  const factor = largest === 0 ? 0 : codeMax / largest;
  for (let i = 0; i < length; i++) codes[at + i] = roundEvenly(numbers[i]! * factor);
  return largest / codeMax;
}

/** 1.5 times 2^52: the sum with a number below 2^51 is a whole number. */
const rounder = 6_755_399_441_055_744;

/** Rounds to the nearest whole number, to an even one from the middle, as IEEE 754 adds: faster than `Math.round()`. */
function roundEvenly(x: number): number {
  return x + rounder - rounder;
}

function addTo(sum: Float32Array, numbers: Float32Array): Float32Array {
  for (let i = 0; i < sum.length; i++) sum[i]! += numbers[i]!;
  return sum;
}

function rectify(numbers: Float32Array): Float32Array {
  for (let i = 0; i < numbers.length; i++) if (numbers[i]! < 0) numbers[i] = 0;
  return numbers;
}

/** Layer normalisation (Ba, Kiros and Hinton 2016), in place. */
function normaliseLayer(numbers: Float32Array, gain: Float32Array, bias: Float32Array): void {
  const { length } = numbers;
  let sum = 0;
  for (let i = 0; i < length; i++) sum += numbers[i]!;
  const mean = sum / length;
  let squares = 0;
  for (let i = 0; i < length; i++) {
    const difference = numbers[i]! - mean;
    squares += difference * difference;
  }
  const factor = 1 / Math.sqrt(squares / length + epsilon);
  for (let i = 0; i < length; i++) numbers[i] = (numbers[i]! - mean) * factor * gain[i]! + bias[i]!;
}
