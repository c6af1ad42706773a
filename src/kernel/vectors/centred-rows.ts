import { growableFloat64 } from '../bits/growable.ts';
import { QuantisedRows } from './quantised-rows.ts';
import { RunningMean } from './running-mean.ts';
import { rowsPerCall } from './simd-kernels.ts';
import { dot } from './vector-math.ts';

/** The weight of the plain feature in a picture's vector; the scenes' mean has the rest. */
const featureShare = 1 / 2;
const augmentedShare = 1 - featureShare;
/** A squared length below this is a rounding error: the vector equals the mean and has no direction. */
const squareMin = 1e-6;
/** Rows whose weights are refreshed after each write, in rotation. */
const rowsPerWrite = 32;

/**
 * Vectors of pictures, centred by the means of all. With m_c and m_a the means of all features c and of all scene
 * means a, a picture's vector is
 *
 *     v = L2(1/2 L2(c - m_c) + 1/2 L2(a - m_a)),  or  v = L2(c - m_c)  without scenes.
 *
 * Each write changes the means and thereby every v. Therefore c and a are stored instead of v, and as
 *
 *     q . v = w_c (q . c - q . m_c) + w_a (q . a - q . m_a),
 *
 * only the two weights of a row depend on the means. A write refreshes the weights of a few rows in rotation: in a
 * catalog of up to 32 pictures of all; in a larger one the others lag by at most a 32nd of its pictures.
 */
