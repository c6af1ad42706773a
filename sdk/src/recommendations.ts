import type {
  PlacementListReply,
  RecommendBecauseViewedRequest,
  RecommendBoughtTogetherRequest,
  RecommendBuyAgainRequest,
  RecommendForUserRequest,
  RecommendPlacementRequest,
  RecommendPopularRequest,
  RecommendRecentlyViewedRequest,
  RecommendSimilarRequest,
  RecommendTrendingRequest,
  RecommendationReply,
} from './contract.ts';
import { readByPost, segment, type RequestOptions, type Transport, type Without } from './transport.ts';

/** Recommendation lists. Require the scope `recommend`; include every acknowledged event. */
export interface RecommendationOperations {
  /**
   * For a user or an anonymous visitor. An unknown one gets the list of a new visitor.
   *
   * @example
   * ```ts
   * const { items } = await vitrine.recommend.forUser('shop', { session: visit, seen: ['a1', 'a7'], limit: 4 });
   * items.forEach(({ name, _reason }) => console.log(name, _reason.text));
   * ```
   */
  forUser(
    project: string,
    request: Without<RecommendForUserRequest, 'index'>,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Bought together with an item or a cart (up to 100 ids), ranked by the visitor's purchases. Error: `item_not_found`. */
  boughtTogether(
    project: string,
    request: Without<RecommendBoughtTogetherRequest, 'index'>,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /**
   * Items with more visitors than usual, in the shop or in one category. `windowHours` (1 to 168) limits the period; by
   * default visitors count half after 12 hours.
   */
  trending(
    project: string,
    request?: Without<RecommendTrendingRequest, 'index'>,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Similar to an item, by items viewed together, text and pictures. Error: `item_not_found`. */
  similar(
    project: string,
    request: Without<RecommendSimilarRequest, 'index'>,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Items by visitors, mainly those of the last month. */
  popular(
    project: string,
    request?: Without<RecommendPopularRequest, 'index'>,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Past purchases that the visitor probably needs again. No fallback. */
  buyAgain(
    project: string,
    request: Without<RecommendBuyAgainRequest, 'index'>,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** The last fifty items of the visitor, newest first. No fallback. */
  recentlyViewed(
    project: string,
    request: Without<RecommendRecentlyViewedRequest, 'index'>,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Similar to the last item of the visitor. */
  becauseViewed(
    project: string,
    request: Without<RecommendBecauseViewedRequest, 'index'>,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /**
   * The list of a placement, whose list, fallbacks, filters and caps are settings of the project. Send what the page knows:
   * the visitor, its `item`, the cart as `items`. Error: `placement_not_found`.
   *
   * @example
   * ```ts
   * const { items, placement } = await vitrine.recommend.placement('shop', 'cart-cross-sell', { user, items: cartIds });
   * ```
   */
  placement(
    project: string,
    placement: string,
    request?: Without<RecommendPlacementRequest, 'index'>,
    options?: RequestOptions,
  ): Promise<PlacementListReply>;
}

export function recommendationOperations(transport: Transport): RecommendationOperations {
  const list =
    (path: string) =>
    (index: string, request?: object, options?: RequestOptions): Promise<RecommendationReply> =>
      transport.json(readByPost(path, { index, ...request }), options);
  return {
    forUser: list('/reco/user-recommendations'),
    boughtTogether: list('/reco/fbt'),
    trending: list('/rec/trendings'),
    similar: list('/reco/similar'),
    popular: list('/reco/popular'),
    buyAgain: list('/reco/buy-again'),
    recentlyViewed: list('/reco/recently-viewed'),
    becauseViewed: list('/reco/because-you-viewed'),
    placement: (index, placement, request, options) =>
      transport.json(readByPost(`/reco/placements/${segment(placement)}`, { index, ...request }), options),
  };
}
