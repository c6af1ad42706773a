'use client';

import {
  emptySearch,
  formatSearchState,
  memoryUrl,
  SearchStore,
  type NumberRange,
  type SearchState,
  type UrlAdapter,
} from '@vitrine/sdk/page';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

/** Changes of a search by the visitor. All but `setPage` lead to the first page. Each function stays the same. */
export interface SearchChanges {
  /** For each keystroke. The facets stay. */
  readonly setQuery: (query: string) => void;
  /** For Enter, or with a completion: searches at once. */
  readonly submit: (query?: string) => void;
  /** Selects a value of a facet, or removes it. */
  readonly toggleFacet: (field: string, value: string) => void;
  readonly setFacet: (field: string, values: readonly string[]) => void;
  /** Without a range: removes it. */
  readonly setRange: (field: string, range?: NumberRange) => void;
  /** Removes the selections of a field, or all. */
  readonly clearFacets: (field?: string) => void;
  /** A sort key such as `price:asc`; empty: by relevance. */
  readonly setSort: (sort: string) => void;
  /** From 1. */
  readonly setPage: (page: number) => void;
}

/** The state of a search in the address of the page, or in memory. */
export function useSearchState(
  url: UrlAdapter | undefined,
  initialState: Partial<SearchState> | undefined,
): { readonly state: SearchState; readonly isTyping: boolean; readonly changes: SearchChanges } {
  const [memory] = useState(() => memoryUrl(formatSearchState({ ...emptySearch, ...initialState })));
  const address = url ?? memory;
  const [store] = useState(() => new SearchStore(address));
  const { state, isTyping } = useSyncExternalStore(store.subscribe, store.snapshot, store.serverSnapshot);
  useEffect(() => store.connect(address), [store, address]);
  useEffect(() => () => store.stop(), [store]);
  return { state, isTyping, changes: useMemo(() => changesOf(store), [store]) };
}

function changesOf(store: SearchStore): SearchChanges {
  const current = (): SearchState => store.snapshot().state;
  const setFacet = (field: string, values: readonly string[]): void => {
    const { [field]: _before, ...others } = current().facets;
    store.change({ facets: values.length === 0 ? others : { ...others, [field]: values }, page: 1 });
  };
  const setRange = (field: string, range?: NumberRange): void => {
    const { [field]: _before, ...others } = current().ranges;
    store.change({ ranges: range === undefined ? others : { ...others, [field]: range }, page: 1 });
  };
  return {
    setQuery: (query) => store.type(query),
    submit: (query = current().query) => store.change(query === current().query ? {} : { query, page: 1 }),
    toggleFacet: (field, value) => {
      const before = current().facets[field] ?? [];
      const others = before.filter((one) => one !== value);
      setFacet(field, others.length === before.length ? [...before, value] : others);
    },
    setFacet,
    setRange,
    clearFacets: (field) => {
      if (field === undefined) return store.change({ facets: {}, ranges: {}, page: 1 });
      const { [field]: _values, ...facets } = current().facets;
      const { [field]: _range, ...ranges } = current().ranges;
      return store.change({ facets, ranges, page: 1 });
    },
    setSort: (sort) => store.change({ sort, page: 1 }),
    setPage: (page) => store.change({ page: Math.max(1, Math.trunc(page)) }),
  };
}
