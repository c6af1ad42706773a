import type { StoredItem } from '../catalog/catalog.ts';
import type { Visitor } from './events.ts';
import type { Filter } from '../search/filters.ts';
import type { LocalValues } from '../catalog/local-values.ts';
import type { ItemSet } from '../search/rules.ts';

/** Constraints of every list. A list never contains inactive or unknown items, nor the item that it is for. */
export interface ListConditions {
  readonly limit: number;
  readonly filter?: Filter;
  /** The prices, stock and texts by which items are filtered; by default those of the items. */
  readonly local?: LocalValues;
  /** Shop's ids of excluded items. */
  readonly exclude: ReadonlySet<string>;
  /** Whether items with `stock` 0 are allowed. */
  readonly soldOut: boolean;
  /** Further excluded items. */
  readonly hidden?: readonly ItemSet[];
  readonly explain: boolean;
}

/** The evidence that put an item into a list. */
export type RecommendationSource =
  | 'history'
  | 'together'
  /** Items of its kind are bought together with items of the kind that the list is for. */
  | 'goes_with'
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
  /** The `groupId` of its variants; null for an item without variants. */
  readonly product: string | null;
  /** Comparable within one list only. */
  readonly score: number;
  readonly source: RecommendationSource;
  /** Shop's ids of the items that contributed most to the score, at most 3, largest contribution first. */
  readonly because: readonly string[];
  /** Figures of the reason: support, expected, prior, lowerLimit, confidence, lift, observed; with `explain`, every component. */
  readonly facts: Readonly<Record<string, number>>;
}

/** The ranking of personal recommendations: the fixed default, or one of two trained kinds. */
export type RankingKind = 'fixed' | 'linear' | 'trees';

/** The result of training a ranking on the shop's own log. */
export interface TrainingReport {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Number of all events at that time, and of the newest ones, which it was trained with. */
  readonly events: number;
  readonly replayed: number;
  /** Events that were predicted, those whose next item was among the best hundred candidates, and those held out for comparison. */
  readonly asked: number;
  readonly lists: number;
  readonly compared: number;
  readonly chosen: RankingKind;
  /** NDCG and hit rate at 10 of each kind, over all predictions in the newest fifth of the events. */
  readonly figures: Readonly<
    Partial<Record<RankingKind, { readonly ndcg: number; readonly hitRate: number }>>
  >;
  readonly cpuSeconds: number;
}

export interface TrainingState {
  readonly state: 'off' | 'waiting' | 'learning';
  /** The ranking in use. */
  readonly ranking: RankingKind;
  /** Number of events, and the number that starts the next training. */
  readonly events: number;
  readonly eventsMin: number;
  /** Maximum of events that a training reads. */
  readonly eventsMax: number;
  readonly last: TrainingReport | null;
}

/** How far the list "bought together" of an item is made of the shop's own orders. */
export interface OrderEvidence {
  /** The shop's id of the item. */
  readonly item: string;
  readonly orders: number;
  /** The items that are bought together with it more often than by chance; at most four are counted. */
  readonly significant: number;
  /** The item that needs the fewest further orders with both, and their number; null if none is in sight, or with four such items. */
  readonly next: { readonly item: string; readonly orders: number } | null;
}

/**
 * Lists of one project, computed from the counters at the time of the call, best first. A method returns fewer than `limit`
 * items only if it has no evidence for more; `domain/recommend` adds fallbacks.
 *
 * A visitor's history contains the events of the user and of the session, unless the session is linked to another user. A
 * session without a user stands for its linked user. A visitor without either has no history.
 */
export interface Recommenders {
  forUser(request: {
    visitor: Visitor;
    /** Shop's ids of items viewed just now, oldest first. */
    seen: readonly string[];
    /**
     * Whether the list may repeat items of the visitor's history; null lets the list decide by how often this shop's visitors return to
     * items.
     */
    repeats: boolean | null;
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  /**
   * Items bought together with the cart more often than by chance, then those that go with it by their kinds; with a visitor, also what
   * the visitor buys as a habit.
   */
  boughtTogether(request: {
    /** A cart, or one item. */
    items: readonly string[];
    visitor: Visitor;
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  trending(request: {
    /** Computes the expected counts among these items only. */
    among: Filter | null;
    /** Counts the visitors of the last hours; null weighs them with a half-life. */
    windowHours: number | null;
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  similar(request: { item: string; conditions: ListConditions }): Promise<Recommended[]>;
  popular(request: { conditions: ListConditions }): Promise<Recommended[]>;
  /** The newest items: the fallback without any evidence. */
  newest(request: { conditions: ListConditions }): Promise<Recommended[]>;
  /** The visitor's past purchases that are probably due again. */
  buyAgain(request: { visitor: Visitor; conditions: ListConditions }): Promise<Recommended[]>;
  /** The visitor's latest items, newest first. */
  recentlyViewed(request: {
    visitor: Visitor;
    /** Shop's ids of items viewed just now, oldest first. */
    seen: readonly string[];
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  /** Shop's ids of the visitor's purchases. */
  findPurchasedIds(visitor: Visitor): Promise<ReadonlySet<string>>;
  /** Shop's ids of the visitor's purchases of the last 90 days, but for items that the visitor or many buyers buy again as a habit. */
  findRecentPurchaseIds(visitor: Visitor): Promise<ReadonlySet<string>>;
  /** Shop's ids of items whose interactions the visitor retracted entirely, without a later one. */
  findRejectedIds(visitor: Visitor): Promise<ReadonlySet<string>>;
  /** The `groupId` of an item; null for an item without variants or an unknown item. */
  findProduct(item: string): Promise<string | null>;
  /** Records that a list with these items was shown to the visitor. */
  recordImpressions(visitor: Visitor, items: readonly string[]): Promise<void>;
  /** Impressions by item without a later interaction; an impression counts half after one day. */
  countImpressions(visitor: Visitor): Promise<ReadonlyMap<string, number>>;
  /** The evidence for the list "bought together" of an item, or of each of the 50 items that are in the most orders. */
  measureOrderEvidence(item: string | null): Promise<OrderEvidence[]>;
  /** State of the trained ranking of `forUser`. */
  training(): TrainingState;
  /** Trains a ranking now and uses it if it is better; waits for a training in progress. Null means stopped or disabled. */
  train(): Promise<TrainingReport | null>;
}
