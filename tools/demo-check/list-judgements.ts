/** What a person would accept in the lists of a product of the demo shop: the start of categories, or ids of products. */
export interface ListJudgement {
  readonly product: string;
  /** Among the first four items that are bought together. */
  readonly together: readonly string[];
  /** Among the first six similar items. */
  readonly similar: readonly string[];
}

/** The number of places of each list that are judged. */
export const togetherPlaces = 4;
export const similarPlaces = 6;
/** The least number of similar items that must be accepted. */
export const similarAcceptedMin = 5;
/** The least number of places with the reason `bought_together` or `goes_with`; the others may be fallbacks, which must be right, too. */
export const evidentPlacesMin = 3;

/** Ten products of different categories. */
export const listJudgements: readonly ListJudgement[] = [
  {
    product: 'electric-kettle',
    together: [
      'Grocery > Beverages > Coffee and tea',
      'Grocery > Pantry > Spreads and breakfast',
      'Grocery > Bakery > Bread',
      'Home > Kitchen > Mugs and cups',
      'Home > Kitchen > Coffee and tea',
      'Home > Appliances > Small appliances',
      'porcelain-teapot',
      'cast-iron-teapot',
      'coffee-jar',
      'cereal-bowl',
    ],
    similar: [
      'Home > Appliances > Small appliances',
      'Home > Kitchen > Coffee and tea',
      'porcelain-teapot',
      'cast-iron-teapot',
      'coffee-grinder',
    ],
  },
  {
    product: 'dome-tent',
    together: ['Outdoor > Camping', 'Outdoor > Rucksacks'],
    similar: ['Outdoor > Camping'],
  },
  {
    product: 'womens-rain-jacket',
    together: [
      'Clothes > Shoes > Rain boots',
      'Clothes > Accessories > Umbrellas',
      'Outdoor > Rucksacks > Day packs',
      'Outdoor > Footwear > Hiking',
      'Outdoor > Hiking',
      'Clothes > Underwear and socks > Socks',
      'insulated-bottle',
    ],
    similar: ['Clothes > Jackets and coats'],
  },
  {
    product: 'cast-iron-pan-28',
    together: [
      'Home > Kitchen > Kitchen tools',
      'Home > Kitchen > Knives',
      'Grocery > Pantry > Staples',
      'Grocery > Eggs and dairy',
    ],
    similar: ['Home > Kitchen > Cookware', 'Home > Kitchen > Bakeware', 'Home > Kitchen > Kitchen tools'],
  },
  {
    product: 'teddy-bear',
    together: ['Toys and gifts', 'Clothes > Baby', 'Clothes > Kids', 'baby-cot'],
    similar: [
      'Toys and gifts > Soft toys',
      'Toys and gifts > Dolls and figures',
      'Toys and gifts > Baby toys',
    ],
  },
  {
    product: 'laptop-14',
    together: [
      'Electronics > Computers',
      'Electronics > Audio > Headphones',
      'Clothes > Bags > Shoulder bags',
    ],
    similar: ['Electronics > Computers', 'Electronics > Phones > Phones'],
  },
  {
    product: 'farfalle-pasta',
    together: [
      'Grocery > Pantry',
      'Grocery > Vegetables',
      'Grocery > Eggs and dairy',
      'Home > Kitchen > Kitchen tools',
      'Home > Kitchen > Cookware',
      'pasta-jar',
    ],
    similar: ['Grocery > Pantry'],
  },
  {
    product: 'running-shoes',
    together: [
      'Clothes > Sportswear',
      'Clothes > Underwear and socks > Socks',
      'digital-watch',
      'water-bottle',
      'stopwatch',
      'sports-duffel',
      'Electronics > Wearables',
    ],
    similar: ['Clothes > Shoes', 'Outdoor > Footwear', 'Clothes > Sportswear'],
  },
  {
    product: 'spade',
    together: ['Outdoor > Garden', 'Home > Plants and garden', 'garden-clogs'],
    similar: ['Outdoor > Garden', 'Home > DIY > Hand tools', 'Home > Plants and garden > Garden'],
  },
  {
    product: 'cordless-drill',
    together: ['Home > DIY'],
    similar: ['Home > DIY', 'Outdoor > Garden > Machines', 'Outdoor > Garden > Tools'],
  },
];

/** Whether an item is among what a person would accept. */
export function isAccepted(
  {
    id,
    groupId = id,
    category,
  }: { readonly id: string; readonly groupId?: string; readonly category: string },
  accepted: readonly string[],
): boolean {
  return accepted.some((one) => one === groupId || category.startsWith(one));
}
