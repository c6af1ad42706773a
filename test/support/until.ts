import { setTimeout as sleep } from 'node:timers/promises';

/** What a cluster takes by its own settings is more than a minute at the most; and no machine is so slow that it takes longer. */
const giveUpMs = 180_000;

/** Waits for something that happens in its own time. @throws Error with what is told, where it does not */
export async function until(
  otherwise: string,
  isSo: () => boolean | Promise<boolean>,
  everyMs = 25,
): Promise<void> {
  const giveUpAt = performance.now() + giveUpMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(otherwise);
    await sleep(everyMs);
  }
}
