import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createKey } from '../../src/domain/projects/keys.ts';
import { createProject } from '../../src/domain/projects/projects.ts';
import type { Scope } from '../../src/ports/access/projects.ts';
import { readConfig } from '../../src/config.ts';
import { createApp } from '../../src/http/app.ts';
import { allocateRateLimits } from '../../src/http/access/rate-limiter.ts';
import { systemClock, type Clock } from '../../src/lib/clock.ts';
import { openService } from '../../src/service.ts';
import { listenWithThreads } from '../../src/threads/threaded-listener.ts';
import { root } from './service.ts';

interface Options {
  readonly count: number;
  /** The module that serving threads run. */
  readonly program: URL;
  /** Of the state thread. */
  readonly clock?: Clock;
  /** Further variables. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly heapMegabytes?: number;
  readonly pauseMsMax?: number;
}

/** A service in this process, with serving threads, until it is disposed. */
export async function threadedService({
  count,
  clock = systemClock,
  environment = {},
  ...supervision
}: Options) {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({
    VITRINE_DATA: dataDir,
    VITRINE_TEXT_MODEL: 'off',
    VITRINE_IMAGE_MODEL: 'off',
    VITRINE_LEARNING_EVENTS: '0',
    ...environment,
  });
  const logged: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const service = stack.use(await openService(config, { logger, clock }));
  service.startDeferredWork();
  const rates = allocateRateLimits();
  const { app, ...parts } = await createApp({
    ...service,
    root,
    rates,
    trustProxy: false,
    secure: false,
    stopping: new AbortController().signal,
  });
  stack.defer(() => app.close());
  const listener = await listenWithThreads({
    app,
    ...parts,
    count,
    prepared: null,
    supervision,
    replication: service.replicate(),
    searchTracker: service.searchTracker,
    queryEmbeddings: service.queryEmbeddings,
    logger,
    tracer: service.tracer,
    thread: {
      host: '127.0.0.1',
      port: 0,
      trustProxy: false,
      secure: false,
      storefrontKey: null,
      logLevel: 'fatal',
      multilingualModel: null,
      vocabularyPieces: service.commonWords.pieces,
      modelsDir: join(root, 'models'),
      rates,
      tracing: service.tracer?.exportState() ?? null,
      // For tests of any length.
      replicaIdleMs: 3_600_000,
    },
  });
  stack.defer(() => listener.close(1_000));
  const all = stack.move();
  return {
    url: listener.url,
    /** The application of the state thread. */
    app,
    /** Creates a project and returns a key with the scopes. */
    project: async (id: string, scopes: readonly Scope[]): Promise<string> => {
      const parts = { store: service.engine.store, clock, ids: service.ids, maker: null };
      await createProject(parts.store, clock, { id });
      return (await createKey(parts, { scopes, projects: [id] })).secret;
    },
    logged,
    metrics: parts.metrics,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
