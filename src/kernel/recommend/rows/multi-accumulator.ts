import { ensureCapacity } from '../../bits/growable.ts';

/** The score components of a user's candidates, by index in {@link MultiAccumulator}. */
export const scoreComponents = {
  transitions: 0,
  content: 1,
  secondHop: 2,
  coldContent: 3,
  visits: 4,
} as const;
/** The score components of similar items. */
export const similarComponents = { viewed: 0, content: 1, vectors: 2, meaning: 3, transitions: 4 } as const;
const laneCount = 5;
/** Slots have 16 bits, of which 0 means none: a request uses a few thousand keys at most. */
const slotsMax = 0xffff;

/** A run of keys with a score each: keys from `first` on, and scores from `firstScore` on. */
export interface ScoreRun {
  items: Uint32Array;
  first: number;
  scores: Float64Array;
  firstScore: number;
  length: number;
}

/**
 * Several sums for each of many keys, of which a request uses few. Keys get consecutive slots when they are first
 * used, and the sums of a component are stored by slot. The data of a request therefore stays in the fastest cache,
 * whatever the number of keys.
 */
export class MultiAccumulator {
  /** The slot of each key plus 1, or 0 if it is not in use. */
  #slots: Uint16Array = new Uint16Array(64);
  #keys: Uint32Array = new Uint32Array(64);
  readonly #lanes: Float64Array[] = Array.from({ length: laneCount }, () => new Float64Array(64));
  #count = 0;
  readonly #run: ScoreRun = {
    items: this.#keys,
    first: 0,
    scores: this.#lanes[0]!,
    firstScore: 0,
    length: 0,
  };

  /** Clears the sums, and makes room for keys below `size`; call before the first `add` of a request. */
  clear(size: number): void {
    for (let slot = 0; slot < this.#count; slot++) this.#slots[this.#keys[slot]!] = 0;
    for (const sums of this.#lanes) sums.fill(0, 0, this.#count);
    this.#count = 0;
    if (this.#slots.length < size) this.#slots = new Uint16Array(size + (size >> 2));
  }

  /** Adds `factor` x each score of a row of neighbours. */
  addRow(
    lane: number,
    row: { readonly items: Uint32Array; readonly scores: Float64Array },
    factor: number,
  ): void {
    const run = this.#run;
    run.items = row.items;
    run.scores = row.scores;
    run.first = 0;
    run.firstScore = 0;
    run.length = row.items.length;
    this.addRun(lane, run, factor);
  }

  /** Adds like {@link addRow}, for a range of two columns. */
  addRun(lane: number, run: Readonly<ScoreRun>, factor: number): void {
    const { items, first, scores, firstScore, length } = run;
    this.#room(this.#count + length);
    const slots = this.#slots;
    const keys = this.#keys;
    const sums = this.#lanes[lane]!;
    let count = this.#count;
    for (let at = 0; at < length; at++) {
      const key = items[first + at]!;
      let slot = slots[key]!;
      if (slot === 0) {
        slot = ++count;
        slots[key] = slot;
        keys[slot - 1] = key;
      }
      sums[slot - 1] = sums[slot - 1]! + factor * scores[firstScore + at]!;
    }
    this.#count = count;
  }

  add(lane: number, key: number, gain: number): void {
    this.#room(this.#count + 1);
    let slot = this.#slots[key]!;
    if (slot === 0) {
      slot = ++this.#count;
      this.#slots[key] = slot;
      this.#keys[slot - 1] = key;
    }
    const sums = this.#lanes[lane]!;
    sums[slot - 1] = sums[slot - 1]! + gain;
  }

  get(lane: number, key: number): number {
    const slot = this.#slots[key]!;
    return slot === 0 ? 0 : this.#lanes[lane]![slot - 1]!;
  }

  /** The slot of a key, or -1 if it is not in use. */
  findSlot(key: number): number {
    return this.#slots[key]! - 1;
  }

  /** The sums of a component by slot, numbered as in `keys()`. A view: read before the next `add`. */
  lane(lane: number): Float64Array {
    return this.#lanes[lane]!;
  }

  /** The keys in use in any component, in the order of their first use. A view: read before the next `add`. */
  keys(): Uint32Array {
    return this.#keys.subarray(0, this.#count);
  }

  #room(slots: number): void {
    if (slots <= this.#keys.length) return;
    if (slots > slotsMax)
      throw new RangeError(`Cannot score a request as it has candidates beyond ${slotsMax} items`);
    this.#keys = ensureCapacity(this.#keys, slots);
    for (let lane = 0; lane < laneCount; lane++)
      this.#lanes[lane] = ensureCapacity(this.#lanes[lane]!, this.#keys.length);
  }
}
