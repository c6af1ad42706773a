import { roomFloat64, roomUint32, roomUint8 } from './typed-columns.ts';

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

/** The parts of a user's scores, by lane of {@link LaneScores}. */
export const LANES = { transitions: 0, content: 1, secondHop: 2, coldContent: 3, visits: 4 } as const;
/** Eight doubles are one cache line, so an item's parts cost one miss. */
const LANE_STRIDE = 8;

/** Several sums for each of many keys, side by side in memory; otherwise as {@link SparseScores}. */
export class LaneScores {
  #sums: Float64Array = new Float64Array(LANE_STRIDE);
  #seen: Uint8Array = new Uint8Array(1);
  #touched: Uint32Array = new Uint32Array(1);
  #count = 0;

  clear(size: number): void {
    for (let at = 0; at < this.#count; at++) {
      const key = this.#touched[at]!;
      for (let lane = 0; lane < LANE_STRIDE; lane++) this.#sums[key * LANE_STRIDE + lane] = 0;
      this.#seen[key] = 0;
    }
    this.#count = 0;
    this.#sums = roomFloat64(this.#sums, size * LANE_STRIDE);
    this.#seen = roomUint8(this.#seen, size);
    this.#touched = roomUint32(this.#touched, size);
  }

  add(lane: number, key: number, gain: number): void {
    if (this.#seen[key] === 0) {
      this.#seen[key] = 1;
      this.#touched[this.#count++] = key;
    }
    const at = key * LANE_STRIDE + lane;
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
    return this.#sums[key * LANE_STRIDE + lane]!;
  }

  /** The keys touched in any lane, in the order in which they were. A view: read before the next `add`. */
  keys(): Uint32Array {
    return this.#touched.subarray(0, this.#count);
  }
}

/** The sums that requests fill, kept between them so that none has to be allocated. */
export class RequestScratch {
  readonly parts = new LaneScores();
  readonly behaviour = new SparseScores();
  readonly content = new SparseScores();
  readonly vectors = new SparseScores();
  readonly candidates = new SparseScores();
  readonly visitors = new SparseScores();
  /** Visitor -> the touch at which it last met the history; holds only where `visitors` has the key. */
  lastMatch: Uint32Array = new Uint32Array(64);
  /** Visitor -> the history item for which it was last counted, as its place plus 1. */
  counted: Uint32Array = new Uint32Array(64);
}
