import type { VisitorId } from './events.ts';

/** A `search` has words, and `browse` has none; `photo` searches by a photo, and `list` is a list of recommendations. */
export type ImpressionKind = 'search' | 'browse' | 'photo' | 'list';

/** A page of results or a list that was shown to a shopper. */
export interface Impression {
  /** The `searchId` or `recommendationId` of the reply. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: ImpressionKind;
  /** Null means unknown. */
  readonly visitor: VisitorId | null;
  /** The query as typed, in lower case with single blanks, or empty. */
  readonly query: string;
  /** The conditions of the filter, each as text. */
  readonly filters: readonly string[];
  /** Whether the request asked for an order of its own. */
  readonly isSorted: boolean;
  /** Position before the first item. */
  readonly offset: number;
  readonly collection: string | null;
  /** Ids of the rules that acted. */
  readonly rules: readonly string[];
  /** The source of a list, such as `similar`. */
  readonly list: string | null;
  readonly placement: string | null;
  /** The subject of a list: ids of the items of the page and the cart, and the category. */
  readonly about: readonly string[];
  readonly category: string | null;
  /** `phone`, `tablet`, `desktop`, or the shop's own name. */
  readonly device: string | null;
  /** ISO 3166, or the shop's own name. */
  readonly country: string | null;
  /** The arms of experiments, as `experiment:arm`. */
  readonly assignments: readonly string[];
  /** An interleaved list has for each item `c` (control), `t` (treatment) or `-`; other lists have ''. */
  readonly teams: string;
  /** Total of matches, or null if unknown. */
  readonly total: number | null;
  /** Ids of the first items, best first: at most {@link impressionItemsMax}. */
  readonly items: readonly string[];
}

export const impressionItemsMax = 24;

/** An action of a visitor on an item of an impression. */
export interface ImpressionAction {
  readonly item: string;
  /** The product of which it was a variant; otherwise the item. */
  readonly product: string;
  readonly type: 'click' | 'cart' | 'purchase';
  /** The amount paid, in ten-thousandths; 0 unless it is a purchase. */
  readonly amount: number;
}

/** An impression with the actions that are attributed to it. */
export interface JudgedImpression {
  readonly impression: Impression;
  /** A key of the visitor, equal for all impressions after all merges. */
  readonly visitor: string;
  readonly actions: readonly ImpressionAction[];
}

/**
 * Impressions in the order in which they were stored. They are kept for the time of the setting
 * `analytics.impressionDays`. An erasure deletes those of the visitor; those of a session that is linked to a user count as the
 * user's.
 */
export interface ImpressionLog {
  /** Written within half a second; a crash may lose the last ones. */
  record(impression: Impression): void;
  /**
   * Stores impressions of an imported history durably, except those whose ids are stored already. Returns the ids of the stored ones.
   */
  add(impressions: readonly Impression[]): Promise<ReadonlySet<string>>;
  /** Impressions stored after a number, ascending, with their numbers; at most `limit`. */
  after(number: number, limit: number): (Impression & { readonly number: number })[];
  /** The newest impressions, at most `limit`, with the actions after them. Other work runs in between. */
  readRecent(limit: number): Promise<readonly JudgedImpression[]>;
}
