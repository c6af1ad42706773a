import { ensureCapacity } from '../bits/growable.ts';
import { TopScores } from '../bits/top-scores.ts';
import { CentredRows } from './centred-rows.ts';
import { CalibrationSample } from './calibration-sample.ts';
import { PictureItems } from './picture-items.ts';
import { QueryMean } from './query-mean.ts';
import type { ScoreSpread, SquaredScores } from './score-spread.ts';
import { findNearestRows, measurePassingShare, scatter } from './sign-prefilter.ts';
import { SignSketch } from './sign-sketch.ts';
import { rowsPerCall } from './simd-kernels.ts';
import { dot } from './vector-math.ts';

/** The vectors of one picture of an item, with the index's dimensions. */
export interface PictureFeatures {
  /** The L2-normalised feature. */
  readonly feature: Float32Array;
  /** Mean feature over scenes, not normalised; null if the picture has none (yet). */
  readonly augmented?: Float32Array | null;
  /** Calibration samples: features of some scenes, one after the other, for the out-of-catalog verdict. */
  readonly probes?: Float32Array | null;
}

/** A picture with its number within the item `key`. */
export interface NumberedPicture extends PictureFeatures {
  readonly key: number;
  readonly picture: number;
}

export interface PictureQuery {
  /** At least 0. */
  readonly limit: number;
  readonly offset?: number;
  /** Whether an item may be in the result, called for likely ones only; if omitted, all may. */
  readonly allow?: (key: number) => boolean;
  /** The mean of this shop's photo queries, if known. It is not changed. */
  readonly queryMean?: QueryMean;
  /** The spread of scores by this shop's photo queries, if known. It is not changed. */
  readonly spread?: ScoreSpread;
}

export interface PictureHit {
  readonly key: number;
  /** The score of `PictureItems` by the cosines after centring, -1 to 1, of the item's best picture and the centroid of its pictures. */
  readonly score: number;
  readonly picture: number;
}

export interface PictureSearchResult {
  /** The hits, best first, equal scores by key. */
  readonly hits: PictureHit[];
  /** The first score minus the second, 0 with fewer than two hits: the certainty of the first. */
  readonly margin: number;
  /**
   * `out_of_catalog` if the photo resembles nothing in the catalog, `high` if the first hit is well ahead of the second, otherwise `low`.
   */
  readonly confidence: 'high' | 'low' | 'out_of_catalog';
}

/** Measured on shop photos: four of five first hits with this margin are correct, one of three with a tenth of it. */
export const marginHighMin = 0.1;
/** Maximum dot products of the calibration per search: a few milliseconds, only while it is incomplete. */
const calibrationDotsPerSearch = 25_000;
/** Minimum pictures for the sign prefilter: comparing all of fewer takes 3 ms at most. */
const defaultSketchRowsMin = 16_384;
/** Minimum pictures that are compared after the sign prefilter, and minimum per requested item. */
const candidatesMin = 4_096;
const candidatesPerHit = 8;
/**
 * Number of items that are rescored at full precision, which takes half a millisecond for a picture each: the same for every page, so
 * that pages are consistent.
 */
const rescoredMax = 128;
/** Pictures that are compared to measure the spread of scores. */
const spreadRowsMax = rowsPerCall;
/** Minimum pictures of a kind: the spread of fewer is that of a few items. */
const spreadKindMin = 8;

interface WantedItems {
  readonly passes: (row: number) => boolean;
  readonly count: number;
  /** Whether several pictures of an item count together (see `PictureItems`), instead of the best one. */
  readonly countsCentroid: boolean;
}

/**
 * The pictures of a catalog by similarity: see `CentredRows`. All are compared; in large catalogs those selected by
 * the sign prefilter. Keys are small integers from 0.
 */
export class PictureIndex {
  readonly dimensions: number;
  readonly #rows: CentredRows;
  readonly #items = new PictureItems();
  readonly #calibration: CalibrationSample;
  readonly #sketch: SignSketch;
  /** The scores of the current search by row. */
  #scores = new Float32Array();
  readonly #listScores = new Float32Array(rowsPerCall);
  readonly #scratch: Float32Array;

