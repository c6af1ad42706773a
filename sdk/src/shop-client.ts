import { eventOperations, type EventOperations } from './events.ts';
import { recommendationOperations, type RecommendationOperations } from './recommendations.ts';
import { searchOperations, type SearchOperations } from './search.ts';
import { createTransport, type ClientOptions } from './transport.ts';

/** Searches, lists and events: the operations of a web key. A `VitrineClient` is one too. */
export interface ShopClient extends SearchOperations {
  readonly recommend: RecommendationOperations;
  readonly events: EventOperations;
}

/**
 * Creates a client for the pages of a shop, at most 5 kB compressed. `createClient` has all operations.
 *
 * @example
 * ```ts
 * const vitrine = createShopClient({ url: 'https://search.shop.example', key: webKey });
 * const { items } = await vitrine.recommend.placement('shop', 'home-top', { session: visit });
 * ```
 */
export function createShopClient(options: ClientOptions): ShopClient {
  const transport = createTransport(options);
  return {
    ...searchOperations(transport),
    recommend: recommendationOperations(transport),
    events: eventOperations(transport),
  };
}
