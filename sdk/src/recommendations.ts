import type { Item, Warning } from './items.ts';
import type { RequestOptions, Transport } from './transport.ts';

/** What all lists take. */
export interface RecommendationRequest {
  /** 1 to 100: 10. */
  readonly limit?: number | undefined;
  /** Conditions on fields, as in a search; about an item also `price <= item.price`. */
  readonly filters?: string | undefined;
  /** Fields of each item to return, such as `['name', 'price', 'specs.weight']`; up to 100: all. `id` and the service's own always come back. */
  readonly fields?: readonly string[] | undefined;
  /** Ids that must not appear: up to 1,000. */
  readonly exclude?: readonly string[] | undefined;
  /** Whether items that the visitor bought may appear. Left out, as it suits the list. */
  readonly bought?: boolean | undefined;
  /** Of the variants of one product (the same `groupId`), the best `one` (so by itself) or `all`. */
  readonly variants?: 'one' | 'all' | undefined;
  /** Items with a `stock` of 0 or less: `hide` (so by itself) or `show`. */
  readonly outOfStock?: 'hide' | 'show' | undefined;
  /** Up to 10: at most `max` items with the same value of `field` among any `window` places in a row, or in the whole list. */
  readonly caps?:
    | readonly { readonly field: string; readonly max: number; readonly window?: number | undefined }[]
    | undefined;
  /** 0 to 1: how much unlikeness to those before it counts beside an item's score. */
  readonly diversity?: number | undefined;
  /** 0 to 1: the share of its score that an item loses for each time it was shown to the visitor, who did nothing with it. */
  readonly rotation?: number | undefined;
  /** 0 to 1: the share of the best score that an item must reach; above 0 nothing fills the list up. */
  readonly minRelevance?: number | undefined;
  /** From a shop's server: the address that the visitor came from, for its rate. It is not kept. */
  readonly address?: string | undefined;
  /** Anything the shop wants kept with the list. */
  readonly context?: unknown;
  /** Adds `_explain`, the numbers behind each place, and `explain`. */
  readonly explain?: boolean | undefined;
}

/**
 * Who a list is for: a user, an anonymous visitor by the session (the id of the visit, as in events), or a user with the session that
 * they are in. A session that is another user's is left out.
 */
export type Visitor =
  | { readonly user: string; readonly session?: string | undefined }
  | { readonly user?: string | undefined; readonly session: string };

/** Who a list is for, where it need not be known. */
export interface OptionalVisitor {
  readonly user?: string | undefined;
  readonly session?: string | undefined;
}

/** Ids of items seen just now, oldest first (up to 100), on top of what is known of the visitor. */
export interface SeenItems {
  readonly seen?: readonly string[] | undefined;
}

/** Why an item is in a list. */
export interface Reason {
  /**
   * Stable: `because_you_viewed`, `seen_before`, `bought_together`, `bought_before`, `trending`, `viewed_together`, `similar`,
   * `looks_similar`, `popular`, `new`.
   */
  readonly code: string;
  /** A sentence for shoppers. */
  readonly text: string;
  /** Ids of the items behind it, the weightiest first. */
  readonly because: readonly string[];
}

/** An item in a list of recommendations. */
export interface RecommendedItem extends Item {
  /** Comparable within one list only. */
  readonly _score: number;
  readonly _reason: Reason;
  readonly _explain?: Readonly<Record<string, unknown>>;
}

/** A list of recommendations, best first. Never: an inactive item, the item itself, an excluded one, one twice. */
export interface RecommendationReply {
  /** Send it with the events that follow. */
  readonly recommendationId: string;
  readonly items: readonly RecommendedItem[];
  /** What filled the list where the first source had too little, or null. */
  readonly fallback: 'similar' | 'trending' | 'popular' | 'content' | null;
  /** With `explain`: what each source gave, and candidates that the list's shape left out. */
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

/** Lists of items. All need the scope `recommend`, and count every acknowledged event. */
export interface RecommendationOperations {
  /**
   * For a user or an anonymous visitor. An unknown one gets what a new visitor gets.
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
  /** Bought together with an item or a cart (up to 100 ids); what the visitor buys orders the list. Error: `item_not_found`. */
  boughtTogether(
    project: string,
    request: RecommendationRequest & OptionalVisitor & { readonly item: string | readonly string[] },
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /**
   * What gets more attention now than it usually does, in the shop or in one category. `windowHours` (1 to 168) counts the visitors
   * of so many last hours; left out, each counts half after 12 hours.
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
  /** Like an item, by what shoppers look at together, by words and by pictures. Error: `item_not_found`. */
  similar(
    project: string,
    request: RecommendationRequest & OptionalVisitor & { readonly item: string },
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** By visitors, those of the last month before those of longer ago. */
  popular(
    project: string,
    request?: RecommendationRequest & OptionalVisitor & { readonly category?: string | undefined },
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** What the visitor bought and is likely to need again by now. Filled up with nothing. */
  buyAgain(
    project: string,
    request: RecommendationRequest & Visitor,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Of the last fifty items that the visitor touched, newest first. Filled up with nothing. */
  recentlyViewed(
    project: string,
    request: RecommendationRequest & Visitor & SeenItems,
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Similar to the last item that the visitor touched. */
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
