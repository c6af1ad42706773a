import { AsyncLocalStorage } from 'node:async_hooks';
import { sampledFlag, traceContextHeaders, type TraceContext } from './trace-context.ts';

/** The numbers are those of OTLP. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const;
type SpanKind = keyof typeof spanKinds;

export type SpanValue = string | number | boolean;
export type SpanAttributes = Readonly<Record<string, SpanValue | undefined>>;

/** Options of the start of a span. */
export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** A span that has ended. Times are milliseconds since 1970. */
export interface EndedSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly context: TraceContext;
  /** Null means the first span of its trace. */
  readonly parent: TraceContext | null;
  /** Whether the parent is of another process or thread. */
  readonly isParentRemote: boolean;
  readonly links: readonly TraceContext[];
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: SpanAttributes;
  readonly isFailed: boolean;
}

/** State that the spans of one request or task in one thread share. */
export interface LocalTrace {
  /** A span of its own, and those below it. */
  readonly newSpanId: () => string;
  readonly onEnd: (span: EndedSpan) => void;
  /** Spans that may still start: a request with thousands of writes would fill the queue alone. */
  spansLeft: number;
  readonly onDrop: () => void;
  /** Work that a request started and did not wait for, such as a timer, belongs to no request afterwards. */
  isOver: boolean;
  /** Runs a task in a trace of its own, with a link. */
  readonly startTask: <T>(name: string, cause: TraceContext, work: () => Promise<T>) => Promise<T>;
  /** Offset of `performance.now()` to milliseconds since 1970. */
  readonly clockOffset: number;
}

/** The context of the current work. Spans start in it only with `isRecorded`. */
interface ActiveContext {
  readonly trace: LocalTrace;
  readonly context: TraceContext;
  readonly isRecorded: boolean;
}

const current = new AsyncLocalStorage<ActiveContext>();

/** A span that has started, and may not have ended yet. */
export class Span implements ActiveContext {
  readonly trace: LocalTrace;
  readonly context: TraceContext;
  readonly isRecorded = true;
  readonly #name: string;
  readonly #kind: SpanKind;
  readonly #parent: { readonly context: TraceContext; readonly isRemote: boolean } | null;
  readonly #links: readonly TraceContext[];
  readonly #startedAt = performance.now();
  readonly #attributes: Record<string, SpanValue | undefined>;
  #isFailed = false;
  #hasEnded = false;

  constructor(
    trace: LocalTrace,
    name: string,
    { kind = 'internal', attributes = {} }: SpanOptions,
    {
      context,
      parent,
      links = [],
    }: {
      readonly context: TraceContext;
      readonly parent: { readonly context: TraceContext; readonly isRemote: boolean } | null;
      readonly links?: readonly TraceContext[];
    },
  ) {
    this.trace = trace;
    this.#name = name;
    this.#kind = kind;
    this.#attributes = { ...attributes };
    this.context = context;
    this.#parent = parent;
    this.#links = links;
  }

  set(attributes: SpanAttributes): void {
    Object.assign(this.#attributes, attributes);
  }

  /** Marks the span as failed. `type` is a code, a name of an error or a status; never a message, which may quote a request. */
  fail(type: string): void {
    this.#isFailed = true;
    this.set({ 'error.type': type });
  }

  get isFailed(): boolean {
    return this.#isFailed;
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { clockOffset, onEnd } = this.trace;
    onEnd({
      name: this.#name,
      kind: this.#kind,
      context: this.context,
      parent: this.#parent?.context ?? null,
      isParentRemote: this.#parent?.isRemote ?? false,
      links: this.#links,
      startedAt: clockOffset + this.#startedAt,
      endedAt: clockOffset + performance.now(),
      attributes: this.#attributes,
      isFailed: this.#isFailed,
    });
  }
}

/** Runs work in a context: spans that start in it, also after an await, are children of that context. */
export function runInContext<T>(context: ActiveContext, work: () => T): T {
  return current.run(context, work);
}

/** Runs a task that a request starts and does not wait for: in a trace of its own, with a link to that of the request. */
export function runInLinkedTask<T>(name: string, work: () => Promise<T>): Promise<T> {
  const active = current.getStore();
  return active === undefined ? work() : active.trace.startTask(name, active.context, work);
}

/** Starts a span below the current one, or null if the current work is not recorded. The caller ends it. */
export function startSpan(name: string, options: SpanOptions = {}): Span | null {
  const active = current.getStore();
  if (active === undefined || !active.isRecorded || active.trace.isOver) return null;
  const { trace, context } = active;
  if (trace.spansLeft <= 0) {
    trace.onDrop();
    return null;
  }
  trace.spansLeft--;
  const isRemote = !(active instanceof Span);
  return new Span(trace, name, options, {
    context: { ...context, spanId: trace.newSpanId() },
    parent: { context, isRemote },
  });
}

/** Runs work in a span below the current one, which ends with it. `work` gets null where it is not recorded. */
export function inSpan<T>(
  name: string,
  work: (span: Span | null) => Promise<T>,
  options?: SpanOptions,
): Promise<T> {
  const span = startSpan(name, options);
  return span === null ? work(null) : runInSpan(span, work);
}

/** Runs work in a span, which ends with it. */
export async function runInSpan<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await current.run(span, work, span);
  } catch (error) {
    const type = describeFailure(error);
    if (type !== null) span.fail(type);
    throw error;
  } finally {
    span.end();
  }
}

/** Members of log lines about the current trace, named by the specification; empty without a trace. */
export function traceLogFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const context = getCurrentTrace();
  return context === null ? {} : { trace_id: context.traceId, span_id: context.spanId };
}

/** The context of the current work, also where it is not recorded, or null. */
export function getCurrentTrace(): TraceContext | null {
  const active = current.getStore();
  return active === undefined || active.trace.isOver ? null : active.context;
}

/** The headers that pass the current trace on to another service; empty without one. */
export function getCurrentTraceHeaders(): Record<string, string> {
  const context = getCurrentTrace();
  return context === null ? {} : traceContextHeaders(context);
}

export const isRecordedContext = ({ flags }: TraceContext): boolean => (flags & sampledFlag) !== 0;

/** The kind of an error, or null for a refusal that is the caller's fault, such as an unknown item: it fails no span. */
export function describeFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return '_OTHER';
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (typeof status === 'number' && status < 500) return null;
  return typeof code === 'string' ? code : error.name;
}
