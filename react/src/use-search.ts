'use client';

import {
  pageSizeDefault,
  searchRequestOf,
  type SearchParameters,
  type SearchState,
  type UrlAdapter,
} from '@vitrine/sdk/page';
import type { Facet, SearchItem, SearchReply } from '@vitrine/sdk/shop';
import { useCallback, useMemo, useRef } from 'react';
import type { ListedItem } from './listed-item.ts';
import { useVitrine } from './provider.ts';
import { useLatest, type HookState } from './use-latest.ts';
import { useSearchState, type SearchChanges } from './use-search-state.ts';

/** Options of {@link useSearch}: parameters of the search (`facets`, `limit`, `filters`, ...) and these. */
export interface UseSearchOptions extends SearchParameters {
  /** Keeps the state in the address of the page, such as `browserUrl()`. Default: in memory. */
  readonly url?: UrlAdapter | undefined;
  /** The first state without a `url`. */
  readonly initialState?: Partial<SearchState> | undefined;
  /** The reply to the first state, which a server has got with `searchRequestOf()`. It is not requested again. */
  readonly initialData?: SearchReply | undefined;
  /** Milliseconds without a keystroke until a search is sent. Default: 100. Other changes are sent at once. */
  readonly typingDelayMs?: number | undefined;
  /** False: sends nothing. Default: true. */
  readonly enabled?: boolean | undefined;
}

/** A search and what changes it. */
export interface Search extends HookState<SearchReply>, SearchChanges {
  readonly state: SearchState;
  /** The items of all loaded pages, each with its position and `searchId`. */
  readonly hits: readonly ListedItem<SearchItem>[];
  readonly total: number;
  /** By field. The counts of a facet ignore its own selection. */
  readonly facets: Readonly<Record<string, Facet>>;
  /** The fields of `facets` in display order. */
  readonly facetOrder: readonly string[];
  /** Number of pages of the size `limit`. */
  readonly pages: number;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Adds the next page to `hits`. */
  readonly loadMore: () => void;
}

const typingDelayMsDefault = 100;

/**
 * A search that follows what the visitor types and selects. A new request aborts the one before, and an older reply never
 * replaces a newer one.
 *
 * @example
 * ```tsx
 * const search = useSearch({ facets: ['brand', 'color'], url: browserUrl() });
 * <input value={search.state.query} onChange={(event) => search.setQuery(event.target.value)} />
 * <ul>{search.hits.map(({ item }) => <li key={item.id}>{item.name}</li>)}</ul>
 * ```
 */
export function useSearch(options: UseSearchOptions = {}): Search {
  const { url, initialState, initialData, enabled, typingDelayMs, ...parameters } = options;
  const { client, project, visitor } = useVitrine();
  const { state, isTyping, changes } = useSearchState(url, initialState);
  const request = { ...visitor, ...searchRequestOf(state, parameters) };
  const limit = parameters.limit ?? pageSizeDefault;
  const offset = (state.page - 1) * limit;
  const loadFrom = async (from: number, signal: AbortSignal): Promise<LoadedPages> => {
    const reply = await client.search(project, from === 0 ? request : { ...request, offset: from }, {
      signal,
    });
    return { offset: from, replies: [reply] };
  };
  const {
    state: shown,
    request: latest,
    isLoadingMore,
  } = useLatest<LoadedPages>({
    key: enabled === false ? null : JSON.stringify([project, request]),
    load: (signal) => loadFrom(offset, signal),
    delayMs: isTyping ? (typingDelayMs ?? typingDelayMsDefault) : 0,
    initialData: initialData === undefined ? undefined : { offset, replies: [initialData] },
  });
  const hits = useMemo(() => hitsOf(shown.data), [shown.data]);
  const data = shown.data?.replies[0];
  const total = data?.total ?? 0;
  const loaded = (shown.data?.offset ?? 0) + hits.length;
  const hasMore = !shown.isStale && data !== undefined && data.items.length > 0 && loaded < total;
  const more = useRef<() => void>(() => undefined);
  more.current = () => {
    if (!hasMore) return;
    latest.extend(
      (signal) => loadFrom(loaded, signal),
      (before, page) => ({ offset: before.offset, replies: [...before.replies, ...page.replies] }),
    );
  };
  const loadMore = useCallback(() => more.current(), []);
  return {
    ...shown,
    ...changes,
    data,
    state,
    hits,
    total,
    facets: data?.facets ?? {},
    facetOrder: data?.facetOrder ?? [],
    pages: Math.ceil(total / Math.max(1, limit)),
    hasMore,
    isLoadingMore,
    loadMore,
  };
}

/** Pages of one search that follow each other. */
interface LoadedPages {
  /** Of the first page. */
  readonly offset: number;
  readonly replies: readonly SearchReply[];
}

function hitsOf(pages: LoadedPages | undefined): readonly ListedItem<SearchItem>[] {
  let position = pages?.offset ?? 0;
  return (pages?.replies ?? []).flatMap(({ items, searchId }) =>
    items.map((item) => ({ item, searchId, position: ++position })),
  );
}
