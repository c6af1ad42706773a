import type { Filter } from './filters.ts';

/** When a rule acts: always, or where all that is named here holds of a search. */
export interface RuleCondition {
  /** The words of the query, compared as a search compares them; empty for where there are none. */
  readonly query?: string;
  /** How the query must have them: `is` unless told. */
  readonly match?: 'is' | 'contains' | 'starts';
  /** Conditions, in the grammar of filters, that the request's `filters` must have among those that it joins with AND. */
  readonly filters?: string;
}

/** What a merchandiser wants done to lists by hand, as it was sent. */
export interface Rule {
  readonly id: string;
  readonly enabled?: boolean;
  readonly when?: RuleCondition;
  /** ISO 8601: it acts from here on, and up to `until`. */
  readonly from?: string;
  readonly until?: string;
  /** Ids of items or of products, with their places, from 1. */
  readonly pin?: readonly { readonly id: string; readonly position: number }[];
  /** Ids of items or of products; or a filter. */
  readonly hide?: readonly string[] | string;
  /** Filters: what satisfies them stands higher, or lower, among items with as many of the words. */
  readonly boost?: string;
  readonly bury?: string;
}

export interface StoredRules {
  /** 0 until something is set, one more with each change. */
  readonly version: number;
  readonly changedAt: number | null;
  /** Where two want the same, the earlier one has it. */
  readonly rules: readonly Rule[];
}

/** Rules of one project. */
export interface RuleStore {
  /** The same object until the rules change. */
  current(): StoredRules;
  /**
   * Decides on the newest rules, accepted ones that are not yet durable included, and replaces them. Durable and in effect
   * when it resolves. `decide` may throw a VitrineError to refuse.
   */
  change(decide: (current: StoredRules) => readonly Rule[]): Promise<StoredRules>;
}

/**
 * Items by name or by what they satisfy. An id is the shop's id of an item; where no item has it, it is that of a product
 * (see `SearchSettings.groupBy`), and all its variants are meant.
 */
export interface ItemSet {
  readonly ids: readonly string[];
  readonly filter?: Filter;
}

/** What rules do to one search: data, so that the same rules mean the same list on every engine. */
export interface SearchRules {
  /** As if they were not there: neither found nor counted, whatever a facet leaves of the filter. */
  readonly hidden: readonly { readonly rule: string; readonly items: ItemSet }[];
  /** The sum of what an item satisfies, at most 7 steps either way, is the ranking criterion `rules`. */
  readonly boosts: readonly { readonly rule: string; readonly filter: Filter; readonly by: 1 | -1 }[];
  /**
   * Each stands at its place of the list, on whatever page that is; of several that want the same place the first has it, and
   * each other the next free one; beyond the end of the list, it is as far back as that reaches. A product is pinned once, by the
   * first that names it: as the variant that is named, or as the one that stands first. A pinned item is listed and counted
   * also where the words do not find it. One that is inactive, hidden or does not pass the query's filter is not pinned.
   */
  readonly pins: readonly { readonly rule: string; readonly id: string; readonly position: number }[];
}

/** What rules did to one place of a list. */
export interface HitRules {
  /** The rule that pinned it; null where none did. */
  readonly pinned: string | null;
  /** With `explain`, those that moved it up or down. */
  readonly boosts: readonly { readonly rule: string; readonly by: 1 | -1 }[];
}
