import { createGrowableFloat32, createGrowableUint8 } from '../bits/growable.ts';
import { NibbleRows } from './rows/nibble-rows.ts';
import { RunningMean } from './running-mean.ts';
import { dot, joinViews, l2Normalise } from './vector-math.ts';

/** A squared length below this is a rounding error: the vector equals the mean and has no direction. */
const squareMin = 1e-6;
/** Rows whose weights are refreshed after each write, in rotation. */
const rowsPerWrite = 32;
/** The mean of all rows weighs as much as this many rows of a kind. */
const allWeight = 20;

interface Means {
  readonly all: Float32Array;
  /** Means of rows without scenes and with them. */
  readonly ofKind: readonly Float32Array[];
}

/**
 * Vectors of pictures, centred by their mean. With c a picture's feature and a its scene mean, a row is
 *
 *     u = L2(c + L2(a)),  or  u = c  without scenes,  and the picture's vector  v = L2(u - m),
 *
 * where m is the mean of the rows of the same kind, with scenes or without, and of 20 times the mean of all rows. Each kind needs its mean,
 * as scenes have content in common that is not the product; the mean of a few rows is unreliable. Each write changes m and thereby every v.
 * Therefore u is stored instead of v, and as
 *
 *     q . v = w (q . u - q . m),
 *
 * only the weight w of a row depends on m. A write refreshes the weights of 32 rows in rotation: in a larger catalog, the others lag by at
 * most as many writes as a 32nd of its pictures.
 */
export class CentredRows {
  readonly dimensions: number;
  readonly #rows: NibbleRows;
  readonly #weights = createGrowableFloat32(16);
  /** The kind of each row: 1 with scenes, else 0. */
  readonly #kinds = createGrowableUint8(16);
  readonly #runningMeans: readonly RunningMean[];
  readonly #scratch: Float32Array;
  #queryMeans: readonly number[] = [0, 0];
  #queryWeights: readonly number[] = [1, 1];
  #nextStale = 0;
  /** Computed on demand. */
  #means: Means | null = null;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#rows = new NibbleRows(dimensions);
    this.#runningMeans = [new RunningMean(dimensions), new RunningMean(dimensions)];
    this.#scratch = new Float32Array(dimensions);
  }

  get count(): number {
    return this.#rows.count;
  }

  get end(): number {
    return this.count;
  }

  /** The rows before centring, read-only. */
  get rows(): NibbleRows {
    return this.#rows;
  }

  get sceneRowCount(): number {
    return this.#runningMeans[1]!.count;
  }

  get mean(): Float32Array {
    return this.#computeMeans().all;
  }

  /** Appends a picture and returns its row. Its weight is computed by `refreshSome`. */
  push(feature: Float32Array, augmented: Float32Array | null): number {
    const row = this.#rows.push(augmented === null ? feature : joinViews(feature, l2Normalise(augmented)));
    this.#kinds.push(augmented === null ? 0 : 1);
    this.#weights.push(0);
    this.#count(row, 'add');
    return row;
  }

  /** Overwrites the row with the last one, and removes the last one. */
  removeSwapping(row: number): void {
    this.#count(row, 'remove');
    this.#rows.removeSwapping(row);
    const last = this.#rows.count;
    for (const numbers of [this.#kinds, this.#weights]) {
      numbers.data[row] = numbers.data[last]!;
      numbers.length = last;
    }
  }

  /** Refreshes the weights of one row and of a few others, and returns these rows; call after each write. */
  refreshSome(row: number | null): number[] {
    const rows = row === null ? [] : [row];
    for (let i = Math.min(rowsPerWrite, this.count); i > 0; i--) {
      this.#nextStale = this.#nextStale >= this.count - 1 ? 0 : this.#nextStale + 1;
      rows.push(this.#nextStale);
    }
    for (const stale of rows) this.#refresh(stale);
    return rows;
  }

  refreshAll(): void {
    for (let row = 0; row < this.count; row++) this.#refresh(row);
  }

  hasScenes(row: number): boolean {
    return this.#kinds.data[row] === 1;
  }

  /** Sets the query vector of the next scores, and a factor for those of rows without scenes. */
  setQuery(q: Float32Array, plainWeight = 1): void {
    this.#queryWeights = [plainWeight, 1];
    this.#rows.setQuery(q);
    this.#queryMeans = this.#computeMeans().ofKind.map((mean) => dot(q, 0, mean, 0, this.dimensions));
  }

  /** Writes q . v of rows `from` to `until`, at most `rowsPerCall` of them, to `scores`. */
  scoreRange(from: number, until: number, scores: Float32Array): void {
    this.#rows.scoreRange(from, until, scores);
    for (let row = from; row < until; row++) scores[row - from] = this.#centreScore(row, scores[row - from]!);
  }

  /** The same for `count` rows of a list, at most `rowsPerCall`. */
  scoreRows(rows: Uint32Array, count: number, scores: Float32Array): void {
    this.#rows.scoreRows(rows, count, scores);
    for (let i = 0; i < count; i++) scores[i] = this.#centreScore(rows[i]!, scores[i]!);
  }

  /** q . v of a row, without rounding of the query. */
  preciseScore(row: number): number {
    // Adding 0 turns -0 into 0, which would compare as different.
    return this.#centreScore(row, this.#rows.preciseScore(row)) + 0;
  }

  /** Writes v of a row to `into`. */
  read(row: number, into: Float32Array): void {
    const mean = this.#getKindMean(row);
    const weight = this.#weights.data[row]!;
    this.#rows.read(row, into);
    for (let i = 0; i < this.dimensions; i++) into[i] = weight * (into[i]! - mean[i]!);
  }

  #centreScore(row: number, score: number): number {
    const kind = this.#kinds.data[row]!;
    return this.#queryWeights[kind]! * this.#weights.data[row]! * (score - this.#queryMeans[kind]!);
  }

  #refresh(row: number): void {
    const mean = this.#getKindMean(row);
    this.#rows.read(row, this.#scratch);
    let square = 0;
    for (let i = 0; i < this.dimensions; i++) square += (this.#scratch[i]! - mean[i]!) ** 2;
    this.#weights.data[row] = square > squareMin ? 1 / Math.sqrt(square) : 0;
  }

  /** Adds a row to the mean, or subtracts it. Uses the stored values, so that subtraction is exact. */
  #count(row: number, way: 'add' | 'remove'): void {
    this.#rows.read(row, this.#scratch);
    this.#runningMeans[this.#kinds.data[row]!]![way](this.#scratch);
    this.#means = null;
  }

  #getKindMean(row: number): Float32Array {
    return this.#computeMeans().ofKind[this.#kinds.data[row]!]!;
  }

  #computeMeans(): Means {
    if (this.#means !== null) return this.#means;
    const [plain, withScenes] = this.#runningMeans.map((mean) => mean.computeMean()) as [
      Float32Array,
      Float32Array,
    ];
    const counts = this.#runningMeans.map((mean) => mean.count);
    const share = counts[1]! / Math.max(1, this.count);
    const all = plain.map((value, i) => (1 - share) * value + share * withScenes[i]!);
    const ofKind = [plain, withScenes].map((mean, kind) => {
      const kindShare = counts[kind]! / (counts[kind]! + allWeight);
      return mean.map((value, i) => kindShare * value + (1 - kindShare) * all[i]!);
    });
    this.#means = { all, ofKind };
    return this.#means;
  }
}
