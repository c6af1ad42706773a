/** The departments of the shop: top levels of `category`. */
export const departments = [
  'Clothes',
  'Outdoor',
  'Home',
  'Toys and gifts',
  'Electronics',
  'Grocery',
] as const;
