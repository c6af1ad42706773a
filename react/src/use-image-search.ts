import type { Photo, PhotoRequest, SearchItem, SearchReply } from '@vitrine/sdk/shop';
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
}

/**
 * Search by photo. `data.confidence` says whether the catalog has such a product. If it is `low`, ask for one of
 * `data.nearestCategories` and search again with its `filter` as `filters`.
 *
 * @example
 * ```tsx
 * const { search, hits, status } = useImageSearch({ limit: 12 });
 * <input type="file" accept={photoTypes} onChange={({ target }) => target.files?.[0] && search(target.files[0])} />
 * ```
 */
export function useImageSearch(parameters: PhotoRequest = {}): ImageSearch {
  const { client, project, visitor } = useVitrine();
  const [chosen, setChosen] = useState<{ readonly photo: Photo; readonly number: number } | null>(null);
  const request = { ...visitor, ...parameters };
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
    (photo: Photo) => setChosen((before) => ({ photo, number: (before?.number ?? 0) + 1 })),
    [],
  );
  const clear = useCallback(() => setChosen(null), []);
  return { ...state, photo: chosen?.photo ?? null, hits, search, clear };
}
