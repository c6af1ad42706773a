import type { ItemContent, StoredItem } from '../../ports/catalog.ts';

/** An item with the number that the engine's structures know it by. Numbers are never used twice. */
export interface NumberedItem extends StoredItem {
  readonly no: number;
  readonly createdAt: number;
}

/** What happened to one item, for the projections. */
export interface AppliedChange {
  readonly no: number;
  readonly before: NumberedItem | null;
  readonly after: NumberedItem | null;
  /** The new content; null where the item was deleted. */
  readonly content: ItemContent | null;
}
