import type { VitrineError } from './error.ts';

/** Attempts after the first one, unless the client or the request says otherwise. */
export const retriesDefault = 2;
const backoffMs = 200;
const backoffMsMax = 5_000;
/** A reply that asks for a longer wait is reported instead, as a visitor does not wait that long. */
const retryAfterSecondsMax = 10;

/** Whether the same request can succeed later, or at another host. */
export function isTemporary({ status, code }: VitrineError): boolean {
  if (code === 'vision_unavailable') return false;
  return code === 'unreachable' || code === 'timeout' || [429, 502, 503, 504].includes(status);
}

/** Whether the failure is one of the host; a rate limit (429) is one of the key. */
export function isOfHost(failure: VitrineError): boolean {
  return failure.status !== 429 && isTemporary(failure);
}

/**
 * Milliseconds until the next attempt: exponential backoff with full jitter, after `retry-after`. Null: do not wait that long.
 * `round`: how often every host has failed.
 *
 * Brooker: Exponential Backoff And Jitter, AWS Architecture Blog, 2015.
 */
export function retryDelayMs(failure: VitrineError, round: number): number | null {
  const asked = failure.retryAfter ?? 0;
  if (asked > retryAfterSecondsMax) return null;
  return asked * 1_000 + Math.random() * Math.min(backoffMsMax, backoffMs * 2 ** (round - 1));
}

/** Resolves after a time; rejects with the reason of a signal. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
