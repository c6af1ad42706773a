import { evictOldest } from '../../lib/evict-oldest.ts';

/**
 * Tells who of those that meet at a place comes after so many others. In memory: who came, and where, is kept nowhere, and
 * after a restart counting begins anew.
 */
export class VisitorCap {
  readonly #visitorsMax: number;
  readonly #placesMax: number;
  /** The place that was come to first is the first. */
  readonly #visitors = new Map<string, Set<string>>();

  constructor(options: { readonly visitorsMax: number; readonly placesMax: number }) {
    this.#visitorsMax = options.visitorsMax;
    this.#placesMax = options.placesMax;
  }

  /** Whether a place had its share of visitors without this one; who is not too many is counted. */
  isExceeded(place: string, visitor: string): boolean {
    const visitors = this.#visitors.get(place) ?? new Set();
    if (visitors.size >= this.#visitorsMax && !visitors.has(visitor)) return true;
    this.#visitors.set(place, visitors.add(visitor));
    evictOldest(this.#visitors, this.#placesMax);
    return false;
  }
}
