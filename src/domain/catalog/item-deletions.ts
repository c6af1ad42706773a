import type { Catalog } from '../../ports/catalog/catalog.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { ItemError } from './item-lists.ts';
import { prepareRemoval } from './items.ts';

export interface DeletionOutcome {
  readonly deleted: { readonly _id: string; readonly id: string }[];
  readonly errors: ItemError[];
}

/** Deletes items in one write; ids that no item has are reported. `ifVersion` is the version that the item must have; null means any. */
export async function deleteItems(
  catalog: Catalog,
  items: readonly { readonly id: string; readonly ifVersion: number | null }[],
  by: 'id' | '_id',
): Promise<DeletionOutcome> {
  const outcomes = await catalog.change(
    items.map(({ id, ifVersion }) => prepareRemoval(by === 'id' ? { id } : { _id: id }, ifVersion)),
  );
  const [deleted, errors]: [DeletionOutcome['deleted'], ItemError[]] = [[], []];
  outcomes.forEach((outcome, index) => {
    if (outcome.kind === 'deleted') deleted.push({ _id: outcome.item._id, id: outcome.item.id });
    else if (outcome.kind !== 'refused') return;
    else if (outcome.error instanceof VitrineError)
      errors.push({ index, code: outcome.error.code, detail: outcome.error.message, errors: [] });
    else throw outcome.error;
  });
  return { deleted, errors };
}
