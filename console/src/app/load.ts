import { useCallback, useEffect, useRef, useState } from 'react';
import { recovered } from './service.ts';

/** What was asked for: still on its way, here, or failed. `value` stays while it is asked for anew. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly error: unknown;
  readonly busy: boolean;
  readonly reload: () => void;
}

/** Failures in a row that are waited for to be over, before the view shows one. */
const recoveriesMax = 3;

/**
 * Loads when the view opens and whenever `key` changes; an answer to an older question is dropped. Where `everyMs` is
 * given and not null, it asks again so often while the page is seen. Where the service does not answer, or the session has ended, it
 * stays busy and asks again once that is over.
 */
export function useLoad<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  everyMs: number | null = null,
): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; error: unknown; busy: boolean }>({
    key,
    value: null,
    error: null,
    busy: true,
  });
  const [round, setRound] = useState(0);
  const newest = useRef(load);
  const recoveries = useRef(0);
  newest.current = load;
  useEffect(() => {
    const abort = new AbortController();
    setState((old) => ({ key, value: old.value, error: null, busy: true }));
    const answer = async (): Promise<void> => {
      try {
        const value = await newest.current(abort.signal);
        recoveries.current = 0;
        if (!abort.signal.aborted) setState({ key, value, error: null, busy: false });
      } catch (error) {
        if (await mayRetry(error, abort.signal)) setRound((count) => count + 1);
        else if (!abort.signal.aborted) setState((old) => ({ ...old, error, busy: false }));
      }
    };
    const mayRetry = async (error: unknown, signal: AbortSignal): Promise<boolean> => {
      if (signal.aborted || recoveries.current++ >= recoveriesMax) return false;
      return recovered(error, signal).catch(() => false);
    };
    void answer();
    return () => abort.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);
  return { value: state.value, error: state.error, busy: state.busy, reload };
}

/** A value that follows another one once that has rested for `ms`: what is typed, not each letter of it. */
export function useDebounced<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
