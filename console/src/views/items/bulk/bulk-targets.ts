import type { Item } from '@vitrine/sdk';
import { itemsOfRow } from '../row-values.ts';
import { matchingItems, variantsOf } from '../load-items.ts';
import type { ItemQuery } from '../item-query.ts';
import type { Selection } from '../use-selection.ts';

/** The items of a selection, each once: of products all variants that match. */
export async function selectedItems(
  options: { readonly project: string; readonly query: ItemQuery; readonly groupBy: string },
  selection: Pick<Selection, 'rows' | 'isEverything'>,
  onRead: (read: number, total: number) => void,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const { project, query, groupBy } = options;
  const items = new Map<string, Item>();
  if (selection.isEverything) {
    for await (const page of matchingItems(project, query, signal)) {
      for (const item of page.items) items.set(item._id, item);
      onRead(items.size, page.total);
    }
    return [...items.values()];
  }
  for (const [index, row] of selection.rows.entries()) {
    const loaded = itemsOfRow(row);
    const { product, variantCount } = row;
    const all =
      product !== null && variantCount > loaded.length
        ? await variantsOf(project, { product, groupBy, query }, signal)
        : loaded;
    for (const item of all) items.set(item._id, item);
    onRead(index + 1, selection.rows.length);
  }
  return [...items.values()];
}
