import { MultiAccumulator } from '../rows/multi-accumulator.ts';
import { ScoreThreshold } from '../rows/score-threshold.ts';
import { TopScores } from '../rows/top-scores.ts';
import { growFloat64, growUint32, growUint8 } from '../rows/array-capacity.ts';
import { NeighbourScores } from './neighbour-scores.ts';
import { BOUNDS } from './weights.ts';

/** A sum for each of many keys of which a request touches few: adding is one array access, clearing costs what was touched. */
export class SparseAccumulator {
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
    this.#sums = growFloat64(this.#sums, size);
    this.#seen = growUint8(this.#seen, size);
    this.#touched = growUint32(this.#touched, size);
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
  readonly parts = new MultiAccumulator();
  readonly habits = new SparseAccumulator();
  readonly candidates = new SparseAccumulator();
  readonly visits = new NeighbourScores();
  readonly voters = new TopScores(BOUNDS.visitsVoting);
  /** The best trends of all items, by window. */
  readonly trends = new Map<string, KeptTrends>();
  readonly hops = new TopScores(BOUNDS.secondHopSources);
  readonly cuts = new ScoreThreshold();
  #sums: Float64Array = new Float64Array(64);

  /** Sums by slot of the parts. */
  get sums(): Float64Array {
    return this.#sums;
  }

  /** As {@link sums}, with room for so many. */
  roomForSums(count: number): Float64Array {
    this.#sums = growFloat64(this.#sums, count);
    return this.#sums;
  }
}
