import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { maxHeaderSize, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { limits } from '../ports/limits.ts';
import type { BoundedRead, ServedProject, ServingEngine } from '../ports/engine.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tracer } from '../lib/tracing/tracer.ts';
import { jsonSlices } from '../domain/catalog/json-document.ts';
import type { Caller } from '../domain/projects/signed-keys.ts';
import { checkPath, detachedTexts, readQuery } from './url-parameters.ts';
import { asBoundUser, authorise, guestOf, type Authority } from './authorise.ts';
import { auditHook, mayBeAudited, type AuditNotes, type Auditor } from './audit.ts';
import type { BoundedReads } from './bounded-reads.ts';
import { clientOf, type Client } from './client.ts';
import { ReplyCompressor } from './compression.ts';
import { checkBeaconKey, isBeacon, readBeacon } from './beacon.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import type { Metrics } from './metrics.ts';
import type { Call, EngineOperations, OpenedProject, Operation } from './operation.ts';
import { readParameters } from './parameters.ts';
import { setNoStore, setSecurityHeaders } from './security-headers.ts';
import { FailureLog } from './failure-log.ts';
import { noRouteError, sendAddressError, sendClientError, sendError } from './error-replies.ts';
import type { HolderForwarder } from './forwarding/holder-forwarder.ts';
import { validatedCall, type ValidatedCall } from './forwarding/validated-calls.ts';
import type { Reply } from './reply.ts';
import {
  isAbandoned,
  likelyProject,
  forwardRead,
  forwardUnread,
  readWhole,
  refuseClaim,
} from './placed-requests.ts';
import { noProject, openProject } from './opened-project.ts';
import { PipelinedRequests } from './pipelined-requests.ts';
import { parseBody } from './request-body.ts';
import { requestIdOf } from './request-id.ts';
import { traceRequests } from './request-trace.ts';
import type { RequestScheduler } from './request-scheduler.ts';
import { handleScheduled } from './scheduled-call.ts';
import type { Transfers } from './transfers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: Caller | null;
    /** The probable project of the request, as current as the keys; null: opened when it is known. */
    seenProject: ServedProject | null;
    /** Its id; null if the body names it. */
    likelyProject: string | null;
    /** How stale the reply may be; null: not at all. */
    bound: BoundedRead | null;
    startedAt: number;
    /** The client, as far as known. */
    client: Client | null;
    /** Whether another thread or process answers it. */
    isForwarded: boolean;
    /** The body, if it was read before it was known which process answers the request. */
    readBytes: Buffer | null;
    /** Whether its key is in the body. */
    isBeacon: boolean;
    /** For the audit log. */
    auditNotes: AuditNotes | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** How a serving thread forwards requests to the state thread. */
export interface Forwarding {
  /** The routes of operations that this thread does not have. */
  readonly routes: readonly Pick<Operation, 'method' | 'path'>[];
  /** Whether this thread answers a request of its own routes; called after `catchUp()`. `project`: the probable project of the request. */
  serves(request: FastifyRequest, project: string | undefined): boolean;
  /** Has the state thread answer a request. `body`: the whole of it, if it was read. */
  forward(request: IncomingMessage, response: ServerResponse, body?: Buffer): void;
  readonly connections: {
    /** A request arrived. */
    requested(socket: Socket): void;
    /** Whether a connection is to be closed after its reply, as other threads have fewer. */
    sheds(socket: Socket): boolean;
  };
  /** Has the state thread handle a call. @throws VitrineError as the operation */
  call(call: ValidatedCall): Promise<Reply>;
}

interface ServerOptions extends Authority {
  readonly engine: ServingEngine;
  readonly boundedReads: BoundedReads;
  readonly metrics: Pick<Metrics, 'observe' | 'observeForwarded'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly operations: readonly Operation[];
  /** Number of trusted proxies, or their addresses; false: none. */
  readonly trustProxy: false | number | string;
  readonly newRequestId: () => string;
  /** Whether the public URL has https. */
  readonly secure: boolean;
  readonly scheduler: RequestScheduler;
  readonly transfers: Transfers;
  /** Null: this thread answers all requests. */
  readonly forwarding: Forwarding | null;
  /** Null: this process holds all projects. */
  readonly holderForwarder: HolderForwarder | null;
  /** Null: no traces are recorded. */
  readonly tracer: Tracer | null;
  /** Null: this thread administers nothing. */
  readonly auditor: Auditor | null;
  /** Registers pages and files. */
  readonly pages: (app: FastifyInstance) => Promise<void>;
}

/** Maximum size of the header with the client of a request that is forwarded. */
const peerHeaderBytesMax = 1_024;
/** A connection without any byte for this long is closed. */
const socketIdleMsMax = 120_000;

/** The HTTP server: dispatches requests to the handlers of operations. */
export function buildServer<P extends ServedProject>(
  options: Omit<ServerOptions, keyof EngineOperations<P>> & EngineOperations<P>,
): Promise<FastifyInstance> {
  return build({ ...options, operations: options.operations as readonly Operation[] });
}

async function build(options: ServerOptions): Promise<FastifyInstance> {
  const { transfers, forwarding } = options;
  const replies = { transfers, failures: new FailureLog() };
  const app = fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request, options.newRequestId),
    bodyLimit: limits.bodyBytesMax,
    trustProxy: trustedProxies(options.trustProxy),
    connectionTimeout: socketIdleMsMax,
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Besides the client's headers, requests that are forwarded have one with its address.
    ...(options.holderForwarder === null
      ? {}
      : { http: { maxHeaderSize: maxHeaderSize + peerHeaderBytesMax } }),
    return503OnClosing: true,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 1_000, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      void sendAddressError(error, request as FastifyRequest, reply as FastifyReply, {
        operations: options.operations,
        ...replies,
      });
    },
    clientErrorHandler: (error, socket) => sendClientError(error, socket, options.newRequestId()),
  });
  app.decorateRequest('apiKey', null);
  app.decorateRequest('seenProject', null);
  app.decorateRequest('likelyProject', null);
  app.decorateRequest('bound', null);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('client', null);
  app.decorateRequest('isForwarded', false);
  app.decorateRequest('readBytes', null);
  app.decorateRequest('isBeacon', false);
  app.decorateRequest<AuditNotes | null>('auditNotes', null);
  traceRequests(app, options.tracer);
  const pipelined = new PipelinedRequests();
  app.addHook('onClose', () => transfers[Symbol.dispose]());
  app.addHook('onRequest', (request, reply, done) => {
    if (options.holderForwarder?.arrivals.arrived(request.raw) === 'refused') return refuseClaim(reply);
    request.startedAt = performance.now();
    forwarding?.connections.requested(request.raw.socket);
    reply.header('x-request-id', request.id);
    setSecurityHeaders(reply, options.secure);
    allowOrigin(request, reply);
    // Before the body is read or requested.
    const begin = (): void => {
      if (request.is404 && forwarding !== null) forwardTo(forwarding, request, reply);
      else done(request.is404 ? noRouteError(options.operations, request, reply) : undefined);
    };
    const earlier = pipelined.next(request.raw, reply.raw);
    if (earlier === null) begin();
    else void earlier.then(begin);
  });
  // Before an export is compressed, and so read.
  if (options.auditor !== null) app.addHook('onSend', auditHook(options.auditor));
  app.addHook('onSend', new ReplyCompressor().onSend);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string' || payload instanceof Uint8Array)
      transfers.send(reply, request.client ?? clientOf({ key: request.apiKey, request }), payload.length);
    // As the body of a GET.
    transfers.drain(request.raw);
    if (forwarding?.connections.sheds(request.raw.socket) === true) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Observed by the thread that answered it.
    if (request.isForwarded) return done();
    const operation = request.routeOptions.config.operation?.id ?? 'other';
    const seconds = (performance.now() - request.startedAt) / 1000;
    options.metrics.observe(operation, reply.statusCode, seconds);
    request.log.debug(
      { operation, status: reply.statusCode, ms: Math.round(seconds * 1e5) / 100 },
      'answered',
    );
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, replies));
  app.options('*', answerPreflight);
  app.setNotFoundHandler((request, reply) =>
    sendError(noRouteError(options.operations, request, reply), request, reply, replies),
  );

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read later, when its client is known: see `Transfers`.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const one of options.operations) mount(scope, one, options);
    for (const { method, path } of forwarding?.routes ?? [])
      scope.route({
        method,
        url: urlOf(path),
        onRequest: (request, reply) => forwardTo(forwarding!, request, reply),
        handler: () => undefined,
      });
  });
  await app.register(options.pages);
  return app;
}

