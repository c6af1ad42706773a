import { dropOldest } from '../../lib/drop-oldest.ts';

/**
 * Tells who of those that meet at a place comes after so many others. In memory: who came, and where, is kept nowhere, and
 * after a restart counting begins anew.
 */
export class Crowds {
  readonly #visitorsMax: number;
  readonly #placesMax: number;
  /** The place that was come to first is the first. */
  readonly #visitors = new Map<string, Set<string>>();

  constructor(options: { readonly visitorsMax: number; readonly placesMax: number }) {
    this.#visitorsMax = options.visitorsMax;
    this.#placesMax = options.placesMax;
  }

  /** Whether a place had its share of visitors without this one; who is not too many is counted. */
  isCrowded(place: string, visitor: string): boolean {
    const visitors = this.#visitors.get(place) ?? new Set();
    if (visitors.size >= this.#visitorsMax && !visitors.has(visitor)) return true;
    this.#visitors.set(place, visitors.add(visitor));
    dropOldest(this.#visitors, this.#placesMax);
    return false;
  }
}
