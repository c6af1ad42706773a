import type { VitrineError } from './error.ts';
import { Listeners } from './listeners.ts';

/** State of a request. `data` stays while the next request runs. */
export interface RequestSnapshot<T> {
  /** Names the request that the snapshot is about; null before the first one. */
  readonly key: string | null;
  readonly status: RequestStatus;
  /** The newest reply; while `status` is `loading` or `error`, that of an earlier request. */
  readonly data: T | undefined;
  readonly error: VitrineError | undefined;
  /** The request that `data` answers. */
  readonly dataKey: string | null;
  readonly isLoadingMore: boolean;
}

/** `idle`: there is no request, as where a hook is not enabled. */
export type RequestStatus = 'idle' | 'loading' | 'success' | 'error';

/** Sends a request; must pass on the signal. */
export type LoadReply<T> = (signal: AbortSignal) => Promise<T>;

/**
 * The reply to the latest of several requests: a new one aborts the one before it, and a late reply is dropped even where
 * the abort comes too late. Subscribe with `useSyncExternalStore`.
 */
export class LatestRequest<T> {
  #snapshot: RequestSnapshot<T>;
  readonly #listeners = new Listeners();
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSent = false;

  /** `initial`: a reply that the server has already got. */
  constructor(initial?: { readonly key: string; readonly data: T }) {
    this.#snapshot = {
      key: initial?.key ?? null,
      status: initial === undefined ? 'idle' : 'success',
      data: initial?.data,
      error: undefined,
      dataKey: initial?.key ?? null,
      isLoadingMore: false,
    };
  }

  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe;

  readonly snapshot = (): RequestSnapshot<T> => this.#snapshot;

  /** Sends the request `key` after a delay, unless it is the current one. Without a delay, one that waits is sent now. */
  run(key: string, load: LoadReply<T>, delayMs = 0): void {
    const { key: current, status } = this.#snapshot;
    const isUnderWay = status === 'success' || (status === 'loading' && (this.#isSent || delayMs > 0));
    if (key === current && isUnderWay) return;
    this.#start(key, load, delayMs);
  }

  /** Sends the request again. */
  refresh(key: string, load: LoadReply<T>): void {
    this.#start(key, load, 0);
  }

  /** Adds the reply of a further request to the data, unless the data have changed until then. */
  extend(load: LoadReply<T>, merge: (before: T, more: T) => T): void {
    const { status, data, isLoadingMore } = this.#snapshot;
    if (status !== 'success' || data === undefined || isLoadingMore) return;
    const abort = this.#takeOver();
    this.#set({ isLoadingMore: true, error: undefined });
    this.#settle(abort, load(abort.signal), (more) => ({ data: merge(data, more), isLoadingMore: false }));
  }

  /** Aborts the request in progress, such as when the component is gone. It can be sent again. */
  cancel(): void {
    this.#takeOver();
    const { status, isLoadingMore } = this.#snapshot;
    if (status === 'loading') this.#set({ key: null, status: 'idle', isLoadingMore: false });
    else if (isLoadingMore) this.#set({ isLoadingMore: false });
  }

  /** Removes the reply. */
  clear(): void {
    const { key, data } = this.#snapshot;
    if (key === null && data === undefined) return;
    this.#takeOver();
    this.#set({
      key: null,
      status: 'idle',
      data: undefined,
      error: undefined,
      dataKey: null,
      isLoadingMore: false,
    });
  }

  #start(key: string, load: LoadReply<T>, delayMs: number): void {
    const abort = this.#takeOver();
    this.#isSent = false;
    this.#set({ key, status: 'loading', error: undefined, isLoadingMore: false });
    // A timer even without a delay: React's strict mode mounts twice, and the first request is cancelled unsent.
    this.#timer = setTimeout(() => {
      this.#isSent = true;
      this.#settle(abort, load(abort.signal), (data) => ({ status: 'success', data, dataKey: key }));
    }, delayMs);
  }

  #settle(abort: AbortController, reply: Promise<T>, change: (data: T) => Partial<RequestSnapshot<T>>): void {
    reply.then(
      (data) => {
        if (this.#abort === abort) this.#set(change(data));
      },
      (error: unknown) => {
        if (this.#abort !== abort) return;
        const isMore = this.#snapshot.isLoadingMore;
        this.#set({
          ...(isMore ? { isLoadingMore: false } : { status: 'error' }),
          error: error as VitrineError,
        });
      },
    );
  }

  #takeOver(): AbortController {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = new AbortController();
    return this.#abort;
  }

  #set(change: Partial<RequestSnapshot<T>>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    this.#listeners.notify();
  }
}
