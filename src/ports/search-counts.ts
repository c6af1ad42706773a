/** What is added to the figures of a query on a day. */
export interface SearchCount {
  /** In lower case and with single blanks; empty: in the sums of its day alone. */
  readonly query: string;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly searches: number;
  /** Of these, how many found no item with all their words. */
  readonly withoutResults: number;
  /** Of these, after how many something they listed was clicked, put into a cart or bought. */
  readonly clicked: number;
  /** Of these, after how many it was bought. */
  readonly bought: number;
  /** The sum of the places, from 1, of what was first clicked, and of how many clicks the place is known. */
  readonly positions: number;
  readonly placed: number;
}

export type SearchTotals = Omit<SearchCount, 'query' | 'day'>;

/** By what queries are put in order, the most first. `unclicked`: how often something was found and nothing of it clicked. */
export type SearchCountOrder = 'searches' | 'withoutResults' | 'unclicked';

/** Days since 1970, UTC, both included. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/**
 * How often what was searched for in one project, and what came of it. Nothing of it says who: only sums are kept. Of each day past
 * at least the 500 queries that were searched most, and the 300 that most often found nothing, are kept by name for 92 days; all
 * others are in the sums of their days.
 */
export interface SearchCounts {
  /** Kept within moments: what is lost when the process is killed are the figures of the last second. */
  add(counts: readonly SearchCount[]): void;
  /** The figures of each day on which somebody searched, ascending. */
  days(span: DaySpan): (SearchTotals & { readonly day: number })[];
  /** Queries with more than nothing of what they are ordered by; equal ones by query. */
  queries(
    span: DaySpan,
    order: SearchCountOrder,
    limit: number,
  ): (SearchTotals & { readonly query: string })[];
}
