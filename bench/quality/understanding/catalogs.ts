import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The catalogs of the judged queries in `queries.tsv`: the same shop in eight languages, with values as its merchants write
 * them. Every combination of a category's colours, sizes and brands is a product, so that an expectation has products.
 */

export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ja'] as const;
export type Language = (typeof languages)[number];

export interface ShopProduct {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly category: string;
  readonly brand: string;
  readonly color?: string;
  readonly size?: string;
  readonly material?: string;
}

type Names<Key extends string> = Readonly<Record<Key, string>>;
type Color =
  | 'red'
  | 'blue'
  | 'lightBlue'
  | 'black'
  | 'white'
  | 'green'
  | 'yellow'
  | 'pink'
  | 'brown'
  | 'grey'
  | 'orange';
type Material = 'leather' | 'cotton' | 'wool' | 'wood';

interface Kind {
  readonly brands: readonly string[];
  readonly colors: readonly Color[];
  readonly sizes: readonly string[];
  readonly materials: readonly Material[];
  /** Lowest and highest price; times 150 in Japan. */
  readonly prices: readonly [number, number];
  /** Ends of product names, besides the category. */
  readonly models: readonly string[];
}

const letters = ['S', 'M', 'L', 'XL'] as const;
const dressSizes = ['36', '38', '40', '42'] as const;
const shoeSizes = ['38', '40', '42', '42.5', '43', '44'] as const;
const kinds = {
  dresses: {
    brands: ['Hugo Boss', 'Esprit'],
    colors: ['red', 'blue', 'black', 'white', 'green', 'pink'],
    sizes: dressSizes,
    materials: ['cotton', 'wool'],
    prices: [20, 150],
    models: ['Luna', 'Aurora'],
  },
  shirts: {
    brands: ['Hugo Boss', 'Esprit'],
    colors: ['blue', 'lightBlue', 'white', 'black'],
    sizes: letters,
    materials: ['cotton'],
    prices: [15, 90],
    models: ['Classic', 'Slim'],
  },
  tShirts: {
    brands: ['Nike', 'Puma'],
    colors: ['white', 'black', 'red', 'yellow', 'grey'],
    sizes: letters,
    materials: ['cotton'],
    prices: [8, 40],
    models: ['Basic', 'Sport'],
  },
  trousers: {
    brands: ["Levi's", 'Esprit'],
    colors: ['blue', 'black', 'grey', 'brown', 'green'],
    sizes: dressSizes,
    materials: ['wool', 'cotton'],
    prices: [25, 120],
    models: ['Straight', 'Wide'],
  },
  jackets: {
    brands: ["Levi's", 'Hugo Boss'],
    colors: ['black', 'brown', 'blue', 'green'],
    sizes: letters,
    materials: ['leather', 'cotton'],
    prices: [60, 400],
    models: ['Rider', 'City'],
  },
  winterJackets: {
    brands: ['Esprit', 'Puma'],
    colors: ['black', 'red', 'blue', 'green'],
    sizes: letters,
    materials: ['wool', 'cotton'],
    prices: [80, 350],
    models: ['Polar', 'Alpin'],
  },
  runningShoes: {
    brands: ['Nike', 'Adidas', 'Puma'],
    colors: ['blue', 'black', 'white', 'orange', 'green'],
    sizes: shoeSizes,
    materials: [],
    prices: [40, 200],
    models: ['Runner', 'Speed'],
  },
  sneakers: {
    brands: ['Nike', 'Adidas'],
    colors: ['white', 'black', 'red', 'pink'],
    sizes: shoeSizes,
    materials: ['leather', 'cotton'],
    prices: [30, 160],
    models: ['Court', 'Street'],
  },
  boots: {
    brands: ['Puma', 'Esprit'],
    colors: ['black', 'brown', 'grey'],
    sizes: shoeSizes,
    materials: ['leather'],
    prices: [50, 250],
    models: ['Trail', 'Chelsea'],
  },
  skirts: {
    brands: ['Esprit', 'Hugo Boss'],
    colors: ['pink', 'black', 'red', 'grey'],
    sizes: letters,
    materials: ['cotton', 'wool'],
    prices: [15, 90],
    models: ['Midi', 'Plissee'],
  },
  handbags: {
    brands: ['Esprit', 'Hugo Boss'],
    colors: ['black', 'brown', 'red', 'white'],
    sizes: [],
    materials: ['leather', 'cotton'],
    prices: [40, 300],
    models: ['Bella', 'Nova'],
  },
  lamps: {
    brands: ['Lumio', 'Norden'],
    colors: ['yellow', 'white', 'black', 'green'],
    sizes: [],
    materials: ['wood'],
    prices: [15, 180],
    models: ['Sol', 'Ray'],
  },
  sofas: {
    brands: ['Norden', 'Lumio'],
    colors: ['grey', 'blue', 'green', 'brown'],
    sizes: [],
    materials: ['leather', 'wool'],
    prices: [300, 2_000],
    models: ['Oslo', 'Malmo'],
  },
  smartphones: {
    brands: ['Apple', 'Samsung'],
    colors: ['black', 'white', 'blue'],
    sizes: [],
    materials: [],
    prices: [200, 1_200],
    models: ['15', '16'],
  },
  juices: {
    brands: ['Green Valley', 'Sunny'],
    colors: [],
    sizes: [],
    materials: [],
    prices: [1, 6],
    models: ['1 l', '0.5 l'],
  },
  energyDrinks: {
    brands: ['Red Bull', 'Sunny'],
    colors: [],
    sizes: [],
    materials: [],
    prices: [1, 5],
    models: ['250 ml', '500 ml'],
  },
  books: {
    brands: ['Nordlicht', 'Blue House'],
    colors: [],
    sizes: [],
    materials: [],
    prices: [5, 40],
    models: ['1', '2'],
  },
  toys: {
    brands: ['Norden', 'Lumio'],
    colors: ['red', 'blue', 'green', 'yellow'],
    sizes: [],
    materials: ['wood'],
    prices: [5, 60],
    models: ['Bobo', 'Kiko'],
  },
} as const satisfies Record<string, Kind>;
type Category = keyof typeof kinds;

