'use client';

import type { PageList } from '@vitrine/sdk/page';
import type {
  PlacementListReply,
  RecommendationReply,
  RecommendBecauseViewedRequest,
  RecommendBoughtTogetherRequest,
  RecommendBuyAgainRequest,
  RecommendedItem,
  RecommendForUserRequest,
  RecommendPlacementRequest,
  RecommendPopularRequest,
  RecommendRecentlyViewedRequest,
  RecommendSimilarRequest,
  RecommendTrendingRequest,
} from '@vitrine/sdk/shop';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ListedItem } from './listed-item.ts';
import { useVitrine } from './provider.ts';
import { useLatest, type HookState } from './use-latest.ts';

/** Without what the hook adds: the project, and the visitor of the provider. */
type ListParameters<T> = T extends unknown ? Omit<T, 'index' | 'user' | 'session'> : never;

/** The parameters of each list. */
export interface ListRequests {
  readonly forUser: ListParameters<RecommendForUserRequest>;
  readonly boughtTogether: ListParameters<RecommendBoughtTogetherRequest>;
  readonly trending: ListParameters<RecommendTrendingRequest>;
  readonly similar: ListParameters<RecommendSimilarRequest>;
  readonly popular: ListParameters<RecommendPopularRequest>;
  readonly buyAgain: ListParameters<RecommendBuyAgainRequest>;
  readonly recentlyViewed: ListParameters<RecommendRecentlyViewedRequest>;
  readonly becauseViewed: ListParameters<RecommendBecauseViewedRequest>;
}

/** The parameters of a placement. */
export type PlacementRequest = ListParameters<RecommendPlacementRequest>;

/** Options of {@link useRecommendations} and {@link usePlacement}. */
export interface UseListOptions<T> {
  /** The reply to the first request, which a server has got. It is not requested again. */
  readonly initialData?: T | undefined;
  /** Loads the list again when `useTrack()` has sent an event, such as "for you" after a click. Default: false. */
  readonly followEvents?: boolean | undefined;
  /**
   * Lists of the page with the same group show no item twice: each sends, as `shown`, the items of those that came to the page before
   * it, for which it waits. Default: the `group` of the placement; null: none.
   */
  readonly group?: string | null | undefined;
  /** False: sends nothing, such as for a cart without items. Default: true. */
  readonly enabled?: boolean | undefined;
}

/** A list of recommendations. */
export interface RecommendationList<T> extends HookState<T> {
  /** The items, each with its position and `recommendationId`; `item._reason.text` says why it is there. */
  readonly hits: readonly ListedItem<RecommendedItem>[];
}

/**
 * A list of recommendations for the visitor of the provider.
 *
 * @example
 * ```tsx
 * const { hits } = useRecommendations('similar', { item: 'a1', limit: 4 });
 * hits.map(({ item }) => <li key={item.id}>{item.name}: {item._reason.text}</li>);
 * ```
 */
export function useRecommendations<K extends keyof ListRequests>(
  list: K,
  ...[parameters, options]: {} extends ListRequests[K]
    ? [parameters?: ListRequests[K], options?: UseListOptions<RecommendationReply>]
    : [parameters: ListRequests[K], options?: UseListOptions<RecommendationReply>]
): RecommendationList<RecommendationReply> {
  const { client, project, visitor } = useVitrine();
  const request = { ...visitor, ...parameters };
  return useList(
    [project, list],
    request,
    // Each list takes its own request, which the type of `parameters` has checked.
    (sent, signal) => client.recommend[list as 'popular'](project, sent as object, { signal }),
    { ...options, group: options?.group ?? null },
  );
}

/**
 * The list of a placement, which the project's settings describe.
 *
 * @example
 * ```tsx
 * const { data, hits } = usePlacement('cart-cross-sell', { items: cartIds }, { enabled: cartIds.length > 0 });
 * <h2>{data?.placement.title}</h2>
 * ```
 */
