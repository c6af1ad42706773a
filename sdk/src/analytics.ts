import type {
  BoughtTogetherAnalyticsQuery,
  BoughtTogetherReport,
  RevenueAnalyticsQuery,
  FrontReport,
  SiteReport,
  RevenueReport,
  SearchAnalyticsQuery,
  SearchReport,
} from './contract.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** Search and revenue analytics. Requires the scope `analytics`. */
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
  /**
   * Whether lists of items bought together are made of the shop's own orders: that of an item, or those of the items in the most orders.
   * Error: `item_not_found`.
   *
   * @example
   * ```ts
   * const { items } = await vitrine.analytics.boughtTogether('shop', { item: 'kettle' });
   * ```
   */
  boughtTogether(
    project: string,
    request?: BoughtTogetherAnalyticsQuery,
    options?: RequestOptions,
  ): Promise<BoughtTogetherReport>;
  /**
   * Purchases attributed to searches and lists, by query, rule, placement, list and more, against the period before. Error:
   * `invalid_request`.
   *
   * @example
   * ```ts
   * const { values } = await vitrine.analytics.revenue('shop', { by: 'rule', from: 'now-30d' });
   * ```
   */
  revenue(project: string, request?: RevenueAnalyticsQuery, options?: RequestOptions): Promise<RevenueReport>;
  /**
   * The values of that report as CSV. Error: `invalid_request`.
   *
   * @example
   * ```ts
   * const csv = await vitrine.analytics.revenueCsv('shop', { by: 'query' });
   * ```
   */
  revenueCsv(project: string, request?: RevenueAnalyticsQuery, options?: RequestOptions): Promise<string>;
  /** What came from pages of the shop in the last hour: pages with the script, events by type, and items that the catalog does not have. */
  site(project: string, options?: RequestOptions): Promise<SiteReport>;
  /** Visitors with the elements of the script and without them, where `front.share` is below 1. */
  front(project: string, options?: RequestOptions): Promise<FrontReport>;
}

export function analyticsOperations(transport: Transport): AnalyticsOperations {
  const path = (project: string, name: string): string =>
    `/api/projects/${segment(project)}/analytics/${name}`;
  return {
    site: (project, options) => transport.json({ method: 'GET', path: path(project, 'site') }, options),
    front: (project, options) => transport.json({ method: 'GET', path: path(project, 'front') }, options),
    searches: (project, request, options) =>
      transport.json({ method: 'GET', path: path(project, 'searches'), query: { ...request } }, options),
    boughtTogether: (project, request, options) =>
      transport.json(
        { method: 'GET', path: path(project, 'bought-together'), query: { ...request } },
        options,
      ),
    revenue: (project, request, options) =>
      transport.json({ method: 'GET', path: path(project, 'revenue'), query: { ...request } }, options),
    revenueCsv: async (project, request, options) => {
      const sent = { method: 'GET', path: path(project, 'revenue.csv'), query: { ...request } } as const;
      return (await transport.reply(sent, options)).text();
    },
  };
}
