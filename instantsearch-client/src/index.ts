export { createInstantSearchClient } from './client.ts';
export { sendInsightsTo, type EventTracker, type WidgetEvent } from './insights.ts';
export { SearchClientError } from './transport.ts';
export type {
  ClientRequest,
  FacetValuesRequest,
  FacetValuesResult,
  FacetValuesSearch,
  InstantSearchClient,
  InstantSearchClientOptions,
  RecommendRequest,
  SearchParams,
  SearchResult,
} from './types.ts';
