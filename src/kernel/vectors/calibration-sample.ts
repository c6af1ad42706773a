import { type QuantisedRows, ROWS_PER_CALL } from './quantised-rows.ts';
import { dot } from './vector-math.ts';

/** Fewer probes say nothing. */
export const SAMPLES_MIN = 8;
/** From so many on, the first percentile is one of them; below, it is where it would be if they were spread normally. */
export const PERCENTILE_SAMPLES_MIN = 100;
/** The first percentile of a normal distribution, in standard deviations below the mean. */
const NORMAL_PERCENTILE = 2.326;
/** A larger sample moves the percentile by less than it costs. */
export const SAMPLES_MAX = 256;
const PERCENTILE = 0.01;
/** Probes that have met this share of the catalog have a say; the rest of it can only move them up a little. */
const MET_SHARE_MIN = 0.9;

/**
 * Between how alike pictures are that have nothing in common (0) and a product and its scenes (1): what is less like is foreign to a
 * catalog of a single product. Photos are less like their product than scenes are: of a grocer’s, .03 are refused at this share, and
 * many more at a half.
 */
const OWN_SHARE = 0.4;
/** Probes of a smaller share of the pictures, as long as most wait for theirs, may all be of one kind of product. */
const PROBED_SHARE_MIN = 0.25;
/** At so many pictures, half of the threshold is learnt from how alike they are to each other. */
const OWN_COUNT = 20;

interface Probe {
  readonly id: string;
  readonly key: number;
  readonly isOfScenes: boolean;
  readonly order: number;
  readonly feature: Float32Array;
  /** It has met the rows before this one. */
  met: number;
  /** Its best cosine with a picture of another item among them, and whose that is. */
  best: number;
  bestKey: number;
  /** Its cosine with the picture of its own item that it is most like among them, and that picture's with the ground. */
  own: number;
  ground: number;
}

/** The features of a catalog's pictures, and whose they are. */
export interface KeyedRows {
  readonly rows: QuantisedRows;
  readonly keyOf: (row: number) => number;
}

/**
 * Tells photos of something else altogether from photos of what the shop might carry. A probe is the feature of a known
 * item in a made-up scene; with its own item taken out, its best match says how alike a photo of an item that is like
 * ours, but is none of ours, must be. A photo below the first percentile of that is foreign.
 *
 * Few items are hardly like each other, so that nothing would be foreign to them. There, how alike an item is to its own scenes, and
 * to pictures that show nothing (`ground`), says what a photo of it must be. The more pictures, the less that counts:
 * threshold = t + (own - t) k / (k + pictures), where own is higher than t, the threshold by others.
 *
 * The probes are a sample that depends on nothing but what was put in: those with the smallest hashes. Meeting the whole
 * catalog is work (256 probes x 100,000 pictures: 3 s), so it is done in slices, and there is no threshold until then.
 */
export class CalibrationSample {
  readonly #probes: Probe[] = [];
  readonly #catalog: KeyedRows;
  readonly #ground: Float32Array | null;
  readonly #cosines = new Float32Array(ROWS_PER_CALL);
  #threshold: number | null = null;
  #isStale = true;

  /** `ground`: the mean feature of pictures that show nothing; null where it is not known. */
  constructor(catalog: KeyedRows, ground: Float32Array | null = null) {
    this.#catalog = catalog;
    this.#ground = ground;
  }

  get count(): number {
    return this.#probes.length;
  }

