import type { NumberedItem } from '../log/applied-change.ts';

/** The columns of an item's row, for {@link itemOf}. */
export const itemColumns = 'no, _id, id, sku, active, version, created_at AS createdAt, json';

/** The item of a row with {@link itemColumns}. */
export function itemOf(row: Record<string, unknown>): NumberedItem {
  const { no, _id, id, sku, active, version, createdAt, json } = row as unknown as Omit<
    NumberedItem,
    'active'
  > & {
    active: number;
  };
  return { no, _id, id, sku, active: active === 1, version, createdAt, json };
}
