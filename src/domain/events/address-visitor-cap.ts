import type { ShopEvent } from '../../ports/recommendations/events.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import { VisitorCap } from './visitor-cap.ts';

const dayMs = 86_400_000;
/** Visitors of an address that count per item and day: a household, a shop floor, a small office. */
export const addressVisitorsMax = 5;
/** Maximum of tracked address, item and day combinations; the oldest are evicted. */
const keysMax = 200_000;
/**
 * Items that are tracked for an address and day. Visitors of further items do not count: an address that sends events of many
 * items must not evict its own counts.
 */
export const addressItemsMax = 5_000;
const addressesMax = 50_000;

/** Limits the visitors of one address that count for an item per day, so that a script with a new session per request creates no trend. */
export class AddressVisitorCap {
  readonly #cap = new VisitorCap({ visitorsMax: addressVisitorsMax, keysMax });
  /** Number of items by day and address. */
  readonly #itemCounts = new Map<string, number>();

  /**
   * Counts the visitors from this address who touched these items earlier on the same day: the highest count of any item, at most
   * `addressVisitorsMax`. `at` is in ms since 1970.
   */
  rankVisitor(
    { user, session, items }: Pick<ShopEvent, 'user' | 'session' | 'items'>,
    address: string,
    at: number,
  ): number {
    const visitor = user === null ? `s${session}` : `u${user}`;
    const source = `${Math.floor(at / dayMs)} ${address}`;
    const ranks = items.map(({ id }) => this.#rankVisitorOfItem(source, id, visitor));
    return Math.max(...ranks);
  }

  #rankVisitorOfItem(source: string, id: string, visitor: string): number {
    const key = `${source} ${id}`;
    if (!this.#cap.has(key)) {
      const count = this.#itemCounts.get(source) ?? 0;
      if (count >= addressItemsMax) return addressVisitorsMax;
      // The entry becomes the newest, which is evicted last.
      this.#itemCounts.delete(source);
      this.#itemCounts.set(source, count + 1);
      evictOldest(this.#itemCounts, addressesMax);
    }
    return this.#cap.rankVisitor(key, visitor);
  }
}
