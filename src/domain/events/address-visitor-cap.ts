import type { ShopEvent } from '../../ports/events.ts';
import { VisitorCap } from './visitor-cap.ts';

const dayMs = 86_400_000;
/** Visitors of an address that count per item and day: a household, a shop floor, a small office. */
const visitorsMax = 5;
/** Maximum of tracked address, item and day combinations; the oldest are evicted. */
const keysMax = 200_000;

/**
 * Limits the visitors of one address that count for an item per day, so that a script with a new session per request creates
 * no trend.
 */
export class AddressVisitorCap {
  readonly #cap = new VisitorCap({ visitorsMax, keysMax });

  /** Whether the cap of one of the items is exceeded. Counts the visitor for the others. */
  isExceeded(
    { user, session, items, at }: Pick<ShopEvent, 'user' | 'session' | 'items' | 'at'>,
    address: string,
  ): boolean {
    const visitor = user === null ? `s${session}` : `u${user}`;
    const day = Math.floor(at / dayMs);
    const isExceeded = items.map(({ id }) => this.#cap.isExceeded(`${day} ${address} ${id}`, visitor));
    return isExceeded.includes(true);
  }
}
