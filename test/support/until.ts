import { setTimeout as sleep } from 'node:timers/promises';

/** Timeout: by its settings a cluster takes at most a minute, and the slowest machine less than three. */
const giveUpMs = 180_000;

/** Polls until the condition holds. @throws Error with the message, or what it then returns, after the timeout */
export async function until(
  message: string | (() => string),
  condition: () => boolean | Promise<boolean>,
  everyMs = 25,
): Promise<void> {
  const giveUpAt = performance.now() + giveUpMs;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(typeof message === 'string' ? message : message());
    await sleep(everyMs);
  }
}
