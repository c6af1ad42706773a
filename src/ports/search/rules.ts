import type { Filter } from './filters.ts';
import type { Json } from '../catalog/json.ts';
import type { Authorship } from '../configuration/authorship.ts';

/** An item among a visitor's events. */
export interface VisitorItems {
  /** The item's fields in the catalog of today. */
  readonly filter: string;
  /** The number of last days whose events count; all by default. */
  readonly days?: number;
}

/** A condition on the events of the visitor of a request: all members must match. Never matches a request without a visitor. */
export interface VisitorCondition {
  /** An item that the visitor viewed or clicked; a filter alone has no `days`. */
  readonly viewed?: string | VisitorItems;
  readonly bought?: string | VisitorItems;
  /** The sum of price times quantity of the purchases of the last days (default: all) in the project's currency, `min` and `max` included. */
  readonly spent?: { readonly min?: number; readonly max?: number; readonly days?: number };
  /** Whether the visitor has events before the current visit, which ends after 30 minutes without an event. */
  readonly is?: 'new' | 'returning';
}

/** The condition of a rule: all members must match a request; without members it always does. */
export interface RuleCondition {
  /** Words of the query, compared after text analysis; empty means a search without words. Lists have no query. */
  readonly query?: string;
  /** The relation of the query to the words; `is` by default. */
  readonly match?: 'is' | 'contains' | 'starts';
  /** Filter conditions that the request's `filters` must contain among its top-level AND clauses. */
  readonly filters?: string;
  /** Members that the request's `context` must have, each with one of the values; case is ignored. */
  readonly context?: Readonly<Record<string, string | readonly string[]>>;
  readonly visitor?: VisitorCondition;
}

/** An item or product by `id`, or a slot: the best item of the list that matches `filter`. */
export interface RulePin {
  readonly id?: string;
  readonly filter?: string;
  /** From 1. */
  readonly position: number;
}

export interface RuleBoost {
  readonly filter: string;
  /** Steps, from 1 to 7; by default 1. */
  readonly by?: number;
}

/** Changes of the words of a query. */
export interface RuleWords {
  readonly replace?: readonly { readonly from: string; readonly to: string }[];
  readonly remove?: readonly string[];
}

/** A merchandiser's rule, as sent. */
export interface Rule {
  readonly id: string;
  /** A label for people. */
  readonly name?: string;
  readonly enabled?: boolean;
  /** Alternatives, of which one must match. */
  readonly when?: RuleCondition | readonly RuleCondition[];
  /** ISO 8601: the rule is active from here until `until`. */
  readonly from?: string;
  readonly until?: string;
  readonly pin?: readonly RulePin[];
  /** Ids of items or products; or a filter. */
  readonly hide?: readonly string[] | string;
  /** Only items that match it are listed. */
  readonly filter?: string;
  /** Matching items rank higher or lower among items with the same number of matching words. A filter alone counts one step. */
  readonly boost?: string | readonly RuleBoost[];
  readonly bury?: string | readonly RuleBoost[];
  readonly words?: RuleWords;
  /** Facets that are shown first, in this order. */
  readonly facets?: readonly string[];
  /** The page to show in place of results: an http(s) address, or a path of the shop. */
  readonly redirect?: { readonly url: string };
  /** Any JSON value for the front end, such as a banner. */
  readonly userData?: Json;
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
   * when it resolves. `decide` may throw a VitrineError to refuse. `by` is that of the version that is kept; absent means the service.
   */
  change(decide: (current: StoredRules) => readonly Rule[], by?: Authorship): Promise<StoredRules>;
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
  /** Hidden items: not found, not counted, also in disjunctive facets. Includes all that a rule's `filter` excludes. */
  readonly hidden: readonly { readonly rule: string; readonly items: ItemSet }[];
  /**
   * The sum of the matching boosts, limited to 7 steps either way, is the ranking criterion `rules`. `rule` is null for a value
   * in the query; `by` is negative to bury.
   */
  readonly boosts: readonly { readonly rule: string | null; readonly filter: Filter; readonly by: number }[];
  /**
   * Each pin has its position in the list, across pages. If several pins claim a position, the first keeps it and the others
   * take the next free ones; beyond the end of the list, a pin moves up to the end. A product is pinned once, by its first
   * pin: as the named variant, or as its best one. A pinned item is listed and counted even if the query does not match it,
   * but not if it is inactive, hidden or excluded by the filter. A slot takes the best listed item that matches its filter, of
   * a product that no other pin takes.
   */
  readonly pins: readonly SearchPin[];
}

/** An item or product at a position, or a slot with the best item that matches a filter. */
export type ListPosition = { readonly position: number } & (
  | { readonly id: string }
  | { readonly filter: Filter }
);
export type SearchPin = ListPosition & { readonly rule: string };

/** The effect of rules on one hit. */
export interface HitRules {
  /** The rule that pinned it, or null. */
  readonly pinned: string | null;
  /** The rules that boosted or buried it, with `explain`. */
  readonly boosts: readonly { readonly rule: string | null; readonly by: number }[];
}
