/** One thing that a shopper did. The nouns are the contract's. */
export interface ShopEvent {
  /** The caller's own id: the same one counts once. */
  readonly id: string | null;
  /** `view`, `click`, `cart`, `purchase`, or a type of the shop's own. */
  readonly type: string;
  /** At least one of user and session. */
  readonly user: string | null;
  readonly session: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly items: readonly EventItem[];
  readonly searchId: string | null;
  readonly recommendationId: string | null;
  /** Place in the list that was clicked, from 1. */
  readonly position: number | null;
  /** One of too many visitors from one address: counts for everything but what is trending and popular. */
  readonly suspectedBot: boolean;
}

export interface EventItem {
  /** The shop's id. It need not be in the catalog (yet). */
  readonly id: string;
  readonly quantity: number;
  readonly price: number | null;
}

/** A name that somebody is known by. */
export type VisitorId = { readonly user: string } | { readonly session: string };

/** Who was erased: every name of theirs, and how many events. */
export interface Erasure {
  readonly events: number;
  readonly names: readonly VisitorId[];
}

/** Who asks or is asked about: a user, an anonymous visitor by the session, or a user with the session that they are in. */
export interface Visitor {
  readonly user: string | null;
  readonly session: string | null;
}

/** What shoppers did in one project, in the order it was accepted. */
export interface EventLog {
  /** Events kept. */
  count(): number;
  /**
   * Keeps events in order, all in one durable step. When the promise resolves, the next recommendation
   * has counted them. An event whose id was seen before is not counted again. A session that comes with a user is
   * that user's from then on, with all it did, unless it is another's already.
   * @throws VitrineError storage_failed: none was kept.
   */
  append(events: readonly ShopEvent[]): Promise<{ accepted: number; duplicates: number }>;
  /** Erases the user, and whoever was merged into them, from the log and from everything counted. */
  eraseUser(user: string): Promise<Erasure>;
  /** Erases an anonymous visitor as `eraseUser()` does a user; of a session that is a user's, that user with all that is theirs. */
  eraseSession(session: string): Promise<Erasure>;
  /**
   * From now on, what `from` did and does counts as done by `into`: true. False where a session is another user's already: it stays
   * theirs, and nothing changes.
   */
  merge(from: VisitorId, into: string): Promise<boolean>;
}
