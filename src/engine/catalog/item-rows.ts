import { isUtf8 } from 'node:buffer';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { createDamageError } from '../storage/storage-failure.ts';
import type { NumberedItem } from '../log/applied-change.ts';

/** The columns of an item's row, for {@link readItemRow}. */
export const itemColumns = 'no, _id, id, sku, active, version, created_at AS createdAt, json';

/** The database of a row. */
interface RowDatabase {
  readonly path: string;
  recordDamage(error: Error): void;
}

/** Reads a row with {@link itemColumns}. @throws VitrineError database_damaged if its JSON is damaged, which SQLite does not notice */
export function readItemRow(row: Record<string, unknown>, database: RowDatabase): NumberedItem {
  const { no, _id, id, sku, active, version, createdAt, json } = row as unknown as Omit<
    NumberedItem,
    'active'
  > & {
    active: number;
  };
  if (!isUtf8(json) || !isObject(json)) {
    const failure = createDamageError(database.path, new Error(`the JSON of item ${no} cannot be read`));
    database.recordDamage(failure.cause as Error);
    throw failure;
  }
  return { no, _id, id, sku, active: active === 1, version, createdAt, json };
}

function isObject(json: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(decodeUtf8(json));
    return value !== null && typeof value === 'object';
  } catch {
    return false;
  }
}
