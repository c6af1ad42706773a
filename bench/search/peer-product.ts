import type { Product } from './products.ts';

/** A product with its words in two fields, for other engines. The words are the same as those that Vitrine indexes. */
export interface PeerProduct extends Product {
  readonly words: string;
}

export function peerProduct(product: Product): PeerProduct {
  const { description, brand, category, color, size, sku } = product;
  return { ...product, words: [description, brand, category, color, size, sku].join(' ') };
}

/** The allowed typos of a word in other engines: 1 from 4 letters on, none in numbers. */
export function typosAllowed(word: string): 0 | 1 {
  return word.length >= 4 && !/\d/.test(word) ? 1 : 0;
}
