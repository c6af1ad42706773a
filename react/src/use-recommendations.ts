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
import { useMemo, useSyncExternalStore } from 'react';
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
    [project, list, request],
    // Each list takes its own request, which the type of `parameters` has checked.
    (signal) => client.recommend[list as 'popular'](project, request as object, { signal }),
    options,
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
    [project, 'placement', placement, request],
    (signal) => client.recommend.placement(project, placement, request, { signal }),
    options,
  );
}

function useList<T extends RecommendationReply | PlacementListReply>(
  name: readonly unknown[],
  load: (signal: AbortSignal) => Promise<T>,
  { initialData, followEvents = false, enabled = true }: UseListOptions<T> = {},
): RecommendationList<T> {
  const { storedEvents } = useVitrine();
  const events = useSyncExternalStore(storedEvents.subscribe, storedEvents.count, () => 0);
  const { state } = useLatest<T>({
    key: enabled ? JSON.stringify([...name, followEvents ? events : 0]) : null,
    load,
    initialData,
  });
  const { data } = state;
  const hits = useMemo(
    () =>
      (data?.items ?? []).map((item, index) => ({
        item,
        position: index + 1,
        recommendationId: data!.recommendationId,
      })),
    [data],
  );
  return { ...state, hits };
}
