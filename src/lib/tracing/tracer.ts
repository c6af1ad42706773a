import { randomFillSync, randomUUID } from 'node:crypto';
import { isMainThread, threadId } from 'node:worker_threads';
import { ExportCounters } from './export-counters.ts';
import { isSampled } from './sampler.ts';
import {
  getCurrentTrace,
  isRecordedContext,
  runInContext,
  runInSpan,
  Span,
  type SpanAttributes,
  type EndedSpan,
  type LocalTrace,
  type SpanOptions,
} from './span.ts';
import { SpanExporter } from './span-exporter.ts';
import { serializeSpan } from './span-json.ts';
import { sampledFlag, type TraceContext } from './trace-context.ts';
import type { TracingConfig } from './tracing-config.ts';
import { hostname } from 'node:os';

/** Spans of one request or task in one thread. */
const spansPerTraceMax = 1_000;
/** A stop waits this long for the last export. */
const closeMsMax = 5_000;
/** A wall clock that was set since the start of the process counts from this difference on. */
const clockStepMs = 2;

interface TracerOptions {
  readonly config: TracingConfig;
  readonly version: string;
  /** The name of the thread. */
  readonly thread: string;
  readonly counters: ExportCounters;
  readonly logger: ProblemLog;
}

/** A tracer for another thread of the process: can be cloned. */
export interface SharedTracing extends Pick<TracerOptions, 'config' | 'version'> {
  readonly counters: SharedArrayBuffer;
}

/** The part of the log that a tracer uses. */
interface ProblemLog {
  warn(members: object, message: string): void;
}

/** The tracer of a process, or null if the configuration has none. */
export function openTracer(
  config: TracingConfig | null,
  { version, logger }: { readonly version: string; readonly logger: ProblemLog },
): Tracer | null {
  if (config === null) return null;
  const counters = new ExportCounters();
  return new Tracer({
    config: withProcessResource(config, version),
    version,
    counters,
    thread: 'main',
    logger,
  });
}

/** The tracer of a further thread. */
export function joinTracing(
  { counters, ...shared }: SharedTracing,
  thread: string,
  logger: ProblemLog,
): Tracer {
  return new Tracer({ ...shared, counters: new ExportCounters(counters), thread, logger });
}

/** A request or task that has started, whether or not it is recorded. */
export interface StartedTrace {
  readonly context: TraceContext;
  /** Null means not recorded. */
  readonly span: Span | null;
  /** Runs work in the trace. */
  run<T>(work: () => T): T;
  /** Ends the span, unless `isDiscarded`. Work that was started and not awaited leaves the trace. */
  end(isDiscarded?: boolean): void;
}

/** Starts traces, and exports the spans of one thread. */
export class Tracer {
  readonly counters: ExportCounters;
  readonly #options: TracerOptions;
  readonly #exporter: SpanExporter;
  /** Attributes of every span. */
  readonly #shared: SpanAttributes;

  constructor(options: TracerOptions) {
    const { config, version, counters, logger } = options;
    const onProblem = (detail: string): void =>
      logger.warn({ detail }, 'traces could not be exported; /metrics counts the spans that were lost');
    this.counters = counters;
    this.#options = options;
    this.#shared = { 'thread.id': isMainThread ? 0 : threadId, 'thread.name': options.thread };
    this.#exporter = new SpanExporter({ config, scope: { name: 'vitrine', version }, counters, onProblem });
  }

  /** Starts the trace of a request. `parent` is the context that the request carries. */
  start(name: string, parent: TraceContext | null, options: SpanOptions): StartedTrace {
    return this.#start(name, parent, options, []);
  }

  /** Runs a task in a trace of its own, with a link to the request that started it. */
  background<T>(
    name: string,
    work: (span: Span | null) => Promise<T>,
    attributes: SpanAttributes = {},
  ): Promise<T> {
    return this.#task(name, work, attributes, getCurrentTrace());
  }

