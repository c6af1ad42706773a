import { setTimeout as sleep } from 'node:timers/promises';

/** As long as a cluster's own settings say is more than a minute at the most. */
const giveUpMs = 180_000;

/** Waits for something that a cluster does in its own time. @throws Error with what is told, where it does not */
export async function until(otherwise: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + giveUpMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(otherwise);
    await sleep(200);
  }
}
