import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { storefrontKeyId } from '../domain/projects/storefront-key.ts';
import { QueryEmbeddings } from '../domain/search/execution/query-embeddings.ts';
import type { ReplicaEngine } from '../engine/replicas/replica-engine.ts';
import { KeyGuard } from '../http/access/auth.ts';
import { createAlgoliaRecordOperations } from '../http/adapters/algolia/record-operations.ts';
import { createAlgoliaSearchOperations } from '../http/adapters/algolia/search-operations.ts';
import { BoundedReads } from '../http/overload/bounded-reads.ts';
import { ByteBudget } from '../http/overload/byte-budget.ts';
import { RateLimiter } from '../http/access/rate-limiter.ts';
import { RequestScheduler } from '../http/overload/request-scheduler.ts';
import { createRecommendationOperations } from '../http/routes/recommendations.ts';
import { TextReadability } from '../domain/search/execution/text-readability.ts';
import { createFacetValueOperations } from '../http/routes/facet-values.ts';
import { defineFrontOperation } from '../http/routes/front.ts';
import { createSearchOperations } from '../http/routes/search.ts';
import { buildServer } from '../http/server.ts';
import { Transfers } from '../http/overload/transfers.ts';
import type { RequestForwarder } from '../http/forwarding/request-forwarder.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tracer } from '../lib/tracing/tracer.ts';
import type { IdSource } from '../lib/random-id.ts';
import { VitrineError } from '../ports/errors.ts';
import type { Lexicons } from '../ports/catalog/lexicon.ts';
import type { ConnectionBalancer } from './connection-balancer.ts';
import type { RemoteTextModels } from './remote-text-models.ts';
import type { StateLink } from './state-link.ts';
import type { ThreadOptions } from './thread-messages.ts';

/** Bytes of the cached embeddings of queries. */
const embeddingBytesMax = 4 * 1024 * 1024;

interface Options extends Pick<
  ThreadOptions,
  'forwardedRoutes' | 'rates' | 'secure' | 'storefrontKey' | 'trustProxy'
> {
  readonly engine: ReplicaEngine;
  readonly link: StateLink;
  readonly forwarder: RequestForwarder;
  readonly balancer: ConnectionBalancer;
  readonly textModels: RemoteTextModels;
  readonly lexicons: Lexicons;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  /** Null if no traces are recorded. */
  readonly tracer: Tracer | null;
}

/** The HTTP application of a serving thread: it answers searches, validates lists, and forwards all other requests. */
export function createServingApp(options: Options): Promise<FastifyInstance> {
  const { engine, link, forwarder, balancer, textModels, lexicons, clock, ids } = options;
  const guard = new KeyGuard(
    engine,
    clock,
    // The state thread knows whether the demo shop is loaded.
    options.storefrontKey === null ? null : { key: options.storefrontKey, isOpen: () => true },
  );
  const queryEmbeddings = new QueryEmbeddings(textModels.encoders, {
    background: textModels,
    readability: new TextReadability(lexicons),
    keptBytesMax: embeddingBytesMax,
  });
  const operations = [
    ...createRecommendationOperations({ clock, ids }),
    ...createFacetValueOperations({ clock }),
    defineFrontOperation(),
    ...createSearchOperations({ clock, ids, queryEmbeddings, searchTracker: link }),
    ...createAlgoliaRecordOperations(),
    ...createAlgoliaSearchOperations({ clock, ids, queryEmbeddings, searchTracker: link, suggest: null }),
  ];
  return buildServer({
    ...options,
    guard,
    // Requests of the console are forwarded.
    access: {
      identify() {
        throw new VitrineError('signed_out', 'Sign in');
      },
    },
    boundedReads: new BoundedReads(null),
    rates: new RateLimiter(options.rates),
    metrics: link,
    operations,
    newRequestId: () => ids.next(clock.now()),
    scheduler: new RequestScheduler(),
    transfers: new Transfers(new ByteBudget()),
    holderForwarder: null,
    auditor: null,
    forwarding: {
      routes: options.forwardedRoutes,
      serves: (request, project) => serves(request, project, { ...options, guard }),
      forward: (request, response, body) => forwarder.forward(request, response, body),
      connections: balancer,
      call: (call) => link.call(call),
    },
    pages: () => Promise.resolve(),
  });
}

/**
 * Whether a thread answers a search itself. It forwards searches without a key, which are the console's, those with the key of the demo
 * storefront, and those for a project whose replica is not loaded yet.
 */
function serves(
  request: FastifyRequest,
  id: string | undefined,
  { engine, guard }: Pick<Options, 'engine'> & { readonly guard: KeyGuard },
): boolean {
  if (request.headers['x-api-key'] === undefined || id === undefined) return false;
  try {
    const caller = guard.identify(request, request.operation?.protocol);
    if (caller.id === storefrontKeyId) return false;
    guard.project(caller, id);
  } catch {
    // An invalid key is rejected here, which needs no project.
    return true;
  }
  return engine.findLoaded(id) !== null;
}
