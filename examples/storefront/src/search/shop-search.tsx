import { useSearch, type Search } from '@vitrine/react';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { isListing, searchUrl, segmentsOf, useShopLocation } from '../app/router.ts';
import { useStored } from '../app/stored.ts';
import { paneOpen } from '../pane/pane-state.ts';
import { cardFields } from '../parts/item-fields.ts';
import { useLanguage } from '../texts/language.ts';

/** The search of the page, and the filters of its query that the visitor removed. */
export interface ShopSearch {
  readonly search: Search;
  /** Searches for the words of these fields instead of filtering by them. */
  readonly searchAsWords: (field: string) => void;
  /** The query that was sent by Enter, a completion or a link; not one that is being typed. */
  readonly submitted: string | null;
  readonly onSubmit: (query: string) => void;
}

const ShopSearchContext = createContext<ShopSearch | null>(null);

const pageSize = 24;
/** Facets with checkboxes. */
export const valueFacets = ['size', 'color', 'brand'] as const;

/** One search for the field in the header and the pages with lists, so that typing on any page shows results. */
export function ShopSearchProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { path, query } = useShopLocation();
  const { code } = useLanguage();
  const explain = useStored(paneOpen);
  const [words, setWords] = useState<{ readonly query: string; readonly fields: readonly string[] }>({
    query: '',
    fields: [],
  });
  const [submitted, setSubmitted] = useState<string | null>(null);
  const typed = new URLSearchParams(query).get('q') ?? '';
  const asWords = words.query === typed ? words.fields : [];
  const category = categoryOf(path) ?? new URLSearchParams(query).get('f.category') ?? '';
  const collection = collectionOf(path);
  const search = useSearch({
    url: searchUrl,
    enabled: isListing(path),
    typingDelayMs: 60,
    limit: pageSize,
    fields: cardFields,
    highlight: false,
    language: code,
    facets: [{ field: 'category', path: category }, ...valueFacets, { field: 'price', limit: 1 }],
    disjunctive: ['category', ...valueFacets, 'price'],
    ...(explain ? { explain } : {}),
    ...(asWords.length > 0 ? { asWords } : {}),
    ...(categoryOf(path) === null ? {} : { filters: `category:${JSON.stringify(category)}` }),
    ...(collection === null ? {} : { collection }),
  });
  const searchAsWords = (field: string): void => setWords({ query: typed, fields: [...asWords, field] });
  return (
    <ShopSearchContext value={{ search, searchAsWords, submitted, onSubmit: setSubmitted }}>
      {children}
    </ShopSearchContext>
  );
}

export function useShopSearch(): ShopSearch {
  const value = useContext(ShopSearchContext);
  if (value === null) throw new TypeError('Cannot use the search of the shop outside of its provider');
  return value;
}

/** Whether the query has no match: the service may reply with popular products instead. */
export function isUnmatched({ data, hits }: Search): boolean {
  return data !== undefined && (hits.length === 0 || data.fallback === 'popular');
}

/** How many filters the visitor chose. */
export function countFilters({ state: { facets, ranges } }: Search): number {
  return Object.values(facets).flat().length + Object.keys(ranges).length;
}

/** The category of a page such as `/category/Clothes/Shoes`: `Clothes > Shoes`. */
export function categoryOf(path: string): string | null {
  const [page, ...levels] = segmentsOf(path);
  return page === 'category' && levels.length > 0 ? levels.join(' > ') : null;
}

export function collectionOf(path: string): string | null {
  return /^\/collection\/([\w-]+)$/.exec(path)?.[1] ?? null;
}
