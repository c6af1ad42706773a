import { evictOldest } from '../../lib/evict-oldest.ts';

/** Limits the number of distinct visitors per key, such as an address with a query. In memory only; restarts from zero. */
export class VisitorCap {
  readonly #visitorsMax: number;
  readonly #placesMax: number;
  /** The oldest key first. */
  readonly #visitors = new Map<string, Set<string>>();

  constructor(options: { readonly visitorsMax: number; readonly placesMax: number }) {
    this.#visitorsMax = options.visitorsMax;
    this.#placesMax = options.placesMax;
  }

  /** Whether the key already has the maximum of other visitors; otherwise counts this one. */
  isExceeded(place: string, visitor: string): boolean {
    const visitors = this.#visitors.get(place) ?? new Set();
    if (visitors.size >= this.#visitorsMax && !visitors.has(visitor)) return true;
    this.#visitors.set(place, visitors.add(visitor));
    evictOldest(this.#visitors, this.#placesMax);
    return false;
  }
}