function mount(scope: FastifyInstance, one: Operation, options: ServerOptions): void {
  const isNoted = options.auditor !== null && mayBeAudited(one);
  for (const path of [one.path, ...(one.aliases ?? [])]) {
    scope.route({
      method: one.method,
      url: urlOf(path),
      bodyLimit: one.bodyBytesMax ?? limits.bodyBytesMax,
      config: { operation: one },
      // Before the body: an unauthorised client must not send 64 MB.
      onRequest: async (request, reply) => {
        const { access } = one;
        if (isNoted) request.auditNotes = { project: null, target: null, actor: null, failure: null };
        setNoStore(reply, one);
        if (access.kind === 'public' && one.method === 'GET') return;
        one.protocol?.takeCredentials(request);
        if (one.acceptsBeacons === true && isBeacon(request))
          await readBeacon(request, reply, options.transfers);
        if (options.holderForwarder !== null && (await forwardUnread(one, request, reply, options))) return;
        const likely = likelyProject(one, request, options.guard);
        request.likelyProject = likely ?? null;
        request.bound = options.boundedReads.boundOf(one, request);
        request.seenProject = await options.engine.catchUp(likely, request.bound);
        if (options.forwarding?.serves(request, likely) === false) {
          options.metrics.observeForwarded(one.id);
          return forwardTo(options.forwarding, request, reply);
        }
        if (access.kind !== 'public') {
          const guest = await guestOf(one, request, reply, options);
          request.apiKey = authorise(one, access, request, reply, options, guest);
        }
        if (request.isBeacon && request.apiKey !== null) checkBeaconKey(request.apiKey);
      },
      handler: async (request, reply) => send(reply, await answer(one, request, reply, options)),
    });
  }
}

