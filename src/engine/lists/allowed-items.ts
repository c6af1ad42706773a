import type { Filter } from '../../ports/filters.ts';
import type { ListConditions } from '../../ports/recommenders.ts';
import type { EmbeddedTextIndex } from '../search/text-index.ts';

/** Items without `stock` are in stock. */
const soldOutHere: Filter = { kind: 'range', field: 'stock', max: 0 };

/** A test whether a list may contain an item, by number; `isSoldOut` reads the item's own stock. Valid until the next change. */
export function allowedItems(
  { soldOut, local, filter, hidden = [] }: ListConditions,
  text: Pick<EmbeddedTextIndex, 'matcher'> | null,
  isSoldOut: (no: number) => boolean,
): (no: number) => boolean {
  if (text === null) return () => false;
  if (soldOut) return text.matcher(filter, hidden, local);
  // The stock of a store is a field like others.
  if (local !== undefined && local.store !== null)
    return text.matcher(filter, [...hidden, { ids: [], filter: soldOutHere }], local);
  const matches = text.matcher(filter, hidden, local);
  return (no) => !isSoldOut(no) && matches(no);
}
