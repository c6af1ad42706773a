import type { ShopEvent } from '../../ports/events.ts';
import { VisitorCap } from './visitor-cap.ts';

const dayMs = 86_400_000;
/** So many visitors from one address count for one item and one day: a household, a shop floor, a small office. */
const visitorsMax = 5;
/** Addresses remembered with items and days; the oldest are forgotten first. */
const placesMax = 200_000;

/**
 * Tells when one address sends more visitors to an item in a day than people would: then a script with a new session for each
 * request makes no trend.
 */
export class AddressVisitorCap {
  readonly #crowds = new VisitorCap({ visitorsMax, placesMax });

  /** Whether an item of the event had its share of visitors from there. Counts the visitor for those that had not. */
  isExceeded(
    { user, session, items, at }: Pick<ShopEvent, 'user' | 'session' | 'items' | 'at'>,
    address: string,
  ): boolean {
    const visitor = user === null ? `s${session}` : `u${user}`;
    const day = Math.floor(at / dayMs);
    const crowded = items.map(({ id }) => this.#crowds.isExceeded(`${day} ${address} ${id}`, visitor));
    return crowded.includes(true);
  }
}
