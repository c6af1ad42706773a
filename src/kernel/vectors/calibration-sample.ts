import type { QuantisedRows } from './quantised-rows.ts';
import { rowsPerCall } from './simd-kernels.ts';
import { dot } from './vector-math.ts';

/** With fewer samples there is no threshold. */
export const samplesMin = 8;
/** From this number on the first percentile is one of the samples; below, it is that of a normal distribution. */
export const percentileSamplesMin = 100;
/** The first percentile of a normal distribution, in standard deviations below the mean. */
const normalPercentile = 2.326;
/** A larger sample changes the percentile by less than it costs. */
export const samplesMax = 256;
const percentile = 0.01;
/** Samples count once they are compared with this share of the catalog; the rest can only raise them a little. */
const comparedShareMin = 0.9;

/**
 * The threshold for a catalog of a single product, between the similarity of unrelated pictures (0) and that of a
 * product and its scenes (1). Photos are less similar to their product than scenes are: of a grocer's photos, .03 are
 * rejected at this share, and many more at a half.
 */
const ownShare = 0.4;
/** Samples of a smaller share of the pictures, while most have none yet, may all be of one kind of product. */
const sampledShareMin = 0.25;
/** At this number of pictures, half of the threshold depends on the similarity between items. */
const ownCount = 20;

interface CalibrationFeature {
  readonly id: string;
  readonly key: number;
  readonly isOfScenes: boolean;
  readonly order: number;
  readonly feature: Float32Array;
  /** Number of rows that it is compared with. */
  comparedRows: number;
  /** Its best cosine with a picture of another item among these, and that item. */
  best: number;
  bestKey: number;
  /** Its best cosine with a picture of its own item among these, and the cosine of that picture with the blank feature. */
  own: number;
  blankSimilarity: number;
}

/** The features of a catalog's pictures, with their items. */
export interface KeyedRows {
  readonly rows: QuantisedRows;
  readonly keyOf: (row: number) => number;
}

/**
 * Distinguishes photos of unknown kinds of objects from photos of products that the shop might sell. A calibration
 * sample is the feature of a known item in a synthetic scene. Without its own item, its best match shows how similar
 * a photo of a comparable but unlisted item is. A photo below the first percentile of these is out of catalog.
 *
 * With few items, which are hardly similar to each other, nothing would be out of catalog. There the threshold
 * depends on the similarity of an item to its own scenes, and to blank pictures (`blankSimilarity`). It counts less the
 * more pictures there are: threshold = t + (own - t) k / (k + pictures), where own is higher than t, the threshold by
 * other items.
 *
 * The sample is deterministic: it has the features with the smallest hashes. Comparing it with the whole catalog
 * takes long (256 samples x 100,000 pictures: 3 s), so this is done in slices, and there is no threshold until then.
 */
export class CalibrationSample {
  readonly #samples: CalibrationFeature[] = [];
  readonly #catalog: KeyedRows;
  readonly #blankFeature: Float32Array | null;
  readonly #cosines = new Float32Array(rowsPerCall);
  #threshold: number | null = null;
  #isStale = true;

  /** `blankFeature`: the mean feature of blank pictures; null where it is unknown. */
  constructor(catalog: KeyedRows, blankFeature: Float32Array | null = null) {
    this.#catalog = catalog;
    this.#blankFeature = blankFeature;
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
      const sample = { id, key, isOfScenes, order, feature, ...notCompared(key) };
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
    const { rows, keyOf } = this.#catalog;
    const last = rows.count - 1;
    const key = keyOf(row);
    for (const sample of this.#samples) {
      if (sample.bestKey === key || sample.key === key) {
        Object.assign(sample, notCompared(sample.key));
      } else if (row < sample.comparedRows) {
        // The last row moves into the range of compared rows.
        if (last >= sample.comparedRows) this.#compare(sample, last, last + 1);
        else sample.comparedRows = last;
      }
    }
    this.#isStale = true;
  }

  /** Compares samples with more rows, with at most `dotsMax` dot products; returns whether all are complete. */
  advance(dotsMax: number): boolean {
    let left = dotsMax;
    const { count } = this.#catalog.rows;
    for (const sample of this.#samples) {
      const until = Math.min(count, sample.comparedRows + left);
      left -= until - sample.comparedRows;
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

  /** The cosine below which a photo is out of catalog; null while too few samples are compared with the catalog. */
  threshold(): number | null {
    if (!this.#isStale) return this.#threshold;
    const { count } = this.#catalog.rows;
    const complete = this.#samples.filter(({ comparedRows }) => comparedRows >= count * comparedShareMin);
    const byOthers = complete.filter(({ key, bestKey }) => bestKey !== key).map(({ best }) => best);
    const sorted = byOthers.toSorted((a, b) => a - b);
    const others = sorted.length < samplesMin ? null : firstPercentile(sorted);
    const isOfAll =
      this.#samples.length >= samplesMax ||
      new Set(complete.map(({ key }) => key)).size >= count * sampledShareMin;
    this.#threshold = joinThresholds({ others, own: ownThreshold(complete), count, isOfAll });
    this.#isStale = false;
    return this.#threshold;
  }

  #compare(sample: CalibrationFeature, from: number, until: number): void {
    const { rows, keyOf } = this.#catalog;
    rows.setQuery(sample.feature);
    rows.scoreRange(from, until, this.#cosines);
    for (let row = from; row < until; row++) {
      const cosine = this.#cosines[row - from]!;
      if (keyOf(row) === sample.key) {
        if (sample.isOfScenes && cosine > sample.own) this.#compareOwn(sample, row, cosine);
        continue;
      }
      if (cosine <= sample.best) continue;
      sample.best = cosine;
      sample.bestKey = keyOf(row);
    }
  }

  #compareOwn(sample: CalibrationFeature, row: number, cosine: number): void {
    if (this.#blankFeature === null) return;
    const vector = new Float32Array(this.#catalog.rows.dimensions);
    this.#catalog.rows.read(row, vector);
    sample.own = cosine;
    sample.blankSimilarity = dot(vector, 0, this.#blankFeature, 0, vector.length);
  }
}

function notCompared(
  key: number,
): Pick<CalibrationFeature, 'comparedRows' | 'best' | 'bestKey' | 'own' | 'blankSimilarity'> {
  return { comparedRows: 0, best: -Infinity, bestKey: key, own: -Infinity, blankSimilarity: 0 };
}

function joinThresholds(thresholds: {
  readonly others: number | null;
  readonly own: number | null;
  readonly count: number;
  readonly isOfAll: boolean;
}): number | null {
  const { others, own, count, isOfAll } = thresholds;
  // Some products, such as apples, are very similar to each other: by these alone, all else would be out of catalog.
  if (!isOfAll) return own === null || others === null ? own : Math.min(own, others);
  if (others === null || own === null) return others ?? own;
  return others >= own ? others : others + ((own - others) * ownCount) / (ownCount + count);
}

/** The threshold by the samples' own scenes; null without any. */
function ownThreshold(samples: readonly CalibrationFeature[]): number | null {
  const own = samples.filter((sample) => sample.own > -Infinity);
  if (own.length === 0) return null;
  const thresholds = own.map(
    (sample) => sample.blankSimilarity + ownShare * (sample.own - sample.blankSimilarity),
  );
  return thresholds.reduce((sum, value) => sum + value, 0) / own.length;
}

/** Of ascending values, at least one. */
function firstPercentile(sorted: readonly number[]): number {
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
