import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../service.ts';

export interface SampleProduct {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly brand: string;
  readonly category: string;
  readonly price: number;
  readonly regularPrice?: number;
  readonly description: string;
  /** File in `demo/pictures`. */
  readonly picture: string;
  readonly stock: number;
}

interface DemoProduct extends Omit<SampleProduct, 'sku' | 'stock'> {
  readonly colors?: readonly { readonly picture: string }[];
}

const productsMax = 60;

/** Products of the demo shop, with the numbers that shop platforms give them, reduced prices and sold-out ones. */
export const sampleProducts: readonly SampleProduct[] = readFileSync(
  join(root, 'demo', 'products.ndjson'),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as DemoProduct)
  .filter(({ colors }) => colors?.[0] !== undefined)
  .slice(0, productsMax)
  .map((product, index) => ({
    id: String(1001 + index),
    sku: `VT-${2001 + index}`,
    name: product.name,
    brand: product.brand,
    category: product.category,
    price: product.price,
    ...(index % 5 === 1 ? { regularPrice: Math.round(product.price * 1.25) } : {}),
    description: product.description,
    picture: product.colors![0]!.picture.replace('pictures/', ''),
    stock: index % 11 === 7 ? 0 : 12,
  }));

/** A simple search, as shops have it: all words in the name. */
export function searchProducts(query: string): readonly SampleProduct[] {
  const words = query.toLowerCase().split(/\s+/);
  return sampleProducts.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}
