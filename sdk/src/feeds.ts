import type { Feed, FeedReply, FeedRunReply, FeedsReply } from './contract.ts';
import {
  segment,
  versionHeader,
  type ChangeOptions,
  type RequestOptions,
  type Transport,
} from './transport.ts';

/** Files of products at addresses, which Vitrine reads on a schedule. Requires the scope `settings`. */
export interface FeedOperations {
  /** All feeds with their last runs, by id, without their secrets. */
  list(project: string, options?: RequestOptions): Promise<FeedsReply>;
  /** Error: `feed_not_found`. */
  get(project: string, id: string, options?: RequestOptions): Promise<FeedReply>;
  /**
   * Creates or replaces a feed. Absent `credentials` stay, unless the host of the address changes. With `ifVersion` only if it still has
   * this version, with 0 only if there is none. Errors: `invalid_request`, `feed_changed`.
   *
   * @example
   * ```ts
   * await vitrine.feeds.put('shop', { id: 'erp', url: 'https://erp.example.com/products.csv', schedule: 'hour' });
   * ```
   */
  put(project: string, feed: Feed, options?: ChangeOptions): Promise<FeedReply>;
  /** Begins to read a feed, and returns the task of the run. Errors: `feed_not_found`, `feed_running`. */
  run(project: string, id: string, options?: RequestOptions): Promise<FeedRunReply>;
  /** Returns the deleted feed; its items stay. Errors: `feed_not_found`, `feed_changed`. */
  delete(project: string, id: string, options?: ChangeOptions): Promise<FeedReply>;
}

export function feedOperations(transport: Transport): FeedOperations {
  const all = (project: string): string => `/api/projects/${segment(project)}/feeds`;
  const one = (project: string, id: string): string => `${all(project)}/${segment(id)}`;
  return {
    list: (project, options) => transport.json({ method: 'GET', path: all(project) }, options),
    get: (project, id, options) => transport.json({ method: 'GET', path: one(project, id) }, options),
    put: (project, feed, options) =>
      transport.json(
        { method: 'PUT', path: one(project, feed.id), json: { feed }, headers: versionHeader(options) },
        options,
      ),
    run: (project, id, options) =>
      transport.json({ method: 'POST', path: `${one(project, id)}/run` }, options),
    delete: (project, id, options) =>
      transport.json({ method: 'DELETE', path: one(project, id), headers: versionHeader(options) }, options),
  };
}
