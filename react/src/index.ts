export { FacetGroup, type FacetGroupProps } from './facet-group.tsx';
export { type SearchBoxProducts } from './search-box-products.ts';
export { SearchBox, type SearchBoxProps } from './search-box.tsx';
export { SearchStatus, type SearchStatusProps } from './search-status.tsx';
export type { ListedItem } from './listed-item.ts';
export { PhotoQuestion, type PhotoQuestionProps } from './photo-question.tsx';
export {
  useVitrine,
  VitrineProvider,
  type VitrineContextValue,
  type VitrineProviderProps,
} from './provider.ts';
export {
  emptySearch,
  filtersOf,
  formatSearchState,
  memoryUrl,
  parseSearchState,
  searchRequestOf,
  type NumberRange,
  type RequestStatus,
  type SearchParameters,
  type SearchState,
  type UrlAdapter,
} from '@vitrine/sdk/page';
export { readBanners, type Banner } from '@vitrine/sdk/page';
export { clientTracker } from './tracker.ts';
export type { ListOrigin, ShopVisitor, TrackedEvent, Tracker } from './tracker.ts';
export { browserUrl } from './url-adapter.ts';
export { useImageSearch, type ImageSearch } from './use-image-search.ts';
export type { HookState } from './use-latest.ts';
export {
  usePlacement,
  useRecommendations,
  type ListRequests,
  type PlacementRequest,
  type RecommendationList,
  type UseListOptions,
} from './use-recommendations.ts';
export { useSearch, type Search, type UseSearchOptions } from './use-search.ts';
export type { SearchChanges } from './use-search-state.ts';
export { useSuggest, type UseSuggestOptions } from './use-suggest.ts';
export { useTrack, type Track, type TrackedItem, type TrackedOrder } from './use-track.ts';
