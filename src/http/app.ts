import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ProjectAllocation } from '../ports/cluster/project-allocation.ts';
import type { BackupStatus } from '../ports/operation/backups.ts';
import type { CreateDocumentSearch } from '../ports/search/document-search.ts';
import type { EncoderStatus } from '../ports/pictures/encoder-status.ts';
import { version } from '../lib/package-root.ts';
import type { Tracer } from '../lib/tracing/tracer.ts';
import { hasDemoShop } from '../domain/projects/storefront-key.ts';
import { KeyGuard } from './access/auth.ts';
import { createValidatedCalls } from './forwarding/validated-calls.ts';
import { BoundedReads } from './overload/bounded-reads.ts';
import { ByteBudget } from './overload/byte-budget.ts';
import { Metrics } from './observability/metrics.ts';
import type { Operation } from './operation.ts';
import { listOperations, type OperationDependencies } from './operations.ts';
import { registerPages } from './replies/pages.ts';
import { checkReadiness } from './observability/readiness.ts';
import { buildServer } from './server.ts';
import { HolderForwarder } from './forwarding/holder-forwarder.ts';
import { RateLimiter } from './access/rate-limiter.ts';
import { RequestScheduler } from './overload/request-scheduler.ts';
import { Transfers } from './overload/transfers.ts';

/** The dependencies of operations that the application creates. */
type OwnParts =
  | 'addresses'
  | 'holderForwarder'
  | 'metrics'
  | 'onError'
  | 'readiness'
  | 'scheduler'
  | 'version';

export interface AppDependencies extends Omit<OperationDependencies, OwnParts> {
  readonly logger: Logger;
  readonly root: string;
  readonly createDocumentSearch: CreateDocumentSearch;
  readonly trustProxy: false | number | string;
  /** Hosts of shops, as in the configuration; none if omitted. */
  readonly hosts?: ReadonlyMap<string, string>;
  /** Public URL of the service, if it is known. */
  readonly publicUrl?: string | null;
  /** The key of the demo storefront; null or omitted: there is no storefront. */
  readonly storefrontKey?: string | null;
  /** Maximum staleness of searches and lists in ms; null or omitted: they are of the latest state. */
  readonly stalenessMs?: number | null;
  /** The memory of the rate limits, for other threads of the process; omitted: this is the only one. */
  readonly rates?: SharedArrayBuffer;
  /** Which processes of a cluster hold a project; null or omitted: this one holds all. */
  readonly allocation?: ProjectAllocation | null;
  /** The share of the limits of bytes in flight that holds; omitted: all of them. */
  readonly bytesInFlightShare?: number;
  /** Null or omitted if no traces are recorded. */
  readonly tracer?: Tracer | null;
  /** Null or omitted if no backups are scheduled. */
  readonly scheduledBackups?: { readonly status: () => BackupStatus } | null;
}

/** The HTTP application, and its parts that serving threads use. */
export interface HttpApp {
  readonly app: FastifyInstance;
  readonly operations: readonly Operation[];
  readonly metrics: Metrics;
  readonly handleCall: ReturnType<typeof createValidatedCalls>;
  readonly scheduler: RequestScheduler;
}

