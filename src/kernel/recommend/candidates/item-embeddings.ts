import type { RecommenderState } from '../counters/recommender-state.ts';

/**
 * Item embeddings trained on all histories, as plain data for storage and for other processes. The probability that
 * an item comes next grows with the dot product of its vector and the history's: the sum over ages a of ages_a x
 * vector of the item at age a, by component.
 */
export interface TrainedEmbeddings {
  readonly dimensions: number;
  /** Item ids: item numbers differ between states. */
  readonly ids: readonly string[];
  /** Vectors in the order of the ids: each one in 127ths of its largest component, and that component divided by 127. */
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
  /** The weight of each component of a vector by its age in the history, the newest first. */
  readonly ages: Float32Array;
}

/** Dimensions are a multiple of this: the SIMD kernels of the training read as many numbers at a time. */
export const dimensionsStep = 16;

/** Marks an item without a vector, which did not exist during the training. */
const noVector = -1;

/** Item embeddings by the item numbers of one state. */
export class ItemEmbeddings {
  readonly learned: TrainedEmbeddings;
  readonly state: RecommenderState;
  readonly #indexOfId: ReadonlyMap<string, number>;
  /** The index of each item's vector. Items keep their numbers, so new ones are appended. */
  readonly #vectorIndexes: number[] = [];
  readonly #history: Float64Array;

  constructor(learned: TrainedEmbeddings, state: RecommenderState) {
    this.learned = learned;
    this.state = state;
    this.#indexOfId = new Map(learned.ids.map((id, index) => [id, index]));
    this.#history = new Float64Array(learned.dimensions);
  }

  /**
   * Scores of items as the next of a history (newest first): higher is more likely; any sign. NaN for an item without
   * a vector, and for all items where none of the history has one.
   */
  scores(history: readonly number[], items: Uint32Array): Float64Array {
    const { dimensions, vectors, scales } = this.learned;
    const sum = this.#history;
    const scores = new Float64Array(items.length).fill(NaN);
    if (!this.#sumHistory(history)) return scores;
    for (let position = 0; position < items.length; position++) {
      const index = this.#vectorIndex(items[position]!);
      if (index === noVector) continue;
      // Four independent sums run in parallel: dimensions are a multiple of `dimensionsStep`.
      let [first, second, third, fourth] = [0, 0, 0, 0];
      let from = index * dimensions;
      for (let at = 0; at < dimensions; at += 4, from += 4) {
        first += sum[at]! * vectors[from]!;
        second += sum[at + 1]! * vectors[from + 1]!;
        third += sum[at + 2]! * vectors[from + 2]!;
        fourth += sum[at + 3]! * vectors[from + 3]!;
      }
      scores[position] = (first + second + third + fourth) * scales[index]!;
    }
    return scores;
  }

  #sumHistory(history: readonly number[]): boolean {
    const { dimensions, vectors, scales, ages } = this.learned;
    const sum = this.#history.fill(0);
    const length = Math.min(history.length, ages.length / dimensions);
    let isKnown = false;
    for (let age = 0; age < length; age++) {
      const index = this.#vectorIndex(history[age]!);
      if (index === noVector) continue;
      isKnown = true;
      const start = index * dimensions;
      for (let at = 0; at < dimensions; at++)
        sum[at] = sum[at]! + scales[index]! * ages[age * dimensions + at]! * vectors[start + at]!;
    }
    return isKnown;
  }

  #vectorIndex(item: number): number {
    for (let fresh = this.#vectorIndexes.length; fresh <= item; fresh++)
      this.#vectorIndexes.push(this.#indexOfId.get(this.state.getId(fresh)) ?? noVector);
    return this.#vectorIndexes[item]!;
  }
}
