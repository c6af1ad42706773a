import { request as httpRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ExportCounters } from './export-counters.ts';
import { exportJson } from './span-json.ts';
import type { TracingConfig } from './tracing-config.ts';

/** Statuses after which OTLP asks for a retry. */
const retriedStatuses = new Set([429, 502, 503, 504]);
const retryMsFirst = 1_000;
const retryMsMax = 30_000;
/** The longest pause during a stop. */
const closingPauseMs = 500;
const replyBytesMax = 64 * 1024;
/** The log has one line of failed exports in this time. */
const reportEveryMs = 60_000;

interface ExporterOptions {
  readonly config: Omit<TracingConfig, 'sampler'>;
  readonly scope: { readonly name: string; readonly version: string };
  readonly counters: ExportCounters;
  /** A problem of the export for the log, without its headers. */
  readonly onProblem: (problem: string) => void;
}

/** A reply that refuses a batch. `retryAfterMs` is null where the receiver would refuse it again. */
class ExportRefused extends Error {
  override readonly name = 'ExportRefused';
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Posts spans as OTLP/HTTP JSON, in batches, one at a time. What does not fit into the queue is dropped and counted: an export that is
 * slow or fails delays no request. Source: https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
export class SpanExporter {
  readonly #options: ExporterOptions;
  readonly #agent: HttpAgent | HttpsAgent;
  /** Aborted when the last exports start, and when they are over. */
  readonly #closing = new AbortController();
  readonly #closed = new AbortController();
  /** JSON texts: spans are encoded as they end, so that a batch takes no long step. */
  #queue: string[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> | null = null;
  #reportedAt = -Infinity;

  constructor(options: ExporterOptions) {
    this.#options = options;
    const { url, ca } = options.config;
    this.#agent = url.startsWith('https:')
      ? new HttpsAgent({ keepAlive: true, maxSockets: 1, ...(ca === null ? {} : { ca }) })
      : new HttpAgent({ keepAlive: true, maxSockets: 1 });
  }

  /** Whether a span would be dropped. */
  get isFull(): boolean {
    return this.#queue.length >= this.#options.config.batch.queueMax;
  }

  /** Queues the JSON of a span. */
  add(span: string): void {
    const { batch } = this.#options.config;
    if (this.isFull || this.#closed.signal.aborted) return this.#options.counters.add('dropped', 1);
    this.#queue.push(span);
    if (this.#queue.length >= batch.spansMax) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), batch.delayMs).unref();
  }

  /** Exports what is queued, for at most `msMax`; the rest is dropped and counted. */
  async close(msMax: number): Promise<void> {
    const timeout = setTimeout(() => this.#closed.abort(), msMax);
    this.#closing.abort();
    while ((this.#queue.length > 0 || this.#sending !== null) && !this.#closed.signal.aborted) {
      this.#send();
      await this.#sending;
    }
    clearTimeout(timeout);
    this.#closed.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#options.counters.add('dropped', this.#queue.length);
    this.#queue = [];
    this.#agent.destroy();
  }

  #send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#sending !== null || this.#queue.length === 0) return;
    this.#sending = this.#sendFull().finally(() => {
      this.#sending = null;
      const { batch } = this.#options.config;
      if (this.#queue.length >= batch.spansMax && !this.#closed.signal.aborted) this.#send();
      else if (this.#queue.length > 0) this.#timer ??= setTimeout(() => this.#send(), batch.delayMs).unref();
    });
  }

  /** Sends one batch, with retries. Does not reject. */
  async #sendFull(): Promise<void> {
    const { config, scope, counters } = this.#options;
    const spans = this.#queue.splice(0, config.batch.spansMax);
    try {
      const text = exportJson(spans, config.resource, scope);
      const body = config.isCompressed ? await promisify(gzip)(text) : Buffer.from(text);
      const rejected = await this.#post(body);
      counters.add('failed', rejected);
      counters.add('exported', spans.length - rejected);
    } catch (error) {
      counters.add('failed', spans.length);
      this.#report(error instanceof Error ? error.message : String(error));
    }
  }

  /** Returns how many spans the receiver rejected. @throws Error the export failed */
  async #post(body: Buffer): Promise<number> {
    const until = performance.now() + this.#options.config.batch.timeoutMs;
    for (let pauseMs = retryMsFirst; ; pauseMs = Math.min(2 * pauseMs, retryMsMax)) {
      try {
        return await this.#postOnce(body);
      } catch (error) {
        const refusedMs = error instanceof ExportRefused ? error.retryAfterMs : 0;
        // Between half and all of the pause, so that many processes do not return at once.
        const waitMs = Math.max(refusedMs ?? 0, pauseMs * (0.5 + Math.random() / 2));
        const isLate = performance.now() + waitMs > until;
        if (refusedMs === null || isLate || this.#isOver(error)) throw error;
        await this.#pause(waitMs);
      }
    }
  }

  /** A stop does not wait for an unreachable receiver. */
  #isOver(error: unknown): boolean {
    const isUnreachable = !(error instanceof ExportRefused);
    return this.#closed.signal.aborted || (isUnreachable && this.#closing.signal.aborted);
  }

  /** Ends early when the last exports start. */
  async #pause(ms: number): Promise<void> {
    const isClosing = this.#closing.signal.aborted;
    const { signal } = isClosing ? this.#closed : this.#closing;
    await sleep(isClosing ? Math.min(ms, closingPauseMs) : ms, undefined, { ref: false, signal }).catch(
      () => undefined,
    );
  }

  async #postOnce(body: Buffer): Promise<number> {
    const { url, headers, timeoutMs, isCompressed } = this.#options.config;
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(timeoutMs)]);
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(url, {
        method: 'POST',
        agent: this.#agent,
        signal,
        headers: {
          'user-agent': 'OTel-OTLP-Exporter-vitrine',
          ...headers,
          'content-type': 'application/json',
          'content-length': body.length,
          ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
        },
      });
      request.once('response', resolve).once('error', reject);
      request.end(body);
    });
    const { statusCode = 0 } = reply;
    const text = await readText(reply);
    if (statusCode >= 200 && statusCode < 300) return this.#countRejected(text);
    const retryAfterMs = retriedStatuses.has(statusCode) ? retryMs(reply.headers['retry-after']) : null;
    throw new ExportRefused(`The receiver replied ${statusCode}`, retryAfterMs);
  }

  #countRejected(reply: string): number {
    const rejected = /"rejectedSpans"\s*:\s*"?(\d{1,9})/.exec(reply)?.[1];
    if (rejected === undefined || Number(rejected) === 0) return 0;
    this.#report(`The receiver rejected ${rejected} spans`);
    return Number(rejected);
  }

  #report(problem: string): void {
    const now = performance.now();
    if (now - this.#reportedAt < reportEveryMs) return;
    this.#reportedAt = now;
    this.#options.onProblem(problem);
  }
}

async function readText(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= replyBytesMax) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses `retry-after` in seconds; 0 means it names none. */
function retryMs(header: string | undefined): number {
  return header !== undefined && /^\d{1,6}$/.test(header.trim()) ? 1_000 * Number(header) : 0;
}
