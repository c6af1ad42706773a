import { CountRows, type SavedCounts } from './count-rows.ts';
import { TopScores } from './top-scores.ts';
import { roomFloat64 } from './typed-columns.ts';
import { BOUNDS, type RecommenderWeights } from './weights.ts';

/** The integer that stands for 1 in the transition counters and the item counts. */
export const TRANSITION_UNIT = 1024;

/** The counts' logarithmic steps for normalising: 16 to a doubling, so that neighbours are re-read seldom. */
const STEPS_PER_DOUBLING = 16;

/** Above what a column factor can exceed the one of an untouched item by, for its count being rounded to a step. */
const ROUNDING_MAX = 1.05;

/** The rows whose maxima set the scale. */
const SCALE_SAMPLE = 256;

export interface SavedTransitions {
  readonly rows: SavedCounts;
  /** By item. */
  readonly counts: Float64Array;
  readonly steps: Float64Array;
  readonly touchedItems: number;
}

/** The best neighbours of one item: C_ij / (n_j + shrink)^columnPower, before the row's own factor and the scale. */
export interface CutRow {
  readonly items: Uint32Array;
  readonly scores: Float64Array;
}

const EMPTY_ROW: CutRow = { items: new Uint32Array(0), scores: new Float64Array(0) };

/**
 * Item-to-item transitions C and item counts n, both exact integers, and the normalised rows
 * S_ij = C_ij / ((n_i + shrink)^rowPower (n_j + shrink)^columnPower) read from them.
 *
 * A row's best hundred is kept until something that it depends on changes, so that every answer is a function of the
 * counters alone. Counts enter S by steps of 4 %, which is why a new event leaves nearly all other rows as they were.
 */
export class TransitionRows {
  readonly #rows = new CountRows('narrow');
  readonly #weights: RecommenderWeights;
  readonly #tieOf: (item: number) => number;
  readonly #cuts: (CutRow | undefined)[] = [];
  readonly #best = new TopScores(BOUNDS.rowItems);
  #counts: Float64Array = new Float64Array(64);
  #steps: Float64Array = new Float64Array(64);
  #rowFactors: Float64Array = new Float64Array(64);
  #columnFactors: Float64Array = new Float64Array(64);
  #active = 0;
  /** The touched items with the lowest hashes: a sample that depends on ids alone; undefined when it must be redrawn. */
  #sample: number[] | undefined;
  #scale: number | undefined;
  #touchedItems = 0;

  constructor(weights: RecommenderWeights, tieOf: (item: number) => number) {
    this.#weights = weights;
    this.#tieOf = tieOf;
  }

  save(): SavedTransitions {
    return {
      rows: this.#rows.save(),
      counts: this.#counts.slice(0, this.#active),
      steps: this.#steps.slice(0, this.#active),
      touchedItems: this.#touchedItems,
    };
  }

