import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { ConvertedShop } from './converted-shop.ts';

/** The service decides itself whether these fields are searched, so a setting need not exclude them. */
const fixedFields = ['id', 'name', 'price', 'imgs', 'url', 'groupId', 'location', 'stock', 'active'];

/** Makes all fields of the items unsearchable except these. */
export function limitSearchedFields(searched: readonly string[], shop: ConvertedShop): void {
  const itemFields = new Set([...searched.map((field) => field.split('.')[0]), ...fixedFields]);
  if (searched.includes('*')) return;
  shop.addFinalTask(() => {
    const unsearchable = [...shop.fields].filter((field) => !itemFields.has(field));
    shop.settings.search.unsearchableFields = unsearchable.slice(0, limits.settingsFieldsMax);
  });
}

/** Reads the name of a field; the result is empty for any value that is no text. */
export const readString = (value: Json): string => (typeof value === 'string' ? value : '');
