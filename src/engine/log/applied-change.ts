import type { ItemContent, StoredItem } from '../../ports/catalog/catalog.ts';

/** An item with its number in the engine's structures. Numbers are never reused. */
export interface NumberedItem extends StoredItem {
  readonly no: number;
  readonly createdAt: number;
}

/** The change of one item, for the projections. */
export interface AppliedChange {
  readonly no: number;
  readonly before: NumberedItem | null;
  readonly after: NumberedItem | null;
  /** The new content; null if the item was deleted. */
  readonly content: ItemContent | null;
}

/** Bytes of the item before and after the change. */
export function countChangedBytes({ before, after }: AppliedChange): number {
  return (before?.json.length ?? 0) + (after?.json.length ?? 0);
}
