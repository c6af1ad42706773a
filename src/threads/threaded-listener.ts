import { once } from 'node:events';
import type { Logger } from 'pino';
import type { SearchTracker } from '../domain/feedback/search-tracker.ts';
import type { QueryEmbeddings } from '../domain/search/execution/query-embeddings.ts';
import type { Replication } from '../engine/replicas/replication.ts';
import type { HttpApp } from '../http/app.ts';
import { createForwardedServer } from '../http/forwarding/forwarded-requests.ts';
import type { Tracer } from '../lib/tracing/tracer.ts';
import { ConnectionCounts } from './connection-balancer.ts';
import type { PreparedThread } from './prepared-thread.ts';
import { SearchCollector } from './search-collector.ts';
import { heapMegabytesMax, servingProgram } from './serving-worker.ts';
import { createPrivateSocket, ServingThreads } from './serving-threads.ts';
import type { ThreadHandleOptions } from './thread-handle.ts';

/** `app` is that of the state thread. */
interface Options extends HttpApp {
  /** Number of threads. */
  readonly count: number;
  /** The first thread; null if it is not prepared. */
  readonly prepared: PreparedThread | null;
  /** For tests. */
  readonly supervision?: Partial<typeof supervision>;
  readonly replication: Replication;
  readonly searchTracker: SearchTracker;
  readonly queryEmbeddings: QueryEmbeddings;
  readonly logger: Logger;
  /** Null means that no traces are recorded. */
  readonly tracer: Tracer | null;
  readonly thread: Omit<
    ThreadHandleOptions['thread'],
    'connections' | 'forwardedRoutes' | 'memory' | 'reusePort' | 'socketPath' | 'thread'
  >;
}

/** The program of a thread, the heap after which it ends, and the pause. */
const supervision = {
  program: servingProgram,
  heapMegabytes: heapMegabytesMax,
  pauseMsMax: 5_000,
};
/** Systems on which several sockets can listen on a port, and connections are distributed over them. */
const withReusePort: readonly string[] = ['linux', 'freebsd', 'sunos', 'aix'];

/** New connections of serving threads that wait to be accepted. */
const backlog = 4_096;

/** Serving threads, and the server of the requests that they forward. */
export interface ThreadedListener {
  readonly url: string;
  /** Finishes requests in progress: unfinished ones are closed after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Listens with serving threads. @throws Error where they cannot listen */
export async function listenWithThreads(options: Options): Promise<ThreadedListener> {
  const { app, metrics, logger, replication, searchTracker } = options;
  let { count } = options;
  if (count > 1 && !withReusePort.includes(process.platform)) {
    logger.warn('only one serving thread can listen on this system');
    count = 1;
  }
  await app.ready();
  await using stack = new AsyncDisposableStack();
  stack.use(replication);
  const socket = stack.use(await createPrivateSocket());
  let receive = (): void => undefined;
  const server = createForwardedServer((request, response) => {
    // What was answered before this request counts.
    receive();
    app.routing(request, response);
  });
  server.listen({ path: socket.path, backlog });
  await once(server, 'listening');
  stack.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const connections = ConnectionCounts.create(count);
  options.scheduler.observeThreads(() => connections.highestLoad);
  const threads = await ServingThreads.start({
    ...supervision,
    ...options.supervision,
    count,
    prepared: options.prepared,
    replication,
    tracer: options.tracer,
    thread: {
      ...options.thread,
      thread: 1,
      reusePort: count > 1,
      socketPath: socket.path,
      connections: connections.memory,
      memory: replication.stream.memory,
      forwardedRoutes: options.operations
        .filter(({ onServingThreads }) => onServingThreads === undefined)
        .flatMap(({ method, path, aliases = [] }) =>
          [path, ...aliases].map((one) => ({ method, path: one })),
        ),
    },
    embed: (...query) => options.queryEmbeddings.embed(...query),
    handleCall: options.handleCall,
    searches: new SearchCollector((search) => {
      const project = replication.openProject(search.projectId);
      if (project !== null) searchTracker.record({ ...search, project });
    }),
    onObserved: (observations) => {
      for (const [operation, answered] of observations) {
        if (answered === null) metrics.observeForwarded(operation);
        else metrics.observe(operation, ...answered);
      }
    },
    onReplaced: (thread) => {
      const reset = connections.byThread[thread - 1] ?? 0;
      connections.forget(thread - 1);
      metrics.observeReplacedThread(reset);
      logger.error({ thread, connections: reset }, 'a serving thread ended and is replaced');
    },
    onListening: (thread, ms) =>
      logger.info({ thread, ms: Math.round(ms) }, 'a serving thread listens again'),
    onError: (error) => logger.error({ err: error }, 'a serving thread failed'),
  });
  receive = () => threads.receive();
  searchTracker.onReceive(receive);
  metrics.onScrape(async () => {
    await threads.flush();
    metrics.observeConnections(connections.byThread, connections.shed);
  });
  const parts = stack.move();
  return {
    url: threads.url,
    close: async (graceMs) => {
      await threads.close(graceMs);
      await parts.disposeAsync();
    },
  };
}