  /**
   * `blankFeature` is the mean feature of blank pictures, if known. `sketchRowsMin`, for tests, is the minimum number of pictures for the
   * sign prefilter.
   */
  constructor(
    dimensions: number,
    options: { readonly blankFeature?: Float32Array | null; readonly sketchRowsMin?: number } = {},
  ) {
    this.dimensions = dimensions;
    this.#rows = new CentredRows(dimensions);
    this.#scratch = new Float32Array(dimensions);
    this.#calibration = new CalibrationSample(
      {
        rows: this.#rows.rows,
        getKey: (row) => this.#items.getKey(row),
        withScenes: () => this.#rows.sceneRowCount,
      },
      options.blankFeature ?? null,
    );
    const { sketchRowsMin: rowsMin = defaultSketchRowsMin } = options;
    // The vectors are centred already.
    const centre = new Float32Array(dimensions);
    this.#sketch = new SignSketch(this.#rows, { rowsMin, currentCentre: () => centre });
  }

  get itemCount(): number {
    return this.#items.count;
  }

  get pictureCount(): number {
    return this.#rows.count;
  }

  /** Sets the picture number `picture` of an item, replacing an existing one. The vectors are copied. */
  set(key: number, picture: number, features: PictureFeatures): void {
    const row = this.#put(key, picture, features);
    this.#refreshSome(row, key);
    this.#updateSigns(row);
  }

  /** Sets many pictures of an empty index, without refreshing the weights after each. */
  fill(pictures: Iterable<NumberedPicture>): void {
    for (const { key, picture, ...features } of pictures) this.#put(key, picture, features);
    this.#rows.refreshAll();
    const keys = Array.from({ length: this.#rows.count }, (_, row) => this.#items.getKey(row));
    this.#measure(keys);
    for (let row = 0; row < this.#rows.count; row++) this.#updateSigns(row);
  }

  /** Removes all pictures of an item; returns whether there were any. */
  remove(key: number): boolean {
    const pictures = this.#items.listRows(key).map((row) => this.#items.getPicture(row));
    for (const picture of pictures) this.removePicture(key, picture);
    return pictures.length > 0;
  }

  /** Removes one picture of an item; returns whether it existed. */
  removePicture(key: number, picture: number): boolean {
    if (!this.#removePicture(key, picture)) return false;
    this.#refreshSome(null, key);
    return true;
  }

  /** The items with the pictures most similar to a photo with this L2-normalised feature. */
  search(feature: Float32Array, query: PictureQuery): PictureSearchResult {
    this.#check(feature);
    const queryMean = query.queryMean ?? new QueryMean(this.dimensions);
    const result = this.#rank(this.centreFeature(feature, queryMean), query, null);
    return this.isOutOfCatalog(feature) ? { ...result, confidence: 'out_of_catalog' } : result;
  }

  /** The feature of a photo as `search` compares it with pictures. */
  centreFeature(feature: Float32Array, queryMean: QueryMean): Float32Array {
    return queryMean.centre(feature, this.#rows.mean);
  }

  /** The items with the pictures most similar to those of this item, without itself. Null if the item has no picture. */
  neighbours(key: number, query: Omit<PictureQuery, 'queryMean' | 'spread'>): PictureHit[] | null {
    const rows = this.#items.listRows(key);
    if (rows.length === 0) return null;
    const { limit, offset = 0 } = query;
    // The best pair of pictures counts, so each of the item's pictures contributes its best.
    const best = new Map<number, PictureHit>();
    for (const row of rows) {
      for (const hit of this.#rank(this.#readVector(row), { ...query, limit: limit + offset, offset: 0 }, key)
        .hits) {
        const before = best.get(hit.key);
        if (before === undefined || hit.score > before.score) best.set(hit.key, hit);
      }
    }
    const sorted = [...best.values()].sort((a, b) => b.score - a.score || a.key - b.key);
    return sorted.slice(offset, offset + limit);
  }

  /** The cosine of the most similar pictures of two items after centring; null if one has none. */
  computeSimilarity(keyA: number, keyB: number): number | null {
    const rowsA = this.#items.listRows(keyA);
    const rowsB = this.#items.listRows(keyB);
    if (rowsA.length === 0 || rowsB.length === 0) return null;
    let best = -Infinity;
    for (const row of rowsA) {
      this.#rows.setQuery(this.#readVector(row));
      best = Math.max(best, ...rowsB.map((other) => this.#rows.preciseScore(other)));
    }
    return best;
  }

  /**
   * Continues the out-of-catalog calibration, which takes one dot product per sample and picture; returns whether it
   * is complete. Each search continues it a little, too.
   */
  calibrate(dotsMax: number): boolean {
    return this.#calibration.advance(dotsMax);
  }

  /** Whether a photo resembles nothing in the catalog; null while the calibration is incomplete. */
  isOutOfCatalog(feature: Float32Array): boolean | null {
    this.#calibration.advance(calibrationDotsPerSearch);
    const threshold = this.#calibration.computeThreshold();
    if (threshold === null) return null;
    return this.#calibration.findBestCosine(feature) < threshold;
  }

  /**
   * Whether a flat picture, such as a screenshot, is less similar to all pictures than scenes are to their own item; false while that is
   * unknown.
   */
  showsNoItem(feature: Float32Array): boolean {
    const own = this.#calibration.computeSelfSimilarity();
    return own !== null && this.#calibration.findBestCosine(feature) < own;
  }

  /** The mean squared scores that a photo gives to some pictures of each kind, to observe their spread; null if one kind is rare. */
  sampleSquaredScores(feature: Float32Array, queryMean: QueryMean): SquaredScores | null {
    if (!this.#hasBothKinds) return null;
    this.#check(feature);
    this.#rows.setQuery(this.centreFeature(feature, queryMean));
    const { count } = this.#rows;
    // Samples scattered rows, as the pictures of items may alternate between the kinds.
    const sample = Uint32Array.from({ length: Math.min(count, spreadRowsMax) }, (_, i) =>
      count <= spreadRowsMax ? i : scatter(i, count),
    );
    this.#rows.scoreRows(sample, sample.length, this.#listScores);
    const ofKind = [false, true].map((hasScenes) => {
      const scores = this.#listScores.subarray(0, sample.length);
      return scores.filter((_, i) => this.#rows.hasScenes(sample[i]!) === hasScenes);
    });
    if (ofKind.some(({ length }) => length < spreadKindMin)) return null;
    const [plain, withScenes] = ofKind.map(
      (scores) => dot(scores, 0, scores, 0, scores.length) / scores.length,
    );
    return { plain: plain!, withScenes: withScenes! };
  }

  get #hasBothKinds(): boolean {
    const { count, sceneRowCount: withScenes } = this.#rows;
    return Math.min(withScenes, count - withScenes) >= spreadKindMin;
  }

  #put(key: number, picture: number, features: PictureFeatures): number {
    const { feature, augmented = null, probes = null } = features;
    this.#check(feature);
    if (augmented !== null) this.#check(augmented);
    this.#removePicture(key, picture);
    const row = this.#rows.push(feature, augmented);
    this.#items.push(key, picture);
    // Only scenes resemble photos of the product; other views of the picture are more similar to it than photos are.
    if (probes !== null) this.#calibration.add({ key, picture, isOfScenes: augmented !== null }, probes);
    return row;
  }

  #removePicture(key: number, picture: number): boolean {
    const row = this.#items.findRow(key, picture);
    if (row === undefined) return false;
    this.#calibration.remove(key, picture);
    this.#calibration.beforeRemoval(row);
    this.#rows.removeSwapping(row);
    this.#sketch.onRemove(row);
    this.#items.removeSwapping(row);
    return true;
  }

  #refreshSome(row: number | null, key: number): void {
    const refreshed = this.#rows.refreshSome(row);
    this.#measure([key, ...refreshed.map((other) => this.#items.getKey(other))]);
  }

  #measure(keys: readonly number[]): void {
    this.#items.measure(keys, this.dimensions, (row, into) => this.#rows.read(row, into));
  }

  /** Ranks items. If `q` is a picture of the item `excludedKey`, and no photo, its neighbours are ranked by their best pictures. */
  #rank(q: Float32Array, query: PictureQuery, excludedKey: number | null): PictureSearchResult {
    const { limit, offset = 0, allow, spread } = query;
    const passes = (row: number): boolean => {
      const key = this.#items.getKey(row);
      return key !== excludedKey && (allow === undefined || allow(key));
    };
    this.#rows.setQuery(q, this.#hasBothKinds ? spread?.computePlainWeight() : 1);
    // The margin needs at least two hits.
    const count = Math.max(2, limit + offset);
    const sorted = this.#findBestItems(q, { passes, count, countsCentroid: excludedKey === null });
    const margin = sorted.length < 2 ? 0 : sorted[0]!.score - sorted[1]!.score;
    const confidence = margin >= marginHighMin ? 'high' : 'low';
    return { hits: sorted.slice(offset, offset + limit), margin, confidence };
  }

  /** The best `count` of the items whose rows pass. */
  #findBestItems(q: Float32Array, wanted: WantedItems): PictureHit[] {
    const { passes, count } = wanted;
    this.#scores = ensureCapacity(this.#scores, this.#rows.count);
    const best = new TopScores(Math.min(Math.max(rescoredMax, count), this.#items.count));
    if (this.#sketch.isReady) {
      const rowsMin = Math.max(candidatesMin, count * candidatesPerHit);
      const end = this.#rows.count;
      const selection = { end, passes, count: end, share: measurePassingShare(end, passes) };
      const candidates = findNearestRows(selection, rowsMin, () => this.#sketch.countDistances(q));
      const rows = this.#items.withOthers(candidates);
      this.#scoreRows(rows);
      for (const row of rows) this.#offer(row, best, wanted);
      const items = this.#createHits(best.drain(), wanted.countsCentroid);
      // Many pictures of few items may fill the list. If fewer rows pass than were requested, these are all.
      if (items.length >= count || candidates.length < rowsMin) return items.slice(0, count);
    }
    for (let from = 0; from < this.#rows.count; from += rowsPerCall) {
      const until = Math.min(this.#rows.count, from + rowsPerCall);
      this.#rows.scoreRange(from, until, this.#scores.subarray(from, until));
    }
    for (let row = 0; row < this.#rows.count; row++) this.#offer(row, best, wanted);
    return this.#createHits(best.drain(), wanted.countsCentroid).slice(0, count);
  }

  #scoreRows(rows: Uint32Array): void {
    for (let from = 0; from < rows.length; from += rowsPerCall) {
      const some = rows.subarray(from, from + rowsPerCall);
      this.#rows.scoreRows(some, some.length, this.#listScores);
      for (let i = 0; i < some.length; i++) this.#scores[some[i]!] = this.#listScores[i]!;
    }
  }

  /** Offers a row as the best picture of its item, unless another one is. */
  #offer(row: number, best: TopScores, { passes, countsCentroid }: WantedItems): void {
    let score = this.#scores[row]!;
    if (!this.#items.isOnly(row)) {
      if ((countsCentroid ? this.#items.scoreMax(row, score) : score) < best.floor) return;
      const item = this.#items.score(this.#items.getKey(row), this.#scores, countsCentroid);
      if (item.row !== row) return;
      score = item.score;
    }
    if (score < best.floor || !passes(row)) return;
    best.offer(row, score, this.#items.getKey(row));
  }

  /** The items of their best pictures, best first; the first are rescored at full precision. */
  #createHits(
    { items: rows, scores }: { items: Uint32Array; scores: Float64Array },
    countsCentroid: boolean,
  ): PictureHit[] {
    const toHit = (row: number, score: number): PictureHit => {
      return { key: this.#items.getKey(row), score, picture: this.#items.getPicture(row) };
    };
    const rescored = rows.subarray(0, rescoredMax);
    for (const row of rescored)
      for (const itemRow of this.#items.listRows(this.#items.getKey(row)))
        this.#scores[itemRow] = this.#rows.preciseScore(itemRow);
    const hits = Array.from(rescored, (row) => {
      const item = this.#items.score(this.#items.getKey(row), this.#scores, countsCentroid);
      return toHit(item.row, item.score);
    });
    hits.sort((a, b) => b.score - a.score || a.key - b.key);
    // Later items stay after the rescored ones: rescoring would change little there.
    const scoreMax = hits.at(-1)?.score ?? 0;
    for (let i = rescoredMax; i < rows.length; i++)
      hits.push(toHit(rows[i]!, Math.min(scores[i]!, scoreMax)));
    return hits;
  }

  /** Updates the sign bits of a row; call after each write. */
  #updateSigns(row: number): void {
    this.#rows.read(row, this.#scratch);
    this.#sketch.onWrite(row, this.#scratch);
  }

  #readVector(row: number): Float32Array {
    const vector = new Float32Array(this.dimensions);
    this.#rows.read(row, vector);
    return vector;
  }

  #check(vector: Float32Array): void {
    if (vector.length === this.dimensions) return;
    throw new RangeError(
      `Cannot use a vector of ${vector.length} numbers: this index has ${this.dimensions} dimensions`,
    );
  }
}
