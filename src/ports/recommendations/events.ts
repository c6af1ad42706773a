/** One action of a shopper. */
export interface ShopEvent {
  /** The caller's id of the event; duplicates are ignored. */
  readonly id: string | null;
  /** `view`, `click`, `cart`, `purchase`, or a type of the shop's own. */
  readonly type: string;
  /** At least one of `user` and `session`. */
  readonly user: string | null;
  readonly session: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly items: readonly EventItem[];
  /** The shop's order number, of a `purchase` or `return`. */
  readonly order: string | null;
  /** ISO 4217, of the prices; null means the project's currency. */
  readonly currency: string | null;
  readonly searchId: string | null;
  readonly recommendationId: string | null;
  /** Position of the clicked item in its list, from 1. */
  readonly position: number | null;
  /** Beyond the visitor cap of its address: left out of trends, popularity and pairs of items. */
  readonly suspectedBot: boolean;
  /** Visitors from this address who touched these items earlier that day. Not stored; omitted means unknown. */
  readonly addressRank?: number;
}

export interface EventItem {
  /** The shop's item id. The item need not exist (yet). */
  readonly id: string;
  readonly quantity: number;
  /** Per unit, or null if unknown. */
  readonly price: number | null;
  /** Whether `price` is that of the catalog when the event arrived: the event had none. */
  readonly isEstimated?: true;
  /** Beyond the cap of its address on pairs of the item: left out of those pairs. */
  readonly isBeyondAddressCap?: true;
  /** The product of which the item was a variant when the event arrived, where it was one. */
  readonly product?: string;
}

/** A user id or an anonymous session id. */
export type VisitorId = { readonly user: string } | { readonly session: string };

/**
 * The session under which an event counts that names a user without proof, and no session: apart from the user's own events, and of
 * no request, as ids have no NUL. Erased with the user.
 */
export function createUnsignedSession(user: string): string {
  return `\0${user}`;
}

/** Whether anyone can have sent the events of the session, see {@link createUnsignedSession}. */
export function isUnsignedSession(session: string): boolean {
  return session.startsWith('\0');
}

/** An erased visitor: all ids and the number of deleted events. */
export interface Erasure {
  readonly events: number;
  readonly names: readonly VisitorId[];
}

/** A user, an anonymous session, or a user with the current session. */
export interface Visitor {
  readonly user: string | null;
  readonly session: string | null;
}

/** The outcome of storing events. */
export interface AppendedEvents {
  readonly accepted: number;
  readonly duplicates: number;
  /** The stored part of each event of the request, by position; null for a duplicate. */
  readonly stored: readonly (ShopEvent | null)[];
}

/** The events of one project, in the order of acceptance. */
export interface EventLog {
  /** Number of stored events. */
  count(): number;
  /** The times of the events among the newest `rowsMax` changes of the project, ascending, and whether those are all events. */
  recentTimes(rowsMax: number): { readonly times: Float64Array; readonly isAll: boolean };
  /**
   * Stores events in order, in one durable step. When it resolves, the next recommendation has counted them. Duplicate ids
   * are ignored. Each item of an `order` counts once: of a later purchase with the same order, the other items are stored, and without
   * any it is a duplicate. A return with an order and without items is stored with all items of the order. Items bought or returned
   * without a `price` are stored with their current catalog price, those of events that count for attribution with their product. A
   * session sent with a user is linked to that user permanently, with its past events, unless it is linked to another user.
   * @throws VitrineError storage_failed: nothing was stored
   */
  append(events: readonly ShopEvent[]): Promise<AppendedEvents>;
  /** Erases a user, including everyone merged into them, from the log and all counters. */
  eraseUser(user: string): Promise<Erasure>;
  /** Erases an anonymous session as `eraseUser()` does a user. For a session that is linked to a user: erases that user. */
  eraseSession(session: string): Promise<Erasure>;
  /**
   * Counts all past and future events of `from` as events of `into`. False, without effect, for a session that is linked to
   * another user.
   */
  merge(from: VisitorId, into: string): Promise<boolean>;
}