  async #task<T>(
    name: string,
    work: (span: Span | null) => Promise<T>,
    attributes: SpanAttributes,
    cause: TraceContext | null,
  ): Promise<T> {
    const started = this.#start(name, null, { attributes }, cause === null ? [] : [cause]);
    try {
      return await (started.span === null
        ? started.run(() => work(null))
        : runInSpan(started.span, () => work(started.span)));
    } finally {
      started.end();
    }
  }

  /** Runs the part of a request that another thread passes on: its spans are below those of that thread. */
  async resume<T>(context: TraceContext | null, work: () => Promise<T>): Promise<T> {
    if (context === null) return work();
    const trace = this.#newTrace();
    try {
      return await runInContext({ trace, context, isRecorded: isRecordedContext(context) }, work);
    } finally {
      trace.isOver = true;
    }
  }

  /** Returns what the tracers of other threads need. */
  exportState(): SharedTracing {
    const { config, version } = this.#options;
    return { config, version, counters: this.counters.memory };
  }

  /** Exports what is queued, for a few seconds at most. */
  close(): Promise<void> {
    return this.#exporter.close(closeMsMax);
  }

  #start(
    name: string,
    parent: TraceContext | null,
    options: SpanOptions,
    links: readonly TraceContext[],
  ): StartedTrace {
    const traceId = parent?.traceId ?? createRandomHex(16);
    const isRecorded = isSampled(this.#options.config.sampler, traceId, parent);
    const flags = ((parent?.flags ?? 0) & ~sampledFlag) | (isRecorded ? sampledFlag : 0);
    const context = { traceId, spanId: createRandomHex(8), flags, state: parent?.state ?? '' };
    const trace = this.#newTrace();
    const remote = parent === null ? null : { context: parent, isRemote: true };
    const span = isRecorded ? new Span(trace, name, options, { context, parent: remote, links }) : null;
    return {
      context,
      span,
      run: (work) => runInContext(span ?? { trace, context, isRecorded: false }, work),
      end: (isDiscarded = false) => {
        trace.isOver = true;
        if (!isDiscarded) span?.end();
      },
    };
  }

  #newTrace(): LocalTrace {
    return {
      newSpanId: () => createRandomHex(8),
      onEnd: (span) => this.#onSpanEnd(span),
      spansLeft: spansPerTraceMax,
      onDrop: () => this.counters.add('dropped', 1),
      isOver: false,
      startTask: (name, cause, work) => this.#task(name, work, {}, cause),
      clockOffset: computeClockOffset(),
    };
  }

  #onSpanEnd(span: EndedSpan): void {
    if (this.#exporter.isFull) this.counters.add('dropped', 1);
    else this.#exporter.add(serializeSpan(span, this.#shared));
  }
}

/** Runs a task in a trace of its own where there are traces, see {@link Tracer.background}. */
export function runInBackground<T>(
  tracer: Tracer | null | undefined,
  name: string,
  work: (span: Span | null) => Promise<T>,
  attributes?: SpanAttributes,
): Promise<T> {
  return tracer?.background(name, work, attributes) ?? work(null);
}

/** Added to `performance.now()`: milliseconds since 1970. Its own start is more exact than the clock, which may have been set since. */
function computeClockOffset(): number {
  const difference = Date.now() - (performance.timeOrigin + performance.now());
  return Math.abs(difference) < clockStepMs ? performance.timeOrigin : performance.timeOrigin + difference;
}

const randomPool = Buffer.alloc(4_096);
let randomUsed = randomPool.length;

/** Random bytes as hex digits, generated in bulk; never all zeros, which is no id. */
function createRandomHex(bytes: number): string {
  if (randomUsed + bytes > randomPool.length) {
    randomFillSync(randomPool);
    randomUsed = 0;
  }
  const hex = randomPool.toString('hex', randomUsed, randomUsed + bytes);
  randomUsed += bytes;
  return /[1-9a-f]/.test(hex) ? hex : createRandomHex(bytes);
}

/** The configuration with the attributes of this process; those of the environment take precedence. */
function withProcessResource(config: TracingConfig, version: string): TracingConfig {
  const resource = {
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
    'process.runtime.name': 'nodejs',
    'process.runtime.version': process.versions.node,
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.name': 'vitrine',
    'telemetry.sdk.version': version,
    ...config.resource,
  };
  return { ...config, resource };
}
