import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { jsonSlices } from '../domain/catalog/json-document.ts';
import type { Clock } from '../lib/clock.ts';
import type { WorkSlices } from '../lib/work-slices.ts';
import type { ServedProject } from '../ports/engine.ts';
import { mayBeAudited, type Auditor } from './audit.ts';
import { asBoundUser, authorise, type Authority } from './authorise.ts';
import { isBeacon, readBeacon } from './beacon.ts';
import { clientOf, knownClient, type Client } from './client.ts';
import { noRouteError } from './error-replies.ts';
import { validatedCall } from './forwarding/validated-calls.ts';
import type { Metrics } from './metrics.ts';
import { noProject, openProject } from './opened-project.ts';
import type { Call, OpenedProject, Operation } from './operation.ts';
import { readParameters } from './parameters.ts';
import type { Reply } from './reply.ts';
import { receiveBody, type ReceivedBody } from './request-body.ts';
import type { RequestScheduler } from './request-scheduler.ts';
import { routeByBody, routeByHead, smallBodyBytesMax, type RouteParts } from './request-route.ts';
import { handleScheduled } from './scheduled-call.ts';
import { setNoStore } from './security-headers.ts';
import type { Transfers } from './transfers.ts';
import { checkQuery, readPath, readQuery } from './url-parameters.ts';

/** What admits and answers requests. */
export interface AnswerParts extends Authority, RouteParts {
  readonly metrics: Pick<Metrics, 'observe' | 'observeForwarded'>;
  readonly clock: Clock;
  readonly operations: readonly Operation[];
  readonly scheduler: RequestScheduler;
  readonly transfers: Transfers;
  /** Null: this thread administers nothing. */
  readonly auditor: Auditor | null;
}

/**
 * Takes a request as far as its body, as an unauthorised client must not send 64 MB; false: it is answered elsewhere.
 * @throws VitrineError why it is refused
 */
export async function admitRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AnswerParts,
): Promise<boolean> {
  const { auditor, metrics, operations, transfers } = parts;
  const one = (request.operation = request.routeOptions.config.operation ?? null);
  if (one !== null) {
    if (auditor !== null && mayBeAudited(one))
      request.auditNotes = { project: null, target: null, actor: null, failure: null };
    setNoStore(reply, one);
    one.protocol?.takeCredentials(request);
    if (one.acceptsBeacons === true && isBeacon(request)) await readBeacon(request, reply, transfers);
  }
  for (;;) {
    const verdict = await routeByHead(request, parts);
    switch (verdict) {
      case 'nothing-here':
        throw noRouteError(operations, request, reply);
      case 'answer':
        return true;
      case 'authorise':
        await authorise(request, reply, parts);
        return true;
      case 'state-thread':
        if (one !== null) metrics.observeForwarded(one.id);
        forwardToStateThread(request, reply, parts);
        return false;
      case 'holder-authorised':
        await authorise(request, reply, parts);
        request.received = await receiveBody(request, reply, transfers);
        return !(await forwardToHolder(request, reply, request.likelyProject, parts));
      case 'holder-with-body':
        request.received = await receiveBody(request, reply, transfers, smallBodyBytesMax);
        break;
      case 'holder':
    }
    if (await forwardToHolder(request, reply, request.likelyProject, parts)) return false;
    // No holder could be reached: the next verdict is to answer here.
  }
}

/**
 * Answers a request that was admitted; undefined: the reply was sent, or another thread or process sends it.
 * @throws VitrineError
 */
