import type { ItemSet } from './rules.ts';

export interface Suggestion {
  readonly text: string;
  /** HTML with the typed part highlighted. */
  readonly highlighted: string;
  readonly kind: 'search' | 'phrase' | 'item' | 'brand' | 'category';
  /** Number of items; for a query or phrase, exactly the matches of all its words. */
  readonly count: number;
}

export interface SuggestOptions {
  /** Items that are neither suggested nor counted. */
  readonly hidden?: readonly ItemSet[];
  /** Settled queries, best first; suggested while items match all their words as written. */
  readonly searches?: readonly string[];
  /** Fields whose values are not suggested. */
  readonly privateFields?: readonly string[];
}
