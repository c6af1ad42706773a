import { selectProjectionOptions, type Restrictions } from '../../../domain/access/restrictions.ts';
import { createItemProjection } from '../../../domain/catalog/item-projection.ts';
import { readTexts } from '../../../lib/json-values.ts';
import { decodeUtf8 } from '../../../lib/utf8.ts';
import type { StoredItem } from '../../../ports/catalog/catalog.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';

/** An item as an agent sees it: without private fields, with the texts of its language. */
export interface SellableItem {
  readonly item: StoredItem;
  readonly id: string;
  /** Value of the grouping field, which is the id of its product. Null if the item is a product of its own. */
  readonly group: string | null;
  readonly price: number;
  readonly fields: JsonObject;
}

/** Maps items to what an agent sees of them. An item without a visible price gives null: the protocol requires one. */
export function readSellableItems(
  restrictions: Restrictions,
  groupBy: string,
): (item: StoredItem) => SellableItem | null {
  const project = createItemProjection({ fields: null, ...selectProjectionOptions(restrictions) });
  return (item) => {
    const fields = JSON.parse(decodeUtf8(project(item.json))) as JsonObject;
    const { price } = fields;
    if (typeof price !== 'number') return null;
    const [group = null] = groupBy === '' ? [] : readTexts(fields, groupBy);
    return { item, id: item.id, group, price, fields };
  };
}

/** The id of the product that an item is, or is a variant of. */
export function getProductId({ id, group }: Pick<SellableItem, 'id' | 'group'>): string {
  return group ?? id;
}
