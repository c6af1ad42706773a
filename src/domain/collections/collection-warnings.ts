import type { Collection } from '../../ports/configuration/collections.ts';
import type { ProjectView } from '../../ports/engine.ts';
import type { Warning } from '../../ports/errors.ts';
import { warnOfUnknownItems } from '../rules/named-items.ts';

/**
 * Warns about possible mistakes in a valid collection: unknown ids. Inactive items may be meant: a collection is often prepared before
 * its items are for sale.
 */
export function listCollectionWarnings(
  project: Pick<ProjectView, 'catalog' | 'text' | 'settings'>,
  { items = [], exclude = [], pin = [] }: Collection,
): Promise<Warning[]> {
  return warnOfUnknownItems(project, [
    ...items.map((id, i) => ({ id, path: `collection.items[${i}]`, mustBeActive: false })),
    ...exclude.map((id, i) => ({ id, path: `collection.exclude[${i}]`, mustBeActive: false })),
    ...pin.flatMap(({ id }, i) =>
      id === undefined ? [] : [{ id, path: `collection.pin[${i}].id`, mustBeActive: false }],
    ),
  ]);
}
