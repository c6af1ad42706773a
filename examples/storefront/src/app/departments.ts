/** The departments of the shop: top levels of `category`, each with the category of the product in its picture. */
export const departments = [
  { name: 'Clothes', pictured: 'Clothes > Jackets and coats' },
  { name: 'Outdoor', pictured: 'Outdoor > Cycling' },
  { name: 'Home', pictured: 'Home > Lighting' },
  { name: 'Toys and gifts', pictured: 'Toys and gifts' },
  { name: 'Electronics', pictured: 'Electronics > Audio' },
  { name: 'Grocery', pictured: 'Grocery > Vegetables > Pepper' },
] as const;
