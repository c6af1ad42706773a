import { createInstantSearchClient, sendInsightsTo } from '@vitrine/instantsearch-client';
import { createTracker } from '@vitrine/tracker';
import { liteClient } from 'algoliasearch/lite';
import aa from 'search-insights';

/** The search client of a page: Algolia's, or that of Vitrine. `window.shop` has its name, the host and the key. */

const { client, host, key } = window.shop;
const url = `http://${host}`;
export const isAlgolia = client === 'algolia';
export const dearestFirst = isAlgolia ? 'shop_price_desc' : 'shop/price:desc';

const tracker = isAlgolia ? null : createTracker({ url, project: 'shop', key });

export const searchClient = isAlgolia
  ? liteClient('shop', key, {
      hosts: [{ url: host, protocol: 'http', accept: 'readWrite' }],
      // By default it gives up after two seconds, which a busy machine may take.
      timeouts: { connect: 60_000, read: 60_000, write: 60_000 },
    })
  : createInstantSearchClient({
      url,
      key,
      session: tracker.session,
      facets: ['categories.lvl0', 'categories.lvl1', 'price'],
    });

export const insights = isAlgolia
  ? { insightsClient: aa, insightsInitParams: { host: url } }
  : { insightsClient: null, onEvent: sendInsightsTo(tracker) };

/** Insights with its address, for Autocomplete. */
export function insightsOfAlgolia() {
  aa('init', { appId: 'shop', apiKey: key, host: url });
  return aa;
}
