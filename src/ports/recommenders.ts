import type { StoredItem } from './catalog.ts';
import type { Filter } from './filters.ts';

/** What every list obeys. An inactive or unknown item is never in a list; neither is the item it is for. */
export interface ListConditions {
  readonly limit: number;
  readonly filter?: Filter;
  /** Shop's ids that must not appear. */
  readonly exclude: ReadonlySet<string>;
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
  | 'new';

export interface Recommended {
  readonly item: StoredItem;
  /** Comparable within one list only. */
  readonly score: number;
  readonly source: RecommendationSource;
  /** Shop's ids of the items that carried most of the score, the weightiest first; at most 3. */
  readonly because: readonly string[];
  /** Numbers behind the reason: support, confidence, lift, observed, expected, and with explain every part. */
  readonly facts: Readonly<Record<string, number>>;
}

/**
 * Lists of one project, each computed from what is counted at the moment of the call. Every method returns
 * best first and fewer than `limit` only where its evidence supports no more; filling up is done above.
 */
export interface Recommenders {
  forUser(request: {
    user: string | null;
    /** Shop's ids seen just now, oldest first. */
    session: readonly string[];
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  boughtTogether(request: {
    /** A cart, or one item. */
    items: readonly string[];
    user: string | null;
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  trending(request: {
    user: string | null;
    /** Compares with what is usual in this category. Which items may be in the list is the conditions' to say. */
    category: string | null;
    conditions: ListConditions;
  }): Promise<Recommended[]>;
  similar(request: { item: string; conditions: ListConditions }): Promise<Recommended[]>;
  popular(request: { conditions: ListConditions }): Promise<Recommended[]>;
  /** The newest items of the catalog: what is left where nothing at all is known. */
  newest(request: { conditions: ListConditions }): Promise<Recommended[]>;
}
