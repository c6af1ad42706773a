import { useCallback, useEffect, useRef, useState } from 'react';
import { waitForRecovery } from './service.ts';

/** The state of a request: pending, loaded or failed. `value` remains during a reload. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly error: unknown;
  readonly busy: boolean;
  readonly reload: () => void;
}

/** Consecutive failures that wait for recovery before the view shows an error. */
const recoveriesMax = 3;

/**
 * Loads when the view opens and whenever `key` changes; late replies to an older key are discarded. Reloads every `everyMs` while the
 * page is visible. If the service does not respond or the session has ended, it stays busy and retries after recovery.
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
  const latestLoad = useRef(load);
  const recoveries = useRef(0);
  latestLoad.current = load;
  useEffect(() => {
    const abort = new AbortController();
    setState((old) => ({ key, value: old.value, error: null, busy: true }));
    const request = async (): Promise<void> => {
      try {
        const value = await latestLoad.current(abort.signal);
        recoveries.current = 0;
        if (!abort.signal.aborted) setState({ key, value, error: null, busy: false });
      } catch (error) {
        if (await mayRetry(error, abort.signal)) setRound((count) => count + 1);
        else if (!abort.signal.aborted) setState((old) => ({ ...old, error, busy: false }));
      }
    };
    const mayRetry = async (error: unknown, signal: AbortSignal): Promise<boolean> => {
      if (signal.aborted || recoveries.current++ >= recoveriesMax) return false;
      return waitForRecovery(error, signal).catch(() => false);
    };
    void request();
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

/** A value that changes once its source has not changed for `ms`. */
export function useDebounced<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

/** Of what was loaded and the reply to a later change, the newer one. */
export function newestOf<T extends { readonly version: number }>(
  loaded: T | null,
  changed: T | null,
): T | null {
  return loaded !== null && changed !== null && changed.version > loaded.version
    ? changed
    : (loaded ?? changed);
}
