import { BestScores } from './best-scores.ts';
import { ProbeSample } from './probe-sample.ts';
import { QueryMean } from './query-mean.ts';
import { RunningMean } from './running-mean.ts';
import { dot } from './vector-math.ts';
import { VectorRows } from './vector-rows.ts';

/** What is known of one picture of an item. Vectors are as long as the index has dimensions. */
export interface PictureFeatures {
  /** L2-normalised. */
  readonly feature: Float32Array;
  /** Mean feature over scenes, not normalised; null where the picture has none (yet). */
  readonly augmented?: Float32Array | null;
  /** Features of some scenes, one after the other. They only serve to tell foreign photos. */
  readonly probes?: Float32Array | null;
}

export interface PictureQuery {
  /** At least 0. */
  readonly limit: number;
  readonly offset?: number;
  /** Whether an item may be in the result; asked once an item. All may where left out. */
  readonly allow?: (key: number) => boolean;
  /** What is known of this shop's photos. Left out: nothing is. It is read, never changed. */
  readonly queryMean?: QueryMean;
}

export interface PictureHit {
  readonly key: number;
  /** Cosine after centring, -1 to 1, of the item's best picture. */
  readonly score: number;
  /** The number of that picture, as it was set. */
  readonly picture: number;
}

export interface PictureResult {
  /** Every allowed item with a picture. */
  readonly total: number;
  /** The best first; equal scores by key. */
  readonly hits: PictureHit[];
  /** Score of the first over the second, 0 with fewer than two: how sure the first place is. */
  readonly margin: number;
  /**
   * `foreign`: the photo is like nothing in the whole catalog. `high`: the first place stands clear of the second.
   * `low`: it does not, or there is none.
   */
  readonly confidence: 'high' | 'low' | 'foreign';
}

/** Measured on shop photos: four of five first places with this margin are right, one of three with a tenth of it. */
const MARGIN_HIGH_MIN = 0.1;
/** About 25 ms, only while there is something to learn; enough for a hundred pictures at once. */
const CALIBRATION_DOTS_PER_SEARCH = 25_000;
/** The share of the plain feature in a picture's vector; the scenes' mean has the rest. */
const FEATURE_SHARE = 2 / 3;
const AUGMENTED_SHARE = 1 - FEATURE_SHARE;
/** A squared length below this is rounding: the vector is the mean itself and has no direction. */
const SQUARE_MIN = 1e-9;

interface Row {
  readonly key: number;
  readonly picture: number;
  /** Row of the scenes' mean, -1 without. */
  augmentedRow: number;
  /** The vector is  featureWeight (c - m_c) + augmentedWeight (a - m_a)  under the current means. */
  featureWeight: number;
  augmentedWeight: number;
}

/**
 * Pictures of a catalog by the likeness of their vectors, exactly. With m_c and m_a the means of all features c and of
 * all scene means a, a picture's vector is
 *
 *     v = L2(2/3 L2(c - m_c) + 1/3 L2(a - m_a)),  or  v = L2(c - m_c)  without scenes.
 *
 * Each write moves the means and thereby every v. So no v is ever stored: c and a are, and as
 *
 *     q . v = w_c (q . c - q . m_c) + w_a (q . a - q . m_a),
 *
 * only the two weights of a row depend on the means. They follow from dot products that expand the lengths
 * (|c - m|^2 = c.c - 2 c.m + m.m), and are brought up to date by one pass before the first search after writes.
 */
