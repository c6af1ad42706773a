import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { BoundedRead, ServedProject, ServingEngine } from '../ports/engine.ts';
import type { Caller } from '../domain/projects/signed-keys.ts';
import type { AuditNotes } from './access/audit.ts';
import type { KeyGuard, VerifiedKey } from './access/auth.ts';
import { isBoundedRead, type BoundedReads } from './overload/bounded-reads.ts';
import type { Client } from './access/client.ts';
import { hasBody } from './forwarding/exchange.ts';
import type { HolderForwarder } from './forwarding/holder-forwarder.ts';
import type { ValidatedCall } from './forwarding/validated-calls.ts';
import type { Operation } from './operation.ts';
import type { Reply } from './replies/reply.ts';
import type { ReceivedBody } from './requests/request-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The declaration of its route. Pages have none, nor has what this thread does not answer. */
    operation: Operation | null;
    /** The caller, once it is authorised. */
    apiKey: Caller | null;
    /** The key that was sent, from its first use on. */
    verifiedKey: VerifiedKey | null;
    /** The id of the project that its head names, directly or by its key. */
    likelyProject: string | null;
    /** That project, as current as the keys, if it is open. */
    seenProject: ServedProject | null;
    /** How stale the reply may be; without a bound, it is of the latest state. */
    bound: BoundedRead | null;
    startedAt: number;
    /** The client, as far as known. */
    client: Client | null;
    /** Whether the state thread answers it, and so observes, audits and traces it. */
    isForwarded: boolean;
    /** The body, where it was read before the handler. */
    received: ReceivedBody | null;
    /** Whether its key is in the body. */
    isBeacon: boolean;
    /** For the audit log. */
    auditNotes: AuditNotes | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
    /** A route of an operation that only the state thread has. */
    isStateThreadOnly?: boolean;
  }
}

/** Those fields, before the head of a request is read. */
export const newRequestFields = {
  operation: null,
  apiKey: null,
  verifiedKey: null,
  seenProject: null,
  likelyProject: null,
  bound: null,
  startedAt: 0,
  client: null,
  isForwarded: false,
  received: null,
  isBeacon: false,
  auditNotes: null,
};

/** A body up to this size is read before its client is authorised, by the process that gets the request. */
export const smallBodyBytesMax = 64 * 1024;

/** Where a request goes before its body is read. docs/internals/lifecycle.md explains the verdicts in a table. */
export const headVerdicts = [
  'nothing-here',
  'answer',
  'holder',
  'holder-with-body',
  'holder-authorised',
  'state-thread',
  'authorise',
] as const;

/** Where it goes once its body is read. */
export const bodyVerdicts = ['holder', 'state-thread-call', 'abandon', 'handle'] as const;

/** How a serving thread forwards requests to the state thread. */
export interface Forwarding {
  /** The routes of operations that this thread does not have. */
  readonly routes: readonly Pick<Operation, 'method' | 'path'>[];
  /** Whether this thread answers a request of its own routes. Called after `catchUp()`, with the probable `project` of the request. */
  serves(request: FastifyRequest, project: string | undefined): boolean;
  /** Has the state thread answer a request. `body` is the whole body, if it was read. */
  forward(request: IncomingMessage, response: ServerResponse, body: Buffer | null): void;
  readonly connections: {
    /** A request arrived. */
    recordRequest(socket: Socket): void;
    /** Whether a connection is to be closed after its reply, as other threads have fewer. */
    sheds(socket: Socket): boolean;
  };
  /** Has the state thread handle a call. @throws VitrineError as the operation */
  call(call: ValidatedCall): Promise<Reply>;
}

/** What decides where a request is answered. */
export interface RouteParts {
  readonly engine: ServingEngine;
  readonly guard: KeyGuard;
  readonly boundedReads: BoundedReads;
  /** A thread without it answers all requests. */
  readonly forwarding: Forwarding | null;
  /** A process without it holds all projects. */
  readonly holderForwarder: HolderForwarder | null;
}

/**
 * Decides by the head of a request. Unless it is forwarded unread, catches up with the writes that its reply must know.
 * @throws VitrineError invalid_request, storage_failed
 */
export async function routeByHead(
  request: FastifyRequest,
  { guard, engine, boundedReads, forwarding, holderForwarder }: RouteParts,
): Promise<(typeof headVerdicts)[number]> {
  const { operation: one } = request;
  if (one === null) {
    if (!request.is404 && request.routeOptions.config.isStateThreadOnly !== true) return 'answer';
    return forwarding === null ? 'nothing-here' : 'state-thread';
  }
  if (one.access.kind === 'public' && one.method === 'GET') return 'answer';
  const project = projectInHead(one, request, guard);
  const isElsewhere = project !== null && holderForwarder?.isElsewhere(request.raw, project) === true;
  request.likelyProject = project;
  const isUnread = request.received === null && needsWholeBody(one) && hasBody(request.raw);
  if (isElsewhere && !isUnread) return 'holder';
  if (isElsewhere && Number(request.headers['content-length']) <= smallBodyBytesMax)
    return 'holder-with-body';
  request.bound = boundedReads.readBound(one, request);
  // Administration opens the projects that it needs.
  const likely = one.access.kind === 'admin' ? undefined : (project ?? undefined);
  request.seenProject = await engine.catchUp(likely, request.bound);
  if (isElsewhere) return 'holder-authorised';
  return forwarding?.serves(request, likely) === false ? 'state-thread' : 'authorise';
}

/**
 * Decides once the body is read. `projectId` is null without a project; `open` opens it, unless another process does.
 * @throws VitrineError as `open`
 */
export async function routeByBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { projectId, open }: { readonly projectId: string | null; readonly open: () => Promise<void> },
  { forwarding, holderForwarder }: Pick<RouteParts, 'forwarding' | 'holderForwarder'>,
): Promise<(typeof bodyVerdicts)[number]> {
  if (projectId !== null && holderForwarder?.isElsewhere(request.raw, projectId) === true) return 'holder';
  await open();
  if (forwarding !== null && request.operation?.onServingThreads === 'validated') return 'state-thread-call';
  // The process that forwarded it has given up, as while this one was suspended: its client was told that the outcome is unknown, or it
  // was sent again. Handled now, it could undo later writes.
  if (holderForwarder?.arrivals.has(request.raw) === true && reply.raw.destroyed) return 'abandon';
  return 'handle';
}

/** Reads the project that a request probably needs, unless its body names it. */
function projectInHead(
  { access, protocol }: Operation,
  request: FastifyRequest,
  guard: KeyGuard,
): string | null {
  const path = request.params as Record<string, string | undefined>;
  if (access.kind === 'admin') return access.project === undefined ? null : (path[access.project] ?? null);
  // A key for one project needs no other, whatever the request names.
  if (protocol !== undefined) return guard.likelyProject(request) ?? protocol.likelyProject(request);
  if (access.kind !== 'key' || access.project === null) return null;
  const { in: location, name } = access.project;
  if (location !== 'body') {
    const query = request.query as Record<string, unknown>;
    const id = (location === 'path' ? path : query)[name] ?? query['project'];
    if (typeof id === 'string') return id;
  }
  // A body is not read yet; a URL cannot name another project than the key's.
  return guard.likelyProject(request) ?? null;
}

/** Whether a request is forwarded with its whole body: it can then be repeated, unlike an import. */
function needsWholeBody(one: Operation): boolean {
  return one.body !== null || (one.rawBody !== undefined && isBoundedRead(one));
}
