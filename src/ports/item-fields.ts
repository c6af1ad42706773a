/**
 * Fields that hold texts whatever these look like, at any depth (`variants.size`) and in any case: 46 is a size, not a quantity. A
 * cell of a CSV file stays a text in them, and a number that a shop sends in them is searched as a word.
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

/** Whether the name of a field, one step of a path, is that of a text. */
export function isTextField(name: string): boolean {
  return textFields.has(name.toLowerCase());
}