function forwardTo(
  forwarding: Forwarding,
  request: FastifyRequest,
  reply: FastifyReply,
  body?: Buffer,
): void {
  request.isForwarded = true;
  reply.hijack();
  forwarding.forward(request.raw, reply.raw, body);
}

/** A path of OpenAPI as a route. */
function urlOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

async function answer(
  one: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServerOptions,
): Promise<Reply | undefined> {
  const { access } = one;
  const key = request.apiKey;
  request.client = clientOf({ key, request });
  const client = (): Client => request.client ?? clientOf({ key, request });
  const pause = (): Promise<void> => options.scheduler.pause(client());
  const slices = jsonSlices(pause);
  const { transfers } = options;
  const bodyChunks = (bytesMax: number): AsyncIterable<Buffer> =>
    request.readBytes === null
      ? transfers.bodyChunks(request, reply, client(), bytesMax)
      : Readable.from([request.readBytes]);
  const query = readParameters(
    one.query,
    asBoundUser(key, one.query, readQuery(request)),
    access.kind === 'key' ? ['project', 'index'] : [],
  );
  const bytes = await readWhole(one, request, reply, options);
  const { holderForwarder } = options;
  if (
    holderForwarder !== null &&
    (await forwardRead(one, request, reply, { holderForwarder, projectId: request.likelyProject }))
  )
    return undefined;
  const document =
    one.body === null || bytes === null ? null : await parseBody(request, bytes, one.records ?? null, slices);
  const body =
    one.body === null || document === null
      ? null
      : readParameters(
          one.body,
          asBoundUser(key, one.body, document.value),
          ['project', 'index'],
          one.bodyNeeds?.names,
        );
  const path = detachedTexts((request.params ?? {}) as Record<string, string>) as Record<string, string>;
  for (const value of Object.values(path)) checkPath(value);
  const { forwarding } = options;
  const call: Omit<Call, keyof OpenedProject | 'open'> = {
    toStateThread: forwarding === null ? null : (sent) => forwardTo(forwarding, request, reply, sent),
    request,
    reply,
    path,
    query: query.values,
    body: body?.values ?? {},
    document,
    records: document?.records ?? null,
    bodyChunks,
    pause,
    slices,
    key,
    warnings: [...query.warnings, ...(body?.warnings ?? [])],
    requestId: request.id,
  };
  const { auditNotes: notes } = request;
  if (notes !== null) notes.target = one.audit?.target?.(call.body as Record<string, unknown>) ?? null;
  const open: Call<ServedProject>['open'] = (id, values) =>
    access.kind === 'key'
      ? openProject(access.scope, id, values, { request, reply, options })
      : Promise.reject(new Error(`${one.id} has no project`));
  let opened: OpenedProject<ServedProject> | null = null;
  if (access.kind === 'key' && access.project !== null && key !== null) {
    const source = {
      path,
      query: query.values as Record<string, unknown>,
      body: call.body as Record<string, unknown>,
    };
    const named = source[access.project.in][access.project.name] ?? source.query['project'];
    const projectId = options.guard.project(key, typeof named === 'string' ? named : null);
    if (notes !== null) notes.project = projectId;
    request.trace?.span?.set({ 'vitrine.project': projectId });
    const isOther = holderForwarder !== null && projectId !== request.likelyProject;
    if (isOther && (await forwardRead(one, request, reply, { holderForwarder, projectId }))) return undefined;
    const values = { ...source.query, ...source.body };
    opened = await open(projectId, values);
    // A body that the handler reads names the visitor itself.
    if (one.rawBody === undefined) opened.spendRates(values);
  }
  // Operations without a project ignore these members.
  const whole = { ...call, ...(opened ?? noProject), open };
  if (forwarding !== null && one.onServingThreads === 'validated' && key !== null)
    return forwarding.call(validatedCall(one, whole, key, client()));
  if (isAbandoned(request, reply, options)) return undefined;
  // Also of a rejected write: the reason may be a newer state than another process has.
  return handleScheduled(one, whole as unknown as Call, client, options.scheduler).finally(() =>
    options.boundedReads.addToken(one, reply, (opened?.project ?? options.engine.store).position),
  );
}

function send(reply: FastifyReply, answered: Reply | undefined): FastifyReply {
  if (answered === undefined) return reply;
  reply.code(answered.status);
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8');
  if (answered.headers !== undefined) reply.headers(answered.headers);
  return reply.send(answered.body);
}

/** `hop` 0 is the address of the connection. */
function trustedProxies(
  trusted: ServerOptions['trustProxy'],
): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;
}
