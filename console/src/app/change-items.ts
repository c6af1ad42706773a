import { VitrineError, type ItemError, type ItemUpdate, type ItemUpdatesReply } from '@vitrine/sdk';
import { isUnreachable } from './connection.ts';
import { service } from './service.ts';

/** Items in one request. */
export const changedItemsMax = 1_000;

/**
 * Changes items in one request. An error of every item is returned like those of some. `fields`: of the items in the reply.
 * @throws an error that does not concern a single item, such as a lost connection
 */
export async function changeItems(
  project: string,
  changes: readonly ItemUpdate[],
  fields: readonly string[],
): Promise<Pick<ItemUpdatesReply, 'items' | 'errors'>> {
  try {
    return await service.items.changeMany(project, changes, { fields });
  } catch (error) {
    if (!(error instanceof VitrineError) || isUnreachable(error)) throw error;
    const errors = error.errors as readonly (Partial<ItemError> & object)[];
    if (errors.length < changes.length || !errors.every(({ index }) => index !== undefined)) throw error;
    return { items: [], errors: errors as readonly ItemError[] };
  }
}
