import type { ItemName } from '@vitrine/tracker';

export type ItemField = ItemName;

/** How an event or a list names an item: the fields of the catalog are tried in their order. */
export interface NamedItem {
  readonly item: string;
  readonly by: readonly ItemField[];
}

/** What Google's events call `item_id` is another field in each shop. */
const usualFields: readonly ItemField[] = ['id', 'sku', 'groupId'];
const urlFields: readonly ItemField[] = ['url'];
/** The product of Google's feeds from Shopify: country, product, variant. */
const shopifyName = /^shopify_[A-Z]{2}_\d+_(\d+)$/;

/** Names an item as the shop does. `field` is what the tag says of its names, or null for the usual fields. */
export function nameItem(name: string, field: ItemField | null): NamedItem {
  const [, variant] = shopifyName.exec(name) ?? [];
  if (variant !== undefined) return { item: variant, by: usualFields };
  if (/^https?:\/\//.test(name)) return { item: name, by: urlFields };
  return { item: name, by: field === null ? usualFields : [field] };
}
