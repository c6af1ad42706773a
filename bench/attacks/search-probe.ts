/** Searches at a fixed rate in its own thread, so that the attacker's computation does not delay the measurement. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { apiClient } from '../../test/support/api-client.ts';

const intervalMs = 20;
const { url, key, paths } = workerData as { url: string; key: string; paths: readonly string[] };
const ask = apiClient(url, key, 4);
let [longestMs, failed] = [0, 0];
const pending = new Set<Promise<void>>();

/** Measurements since the last report. */
export interface ProbeReport {
  readonly longestMs: number;
  readonly failed: number;
}

parentPort!.on('message', () => {
  void Promise.all(pending).then(() => {
    parentPort!.postMessage({ longestMs, failed } satisfies ProbeReport);
    [longestMs, failed] = [0, 0];
  });
});

for (let sent = 0; ; sent++) {
  const started = performance.now();
  const request = ask('GET', paths[sent % paths.length]!)
    .catch(() => void failed++)
    .then(() => {
      longestMs = Math.max(longestMs, performance.now() - started);
      pending.delete(request);
    });
  pending.add(request);
  await sleep(intervalMs);
}
