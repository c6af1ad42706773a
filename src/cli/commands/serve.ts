import { flushCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { readConfig, type Config } from '../../config.ts';
import { createApp } from '../../http/app.ts';
import { newStorefrontKey } from '../../domain/projects/storefront-key.ts';
import { closeApp } from '../../http/close-app.ts';
import { newRateLimits } from '../../http/rate-limiter.ts';
import { listenWithThreads, type ThreadedListener } from '../../threads/threaded-listener.ts';
import { collectWhenQuiet } from '../../lib/idle-collection.ts';
import { root } from '../../lib/package-root.ts';
import { copiesIn, openService, refuseHeldFolder, type Service } from '../../service.ts';
import { refuseUsedPort } from '../../threads/serving-threads.ts';
import { refuseLowFileLimit, startFailure } from '../start-failure.ts';
import { firstPassword, loadDemoShop, printAddresses, reportPictures } from '../welcome.ts';

/** A serving thread drops the replica of a project that no request used for this long, so that the project can be closed. */
const replicaIdleMsMax = 60_000;
/** Time for requests in progress after the signal to stop. */
const graceMs = 5_000;
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
  let config: Config | null = null;
  try {
    const read = readConfig();
    config = { ...read, dataDir: options.dataDir ?? read.dataDir };
    await refuseAtOnce(config);
    await using service = await openService(config);
    const rates = newRateLimits();
    const storefrontKey = config.demo ? newStorefrontKey() : null;
    const { app, ...parts } = await createApp({
      ...service,
      root,
      rates,
      storefrontKey,
      trustProxy: config.trustProxy,
      stalenessMs: config.cluster?.stalenessMs ?? null,
      secure: isSecure(config),
      hosts: config.hosts,
      publicUrl: config.publicUrl,
      placement: service.membership,
      stopping: stopping.signal,
    });
    let threads: ThreadedListener | null = null;
    try {
      threads =
        config.threads > 0 ? await listenOnThreads(service, { app, rates, storefrontKey, ...parts }) : null;
      const url = threads?.url ?? (await listen(app, config));
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
    } finally {
      await threads?.close(graceMs);
      await closeApp(app, graceMs);
    }
    return 0;
  } catch (error) {
    const message = startFailure(error, config);
    if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
    process.stderr.write(`${message}\n`);
    return 1;
  }
}

/**
 * Checks what can be known before projects are opened, which may take minutes. A second start on a folder reports that, not the port,
 * as another port would not help.
 * @throws Error
 */
async function refuseAtOnce({ cluster, dataDir, host, port }: Config): Promise<void> {
  refuseLowFileLimit();
  refuseHeldFolder(cluster === null ? dataDir : copiesIn(dataDir));
  await refuseUsedPort(host, port);
}

/** Listens without a log line of Fastify: `ready <url>` reports it. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  const { level } = app.log;
  app.log.level = 'warn';
  try {
    return await app.listen({ host, port });
  } finally {
    app.log.level = level;
  }
}

/** Listens with the configured number of serving threads. */
function listenOnThreads(
  service: Service,
  app: Awaited<ReturnType<typeof createApp>> & {
    readonly rates: SharedArrayBuffer;
    readonly storefrontKey: string | null;
  },
): Promise<ThreadedListener> {
  const { config, searchTracker, queryEmbeddings, logger } = service;
  const { rates, storefrontKey, ...parts } = app;
  return listenWithThreads({
    ...parts,
    tracer: service.tracer,
    count: config.threads,
    replication: service.replicate(),
    searchTracker,
    queryEmbeddings,
    logger,
    thread: {
      host: config.host,
      port: config.port,
      trustProxy: config.trustProxy,
      logLevel: config.logLevel,
      secure: isSecure(config),
      modelsDir: join(root, 'models'),
      tracing: service.tracer?.shared() ?? null,
      replicaIdleMs: Math.min(config.projectIdleMs ?? Infinity, replicaIdleMsMax),
      rates,
      storefrontKey,
    },
  });
}

function isSecure({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false;
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
