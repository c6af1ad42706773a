import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { maxHeaderSize } from 'node:http';
import type { Logger } from 'pino';
import type { ServedProject } from '../ports/engine.ts';
import { limits } from '../ports/limits.ts';
import type { Tracer } from '../lib/tracing/tracer.ts';
import { admitRequest, answerRequest, type AnswerParts } from './answer-request.ts';
import { createAuditHook } from './access/audit.ts';
import { getClient } from './access/client.ts';
import { ReplyCompressor } from './replies/compression.ts';
import { FailureLog } from './observability/failure-log.ts';
import { createNoRouteError, sendAddressError, sendClientError, sendError } from './replies/error-replies.ts';
import type { Reply } from './replies/reply.ts';
import { allowOrigin, answerPreflight, setSecurityHeaders } from './replies/reply-headers.ts';
import type { EngineOperations, Operation } from './operation.ts';
import { PipelinedRequests } from './overload/pipelined-requests.ts';
import { chooseRequestId } from './requests/request-id.ts';
import { newRequestFields } from './request-route.ts';
import { traceRequests } from './requests/request-trace.ts';

interface ServerOptions extends AnswerParts {
  readonly logger: Logger;
  /** Number of trusted proxies, or their addresses, or false for none. */
  readonly trustProxy: false | number | string;
  readonly newRequestId: () => string;
  /** Whether the public URL has https. */
  readonly secure: boolean;
  readonly tracer: Tracer | null;
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
    genReqId: (request) => chooseRequestId(request, options.newRequestId),
    bodyLimit: limits.bodyBytesMax,
    trustProxy: createProxyTrust(options.trustProxy),
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
  for (const [name, value] of Object.entries(newRequestFields)) app.decorateRequest<unknown>(name, value);
  traceRequests(app, options.tracer);
  const pipelined = new PipelinedRequests();
  app.addHook('onClose', () => transfers[Symbol.dispose]());
  app.addHook('onRequest', (request, reply, done) => {
    if (options.holderForwarder?.arrivals.recordArrival(request.raw) === 'refused') return refuseClaim(reply);
    request.startedAt = performance.now();
    forwarding?.connections.recordRequest(request.raw.socket);
    reply.header('x-request-id', request.id);
    setSecurityHeaders(reply, options.secure);
    allowOrigin(request, reply);
    const admit = (): void => {
      admitRequest(request, reply, options).then((isHere) => (isHere ? done() : undefined), done);
    };
    const earlier = pipelined.next(request.raw, reply.raw);
    if (earlier === null) admit();
    else void earlier.then(admit);
  });
  // Before an export is compressed, and so read.
  if (options.auditor !== null) app.addHook('onSend', createAuditHook(options.auditor));
  app.addHook('onSend', new ReplyCompressor().onSend);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string' || payload instanceof Uint8Array)
      transfers.countReply(reply, getClient(request), payload.length);
    // Discards a body that was not read, such as that of a GET.
    transfers.drain(request.raw);
    if (forwarding?.connections.sheds(request.raw.socket) === true) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Observed by the thread that answered it.
    if (request.isForwarded) return done();
    const operation = request.operation?.id ?? 'other';
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
    sendError(createNoRouteError(options.operations, request, reply), request, reply, replies),
  );

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read later, when its client is known: see `Transfers`.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const one of options.operations)
      for (const path of [one.path, ...(one.aliases ?? [])])
        scope.route({
          method: one.method,
          url: toFastifyPath(path),
          bodyLimit: one.bodyBytesMax ?? limits.bodyBytesMax,
          config: { operation: one },
          handler: async (request, reply) => send(reply, await answerRequest(one, request, reply, options)),
        });
    for (const { method, path } of forwarding?.routes ?? [])
      scope.route({
        method,
        url: toFastifyPath(path),
        config: { isStateThreadOnly: true },
        handler: () => undefined,
      });
  });
  await app.register(options.pages);
  return app;
}

function toFastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function send(reply: FastifyReply, answered: Reply | undefined): FastifyReply {
  if (answered === undefined) return reply;
  reply.code(answered.status);
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8');
  if (answered.headers !== undefined) reply.headers(answered.headers);
  return reply.send(answered.body);
}

/**
 * Refuses a request that claims without proof to be forwarded. The reply has no id: the process that sent it, with the secret of an
 * earlier start, asks another one.
 */
function refuseClaim(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(421, { connection: 'close' }).end();
}

/** Says which hops are trusted, where hop 0 is the address of the connection. */
function createProxyTrust(
  trusted: ServerOptions['trustProxy'],
): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;
}
