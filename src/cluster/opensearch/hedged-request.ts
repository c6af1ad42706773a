import { setTimeout as sleep } from 'node:timers/promises';

const askAnotherAfterMs = 400;

/** Asks in another way where an answer does not come soon, and takes the one that comes first. @throws what the first failed with */
export async function hedged<T>(asked: Promise<T>, askAnother: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const later = async (): Promise<T> => {
    await sleep(askAnotherAfterMs, undefined, { signal: over.signal });
    return askAnother();
  };
  try {
    return await Promise.any([asked, later()]);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    over.abort();
  }
}
