import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { collectWhenQuiet } from '../lib/idle-collection.ts';
import { trimWhenQuiet } from '../lib/memory-trim.ts';
import { callWhenQuiet } from '../lib/quiet-times.ts';
import { countDroppedBytes, locateCopies, refuseHeldFolder } from '../service.ts';
import type { PreparedThread } from '../threads/prepared-thread.ts';
import { refuseUsedPort } from '../threads/serving-threads.ts';
import { openHttpService } from './http-service.ts';
import { refuseLowFileLimit } from './start-failure.ts';
import { createFirstPassword, loadDemoShop, printAddresses, reportPictures } from './welcome.ts';

/** Time until the other processes of a cluster have noticed that this one leaves. */
const noticedMs = 3_000;
/** Caches are released where this time had no requests. An interval is long enough that background work of a tenth of a second is little of it. */
const withoutRequests = { intervalMs: 30_000, intervals: 3, utilizationMax: 0.02 };

/** Runs the service until `stopping` is aborted. @throws Error if it cannot start */
export async function runService(
  config: Config,
  {
    prepared,
    stopping,
    print,
    printReady,
  }: {
    /** Null without serving threads. */
    readonly prepared: PreparedThread | null;
    readonly stopping: AbortSignal;
    readonly print: (line: string) => void;
    /** Called when the service is ready, with its address. */
    readonly printReady: (url: string) => void;
  },
): Promise<void> {
  await refuseAtOnce(config);
  await using server = await openHttpService(config, { stopping, prepared });
  const { service, url } = server;
  // A start that found its port in use before this line would set a password that it never prints.
  const password = await createFirstPassword(service);
  await service.membership?.announceReady(config.cluster?.allocation?.address ?? url);
  printAddresses(service, url, password, print);
  const hasDemo =
    password !== null &&
    config.demo &&
    service.engine.store.projects().length === 0 &&
    (await loadDemoShop(service, url, print));
  printReady(url);
  // Node itself writes the cache of NODE_COMPILE_CACHE only at a regular exit.
  flushCompileCache();
  callWhenQuiet(() => service.engine.releaseCaches(), withoutRequests);
  collectWhenQuiet({ droppedBytes: countDroppedBytes, onCollected: trimWhenQuiet() });
  if (hasDemo) void reportPictures(service, print, stopping);
  if (!stopping.aborted) await waitForAbort(stopping);
  await service.membership?.leave();
  // Load balancers that poll `/ready`, and other processes of a cluster, can redirect requests first.
  const drainMs = Math.max(config.drainMs, service.membership === null ? 0 : noticedMs);
  if (drainMs > 0) await sleep(drainMs);
  service.logger.info('shutting down: finishing open requests');
}

/**
 * Fails early, as opening projects may take minutes. The folder is checked before the port, because another port would not help a second
 * start on a folder.
 * @throws Error
 */
async function refuseAtOnce({ cluster, dataDir, host, port }: Config): Promise<void> {
  refuseLowFileLimit();
  refuseHeldFolder(cluster === null ? dataDir : locateCopies(dataDir));
  await refuseUsedPort(host, port);
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
