'use client';

import { LatestRequest, type LoadReply, type RequestStatus } from '@vitrine/sdk/page';
import type { VitrineError } from '@vitrine/sdk/shop';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** What each hook returns about its request. */
export interface HookState<T> {
  /** `idle` without a request. On a server without `initialData`: `loading`. */
  readonly status: RequestStatus;
  /** The newest reply. It stays while the next request runs or after it failed. */
  readonly data: T | undefined;
  readonly error: VitrineError | undefined;
  /** Whether `data` answers an earlier request than the current one. */
  readonly isStale: boolean;
  /** Sends the request again. */
  readonly refresh: () => void;
}

interface LatestOptions<T> {
  /** Names the request; null: none. */
  readonly key: string | null;
  readonly load: LoadReply<T>;
  readonly delayMs?: number | undefined;
  /** The reply to the first request, which is then not sent. */
  readonly initialData?: T | undefined;
}

/** What each hook returns, and what `useSearch` loads further pages with. */
interface LatestReply<T> {
  readonly state: HookState<T>;
  readonly request: LatestRequest<T>;
  readonly isLoadingMore: boolean;
}

/** The reply to the request of the current key. */
export function useLatest<T>({ key, load, delayMs, initialData }: LatestOptions<T>): LatestReply<T> {
  const [request] = useState(
    () =>
      new LatestRequest<T>(
        initialData === undefined || key === null ? undefined : { key, data: initialData },
      ),
  );
  const snapshot = useSyncExternalStore(request.subscribe, request.snapshot, request.snapshot);
  const latest = useRef({ key, load });
  latest.current = { key, load };
  useEffect(() => {
    if (key === null) request.clear();
    else request.run(key, latest.current.load, delayMs);
  }, [request, key, delayMs]);
  useEffect(() => () => request.cancel(), [request]);
  const refresh = useCallback(() => {
    if (latest.current.key !== null) request.refresh(latest.current.key, latest.current.load);
  }, [request]);
  const isCurrent = key !== null && snapshot.key === key;
  const status = isCurrent && snapshot.status !== 'idle' ? snapshot.status : 'loading';
  const state: HookState<T> = {
    status: key === null ? 'idle' : status,
    data: key === null ? undefined : snapshot.data,
    error: isCurrent ? snapshot.error : undefined,
    isStale: key !== null && snapshot.data !== undefined && snapshot.dataKey !== key,
    refresh,
  };
  return { state, request, isLoadingMore: isCurrent && snapshot.isLoadingMore };
}
