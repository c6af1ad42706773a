import { growableUint32 } from '../bits/growable.ts';
import { BestScores } from './best-scores.ts';
import { CentredRows } from './centred-rows.ts';
import { CalibrationSample } from './calibration-sample.ts';
import { ROWS_PER_CALL } from './quantised-rows.ts';
import { QueryMean } from './query-mean.ts';
import { SignSketch } from './sign-sketch.ts';

/** What is known of one picture of an item. Vectors are as long as the index has dimensions. */
export interface PictureFeatures {
  /** L2-normalised. */
  readonly feature: Float32Array;
  /** Mean feature over scenes, not normalised; null where the picture has none (yet). */
  readonly augmented?: Float32Array | null;
  /** Features of some scenes, one after the other. They only serve to tell foreign photos. */
  readonly probes?: Float32Array | null;
}

/** A picture with its number among those of the item `key`. */
export interface NumberedPicture extends PictureFeatures {
  readonly key: number;
  readonly picture: number;
}

export interface PictureQuery {
  /** At least 0. */
  readonly limit: number;
  readonly offset?: number;
  /** Whether an item may be in the result; asked of those that are likely to be. All may where left out. */
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

export interface PictureSearchResult {
  /** The best first; equal scores by key. */
  readonly hits: PictureHit[];
  /** Score of the first over the second, 0 with fewer than two: how sure the first place is. */
  readonly margin: number;
  /**
   * `out_of_catalog`: the photo is like nothing in the whole catalog. `high`: the first place stands clear of the second.
   * `low`: it does not, or there is none.
   */
  readonly confidence: 'high' | 'low' | 'out_of_catalog';
}

/** A picture by its first, rough score. */
interface Likely {
  readonly key: number;
  readonly score: number;
  readonly row: number;
}

/** Measured on shop photos: four of five first places with this margin are right, one of three with a tenth of it. */
const MARGIN_HIGH_MIN = 0.1;
/** A few milliseconds, only while there is something to learn; enough for a hundred pictures at once. */
const CALIBRATION_DOTS_PER_SEARCH = 25_000;
/** Below so many pictures, comparing all takes 3 ms at most. */
const SKETCH_ROWS_MIN = 16_384;
/** Pictures that are compared after their signs were seen, and so many for each item that is asked where these are more. */
const CANDIDATES = 4_096;
const CANDIDATES_PER_HIT = 8;
/**
 * So many pictures are looked at more closely, half a millisecond: the same number whatever page is asked, so that pages fit
 * together.
 */
const CLOSE_LOOKS = 128;

/**
 * Pictures of a catalog by the likeness of their vectors: see `CentredRows`. All are compared; in large catalogs those that a
 * look at their signs finds likely. Keys are small whole numbers from 0.
 */
export class PictureIndex {
  readonly dimensions: number;
  readonly #rows: CentredRows;
  readonly #keys = growableUint32(16);
  readonly #pictures = growableUint32(16);
  readonly #rowsOfKey = new Map<number, number[]>();
  readonly #probes: CalibrationSample;
  readonly #sketch: SignSketch;
  readonly #scores = new Float32Array(ROWS_PER_CALL);
  readonly #scratch: Float32Array;
  #picturesOfItemMax = 1;

  /**
   * `ground`: the mean feature of pictures that show nothing, where it is known. `sketchRowsMin`: from how many pictures on signs are
   * looked at first; for tests.
   */
  constructor(
    dimensions: number,
    options: { readonly ground?: Float32Array | null; readonly sketchRowsMin?: number } = {},
  ) {
    this.dimensions = dimensions;
    this.#rows = new CentredRows(dimensions);
    this.#scratch = new Float32Array(dimensions);
    this.#probes = new CalibrationSample(
      { rows: this.#rows.features, keyOf: (row) => this.#keys.data[row]! },
      options.ground ?? null,
    );
    const { sketchRowsMin: rowsMin = SKETCH_ROWS_MIN } = options;
    // Vectors are centred already.
    const centre = new Float32Array(dimensions);
    this.#sketch = new SignSketch(this.#rows, { rowsMin, centreNow: () => centre });
  }

