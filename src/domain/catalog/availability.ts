/** The names of Google and schema.org, by other spellings. */
const statusNames: ReadonlyMap<string, string> = new Map([
  ['instock', 'in_stock'],
  ['available', 'in_stock'],
  ['limited_availability', 'in_stock'],
  ['in_store_only', 'in_stock'],
  ['online_only', 'in_stock'],
  ['outofstock', 'out_of_stock'],
  ['not_in_stock', 'out_of_stock'],
  ['unavailable', 'out_of_stock'],
  ['not_available', 'out_of_stock'],
  ['sold_out', 'out_of_stock'],
  ['soldout', 'out_of_stock'],
  ['pre_order', 'preorder'],
  ['pre_sale', 'preorder'],
  ['presale', 'preorder'],
  ['back_order', 'backorder'],
  ['backordered', 'backorder'],
  ['on_backorder', 'backorder'],
]);
const unavailable: ReadonlySet<string> = new Set(['out_of_stock', 'discontinued']);
const lengthMax = 300;

/** `out of stock`, `OutOfStock`, `SOLD OUT` and `https://schema.org/OutOfStock` are `out_of_stock`. */
export function normalizeAvailability(availability: string): string {
  const status = availability
    .trim()
    .slice(0, lengthMax)
    .replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])|[\s-]+/g, '_')
    .toLowerCase();
  return statusNames.get(status) ?? status;
}

/** Whether nothing can be bought of an item with this status. */
export function isUnavailable(status: string): boolean {
  return unavailable.has(status);
}
