import { flushCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { readConfig, type Config } from '../../config.ts';
import { collectWhenQuiet } from '../../lib/idle-collection.ts';
import { trimWhenQuiet } from '../../lib/memory-trim.ts';
import { locateCopies, refuseHeldFolder } from '../../service.ts';
import { refuseUsedPort } from '../../threads/serving-threads.ts';
import { openHttpService } from '../http-service.ts';
import { refuseLowFileLimit, startFailure } from '../start-failure.ts';
import { createFirstPassword, loadDemoShop, printAddresses, reportPictures } from '../welcome.ts';

/** Time until the other processes of a cluster have noticed that this one leaves. */
const noticedMs = 3_000;
/** Maximum of V8 marking threads. */
const markersMax = 4;

/** Runs the service until SIGTERM or SIGINT. Returns the exit status: 0, or 1 if it cannot start. */
export async function serve(options: { dataDir?: string; json?: boolean } = {}): Promise<number> {
  const { json = false } = options;
  // With --json, stdout has only the document; messages go to stderr.
  const print = (line: string): void => void (json ? process.stderr : process.stdout).write(`${line}\n`);
  leaveACore();
  // Files in the data folder are private to this user.
  process.umask(0o077);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  // `on`, as Ctrl+C reaches the process from the terminal and again from parent processes.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  let config: Config | null = null;
  try {
    const environmentConfig = readConfig();
    config = { ...environmentConfig, dataDir: options.dataDir ?? environmentConfig.dataDir };
    await refuseAtOnce(config);
    await using server = await openHttpService(config, { stopping: stopping.signal });
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
    if (json) process.stdout.write(`${JSON.stringify({ ready: url })}\n`);
    print(`ready ${url}`);
    // Node itself writes the cache of NODE_COMPILE_CACHE only at a regular exit.
    flushCompileCache();
    collectWhenQuiet();
    trimWhenQuiet();
    if (hasDemo) void reportPictures(service, print, stopping.signal);
    if (!stopping.signal.aborted) await waitForAbort(stopping.signal);
    await service.membership?.leave();
    // Load balancers that poll `/ready`, and other processes of a cluster, can redirect requests first.
    const drainMs = Math.max(config.drainMs, service.membership === null ? 0 : noticedMs);
    if (drainMs > 0) await sleep(drainMs);
    service.logger.info('shutting down: finishing open requests');
    return 0;
  } catch (error) {
    const message = startFailure(error, config);
    if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
    process.stderr.write(`${message}\n`);
    return 1;
  }
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

/**
 * Limits V8 marking threads to leave a core for the main thread: on small machines they would occupy all cores for a third of
 * a second.
 */
function leaveACore(): void {
  const markers = Math.max(1, Math.min(markersMax, availableParallelism() - 1));
  setFlagsFromString(`--concurrent-marking-max-worker-num=${markers}`);
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
