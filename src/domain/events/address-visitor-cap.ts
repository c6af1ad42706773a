import type { ShopEvent } from '../../ports/events.ts';
import { VisitorCap } from './visitor-cap.ts';

const dayMs = 86_400_000;
/** Visitors of an address that count per item and day: a household, a shop floor, a small office. */
export const addressVisitorsMax = 5;
/** Maximum of tracked address, item and day combinations; the oldest are evicted. */
const keysMax = 200_000;

/**
 * Limits the visitors of one address that count for an item per day, so that a script with a new session per request creates
 * no trend.
 */
export class AddressVisitorCap {
  readonly #cap = new VisitorCap({ visitorsMax: addressVisitorsMax, keysMax });

  /** The number of earlier visitors of the address, of the item that has most; at most `addressVisitorsMax`. */
  rankOf(
    { user, session, items, at }: Pick<ShopEvent, 'user' | 'session' | 'items' | 'at'>,
    address: string,
  ): number {
    const visitor = user === null ? `s${session}` : `u${user}`;
    const day = Math.floor(at / dayMs);
    const ranks = items.map(({ id }) => this.#cap.rankOf(`${day} ${address} ${id}`, visitor));
    return Math.max(...ranks);
  }
}
