import { segment, type RequestOptions, type Transport } from './transport.ts';

/** How often something was searched for, and what came of it. */
export interface SearchFigures {
  /** Searches that were finished. */
  readonly searches: number;
  /** Of these, those for which no item has all words, as typed or corrected. */
  readonly withoutResults: number;
  /** Of these, those after which something was clicked, put into a cart or bought. */
  readonly clicked: number;
  /** Of these, those after which something was bought. */
  readonly bought: number;
  /** `clicked` of those that found something, 0 to 1; null where none did. */
  readonly clickShare: number | null;
  /** The average place, from 1, of what was first clicked; null where none was. */
  readonly clickPosition: number | null;
}

/** The figures of a query, in lower case. */
export type QueryFigures = SearchFigures & { readonly query: string };

/** What was searched for in some days, and what came of it. */
export interface SearchReport {
  /** The first and the last day, as 2026-01-31, in UTC. */
  readonly from: string;
  readonly to: string;
  readonly totals: SearchFigures;
  /** Every day, ascending. */
  readonly days: readonly (SearchFigures & { readonly day: string })[];
  /** Queries that were searched most, the most first. */
  readonly top: readonly QueryFigures[];
  /** Queries that most often found no item with all their words. */
  readonly withoutResults: readonly QueryFigures[];
  /** Queries that most often found something of which nothing was clicked. */
  readonly unclicked: readonly QueryFigures[];
}

/** Which days, and how many queries. */
export interface SearchReportRequest {
  /** ISO 8601 or `now-30d`: six days before `to`. At most 92 days. */
  readonly from?: string;
  /** The last day: today. */
  readonly to?: string;
  /** Queries of each list, 1 to 500: 20. */
  readonly limit?: number;
}

/** What a shop learns from its shoppers. The key needs the scope `analytics`. */
export interface AnalyticsOperations {
  /**
   * What shoppers searched for, what they did not find, and what they did not click. Errors: `invalid_request`.
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
