import { ByteBoundedCache } from '../../lib/byte-bounded-cache.ts';
import type { Suggestion } from '../../ports/search/suggestions.ts';

const bytesMax = 8 * 1024 * 1024;
/** Bytes of a list and of each suggestion in addition to their texts. */
const overheadBytes = 200;
/** The cache stays valid while the popularity of a smaller share of the catalog changes, as popularity only breaks ties. */
const rankedShareMax = 0.01;

/**
 * A cache of completions. Shoppers type the same prefixes, and the shortest prefixes, which are the most frequent,
 * take the longest to compute. It is valid until an item or a setting changes.
 */
export class CompletionCache {
  readonly #lists = new ByteBoundedCache<string, readonly Suggestion[]>(bytesMax, estimateBytes);
  #generation = 0;
  #ranked = 0;

  get bytes(): number {
    return this.#lists.bytes;
  }

  clear(): void {
    this.#generation++;
    this.#ranked = 0;
  }

  /** Counts a change of the popularity of one of `size` items. */
  countRanked(size: number): void {
    if (++this.#ranked > size * rankedShareMax) this.clear();
  }

  /** The cached list of a request, or the result of `compute`, which is then cached. */
  getOrCompute(request: readonly unknown[], compute: () => Suggestion[]): readonly Suggestion[] {
    const key = JSON.stringify([this.#generation, ...request]);
    const cached = this.#lists.get(key);
    if (cached !== undefined) return cached;
    const computed = compute();
    this.#lists.set(key, computed);
    return computed;
  }
}

/** Strings take two bytes per UTF-16 unit. The key contains the typed text, the filter and the rules. */
function estimateBytes(list: readonly Suggestion[], key: string): number {
  return list.reduce(
    (sum, { text, highlighted }) => sum + overheadBytes + 2 * (text.length + highlighted.length),
    overheadBytes + 2 * key.length,
  );
}
