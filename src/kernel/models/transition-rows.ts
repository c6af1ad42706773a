import { addKey, addUnits, EMPTY_CUT, keptRow, placeIn, type CutRow, type KeptRow } from './kept-row.ts';
import { kthLargest } from './kth-largest.ts';
import { MeanMaximum } from './mean-maximum.ts';
import { TopScores } from './top-scores.ts';
import { TRANSITION_UNIT, type TransitionSums } from './transition-sums.ts';
import { roomFloat64, roomInt16 } from './typed-columns.ts';
import { BOUNDS, type RecommenderWeights } from './weights.ts';

/** The counts' logarithmic steps for normalising: 16 to a doubling, so that neighbours are re-read seldom. */
const STEPS_PER_DOUBLING = 16;
/** A score that is no lower than this part of another may be the higher one, but for rounding. */
const ALMOST = 1 - 1e-9;
/** Where counts fell, as with an erasure: so many touches are walked for the rows that this may raise; beyond, all are made anew. */
const RISEN_TOUCHES_MAX = 2000;
/** Touches of an item whose whole row is summed for a question about other items than its best neighbours: half a millisecond. */
const SUMMED_TOUCHES_MAX = 1000;

export interface SavedTransitions {
  /** By item. */
  readonly counts: Float64Array;
}

/** Neighbours that are kept for a touch of the item, so that a few events make none of the others one of the best hundred. */
const KEPT_BY_TOUCH = 4;

/** How much is kept of how many rows. */
export interface RowBounds {
  /** Neighbours that are read of a row. */
  readonly cutItems: number;
  /** Neighbours that are kept up for that: the more, the more often the item was touched. */
  readonly keptMin: number;
  readonly keptMax: number;
  readonly rowsMax: number;
}

/** A row of these takes 4 kB with its cut. */
const ROW_BOUNDS: RowBounds = { cutItems: BOUNDS.rowItems, keptMin: 128, keptMax: 2048, rowsMax: 40_000 };

/**
 * Item counts n, exact integers, and the normalised transitions S_ij = C_ij / ((n_i + shrink)^rowPower (n_j + shrink)^columnPower)
 * with C as in {@link TransitionSums}.
 *
 * Rows are summed when they are asked for. Of those asked for lately the upper part is kept and kept up, so that every answer is
 * a function of the histories alone. Counts enter S by steps of 4 %, which is why a new event leaves nearly all other
 * rows as they were.
 */
export class TransitionRows {
  readonly #sums: TransitionSums;
  readonly #weights: RecommenderWeights;
  readonly #tieOf: (item: number) => number;
  readonly #bounds: RowBounds;
  readonly #kept: (KeptRow | undefined)[] = [];
  readonly #best: TopScores;
  #scores: Float64Array = new Float64Array(64);
  #keptCount = 0;
  #asked = 0;
  #counts: Float64Array = new Float64Array(64);
  #steps: Int16Array = new Int16Array(64);
  #rowFactors: Float64Array = new Float64Array(64);
  #columnFactors: Float64Array = new Float64Array(64);
  #active = 0;
  #touchedItems = 0;
  /** How often a step changed. */
  #stepChanges = 0;
  /** Items whose column factor rose since rows were last asked for: where they are beside what is kept, bounds no longer hold. */
  readonly #risen = new Set<number>();
  readonly #scale: MeanMaximum;