  load({ rows, counts, steps, touchedItems }: SavedTransitions): void {
    this.#rows.load(rows);
    if (counts.length > 0) this.#roomFor(counts.length - 1);
    this.#counts.set(counts);
    steps.forEach((step, item) => this.#setStep(item, step));
    this.#touchedItems = touchedItems;
  }

  /** How often the item was touched, weighted by event type (a real number). */
  count(item: number): number {
    return item < this.#active ? this.#counts[item]! / TRANSITION_UNIT : 0;
  }

  /** Items with a count above 0. */
  get touchedItems(): number {
    return this.#touchedItems;
  }

  /** One more than the highest item number that was ever counted. */
  get size(): number {
    return this.#active;
  }

  addCount(item: number, units: number): void {
    this.#roomFor(item);
    const before = this.#counts[item]!;
    const after = before + units;
    this.#counts[item] = after;
    if (before === 0 || after === 0) {
      this.#touchedItems += Math.sign(after - before);
      this.#forgetSample(item);
    }
    this.#normalise(item);
  }

  addPair(from: number, to: number, units: number): void {
    this.#roomFor(from);
    this.#roomFor(to);
    const value = this.#rows.add(from, to, units);
    const cut = this.#cuts[from];
    if (cut === undefined) return;
    // A pair that stays below the last of a full row cannot change it.
    const last = cut.scores.length - 1;
    const unread =
      last + 1 === BOUNDS.rowItems && units > 0 && value * this.#columnFactors[to]! < cut.scores[last]!;
    if (!unread) this.#forget(from);
  }

  /** C_ij as a real number. */
  mass(from: number, to: number): number {
    return this.#rows.get(from, to) / TRANSITION_UNIT;
  }

  /** S_ij, scaled. */
  score(from: number, to: number): number {
    if (from >= this.#active || to >= this.#active) return 0;
    return this.#rows.get(from, to) * this.#columnFactors[to]! * this.rowFactor(from);
  }

  /** What the scores of a cut row are to be multiplied with to become S, scaled so that the mean row maximum is 1. */
  rowFactor(item: number): number {
    return item < this.#active ? this.#rowFactors[item]! / this.scale() : 0;
  }

  /** The best hundred neighbours, best first. */
  cut(item: number): CutRow {
    const kept = this.#cuts[item];
    if (kept !== undefined) return kept;
    if (item >= this.#active) return EMPTY_ROW;
    const keys = this.#rows.keys(item);
    const values = this.#rows.values(item);
    const best = this.#best;
    best.clear();
    // Most of a long row is far below the hundredth: it is passed by without a look at the neighbour.
    const ceiling = this.#weights.shrink ** -this.#weights.columnPower * ROUNDING_MAX;
    let floor = -Infinity;
    for (let slot = 0; slot < keys.length; slot++) {
      const value = values[slot]!;
      if (value === 0 || value * ceiling < floor) continue;
      const neighbour = keys[slot]!;
      const score = value * this.#columnFactors[neighbour]!;
      if (score < floor) continue;
      best.offer(neighbour, score, this.#tieOf(neighbour));
      floor = best.floor;
    }
    const cut = best.drain();
    this.#cuts[item] = cut;
    return cut;
  }

  /** The mean of the sampled rows' maxima: S is divided by it, so that shops of any size have scores alike. */
  scale(): number {
    this.#scale ??= this.#meanMaximum();
    return this.#scale;
  }

  /** The raw counters: for tests. */
  entries(item: number): [number, number][] {
    return this.#rows.entries(item);
  }

  get bytes(): number {
    return this.#rows.bytes + this.#counts.length * 32 + this.#cuts.length * 8;
  }

  #meanMaximum(): number {
    this.#sample ??= this.#drawSample();
    let sum = 0;
    let rows = 0;
    for (const item of this.#sample) {
      const maximum = this.cut(item).scores[0];
      if (maximum === undefined) continue;
      sum += maximum * this.#rowFactors[item]!;
      rows++;
    }
    return rows === 0 ? 1 : sum / rows;
  }

  /** An item came to be touched, or is touched no more: the sample holds where the item is not of its kind. */
  #forgetSample(item: number): void {
    const sample = this.#sample;
    if (sample?.length === SCALE_SAMPLE && this.#tieOf(item) > this.#tieOf(sample.at(-1)!)) return;
    this.#sample = undefined;
    this.#scale = undefined;
  }

  #drawSample(): number[] {
    const lowest = new TopScores(SCALE_SAMPLE);
    for (let item = 0; item < this.#active; item++) {
      if (this.#counts[item] !== 0) lowest.offer(item, 0, this.#tieOf(item));
    }
    return [...lowest.drain().items];
  }

  #normalise(item: number): void {
    const shrunk = this.#counts[item]! / TRANSITION_UNIT + this.#weights.shrink;
    const step = Math.round(Math.log2(shrunk) * STEPS_PER_DOUBLING);
    if (this.#steps[item] === step) return;
    this.#setStep(item, step);
    // Both directions of a pair are counted together, so the rows that hold this item are those of its own row.
    for (const neighbour of this.#rows.keys(item)) if (neighbour < this.#active) this.#forget(neighbour);
    this.#forget(item);
  }

  #setStep(item: number, step: number): void {
    const shrunk = 2 ** (step / STEPS_PER_DOUBLING);
    this.#steps[item] = step;
    this.#rowFactors[item] = shrunk ** -this.#weights.rowPower;
    this.#columnFactors[item] = shrunk ** -this.#weights.columnPower;
  }

  #forget(item: number): void {
    if (this.#cuts[item] === undefined) return;
    this.#cuts[item] = undefined;
    this.#scale = undefined;
  }

  #roomFor(item: number): void {
    if (item < this.#active) return;
    const size = item + 1;
    this.#counts = roomFloat64(this.#counts, size);
    this.#steps = roomFloat64(this.#steps, size);
    this.#rowFactors = roomFloat64(this.#rowFactors, size);
    this.#columnFactors = roomFloat64(this.#columnFactors, size);
    const step = Math.round(Math.log2(this.#weights.shrink) * STEPS_PER_DOUBLING);
    for (let fresh = this.#active; fresh < size; fresh++) {
      this.#setStep(fresh, step);
      this.#cuts.push(undefined);
    }
    this.#active = size;
  }
}
