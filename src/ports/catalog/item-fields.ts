/** The fields whose values are categories, as texts or paths (`Home > Kitchen`), the more usual one first. */
export const categoryFields = ['category', 'categories'] as const;

/** Separates the levels of a path. */
export const pathSeparator = ' > ';

/**
 * Fields whose values are texts even if they look like numbers, at any depth (`variants.size`), ignoring case: 46 is a size,
 * not a quantity. Their CSV cells stay texts, and their numbers are searchable words.
 */
const textFields: ReadonlySet<string> = new Set([
  'id',
  'sku',
  'name',
  'description',
  'brand',
  'brands',
  'category',
  'categories',
  'tag',
  'tags',
  'color',
  'colors',
  'colour',
  'colours',
  'size',
  'sizes',
  'gender',
  'groupid',
  'ean',
  'gtin',
  'upc',
  'isbn',
  'mpn',
]);

/** Whether one step of a field path names a text field. */
export function isTextField(name: string): boolean {
  return textFields.has(name.toLowerCase());
}

/** A field that a query refers to. */
export interface FieldRef {
  readonly field: string;
  /** The request must not see the field: no item has a value of it. */
  readonly isHidden?: true;
}