export function usePlacement(
  placement: string,
  parameters: PlacementRequest = {},
  options?: UseListOptions<PlacementListReply>,
): RecommendationList<PlacementListReply> {
  const { client, project, visitor } = useVitrine();
  const request = { ...visitor, ...parameters };
  return useList(
    [project, 'placement', placement],
    request,
    (sent, signal) => client.recommend.placement(project, placement, sent, { signal }),
    options,
    placement,
  );
}

/** `placement`: whose replies name the group of the list. */
function useList<
  T extends RecommendationReply | PlacementListReply,
  R extends { readonly shown?: readonly string[] | undefined },
>(
  name: readonly unknown[],
  request: R,
  load: (request: R, signal: AbortSignal) => Promise<T>,
  { initialData, followEvents = false, enabled = true, group }: UseListOptions<T> = {},
  placement: string | null = null,
): RecommendationList<T> {
  const { storedEvents } = useVitrine();
  const events = useSyncExternalStore(storedEvents.subscribe, storedEvents.count, () => 0);
  const part = useGroup(group, placement);
  const { others } = part;
  const shown = useMemo(
    () => [...new Set([...(request.shown ?? []), ...(others ?? [])])],
    [request.shown, others],
  );
  const sent = shown.length === 0 ? request : { ...request, shown };
  const isWaiting = enabled && others === null && initialData === undefined;
  const { state } = useLatest<T>({
    key: enabled && !isWaiting ? JSON.stringify([...name, sent, followEvents ? events : 0]) : null,
    load: (signal) => load(sent, signal),
    initialData,
  });
  const { data, error } = state;
  useLearnedGroup(placement, data);
  useShownItems(part, enabled && error === undefined ? data?.items : noItems);
  const hits = useMemo(
    () =>
      (data?.items ?? [])
        .map((item, index) => ({ item, position: index + 1, recommendationId: data!.recommendationId }))
        // Until the reply without them comes.
        .filter(({ item }) => !shown.includes(item.id)),
    [data, shown],
  );
  return { ...state, ...(isWaiting ? { status: 'loading' as const } : {}), hits };
}

const noItems: readonly RecommendedItem[] = [];

/** A list on the page. `others`: ids of the items of the lists of its group before it; null while these load. */
interface GroupPart {
  readonly list: PageList | null;
  readonly group: string | null | undefined;
  readonly others: readonly string[] | null;
}

function useGroup(chosen: string | null | undefined, placement: string | null): GroupPart {
  const { pageLists } = useVitrine();
  const [list, setList] = useState<PageList | null>(null);
  useEffect(() => {
    const added = pageLists.add();
    setList(added.list);
    return added.remove;
  }, [pageLists]);
  const groupNow = (): string | null | undefined =>
    chosen !== undefined || placement === null ? chosen : pageLists.groupOf(placement);
  const group = useSyncExternalStore(pageLists.subscribe, groupNow, groupNow);
  // As a text: a snapshot must be the same value while nothing changes.
  const othersNow = (): string | null => pageLists.itemsBefore(list, group)?.join('\n') ?? null;
  const joined = useSyncExternalStore(pageLists.subscribe, othersNow, othersNow);
  const others = useMemo(() => (joined === null ? null : joined.split('\n').filter(Boolean)), [joined]);
  return { list, group, others };
}

/** Remembers the group of a placement for its next list. */
function useLearnedGroup(
  placement: string | null,
  data: RecommendationReply | PlacementListReply | undefined,
): void {
  const { pageLists } = useVitrine();
  const learned = data !== undefined && 'placement' in data ? (data.placement.group ?? null) : undefined;
  useEffect(() => {
    if (placement !== null && learned !== undefined) pageLists.learnGroup(placement, learned);
  }, [pageLists, placement, learned]);
}

/** Tells the lists after this one what it shows. */
function useShownItems({ list, group }: GroupPart, items: readonly RecommendedItem[] | undefined): void {
  const { pageLists } = useVitrine();
  useEffect(() => {
    if (list !== null) pageLists.change(list, { group, ids: items?.map(({ id }) => id) ?? null });
  }, [pageLists, list, group, items]);
}
