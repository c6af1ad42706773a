import type { NibbleRows } from './rows/nibble-rows.ts';
import { rowsPerCall } from './simd-kernels.ts';
import { dot, l2Normalise } from './vector-math.ts';
import { createGrowableFloat32 } from '../bits/growable.ts';

/** Minimum samples for a threshold. */
export const samplesMin = 8;
/** With this many samples the first percentile is one of them; with fewer, it is that of a normal distribution. */
export const percentileSamplesMin = 100;
/** The first percentile of a normal distribution, in standard deviations below the mean. */
const normalPercentile = 2.326;
/** Maximum samples: a larger sample would improve the percentile too little for its cost. */
export const samplesMax = 256;
const percentile = 0.01;
/** A squared length below this is a rounding error. */
const squareMin = 1e-6;
/** Samples count once they are compared with this share of the catalog; the rest can only raise their best cosines a little. */
const comparedShareMin = 0.9;

/**
 * The threshold for a catalog of a single product, as a share of the similarity of a product and its scenes. Photos are less similar to
 * their product than scenes are: of a grocer's photos, less than .01 are rejected at this share.
 */
const ownShare = 0.55;
/** Minimum share of the pictures with samples: samples of fewer pictures may all be of one kind of product. */
const sampledShareMin = 0.25;
/**
 * Minimum share of the pictures with scenes. Scenes are computed one picture after the other: the first ones may all be of one kind, and
 * so may the remaining ones.
 */
const withScenesShareMin = 0.99;
/** At this number of pictures, half of the threshold depends on the similarity between items. */
const ownCount = 80;

interface CalibrationFeature {
  readonly id: string;
  readonly key: number;
  readonly isOfScenes: boolean;
  readonly order: number;
  readonly feature: Float32Array;
  /** Number of rows that the sample is compared with. */
  comparedRows: number;
  /** The sample's best cosine with a picture of another item among these, and that item. */
  best: number;
  bestKey: number;
  /** The sample's best cosine with a picture of its own item among these. */
  own: number;
}

/** The vectors of a catalog's pictures, with their items. */
export interface KeyedRows {
  readonly rows: NibbleRows;
  readonly getKey: (row: number) => number;
  /** The number of rows with scenes; 0 if the model has none. */
  readonly withScenes: () => number;
}

/**
 * Distinguishes photos of unknown kinds of objects from photos of products that the shop might sell. A calibration
 * sample is the feature of a known item in a synthetic scene. Without its own item, its best match shows how similar
 * a photo of a comparable but unlisted item is. A photo below the first percentile of these is out of catalog.
 *
 * All cosines are of vectors minus the mean feature of blank pictures: what any two pictures have in common would hide the differences
 * between kinds of pictures, such as drawings, which are all similar to each other, and photos.
 *
 * With few items, which are hardly similar to each other, nothing would be out of catalog. There the threshold
 * depends on the similarity of an item to its own scenes. It counts less the more pictures there are:
 * threshold = t + (own - t) k / (k + pictures), where own is higher than t, the threshold by other items.
 *
 * The sample is deterministic: it has the features with the smallest hashes. Comparing it with the whole catalog
 * takes long (256 samples x 100,000 pictures: 3 s), so this is done in slices, and there is no threshold until then.
 */
export class CalibrationSample {
  readonly #samples: CalibrationFeature[] = [];
  readonly #catalog: KeyedRows;
  readonly #blankFeature: Float32Array;
  readonly #hasBlankFeature: boolean;
  readonly #cosines = new Float32Array(rowsPerCall);
  /** The inverse length of each row without the blank feature. */
  readonly #inverseLengths = createGrowableFloat32(16);
  readonly #scratch: Float32Array;
  #queryBlank = 0;
  #threshold: number | null = null;
  #isStale = true;

  /** `blankFeature` is the mean feature of blank pictures, or null if it is unknown. */
  constructor(catalog: KeyedRows, blankFeature: Float32Array | null = null) {
    const { dimensions } = catalog.rows;
    this.#catalog = catalog;
    this.#hasBlankFeature = blankFeature !== null;
    this.#blankFeature = blankFeature ?? new Float32Array(dimensions);
    this.#scratch = new Float32Array(dimensions);
  }

