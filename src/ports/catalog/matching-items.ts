import type { StoredItem } from './catalog.ts';
import type { Filter } from '../search/filters.ts';

/** Some of the items that match. */
export interface MatchingPage {
  readonly items: readonly StoredItem[];
  /** The position after which the next page begins, or null if there are no more. */
  readonly next: number | null;
}

/** The position before all items. */
export const firstPosition = -1;

/** Items by a filter, inactive ones included, which searches do not find. */
export interface MatchingItems {
  /**
   * The items that match, oldest first. Those of a batch match at one moment, and are as of that moment. Each item is tested once:
   * what is added or begins to match after the call may be missing. `filter` null means all items. With `ids`, only the items with these shop
   * ids are read. Constant memory, but for 4 bytes per match.
   */
  readBatches(filter: Filter | null, ids?: readonly string[]): AsyncIterable<readonly StoredItem[]>;

  /**
   * The next items that match, oldest first. `after` is the position of the page before; items keep their positions. A page ends
   * early after some megabytes.
   */
  readPage(
    filter: Filter | null,
    options: { readonly after: number; readonly limit: number },
  ): Promise<MatchingPage>;
}
