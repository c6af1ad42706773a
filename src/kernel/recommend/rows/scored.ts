/** Where the larger part of a score comes from. */
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
  /** The items that carried most of the score, at most three, the strongest first. */
  readonly because: number[];
  /** The weighted parts of the score, or the figures behind it, by name: for explanations and for learning. */
  readonly parts: Record<string, number>;
}

/** Whether an item may be shown: in the catalog, active, through the filters, not excluded. */
export type Allow = (index: number) => boolean;

/** What every request has: the time in ms, how many items at most, and which ones. */
export interface RecommendRequest {
  readonly now: number;
  readonly limit: number;
  readonly allow: Allow;
  /** All items that may be allowed, where the caller knows that they are few: the others need not be asked about. */
  readonly few?: readonly number[];
}
