/** The origin of the larger part of a score. */
export type ScoreSource =
  | 'history'
  | 'visits'
  | 'repeat'
  | 'content'
  | 'vectors'
  | 'baskets'
  | 'kinds'
  | 'trend'
  | 'bought'
  | 'viewed'
  | 'popular';

/** One recommended item. */
export interface ScoredItem {
  readonly index: number;
  readonly score: number;
  readonly source: ScoreSource;
  /** The items with the largest contributions to the score, at most three, the largest first. */
  readonly because: number[];
  /** The weighted parts of the score, or the figures behind it, by name: for explanations and training. */
  readonly parts: Record<string, number>;
}

/** Whether an item may be listed: in the catalog, active, matching the filters, not excluded. */
export type Allow = (index: number) => boolean;

/** The common parameters of requests: the time in ms, the maximum number of items, and the allowed ones. */
export interface RecommendRequest {
  readonly now: number;
  readonly limit: number;
  readonly allow: Allow;
  /** All items that may be allowed, if the caller knows that they are few: no others are checked. */
  readonly candidates?: readonly number[];
}
