import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createStorefrontKey } from '../domain/projects/storefront-key.ts';
import { createApp } from '../http/app.ts';
import { closeApp } from '../http/close-app.ts';
import { allocateRateLimits } from '../http/access/rate-limiter.ts';
import { root } from '../lib/package-root.ts';
import { openService, type Service } from '../service.ts';
import type { PreparedThread } from '../threads/prepared-thread.ts';
import { listenWithThreads } from '../threads/threaded-listener.ts';

/** A serving thread drops the replica of a project that no request used for this long, so that the project can be closed. */
const replicaIdleMsMax = 60_000;
/** Time for requests in progress after the signal to stop. */
const graceMs = 5_000;

/** A service that listens; disposing it finishes requests in progress, then closes it. */
export interface HttpService extends AsyncDisposable {
  readonly service: Service;
  readonly url: string;
}

/**
 * Opens a service and listens on the configured host and port. The caller aborts `stopping` to announce the shutdown. `prepared` is the first
 * serving thread, which the caller disposes.
 * @throws Error where the data folder cannot be opened, or the address is not free
 */
export async function openHttpService(
  config: Config,
  {
    stopping,
    logger,
    prepared = null,
  }: {
    readonly stopping: AbortSignal;
    readonly logger?: Logger;
    readonly prepared?: PreparedThread | null;
  },
): Promise<HttpService> {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await openService(config, logger === undefined ? {} : { logger }));
  const rates = allocateRateLimits();
  const storefrontKey = config.demo ? createStorefrontKey() : null;
  const { app, ...parts } = await createApp({
    ...service,
    root,
    rates,
    storefrontKey,
    trustProxy: config.trustProxy,
    bytesInFlightShare: config.memory.bytesInFlightShare,
    stalenessMs: config.cluster?.stalenessMs ?? null,
    secure: isSecure(config),
    hosts: config.hosts,
    publicUrl: config.publicUrl,
    allocation: service.membership,
    stopping,
  });
  stack.defer(() => closeApp(app, graceMs));
  let url: string;
  if (config.threads > 0) {
    const { host, port, trustProxy, logLevel, projectIdleMs } = config;
    const threads = await listenWithThreads({
      ...service,
      app,
      ...parts,
      count: config.threads,
      prepared,
      replication: service.replicate(),
      thread: {
        host,
        port,
        trustProxy,
        logLevel,
        secure: isSecure(config),
        modelsDir: join(root, 'models'),
        multilingualModel: service.multilingualModel,
        vocabularyPieces: service.commonWords.pieces,
        tracing: service.tracer?.exportState() ?? null,
        replicaIdleMs: Math.min(projectIdleMs ?? Infinity, replicaIdleMsMax),
        rates,
        storefrontKey,
      },
    });
    stack.defer(() => threads.close(graceMs));
    ({ url } = threads);
  } else {
    url = await listen(app, config);
  }
  service.startDeferredWork();
  const resources = stack.move();
  return { service, url, [Symbol.asyncDispose]: () => resources.disposeAsync() };
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

function isSecure({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
