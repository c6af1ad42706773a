/** The origin of the largest part of a score. */
export type ScoreSource =
  /** What visitors used after or together with the items. */
  | 'history'
  /** Items of similar visits. */
  | 'visits'
  /** The visitor's earlier interactions with the item itself. */
  | 'repeat'
  /** Similar fields and texts. */
  | 'content'
  /** Similar embeddings. */
  | 'vectors'
  /** Purchases together with items of the cart. */
  | 'baskets'
  /** Purchases of items of its kind together with items of the kind in the cart. */
  | 'kinds'
  /** Interactions of the last time, compared with those before. */
  | 'trend'
  /** The visitor's purchases. */
  | 'bought'
  /** The items that the visitor viewed last. */
  | 'viewed'
  /** Interactions of all visitors. */
  | 'popular';

/** One recommended item. */
export interface ScoredItem {
  /** The number of the item in the catalog. */
  readonly index: number;
  readonly score: number;
  readonly source: ScoreSource;
  /** The items with the largest contributions to the score, at most three, the largest first. */
  readonly because: number[];
  /** The weighted parts of the score, or the figures behind it, by name: for explanations and training. */
  readonly parts: Record<string, number>;
}

/** Whether an item may be listed: in the catalog, active, matching the filters, not excluded. */
export type IsAllowed = (index: number) => boolean;

/** The common parameters of requests: the time in ms, the maximum number of items, and the allowed ones. */
export interface RecommendRequest {
  readonly now: number;
  readonly limit: number;
  readonly allow: IsAllowed;
  /** All items that may be allowed, if the caller knows that they are few: no others are checked. */
  readonly candidates?: readonly number[];
}
