import type { ShopEvent } from '../../ports/events.ts';

const dayMs = 86_400_000;
/** So many visitors from one address count for one item and one day: a household, a shop floor, a small office. */
const visitorsMax = 5;
/** Addresses remembered with items and days; the oldest are forgotten first. */
const placesMax = 200_000;

/**
 * Tells when one address sends more visitors to an item in a day than people would: then a script with a new session for each
 * request makes no trend. In memory: addresses are not kept, and after a restart counting begins anew.
 */
export class AddressCrowds {
  readonly #visitors = new Map<string, Set<string>>();

  /** Whether an item of the event had its share of visitors from there. Counts the visitor for those that had not. */
  isCrowded(
    { user, session, items, at }: Pick<ShopEvent, 'user' | 'session' | 'items' | 'at'>,
    address: string,
  ): boolean {
    const visitor = user === null ? `s${session}` : `u${user}`;
    const day = Math.floor(at / dayMs);
    let crowded = false;
    for (const { id } of items) {
      const place = `${day} ${address} ${id}`;
      const visitors = this.#visitors.get(place) ?? new Set();
      if (visitors.size >= visitorsMax && !visitors.has(visitor)) crowded = true;
      else visitors.add(visitor);
      this.#visitors.set(place, visitors);
    }
    for (const oldest of this.#visitors.keys()) {
      if (this.#visitors.size <= placesMax) break;
      this.#visitors.delete(oldest);
    }
    return crowded;
  }
}
