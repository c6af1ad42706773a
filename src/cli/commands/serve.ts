import { flushCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { ConfigError, readConfig } from '../../config.ts';
import { collectWhenQuiet } from '../../lib/idle-collection.ts';
import { openHttpService } from '../http-service.ts';
import { firstPassword, loadDemoShop, printAddresses, reportPictures } from '../welcome.ts';

/** Time in which other processes of a cluster notice that this one leaves. */
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
  // Not `once`: Ctrl+C reaches the process from the terminal and again from parent processes.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  try {
    const read = readConfig();
    const config = { ...read, dataDir: options.dataDir ?? read.dataDir };
    await using server = await openHttpService(config, { stopping: stopping.signal });
    const { service, url } = server;
    // Not before: a start that finds its port in use would set a password that it never prints.
    const password = await firstPassword(service);
    await service.membership?.ready(config.cluster?.placement?.address ?? url);
    printAddresses(service, url, password, print);
    const hasDemo =
      password !== null &&
      config.demo &&
      service.engine.store.projects().length === 0 &&
      (await loadDemoShop(service, url, print));
    if (json) process.stdout.write(`${JSON.stringify({ ready: url })}\n`);
    print(`ready ${url}`);
    // With NODE_COMPILE_CACHE: Node writes it only at a regular exit.
    flushCompileCache();
    collectWhenQuiet();
    if (hasDemo) void reportPictures(service, print, stopping.signal);
    if (!stopping.signal.aborted) await once(stopping.signal);
    await service.membership?.leave();
    // Load balancers that poll `/ready`, and other processes of a cluster, can redirect requests first.
    const drainMs = Math.max(config.drainMs, service.membership === null ? 0 : noticedMs);
    if (drainMs > 0) await sleep(drainMs);
    service.logger.info('shutting down: finishing open requests');
    return 0;
  } catch (error) {
    const message = error instanceof ConfigError ? error.message : `Cannot start: ${causeOf(error)}`;
    if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
    process.stderr.write(`${message}\n`);
    return 1;
  }
}

/**
 * Limits V8 marking threads to leave a core for the main thread: on small machines they would occupy all cores for a third of
 * a second.
 */
function leaveACore(): void {
  const markers = Math.max(1, Math.min(markersMax, availableParallelism() - 1));
  setFlagsFromString(`--concurrent-marking-max-worker-num=${markers}`);
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

const folderHint = 'VITRINE_DATA must name a folder that this user may write to';
const hints: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Choose another one with PORT',
  EADDRNOTAVAIL: 'HOST must be an address of this machine',
  ENOTFOUND: 'HOST must be an address of this machine',
  EACCES: folderHint,
  EROFS: folderHint,
  ENOTDIR: folderHint,
  EEXIST: folderHint,
  ENOENT: folderHint,
};

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const hint = 'code' in error ? hints[String(error.code)] : undefined;
  return hint === undefined ? error.message : `${error.message}. ${hint}`;
}
