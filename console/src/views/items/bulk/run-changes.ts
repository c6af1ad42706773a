import { VitrineError, type Item } from '@vitrine/sdk';
import { changeItems } from '../../../app/change-items.ts';
import { service } from '../../../app/service.ts';
import { storedItem } from '../load-items.ts';
import { messageOfCell } from '../save-cell.ts';
import type { PlannedChange } from './bulk-change.ts';

/** Items in one request: few enough that the progress moves. */
const changesAtOnce = 500;
const readsAtOnce = 8;

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
  try {
    for (let start = 0; start < changes.length && !signal.aborted; start += changesAtOnce) {
      const batch = changes.slice(start, start + changesAtOnce);
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
  if (updates.length < batch.length) {
    await deleteItems(project, batch);
    return [];
  }
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
  for (let start = 0; start < items.length; start += readsAtOnce) {
    const batch = items.slice(start, start + readsAtOnce);
    const read = await Promise.all(batch.map(({ _id }) => storedItem(project, _id)));
    newest.push(...read.filter((item) => item !== null));
  }
  return newest;
}

/** Items that somebody else has deleted are gone, as was asked. */
async function deleteItems(project: string, batch: readonly PlannedChange[]): Promise<void> {
  try {
    await service.items.removeMany(
      project,
      batch.map(({ item }) => item._id),
      { by: '_id' },
    );
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'item_not_found') throw error;
  }
}
