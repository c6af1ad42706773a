/** The collections of the shop, each with the category of the product in its picture. */
export const collections = [
  { id: 'gifts-for-children', pictured: 'Toys and gifts > Gifts and party' },
  { id: 'winter-hiking', pictured: 'Outdoor > Footwear' },
  { id: 'under-20', pictured: 'Home > Kitchen' },
] as const;
