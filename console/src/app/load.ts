import { useCallback, useEffect, useRef, useState } from 'react';

/** What was asked for: still on its way, here, or failed. `value` stays while it is asked for anew. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly error: unknown;
  readonly busy: boolean;
  readonly reload: () => void;
}

/**
 * Loads when the view opens and whenever `key` changes; an answer to an older question is dropped. Where `everyMs` is
 * given and not null, it asks again so often while the page is seen.
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
  newest.current = load;
  useEffect(() => {
    const abort = new AbortController();
    setState((old) => ({ key, value: old.value, error: null, busy: true }));
    newest.current(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ key, value, error: null, busy: false }),
      (error: unknown) => !abort.signal.aborted && setState((old) => ({ ...old, error, busy: false })),
    );
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
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
