'use client';

import type { NearestCategory, Photo, PhotoRequest, SearchItem, SearchReply } from '@vitrine/sdk/shop';
import { useCallback, useMemo, useState } from 'react';
import type { ListedItem } from './listed-item.ts';
import { useVitrine } from './provider.ts';
import { useLatest, type HookState } from './use-latest.ts';

/** A search by photo. */
export interface ImageSearch extends HookState<SearchReply> {
  /** The photo that was chosen. */
  readonly photo: Photo | null;
  readonly hits: readonly ListedItem<SearchItem>[];
  /** Searches for a photo, such as the file of an `<input type="file" accept={photoTypes}>`; aborts the search before it. */
  readonly search: (photo: Photo) => void;
  readonly clear: () => void;
  /** What to ask the shopper for, if the search is uncertain: see `PhotoQuestion`. They stay after the answer, so that it can be changed. */
  readonly categories: readonly NearestCategory[];
  /** The answer. It is dropped with the next photo. */
  readonly category: NearestCategory | null;
  /** Searches for the photo again within a category; null: in all. */
  readonly chooseCategory: (category: NearestCategory | null) => void;
}

interface ChosenPhoto {
  readonly photo: Photo;
  readonly number: number;
  /** The categories from which `category` was chosen. */
  readonly offered: readonly NearestCategory[];
  readonly category: NearestCategory | null;
}

const noCategories: readonly NearestCategory[] = [];

/**
 * Search by photo. `data.confidence` says whether the catalog has such a product. If it is `low`, `categories` are those of the nearest
 * items: `PhotoQuestion` asks for one, and `chooseCategory` searches within it. The filters of `parameters` apply too.
 *
 * @example
 * ```tsx
 * const images = useImageSearch({ limit: 12 });
 * <input type="file" accept={photoTypes} onChange={({ target }) => target.files?.[0] && images.search(target.files[0])} />
 * <PhotoQuestion images={images} />
 * ```
 */
export function useImageSearch(parameters: PhotoRequest = {}): ImageSearch {
  const { client, project, visitor } = useVitrine();
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null);
  const request = filterByCategory({ ...visitor, ...parameters }, chosen?.category ?? null);
  const { state } = useLatest<SearchReply>({
    key: chosen === null ? null : JSON.stringify([project, chosen.number, request]),
    load: (signal) => client.imageSearch(project, chosen!.photo, request, { signal }),
  });
  const { data } = state;
  const hits = useMemo(
    () => (data?.items ?? []).map((item, index) => ({ item, position: index + 1, searchId: data!.searchId })),
    [data],
  );
  const search = useCallback(
    (photo: Photo) =>
      setChosen((before) => ({
        photo,
        number: (before?.number ?? 0) + 1,
        offered: noCategories,
        category: null,
      })),
    [],
  );
  const clear = useCallback(() => setChosen(null), []);
  const categories = listOffered(chosen, state);
  const chooseCategory = useCallback(
    (category: NearestCategory | null) =>
      setChosen((before) => before && { ...before, offered: categories, category }),
    [categories],
  );
  return {
    ...state,
    photo: chosen?.photo ?? null,
    hits,
    search,
    clear,
    categories,
    category: chosen?.category ?? null,
    chooseCategory,
  };
}

/** Adds the answer to the filters of the shopper. */
function filterByCategory(request: PhotoRequest, category: NearestCategory | null): PhotoRequest {
  if (category === null) return request;
  const { filters = '' } = request;
  return { ...request, filters: filters === '' ? category.filter : `(${filters}) AND (${category.filter})` };
}

/** The categories of the search in all of them; those from which one was chosen while that search does not answer. */
function listOffered(
  chosen: ChosenPhoto | null,
  { status, data, isStale }: HookState<SearchReply>,
): readonly NearestCategory[] {
  if (chosen === null) return noCategories;
  const isAnswered = chosen.category === null && status === 'success' && !isStale;
  return isAnswered ? (data?.nearestCategories ?? noCategories) : chosen.offered;
}
