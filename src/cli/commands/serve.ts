import { flushCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { ConfigError, readConfig, type Config } from '../../config.ts';
import { createApp } from '../../http/app.ts';
import { openService, root } from '../../service.ts';
import { firstPassword, loadDemoShop, printAddresses, reportPictures } from '../welcome.ts';

/** How long requests that have begun may take after the signal to stop. */
const graceMs = 5_000;
const idleCheckMs = 50;
/** Threads with which V8 looks through a large heap beside what runs, where there are cores for them. */
const markersMax = 4;

/** Runs the service until SIGTERM or SIGINT. Returns the exit status: 0, or 1 where it could not start. */
export async function serve(options: { dataDir?: string; json?: boolean } = {}): Promise<number> {
  const { json = false } = options;
  // With --json, stdout is for the one document; people read the other stream.
  const print = (line: string): void => void (json ? process.stderr : process.stdout).write(`${line}\n`);
  leaveACore();
  // What is made in the data folder is for this user alone.
  process.umask(0o077);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  // Not once: Ctrl+C reaches this process from the terminal, and again from those between that pass it on.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  try {
    const read = readConfig();
    const config = { ...read, dataDir: options.dataDir ?? read.dataDir };
    await using service = await openService(config);
    const { app } = await createApp({
      ...service,
      root,
      trustProxy: config.trustProxy,
      secure: config.publicUrl?.startsWith('https:') ?? false,
      stopping: stopping.signal,
    });
    try {
      const password = await firstPassword(service);
      const url = await listen(app, config);
      printAddresses(service, url, password, print);
      const hasDemo =
        password !== null &&
        config.demo &&
        service.engine.store.projects().length === 0 &&
        (await loadDemoShop(service, url, print));
      if (json) process.stdout.write(`${JSON.stringify({ ready: url })}\n`);
      print(`ready ${url}`);
      // Where NODE_COMPILE_CACHE names a folder: Node itself writes it only when it ends in peace.
      flushCompileCache();
      if (hasDemo) void reportPictures(service, print, stopping.signal);
      if (!stopping.signal.aborted) await once(stopping.signal);
      // Whoever sends requests here may hear from `/ready` first, and send them elsewhere.
      if (config.drainMs > 0) await sleep(config.drainMs);
      service.logger.info('stopping: answering what has begun, then closing');
    } finally {
      await close(app);
    }
    return 0;
  } catch (error) {
    const message = error instanceof ConfigError ? error.message : `Cannot start: ${causeOf(error)}`;
    if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
    process.stderr.write(`${message}\n`);
    return 1;
  }
}

/** Without a line of Fastify's in the log: `ready <url>` says it. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  const { level } = app.log;
  app.log.level = 'warn';
  try {
    return await app.listen({ host, port });
  } finally {
    app.log.level = level;
  }
}

/** To the thread that answers: on a small machine those of V8 would take all of them from it, for a third of a second at a time. */
function leaveACore(): void {
  const markers = Math.max(1, Math.min(markersMax, availableParallelism() - 1));
  setFlagsFromString(`--concurrent-marking-max-worker-num=${markers}`);
}

/**
 * Answers what has begun, then closes. A connection that is kept alive, or whose client sends no more, would hold
 * that up for minutes: the first is closed as soon as it is idle, the second when its time is over.
 */
async function close(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
  const grace = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(grace);
  }
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
