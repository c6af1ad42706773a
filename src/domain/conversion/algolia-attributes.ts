const unwrap = (attribute: string): string => attribute.replace(/^\w+\((.*)\)$/, '$1').trim();

/** `searchable(brand)`, `afterDistinct(searchable(brand))` → `brand`. */
export const unwrapAttribute = (attribute: string): string => unwrap(unwrap(attribute));

/** The field of an attribute that `convertItem()` renames. */
export const convertFieldName = (name: string): string =>
  ['title', 'productName', 'product_name'].includes(name) ? 'name' : name;
