import type { RecommenderState } from '../counters/recommender-state.ts';
import type { EmbeddingMemory } from './embedding-memory.ts';
import { log } from '../../../math/logarithm.ts';
import { cos } from '../../../math/trigonometry.ts';

const initialDeviation = 0.1;
/** The initial sum of squared gradients. */
export const initialSquares = 0.01;

/**
 * The trained items by row: those with interactions, the most frequent ones of the first training first, so that data that is read often
 * is adjacent. An item's own record and those of its attributes are in the memory.
 */
export class EmbeddingRows {
  readonly #memory: EmbeddingMemory;
  readonly #draw: () => number;
  /** Items by row. */
  readonly items: number[] = [];
  readonly #rowOfItem = new Map<number, number>();
  readonly #ownRecords: number[] = [];
  readonly #attributeRecords = new Map<number, number>();
  #recordCount = 0;

  constructor(memory: EmbeddingMemory, draw: () => number) {
    this.#memory = memory;
    this.#draw = draw;
  }

  /** The row of an item with interactions. */
  getRow(item: number): number {
    return this.#rowOfItem.get(item)!;
  }

  /** Adds random records for new items and attributes. `counts` has the interactions by item. */
  update(state: RecommenderState, counts: Uint32Array): void {
    const before = this.#recordCount;
    const fresh = Array.from(counts.keys())
      .filter((item) => counts[item]! > 0 && !this.#rowOfItem.has(item))
      .sort((a, b) => counts[b]! - counts[a]! || a - b);
    for (const item of fresh) {
      this.#rowOfItem.set(item, this.items.length);
      this.items.push(item);
      this.#ownRecords.push(this.#recordCount++);
    }
    const starts = new Uint32Array(this.items.length + 1);
    const list: number[] = [];
    this.items.forEach((item, row) => {
      list.push(this.#ownRecords[row]!);
      for (const attribute of state.lift.getAttributes(item)) list.push(this.#attributeRecord(attribute));
      starts[row + 1] = list.length;
    });
    this.#memory.setRecords(starts, Uint32Array.from(list), this.#recordCount);
    this.#memory.sums().fill(initialSquares, before);
    for (let record = before; record < this.#recordCount; record++) {
      const vector = this.#memory.record(record);
      for (let at = 0; at < vector.length; at++) vector[at] = initialDeviation * normal(this.#draw);
    }
  }

  #attributeRecord(attribute: number): number {
    const record = this.#attributeRecords.get(attribute);
    if (record !== undefined) return record;
    this.#attributeRecords.set(attribute, this.#recordCount);
    return this.#recordCount++;
  }
}

/** A normally distributed number by the Box-Muller transform. */
function normal(draw: () => number): number {
  return Math.sqrt(-2 * log(1 - draw())) * cos(2 * Math.PI * draw());
}
