import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { fastify } from 'fastify';
import { systemClock, type Clock } from '../lib/clock.ts';
import { collectWhenQuiet } from '../lib/idle-collection.ts';
import { createLogger } from '../lib/logger.ts';
import { randomIds } from '../lib/random-id.ts';
import { joinTracing } from '../lib/tracing/tracer.ts';
import { keepCompiledModules } from '../lib/compile-cache.ts';
import { MultilingualTextEncoder } from '../encoders/multilingual/multilingual-text-encoder.ts';
import { readLexicons } from '../encoders/text/lexicons.ts';
import { readCommonWords } from '../encoders/text/common-words.ts';
import { ReplicaEngine } from '../engine/replicas/replica-engine.ts';
import { countDroppedBytes } from '../engine/storage/dropped-memory.ts';
import { closeApp } from '../http/close-app.ts';
import { RequestForwarder } from '../http/forwarding/request-forwarder.ts';
import { createServingApp } from './serving-app.ts';
import { ConnectionBalancer, ConnectionCounts, periodMs } from './connection-balancer.ts';
import { StateLink } from './state-link.ts';
import { RemoteTextModels } from './remote-text-models.ts';
import { progressIndex, type ThreadOptions } from './thread-messages.ts';

const heartbeatMs = 250;
/** The heap of a thread is small, and there may be many of them. */
const growthBytesMin = 8 * 1024 * 1024;

/** The options of this thread, its first message. */
export async function receiveThreadOptions(): Promise<ThreadOptions> {
  const [options] = (await once(parentPort!, 'message')) as [ThreadOptions];
  return options;
}

/** Loads the modules that an application of Fastify loads when it is built. */
export async function prepareServing(): Promise<void> {
  const app = fastify();
  await app.ready();
  await app.close();
}

/** Runs a serving thread until the state thread closes it. Tests set `clock`. */
export async function serveRequests(options: ThreadOptions, clock: Clock = systemClock): Promise<void> {
  const { memory, streamPort, modelsDir, host, port, reusePort, socketPath } = options;
  const progress = new Int32Array(options.progress);
  setInterval(() => Atomics.add(progress, progressIndex.beats, 1), heartbeatMs).unref();
  const logger = createLogger(options.logLevel);
  const { tracing, thread } = options;
  const tracer = tracing === null ? null : joinTracing(tracing, `serving-${thread}`, logger);
  const closing = Promise.withResolvers<number>();
  const link = new StateLink(options, closing.resolve);
  const { multilingualModel: multilingual } = options;
  const textModels = new RemoteTextModels(
    (...query) => link.embed(...query),
    multilingual === null ? null : new MultilingualTextEncoder(multilingual.identity, multilingual),
  );
  using engine = await ReplicaEngine.open({
    memory,
    port: streamPort,
    source: link,
    commonWords: await readCommonWords(modelsDir, options.vocabularyPieces),
    idleMs: options.replicaIdleMs,
    onApplied: (position) => Atomics.store(progress, progressIndex.applied, position),
    onTextModels: (models) => textModels.replaceModels(models),
    onError: (error) => logger.error({ err: error }, 'a project cannot be replicated'),
  });
  using forwarder = new RequestForwarder(socketPath);
  const balancer = new ConnectionBalancer(ConnectionCounts.of(options.connections), options.thread - 1);
  setInterval(() => balancer.nextPeriod(), periodMs).unref();
  const app = await createServingApp({
    ...options,
    engine,
    balancer,
    textModels,
    lexicons: await readLexicons(modelsDir),
    link,
    forwarder,
    clock,
    ids: randomIds,
    logger,
    tracer,
  });
  try {
    // Hides Fastify's line, as the service reports its address.
    app.log.level = 'warn';
    // Fastify passes it on, but its types lack `reusePort`.
    const address = { host, port, reusePort };
    const url = await app.listen(address);
    link.send({ kind: 'listening', url, port: Number(new URL(url).port) });
    keepCompiledModules();
    collectWhenQuiet({ growthBytesMin, droppedBytes: countDroppedBytes });
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    link.send({ kind: 'failed', detail: message, code });
    return;
  }
  app.log.level = options.logLevel;
  await closeApp(app, await closing.promise);
  await tracer?.close();
  link.send({ kind: 'closed' });
}
