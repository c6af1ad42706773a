import { evictOldest } from '../../lib/evict-oldest.ts';

/** Ranks the distinct visitors of a key, such as an address with a query. In memory only; restarts from zero. */
export class VisitorCap {
  readonly #visitorsMax: number;
  readonly #keysMax: number;
  /** The rank of each visitor by key, the oldest key first. */
  readonly #ranks = new Map<string, Map<string, number>>();

  /** `visitorsMax` visitors are ranked per key. `keysMax` keys are tracked; beyond them, the oldest are evicted. */
  constructor(options: { readonly visitorsMax: number; readonly keysMax: number }) {
    this.#visitorsMax = options.visitorsMax;
    this.#keysMax = options.keysMax;
  }

  has(key: string): boolean {
    return this.#ranks.has(key);
  }

  /** The number of distinct visitors of the key before this one, at most `visitorsMax`. */
  rankVisitor(key: string, visitor: string): number {
    const ranks = this.#ranks.get(key) ?? new Map<string, number>();
    const known = ranks.get(visitor);
    if (known !== undefined) return known;
    const rank = ranks.size;
    if (rank >= this.#visitorsMax) return rank;
    this.#ranks.set(key, ranks.set(visitor, rank));
    evictOldest(this.#ranks, this.#keysMax);
    return rank;
  }
}
