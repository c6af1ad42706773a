import { setTimeout as sleep } from 'node:timers/promises';
import { exportOutcomes, type ExportCounters } from '../../lib/tracing/export-counters.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Time until the first delays of the event loop are measured, which is done every 10 ms. */
const firstDelaysMs = 50;

/** The metrics of `/metrics`. Gauges are read when they are scraped. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #duration: Histogram<'operation'>;
  readonly #requests: Counter<'operation' | 'status'>;
  readonly #forwarded: Counter<'operation'>;
  readonly #forwardedToHolder: Counter<'outcome'>;
  readonly #replacedThreads: Counter;
  readonly #resetConnections: Counter;
  readonly #unaudited: Counter;
  readonly #activeConnections: Gauge<'thread'>;
  readonly #shedConnections: Gauge;
  readonly #gauges = new Map<string, Gauge>();
  readonly #read: () => Readonly<Record<string, number>>;
  #flush: () => Promise<void> = () => Promise.resolve();
  /** Begun by the first scrape; null before. */
  #processMetrics: Promise<void> | null = null;

  constructor(read: () => Readonly<Record<string, number>>) {
    this.#read = read;
    this.#duration = new Histogram({
      name: 'vitrine_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer, by operation',
      labelNames: ['operation'],
      buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers: [this.#registry],
    });
    this.#requests = new Counter({
      name: 'vitrine_requests_total',
      help: 'Requests answered, by operation and status',
      labelNames: ['operation', 'status'],
      registers: [this.#registry],
    });
    this.#replacedThreads = new Counter({
      name: 'vitrine_serving_threads_replaced_total',
      help: 'Serving threads that threw, ended or did not run; their connections were closed',
      registers: [this.#registry],
    });
    this.#resetConnections = new Counter({
      name: 'vitrine_connections_reset_total',
      help: 'Active connections that were closed with a serving thread that failed',
      registers: [this.#registry],
    });
    this.#unaudited = new Counter({
      name: 'vitrine_audit_failures_total',
      help: 'Operations that took effect without a line in the audit log, as it could not be written',
      registers: [this.#registry],
    });
    this.#activeConnections = new Gauge({
      name: 'vitrine_serving_thread_active_connections',
      help: 'Connections with a request in the last second, by serving thread',
      labelNames: ['thread'],
      registers: [this.#registry],
    });
    this.#shedConnections = new Gauge({
      name: 'vitrine_connections_shed',
      help: 'Connections closed after a reply, as another serving thread had fewer',
      registers: [this.#registry],
    });
    this.#forwarded = new Counter({
      name: 'vitrine_requests_forwarded_total',
      help: 'Searches that serving threads forwarded to the main thread, by operation',
      labelNames: ['operation'],
      registers: [this.#registry],
    });
    this.#forwardedToHolder = new Counter({
      name: 'vitrine_cluster_requests_forwarded_total',
      help: 'Requests for projects of other processes of the cluster, by outcome',
      labelNames: ['outcome'],
      registers: [this.#registry],
    });
  }

  /** Counts the spans that were exported or not. */
  observeSpans(counters: ExportCounters): void {
    const spans = new Counter({
      name: 'vitrine_trace_spans_total',
      help: 'Spans by outcome: exported, dropped as the queue or the trace was full, or failed with their export',
      labelNames: ['outcome'],
      registers: [this.#registry],
      collect: () => {
        spans.reset();
        for (const outcome of exportOutcomes) spans.inc({ outcome }, counters.of(outcome));
      },
    });
  }

  observeUnaudited(): void {
    this.#unaudited.inc();
  }

  observe(operation: string, status: number, seconds: number): void {
    this.#duration.observe({ operation }, seconds);
    this.#requests.inc({ operation, status: String(status) });
  }

  /** Counts a request of an operation that serving threads have, but forwarded. */
  observeForwarded(operation: string): void {
    this.#forwarded.inc({ operation });
  }

  /** Counts a request for a project that other processes hold. */
  observeForwardedToHolder(outcome: string): void {
    this.#forwardedToHolder.inc({ outcome });
  }

  /** Counts a replaced thread and the `connections` that were closed with it. */
  observeReplacedThread(connections: number): void {
    this.#replacedThreads.inc();
    this.#resetConnections.inc(connections);
  }

  /** `active` connections of each serving thread, null for one that does not run, and those `shed` so far to spread the load. */
  observeConnections(active: readonly (number | null)[], shed: number): void {
    this.#activeConnections.reset();
    for (const [i, count] of active.entries())
      if (count !== null) this.#activeConnections.set({ thread: String(i + 1) }, count);
    this.#shedConnections.set(shed);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Calls `flush` before each scrape: it passes what other threads observed to {@link observe}. */
  onScrape(flush: () => Promise<void>): void {
    this.#flush = flush;
  }

  async formatMetrics(): Promise<string> {
    await (this.#processMetrics ??= this.#beginProcessMetrics());
    await this.#flush();
    for (const [name, value] of Object.entries(this.#read())) {
      let gauge = this.#gauges.get(name);
      if (gauge === undefined) {
        gauge = new Gauge({
          name: `vitrine_${name}`,
          help: name.replaceAll('_', ' '),
          registers: [this.#registry],
        });
        this.#gauges.set(name, gauge);
      }
      gauge.set(value);
    }
    return this.#registry.metrics();
  }

  /** Waits for the first delays of the event loop. Without a scrape, measuring them would take half a percent of a core. */
  async #beginProcessMetrics(): Promise<void> {
    collectDefaultMetrics({ register: this.#registry, prefix: 'vitrine_' });
    await sleep(firstDelaysMs);
  }
}
