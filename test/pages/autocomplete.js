import { autocomplete, getAlgoliaFacets, getAlgoliaResults } from '@algolia/autocomplete-js';
import { createAlgoliaInsightsPlugin } from '@algolia/autocomplete-plugin-algolia-insights';
import { createQuerySuggestionsPlugin } from '@algolia/autocomplete-plugin-query-suggestions';
import { createLocalStorageRecentSearchesPlugin } from '@algolia/autocomplete-plugin-recent-searches';
import { insightsOfAlgolia, isAlgolia, searchClient } from './client.js';

/** Autocomplete: items, values of a facet, suggestions and recent searches; with Algolia's client also events. */

const insights = isAlgolia ? [createAlgoliaInsightsPlugin({ insightsClient: insightsOfAlgolia() })] : [];
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
  plugins: [...insights, recent, suggestions],
  getSources: ({ query }) => (query === '' ? [] : [products(query), brands(query)]),
});
