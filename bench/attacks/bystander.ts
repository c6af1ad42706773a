/** Searches at a fixed rate in its own thread, so that the attacker's computation does not delay the measurement. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { asker } from '../../test/support/asker.ts';

const everyMs = 20;
const { url, key, paths } = workerData as { url: string; key: string; paths: readonly string[] };
const ask = asker(url, key, 4);
let [longestMs, failed] = [0, 0];
const waiting = new Set<Promise<void>>();

/** Measurements since the last report. */
export interface BystanderReport {
  readonly longestMs: number;
  readonly failed: number;
}

parentPort!.on('message', () => {
  void Promise.all(waiting).then(() => {
    parentPort!.postMessage({ longestMs, failed } satisfies BystanderReport);
    [longestMs, failed] = [0, 0];
  });
});

for (let sent = 0; ; sent++) {
  const started = performance.now();
  const request = ask('GET', paths[sent % paths.length]!)
    .catch(() => void failed++)
    .then(() => {
      longestMs = Math.max(longestMs, performance.now() - started);
      waiting.delete(request);
    });
  waiting.add(request);
  await sleep(everyMs);
}