  get count(): number {
    return this.#samples.length;
  }

  /** Adds the samples of a picture (one after the other in `features`), as far as they belong to the smallest hashes. */
  add(
    { key, picture, isOfScenes }: { key: number; picture: number; isOfScenes: boolean },
    features: Float32Array,
  ): void {
    const { dimensions } = this.#catalog.rows;
    for (let at = 0; at + dimensions <= features.length; at += dimensions) {
      const id = `${key}/${picture}/`;
      const order = hash(`${id}${at / dimensions}`);
      if (this.#samples.length >= samplesMax) {
        if (order >= this.#samples.at(-1)!.order) continue;
        this.#samples.pop();
      }
      const feature = features.slice(at, at + dimensions);
      const position = this.#samples.findIndex((sample) => sample.order > order);
      const sample = { id, key, isOfScenes, order, feature, ...createUncompared(key) };
      this.#samples.splice(position === -1 ? this.#samples.length : position, 0, sample);
      this.#isStale = true;
    }
  }

  /** Removes the samples of a picture. */
  remove(key: number, picture: number): void {
    const id = `${key}/${picture}/`;
    for (let i = this.#samples.length - 1; i >= 0; i--) {
      if (this.#samples[i]!.id === id) this.#samples.splice(i, 1);
    }
    this.#isStale = true;
  }

  /** Call before a row is removed and the last row replaces it. Appended rows need no call. */
  beforeRemoval(row: number): void {
    const { rows, getKey } = this.#catalog;
    const last = rows.count - 1;
    const key = getKey(row);
    for (const sample of this.#samples) {
      if (sample.bestKey === key || sample.key === key) {
        Object.assign(sample, createUncompared(sample.key));
      } else if (row < sample.comparedRows) {
        // The last row moves into the range of compared rows.
        if (last >= sample.comparedRows) this.#compare(sample, last, last + 1);
        else sample.comparedRows = last;
      }
    }
    this.#measureRows();
    this.#inverseLengths.data[row] = this.#inverseLengths.data[last]!;
    this.#inverseLengths.length = last;
    this.#isStale = true;
  }

  /** Compares samples with more rows, with at most `dotsMax` dot products; returns whether all are complete. */
  advance(dotsMax: number): boolean {
    let dotsLeft = dotsMax;
    const { count } = this.#catalog.rows;
    for (const sample of this.#samples) {
      const until = Math.min(count, sample.comparedRows + dotsLeft);
      dotsLeft -= until - sample.comparedRows;
      for (
        ;
        sample.comparedRows < until;
        sample.comparedRows = Math.min(until, sample.comparedRows + rowsPerCall)
      ) {
        this.#compare(sample, sample.comparedRows, Math.min(until, sample.comparedRows + rowsPerCall));
        this.#isStale = true;
      }
    }
    return this.#samples.every((sample) => sample.comparedRows === count);
  }

  /** The cosine below which a photo is out of catalog, or null while too few samples are compared with the catalog. */
  computeThreshold(): number | null {
    if (!this.#isStale) return this.#threshold;
    const { count } = this.#catalog.rows;
    const complete = this.#samples.filter(({ comparedRows }) => comparedRows >= count * comparedShareMin);
    const byOthers = complete.filter(({ key, bestKey }) => bestKey !== key).map(({ best }) => best);
    const sorted = byOthers.toSorted((a, b) => a - b);
    const others = sorted.length < samplesMin ? null : readFirstPercentile(sorted);
    const isEnough =
      this.#samples.length >= samplesMax ||
      new Set(complete.map(({ key }) => key)).size >= count * sampledShareMin;
    const withScenes = this.#catalog.withScenes();
    const isOfAll = isEnough && (withScenes === 0 || withScenes >= count * withScenesShareMin);
    this.#threshold = joinThresholds({ others, own: computeSelfThreshold(complete), count, isOfAll });
    this.#isStale = false;
    return this.#threshold;
  }

  /** The mean cosine of scenes with their own item, or null without scenes. */
  computeSelfSimilarity(): number | null {
    return averageOwn(this.#samples);
  }

  /** The highest cosine of a photo with a picture. */
  findBestCosine(feature: Float32Array): number {
    const { count } = this.#catalog.rows;
    let best = -Infinity;
    this.#setQuery(feature);
    for (let from = 0; from < count; from += rowsPerCall) {
      const until = Math.min(count, from + rowsPerCall);
      this.#scoreRange(from, until);
      for (let i = 0; i < until - from; i++) best = Math.max(best, this.#cosines[i]!);
    }
    return best;
  }

  #compare(sample: CalibrationFeature, from: number, until: number): void {
    const { getKey } = this.#catalog;
    this.#setQuery(sample.feature);
    this.#scoreRange(from, until);
    for (let row = from; row < until; row++) {
      const cosine = this.#cosines[row - from]!;
      if (getKey(row) === sample.key) {
        if (sample.isOfScenes && this.#hasBlankFeature) sample.own = Math.max(sample.own, cosine);
        continue;
      }
      if (cosine <= sample.best) continue;
      sample.best = cosine;
      sample.bestKey = getKey(row);
    }
  }

  #setQuery(feature: Float32Array): void {
    const blank = this.#blankFeature;
    const query = l2Normalise(feature.map((value, i) => value - blank[i]!));
    this.#catalog.rows.setQuery(query);
    this.#queryBlank = dot(query, 0, blank, 0, blank.length);
  }

  /** Cosines of the query and rows `from` to `until`, without the blank feature: q . (u - b) / |u - b|. */
  #scoreRange(from: number, until: number): void {
    this.#measureRows();
    const cosines = this.#cosines;
    this.#catalog.rows.scoreRange(from, until, cosines);
    for (let row = from; row < until; row++)
      cosines[row - from] = (cosines[row - from]! - this.#queryBlank) * this.#inverseLengths.data[row]!;
  }

  #measureRows(): void {
    const { rows } = this.#catalog;
    const blank = this.#blankFeature;
    for (let row = this.#inverseLengths.length; row < rows.count; row++) {
      rows.read(row, this.#scratch);
      let square = 0;
      for (let i = 0; i < blank.length; i++) square += (this.#scratch[i]! - blank[i]!) ** 2;
      this.#inverseLengths.push(square > squareMin ? 1 / Math.sqrt(square) : 0);
    }
  }
}

function createUncompared(
  key: number,
): Pick<CalibrationFeature, 'comparedRows' | 'best' | 'bestKey' | 'own'> {
  return { comparedRows: 0, best: -Infinity, bestKey: key, own: -Infinity };
}

function joinThresholds(thresholds: {
  readonly others: number | null;
  readonly own: number | null;
  readonly count: number;
  readonly isOfAll: boolean;
}): number | null {
  const { others, own, count, isOfAll } = thresholds;
  // Some products, such as apples, are very similar to each other: by these alone, everything else would be out of catalog.
  if (!isOfAll) return own === null || others === null ? own : Math.min(own, others);
  if (others === null || own === null) return others ?? own;
  return others >= own ? others : others + ((own - others) * ownCount) / (ownCount + count);
}

/** The threshold by the samples' own scenes, or null without scenes. */
function computeSelfThreshold(samples: readonly CalibrationFeature[]): number | null {
  const own = averageOwn(samples);
  return own === null ? null : ownShare * own;
}

function averageOwn(samples: readonly CalibrationFeature[]): number | null {
  const own = samples.filter((sample) => sample.own > -Infinity);
  return own.length === 0 ? null : own.reduce((sum, sample) => sum + sample.own, 0) / own.length;
}

/** Reads the first percentile of ascending values, of which there is at least one. */
function readFirstPercentile(sorted: readonly number[]): number {
  const lowest = sorted[Math.floor(sorted.length * percentile)]!;
  if (sorted.length >= percentileSamplesMin) return lowest;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sorted.length;
  return Math.min(lowest, mean - normalPercentile * Math.sqrt(variance));
}

/** FNV-1a with a final mix, because neighbouring keys must not be neighbours in the sample's order. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}
