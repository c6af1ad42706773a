import { useEffect, useState } from 'react';
import { useLoad, type Loaded } from './load.ts';

const delayMs = 250;

/** Loads a preview once its request (as JSON) has not changed for a moment. `reload` sends the latest one at once. */
export function usePreview<T>(
  request: string,
  load: (request: string, signal: AbortSignal) => Promise<T>,
): Loaded<T> {
  const [sent, setSent] = useState(request);
  useEffect(() => {
    const timer = setTimeout(() => setSent(request), delayMs);
    return () => clearTimeout(timer);
  }, [request]);
  const loaded = useLoad(sent, (signal) => load(sent, signal));
  return { ...loaded, reload: () => (sent === request ? loaded.reload() : setSent(request)) };
}
