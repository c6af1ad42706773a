import type { Visitor } from './events.ts';
import type { Filter } from '../search/filters.ts';

/** One of the visitor's items must match the filter. */
export interface SegmentItems {
  readonly filter: Filter;
  /** Time of the first event that counts, in ms since 1970; -Infinity for all events. */
  readonly since: number;
}

/** Conditions on the events of a visitor, all of which must hold. */
export interface VisitorSegment {
  /** Items of `view` and `click` events. */
  readonly viewed?: SegmentItems;
  readonly bought?: SegmentItems;
  /** The sum of price times quantity of the purchases since a time, from `min` to `max`, in the project’s currency. */
  readonly spent?: { readonly min: number; readonly max: number; readonly since: number };
  /** A `new` visitor has no events before the visit that continues at the time of the request, a `returning` one has some. */
  readonly is?: 'new' | 'returning';
}

/**
 * The segments of the visitors of one project, computed from their events at the time of the call: what is acknowledged counts,
 * what is erased, returned or disliked does not. Of items, the last 5,000 events of a visitor count; a deleted or inactive item
 * matches no filter. A purchase counts with its price; without one, with the price that the item had when the event arrived, if it
 * had any.
 */
export interface VisitorSegments {
  /** Whether the visitor is in each of the segments. `now` is in ms since 1970. */
  memberships(
    visitor: Visitor,
    segments: readonly VisitorSegment[],
    now: number,
  ): Promise<readonly boolean[]>;
}
