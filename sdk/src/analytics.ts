import type { SearchAnalyticsQuery, SearchReport } from './contract.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

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
  searches(project: string, request?: SearchAnalyticsQuery, options?: RequestOptions): Promise<SearchReport>;
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
