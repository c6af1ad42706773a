import type { FastifyReply, FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import type { FailureLog } from '../observability/failure-log.ts';
import type { AuditNotes } from '../access/audit.ts';
import type { StartedTrace } from '../../lib/tracing/tracer.ts';
import type { Operation, WireProtocol } from '../operation.ts';
import { pagePaths } from './pages.ts';
import { toVitrineError, createProblemReply } from './problem.ts';
import type { Transfers } from '../overload/transfers.ts';

/** The dependencies of error replies in a server. */
export interface ErrorReplies {
  readonly transfers: Transfers;
  readonly failures: FailureLog;
}

/** Replies with an error, in the form of `protocol`. */
export function sendError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { transfers, failures }: ErrorReplies,
  protocol: WireProtocol | undefined = request.routeOptions.config.operation?.protocol,
): FastifyReply {
  const error = toVitrineError(thrown);
  // Metrics count overload: a log line per request would be another flood.
  if (error.status >= 500 && error.code !== 'overloaded')
    failures.log(request.log, error, request.routeOptions.url);
  // A request with a malformed address has no hooks, and so no notes.
  const notes = request.auditNotes as AuditNotes | null | undefined;
  if (notes != null) notes.failure = error.code;
  // A request with a malformed address has no hooks, and so no trace.
  const trace = request.trace as StartedTrace | null | undefined;
  if (error.status >= 500) trace?.span?.fail(error.code);
  const errorReply =
    protocol?.errorReply(error) ?? createProblemReply(error, request.id, trace?.context.traceId);
  const type = protocol === undefined ? 'application/problem+json' : 'application/json';
  reply
    .code(errorReply.status)
    .header('content-type', `${type}; charset=utf-8`)
    .header('x-request-id', request.id);
  reply.removeHeader('content-encoding');
  if (error.code !== 'request_timeout') {
    reply.removeHeader('connection');
    transfers.drain(request.raw);
  }
  return reply.headers(errorReply.headers ?? {}).send(errorReply.body);
}

/**
 * Replies to a request without an operation, as its address is malformed, in the form of its protocol: paths of other services have a
 * first segment of their own.
 */
export function sendAddressError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { operations, ...replies }: ErrorReplies & { readonly operations: readonly Operation[] },
): FastifyReply {
  const isUnder = (path: string): boolean => request.url.startsWith(path.slice(0, path.indexOf('/', 1) + 1));
  const one = operations.find(({ protocol, path }) => protocol !== undefined && isUnder(path));
  return sendError(thrown, request, reply, replies, one?.protocol);
}

/** The error of a request without a route: unknown path or method. */
export function createNoRouteError(
  operations: readonly Operation[],
  request: FastifyRequest,
  reply: FastifyReply,
): VitrineError {
  const path = (request.url.split('?', 1)[0] ?? '').replace(/(.)\/$/, '$1');
  const allowed: string[] = operations
    .filter((one) =>
      [one.path, ...(one.aliases ?? [])].some((pattern) => compilePathPattern(pattern).test(path)),
    )
    .map((one) => one.method);
  if (pagePaths.test(path)) allowed.push('GET');
  if (allowed.includes('GET')) allowed.push('HEAD');
  if (allowed.length === 0 || allowed.includes(request.method))
    return new VitrineError('not_found', `There is nothing at ${path.slice(0, 200)}`);
  const list = [...new Set(allowed)].join(', ');
  reply.header('allow', list);
  return new VitrineError('method_not_allowed', `${request.method} is not allowed here: ${list}`);
}

function compilePathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

interface BrokenSocket {
  readonly writable: boolean;
  readonly destroyed: boolean;
  end(data: string): void;
  destroy(): void;
}

/** Replies to input that is not a valid request: not HTTP, headers too large or too slow. */
export function sendClientError(
  error: Error & { code?: string },
  socket: BrokenSocket,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const kind =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new VitrineError('headers_too_large', 'The headers are larger than 16 KiB')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new VitrineError('request_timeout', 'The headers took too long to arrive')
        : new VitrineError('malformed_request', 'This is not a valid HTTP request');
  const { status, body } = createProblemReply(kind, requestId);
  const text = body as string;
  socket.end(
    `HTTP/1.1 ${status} Error\r\ncontent-type: application/problem+json; charset=utf-8\r\nx-content-type-options: nosniff\r\nx-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}