  get itemCount(): number {
    return this.#rowsOfKey.size;
  }

  get pictureCount(): number {
    return this.#rows.count;
  }

  /** Sets the picture number `picture` of an item, in place of what was there. The vectors are copied. */
  set(key: number, picture: number, features: PictureFeatures): void {
    const row = this.#put(key, picture, features);
    this.#rows.refreshSome(row);
    this.#code(row);
  }

  /** Sets many pictures at once, of an empty index: without the work that keeps it right after each of them. */
  fill(pictures: Iterable<NumberedPicture>): void {
    for (const { key, picture, ...features } of pictures) this.#put(key, picture, features);
    this.#rows.refreshAll();
    for (let row = 0; row < this.#rows.count; row++) this.#code(row);
  }

  /** Removes all pictures of an item; says whether there were any. */
  remove(key: number): boolean {
    const pictures = (this.#rowsOfKey.get(key) ?? []).map((row) => this.#pictures.data[row]!);
    for (const picture of pictures) this.removePicture(key, picture);
    return pictures.length > 0;
  }

  /** Removes one picture of an item; says whether it was there. */
  removePicture(key: number, picture: number): boolean {
    if (!this.#removePicture(key, picture)) return false;
    this.#rows.refreshSome(null);
    return true;
  }

  /** The items whose pictures are most like a photo with this L2-normalised feature. */
  search(feature: Float32Array, query: PictureQuery): PictureSearchResult {
    this.#check(feature);
    const queryMean = query.queryMean ?? new QueryMean(this.dimensions);
    const result = this.#rank(queryMean.centre(feature, this.#rows.featureMean), query, null);
    return this.isOutOfCatalog(feature) ? { ...result, confidence: 'out_of_catalog' } : result;
  }

  /** The items whose pictures are most like those of this one, which is left out. Null for an item without a picture. */
  neighbours(key: number, query: Omit<PictureQuery, 'queryMean'>): PictureHit[] | null {
    const rows = this.#rowsOfKey.get(key);
    if (rows === undefined) return null;
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
    let best = -Infinity;
    for (const row of rowsA) {
      this.#rows.setQuery(this.#vectorOf(row));
      best = Math.max(best, ...rowsB.map((other) => this.#rows.closeScore(other)));
    }
    return best;
  }

  /**
   * Goes on with learning what a foreign photo looks like, which takes one dot product for each probe and picture;
   * says whether it is done. Searches go on with it a little as well; a caller with time to spare does better.
   */
  calibrate(dotsMax: number): boolean {
    return this.#probes.advance(dotsMax);
  }

  /** Whether a photo is like nothing in the catalog; null while too little is known to say. */
  isOutOfCatalog(feature: Float32Array): boolean | null {
    this.#probes.advance(CALIBRATION_DOTS_PER_SEARCH);
    const threshold = this.#probes.threshold();
    if (threshold === null) return null;
    const rows = this.#rows.features;
    rows.setQuery(feature);
    for (let from = 0; from < rows.count; from += ROWS_PER_CALL) {
      const until = Math.min(rows.count, from + ROWS_PER_CALL);
      rows.scoreRange(from, until, this.#scores);
      for (let i = 0; i < until - from; i++) if (this.#scores[i]! >= threshold) return false;
    }
    return true;
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
    // Only scenes show the product as a photo might; other views of a photo are more like it than any other photo is.
    if (probes !== null) this.#probes.add({ key, picture, isOfScenes: augmented !== null }, probes);
    return row;
  }

  #removePicture(key: number, picture: number): boolean {
    const rows = this.#rowsOfKey.get(key);
    const row = rows?.find((candidate) => this.#pictures.data[candidate] === picture);
    if (rows === undefined || row === undefined) return false;
    rows.splice(rows.indexOf(row), 1);
    if (rows.length === 0) this.#rowsOfKey.delete(key);
    this.#probes.remove(key, picture);
    this.#probes.beforeRemoval(row);
    this.#rows.removeSwapping(row);
    this.#sketch.removed(row);
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

  #rank(q: Float32Array, query: PictureQuery, leftOut: number | null): PictureSearchResult {
    const { limit, offset = 0, allow } = query;
    const passes = (row: number): boolean => {
      const key = this.#keys.data[row]!;
      return key !== leftOut && (allow === undefined || allow(key));
    };
    this.#rows.setQuery(q);
    // Two at least, because the margin needs them.
    const places = Math.max(2, limit + offset);
    const sorted = this.#bestItems(q, passes, places);
    const margin = sorted.length < 2 ? 0 : sorted[0]!.score - sorted[1]!.score;
    const confidence = margin >= MARGIN_HIGH_MIN ? 'high' : 'low';
    return { hits: sorted.slice(offset, offset + limit), margin, confidence };
  }

  /** The best `places` of the items whose rows pass, each with its best picture. */
  #bestItems(q: Float32Array, passes: (row: number) => boolean, places: number): PictureHit[] {
    // So many pictures have `places` items among them, and of each of these the best picture.
    const pictures = new BestScores<Likely>(Math.max(CLOSE_LOOKS, places * this.#picturesOfItemMax));
    const offer = (rows: Uint32Array | null, from: number, count: number): void => {
      for (let i = 0; i < count; i++) {
        const score = this.#scores[i]!;
        if (score < pictures.floor) continue;
        const row = rows === null ? from + i : rows[i]!;
        if (passes(row)) pictures.offer({ key: this.#keys.data[row]!, score, row });
      }
    };
    if (this.#sketch.isReady) {
      const wanted = Math.max(CANDIDATES, places * CANDIDATES_PER_HIT);
      const likely = this.#sketch.nearest(q, wanted, passes);
      for (let from = 0; from < likely.length; from += ROWS_PER_CALL) {
        const rows = likely.subarray(from, from + ROWS_PER_CALL);
        this.#rows.scoreRows(rows, rows.length, this.#scores);
        offer(rows, 0, rows.length);
      }
      const items = this.#itemsOf(pictures.sorted());
      // Many pictures of few items may have taken all places; where fewer pass than were wanted, these are all.
      if (items.length >= places || likely.length < wanted) return items.slice(0, places);
    }
    for (let from = 0; from < this.#rows.count; from += ROWS_PER_CALL) {
      const until = Math.min(this.#rows.count, from + ROWS_PER_CALL);
      this.#rows.scoreRange(from, until, this.#scores);
      offer(null, from, until - from);
    }
    return this.#itemsOf(pictures.sorted()).slice(0, places);
  }

  /** Each item once, with its best picture, of equal ones the first; the best pictures by a closer look. */
  #itemsOf(likely: readonly Likely[]): PictureHit[] {
    const looked = likely.slice(0, CLOSE_LOOKS).map(({ key, row }) => {
      return { key, score: this.#rows.closeScore(row), picture: this.#pictures.data[row]! };
    });
    looked.sort((a, b) => b.score - a.score || a.key - b.key || a.picture - b.picture);
    const items = new Map<number, PictureHit>();
    for (const hit of looked) if (!items.has(hit.key)) items.set(hit.key, hit);
    // What comes after them stays after them: a closer look would make little difference there.
    const scoreMax = looked.at(-1)?.score ?? 0;
    for (const { key, score, row } of likely.slice(CLOSE_LOOKS)) {
      if (items.has(key)) continue;
      items.set(key, { key, score: Math.min(score, scoreMax), picture: this.#pictures.data[row]! });
    }
    return [...items.values()];
  }

  /** Codes a row's vector for the look at signs; to be called when it was written. */
  #code(row: number): void {
    this.#rows.read(row, this.#scratch);
    this.#sketch.wrote(row, this.#scratch);
  }

  #vectorOf(row: number): Float32Array {
    const vector = new Float32Array(this.dimensions);
    this.#rows.read(row, vector);
    return vector;
  }

  #check(vector: Float32Array): void {
    if (vector.length === this.dimensions) return;
    throw new RangeError(`A vector of this index has ${this.dimensions} numbers: it has ${vector.length}`);
  }
}
