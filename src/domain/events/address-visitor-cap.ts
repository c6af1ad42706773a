import type { ShopEvent } from '../../ports/recommendations/events.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import { VisitorCap } from './visitor-cap.ts';

const dayMs = 86_400_000;
/** Visitors of an address that count per item and day: a household, a shop floor, a small office. */
export const addressVisitorsMax = 5;
/** Maximum of tracked address, item and day combinations; the oldest are evicted. */
const keysMax = 200_000;
/**
 * Items of an address and day that are tracked; visitors of others do not count. An address that sends more must not evict what
 * is known of it.
 */
export const addressItemsMax = 5_000;
const addressesMax = 50_000;

/** Limits the visitors of one address that count for an item per day, so that a script with a new session per request creates no trend. */
export class AddressVisitorCap {
  readonly #cap = new VisitorCap({ visitorsMax: addressVisitorsMax, keysMax });
  /** Number of items by day and address. */
  readonly #itemCounts = new Map<string, number>();

  /**
   * The number of earlier visitors of the address, of the item that has most; at most `addressVisitorsMax`. `at` is the time in ms
   * of the day.
   */
  rankVisitor(
    { user, session, items }: Pick<ShopEvent, 'user' | 'session' | 'items'>,
    address: string,
    at: number,
  ): number {
    const visitor = user === null ? `s${session}` : `u${user}`;
    const source = `${Math.floor(at / dayMs)} ${address}`;
    const ranks = items.map(({ id }) => this.#rankOfItem(source, id, visitor));
    return Math.max(...ranks);
  }

  #rankOfItem(source: string, id: string, visitor: string): number {
    const key = `${source} ${id}`;
    if (!this.#cap.has(key)) {
      const count = this.#itemCounts.get(source) ?? 0;
      if (count >= addressItemsMax) return addressVisitorsMax;
      // Set again as the newest.
      this.#itemCounts.delete(source);
      this.#itemCounts.set(source, count + 1);
      evictOldest(this.#itemCounts, addressesMax);
    }
    return this.#cap.rankVisitor(key, visitor);
  }
}
