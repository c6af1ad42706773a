import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/lib/package-root.ts';
import { findGood, type Good } from './goods.ts';

interface Product {
  readonly id: string;
  readonly category: string;
  readonly price: number;
}

/** Goods that shoppers compare with each other. Besides, they compare products of one good, and of one category. */
export const comparedGoods: readonly ReadonlySet<string>[] = [
  ['running shoes', 'trainers', 'high-tops'],
  ['sandals', 'flip-flops', 'pool sliders', 'flats'],
  ['ankle boots', 'snow boots', 'wellington boots', 'brogues'],
  ['high heels', 'flats'],
  ['hiking boots', 'mountaineering boots', 'trekking sandals', 'hiking boots for kids'],
  ['rain jacket', 'outdoor jacket', 'fleece jacket', 'trench coat', 'ski jacket', 'winter coat'],
  ['leather jacket', 'denim jacket', 'college jacket', 'body warmer', 'outdoor jacket'],
  ['blazer', 'blazer for women', 'tweed jacket'],
  ['suit', 'tuxedo', 'waistcoat'],
  ['poncho', 'fleece jacket', 'trench coat', 'winter coat'],
  ['jeans', 'chinos', 'corduroy trousers', 'cargo trousers', 'dungarees', 'linen trousers'],
  ['shorts', 'running shorts'],
  ['joggers', 'leggings', 'running shorts'],
  ['jumper', 'cardigan', 'hoodie', 'christmas jumper'],
  ['t-shirt', 'surf t-shirt', 'long-sleeved top', 'polo shirt', 'tank top', 'lace camisole'],
  ['dress shirt', 'shirt', 'blouse'],
  ['summer dress', 'evening dress', 'wedding dress', 'skirt', 'pencil skirt'],
  ['handbag', 'clutch', 'tote bag', 'bum bag'],
  ['messenger bag', 'city backpack', 'sports bag', 'suitcase', 'school bag'],
  ['sun hat', 'felt hat', 'flat cap', 'baseball cap', 'top hat'],
  ['pyjamas', 'bathrobe'],
  ['swimsuit', 'swim shorts', 'wetsuit'],
  ['tie', 'bow tie'],
  ['necklace', 'earrings', 'bracelet', 'ring'],
  ['watch', 'golden watch', 'sports watch', 'pocket watch'],
  ['day pack', 'trekking rucksack', 'cooler bag'],
  ['cool box', 'cooler bag'],
  ['hiking bottle', 'vacuum flask', 'sports bottle'],
  ['football', 'basketball', 'ball'],
  ['tennis racket', 'badminton', 'table tennis'],
  ['bicycle', 'kids bike'],
  ['kick scooter', 'skateboard', 'inline skates'],
  ['kayak', 'dinghy', 'surfboard'],
  ['skis', 'snowboard', 'snowshoes'],
  ['kettle', 'coffee maker', 'coffee pot', 'toaster'],
  ['teapot', 'iron teapot'],
  ['frying pan', 'wok', 'cooking pot', 'casserole'],
  ["chef's knife", 'bread knife'],
  ['table lamp', 'desk lamp', 'floor lamp', 'pendant lamp'],
  ['laptop', 'gaming laptop', 'tablet', 'desktop computer'],
  ['headphones', 'wireless earbuds'],
  ['smartphone', 'flip phone'],
  ['camera', 'instant camera', 'action camera', 'drone'],
  ['guitar', 'electric guitar'],
  ['plush toy', 'dinosaur', 'doll'],
  ['toy car', 'racing car', 'fire engine', 'space rocket'],
  ['milk', 'oat milk'],
  ['yoghurt', 'plant yoghurt'],
  ['apples', 'pears', 'oranges', 'kiwis', 'mango', 'melon', 'stone fruit', 'bananas'],
  ['tomatoes', 'cucumber', 'peppers', 'courgettes', 'leek', 'carrots', 'cabbage'],
  ['potatoes', 'onions', 'carrots', 'red beet'],
  ['red wine', 'white wine', 'beer'],
].map((names) => new Set(names));

/** A product as shoppers compare it. */
export interface KnownProduct {
  readonly good: Good;
  readonly category: string;
  /** From 0, the cheapest product of its good, to 1. */
  readonly priceLevel: number;
}

const products = readFileSync(join(root, 'demo', 'products.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Product);

/** The products of the demo shop, by id. */
export const knownProducts: ReadonlyMap<string, KnownProduct> = new Map(
  [...Map.groupBy(products, ({ id, category }) => findGood(id, category))].flatMap(([good, ofGood]) => {
    if (good === undefined) throw new Error(`goods.txt: no good has ${ofGood[0]!.id}`);
    const sorted = ofGood.toSorted((a, b) => a.price - b.price);
    return sorted.map(({ id, category }, at) => [
      id,
      {
        good,
        category,
        priceLevel: sorted.length === 1 ? 0.5 : at / (sorted.length - 1),
      },
    ]);
  }),
);

/** The categories that a good has products in, with repetitions. */
export const categoriesByGood: ReadonlyMap<Good, readonly string[]> = new Map(
  [...Map.groupBy(knownProducts.values(), ({ good }) => good)].map(([good, known]) => [
    good,
    known.map(({ category }) => category),
  ]),
);

/** How likely shoppers compare a product with another one, from 0 to 1. */
export function rateComparison(one: KnownProduct, other: KnownProduct): number {
  if (one.good === other.good) return 1;
  if (areCompared(one.good, other.good)) return 0.3;
  return one.category === other.category ? 0.1 : 0;
}

/** Whether goods are alternatives, so that few orders have both. */
export function areCompared(one: Good, other: Good): boolean {
  return comparedGoods.some((group) => group.has(one.name) && group.has(other.name));
}