export async function answerRequest(
  one: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AnswerParts,
): Promise<Reply | undefined> {
  const { boundedReads, engine, forwarding, scheduler } = parts;
  request.client = clientOf({ key: request.apiKey, request });
  const client = (): Client => knownClient(request);
  const call = await readCall(one, request, reply, parts);
  const projectId = readProjectId(one, call, parts);
  const open = async (): Promise<void> => {
    if (projectId === null) return;
    const values = { ...call.query, ...call.body };
    Object.assign(call, await call.open(projectId, values));
    // A body that the handler reads names the visitor itself.
    if (one.rawBody === undefined) call.spendRates(values);
  };
  for (;;) {
    switch (await routeByBody(request, reply, { projectId, open }, parts)) {
      case 'holder':
        if (await forwardToHolder(request, reply, projectId, parts)) return undefined;
        // No holder could be reached: the next verdict is to answer here.
        break;
      case 'state-thread-call':
        return forwarding!.call(validatedCall(one, call, call.key!, client()));
      case 'abandon':
        reply.hijack();
        return undefined;
      case 'handle': {
        const handled = await handleScheduled(one, call, client, scheduler).finally(() => {
          // Also of a rejected write: the reason may be a newer state than another process has.
          const { position } = (call.project as ServedProject | null) ?? engine.store;
          boundedReads.addToken(one, reply, position);
        });
        if (handled !== 'state-thread') return handled;
        forwardToStateThread(request, reply, parts);
        return undefined;
      }
    }
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Reads the parameters and the body of a request; its project is not opened yet. @throws VitrineError */
async function readCall(
  one: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AnswerParts,
): Promise<Call<Values, Values>> {
  const { access } = one;
  const { apiKey: key } = request;
  const pause = (): Promise<void> => parts.scheduler.pause(knownClient(request));
  const slices = jsonSlices(pause);
  checkQuery(request);
  const query =
    one.handlerReadsQuery === true
      ? { values: {}, warnings: [] }
      : readParameters(
          one.query,
          asBoundUser(key, one.query, readQuery(request)),
          access.kind === 'key' ? ['project', 'index'] : [],
        );
  const document = await readDocument(one, request, reply, slices, parts);
  const body =
    one.body === null || document === null
      ? { values: {}, warnings: [] }
      : readParameters(
          one.body,
          asBoundUser(key, one.body, document.value),
          ['project', 'index'],
          one.bodyNeeds?.names,
        );
  return {
    // Operations without a project ignore its members.
    ...(noProject as unknown as OpenedProject),
    request,
    reply,
    path: readPath(request),
    query: query.values,
    body: body.values,
    document,
    records: document?.records ?? null,
    bodyChunks: (bytesMax) =>
      request.received === null
        ? parts.transfers.bodyChunks(request, reply, knownClient(request), bytesMax)
        : Readable.from([request.received.bytes]),
    pause,
    slices,
    key,
    open: (id, values) =>
      access.kind === 'key'
        ? openProject(access.scope, id, values, { request, reply, options: parts })
        : Promise.reject(new Error(`${one.id} has no project`)),
    isOnServingThread: parts.forwarding !== null,
    warnings: [...query.warnings, ...body.warnings],
    requestId: request.id,
  };
}

/** The JSON of the body; null: there is none, or the handler reads the body. @throws VitrineError */
async function readDocument(
  one: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  slices: WorkSlices,
  { transfers, forwarding, holderForwarder }: AnswerParts,
): Promise<Awaited<ReturnType<ReceivedBody['parseObject']>> | null> {
  // The state thread needs all of a body, if the handler says so after it has read it.
  if (one.body === null && (one.rawBody === undefined || forwarding === null)) return null;
  const received = request.received ?? (await receiveBody(request, reply, transfers));
  // Otherwise its bytes are released once they are parsed.
  if (one.body === null || holderForwarder !== null) request.received = received;
  return one.body === null ? null : received.parseObject(slices);
}

/** The project that a request names, or its key is for; null: it has none. @throws VitrineError as `KeyGuard.project` */
function readProjectId(
  { access, audit }: Operation,
  { path, query, body, request, key }: Call<Values, Values>,
  { guard }: AnswerParts,
): string | null {
  const { auditNotes: notes } = request;
  if (notes !== null) notes.target = audit?.target?.(body) ?? null;
  if (access.kind !== 'key' || access.project === null || key === null) return null;
  const named = { path, query, body }[access.project.in][access.project.name] ?? query['project'];
  const projectId = guard.project(key, typeof named === 'string' ? named : null);
  if (notes !== null) notes.project = projectId;
  request.trace?.span?.set({ 'vitrine.project': projectId });
  return projectId;
}

/** Forwards a request with its body, if it was read; false: this process is to answer. @throws VitrineError as `HolderForwarder.forward` */
async function forwardToHolder(
  request: FastifyRequest,
  reply: FastifyReply,
  projectId: string | null,
  { holderForwarder }: AnswerParts,
): Promise<boolean> {
  const isElsewhere = projectId !== null && holderForwarder?.isElsewhere(request.raw, projectId) === true;
  return isElsewhere && holderForwarder.forward(request, reply, projectId);
}

function forwardToStateThread(
  request: FastifyRequest,
  reply: FastifyReply,
  { forwarding }: AnswerParts,
): void {
  request.isForwarded = true;
  reply.hijack();
  forwarding!.forward(request.raw, reply.raw, request.received?.bytes ?? null);
}