  /** Adds the probes of a picture (one after the other in `features`), as far as the sample takes them. */
  add(
    { key, picture, isOfScenes }: { key: number; picture: number; isOfScenes: boolean },
    features: Float32Array,
  ): void {
    const { dimensions } = this.#catalog.rows;
    for (let at = 0; at + dimensions <= features.length; at += dimensions) {
      const id = `${key}/${picture}/`;
      const order = hash(`${id}${at / dimensions}`);
      if (this.#probes.length >= SAMPLES_MAX) {
        if (order >= this.#probes.at(-1)!.order) continue;
        this.#probes.pop();
      }
      const feature = features.slice(at, at + dimensions);
      const place = this.#probes.findIndex((probe) => probe.order > order);
      const probe = { id, key, isOfScenes, order, feature, ...nothingMet(key) };
      this.#probes.splice(place === -1 ? this.#probes.length : place, 0, probe);
      this.#isStale = true;
    }
  }

  /** Forgets the probes of a picture. */
  remove(key: number, picture: number): void {
    const id = `${key}/${picture}/`;
    for (let i = this.#probes.length - 1; i >= 0; i--) {
      if (this.#probes[i]!.id === id) this.#probes.splice(i, 1);
    }
    this.#isStale = true;
  }

  /** To be called before a row is removed and the last row takes its place. Appended rows need no call. */
  beforeRemoval(row: number): void {
    const { rows, keyOf } = this.#catalog;
    const last = rows.count - 1;
    const key = keyOf(row);
    for (const probe of this.#probes) {
      if (probe.bestKey === key || probe.key === key) {
        Object.assign(probe, nothingMet(probe.key));
      } else if (row < probe.met) {
        // The last row comes to stand among those that were met.
        if (last >= probe.met) this.#meet(probe, last, last + 1);
        else probe.met = last;
      }
    }
    this.#isStale = true;
  }

  /** Lets probes meet rows they have not met yet, at most `dotsMax` times one; says whether all have met all. */
  advance(dotsMax: number): boolean {
    let left = dotsMax;
    const { count } = this.#catalog.rows;
    for (const probe of this.#probes) {
      const until = Math.min(count, probe.met + left);
      left -= until - probe.met;
      for (; probe.met < until; probe.met = Math.min(until, probe.met + ROWS_PER_CALL)) {
        this.#meet(probe, probe.met, Math.min(until, probe.met + ROWS_PER_CALL));
        this.#isStale = true;
      }
    }
    return this.#probes.every((probe) => probe.met === count);
  }

  /** The cosine below which a photo is foreign, or null while too few probes have met the catalog to say. */
  threshold(): number | null {
    if (!this.#isStale) return this.#threshold;
    const { count } = this.#catalog.rows;
    const known = this.#probes.filter(({ met }) => met >= count * MET_SHARE_MIN);
    const byOthers = known.filter(({ key, bestKey }) => bestKey !== key).map(({ best }) => best);
    const sorted = byOthers.toSorted((a, b) => a - b);
    const others = sorted.length < SAMPLES_MIN ? null : firstPercentile(sorted);
    const isOfAll =
      this.#probes.length >= SAMPLES_MAX ||
      new Set(known.map(({ key }) => key)).size >= count * PROBED_SHARE_MIN;
    this.#threshold = joinThresholds({ others, own: ownThreshold(known), count, isOfAll });
    this.#isStale = false;
    return this.#threshold;
  }

  #meet(probe: Probe, from: number, until: number): void {
    const { rows, keyOf } = this.#catalog;
    rows.setQuery(probe.feature);
    rows.scoreRange(from, until, this.#cosines);
    for (let row = from; row < until; row++) {
      const cosine = this.#cosines[row - from]!;
      if (keyOf(row) === probe.key) {
        if (probe.isOfScenes && cosine > probe.own) this.#meetOwn(probe, row, cosine);
        continue;
      }
      if (cosine <= probe.best) continue;
      probe.best = cosine;
      probe.bestKey = keyOf(row);
    }
  }

  #meetOwn(probe: Probe, row: number, cosine: number): void {
    if (this.#ground === null) return;
    const vector = new Float32Array(this.#catalog.rows.dimensions);
    this.#catalog.rows.read(row, vector);
    probe.own = cosine;
    probe.ground = dot(vector, 0, this.#ground, 0, vector.length);
  }
}

function nothingMet(key: number): Pick<Probe, 'met' | 'best' | 'bestKey' | 'own' | 'ground'> {
  return { met: 0, best: -Infinity, bestKey: key, own: -Infinity, ground: 0 };
}

function joinThresholds(known: {
  readonly others: number | null;
  readonly own: number | null;
  readonly count: number;
  readonly isOfAll: boolean;
}): number | null {
  const { others, own, count, isOfAll } = known;
  // Apples are very like each other: by them alone, all else would be foreign.
  if (!isOfAll) return own === null || others === null ? own : Math.min(own, others);
  if (others === null || own === null) return others ?? own;
  return others >= own ? others : others + ((own - others) * OWN_COUNT) / (OWN_COUNT + count);
}

/** What a photo of an item must be at least, by what its own scenes are; null without any. */
function ownThreshold(probes: readonly Probe[]): number | null {
  const own = probes.filter((probe) => probe.own > -Infinity);
  if (own.length === 0) return null;
  const least = own.map((probe) => probe.ground + OWN_SHARE * (probe.own - probe.ground));
  return least.reduce((sum, value) => sum + value, 0) / own.length;
}

/** Of ascending values, at least one. */
function firstPercentile(sorted: readonly number[]): number {
  const least = sorted[Math.floor(sorted.length * PERCENTILE)]!;
  if (sorted.length >= PERCENTILE_SAMPLES_MIN) return least;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sorted.length;
  return Math.min(least, mean - NORMAL_PERCENTILE * Math.sqrt(variance));
}

/** FNV-1a with a last stir, because neighbouring keys must not be neighbours in the sample's order. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}
