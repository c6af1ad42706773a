import { growableUint32 } from '../bits/growable.ts';
import { TopScores } from '../bits/top-scores.ts';
import { CentredRows } from './centred-rows.ts';
import { CalibrationSample } from './calibration-sample.ts';
import { QueryMean } from './query-mean.ts';
import { nearestRows, passingShare } from './sign-prefilter.ts';
import { SignSketch } from './sign-sketch.ts';
import { rowsPerCall } from './simd-kernels.ts';

/** The vectors of one picture of an item, with the index's dimensions. */
export interface PictureFeatures {
  /** L2-normalised. */
  readonly feature: Float32Array;
  /** Mean feature over scenes, not normalised; null where the picture has none (yet). */
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
  /** Whether an item may be in the result; called for likely ones only. Omitted: all may. */
  readonly allow?: (key: number) => boolean;
  /** The mean of this shop's photo queries; omitted: unknown. It is not changed. */
  readonly queryMean?: QueryMean;
}

export interface PictureHit {
  readonly key: number;
  /** Cosine after centring, -1 to 1, of the item's best picture. */
  readonly score: number;
  /** The number of that picture. */
  readonly picture: number;
}

export interface PictureSearchResult {
  /** Best first; equal scores by key. */
  readonly hits: PictureHit[];
  /** The first score minus the second, 0 with fewer than two hits: the certainty of the first. */
  readonly margin: number;
  /**
   * `out_of_catalog`: the photo resembles nothing in the catalog. `high`: the first hit is well ahead of the second.
   * `low`: it is not, or there is none.
   */
  readonly confidence: 'high' | 'low' | 'out_of_catalog';
}

/** Measured on shop photos: four of five first hits with this margin are correct, one of three with a tenth of it. */
export const marginHighMin = 0.1;
/** A few milliseconds, only while the calibration is incomplete; enough for a hundred pictures at once. */
const calibrationDotsPerSearch = 25_000;
/** Below this number of pictures, comparing all takes 3 ms at most. */
const defaultSketchRowsMin = 16_384;
/** Pictures that are compared after the sign prefilter; at least this many per requested item. */
const candidatesMin = 4_096;
const candidatesPerHit = 8;
/**
 * Number of pictures that are rescored at full precision, which takes half a millisecond: the same for every page, so
 * that pages are consistent.
 */
const rescoredMax = 128;

/**
 * The pictures of a catalog by similarity: see `CentredRows`. All are compared; in large catalogs those selected by
 * the sign prefilter. Keys are small integers from 0.
 */
export class PictureIndex {
  readonly dimensions: number;
  readonly #rows: CentredRows;
  readonly #keys = growableUint32(16);
  readonly #pictures = growableUint32(16);
  readonly #rowsOfKey = new Map<number, number[]>();
  readonly #calibration: CalibrationSample;
  readonly #sketch: SignSketch;
  readonly #scores = new Float32Array(rowsPerCall);
  readonly #scratch: Float32Array;
  #picturesOfItemMax = 1;

  /**
   * `blankFeature`: the mean feature of blank pictures, where it is known. `sketchRowsMin`: the number of pictures
   * from which the sign prefilter is used; for tests.
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
        keyOf: (row) => this.#keys.data[row]!,
        withScenes: () => this.#rows.withScenes,
      },
      options.blankFeature ?? null,
    );
    const { sketchRowsMin: rowsMin = defaultSketchRowsMin } = options;
    // The vectors are centred already.
    const centre = new Float32Array(dimensions);
    this.#sketch = new SignSketch(this.#rows, { rowsMin, currentCentre: () => centre });
  }

  get itemCount(): number {
    return this.#rowsOfKey.size;
  }

  get pictureCount(): number {
    return this.#rows.count;
  }

  /** Sets the picture number `picture` of an item, replacing an existing one. The vectors are copied. */
  set(key: number, picture: number, features: PictureFeatures): void {
    const row = this.#put(key, picture, features);
    this.#rows.refreshSome(row);
    this.#updateSigns(row);
  }

