import { autocomplete, getAlgoliaFacets, getAlgoliaResults } from '@algolia/autocomplete-js';
import { createAlgoliaInsightsPlugin } from '@algolia/autocomplete-plugin-algolia-insights';
import { createQuerySuggestionsPlugin } from '@algolia/autocomplete-plugin-query-suggestions';
import { createLocalStorageRecentSearchesPlugin } from '@algolia/autocomplete-plugin-recent-searches';
import { liteClient } from 'algoliasearch/lite';
import aa from 'search-insights';

/** Autocomplete with Algolia's client: items, values of a facet, suggestions, recent searches and events. */

const { host, key } = window.shop;
const searchClient = liteClient('shop', key, {
  hosts: [{ url: host, protocol: 'http', accept: 'readWrite' }],
});
aa('init', { appId: 'shop', apiKey: key, host: `http://${host}` });
const insights = createAlgoliaInsightsPlugin({ insightsClient: aa });
const recent = createLocalStorageRecentSearchesPlugin({ key: 'shop', limit: 3 });
const suggestions = createQuerySuggestionsPlugin({
  searchClient,
  indexName: 'shop_query_suggestions',
  getSearchParams: () => recent.data.getAlgoliaSearchParams({ hitsPerPage: 3 }),
});

const products = (query) => ({
  sourceId: 'products',
  getItems: () =>
    getAlgoliaResults({
      searchClient,
      queries: [
        { indexName: 'shop', query, params: { hitsPerPage: 4, attributesToSnippet: ['description:4'] } },
      ],
    }),
  templates: {
    item: ({ item, components, html }) =>
      html`<b>${components.Highlight({ hit: item, attribute: 'name' })}</b>
        <i>${components.Snippet({ hit: item, attribute: 'description' })}</i>`,
  },
});
const brands = (query) => ({
  sourceId: 'brands',
  getItems: () =>
    getAlgoliaFacets({
      searchClient,
      queries: [{ indexName: 'shop', facet: 'brand', params: { facetQuery: query, maxFacetHits: 2 } }],
    }),
  templates: {
    item: ({ item, components, html }) =>
      html`<b>${components.Highlight({ hit: item, attribute: 'label' })}</b> <u>${item.count}</u>`,
  },
});

autocomplete({
  container: '#root',
  // As the style sheet of its theme, which the page does not load, has it on wide screens.
  detachedMediaQuery: 'none',
  openOnFocus: true,
  plugins: [insights, recent, suggestions],
  getSources: ({ query }) => (query === '' ? [] : [products(query), brands(query)]),
});
