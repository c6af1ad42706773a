import { TopScores } from './top-scores.ts';
import { roomFloat64, roomUint32, roomUint8 } from './typed-columns.ts';
import { VisitScores } from './visit-scores.ts';
import { BOUNDS } from './weights.ts';

/** A sum for each of many keys of which a request touches few: adding is one array access, clearing costs what was touched. */
export class SparseScores {
  #sums: Float64Array = new Float64Array(64);
  #seen: Uint8Array = new Uint8Array(64);
  #touched: Uint32Array = new Uint32Array(64);
  #count = 0;

  /** Makes room for keys below `size`; call before the first `add` of a request. */
  clear(size: number): void {
    for (let at = 0; at < this.#count; at++) {
      const key = this.#touched[at]!;
      this.#sums[key] = 0;
      this.#seen[key] = 0;
    }
    this.#count = 0;
    this.#sums = roomFloat64(this.#sums, size);
    this.#seen = roomUint8(this.#seen, size);
    this.#touched = roomUint32(this.#touched, size);
  }

  add(key: number, gain: number): void {
    if (this.#seen[key] === 0) {
      this.#seen[key] = 1;
      this.#touched[this.#count++] = key;
    }
    this.#sums[key] = this.#sums[key]! + gain;
  }

  /** Adds `gain` to each of some keys. */
  addAll(keys: Uint32Array, gain: number): void {
    for (let at = 0; at < keys.length; at++) this.add(keys[at]!, gain);
  }

  get(key: number): number {
    return this.#sums[key]!;
  }

  has(key: number): boolean {
    return this.#seen[key] === 1;
  }

  /** The keys touched, in the order in which they were. A view: read before the next `add`. */
  keys(): Uint32Array {
    return this.#touched.subarray(0, this.#count);
  }
}

/** The parts of a user's scores, by lane of {@link LaneScores}; in the last, how long ago the history has the item, plus 1. */
export const LANES = { transitions: 0, content: 1, secondHop: 2, coldContent: 3, visits: 4, age: 5 } as const;
/** Eight doubles are one cache line. */
const LANE_STRIDE = 8;

/**
 * Several sums for each of many keys, of which a request touches few: the sums of those lie side by side in slots, one after the
 * other as they were touched, so that a walk over all of them reads little memory.
 */
export class LaneScores {
  /** By key: its slot plus 1; 0 where it was not touched. */
  #slots: Uint32Array = new Uint32Array(64);
  #keys: Uint32Array = new Uint32Array(64);
  #sums: Float64Array = new Float64Array(64 * LANE_STRIDE);
  #count = 0;

  /** Makes room for keys below `size`; call before the first `add` of a request. */
  clear(size: number): void {
    for (let slot = 0; slot < this.#count; slot++) this.#slots[this.#keys[slot]!] = 0;
    this.#sums.fill(0, 0, this.#count * LANE_STRIDE);
    this.#count = 0;
    this.#slots = roomUint32(this.#slots, size);
  }

  add(lane: number, key: number, gain: number): void {
    const slot = this.#slots[key]! || this.#take(key);
    const at = (slot - 1) * LANE_STRIDE + lane;
    this.#sums[at] = this.#sums[at]! + gain;
  }

  /** Adds `factor` x each score of a row of neighbours. */
  addRow(
    lane: number,
    row: { readonly items: Uint32Array; readonly scores: Float64Array },
    factor: number,
  ): void {
    const { items, scores } = row;
    for (let at = 0; at < items.length; at++) this.add(lane, items[at]!, factor * scores[at]!);
  }

  get(lane: number, key: number): number {
    const slot = this.#slots[key]!;
    return slot === 0 ? 0 : this.#sums[(slot - 1) * LANE_STRIDE + lane]!;
  }

  /** Where the sums of a key are; -1 where it was not touched. */
  slotOf(key: number): number {
    return this.#slots[key]! - 1;
  }

  /** Sets a sum where the key was touched before. */
  mark(lane: number, key: number, value: number): void {
    const slot = this.#slots[key]!;
    if (slot !== 0) this.#sums[(slot - 1) * LANE_STRIDE + lane] = value;
  }

  /** The sum of a lane for the key in a slot: slots are numbered from 0 as `keys()` are. */
  at(lane: number, slot: number): number {
    return this.#sums[slot * LANE_STRIDE + lane]!;
  }

  /** The keys touched in any lane, in the order in which they were. A view: read before the next `add`. */
  keys(): Uint32Array {
    return this.#keys.subarray(0, this.#count);
  }

  #take(key: number): number {
    const slot = ++this.#count;
    this.#keys = roomUint32(this.#keys, slot);
    this.#sums = roomFloat64(this.#sums, slot * LANE_STRIDE);
    this.#keys[slot - 1] = key;
    this.#slots[key] = slot;
    return slot;
  }
}

/** The best trends as of a revision of the counts, an hour and a day. */
export interface KeptTrends {
  readonly items: Uint32Array;
  readonly scores: Float64Array;
  readonly revision: number;
  readonly short: number;
  readonly long: number;
}

/** The sums that requests fill, kept between them so that none has to be allocated. */
export class RequestScratch {
  readonly parts = new LaneScores();
  readonly behaviour = new SparseScores();
  readonly content = new SparseScores();
  readonly vectors = new SparseScores();
  readonly candidates = new SparseScores();
  readonly visits = new VisitScores();
  readonly voters = new TopScores(BOUNDS.visitsVoting);
  /** The best trends of all items, by window. */
  readonly trends = new Map<string, KeptTrends>();
  readonly hops = new TopScores(BOUNDS.secondHopSources);
  #candidateSums: Float64Array = new Float64Array(64);
  #ordered: Float64Array = new Float64Array(64);

  /** Room for a sum for each of so many candidates, and for a copy of them. */
  candidateSums(count: number): { sums: Float64Array; ordered: Float64Array } {
    this.#candidateSums = roomFloat64(this.#candidateSums, count);
    this.#ordered = roomFloat64(this.#ordered, count);
    return { sums: this.#candidateSums, ordered: this.#ordered };
  }
}
