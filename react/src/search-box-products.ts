'use client';

import type { SearchItem } from '@vitrine/sdk/shop';
import { useRef, type ReactNode } from 'react';
import type { ListedItem } from './listed-item.ts';
import type { Search } from './use-search.ts';

/** Products in the list of a `SearchBox`. */
export interface SearchBoxProducts {
  /** The search whose first products are shown: that of the field, or one with the same query. */
  readonly search: Pick<Search, 'hits' | 'isStale'>;
  /** Products, at most. Default: 4. */
  readonly limit?: number | undefined;
  /** The headings of both groups. */
  readonly headings: { readonly completions: string; readonly products: string };
  /** Draws a product. Default: its name. */
  readonly render?: ((hit: ListedItem<SearchItem>) => ReactNode) | undefined;
  /** Opens the page of a chosen product. */
  readonly open: (hit: ListedItem<SearchItem>) => void;
}

const limitDefault = 4;

/** The first products of the search for what is typed. Those of the text before stay until its reply. */
export function useProductOptions(
  products: SearchBoxProducts | undefined,
  isShown: boolean,
): readonly ListedItem<SearchItem>[] {
  const last = useRef<readonly ListedItem<SearchItem>[]>([]);
  if (products === undefined || !isShown) last.current = [];
  else if (!products.search.isStale)
    last.current = products.search.hits.slice(0, products.limit ?? limitDefault);
  return last.current;
}
