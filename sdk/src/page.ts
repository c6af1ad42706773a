// `@vitrine/sdk/page`: the state of a page of a shop, which `@vitrine/react` and `@vitrine/elements` share.
export { readBanner, readBanners, type Banner } from './banners.ts';
export { LatestRequest, type LoadReply, type RequestSnapshot, type RequestStatus } from './latest-request.ts';
export { Listeners } from './listeners.ts';
export { PageLists, type PageList } from './page-lists.ts';
export { pageSizeDefault, searchRequestOf, type SearchParameters } from './search-request.ts';
export {
  emptySearch,
  filtersOf,
  formatSearchState,
  parseSearchState,
  type NumberRange,
  type SearchState,
} from './search-state.ts';
export { SearchStore, type SearchStoreSnapshot } from './search-store.ts';
export { memoryUrl, type UrlAdapter } from './url-adapter.ts';
