import type { PreferredValue, VisitorPreferences } from '../recommendations/visitor-preferences.ts';

/** A list whose order is learned: a query, or for a list without words a category or a collection. */
export interface ListIdentity {
  /** The query as typed; empty without words. */
  readonly query: string;
  /** The conditions of the filter, as text. Of a list without words, those on categories name it. */
  readonly filters: readonly string[];
  readonly collection: string | null;
}

/** Clicks on an item, compared with what its positions predict. */
export interface LearnedItem {
  /** Observed over expected value of its actions, shrunk towards 1 where there are few. */
  readonly ratio: number;
  /** The factor of its score. */
  readonly factor: number;
  /** Value of all actions: click 1, cart 2, purchase 3, with the weights of their age. */
  readonly observed: number;
  readonly expected: number;
  /** `list` is that of this list; `category` is that of all lists of its category. */
  readonly source: 'list' | 'category';
}

/** Adjustments of the best 200 items of a list without a sort, by clicks and the preferences of the visitor. */
export interface ListAdjustments {
  readonly list: ListIdentity;
  /** See `LearningSettings.max`. */
  readonly learningMax: number;
  /** Null means as for all visitors. */
  readonly preferences: (VisitorPreferences & { readonly max: number }) | null;
  /** Tries out a new item: its position, from 1, and the time from which items are new, in ms since 1970. Null means none. */
  readonly exploration: { readonly position: number; readonly since: number } | null;
}

/** Why an item is not where it would be without adjustments. */
export interface HitAdjustments {
  readonly learned: LearnedItem | null;
  /** The preferred values that it has; values of private fields are left out. */
  readonly preferences: readonly PreferredValue[];
  /** Whether the visitor viewed it, which counts as a preference. */
  readonly viewed: boolean;
  /** Whether it is tried out here. */
  readonly explored: boolean;
  /** Its position without adjustments and caps; null where it is the same, and without `explain`. */
  readonly position: number | null;
}
