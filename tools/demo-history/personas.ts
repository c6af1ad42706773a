/** A kind of shopper of the demo shop: what they search, and where they browse. */
export interface Persona {
  readonly name: string;
  /** Share among all visits. */
  readonly share: number;
  /** Texts as shoppers type them, with a weight. Some are misspelt, and some find nothing. */
  readonly queries: readonly (readonly [text: string, weight: number])[];
  /** Conditions of the category pages that they open. */
  readonly categories: readonly string[];
  /** Countries of their visits; a country as often as it is named. */
  readonly countries: readonly string[];
}

const europe = ['DE', 'DE', 'DE', 'GB', 'GB', 'FR', 'AT', 'NL', 'US'];

export const personas: readonly Persona[] = [
  {
    name: 'hiker',
    share: 0.22,
    queries: [
      ['hiking boots', 8],
      ['hikng boots', 2],
      ['waterproof jacket', 6],
      ['tent', 6],
      ['sleeping bag', 5],
      ['rucksack', 5],
      ['head torch', 3],
      ['trekking poles', 3],
      ['something to keep drinks cold', 3],
      ['camping stove', 3],
      ['jaket size 46', 2],
      ['binoculars', 2],
      ['bear spray', 2],
      ['snow shoes size 50', 1],
    ],
    categories: ['Outdoor', 'Clothes > Jackets and coats'],
    countries: europe,
  },
  {
    name: 'cook',
    share: 0.16,
    queries: [
      ['frying pan', 7],
      ['kettle', 6],
      ['coffee maker', 6],
      ['knife', 4],
      ['mug', 4],
      ['teapot', 3],
      ['toster', 2],
      ['pasta', 3],
      ['olive oil', 3],
      ['ice bucket', 2],
      ['sous vide cooker', 3],
      ['wasserkocher', 2],
      ['pfanne', 2],
    ],
    categories: ['Home > Kitchen', 'Grocery'],
    countries: europe,
  },
  {
    name: 'parent',
    share: 0.16,
    queries: [
      ['gift for a child', 7],
      ['teddy bear', 5],
      ['puzzle', 4],
      ['school bag', 4],
      ['kids raincoat', 3],
      ['wooden train', 4],
      ['board game', 3],
      ['bauklötze', 1],
      ['nappies', 4],
      ['pushchair', 3],
      ['dinosaur', 3],
    ],
    categories: ['Toys and gifts', 'Clothes > Kids'],
    countries: europe,
  },
  {
    name: 'style',
    share: 0.18,
    queries: [
      ['dress', 6],
      ['red dress', 4],
      ['trainers', 6],
      ['sneakers', 3],
      ['handbag', 5],
      ['sunglasses', 4],
      ['leather jacket', 4],
      ['scarf', 3],
      ['umbrela', 2],
      ['watch', 4],
      ['perfume', 4],
      ['jeans', 4],
    ],
    categories: ['Clothes > Dresses and skirts', 'Clothes > Shoes', 'Clothes > Bags'],
    countries: europe,
  },
  {
    name: 'technician',
    share: 0.14,
    queries: [
      ['headphones', 7],
      ['wireles headphones', 2],
      ['laptop', 5],
      ['keyboard', 4],
      ['monitor', 4],
      ['camera', 4],
      ['drone', 3],
      ['game console', 3],
      ['printer ink', 4],
      ['usb c cable', 3],
      ['drill', 3],
      ['3d printer', 2],
    ],
    categories: ['Electronics', 'Home > Tools'],
    countries: europe,
  },
  {
    name: 'household',
    share: 0.1,
    queries: [
      ['milk', 6],
      ['bananas', 4],
      ['apple juice', 4],
      ['yoghurt', 4],
      ['oat milk', 4],
      ['bread', 4],
      ['toilet paper', 4],
      ['dog food', 3],
      ['chocolate', 3],
      ['lamp', 3],
      ['couch', 2],
      ['vase', 2],
    ],
    categories: ['Grocery', 'Home > Furniture'],
    countries: europe,
  },
  {
    name: 'from afar',
    share: 0.04,
    queries: [
      ['登山靴', 5],
      ['テント', 3],
      ['حذاء', 3],
      ['backpack', 2],
      ['watch', 2],
    ],
    categories: ['Outdoor', 'Clothes'],
    countries: ['JP', 'JP', 'AE', 'SA'],
  },
];

/** Words in the names of products that are often bought together. */
export const bundles: readonly (readonly string[])[] = [
  ['Tent', 'Sleeping Bag', 'Camping Stove'],
  ['Hiking Boot', 'Hiking Socks', 'Trekking Poles'],
  ['Kettle', 'Teapot', 'Mug'],
  ['Frying Pan', 'Spatula', 'Olive Oil'],
  ['Laptop', 'Mouse', 'Headphones'],
  ['Camera', 'Tripod', 'Memory'],
  ['Dress', 'Handbag', 'Sunglasses'],
  ['Suit', 'Tie', 'Shirt'],
  ['School Bag', 'Crayons', 'Lunch Box'],
  ['Teddy', 'Building Blocks', 'Puzzle'],
  ['Oat Milk', 'Banana', 'Granola'],
  ['Pasta', 'Tomato', 'Garlic'],
];
