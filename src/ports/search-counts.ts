/** An increment of the figures of a query on a day. */
export interface SearchCount {
  /** In lower case, with single blanks; empty: counted in the totals of the day only. */
  readonly query: string;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly searches: number;
  /** Searches for which no item has all words. */
  readonly withoutResults: number;
  /** Searches followed by a click, cart event or purchase of a result. */
  readonly clicked: number;
  /** Searches followed by a purchase of a result. */
  readonly bought: number;
  /** Sum of the positions (from 1) of first clicks, and the number of clicks with a known position. */
  readonly positions: number;
  readonly placed: number;
}

export type SearchTotals = Omit<SearchCount, 'query' | 'day'>;

/** Sort order of queries, highest first. `unclicked`: searches with results but without a click. */
export type SearchCountOrder = 'searches' | 'withoutResults' | 'unclicked';

/** Days since 1970, UTC, both included. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Search analytics of one project, without personal data: sums only. For each past day at least the 500 most frequent queries
 * and the 300 with most searches without results are kept by name, for 92 days; all others are in the totals of their day.
 */
export interface SearchCounts {
  /** Written within a second; a crash may lose the last second. */
  add(counts: readonly SearchCount[]): void;
  /** Writes what was added before the call. */
  flush(): Promise<void>;
  /** Totals of each day with searches, ascending. */
  days(span: DaySpan): (SearchTotals & { readonly day: number })[];
  /** Queries with a count above zero in the sort order; ties by query. */
  queries(
    span: DaySpan,
    order: SearchCountOrder,
    limit: number,
  ): (SearchTotals & { readonly query: string })[];
}
