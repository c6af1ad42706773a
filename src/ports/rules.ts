import type { Filter } from './filters.ts';

/** The condition of a rule: all members must match a search; without members it always does. */
export interface RuleCondition {
  /** Words of the query, compared after text analysis; empty: a search without words. */
  readonly query?: string;
  /** How the query contains the words; default: `is`. */
  readonly match?: 'is' | 'contains' | 'starts';
  /** Filter conditions that the request's `filters` must contain among its top-level AND clauses. */
  readonly filters?: string;
}

/** A merchandiser's rule, as sent. */
export interface Rule {
  readonly id: string;
  readonly enabled?: boolean;
  readonly when?: RuleCondition;
  /** ISO 8601: the rule is active from here until `until`. */
  readonly from?: string;
  readonly until?: string;
  /** Ids of items or products with their positions, from 1. */
  readonly pin?: readonly { readonly id: string; readonly position: number }[];
  /** Ids of items or products; or a filter. */
  readonly hide?: readonly string[] | string;
  /** Filters: matching items rank higher or lower among items with the same number of matching words. */
  readonly boost?: string;
  readonly bury?: string;
}

export interface StoredRules {
  /** 0 until the first change, plus one with each. */
  readonly version: number;
  readonly changedAt: number | null;
  /** Earlier rules take precedence. */
  readonly rules: readonly Rule[];
}

/** The rules of one project. */
export interface RuleStore {
  /** The same object until the rules change. */
  current(): StoredRules;
  /**
   * Decides on the newest rules, including accepted changes that are not durable yet, and replaces them. Durable and active
   * when it resolves. `decide` may throw a VitrineError to refuse.
   */
  change(decide: (current: StoredRules) => readonly Rule[]): Promise<StoredRules>;
}

/**
 * Items by id or by filter. An id is the shop's id of an item; if there is none, the id of a product (see
 * `SearchSettings.groupBy`) with all its variants.
 */
export interface ItemSet {
  readonly ids: readonly string[];
  readonly filter?: Filter;
}

/** The actions of all active rules on one search: the same result on every engine. */
export interface SearchRules {
  /** Hidden items: not found, not counted, also in disjunctive facets. */
  readonly hidden: readonly { readonly rule: string; readonly items: ItemSet }[];
  /**
   * The sum of the matching boosts, limited to 7 steps either way, is the ranking criterion `rules`. `rule` is null for a value
   * in the query.
   */
  readonly boosts: readonly { readonly rule: string | null; readonly filter: Filter; readonly by: 1 | -1 }[];
  /**
   * Each pin has its position in the list, across pages. If several pins claim a position, the first keeps it and the others
   * take the next free ones; beyond the end of the list, a pin moves up to the end. A product is pinned once, by its first
   * pin: as the named variant, or as its best one. A pinned item is listed and counted even if the query does not match it,
   * but not if it is inactive, hidden or excluded by the filter.
   */
  readonly pins: readonly { readonly rule: string; readonly id: string; readonly position: number }[];
}

/** The effect of rules on one hit. */
export interface HitRules {
  /** The rule that pinned it; null: none. */
  readonly pinned: string | null;
  /** With `explain`: the rules that boosted or buried it. */
  readonly boosts: readonly { readonly rule: string | null; readonly by: 1 | -1 }[];
}