  constructor(
    sums: TransitionSums,
    weights: RecommenderWeights,
    tieOf: (item: number) => number,
    bounds: RowBounds = ROW_BOUNDS,
  ) {
    this.#sums = sums;
    this.#weights = weights;
    this.#tieOf = tieOf;
    this.#bounds = bounds;
    this.#best = new TopScores(bounds.cutItems);
    this.#scale = new MeanMaximum({
      tieOf,
      isTouched: (item) => this.#counts[item] !== 0,
      cut: (item) => this.cut(item),
      rowFactor: (item) => this.#rowFactors[item]!,
    });
  }

  save(): SavedTransitions {
    return { counts: this.#counts.subarray(0, this.#active) };
  }

  load({ counts }: SavedTransitions): void {
    if (counts.length > 0) this.#roomFor(counts.length - 1);
    counts.forEach((count, item) => {
      if (count !== 0) this.addCount(item, count);
    });
  }

  /** How often the item was touched, weighted by event type (a real number). */
  count(item: number): number {
    return item < this.#active ? this.#counts[item]! / TRANSITION_UNIT : 0;
  }

  /** Items with a count above 0. */
  get touchedItems(): number {
    return this.#touchedItems;
  }

  addCount(item: number, units: number): void {
    this.#roomFor(item);
    const before = this.#counts[item]!;
    const after = before + units;
    this.#counts[item] = after;
    if (before === 0 || after === 0) {
      this.#touchedItems += Math.sign(after - before);
      this.#scale.touched(item);
    }
    this.#normalise(item);
  }

  /** Hears of a transition that the histories have by now, or have no more (below 0), in units. */
  addTransition(from: number, to: number, forward: number, backward: number): void {
    const fromRow = this.#kept[from];
    if (from === to) {
      // C_ii counts both directions.
      const both = forward + backward;
      if (fromRow !== undefined)
        addUnits(fromRow, to, { forward: both, backward: both }, this.#columnFactors[to]!);
    } else {
      const toRow = this.#kept[to];
      if (fromRow !== undefined) addUnits(fromRow, to, { forward, backward }, this.#columnFactors[to]!);
      if (toRow !== undefined)
        addUnits(toRow, from, { forward: backward, backward: forward }, this.#columnFactors[from]!);
    }
    this.#scale.changed(from);
    this.#scale.changed(to);
  }

  /** Hears that an item's transitions changed in other ways. */
  forget(item: number): void {
    if (this.#kept[item] !== undefined) this.#keptCount--;
    this.#kept[item] = undefined;
    this.#scale.changed(item);
  }

  /** C_ij + C_ji as a real number, of different items. */
  mass(item: number, other: number): number {
    const row = this.#kept[item];
    const place = row === undefined ? -1 : placeIn(row, other);
    if (row !== undefined && (place >= 0 || row.bound === 0))
      return place < 0 ? 0 : (row.forward[place]! + row.backward[place]!) / TRANSITION_UNIT;
    const { forward, backward } = this.#sums.pair(item, other);
    return (forward + backward) / TRANSITION_UNIT;
  }

  /**
   * S_ij and S_ji, scaled, and C_ij, of an item and some others. Of an item with more than a thousand touches only those that are
   * among its best hundred neighbours are told; the others are 0.
   */
  pairsWith(item: number, others: Uint32Array): { score: number; back: number; mass: number }[] {
    const factor = this.rowFactor(item);
    const isSummed = this.count(item) <= SUMMED_TOUCHES_MAX;
    const { items } = isSummed ? EMPTY_CUT : this.cut(item);
    const row = this.#kept[item];
    if (isSummed) this.#sums.sumRow(item, this.#active);
    return Array.from(others, (other) => {
      if (item >= this.#active || other >= this.#active) return { score: 0, back: 0, mass: 0 };
      const place = items.includes(other) && row !== undefined ? placeIn(row, other) : -1;
      const forward = isSummed ? this.#sums.forward(other) : (row?.forward[place] ?? 0);
      const backward = isSummed ? this.#sums.backward(other) : (row?.backward[place] ?? 0);
      return {
        score: forward * this.#columnFactors[other]! * factor,
        back: backward * this.#columnFactors[item]! * this.rowFactor(other),
        mass: forward / TRANSITION_UNIT,
      };
    });
  }

  /** What the scores of a cut row are to be multiplied with to become S, scaled so that the mean row maximum is 1. */
  rowFactor(item: number): number {
    return item < this.#active ? this.#rowFactors[item]! / this.scale() : 0;
  }

  /** The mean of the sampled rows' maxima: S is divided by it, so that shops of any size have scores alike. */
  scale(): number {
    if (this.#risen.size > 0) this.#forgetRisen();
    return this.#scale.mean(this.#active);
  }

  /** The best hundred neighbours, best first. */
  cut(item: number): CutRow {
    if (item >= this.#active) return EMPTY_CUT;
    if (this.#risen.size > 0) this.#forgetRisen();
    const row = this.#kept[item];
    if (row === undefined) return this.#make(item);
    row.used = ++this.#asked;
    if (row.isChanged || (row.stepChanges !== this.#stepChanges && this.#stepped(row)))
      return this.#renew(item, row);
    return row.cut;
  }

  /** All of C_ij of an item in units, by j: for tests. */
  entries(item: number): [number, number][] {
    this.#sums.sumRow(item, this.#active);
    const entries = Array.from(this.#sums.keys(), (key): [number, number] => [key, this.#sums.forward(key)]);
    return entries.filter(([, units]) => units > 0).sort((one, other) => one[0] - other[0]);
  }

  /** An estimate of the memory held, in bytes. */
  get bytes(): number {
    return (
      this.#active * 26 + this.#keptCount * (this.#bounds.keptMin * 18 + this.#bounds.cutItems * 12 + 1000)
    );
  }

  #scoreOf(units: number, key: number): number {
    return units * this.#columnFactors[key]!;
  }

  /** Sums a row, keeps the upper part of it, and cuts it. */
  #make(item: number): CutRow {
    this.#sums.sumRow(item, this.#active);
    const keys = this.#sums.keys();
    if (keys.length === 0) return EMPTY_CUT;
    const { keptMin, keptMax } = this.#bounds;
    const size = Math.min(keptMax, Math.max(keptMin, KEPT_BY_TOUCH * this.count(item)));
    const { upper, bound } = keys.length <= size ? { upper: keys, bound: 0 } : this.#upperOf(keys, size);
    const forward = this.#sums.forwardOf(upper);
    const backward = this.#sums.backwardOf(upper);
    const row = keptRow(upper.slice(), { forward, backward, bound });
    row.used = ++this.#asked;
    this.#keep(item, row);
    this.#offerAll(row);
    return this.#cut(row);
  }

  /** The neighbours with the highest scores, about so many, in no order; no other has a score above the bound. */
  #upperOf(keys: Uint32Array, size: number): { upper: Uint32Array; bound: number } {
    this.#scores = roomFloat64(this.#scores, keys.length);
    const scores = this.#scores;
    for (let at = 0; at < keys.length; at++)
      scores[at] = this.#scoreOf(this.#sums.forward(keys[at]!), keys[at]!);
    const bound = kthLargest(scores, keys.length, size);
    const above = keys.filter((key) => this.#scoreOf(this.#sums.forward(key), key) > bound);
    // Where many are equal, all of those.
    if (above.length >= this.#bounds.cutItems) return { upper: above, bound };
    return { upper: keys.filter((key) => this.#scoreOf(this.#sums.forward(key), key) >= bound), bound };
  }

  /** Cuts a row anew after changes; sums it anew where what is kept cannot tell which neighbours are the best by now. */
  #renew(item: number, row: KeptRow): CutRow {
    this.#offerAll(row);
    // As long as there are fewer than are read, anything may be among them.
    const floor = Math.max(0, this.#best.floor) * ALMOST;
    if (row.bound > 0 && row.bound >= floor) return this.#make(item);
    const unsure: number[] = [];
    let touches = 0;
    let highest = 0;
    for (const [key, units] of row.gainedHighest < floor ? [] : row.gained) {
      const score = row.bound + this.#scoreOf(units, key);
      if (score < floor) {
        highest = Math.max(highest, score);
        continue;
      }
      unsure.push(key);
      touches += Math.min(this.#counts[item]!, this.#counts[key]!);
    }
    if (touches > this.#counts[item]! || row.size + unsure.length > 2 * this.#bounds.keptMax)
      return this.#make(item);
    if (row.gainedHighest >= floor) row.gainedHighest = highest;
    for (const key of unsure) {
      const { forward, backward } = this.#sums.pair(item, key);
      row.gained.delete(key);
      addKey(row, key, forward, backward);
      this.#best.offer(key, this.#scoreOf(forward, key), this.#tieOf(key));
    }
    return this.#cut(row);
  }

  #offerAll({ keys, forward, size }: KeptRow): void {
    const best = this.#best;
    best.clear();
    for (let place = 0; place < size; place++) {
      const units = forward[place]!;
      if (units > 0) best.offer(keys[place]!, this.#scoreOf(units, keys[place]!), this.#tieOf(keys[place]!));
    }
  }

  #cut(row: KeptRow): CutRow {
    row.floor = Math.max(0, this.#best.floor) * ALMOST;
    row.cut = this.#best.drain();
    row.isChanged = false;
    row.stepChanges = this.#stepChanges;
    const { items } = row.cut;
    if (row.steps.length !== items.length) row.steps = new Int16Array(items.length);
    for (let place = 0; place < items.length; place++) row.steps[place] = this.#steps[items[place]!]!;
    return row.cut;
  }

  /** Whether the factor of a neighbour in the cut is another one than when it was made; elsewhere they only fell. */
  #stepped(row: KeptRow): boolean {
    const { items } = row.cut;
    for (let place = 0; place < items.length; place++)
      if (row.steps[place] !== this.#steps[items[place]!]) return true;
    row.stepChanges = this.#stepChanges;
    return false;
  }

  #keep(item: number, row: KeptRow): void {
    if (this.#kept[item] === undefined && ++this.#keptCount > this.#bounds.rowsMax) this.#forgetOldest();
    this.#kept[item] = row;
  }

  /** Forgets the half of the rows that was asked for longest ago. */
  #forgetOldest(): void {
    const used = this.#kept.filter((row) => row !== undefined).map((row) => row.used);
    const middle = used.toSorted((one, other) => one - other)[used.length >> 1]!;
    this.#kept.forEach((row, item) => {
      if (row === undefined || row.used >= middle) return;
      this.#kept[item] = undefined;
      this.#keptCount--;
    });
  }

  #forgetRisen(): void {
    let touches = 0;
    for (const item of this.#risen) touches += this.count(item);
    const items = touches > RISEN_TOUCHES_MAX ? [] : [...this.#risen];
    this.#risen.clear();
    if (touches > RISEN_TOUCHES_MAX) {
      this.#kept.fill(undefined);
      this.#keptCount = 0;
      this.#scale.changedAll();
    }
    for (const item of items) {
      // Both directions of a pair are counted together, so the rows that hold this item are those of its own row.
      this.#sums.sumRow(item, this.#active);
      for (const key of this.#sums.keys()) this.forget(key);
    }
  }

  #normalise(item: number): void {
    const shrunk = this.#counts[item]! / TRANSITION_UNIT + this.#weights.shrink;
    const step = Math.round(Math.log2(shrunk) * STEPS_PER_DOUBLING);
    const before = this.#steps[item]!;
    if (before === step) return;
    this.#setStep(item, step);
    this.#stepChanges++;
    if (step < before) this.#risen.add(item);
    this.#scale.stepped(item);
  }

  #setStep(item: number, step: number): void {
    const shrunk = 2 ** (step / STEPS_PER_DOUBLING);
    this.#steps[item] = step;
    this.#rowFactors[item] = shrunk ** -this.#weights.rowPower;
    this.#columnFactors[item] = shrunk ** -this.#weights.columnPower;
  }

  #roomFor(item: number): void {
    if (item < this.#active) return;
    const size = item + 1;
    this.#counts = roomFloat64(this.#counts, size);
    this.#steps = roomInt16(this.#steps, size);
    this.#rowFactors = roomFloat64(this.#rowFactors, size);
    this.#columnFactors = roomFloat64(this.#columnFactors, size);
    const step = Math.round(Math.log2(this.#weights.shrink) * STEPS_PER_DOUBLING);
    for (let fresh = this.#active; fresh < size; fresh++) {
      this.#setStep(fresh, step);
      this.#kept.push(undefined);
    }
    this.#active = size;
  }
}