export class PictureIndex {
  readonly dimensions: number;
  readonly #features: VectorRows;
  readonly #augmented: VectorRows;
  readonly #featureMean: RunningMean;
  readonly #augmentedMean: RunningMean;
  readonly #rows: Row[] = [];
  /** Which feature row a row of `#augmented` belongs to. */
  readonly #ownerOfAugmented: number[] = [];
  readonly #rowsOfKey = new Map<number, number[]>();
  readonly #probes: ProbeSample;
  /** The means that the weights stand for. */
  #means: { feature: Float32Array; augmented: Float32Array } | null = null;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#features = new VectorRows(dimensions);
    this.#augmented = new VectorRows(dimensions);
    this.#featureMean = new RunningMean(dimensions);
    this.#augmentedMean = new RunningMean(dimensions);
    this.#probes = new ProbeSample({ rows: this.#features, keyOf: (row) => this.#rows[row]!.key });
  }

  get itemCount(): number {
    return this.#rowsOfKey.size;
  }

  get pictureCount(): number {
    return this.#rows.length;
  }

  /** Sets the picture number `picture` of an item, in place of what was there. The vectors are copied. */
  set(key: number, picture: number, features: PictureFeatures): void {
    const { feature, augmented = null, probes = null } = features;
    this.#check(feature);
    if (augmented !== null) this.#check(augmented);
    this.removePicture(key, picture);
    const row = this.#features.push(feature);
    this.#featureMean.add(feature);
    let augmentedRow = -1;
    if (augmented !== null) {
      augmentedRow = this.#augmented.push(augmented);
      this.#ownerOfAugmented.push(row);
      this.#augmentedMean.add(augmented);
    }
    this.#rows.push({ key, picture, augmentedRow, featureWeight: 0, augmentedWeight: 0 });
    const rows = this.#rowsOfKey.get(key);
    if (rows === undefined) this.#rowsOfKey.set(key, [row]);
    else rows.push(row);
    if (probes !== null) this.#probes.add(key, picture, probes);
    this.#means = null;
  }

  /** Removes all pictures of an item; says whether there were any. */
  remove(key: number): boolean {
    const pictures = (this.#rowsOfKey.get(key) ?? []).map((row) => this.#rows[row]!.picture);
    for (const picture of pictures) this.removePicture(key, picture);
    return pictures.length > 0;
  }

  /** Removes one picture of an item; says whether it was there. */
  removePicture(key: number, picture: number): boolean {
    const rows = this.#rowsOfKey.get(key);
    const row = rows?.find((candidate) => this.#rows[candidate]!.picture === picture);
    if (rows === undefined || row === undefined) return false;
    const { augmentedRow } = this.#rows[row]!;
    if (augmentedRow !== -1) this.#removeAugmented(augmentedRow);
    rows.splice(rows.indexOf(row), 1);
    if (rows.length === 0) this.#rowsOfKey.delete(key);
    this.#probes.remove(key, picture);
    this.#probes.beforeRemoval(row);
    this.#featureMean.remove(this.#features.view(row));
    this.#features.removeSwapping(row);
    const moved = this.#rows.pop()!;
    const last = this.#rows.length;
    if (row !== last) {
      this.#rows[row] = moved;
      const movedRows = this.#rowsOfKey.get(moved.key)!;
      movedRows[movedRows.indexOf(last)] = row;
      if (moved.augmentedRow !== -1) this.#ownerOfAugmented[moved.augmentedRow] = row;
    }
    this.#means = null;
    return true;
  }

  /** The items whose pictures are most like a photo with this L2-normalised feature. */
  search(feature: Float32Array, query: PictureQuery): PictureResult {
    this.#check(feature);
    const means = this.#bringUpToDate();
    const queryMean = query.queryMean ?? new QueryMean(this.dimensions);
    const result = this.#rank(queryMean.centre(feature, means.feature), query, null);
    return this.isForeign(feature) ? { ...result, confidence: 'foreign' } : result;
  }

  /** The items whose pictures are most like those of this one, which is left out. Null for an item without a picture. */
  neighbours(key: number, query: Omit<PictureQuery, 'queryMean'>): PictureHit[] | null {
    const rows = this.#rowsOfKey.get(key);
    if (rows === undefined) return null;
    this.#bringUpToDate();
    const { limit, offset = 0 } = query;
    // An item's best pair of pictures counts, so each of its own pictures must offer its best.
    const best = new Map<number, PictureHit>();
    for (const row of rows) {
      for (const hit of this.#rank(this.#vectorOf(row), { ...query, limit: limit + offset, offset: 0 }, key)
        .hits) {
        const before = best.get(hit.key);
        if (before === undefined || hit.score > before.score) best.set(hit.key, hit);
      }
    }
    const sorted = new BestScores<PictureHit>(limit + offset);
    for (const hit of best.values()) sorted.offer(hit);
    return sorted.sorted().slice(offset);
  }

  /** Cosine of the most alike pictures of two items after centring; null where one has none. */
  similarity(keyA: number, keyB: number): number | null {
    const rowsA = this.#rowsOfKey.get(keyA);
    const rowsB = this.#rowsOfKey.get(keyB);
    if (rowsA === undefined || rowsB === undefined) return null;
    const means = this.#bringUpToDate();
    return Math.max(
      ...rowsA.map((row) => {
        const scorer = this.#scorer(this.#vectorOf(row), means);
        return Math.max(...rowsB.map(scorer));
      }),
    );
  }

  /**
   * Goes on with learning what a foreign photo looks like, which takes one dot product for each probe and picture;
   * says whether it is done. Searches go on with it a little as well; a caller with time to spare does better.
   */
  calibrate(dotsMax: number): boolean {
    return this.#probes.advance(dotsMax);
  }

  /** Whether a photo is like nothing in the catalog; null while too little is known to say. */
  isForeign(feature: Float32Array): boolean | null {
    this.#probes.advance(CALIBRATION_DOTS_PER_SEARCH);
    const threshold = this.#probes.threshold();
    if (threshold === null) return null;
    const rows = this.#features;
    for (let row = 0; row < rows.count; row++) {
      if (dot(feature, 0, rows.blockOf(row), rows.offsetOf(row), this.dimensions) >= threshold) return false;
    }
    return true;
  }

  #rank(q: Float32Array, query: PictureQuery, leftOut: number | null): PictureResult {
    const scorer = this.#scorer(q, this.#bringUpToDate());
    const { limit, offset = 0, allow } = query;
    // Two at least, because the margin needs them.
    const best = new BestScores<PictureHit>(Math.max(2, limit + offset));
    let total = 0;
    for (const [key, rows] of this.#rowsOfKey) {
      if (key === leftOut || (allow !== undefined && !allow(key))) continue;
      total += 1;
      let score = -Infinity;
      let picture = 0;
      for (const row of rows) {
        const candidate = scorer(row);
        const number = this.#rows[row]!.picture;
        if (candidate > score || (candidate === score && number < picture)) {
          score = candidate;
          picture = number;
        }
      }
      best.offer({ key, score, picture });
    }
    const sorted = best.sorted();
    const margin = sorted.length < 2 ? 0 : sorted[0]!.score - sorted[1]!.score;
    const confidence = margin >= MARGIN_HIGH_MIN ? 'high' : 'low';
    return { total, hits: sorted.slice(offset, offset + limit), margin, confidence };
  }

  /** q . v of a row, for a vector q. */
  #scorer(
    q: Float32Array,
    means: { feature: Float32Array; augmented: Float32Array },
  ): (row: number) => number {
    const features = this.#features;
    const augmented = this.#augmented;
    const { dimensions } = this;
    const qFeatureMean = dot(q, 0, means.feature, 0, dimensions);
    const qAugmentedMean = dot(q, 0, means.augmented, 0, dimensions);
    return (row) => {
      const { augmentedRow, featureWeight, augmentedWeight } = this.#rows[row]!;
      const c = dot(q, 0, features.blockOf(row), features.offsetOf(row), dimensions) - qFeatureMean;
      if (augmentedRow === -1) return featureWeight * c;
      const block = augmented.blockOf(augmentedRow);
      const a = dot(q, 0, block, augmented.offsetOf(augmentedRow), dimensions) - qAugmentedMean;
      return featureWeight * c + augmentedWeight * a;
    };
  }

  /** v of a row, written out. */
  #vectorOf(row: number): Float32Array {
    const means = this.#bringUpToDate();
    const { augmentedRow, featureWeight, augmentedWeight } = this.#rows[row]!;
    const vector = this.#features.view(row).map((c, i) => featureWeight * (c - means.feature[i]!));
    if (augmentedRow === -1) return vector;
    const augmented = this.#augmented.view(augmentedRow);
    return vector.map((value, i) => value + augmentedWeight * (augmented[i]! - means.augmented[i]!));
  }

  #bringUpToDate(): { feature: Float32Array; augmented: Float32Array } {
    if (this.#means !== null) return this.#means;
    const means = { feature: this.#featureMean.value(), augmented: this.#augmentedMean.value() };
    const d = this.dimensions;
    const mm = dot(means.feature, 0, means.feature, 0, d);
    const nn = dot(means.augmented, 0, means.augmented, 0, d);
    const mn = dot(means.feature, 0, means.augmented, 0, d);
    for (let index = 0; index < this.#rows.length; index++) {
      const row = this.#rows[index]!;
      const c = this.#features.blockOf(index);
      const cAt = this.#features.offsetOf(index);
      const cLength = lengthOf(dot(c, cAt, c, cAt, d) - 2 * dot(c, cAt, means.feature, 0, d) + mm);
      row.featureWeight = inverse(cLength);
      if (row.augmentedRow === -1) continue;
      const a = this.#augmented.blockOf(row.augmentedRow);
      const aAt = this.#augmented.offsetOf(row.augmentedRow);
      const aLength = lengthOf(dot(a, aAt, a, aAt, d) - 2 * dot(a, aAt, means.augmented, 0, d) + nn);
      const ca =
        dot(c, cAt, a, aAt, d) - dot(c, cAt, means.augmented, 0, d) - dot(a, aAt, means.feature, 0, d) + mn;
      const p = FEATURE_SHARE * inverse(cLength);
      const r = AUGMENTED_SHARE * inverse(aLength);
      const scale = inverse(lengthOf(p * p * cLength * cLength + r * r * aLength * aLength + 2 * p * r * ca));
      row.featureWeight = p * scale;
      row.augmentedWeight = r * scale;
    }
    this.#means = means;
    return means;
  }

  #removeAugmented(augmentedRow: number): void {
    this.#augmentedMean.remove(this.#augmented.view(augmentedRow));
    this.#augmented.removeSwapping(augmentedRow);
    const owner = this.#ownerOfAugmented.pop()!;
    if (augmentedRow === this.#ownerOfAugmented.length) return;
    this.#ownerOfAugmented[augmentedRow] = owner;
    this.#rows[owner]!.augmentedRow = augmentedRow;
  }

  #check(vector: Float32Array): void {
    if (vector.length === this.dimensions) return;
    throw new RangeError(`A vector of this index has ${this.dimensions} numbers: it has ${vector.length}`);
  }
}

/** The length of a vector whose square is known, 0 where the square is nothing but rounding. */
function lengthOf(square: number): number {
  return square > SQUARE_MIN ? Math.sqrt(square) : 0;
}

function inverse(length: number): number {
  return length > 0 ? 1 / length : 0;
}
