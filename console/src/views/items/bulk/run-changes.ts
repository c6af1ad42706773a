import { VitrineError, type Item } from '@vitrine/sdk';
import { changeItems } from '../../../app/change-items.ts';
import { isUnreachable } from '../../../app/connection.ts';
import { messageOf, service } from '../../../app/service.ts';
import { storedItem } from '../load-items.ts';
import { messageOfCell } from '../save-cell.ts';
import type { PlannedChange } from './bulk-change.ts';

/** Items in one request: few enough that the progress moves. */
const changesAtOnce = 500;
const requestsAtOnce = 8;

export interface ItemFailure {
  readonly item: Item;
  readonly message: string;
}

/** How far a run has come. Its error stopped it: what was done before stays done. */
export interface RunProgress {
  readonly done: number;
  readonly failures: readonly ItemFailure[];
  readonly error: unknown;
}

/**
 * Makes the changes in batches and reports after each. An item that somebody else has changed since the preview fails, as the change may
 * not be meant for its new state. `signal` stops it between two batches.
 */
export async function runChanges(
  project: string,
  changes: readonly PlannedChange[],
  onProgress: (progress: RunProgress) => void,
  signal: AbortSignal,
): Promise<RunProgress> {
  let progress: RunProgress = { done: 0, failures: [], error: null };
  const size = changes[0]?.update === null ? requestsAtOnce : changesAtOnce;
  try {
    for (let start = 0; start < changes.length && !signal.aborted; start += size) {
      const batch = changes.slice(start, start + size);
      const failures = await runBatch(project, batch);
      progress = {
        done: progress.done + batch.length - failures.length,
        failures: [...progress.failures, ...failures],
        error: null,
      };
      onProgress(progress);
    }
  } catch (error) {
    progress = { ...progress, error };
  }
  return progress;
}

async function runBatch(project: string, batch: readonly PlannedChange[]): Promise<readonly ItemFailure[]> {
  const updates = batch.flatMap(({ update }) => (update === null ? [] : [update]));
  if (updates.length < batch.length) return deleteItems(project, batch);
  const { errors } = await changeItems(project, updates, ['id']);
  return errors.map((error) => ({
    item: batch[error.index]!.item,
    message:
      error.code === 'item_changed' ? 'Changed by somebody else since the preview' : messageOfCell(error),
  }));
}

/** The newest versions of items that still exist, for another try. */
export async function newestItems(project: string, items: readonly Item[]): Promise<readonly Item[]> {
  const newest: Item[] = [];
  for (let start = 0; start < items.length; start += requestsAtOnce) {
    const batch = items.slice(start, start + requestsAtOnce);
    const read = await Promise.all(batch.map(({ _id }) => storedItem(project, _id)));
    newest.push(...read.filter((item) => item !== null));
  }
  return newest;
}

async function deleteItems(
  project: string,
  batch: readonly PlannedChange[],
): Promise<readonly ItemFailure[]> {
  const failures = await Promise.all(batch.map(({ item }) => deleteItem(project, item)));
  return failures.filter((failure) => failure !== null);
}

async function deleteItem(project: string, item: Item): Promise<ItemFailure | null> {
  try {
    await service.items.remove(project, item._id);
    return null;
  } catch (error) {
    if (!(error instanceof VitrineError) || isUnreachable(error)) throw error;
    // Somebody else has deleted it: it is gone, as was asked.
    return error.code === 'item_not_found' ? null : { item, message: messageOf(error) };
  }
}
