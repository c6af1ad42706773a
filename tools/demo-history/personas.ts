/** A kind of shopper of the demo shop: what they search, and where they browse. */
export interface Persona {
  readonly name: string;
  /** The kind of shopper in `goods.txt` whose goods they look for; default: the name. */
  readonly shopper?: string;
  /** Share among all visits. */
  readonly share: number;
  /** Some texts that shoppers type, and the goods that they look for with them. Some are misspelt, and some find nothing. */
  readonly queries: readonly Query[];
  /** Conditions of the category pages that they open without looking for anything. */
  readonly categories: readonly string[];
  /** Countries of their visits; a country as often as it is named. */
  readonly countries: readonly string[];
}

/** A text with its weight among the queries of a persona. `goods`: names in `goods.txt`. */
export type Query = readonly [text: string, weight: number, ...goods: string[]];

const europe = ['DE', 'DE', 'DE', 'GB', 'GB', 'FR', 'AT', 'NL', 'US'];

export const personas: readonly Persona[] = [
  {
    name: 'hiker',
    share: 0.075,
    queries: [
      ['hiking boots', 8, 'hiking boots'],
      ['hikng boots', 2, 'hiking boots'],
      ['waterproof jacket', 6, 'rain jacket', 'outdoor jacket'],
      ['tent', 6, 'tent'],
      ['sleeping bag', 5, 'sleeping bag'],
      ['rucksack', 5, 'day pack', 'trekking rucksack'],
      ['head torch', 3, 'head torch'],
      ['trekking poles', 3, 'trekking poles'],
      ['something to keep drinks cold', 3, 'cool box', 'cooler bag'],
      ['camping stove', 3, 'gas stove'],
      ['jaket size 46', 2, 'outdoor jacket', 'rain jacket', 'leather jacket', 'blazer'],
      ['binoculars', 2, 'binoculars'],
      ['bear spray', 2],
      ['snow shoes size 50', 1],
    ],
    categories: ['Outdoor > Camping', 'Outdoor > Footwear', 'Outdoor > Climbing'],
    countries: europe,
  },
  {
    name: 'sport',
    share: 0.115,
    queries: [
      ['running shoes', 6, 'running shoes'],
      ['yoga mat', 5, 'yoga mat'],
      ['football', 5, 'football'],
      ['bike helmet', 4, 'bike helmet'],
      ['bycicle', 2, 'bicycle'],
      ['tennis racket', 3, 'tennis racket'],
      ['dumbells', 2, 'dumbbells'],
      ['ski', 3, 'skis'],
      ['life jacket', 2, 'life jacket'],
      ['cricket bat', 1],
    ],
    categories: [
      'Outdoor > Fitness',
      'Outdoor > Cycling',
      'Outdoor > Water sports',
      'Outdoor > Winter sports',
    ],
    countries: europe,
  },
  {
    name: 'garden',
    share: 0.04,
    queries: [
      ['gardening gloves', 5, 'gardening gloves'],
      ['watering can', 5, 'watering can'],
      ['barbecue', 5, 'barbecue'],
      ['parasol', 3, 'parasol'],
      ['lawnmower', 2, 'lawn mower'],
      ['gießkanne', 1, 'watering can'],
      ['hedge trimmer', 1],
    ],
    categories: ['Outdoor > Garden', 'Outdoor > Garden furniture', 'Home > Plants and garden'],
    countries: europe,
  },
  {
    name: 'cook',
    share: 0.1,
    queries: [
      ['frying pan', 7, 'frying pan'],
      ['kettle', 6, 'kettle'],
      ['coffee maker', 6, 'coffee maker', 'espresso machine'],
      ['knife', 4, "chef's knife"],
      ['mug', 4, 'mug'],
      ['teapot', 3, 'teapot', 'iron teapot'],
      ['toster', 2, 'toaster'],
      ['ice bucket', 2, 'ice bucket'],
      ['sous vide cooker', 3],
      ['wasserkocher', 2, 'kettle'],
      ['pfanne', 2, 'frying pan'],
    ],
    categories: ['Home > Kitchen', 'Home > Appliances'],
    countries: europe,
  },
  {
    name: 'home',
    share: 0.13,
    queries: [
      ['lamp', 5, 'table lamp', 'floor lamp', 'pendant lamp', 'desk lamp'],
      ['couch', 4, 'sofa'],
      ['vase', 4, 'vase'],
      ['cushion', 4, 'cushion'],
      ['desk', 3, 'desk'],
      ['towels', 3, 'towels'],
      ['mirrow', 2, 'mirror', 'standing mirror'],
      ['dog bed', 2, 'dog bed'],
      ['mattress', 2],
    ],
    categories: ['Home > Furniture', 'Home > Textiles', 'Home > Decoration', 'Home > Household'],
    countries: europe,
  },
  {
    name: 'parent',
    share: 0.12,
    queries: [
      [
        'gift for a child',
        7,
        'plush toy',
        'building blocks',
        'surprise gift box',
        'toy car',
        'doll',
        'board game',
      ],
      ['teddy bear', 5, 'plush toy'],
      ['puzzle', 4, 'jigsaw puzzle', 'puzzle cube'],
      ['school bag', 4, 'school bag'],
      ['kids raincoat', 3, 'raincoat for kids'],
      ['wooden train', 4, 'wooden train'],
      ['board game', 3, 'board game'],
      ['bauklötze', 1, 'building blocks'],
      ['nappies', 4],
      ['pushchair', 3],
      ['dinosaur', 3, 'dinosaur', 'hoodie for kids', 't-shirt for kids'],
    ],
    categories: ['Toys and gifts', 'Clothes > Kids'],
    countries: europe,
  },
  {
    name: 'style',
    share: 0.155,
    queries: [
      ['dress', 6, 'summer dress', 'evening dress'],
      ['red dress', 4, 'summer dress', 'evening dress'],
      ['trainers', 6, 'trainers', 'high-tops'],
      ['sneakers', 3, 'trainers', 'high-tops'],
      ['handbag', 5, 'handbag', 'clutch'],
      ['sunglasses', 4, 'sunglasses'],
      ['leather jacket', 4, 'leather jacket'],
      ['scarf', 3, 'scarf', 'silk scarf'],
      ['umbrela', 2, 'umbrella'],
      ['watch', 4, 'watch', 'sports watch'],
      ['perfume', 4],
      ['jeans', 4, 'jeans'],
    ],
    categories: ['Clothes > Dresses and skirts', 'Clothes > Shoes', 'Clothes > Bags'],
    countries: europe,
  },
  {
    name: 'technician',
    share: 0.135,
    queries: [
      ['headphones', 7, 'headphones', 'wireless earbuds'],
      ['wireles headphones', 2, 'headphones', 'wireless earbuds'],
      ['laptop', 5, 'laptop', 'gaming laptop'],
      ['keyboard', 4, 'wireless keyboard', 'gaming keyboard'],
      ['monitor', 4, 'monitor'],
      ['camera', 4, 'camera', 'instant camera', 'action camera'],
      ['drone', 3, 'drone'],
      ['game console', 3, 'game console', 'handheld console'],
      ['printer ink', 4],
      ['usb c cable', 3, 'charging cable', 'usb-c charger'],
      ['drill', 3, 'cordless drill'],
      ['3d printer', 2],
    ],
    categories: ['Electronics', 'Home > DIY'],
    countries: europe,
  },
  {
    name: 'household',
    share: 0.12,
    queries: [
      ['milk', 6, 'milk', 'oat milk'],
      ['bananas', 4, 'bananas'],
      ['apple juice', 4, 'juice'],
      ['yoghurt', 4, 'yoghurt', 'plant yoghurt'],
      ['oat milk', 4, 'oat milk'],
      ['bread', 4, 'bread'],
      ['toilet paper', 4, 'toilet paper'],
      ['dog food', 3, 'dog food'],
      ['chocolate', 3, 'chocolate chip cookies', 'cocoa'],
      ['pasta', 3, 'pasta'],
      ['olive oil', 3, 'olive oil'],
    ],
    categories: ['Grocery'],
    countries: europe,
  },
  {
    name: 'from afar',
    shopper: 'hiker',
    share: 0.01,
    queries: [
      ['登山靴', 5, 'hiking boots'],
      ['テント', 3, 'tent'],
      ['حذاء', 3, 'trainers', 'running shoes', 'hiking boots'],
      ['backpack', 2, 'day pack', 'city backpack'],
      ['watch', 2, 'watch'],
    ],
    categories: ['Outdoor > Camping', 'Outdoor > Footwear'],
    countries: ['JP', 'JP', 'AE', 'SA'],
  },
];
