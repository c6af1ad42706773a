import type { StoredItem } from './catalog.ts';
import type { Visitor } from './events.ts';
import type { Filter } from './filters.ts';
import type { ItemSet } from './rules.ts';

/** What every list obeys. An inactive or unknown item is never in a list; neither is the item it is for. */
export interface ListConditions {
  readonly limit: number;
  readonly filter?: Filter;
  /** Shop's ids that must not appear. */
  readonly exclude: ReadonlySet<string>;
  /** Whether items are in the list whose `stock` is 0. */
  readonly soldOut: boolean;
  /** Items that must not appear either. */
  readonly hidden?: readonly ItemSet[];
  readonly explain: boolean;
}

/** Which evidence put an item into a list. */
export type RecommendationSource =
  | 'history'
  | 'together'
  | 'trending'
  | 'viewed_together'
  | 'content'
  | 'picture'
  | 'popular'
  | 'bought'
  | 'viewed'
  | 'new';

export interface Recommended {
  readonly item: StoredItem;
  /** What its variants have in common (`groupId`); null for an item without variants. */
  readonly product: string | null;
  /** Comparable within one list only. */
  readonly score: number;
  readonly source: RecommendationSource;
  /** Shop's ids of the items that carried most of the score, the weightiest first; at most 3. */
  readonly because: readonly string[];
  /** Numbers behind the reason: support, confidence, lift, observed, expected, and with explain every part. */
  readonly facts: Readonly<Record<string, number>>;
}

/** What orders a user's recommendations: the mix that every shop begins with, or one of two that are learnt. */
export type RankingKind = 'fixed' | 'linear' | 'trees';

/** What came of learning an order on the shop's own log. */
export interface TrainingReport {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Events there were by then, and how many of them, the newest, were lived through once more. */
  readonly events: number;
  readonly replayed: number;
  /** Events that were asked about, those where the best hundred held what came next, and how many of these only served to compare. */
  readonly asked: number;
  readonly lists: number;
  readonly compared: number;
  readonly chosen: RankingKind;
  /** NDCG and hit rate at 10 by what was compared, over everything asked in the newest fifth. */
  readonly figures: Readonly<
    Partial<Record<RankingKind, { readonly ndcg: number; readonly hitRate: number }>>
  >;
  readonly cpuSeconds: number;
}

export interface TrainingState {
  readonly state: 'off' | 'waiting' | 'learning';
  /** What orders the lists now. */
  readonly ranking: RankingKind;
  /** Events so far, and with how many it is learnt next. */
  readonly events: number;
  readonly eventsMin: number;
  /** The newest events that a learning reads: its budget. */
  readonly eventsMax: number;
  readonly last: TrainingReport | null;
}

/**
 * Lists of one project, each computed from what is counted at the moment of the call. Every method returns
 * best first and fewer than `limit` only where its evidence supports no more; filling up is done above.
 *
 * What a visitor did is what their user did and what their session did, unless the session is another user's: then that is
 * left out. A session whose user is not named stands for that user. Nothing is known of a visitor without either.
 */
export interface Recommenders {
  forUser(request: {
    visitor: Visitor;
    /** Shop's ids of items seen just now, oldest first. */
    seen: readonly string[];
    /** Whether items of the visitor's history may be in the list; null: where this shop's visitors come back to things. */
    repeats: boolean | null;
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  boughtTogether(request: {
    /** A cart, or one item. */
    items: readonly string[];
    visitor: Visitor;
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  trending(request: {
    /** Compares with what is usual among these only, where given. */
    among: Filter | null;
    /** Visitors of so many last hours; null: weighed with a half-life. */
    windowHours: number | null;
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  similar(request: { item: string; conditions: ListConditions }): Promise<Recommended[]>;
  popular(request: { conditions: ListConditions }): Promise<Recommended[]>;
  /** The newest items of the catalog: what is left where nothing at all is known. */
  newest(request: { conditions: ListConditions }): Promise<Recommended[]>;
  /** What the visitor bought before and is likely to need again. */
  buyAgain(request: { visitor: Visitor; conditions: ListConditions }): Promise<Recommended[]>;
  /** What the visitor touched last, newest first. */
  recentlyViewed(request: {
    visitor: Visitor;
    /** Shop's ids of items seen just now, oldest first. */
    seen: readonly string[];
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  /** Shop's ids of what the visitor bought. */
  boughtBy(visitor: Visitor): Promise<ReadonlySet<string>>;
  /** Shop's ids of what the visitor took everything back of, and touched no more since. */
  rejectedBy(visitor: Visitor): Promise<ReadonlySet<string>>;
  /** What the variants of the item's product have in common; null for an item without, or an unknown one. */
  productOf(item: string): Promise<string | null>;
  /** Remembers that a list with these items was shown to the visitor. */
  recordImpressions(visitor: Visitor, items: readonly string[]): Promise<void>;
  /** How often items were shown to the visitor, who touched none of them since, each showing counting half after a day. */
  impressionsOf(visitor: Visitor): Promise<ReadonlyMap<string, number>>;
  /** How the order of `forUser` comes about. */
  training(): TrainingState;
  /**
   * Learns an order now, beside what serves, and takes it where it is better; a learning under way is waited for. Null: it
   * was stopped, or is switched off.
   */
  train(): Promise<TrainingReport | null>;
}