type Words = Names<
  `categories.${Category}` | `singular.${Category}` | `colors.${Color}` | `materials.${Material}`
>;

/** The words of a language, by kind and key: `words.tsv`. */
function wordsOf(language: Language): Words {
  const [head, ...lines] = readFileSync(join(import.meta.dirname, 'words.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const column = head!.split('\t').indexOf(language);
  return Object.fromEntries(
    lines.map((line) => {
      const cells = line.split('\t');
      return [`${cells[0]}.${cells[1]}`, cells[column]!];
    }),
  ) as Words;
}

/** Yen for a euro. */
const yen = 150;
/** Products at even steps of the price range of their category. */
const priceSteps = 7;

/** Every product of the shop in a language; the same ids, sizes and brands in each. */
export function shopProducts(language: Language): ShopProduct[] {
  const own = wordsOf(language);
  const products: ShopProduct[] = [];
  for (const [key, kind] of Object.entries(kinds) as [Category, Kind][]) {
    let count = 0;
    for (const color of kind.colors.length === 0 ? [null] : kind.colors)
      for (const size of kind.sizes.length === 0 ? [null] : kind.sizes)
        for (const brand of kind.brands)
          for (const material of kind.materials.length === 0 ? [null] : kind.materials) {
            const [low, high] = kind.prices;
            const euros = low + ((high - low) * (count % priceSteps)) / (priceSteps - 1);
            const model = kind.models[count % kind.models.length]!;
            products.push({
              id: `${key}-${++count}`,
              name: nameOf(own[`singular.${key}`], brand, model),
              price: language === 'ja' ? Math.round(euros * yen) : Math.round(euros * 100) / 100,
              category: own[`categories.${key}`],
              brand,
              ...(color === null ? {} : { color: own[`colors.${color}`] }),
              ...(size === null ? {} : { size }),
              ...(material === null ? {} : { material: own[`materials.${material}`] }),
            });
          }
  }
  return products;
}

/** Phones are named by their series, as shops do. */
function nameOf(singular: string, brand: string, model: string): string {
  if (brand === 'Apple') return `iPhone ${model}`;
  if (brand === 'Samsung') return `Galaxy S${model}`;
  return `${singular} ${model}`;
}
