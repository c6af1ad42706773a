import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../ports/limits.ts';
import type { KeyGuard } from './auth.ts';
import { isBoundedRead } from './bounded-reads.ts';
import { clientOf } from './client.ts';
import { hasBody } from './forwarding/exchange.ts';
import type { HolderForwarder } from './forwarding/holder-forwarder.ts';
import type { Operation } from './operation.ts';
import { ReceivedBody } from './request-body.ts';
import type { Transfers } from './transfers.ts';

/** A body up to this size is read before its client is authorised, by the process that gets the request. */
const smallBodyBytesMax = 64 * 1024;

interface HolderForwarding {
  readonly holderForwarder: HolderForwarder | null;
  readonly guard: KeyGuard;
  readonly transfers: Transfers;
}

/** The probable project of a request before its body is known. */
export function likelyProject(
  { access, protocol }: Pick<Operation, 'access' | 'protocol'>,
  request: FastifyRequest,
  guard: KeyGuard,
): string | undefined {
  // A key for one project needs no other, whatever the request names.
  if (protocol !== undefined)
    return guard.likelyProject(request) ?? protocol.likelyProject(request) ?? undefined;
  if (access.kind !== 'key' || access.project === null) return undefined;
  const { in: location, name } = access.project;
  // A body is not read yet; a URL cannot name another project than the key's.
  if (location === 'body') return guard.likelyProject(request);
  const query = request.query as Record<string, unknown>;
  const named = location === 'path' ? (request.params as Record<string, unknown>) : query;
  const id = named[name] ?? query['project'];
  return typeof id === 'string' ? id : guard.likelyProject(request);
}

/**
 * Forwards a request whose project is known before its body and is elsewhere; false: this process goes on with it. The other
 * process authorises it. So a body is read here only if it is small; others follow once the client is authorised here, or are
 * streamed.
 */
export async function forwardUnread(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { holderForwarder, guard, transfers }: HolderForwarding,
): Promise<boolean> {
  const projectId = placedProject(operation, request, guard);
  if (
    holderForwarder === null ||
    projectId === undefined ||
    !holderForwarder.isElsewhere(request.raw, projectId)
  )
    return false;
  // A beacon is read already.
  if (request.received === null && needsWholeBody(operation) && hasBody(request.raw)) {
    if (!(Number(request.headers['content-length']) <= smallBodyBytesMax)) return false;
    request.body = request.raw;
    const client = clientOf({ key: null, request });
    const bytes = await transfers.readBody(request, reply, client, smallBodyBytesMax);
    request.received = new ReceivedBody(bytes, request, operation);
  }
  return holderForwarder.forward(request, reply, { operation, projectId, body: request.received });
}

/** Forwards a request with the body that was read; false: this process answers it. */
export async function forwardRead(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    holderForwarder,
    projectId,
  }: { readonly holderForwarder: HolderForwarder | null; readonly projectId: string | null },
): Promise<boolean> {
  if (holderForwarder === null || projectId === null || !holderForwarder.isElsewhere(request.raw, projectId))
    return false;
  return holderForwarder.forward(request, reply, { operation, projectId, body: request.received });
}

/**
 * The body of an operation that needs all of it; null: the handler reads it in chunks. If the request is to be forwarded, its body
 * is read in any case, so that the request can be repeated. @throws VitrineError as `Transfers.readBody`
 */
export async function readWhole(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { holderForwarder, transfers }: Pick<HolderForwarding, 'holderForwarder' | 'transfers'>,
): Promise<ReceivedBody | null> {
  if (request.received !== null) return request.received;
  const { likelyProject: projectId } = request;
  const isPassed = projectId !== null && holderForwarder?.isElsewhere(request.raw, projectId) === true;
  if (operation.body === null && !(isPassed && needsWholeBody(operation))) return null;
  const client = clientOf({ key: request.apiKey, request });
  const bytesMax = operation.bodyBytesMax ?? limits.bodyBytesMax;
  const bytes = await transfers.readBody(request, reply, client, bytesMax);
  const received = new ReceivedBody(bytes, request, operation);
  // Without placement, it is released once it is parsed.
  if (holderForwarder !== null) request.received = received;
  return received;
}

/**
 * Whether the process that forwarded a request has given up on it, as while this one was suspended: its client was told that the
 * outcome is unknown, or it was sent again. Handled now, it could undo later writes.
 */
export function isAbandoned(
  request: FastifyRequest,
  reply: FastifyReply,
  { holderForwarder }: Pick<HolderForwarding, 'holderForwarder'>,
): boolean {
  if (holderForwarder?.arrivals.has(request.raw) !== true || !reply.raw.destroyed) return false;
  reply.hijack();
  return true;
}

/** Whether a request is forwarded with its whole body: it can then be repeated, unlike an import. */
function needsWholeBody(operation: Operation): boolean {
  return operation.body !== null || (operation.rawBody !== undefined && isBoundedRead(operation));
}

/** The project whose data a request needs, if it is known before the body. */
function placedProject(one: Operation, request: FastifyRequest, guard: KeyGuard): string | undefined {
  const { access } = one;
  if (access.kind !== 'admin') return likelyProject(one, request, guard);
  return access.project === undefined
    ? undefined
    : (request.params as Record<string, string>)[access.project];
}

/**
 * Refuses a request that claims without proof to be forwarded. The reply has no id: the process that sent it, with the secret of an
 * earlier start, asks another one.
 */
export function refuseClaim(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(421, { connection: 'close' }).end();
}