export class CentredRows {
  readonly dimensions: number;
  readonly #features: QuantisedRows;
  /** As many rows as there are features; empty where a picture has no scenes. */
  readonly #augmented: QuantisedRows;
  readonly #featureMean: RunningMean;
  readonly #augmentedMean: RunningMean;
  readonly #featureWeights = growableFloat64(16);
  readonly #augmentedWeights = growableFloat64(16);
  readonly #scratch: Float32Array;
  readonly #otherScratch: Float32Array;
  readonly #augmentedScores = new Float32Array(rowsPerCall);
  #queryFeatureMean = 0;
  #queryAugmentedMean = 0;
  #nextStale = 0;
  /** The means, computed on demand. */
  #means: { feature: Float32Array; augmented: Float32Array } | null = null;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#features = new QuantisedRows(dimensions);
    this.#augmented = new QuantisedRows(dimensions);
    this.#featureMean = new RunningMean(dimensions);
    this.#augmentedMean = new RunningMean(dimensions);
    this.#scratch = new Float32Array(dimensions);
    this.#otherScratch = new Float32Array(dimensions);
  }

  get count(): number {
    return this.#features.count;
  }

  get end(): number {
    return this.count;
  }

  /** The plain features, read-only. */
  get features(): QuantisedRows {
    return this.#features;
  }

  /** The mean of all features. */
  get featureMean(): Float32Array {
    return this.#meansNow().feature;
  }

  /** Appends a picture and returns its row. Its weights are computed by `refreshSome`. */
  push(feature: Float32Array, augmented: Float32Array | null): number {
    const row = this.#features.push(feature);
    if (augmented === null) this.#augmented.pushEmpty();
    else this.#augmented.push(augmented);
    this.#featureWeights.push(0);
    this.#augmentedWeights.push(0);
    this.#count(row, 'add');
    return row;
  }

  /** Overwrites the row with the last one, and removes the last one. */
  removeSwapping(row: number): void {
    this.#count(row, 'remove');
    this.#features.removeSwapping(row);
    this.#augmented.removeSwapping(row);
    const last = this.#features.count;
    for (const weights of [this.#featureWeights, this.#augmentedWeights]) {
      weights.data[row] = weights.data[last]!;
      weights.length = last;
    }
  }

  /** Refreshes the weights of one row and of a few others; call after each write. */
  refreshSome(row: number | null): void {
    if (row !== null) this.#refresh(row);
    for (let i = Math.min(rowsPerWrite, this.count); i > 0; i--) {
      this.#nextStale = this.#nextStale >= this.count - 1 ? 0 : this.#nextStale + 1;
      this.#refresh(this.#nextStale);
    }
  }

  /** Refreshes all weights. */
  refreshAll(): void {
    for (let row = 0; row < this.count; row++) this.#refresh(row);
  }

  /** Sets the query vector of the next scores. */
  setQuery(q: Float32Array): void {
    const means = this.#meansNow();
    this.#features.setQuery(q);
    this.#augmented.setQuery(q);
    this.#queryFeatureMean = dot(q, 0, means.feature, 0, this.dimensions);
    this.#queryAugmentedMean = dot(q, 0, means.augmented, 0, this.dimensions);
  }

  /** Writes q . v of rows `from` to `until`, at most `rowsPerCall` of them, to `scores`. */
  scoreRange(from: number, until: number, scores: Float32Array): void {
    this.#features.scoreRange(from, until, scores);
    const hasScenes = this.#augmentedMean.count > 0;
    if (hasScenes) this.#augmented.scoreRange(from, until, this.#augmentedScores);
    for (let i = 0; i < until - from; i++) {
      const c = this.#featureWeights.data[from + i]! * (scores[i]! - this.#queryFeatureMean);
      const a = this.#augmentedWeights.data[from + i]!;
      scores[i] = a === 0 ? c : c + a * (this.#augmentedScores[i]! - this.#queryAugmentedMean);
    }
  }

  /** The same for `count` rows of a list, at most `rowsPerCall`. */
  scoreRows(rows: Uint32Array, count: number, scores: Float32Array): void {
    this.#features.scoreRows(rows, count, scores);
    const hasScenes = this.#augmentedMean.count > 0;
    if (hasScenes) this.#augmented.scoreRows(rows, count, this.#augmentedScores);
    for (let i = 0; i < count; i++) {
      const c = this.#featureWeights.data[rows[i]!]! * (scores[i]! - this.#queryFeatureMean);
      const a = this.#augmentedWeights.data[rows[i]!]!;
      scores[i] = a === 0 ? c : c + a * (this.#augmentedScores[i]! - this.#queryAugmentedMean);
    }
  }

  /** q . v of a row at full stored precision. */
  preciseScore(row: number): number {
    const c = this.#featureWeights.data[row]! * (this.#features.preciseScore(row) - this.#queryFeatureMean);
    const a = this.#augmentedWeights.data[row]!;
    // Adding 0 turns -0 into 0, which would compare as different.
    return a === 0 ? c + 0 : c + a * (this.#augmented.preciseScore(row) - this.#queryAugmentedMean);
  }

  /** Writes v of a row to `into`. */
  read(row: number, into: Float32Array): void {
    const means = this.#meansNow();
    const featureWeight = this.#featureWeights.data[row]!;
    const augmentedWeight = this.#augmentedWeights.data[row]!;
    this.#features.read(row, into);
    for (let i = 0; i < this.dimensions; i++) into[i] = featureWeight * (into[i]! - means.feature[i]!);
    if (augmentedWeight === 0) return;
    this.#augmented.read(row, this.#scratch);
    for (let i = 0; i < this.dimensions; i++)
      into[i]! += augmentedWeight * (this.#scratch[i]! - means.augmented[i]!);
  }

  #refresh(row: number): void {
    const means = this.#meansNow();
    const c = this.#scratch;
    this.#features.read(row, c);
    subtract(c, means.feature);
    const cc = dot(c, 0, c, 0, this.dimensions);
    const cInverse = inverseLength(cc);
    this.#featureWeights.data[row] = cInverse;
    this.#augmentedWeights.data[row] = 0;
    if (this.#augmented.isEmpty(row)) return;
    const a = this.#otherScratch;
    this.#augmented.read(row, a);
    subtract(a, means.augmented);
    const aa = dot(a, 0, a, 0, this.dimensions);
    const p = featureShare * cInverse;
    const r = augmentedShare * inverseLength(aa);
    const square = p * p * cc + r * r * aa + 2 * p * r * dot(c, 0, a, 0, this.dimensions);
    const scale = inverseLength(square);
    this.#featureWeights.data[row] = p * scale;
    this.#augmentedWeights.data[row] = r * scale;
  }

  /** Adds a row to the means, or subtracts it. Uses the stored values, so that subtraction is exact. */
  #count(row: number, way: 'add' | 'remove'): void {
    this.#features.read(row, this.#scratch);
    this.#featureMean[way](this.#scratch);
    if (!this.#augmented.isEmpty(row)) {
      this.#augmented.read(row, this.#scratch);
      this.#augmentedMean[way](this.#scratch);
    }
    this.#means = null;
  }

  #meansNow(): { feature: Float32Array; augmented: Float32Array } {
    this.#means ??= { feature: this.#featureMean.value(), augmented: this.#augmentedMean.value() };
    return this.#means;
  }
}

function subtract(vector: Float32Array, mean: Float32Array): void {
  for (let i = 0; i < vector.length; i++) vector[i]! -= mean[i]!;
}

/** One over the length of a vector, by its square; 0 where the square is only a rounding error. */
function inverseLength(square: number): number {
  return square > squareMin ? 1 / Math.sqrt(square) : 0;
}
