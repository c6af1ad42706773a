import { setTimeout as sleep } from 'node:timers/promises';

/** A healthy cluster replies well within this time, so that few requests are sent twice. */
const hedgeAfterMs = 400;

/**
 * Sends a second request where the first has no reply after a delay, and returns the first reply. @throws the error
 * of the first request
 */
export async function hedgeRequest<T>(first: Promise<T>, sendSecond: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  const sendSecondLater = async (): Promise<T> => {
    await sleep(hedgeAfterMs, undefined, { signal: done.signal });
    return sendSecond();
  };
  try {
    return await Promise.any([first, sendSecondLater()]);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    done.abort();
  }
}
