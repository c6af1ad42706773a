import { VitrineError } from '@vitrine/sdk';
import { isUnreachable } from '../../app/connection.ts';
import { service } from '../../app/service.ts';
import { capitalized } from '../../parts/formats.ts';
import type { RowChanges, RowFailure, SaveOutcome } from './sheet-draft.ts';
import { rowOf } from './row-of-item.ts';
import type { ColumnName, SheetRow } from './sheet-row.ts';

/** Browsers open six connections to a host. */
const requestsMax = 6;
const conflictsMax = 3;

/** The outcome of each item that was tried, and the error that stopped the others, such as a lost connection. */
export interface SaveResult {
  readonly outcomes: readonly SaveOutcome[];
  readonly error: unknown;
}

/** Saves the changed fields of each item; other fields stay as they are, also if somebody else has changed them. */
export async function saveChanges(
  project: string,
  all: readonly RowChanges[],
  onProgress: (saved: number) => void,
): Promise<SaveResult> {
  const queue = [...all];
  const outcomes: SaveOutcome[] = [];
  let error: unknown = null;
  const work = async (): Promise<void> => {
    for (let changes = queue.shift(); changes !== undefined && error === null; changes = queue.shift()) {
      try {
        outcomes.push(await saveItem(project, changes));
        onProgress(outcomes.length);
      } catch (thrown) {
        error = thrown;
      }
    }
  };
  await Promise.all(Array.from({ length: requestsMax }, work));
  return { outcomes, error };
}

/**
 * Saves an item if its fields of the sheet are as they were shown. A newer version with other changes is no conflict.
 *
 * @throws an error that does not concern this item, such as a lost connection
 */
async function saveItem(project: string, changes: RowChanges): Promise<SaveOutcome> {
  let row = changes.row;
  for (let conflicts = 0; ; conflicts++) {
    try {
      const { item } = await service.items.change(project, row._id, changes.values, {
        ifVersion: row.version,
      });
      return { changes, row: rowOf(item), failure: null };
    } catch (error) {
      const failure = failureOf(error, changes);
      if (failure === null) throw error;
      if (!(error instanceof VitrineError) || error.code !== 'item_changed' || conflicts === conflictsMax)
        return { changes, row: null, failure };
    }
    const newest = await newestRow(project, row);
    if (newest === null) return { changes, row: null, failure: deleted };
    const names = Object.keys(changes.values) as ColumnName[];
    if (names.every((name) => newest.values[name] === changes.values[name]))
      return { changes, row: newest, failure: null };
    const changed = names.filter((name) => !isSame(newest.values[name], changes.row.values[name]));
    if (changed.length > 0) return { changes, row: newest, failure: conflictOf(changed) };
    row = newest;
  }
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

/** Null: the error does not concern this item. */
function failureOf(error: unknown, { values }: RowChanges): RowFailure | null {
  if (!(error instanceof VitrineError) || isUnreachable(error)) return null;
  if (error.code === 'item_not_found') return deleted;
  if (error.code !== 'invalid_item' && error.code !== 'item_changed') return null;
  const cells: Partial<Record<ColumnName, string>> = {};
  const rest: string[] = [];
  for (const { path, detail } of error.errors) {
    const name = path.replace('data.', '') as ColumnName;
    const text = capitalized(detail.replaceAll('data.', ''));
    if (name in values) cells[name] ??= text;
    else rest.push(text);
  }
  const message = Object.values(cells)[0] ?? rest[0] ?? error.message;
  return { message, cells };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
