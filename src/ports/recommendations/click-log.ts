import type { VisitorId } from './events.ts';

/** A result of a hybrid search at the position where it was shown. */
export interface ShownResult {
  /** From 1, across pages. */
  readonly position: number;
  /** See `HybridScore`. */
  readonly keywordScore: number;
  readonly cosine: number;
}

/** A click, cart event or purchase of a result that keyword score and semantic similarity ranked. */
export interface ResultClick {
  /** The query as typed, in lower case, with single blanks. */
  readonly query: string;
  readonly by: VisitorId;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The text model of the search. */
  readonly model: string;
  /** The shown results whose order the semantic weight alone decides; at least two. */
  readonly results: readonly ShownResult[];
  /** Index of the clicked result in `places`. */
  readonly clicked: number;
}

/**
 * Clicks on the results of hybrid searches: training data for their ranking. Keeps the last click of each visitor and query for at
 * most 60 days; an erasure deletes the visitor's clicks.
 */
export interface ClickLog {
  /** Clicks that are kept. */
  readonly count: number;
  /** Written within a second; a crash may lose the last ones. */
  record(click: ResultClick): void;
}
