/** The departments of the shop: top levels of `category`, each with a query that finds a picture for it. */
export const departments = ['Clothes', 'Outdoor', 'Home', 'Toys and gifts', 'Electronics', 'Grocery'] as const;
