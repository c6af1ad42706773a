import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { ConvertedShop } from './converted-shop.ts';

/** Fields that are always searched, or never as text. */
const others = ['id', 'name', 'price', 'imgs', 'url', 'groupId', 'location', 'stock', 'active'];

/** Only these fields are searched: the other fields of the items become unsearchable. */
export function limitSearchedFields(searched: readonly string[], shop: ConvertedShop): void {
  const itemFields = new Set([...searched.map((field) => field.split('.')[0]), ...others]);
  if (searched.includes('*')) return;
  shop.atEnd(() => {
    const unsearchable = [...shop.fields].filter((field) => !itemFields.has(field));
    shop.settings.search.unsearchableFields = unsearchable.slice(0, limits.settingsFieldsMax);
  });
}

/** The name of a field, or "" for none. */
export const readString = (value: Json): string => (typeof value === 'string' ? value : '');
