import type { SemanticIndex } from '../../kernel/vectors/semantic-index.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';

/** The names of items compared with that of one item by their meaning, from 0, as of unrelated names, to 1. */
export interface ItemNameSimilarities {
  /** Finds the numbers of the items with the most similar names, best first: a search of all vectors. */
  readonly findNearest: () => Uint32Array;
  /** The similarities of items; 0 for one without a vector, and for the number -1. */
  readonly compare: (itemNumbers: readonly number[]) => Float64Array;
}

/** What is known of an item at a version of an index; the nearest items are null until they are searched. */
interface CachedItem {
  readonly version: number;
  readonly meanCosine: number;
  nearest: Uint32Array | null;
}

/** Nearest items of an item, with all variants of each product. */
const nearestMax = 240;
/** The minimum of 1 - mean, for shops whose names are all alike. */
const spreadMin = 0.1;
/** Cached items of an index: a kilobyte each. */
const cachedMax = 2_000;

/**
 * Similarities of the names of items. The cosine of unrelated names depends on the model and the name, so a similarity is
 * (cosine - mean) / (1 - mean), with the mean over the catalog.
 */
export class NameSimilarities {
  /** By index and item. An index that a new model replaced must not stay in memory. */
  readonly #cached = new WeakMap<SemanticIndex, Map<number, CachedItem>>();

  /** Compares the names of an index with that of an item; null if it has no vector. */
  find(index: SemanticIndex, itemNumber: number): ItemNameSimilarities | null {
    const vector = index.readVector(itemNumber);
    if (vector === null) return null;
    const query = index.query(vector);
    const item = this.#readItem(index, itemNumber, vector);
    const { meanCosine } = item;
    const spread = Math.max(spreadMin, 1 - meanCosine);
    return {
      findNearest: () =>
        (item.nearest ??= Uint32Array.from(
          query.nearest(nearestMax, (key) => key !== itemNumber),
          ({ key }) => key,
        )),
      compare: (itemNumbers) =>
        Float64Array.from(query.computeCosines(itemNumbers.map(toKey)), (cosine) =>
          cosine === null ? 0 : Math.max(0, (cosine - meanCosine) / spread),
        ),
    };
  }

  #readItem(index: SemanticIndex, itemNumber: number, vector: Float32Array): CachedItem {
    const items = this.#cached.get(index) ?? new Map<number, CachedItem>();
    this.#cached.set(index, items);
    const cached = items.get(itemNumber);
    if (cached?.version === index.version) return cached;
    const meanCosine = index.computeMeanCosine(vector);
    const item = { version: index.version, meanCosine, nearest: null };
    items.set(itemNumber, item);
    evictOldest(items, cachedMax);
    return item;
  }
}

function toKey(itemNumber: number): number {
  return itemNumber < 0 ? Number.MAX_SAFE_INTEGER : itemNumber;
}
