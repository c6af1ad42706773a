import type { Feed, FeedDiscoveryReply, FeedReply, FeedRunReply, FeedsReply } from './contract.ts';
import { resourceOperations, resourcePath, type ResourceOperations } from './resources.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/**
 * Files of products at addresses, and shops, which Vitrine reads on a schedule. Replies have the last run and no secrets. Absent `credentials`
 * stay, unless the host of the address changes. The items of a deleted feed stay.
 *
 * @example
 * ```ts
 * await vitrine.feeds.put('shop', { id: 'erp', url: 'https://erp.example.com/products.csv', schedule: 'hour' });
 * ```
 */
export interface FeedOperations extends ResourceOperations<Feed, FeedReply, FeedsReply> {
  /** Begins to read a feed, and returns the task of the run. Errors: `feed_not_found`, `feed_running`. */
  run(project: string, id: string, options?: RequestOptions): Promise<FeedRunReply>;
  /**
   * Finds out how the catalog of a shop can be read, from its address, within 20 seconds. Stores nothing: put the `feed` of the reply with
   * an id and a schedule. Errors: `invalid_request`, `shop_unreachable`.
   */
  discover(project: string, url: string, options?: RequestOptions): Promise<FeedDiscoveryReply>;
}

export function feedOperations(transport: Transport): FeedOperations {
  return {
    ...resourceOperations(transport, 'feed'),
    run: (project, id, options) =>
      transport.json({ method: 'POST', path: `${resourcePath(project, 'feed', id)}/run` }, options),
    discover: (project, url, options) =>
      transport.json(
        { method: 'POST', path: `/api/projects/${segment(project)}/feeds/discover`, json: { url } },
        options,
      ),
  };
}
