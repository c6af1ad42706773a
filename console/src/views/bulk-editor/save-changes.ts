import { VitrineError, type ItemError } from '@vitrine/sdk';
import { changedItemsMax, changeItems } from '../../app/change-items.ts';
import { service } from '../../app/service.ts';
import { capitalized } from '../../parts/formats.ts';
import type { RowChanges, RowFailure, SaveOutcome } from './sheet-draft.ts';
import { rowOf } from './row-of-item.ts';
import type { ColumnName, SheetRow } from './sheet-row.ts';

const conflictsMax = 3;
/** The fields of a row. */
const fields = ['sku', 'name', 'active', 'imgs', 'price', 'stock'];

/** The outcome of each item that was tried, and the error that stopped the others, such as a lost connection. */
export interface SaveResult {
  readonly outcomes: readonly SaveOutcome[];
  readonly error: unknown;
}

/** Saves the changed fields of all items in one request; other fields stay as they are, also if somebody else has changed them. */
export async function saveChanges(project: string, all: readonly RowChanges[]): Promise<SaveResult> {
  const outcomes: SaveOutcome[] = [];
  try {
    for (let start = 0; start < all.length; start += changedItemsMax)
      await saveList(project, all.slice(start, start + changedItemsMax), outcomes);
    return { outcomes, error: null };
  } catch (error) {
    return { outcomes, error };
  }
}

/** Changes of an item, and the version that they are sent for. */
interface Attempt {
  readonly changes: RowChanges;
  readonly row: SheetRow;
}

/**
 * Saves each item whose fields of the sheet are as they were shown. A newer version with other changes is no conflict: it is tried
 * again, together with others of this kind.
 *
 * @throws an error that does not concern a single item, such as a lost connection
 */
async function saveList(
  project: string,
  list: readonly RowChanges[],
  outcomes: SaveOutcome[],
): Promise<void> {
  let attempts: Attempt[] = list.map((changes) => ({ changes, row: changes.row }));
  for (let conflicts = 0; attempts.length > 0; conflicts++) {
    const updates = attempts.map(({ changes: { values }, row }) => ({
      _id: row._id,
      _version: row.version,
      ...values,
    }));
    const { items, errors } = await changeItems(project, updates, fields);
    const failed = new Map(errors.map((error) => [error.index, error]));
    const stored = items.values();
    const outdated: Attempt[] = [];
    for (const [index, attempt] of attempts.entries()) {
      const { changes } = attempt;
      const error = failed.get(index);
      if (error === undefined) {
        const item = stored.next().value;
        outcomes.push({ changes, row: item === undefined ? null : rowOf(item), failure: null });
      } else if (error.code === 'item_changed' && conflicts < conflictsMax) outdated.push(attempt);
      else outcomes.push({ changes, row: null, failure: failureOf(error, changes) });
    }
    attempts = [];
    const newest = await Promise.all(outdated.map(({ row }) => newestRow(project, row)));
    for (const [index, { changes, row }] of outdated.entries()) {
      const next = retried(changes, row, newest[index] ?? null);
      if ('failure' in next) outcomes.push(next);
      else attempts.push(next);
    }
  }
}

/** What follows from a newer version of an item; null: it was deleted. */
function retried(changes: RowChanges, row: SheetRow, newest: SheetRow | null): SaveOutcome | Attempt {
  if (newest === null) return { changes, row: null, failure: deleted };
  const names = Object.keys(changes.values) as ColumnName[];
  if (names.every((name) => newest.values[name] === changes.values[name]))
    return { changes, row: newest, failure: null };
  const changed = names.filter((name) => !isSame(newest.values[name], row.values[name]));
  return changed.length > 0
    ? { changes, row: newest, failure: conflictOf(changed) }
    : { changes, row: newest };
}

const deleted: RowFailure = { message: 'Deleted by somebody else', isDeleted: true };

async function newestRow(project: string, { _id }: SheetRow): Promise<SheetRow | null> {
  try {
    return rowOf((await service.items.get(project, _id)).item);
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'item_not_found') return null;
    throw error;
  }
}

function conflictOf(changed: readonly ColumnName[]): RowFailure {
  const cause = 'Changed by somebody else';
  return {
    message: `${cause}: save again to replace it`,
    cells: Object.fromEntries(changed.map((name) => [name, cause])),
  };
}

function failureOf(error: ItemError, { values }: RowChanges): RowFailure {
  if (error.code === 'item_not_found') return deleted;
  const cells: Partial<Record<ColumnName, string>> = {};
  const rest: string[] = [];
  const named = `data[${error.index}].`;
  for (const { path, detail } of error.errors) {
    const name = path.replace(named, '') as ColumnName;
    const text = capitalized(detail.replaceAll(named, ''));
    if (name in values) cells[name] ??= text;
    else rest.push(text);
  }
  const message = Object.values(cells)[0] ?? rest[0] ?? error.detail;
  return { message, cells };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
