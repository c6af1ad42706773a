import type { Json } from '../catalog/json.ts';
import type { RulePin } from '../search/rules.ts';

/**
 * A named set of items with a page of its own, as sent: chosen by hand, by a filter, or both. Its page lists pinned items at
 * their positions, then the chosen `items` in order, then the others.
 */
export interface Collection {
  readonly id: string;
  /** A label for people. */
  readonly name?: string;
  readonly enabled?: boolean;
  /** ISO 8601: the collection is active from here until `until`. */
  readonly from?: string;
  readonly until?: string;
  /** Ids of items or products. */
  readonly items?: readonly string[];
  /** Items that match it belong to the collection. */
  readonly filter?: string;
  /** Ids of items or products that do not belong to it even if they match `filter`. */
  readonly exclude?: readonly string[];
  readonly pin?: readonly RulePin[];
  /** Sort keys of the items that are neither pinned nor chosen, which are sorted by rank otherwise. */
  readonly sort?: readonly string[];
  /** Any JSON value for the front end, such as a banner. */
  readonly userData?: Json;
}
