// `@vitrine/sdk/shop`: what a page of a shop needs, in few bytes.
export type * from './contract.ts';
export { VitrineError, type ErrorParts } from './error.ts';
export { createShopClient, type ShopClient } from './shop-client.ts';
export type { EventOperations } from './events.ts';
export type { RecommendationOperations } from './recommendations.ts';
export { photoTypes, type Photo, type PhotoRequest, type SearchOperations } from './search.ts';
export type { ClientOptions, RequestOptions } from './transport.ts';