  /** Sets many pictures of an empty index, without refreshing the weights after each. */
  fill(pictures: Iterable<NumberedPicture>): void {
    for (const { key, picture, ...features } of pictures) this.#put(key, picture, features);
    this.#rows.refreshAll();
    for (let row = 0; row < this.#rows.count; row++) this.#updateSigns(row);
  }

  /** Removes all pictures of an item; returns whether there were any. */
  remove(key: number): boolean {
    const pictures = (this.#rowsOfKey.get(key) ?? []).map((row) => this.#pictures.data[row]!);
    for (const picture of pictures) this.removePicture(key, picture);
    return pictures.length > 0;
  }

  /** Removes one picture of an item; returns whether it existed. */
  removePicture(key: number, picture: number): boolean {
    if (!this.#removePicture(key, picture)) return false;
    this.#rows.refreshSome(null);
    return true;
  }

  /** The items with the pictures most similar to a photo with this L2-normalised feature. */
  search(feature: Float32Array, query: PictureQuery): PictureSearchResult {
    this.#check(feature);
    const queryMean = query.queryMean ?? new QueryMean(this.dimensions);
    const result = this.#rank(this.centred(feature, queryMean), query, null);
    return this.isOutOfCatalog(feature) ? { ...result, confidence: 'out_of_catalog' } : result;
  }

  /** The feature of a photo as `search` compares it with pictures. */
  centred(feature: Float32Array, queryMean: QueryMean): Float32Array {
    return queryMean.centre(feature, this.#rows.mean);
  }

  /** The items with the pictures most similar to those of this item, without itself. Null for an item without a picture. */
  neighbours(key: number, query: Omit<PictureQuery, 'queryMean'>): PictureHit[] | null {
    const rows = this.#rowsOfKey.get(key);
    if (rows === undefined) return null;
    const { limit, offset = 0 } = query;
    // The best pair of pictures counts, so each of the item's pictures contributes its best.
    const best = new Map<number, PictureHit>();
    for (const row of rows) {
      for (const hit of this.#rank(this.#vectorOf(row), { ...query, limit: limit + offset, offset: 0 }, key)
        .hits) {
        const before = best.get(hit.key);
        if (before === undefined || hit.score > before.score) best.set(hit.key, hit);
      }
    }
    const sorted = [...best.values()].sort((a, b) => b.score - a.score || a.key - b.key);
    return sorted.slice(offset, offset + limit);
  }

  /** Cosine of the most similar pictures of two items after centring; null where one has none. */
  similarity(keyA: number, keyB: number): number | null {
    const rowsA = this.#rowsOfKey.get(keyA);
    const rowsB = this.#rowsOfKey.get(keyB);
    if (rowsA === undefined || rowsB === undefined) return null;
    let best = -Infinity;
    for (const row of rowsA) {
      this.#rows.setQuery(this.#vectorOf(row));
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
    const threshold = this.#calibration.threshold();
    if (threshold === null) return null;
    return this.#calibration.bestCosine(feature) < threshold;
  }

  /**
   * Whether a flat picture, such as a screenshot, is less similar to all pictures than scenes are to their own item; false while that is
   * unknown.
   */
  showsNoItem(feature: Float32Array): boolean {
    const own = this.#calibration.ownSimilarity();
    return own !== null && this.#calibration.bestCosine(feature) < own;
  }

  #put(key: number, picture: number, features: PictureFeatures): number {
    const { feature, augmented = null, probes = null } = features;
    this.#check(feature);
    if (augmented !== null) this.#check(augmented);
    this.#removePicture(key, picture);
    const row = this.#rows.push(feature, augmented);
    this.#keys.push(key);
    this.#pictures.push(picture);
    const rows = this.#rowsOfKey.get(key);
    if (rows === undefined) this.#rowsOfKey.set(key, [row]);
    else this.#picturesOfItemMax = Math.max(this.#picturesOfItemMax, rows.push(row));
    // Only scenes resemble photos of the product; other views of the picture are more similar to it than photos are.
    if (probes !== null) this.#calibration.add({ key, picture, isOfScenes: augmented !== null }, probes);
    return row;
  }

  #removePicture(key: number, picture: number): boolean {
    const rows = this.#rowsOfKey.get(key);
    const row = rows?.find((candidate) => this.#pictures.data[candidate] === picture);
    if (rows === undefined || row === undefined) return false;
    rows.splice(rows.indexOf(row), 1);
    if (rows.length === 0) this.#rowsOfKey.delete(key);
    this.#calibration.remove(key, picture);
    this.#calibration.beforeRemoval(row);
    this.#rows.removeSwapping(row);
    this.#sketch.onRemove(row);
    const last = this.#rows.count;
    const movedKey = this.#keys.data[last]!;
    this.#keys.data[row] = movedKey;
    this.#pictures.data[row] = this.#pictures.data[last]!;
    this.#keys.length = last;
    this.#pictures.length = last;
    const movedRows = row === last ? undefined : this.#rowsOfKey.get(movedKey);
    if (movedRows !== undefined) movedRows[movedRows.indexOf(last)] = row;
    return true;
  }

  #rank(q: Float32Array, query: PictureQuery, excludedKey: number | null): PictureSearchResult {
    const { limit, offset = 0, allow } = query;
    const passes = (row: number): boolean => {
      const key = this.#keys.data[row]!;
      return key !== excludedKey && (allow === undefined || allow(key));
    };
    this.#rows.setQuery(q);
    // At least two, for the margin.
    const count = Math.max(2, limit + offset);
    const sorted = this.#bestItems(q, passes, count);
    const margin = sorted.length < 2 ? 0 : sorted[0]!.score - sorted[1]!.score;
    const confidence = margin >= marginHighMin ? 'high' : 'low';
    return { hits: sorted.slice(offset, offset + limit), margin, confidence };
  }

  /** The best `count` of the items whose rows pass, each with its best picture. */
  #bestItems(q: Float32Array, passes: (row: number) => boolean, count: number): PictureHit[] {
    // This many pictures include `count` items, and the best picture of each.
    const picturesMax = Math.max(rescoredMax, count * this.#picturesOfItemMax);
    const pictures = new TopScores(Math.min(picturesMax, this.#rows.count));
    const offer = (rows: Uint32Array | null, from: number, count: number): void => {
      for (let i = 0; i < count; i++) {
        const score = this.#scores[i]!;
        if (score < pictures.floor) continue;
        const row = rows === null ? from + i : rows[i]!;
        if (passes(row)) pictures.offer(row, score, this.#keys.data[row]!);
      }
    };
    if (this.#sketch.isReady) {
      const wanted = Math.max(candidatesMin, count * candidatesPerHit);
      const end = this.#rows.count;
      const selection = { end, passes, count: end, share: passingShare(end, passes) };
      const candidates = nearestRows(selection, wanted, () => this.#sketch.distances(q));
      for (let from = 0; from < candidates.length; from += rowsPerCall) {
        const rows = candidates.subarray(from, from + rowsPerCall);
        this.#rows.scoreRows(rows, rows.length, this.#scores);
        offer(rows, 0, rows.length);
      }
      const items = this.#itemsOf(pictures.drain());
      // Many pictures of few items may fill the list. Where fewer pass than were requested, these are all.
      if (items.length >= count || candidates.length < wanted) return items.slice(0, count);
    }
    for (let from = 0; from < this.#rows.count; from += rowsPerCall) {
      const until = Math.min(this.#rows.count, from + rowsPerCall);
      this.#rows.scoreRange(from, until, this.#scores);
      offer(null, from, until - from);
    }
    return this.#itemsOf(pictures.drain()).slice(0, count);
  }

  /** Each item once, with its best picture, of equal ones the first; the best pictures are rescored at full precision. */
  #itemsOf({ items: rows, scores }: { items: Uint32Array; scores: Float64Array }): PictureHit[] {
    const hitOf = (row: number, score: number): PictureHit => {
      return { key: this.#keys.data[row]!, score, picture: this.#pictures.data[row]! };
    };
    const rescored = Array.from(rows.subarray(0, rescoredMax), (row) =>
      hitOf(row, this.#rows.preciseScore(row)),
    );
    rescored.sort((a, b) => b.score - a.score || a.key - b.key || a.picture - b.picture);
    const items = new Map<number, PictureHit>();
    for (const hit of rescored) if (!items.has(hit.key)) items.set(hit.key, hit);
    // Later pictures stay after them: rescoring would change little there.
    const scoreMax = rescored.at(-1)?.score ?? 0;
    for (let i = rescoredMax; i < rows.length; i++) {
      const hit = hitOf(rows[i]!, Math.min(scores[i]!, scoreMax));
      if (!items.has(hit.key)) items.set(hit.key, hit);
    }
    return [...items.values()];
  }

  /** Updates the sign bits of a row; call after each write. */
  #updateSigns(row: number): void {
    this.#rows.read(row, this.#scratch);
    this.#sketch.onWrite(row, this.#scratch);
  }

  #vectorOf(row: number): Float32Array {
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
