import { useEffect, useState } from 'react';
import { useLoad, type Loaded } from './load.ts';

const delayMs = 250;

/**
 * Loads a preview once its request (as JSON) has not changed for a moment. `reload` sends the latest one at once. While the request is
 * incomplete it is not sent: the last preview stays.
 */
export function usePreview<T>(
  request: string,
  load: (request: string, signal: AbortSignal) => Promise<T>,
  isIncomplete = false,
): Loaded<T> {
  const [sent, setSent] = useState(request);
  useEffect(() => {
    if (isIncomplete) return undefined;
    const timer = setTimeout(() => setSent(request), delayMs);
    return () => clearTimeout(timer);
  }, [request, isIncomplete]);
  const loaded = useLoad(sent, (signal) => load(sent, signal));
  return { ...loaded, reload: () => (sent === request || isIncomplete ? loaded.reload() : setSent(request)) };
}
