import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTraceContext } from '../../lib/tracing/trace-context.ts';
import type { Span } from '../../lib/tracing/span.ts';
import type { StartedTrace, Tracer } from '../../lib/tracing/tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if this request is not traced. */
    trace: StartedTrace | null;
  }
}

/** Probes and scrapes, several a minute, would hide the requests of shops. */
const untraced: readonly string[] = ['/health', '/ready', '/metrics'];
/** Parts of a path that name a person, or are or may be a secret. */
const privateParameter = /\{(user|session|invitation|key)\}|\*/;
const agentLengthMax = 256;

/**
 * Records a server span for each request, which continues the trace of its `traceparent`. Query strings, bodies and addresses of
 * clients are left out: what shoppers type and who they are is personal data.
 * Source: https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server-span
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer | null): void {
  app.decorateRequest('trace', null);
  if (tracer === null) return;
  app.addHook('onRequest', (request, _reply, done) => {
    if (untraced.includes(request.raw.url ?? '')) return done();
    const { headers, method } = request;
    const route = findRoutePath(request);
    const started = tracer.start(
      route === undefined ? method : `${method} ${route}`,
      parseTraceContext(headers),
      { kind: 'server' },
    );
    request.trace = started;
    started.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { trace } = request;
    if (trace === null) return done();
    if (trace.span !== null && !request.isForwarded) describe(trace.span, request, reply.raw);
    trace.run(done);
    // The thread that answers a forwarded request records it.
    trace.end(request.isForwarded);
  });
}

function findRoutePath(request: FastifyRequest): string | undefined {
  const { config, url } = request.routeOptions;
  return request.is404 ? undefined : (config.operation?.path ?? url);
}

function describe(
  span: Span,
  request: FastifyRequest,
  response: { readonly statusCode: number; readonly headersSent: boolean },
): void {
  const { headers, raw, protocol } = request;
  const route = findRoutePath(request);
  const [path = '', query] = (raw.url ?? '').split('?', 2);
  const operation = request.routeOptions.config.operation;
  const hasPublicPath = operation !== undefined && !privateParameter.test(operation.path);
  span.set({
    'http.request.method': request.method,
    'http.route': route,
    'url.path': hasPublicPath ? path : (route ?? '/REDACTED'),
    'url.query': query === undefined ? undefined : 'REDACTED',
    'url.scheme': protocol,
    'server.address': request.hostname === '' ? undefined : request.hostname,
    'server.port': request.port ?? undefined,
    'network.protocol.version': raw.httpVersion,
    'user_agent.original': headers['user-agent']?.slice(0, agentLengthMax),
    'vitrine.operation': operation?.id,
    'vitrine.request_id': request.id,
  });
  // The client has left before it was sent a status.
  if (!response.headersSent) return;
  span.set({ 'http.response.status_code': response.statusCode });
  if (response.statusCode >= 500 && !span.isFailed) span.fail(String(response.statusCode));
}
