import type { Product } from './products.ts';

/** A product with its words in two fields, as an engine with few fields is given it: the same words as ours indexes. */
export interface PeerProduct extends Product {
  readonly words: string;
}

export function peerProduct(product: Product): PeerProduct {
  const { description, brand, category, color, size, sku } = product;
  return { ...product, words: [description, brand, category, color, size, sku].join(' ') };
}

/** Typos forgiven to a word by every peer that forgives any: 1 from 4 letters on, none in numbers. */
export function typosForgiven(word: string): 0 | 1 {
  return word.length >= 4 && !/\d/.test(word) ? 1 : 0;
}
