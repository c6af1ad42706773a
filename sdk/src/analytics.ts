import { segment, type RequestOptions, type Transport } from './transport.ts';

/** Search counts with clicks and purchases. */
export interface SearchFigures {
  /** Settled searches. */
  readonly searches: number;
  /** Searches for which no item matches all words, also not after correction. */
  readonly withoutResults: number;
  /** Searches with a click, cart or purchase. */
  readonly clicked: number;
  /** Searches with a purchase. */
  readonly bought: number;
  /** Click-through rate: `clicked` divided by the searches with results; null if there are none. */
  readonly clickShare: number | null;
  /** Average position of the first click, from 1; null without clicks. */
  readonly clickPosition: number | null;
}

/** The figures of a query (in lower case). */
export type QueryFigures = SearchFigures & { readonly query: string };

/** Search analytics of a period. */
export interface SearchReport {
  /** First and last day in UTC, such as 2026-01-31. */
  readonly from: string;
  readonly to: string;
  readonly totals: SearchFigures;
  /** All days, ascending. */
  readonly days: readonly (SearchFigures & { readonly day: string })[];
  /** The most frequent queries. */
  readonly top: readonly QueryFigures[];
  /** Queries with the most searches without results. */
  readonly withoutResults: readonly QueryFigures[];
  /** Queries with the most searches with results but without clicks. */
  readonly unclicked: readonly QueryFigures[];
}

/** Period and size of a report. */
export interface SearchReportRequest {
  /** ISO 8601 or `now-30d`. Default: six days before `to`. At most 92 days. */
  readonly from?: string;
  /** Last day. Default: today. */
  readonly to?: string;
  /** Queries in each list, 1 to 500. Default: 20. */
  readonly limit?: number;
}

/** Search analytics. Requires the scope `analytics`. */
export interface AnalyticsOperations {
  /**
   * Top queries, searches without results and searches without clicks. Error: `invalid_request`.
   *
   * @example
   * ```ts
   * const { withoutResults } = await vitrine.analytics.searches('shop', { from: 'now-30d' });
   * ```
   */
  searches(project: string, request?: SearchReportRequest, options?: RequestOptions): Promise<SearchReport>;
}

export function analyticsOperations(transport: Transport): AnalyticsOperations {
  return {
    searches: (project, request, options) =>
      transport.json(
        {
          method: 'GET',
          path: `/api/projects/${segment(project)}/analytics/searches`,
          query: { ...request },
        },
        options,
      ),
  };
}
