import type { DaySpan, SearchCounts, SearchTotals } from '../../ports/search-counts.ts';

const dayMs = 86_400_000;

/** Figures as they are shown; a share is null of nothing. */
export interface SearchFigures {
  readonly searches: number;
  readonly withoutResults: number;
  readonly clicked: number;
  readonly bought: number;
  /** Of the searches that found something, 0 to 1. */
  readonly clickShare: number | null;
  /** The average place, from 1, of what was first clicked. */
  readonly clickPosition: number | null;
}

export type QueryFigures = SearchFigures & { readonly query: string };

/** What was searched for in some days, and what came of it. */
export interface SearchReport {
  /** The first and the last day, as 2026-01-31, in UTC. */
  readonly from: string;
  readonly to: string;
  readonly totals: SearchFigures;
  /** Every day, including those without searches. */
  readonly days: readonly (SearchFigures & { readonly day: string })[];
  readonly top: readonly QueryFigures[];
  /** That most often found no item with all their words. */
  readonly withoutResults: readonly QueryFigures[];
  /** That most often found something of which nothing was clicked. */
  readonly unclicked: readonly QueryFigures[];
}

/** Sums up some days. Each step of it reads the figures of the whole span: between them others have their turn. */
export async function searchReport(
  counts: SearchCounts,
  span: DaySpan,
  limit: number,
): Promise<SearchReport> {
  const byDay = new Map(counts.days(span).map((one) => [one.day, one]));
  const days = Array.from({ length: span.to - span.from + 1 }, (_, i) => {
    const { day: _day, ...figures } = byDay.get(span.from + i) ?? { day: 0, ...none };
    return { day: dayName(span.from + i), ...shown(figures) };
  });
  const totals = shown([...byDay.values()].reduce<SearchTotals>(together, none));
  const lists = { searches: [], withoutResults: [], unclicked: [] } as Record<
    'searches' | 'withoutResults' | 'unclicked',
    QueryFigures[]
  >;
  for (const order of ['searches', 'withoutResults', 'unclicked'] as const) {
    await new Promise(setImmediate);
    lists[order] = counts
      .queries(span, order, limit)
      .map(({ query, ...figures }) => ({ query, ...shown(figures) }));
  }
  return {
    from: dayName(span.from),
    to: dayName(span.to),
    totals,
    days,
    top: lists.searches,
    withoutResults: lists.withoutResults,
    unclicked: lists.unclicked,
  };
}

const none: SearchTotals = {
  searches: 0,
  withoutResults: 0,
  clicked: 0,
  bought: 0,
  positions: 0,
  placed: 0,
};

const dayName = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

function shown({
  searches,
  withoutResults,
  clicked,
  bought,
  positions,
  placed,
}: SearchTotals): SearchFigures {
  const found = searches - withoutResults;
  return {
    searches,
    withoutResults,
    clicked,
    bought,
    // A click a day later counts for the day of the search, and one on what stands in for results is a click.
    clickShare: found <= 0 ? null : Math.min(1, clicked / found),
    clickPosition: placed === 0 ? null : positions / placed,
  };
}

function together(a: SearchTotals, b: SearchTotals): SearchTotals {
  return {
    searches: a.searches + b.searches,
    withoutResults: a.withoutResults + b.withoutResults,
    clicked: a.clicked + b.clicked,
    bought: a.bought + b.bought,
    positions: a.positions + b.positions,
    placed: a.placed + b.placed,
  };
}
