import type { DaySpan, FilterCount, SearchCounts, SearchTotals } from '../../ports/search/search-counts.ts';
import { formatDay } from '../../lib/days.ts';

/** Figures of a report; a share of nothing is null. */
export interface SearchFigures {
  readonly searches: number;
  readonly withoutResults: number;
  /** Searches with a filter or in a collection, and those of them without results. */
  readonly filtered: number;
  readonly filteredWithoutResults: number;
  readonly clicked: number;
  readonly bought: number;
  /** Click-through rate: the share of the searches with results, 0 to 1. */
  readonly clickShare: number | null;
  /** The average position of the first click, from 1. */
  readonly clickPosition: number | null;
}

export type QueryFigures = SearchFigures & {
  readonly query: string;
  /** Its most frequent filters, those without results first. */
  readonly filters: readonly Omit<FilterCount, 'query'>[];
};

const filtersPerQuery = 3;

/** Search analytics of a period. */
export interface SearchReport {
  /** The first and the last day, as 2026-01-31, in UTC. */
  readonly from: string;
  readonly to: string;
  readonly totals: SearchFigures;
  /** Every day, including those without searches. */
  readonly days: readonly (SearchFigures & { readonly day: string })[];
  readonly top: readonly QueryFigures[];
  /** The queries with the most searches for which no item has all words. */
  readonly withoutResults: readonly QueryFigures[];
  /** The queries with the most searches that had results and no click. */
  readonly unclicked: readonly QueryFigures[];
}

/** Computes a report in steps, each of which reads the figures of the whole period. Other requests run in between. */
export async function createSearchReport(
  counts: SearchCounts,
  span: DaySpan,
  limit: number,
): Promise<SearchReport> {
  const byDay = new Map(counts.listDays(span).map((one) => [one.day, one]));
  const days = Array.from({ length: span.to - span.from + 1 }, (_, i) => {
    const { day: _day, ...figures } = byDay.get(span.from + i) ?? { day: 0, ...zero };
    return { day: formatDay(span.from + i), ...pickFigures(figures) };
  });
  const totals = pickFigures([...byDay.values()].reduce<SearchTotals>(sum, zero));
  const lists = { searches: [], withoutResults: [], unclicked: [] } as Record<
    'searches' | 'withoutResults' | 'unclicked',
    QueryFigures[]
  >;
  for (const order of ['searches', 'withoutResults', 'unclicked'] as const) {
    await new Promise(setImmediate);
    const queries = counts.listQueries(span, order, limit);
    const filtered = queries.filter((one) => one.filtered > 0).map(({ query }) => query);
    const filters = Map.groupBy(counts.filters(span, filtered, filtersPerQuery), ({ query }) => query);
    lists[order] = queries.map(({ query, ...figures }) => ({
      query,
      ...pickFigures(figures),
      filters: (filters.get(query) ?? []).map(({ filter, searches, withoutResults }) => ({
        filter,
        searches,
        withoutResults,
      })),
    }));
  }
  return {
    from: formatDay(span.from),
    to: formatDay(span.to),
    totals,
    days,
    top: lists.searches,
    withoutResults: lists.withoutResults,
    unclicked: lists.unclicked,
  };
}

const zero: SearchTotals = {
  searches: 0,
  withoutResults: 0,
  filtered: 0,
  filteredWithoutResults: 0,
  clicked: 0,
  bought: 0,
  positions: 0,
  placed: 0,
};

function pickFigures({
  searches,
  withoutResults,
  filtered,
  filteredWithoutResults,
  clicked,
  bought,
  positions,
  placed,
}: SearchTotals): SearchFigures {
  const withResults = searches - withoutResults;
  return {
    searches,
    withoutResults,
    filtered,
    filteredWithoutResults,
    clicked,
    bought,
    // A click a day later counts for the day of the search. A click on fallback results is a click.
    clickShare: withResults <= 0 ? null : Math.min(1, clicked / withResults),
    clickPosition: placed === 0 ? null : positions / placed,
  };
}

function sum(a: SearchTotals, b: SearchTotals): SearchTotals {
  return {
    searches: a.searches + b.searches,
    withoutResults: a.withoutResults + b.withoutResults,
    filtered: a.filtered + b.filtered,
    filteredWithoutResults: a.filteredWithoutResults + b.filteredWithoutResults,
    clicked: a.clicked + b.clicked,
    bought: a.bought + b.bought,
    positions: a.positions + b.positions,
    placed: a.placed + b.placed,
  };
}