/** Creates the HTTP application, which does not listen yet. */
export async function createApp(parts: AppDependencies): Promise<HttpApp> {
  const { engine, encoders, queryEmbeddings, clock, ids, allocation = null, tracer = null } = parts;
  const budget = new ByteBudget(parts.bytesInFlightShare);
  const readBackupStatus = (): BackupStatus | null => parts.scheduledBackups?.status() ?? null;
  const metrics = new Metrics(() => ({
    ...engine.gauges(),
    bytes_in_flight: budget.bytes,
    array_buffer_bytes: process.memoryUsage().arrayBuffers,
    vision_ready: Number(encoders[0]?.status().ready ?? false),
    ...createSimilarityGauge('image', encoders[0]?.status() ?? null),
    ...(allocation === null ? {} : { cluster_members: allocation.members.length }),
    text_model_ready: Number(queryEmbeddings.status()?.ready ?? false),
    ...createSimilarityGauge('text', queryEmbeddings.status()),
    ...createBackupGauges(readBackupStatus()),
  }));
  if (tracer !== null) metrics.observeSpans(tracer.counters);
  const transfers = new Transfers(budget);
  const holderForwarder =
    allocation === null
      ? null
      : new HolderForwarder({
          allocation: allocation,
          isOpen: (id) => engine.listHeldProjects().includes(id),
          observe: (outcome) => metrics.observeForwardedToHolder(outcome),
          transfers,
        });
  const scheduler = new RequestScheduler();
  parts.feeds.yieldTo(scheduler);
  const operations = listOperations({
    ...parts,
    scheduler,
    metrics,
    version,
    holderForwarder,
    addresses: { hosts: parts.hosts ?? new Map(), publicUrl: parts.publicUrl ?? null },
    onError: (error) => parts.logger.error({ err: error }, 'background work failed'),
    readiness: () => checkReadiness({ ...parts, allocation: allocation, backups: readBackupStatus() }),
  });
  const rates = new RateLimiter(parts.rates);
  const app = await buildServer({
    ...parts,
    guard: new KeyGuard(
      engine,
      clock,
      parts.storefrontKey == null
        ? null
        : { key: parts.storefrontKey, isOpen: () => hasDemoShop(engine.store) },
    ),
    boundedReads: new BoundedReads(parts.stalenessMs ?? null),
    rates,
    metrics,
    operations,
    newRequestId: () => ids.next(clock.now()),
    scheduler,
    tracer,
    forwarding: null,
    holderForwarder,
    auditor: {
      auditLog: engine.store.auditLog,
      clock,
      // Undoing what was done could fail as well. The log has the whole line instead, so that it is not lost.
      onFailure: (error, entry) => {
        metrics.observeUnaudited();
        parts.logger.error({ err: error, audit: entry }, 'the audit log lacks a line');
      },
    },
    transfers,
    pages: (scope) =>
      registerPages(scope, {
        engine,
        holderForwarder,
        rates,
        consoleDir: join(parts.root, 'console', 'dist'),
        documentation: {
          root: parts.root,
          folder: join(parts.root, 'site', 'dist'),
          operationIds: operations.flatMap(({ id, protocol }) => (protocol === undefined ? [id] : [])),
          consoleDir: join(parts.root, 'console', 'dist'),
          createSearch: parts.createDocumentSearch,
          rates,
        },
        trackerFile: join(parts.root, 'tracker', 'dist', 'vitrine-tracker.js'),
        elementsDir: join(parts.root, 'elements', 'dist'),
        storefrontDir: join(parts.root, 'examples', 'storefront', 'dist'),
        storefrontKey: parts.storefrontKey ?? null,
      }),
  });
  app.addHook('onClose', () => holderForwarder?.[Symbol.dispose]());
  return {
    app,
    operations,
    metrics,
    handleCall: createValidatedCalls({ operations, engine, scheduler, clock }),
    scheduler,
  };
}

/** The cosine similarity of a vector that this process computes with its reference vector. */
function createSimilarityGauge(kind: 'image' | 'text', status: EncoderStatus | null): Record<string, number> {
  const similarity = status?.referenceSimilarity;
  return similarity === undefined ? {} : { [`${kind}_model_reference_similarity`]: similarity };
}

/** Time, size and duration are absent before the first backup. */
function createBackupGauges(status: BackupStatus | null): Record<string, number> {
  if (status === null) return {};
  const { count, lastAt, lastBytes, lastDurationMs, failures } = status;
  return {
    backups_stored: count,
    backup_failures: failures,
    ...(lastAt === null
      ? {}
      : { backup_last_success_timestamp_seconds: lastAt / 1_000, backup_last_size_bytes: lastBytes }),
    ...(lastDurationMs === null ? {} : { backup_last_duration_seconds: lastDurationMs / 1_000 }),
  };
}
