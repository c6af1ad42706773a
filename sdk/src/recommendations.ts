import type { Item, Warning } from './items.ts';
import type { RequestOptions, Transport } from './transport.ts';

/** Options of all lists. */
export interface RecommendationRequest {
  /** 1 to 100. Default: 10. */
  readonly limit?: number | undefined;
  /** Filter, as in a search; in lists about an item also `price <= item.price`. */
  readonly filters?: string | undefined;
  /** Up to 100 fields of each item to return, such as `['name', 'price', 'specs.weight']`. Default: all. `id` is always returned. */
  readonly fields?: readonly string[] | undefined;
  /** Up to 1,000 excluded ids. */
  readonly exclude?: readonly string[] | undefined;
  /** Whether to include items that the visitor bought. The default depends on the list. */
  readonly bought?: boolean | undefined;
  /** Variants per product (the same `groupId`): the best `one` (default) or `all`. */
  readonly variants?: 'one' | 'all' | undefined;
  /** Items with a `stock` of 0 or less: `hide` (default) or `show`. */
  readonly outOfStock?: 'hide' | 'show' | undefined;
  /** Up to 10: at most `max` items with the same value of `field` in any `window` consecutive positions, or in the list. */
  readonly caps?:
    | readonly { readonly field: string; readonly max: number; readonly window?: number | undefined }[]
    | undefined;
  /** 0 to 1: weight of diversity relative to the score. */
  readonly diversity?: number | undefined;
  /** 0 to 1: share of its score that an item loses per impression without interaction. */
  readonly rotation?: number | undefined;
  /** 0 to 1: minimum share of the best score; above 0 there is no fallback. */
  readonly minRelevance?: number | undefined;
  /** The visitor's IP address, if your server sends the request; for rate limits, not stored. */
  readonly address?: string | undefined;
  /** Reserved. */
  readonly context?: unknown;
  /** Adds `_explain`, the components of each score, and `explain`. */
  readonly explain?: boolean | undefined;
}

/**
 * The visitor: a user, an anonymous session (the id as in events), or a user with the current session. A session of another user is
 * ignored.
 */
export type Visitor =
  | { readonly user: string; readonly session?: string | undefined }
  | { readonly user?: string | undefined; readonly session: string };

/** An optional visitor. */
export interface OptionalVisitor {
  readonly user?: string | undefined;
  readonly session?: string | undefined;
}

/** Up to 100 ids of recently viewed items, oldest first, in addition to the history. */
export interface SeenItems {
  readonly seen?: readonly string[] | undefined;
}

/** Reason for an item in a list. */
export interface Reason {
  /**
   * Stable: `because_you_viewed`, `seen_before`, `bought_together`, `bought_before`, `trending`, `viewed_together`, `similar`,
   * `looks_similar`, `popular`, `new`.
   */
  readonly code: string;
  /** A sentence for shoppers. */
  readonly text: string;
  /** Ids of the items behind the reason, the most important first. */
  readonly because: readonly string[];
}

/** An item in a list of recommendations. */
export interface RecommendedItem extends Item {
  /** Comparable within one list only. */
  readonly _score: number;
  readonly _reason: Reason;
  readonly _explain?: Readonly<Record<string, unknown>>;
}

/** A list of recommendations, best first, without inactive, excluded or duplicate items and the requested item itself. */
export interface RecommendationReply {
  /** Send it with subsequent events. */
  readonly recommendationId: string;
  readonly items: readonly RecommendedItem[];
  /** The source that filled the list, or null. */
  readonly fallback: 'similar' | 'trending' | 'popular' | 'content' | null;
  /** With `explain`: candidates per source, and candidates excluded by constraints. */
  readonly explain?: {
    readonly sources: readonly {
      readonly name: string;
      readonly candidates: number;
      readonly taken: number;
    }[];
    readonly leftOut: readonly {
      readonly _id: string;
      readonly id: string;
      readonly score: number;
      readonly why: 'variant_in_list' | 'cap' | 'below_min_relevance';
    }[];
  };
  readonly warnings?: readonly Warning[];
}

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
    request: RecommendationRequest & Visitor & SeenItems,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Bought together with an item or a cart (up to 100 ids), ranked by the visitor's purchases. Error: `item_not_found`. */
  boughtTogether(
    project: string,
    request: RecommendationRequest & OptionalVisitor & { readonly item: string | readonly string[] },
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /**
   * Items with more visitors than usual, in the shop or in one category. `windowHours` (1 to 168) limits the period; by default visitors
   * count half after 12 hours.
   */
  trending(
    project: string,
    request?: RecommendationRequest &
      OptionalVisitor & {
        readonly category?: string | undefined;
        readonly windowHours?: number | undefined;
      },
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Similar to an item, by items viewed together, text and pictures. Error: `item_not_found`. */
  similar(
    project: string,
    request: RecommendationRequest & OptionalVisitor & { readonly item: string },
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Items by visitors, mainly those of the last month. */
  popular(
    project: string,
    request?: RecommendationRequest & OptionalVisitor & { readonly category?: string | undefined },
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Past purchases that the visitor probably needs again. No fallback. */
  buyAgain(
    project: string,
    request: RecommendationRequest & Visitor,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** The last fifty items of the visitor, newest first. No fallback. */
  recentlyViewed(
    project: string,
    request: RecommendationRequest & Visitor & SeenItems,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Similar to the last item of the visitor. */
  becauseViewed(
    project: string,
    request: RecommendationRequest & Visitor & SeenItems,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
}

export function recommendationOperations(transport: Transport): RecommendationOperations {
  const list =
    (path: string) =>
    (index: string, request?: object, options?: RequestOptions): Promise<RecommendationReply> =>
      transport.json({ method: 'POST', path, json: { index, ...request } }, options);
  return {
    forUser: list('/reco/user-recommendations'),
    boughtTogether: list('/reco/fbt'),
    trending: list('/rec/trendings'),
    similar: list('/reco/similar'),
    popular: list('/reco/popular'),
    buyAgain: list('/reco/buy-again'),
    recentlyViewed: list('/reco/recently-viewed'),
    becauseViewed: list('/reco/because-you-viewed'),
  };
}
