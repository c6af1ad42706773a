import type { ProjectView } from '../../ports/engine.ts';
import type { StoredItem } from '../../ports/catalog/catalog.ts';
import type { Collection } from '../../ports/configuration/collections.ts';
import { requestSlices } from '../../lib/work-slices.ts';
import type { Restrictions } from '../access/restrictions.ts';

/** Items looked up between two pauses. */
const lookupsPerPause = 100;

/** The inactive items that a collection names. None for a key that sees a part of the catalog, as its filter matches active items only. */
export async function findInactiveItems(
  { catalog }: Pick<ProjectView, 'catalog'>,
  { items = [], pin = [] }: Collection,
  restrictions: Restrictions,
): Promise<StoredItem[]> {
  if (restrictions.filter !== null) return [];
  const inactive: StoredItem[] = [];
  const slices = requestSlices(lookupsPerPause);
  for (const id of new Set([...items, ...pin.flatMap((one) => one.id ?? [])])) {
    const item = await catalog.get({ id });
    if (item !== null && !item.active) inactive.push(item);
    await slices.spend(1);
  }
  return inactive;
}
