import type { Item, Warning } from './items.ts';
import type { RequestOptions, Transport } from './transport.ts';

/** What all four recommendations take. */
export interface RecommendationRequest {
  /** 1 to 100: 10. */
  readonly limit?: number | undefined;
  /** Conditions on fields, as in a search. */
  readonly filters?: string | undefined;
  /** Ids that must not appear: up to 1,000. */
  readonly exclude?: readonly string[] | undefined;
  /** Anything the shop wants kept with the list. */
  readonly context?: unknown;
  /** Adds `_explain`, the numbers behind each place. */
  readonly explain?: boolean | undefined;
}

/** Why an item is in a list. */
export interface Reason {
  /** Stable: `because_you_viewed`, `bought_together`, `trending`, `viewed_together`, `similar`, `looks_similar`, `popular`, `new`. */
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
  readonly warnings?: readonly Warning[];
}

/** Lists of items. All need the scope `recommend`, and count every acknowledged event. */
export interface RecommendationOperations {
  /**
   * For a user; `session` holds ids of items seen just now, oldest first (up to 100). An unknown user gets what a new visitor gets.
   *
   * @example
   * ```ts
   * const { items } = await vitrine.recommend.forUser('shop', { user: 'u42', session: ['a1', 'a7'], limit: 4 });
   * items.forEach(({ name, _reason }) => console.log(name, _reason.text));
   * ```
   */
  forUser(
    project: string,
    request: RecommendationRequest & {
      readonly user: string;
      readonly session?: readonly string[] | undefined;
    },
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Bought together with an item or a cart (up to 100 ids); `user` orders the list by what they buy. Error: `item_not_found`. */
  boughtTogether(
    project: string,
    request: RecommendationRequest & {
      readonly item: string | readonly string[];
      readonly user?: string | undefined;
    },
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** What gets more attention now than it usually does, in the shop or in one category. */
  trending(
    project: string,
    request?: RecommendationRequest & {
      readonly user?: string | undefined;
      readonly category?: string | undefined;
    },
    options?: RequestOptions,
  ): Promise<RecommendationReply>;
  /** Like an item, by what shoppers look at together, by words and by pictures. Error: `item_not_found`. */
  similar(
    project: string,
    request: RecommendationRequest & { readonly item: string; readonly user?: string | undefined },
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
  };
}
