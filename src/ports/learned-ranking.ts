import type { VisitorId } from './events.ts';
import type { ListIdentity } from './list-adjustments.ts';

/** A page of a list that a visitor was shown. */
export interface ShownList extends ListIdentity {
  /** The `searchId` of the reply, which events name. */
  readonly id: string;
  /** Null: unknown, which teaches nothing. */
  readonly visitor: VisitorId | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Position before the first item. */
  readonly offset: number;
  /** Ids of the first items, in order. */
  readonly items: readonly string[];
}

/**
 * Learns the order of lists from what visitors are shown, and from their clicks, cart events and purchases that name it by
 * `searchId`. A visitor counts once for a list and an item. Searches read what is learned within a second or two, on every thread.
 */
export interface LearnedRanking {
  shown(list: ShownList): void;
}
