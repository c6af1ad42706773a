import { useSearch } from '@vitrine/react';
import type { Item } from '@vitrine/sdk/shop';
import { cardFields } from '../parts/item-fields.ts';
import { useLanguage } from '../texts/language.ts';

const variantsMax = 100;
const productFields = [...cardFields, 'material', 'description', 'sku'];

/** A product and how far it is loaded. */
export interface LoadedProduct {
  readonly status: 'loading' | 'found' | 'unknown' | 'error';
  /** All variants, at least one where the product is found. */
  readonly variants: readonly Item[];
  readonly refresh: () => void;
}

/** The variants of a product: the items of a group, or the item itself. */
export function useProduct(product: string): LoadedProduct {
  const { code } = useLanguage();
  const id = JSON.stringify(product);
  const { hits, status, isStale, refresh } = useSearch({
    filters: `groupId:${id} OR id:${id}`,
    grouped: false,
    limit: variantsMax,
    fields: productFields,
    highlight: false,
    language: code,
    enableRules: false,
  });
  const variants = hits.map(({ item }) => item);
  if (status === 'error') return { status, variants: [], refresh };
  // Another language shows the texts before until the new ones are there; another product does not.
  const isOther = variants[0] !== undefined && ![variants[0]['groupId'], variants[0].id].includes(product);
  if (status !== 'success' && (variants.length === 0 || (isStale && isOther)))
    return { status: 'loading', variants: [], refresh };
  return { status: variants.length === 0 ? 'unknown' : 'found', variants, refresh };
}
