import type { Catalog, StoredItem } from '../../ports/catalog/catalog.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type { TextIndex } from '../../ports/search/text.ts';
import { findItem, requireItem } from './items.ts';
import { listItemsHiddenFromKey, type Restrictions } from '../access/restrictions.ts';

/** The shop's ids of items that a key can see. Filters match active items only. */
export async function findVisibleIds(
  text: Pick<TextIndex, 'search'>,
  restrictions: Restrictions,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (restrictions.filter === null || ids.length === 0) return new Set(ids);
  const filter: Filter = {
    kind: 'or',
    clauses: ids.map((id): Filter => ({ kind: 'equals', field: 'id', value: id })),
  };
  const hidden = listItemsHiddenFromKey(restrictions).map((items) => ({ rule: '', items }));
  const { hits } = await text.search({
    text: '',
    filter,
    facets: [],
    sort: [],
    offset: 0,
    // Filters ignore case: two ids may differ by case only.
    limit: 2 * ids.length,
    highlight: [],
    explain: false,
    grouped: false,
    variants: 0,
    rules: { hidden, boosts: [], pins: [] },
  });
  const hitIds = new Set(hits.map(({ item }) => item.id));
  return new Set(ids.filter((id) => hitIds.has(id)));
}

interface ItemPorts {
  readonly catalog: Catalog;
  readonly text: Pick<TextIndex, 'search'>;
}

/** Finds an item by either id. @throws VitrineError item_not_found, also for an invisible item */
export async function readVisibleItem(
  ports: ItemPorts,
  restrictions: Restrictions,
  id: string,
): Promise<StoredItem> {
  return requireItem(await findVisibleItem(ports, restrictions, id), { id });
}

/** Finds an item by either id; null if there is none, or it is invisible. */
export async function findVisibleItem(
  { catalog, text }: ItemPorts,
  restrictions: Restrictions,
  id: string,
): Promise<StoredItem | null> {
  const item = await findItem(catalog, id);
  if (item === null) return null;
  return (await findVisibleIds(text, restrictions, [item.id])).has(item.id) ? item : null;
}
