import type { Catalog } from '../../ports/catalog.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { ItemError } from './item-lists.ts';
import { removal } from './items.ts';

export interface DeletionOutcome {
  readonly deleted: { readonly _id: string; readonly id: string }[];
  readonly errors: ItemError[];
}

/**
 * Deletes items in one write; ids that no item has are reported. `versions`: those that the items of `ids` must have, in their order;
 * null, or beyond the list: any.
 */
export async function deleteItems(
  catalog: Catalog,
  ids: readonly string[],
  { by, versions }: { readonly by: 'id' | '_id'; readonly versions: readonly (number | null)[] },
): Promise<DeletionOutcome> {
  const outcomes = await catalog.change(
    ids.map((id, i) => removal(by === 'id' ? { id } : { _id: id }, versions[i] ?? null)),
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
