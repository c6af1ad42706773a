import { ensureCapacity } from '../../bits/growable.ts';
import type { RecommenderWeights } from './weights.ts';
import { log2 } from '../../../math/logarithm.ts';
import { pow } from '../../../math/power.ts';

/** Logarithmic steps of counts for the normalisation: 16 per doubling, so that neighbours are rarely rescored. */
const stepsPerDoubling = 16;

/**
 * The number of interactions of each item, in units (exact integers), and the normalisation factors of its
 * transitions: powers of n + shrink, with n in steps of 4 %.
 */
export class ItemCounts {
  readonly #unit: number;
  readonly #weights: RecommenderWeights;
  #counts: Float64Array = new Float64Array(64);
  /** 1 for items with a count above 0, read for every candidate of a request. */
  #interactionFlags: Uint8Array = new Uint8Array(64);
  #steps: Int16Array = new Int16Array(64);
  #rowFactors: Float64Array = new Float64Array(64);
  #columnFactors: Float64Array = new Float64Array(64);
  #size = 0;
  #itemsWithInteractions = 0;
  #totalUnits = 0;
  #stepChanges = 0;

  constructor(unit: number, weights: RecommenderWeights) {
    this.#unit = unit;
    this.#weights = weights;
  }

  /** One more than the highest item number. */
  get size(): number {
    return this.#size;
  }

  /** Items with a count above 0. */
  get itemsWithInteractions(): number {
    return this.#itemsWithInteractions;
  }

  /** The sum of all counts, as a real number. */
  get total(): number {
    return this.#totalUnits / this.#unit;
  }

  get stepChanges(): number {
    return this.#stepChanges;
  }

  /** The counts by item, in units. */
  units(): Float64Array {
    return this.#counts.subarray(0, this.#size);
  }

  getUnits(item: number): number {
    return this.#counts[item]!;
  }

  /** The count as a real number. */
  count(item: number): number {
    return item < this.#size ? this.#counts[item]! / this.#unit : 0;
  }

  hasInteractions(item: number): boolean {
    return this.#interactionFlags[item] === 1;
  }

  /** {@link hasInteractions} by item: a view, valid until an item is added. */
  interactionFlags(): Uint8Array {
    return this.#interactionFlags;
  }

  /** (n + shrink)^-rowPower. */
  rowFactor(item: number): number {
    return this.#rowFactors[item]!;
  }

  /** (n + shrink)^-columnPower, by item: a view, valid until an item is added. */
  columnFactors(): Float64Array {
    return this.#columnFactors;
  }

  /** The step of n, by item: a view, valid until an item is added. */
  steps(): Int16Array {
    return this.#steps;
  }

  /** Adds to a count; returns the number of steps it rose by. */
  add(item: number, units: number): number {
    this.#roomFor(item);
    const count = this.#counts[item]! + units;
    this.#counts[item] = count;
    this.#totalUnits += units;
    const flag = count === 0 ? 0 : 1;
    this.#itemsWithInteractions += flag - this.#interactionFlags[item]!;
    this.#interactionFlags[item] = flag;
    const shrunk = count / this.#unit + this.#weights.shrink;
    const step = Math.round(log2(shrunk) * stepsPerDoubling);
    const rise = step - this.#steps[item]!;
    if (rise !== 0) {
      this.#setStep(item, step);
      this.#stepChanges++;
    }
    return rise;
  }

  /** Grows the columns for an item. */
  #roomFor(item: number): void {
    if (item < this.#size) return;
    const size = item + 1;
    this.#counts = ensureCapacity(this.#counts, size);
    this.#interactionFlags = ensureCapacity(this.#interactionFlags, size);
    this.#steps = ensureCapacity(this.#steps, size);
    this.#rowFactors = ensureCapacity(this.#rowFactors, size);
    this.#columnFactors = ensureCapacity(this.#columnFactors, size);
    const step = Math.round(log2(this.#weights.shrink) * stepsPerDoubling);
    for (let fresh = this.#size; fresh < size; fresh++) this.#setStep(fresh, step);
    this.#size = size;
  }

  #setStep(item: number, step: number): void {
    const shrunk = pow(2, step / stepsPerDoubling);
    this.#steps[item] = step;
    this.#rowFactors[item] = pow(shrunk, -this.#weights.rowPower);
    this.#columnFactors[item] = pow(shrunk, -this.#weights.columnPower);
  }
}
