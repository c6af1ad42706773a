import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { createJsonSlices } from '../domain/contract/json-document.ts';
import type { Clock } from '../lib/clock.ts';
import type { ServedProject } from '../ports/engine.ts';
import { isAuditable, type Auditor } from './access/audit.ts';
import { bindUser, authorise, type Authority } from './access/authorise.ts';
import { isBeacon, readBeacon } from './access/beacon.ts';
import { identifyClient, getClient, type Client } from './access/client.ts';
import { createNoRouteError } from './replies/error-replies.ts';
import { encodeValidatedCall } from './forwarding/validated-calls.ts';
import type { Metrics } from './observability/metrics.ts';
import { takeQueryKey } from './access/query-key.ts';
import { noProject, openProject } from './access/opened-project.ts';
import type { Call, OpenedProject, Operation } from './operation.ts';
import { readParameters } from './requests/parameters.ts';
import type { Reply } from './replies/reply.ts';
import { setNoStore } from './replies/reply-headers.ts';
import { receiveBody } from './requests/request-body.ts';
import type { RequestScheduler } from './overload/request-scheduler.ts';
import { routeByBody, routeByHead, smallBodyBytesMax, type RouteParts } from './request-route.ts';
import { handleScheduled } from './overload/scheduled-call.ts';
import type { Transfers } from './overload/transfers.ts';
import { checkQuery, readPath, readQuery } from './requests/url-parameters.ts';

/** The dependencies of admitting and answering requests. */
export interface AnswerParts extends Authority, RouteParts {
  readonly metrics: Pick<Metrics, 'observe' | 'observeForwarded'>;
  readonly clock: Clock;
  readonly operations: readonly Operation[];
  readonly scheduler: RequestScheduler;
  readonly transfers: Transfers;
  /** Null on threads that administer nothing. */
  readonly auditor: Auditor | null;
}

/**
 * Takes a request as far as its body, as an unauthorised client must not send 64 MB. Returns false if it is answered elsewhere.
 * @throws VitrineError why it is refused
 */
export async function admitRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AnswerParts,
): Promise<boolean> {
  const { auditor, holderForwarder, metrics, operations, transfers } = parts;
  const one = (request.operation = request.routeOptions.config.operation ?? null);
  if (one !== null) {
    if (auditor !== null && isAuditable(one))
      request.auditNotes = { project: null, target: null, actor: null, failure: null };
    setNoStore(reply, one);
    one.protocol?.takeCredentials(request);
    if (one.acceptsQueryKey === true) takeQueryKey(request);
    if (one.acceptsBeacons === true && isBeacon(request)) await readBeacon(request, reply, transfers);
  }
  for (;;) {
    const verdict = await routeByHead(request, parts);
    switch (verdict) {
      case 'nothing-here':
        throw createNoRouteError(operations, request, reply);
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
        return (await holderForwarder?.forward(request, reply, request.likelyProject)) !== true;
      case 'holder-with-body':
        request.received = await receiveBody(request, reply, transfers, smallBodyBytesMax);
        break;
      case 'holder':
    }
    if ((await holderForwarder?.forward(request, reply, request.likelyProject)) === true) return false;
    // No holder could be reached: the next verdict is to answer here.
  }
}

/**
 * Answers a request that was admitted. Returns undefined if the reply was sent, or another thread or process sends it.
 * @throws VitrineError
 */
export async function answerRequest(
  one: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AnswerParts,
): Promise<Reply | undefined> {
  const { boundedReads, engine, forwarding, holderForwarder, scheduler } = parts;
  request.client = identifyClient({ key: request.apiKey, request });
  const findClient = (): Client => getClient(request);
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
        if ((await holderForwarder?.forward(request, reply, projectId)) === true) return undefined;
        // No holder could be reached: the next verdict is to answer here.
        break;
      case 'state-thread-call':
        return forwarding!.call(encodeValidatedCall(one, call, call.key!, findClient()));
      case 'abandon':
        reply.hijack();
        return undefined;
      case 'handle': {
        const handled = await handleScheduled(one, call as Call, findClient, scheduler).finally(() => {
          // A rejected write has a position too: its reason may be a newer state than another process has.
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
): Promise<Call<ServedProject, Values, Values>> {
  const { access } = one;
  const { apiKey: key } = request;
  const { scheduler, transfers } = parts;
  const pause = (): Promise<void> => scheduler.pause(getClient(request));
  const slices = createJsonSlices(pause);
  checkQuery(request);
  const none = { values: {}, warnings: [] };
  const query =
    one.handlerReadsQuery === true
      ? none
      : readParameters(
          one.query,
          bindUser(key, one.query, readQuery(request)),
          access.kind === 'key' ? ['project', 'index'] : [],
        );
  // The state thread needs all of a body, if the handler says so after it has read it.
  const isReceived = one.body !== null || (one.rawBody !== undefined && parts.forwarding !== null);
  const received = isReceived ? (request.received ?? (await receiveBody(request, reply, transfers))) : null;
  // Otherwise its bytes are released once they are parsed.
  if (isReceived && (one.body === null || parts.holderForwarder !== null)) request.received = received;
  const document = one.body === null || received === null ? null : await received.parseObject(slices);
  const body =
    one.body === null || document === null
      ? none
      : readParameters(
          one.body,
          bindUser(key, one.body, document.value),
          ['project', 'index'],
          one.bodyNeeds?.names,
        );
  return {
    // Operations without a project ignore its members.
    ...(noProject as unknown as OpenedProject<ServedProject>),
    request,
    reply,
    path: readPath(request),
    query: query.values,
    body: body.values,
    document,
    records: document?.records ?? null,
    bodyChunks: (bytesMax) =>
      request.received === null
        ? transfers.streamBody(request, reply, getClient(request), bytesMax)
        : Readable.from([request.received.bytes]),
    pause,
    slices,
    key,
    open: (id, values) =>
      access.kind === 'key'
        ? openProject(access.scope, id, values, { request, reply, rates: parts.rates }, parts)
        : Promise.reject(new Error(`${one.id} has no project`)),
    isOnServingThread: parts.forwarding !== null,
    warnings: [...query.warnings, ...body.warnings],
    requestId: request.id,
  };
}

/** Reads the id of the project that a request names, or else its key is for. @throws VitrineError as `KeyGuard.project` */
function readProjectId(
  { access, audit }: Operation,
  { path, query, body, request, key }: Call<ServedProject, Values, Values>,
  { guard }: AnswerParts,
): string | null {
  const { auditNotes: notes } = request;
  if (notes !== null) notes.target = audit?.target?.(body) ?? null;
  if (access.kind !== 'key' || access.project === null || key === null) return null;
  const projectParameter = { path, query, body }[access.project.in][access.project.name] ?? query['project'];
  const projectId = guard.project(key, typeof projectParameter === 'string' ? projectParameter : null);
  if (notes !== null) notes.project = projectId;
  request.trace?.span?.set({ 'vitrine.project': projectId });
  return projectId;
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
