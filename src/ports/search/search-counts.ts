/** An increment of the figures of a query on a day. */
export interface SearchCount {
  /** The query in lower case, with single blanks; an empty one counts in the totals of the day only. */
  readonly query: string;
  /** Days since 1970, UTC. */
  readonly day: number;
  /** The conditions of the search besides its words, as text; empty means that it searched all items. */
  readonly filter: string;
  readonly searches: number;
  /** Searches for which no item has all words. */
  readonly withoutResults: number;
  /** Searches followed by a click, cart event or purchase of a result. */
  readonly clicked: number;
  /** Searches followed by a purchase of a result. */
  readonly bought: number;
  /** Sum of the positions (from 1) of the first clicks. */
  readonly positions: number;
  /** The number of these clicks, which are those with a known position. */
  readonly placed: number;
}

export interface SearchTotals extends Omit<SearchCount, 'query' | 'day' | 'filter'> {
  /** Searches with a filter, and those of them without results. */
  readonly filtered: number;
  readonly filteredWithoutResults: number;
}

/** The searches of a query with one filter. */
export interface FilterCount extends Pick<SearchCount, 'filter' | 'searches' | 'withoutResults'> {
  readonly query: string;
}

/** Sort order of queries, highest first. `unclicked` counts searches with results but without a click. */
export type SearchCountOrder = 'searches' | 'withoutResults' | 'unclicked';

/** Days since 1970, UTC, both included. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Search analytics of one project, without personal data: sums only. For each past day at least the 500 most frequent queries
 * and the 300 with most searches without results are kept by name, for 92 days; all others are in the totals of their day. The
 * same holds for pairs of query and filter: of past days, the 500 with most searches without results keep the text of the filter.
 */
export interface SearchCounts {
  /** Adds counts, which are written within a second: a crash may lose the last second. */
  add(counts: readonly SearchCount[]): void;
  /** Writes what was added before the call. */
  flush(): Promise<void>;
  /** Totals of each day with searches, ascending. */
  listDays(span: DaySpan): (SearchTotals & { readonly day: number })[];
  /** Queries with a count above zero in the sort order; ties by query. */
  listQueries(
    span: DaySpan,
    order: SearchCountOrder,
    limit: number,
  ): (SearchTotals & { readonly query: string })[];
  /**
   * The filters kept by text of these queries, at most `limit` for each: those with most searches without results first, then those
   * with most searches; ties by text.
   */
  filters(span: DaySpan, queries: readonly string[], limit: number): FilterCount[];
}
