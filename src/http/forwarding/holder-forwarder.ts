import { request as sendRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import { createHttpClientAttributes } from '../../lib/tracing/http-client-span.ts';
import { getCurrentTraceHeaders, describeFailure, inSpan, type Span } from '../../lib/tracing/span.ts';
import type { Member, ProjectAllocation } from '../../ports/cluster/project-allocation.ts';
import { isBoundedRead } from '../overload/bounded-reads.ts';
import { getClient } from '../access/client.ts';
import type { Operation } from '../operation.ts';
import type { Transfers } from '../overload/transfers.ts';
import { forwardExchange, hasBody } from './exchange.ts';
import { MemberRequests, formatPeerHeader } from './member-requests.ts';
import { formatPeer, peerHeader } from './peer.ts';
import { PeerAgent } from './peer-agent.ts';

/** Replies up to this size are sent once they are complete, so that a read can be repeated until then. */
const heldBytesMax = 256 * 1024;
/** A member without a connection is asked last for this long. */
const avoidedMs = 1_000;
/** Time for a reply about the projects of another process. */
const overviewMsMax = 5_000;
const credentialHeaders = ['x-api-key', 'cookie', 'x-vitrine-console'];

/**
 * `answered` by another process; `repeated` after a first one did not answer; `here` if no other process could be reached;
 * `unknown` for a write without a reply; `unhandled` if no process handled the request, but a part of its body was consumed; `left`
 * if the client has disconnected.
 */
export type ForwardOutcome = 'answered' | 'repeated' | 'here' | 'unknown' | 'unhandled' | 'left';

interface ForwarderOptions {
  readonly allocation: ProjectAllocation;
  /** Whether a project is open in this process. */
  readonly isOpen: (projectId: string) => boolean;
  readonly observe: (outcome: ForwardOutcome) => void;
  readonly transfers: Pick<Transfers, 'countReply'>;
}

/** The outcome at one process. After `not_found`, another process may have what the request asks for. */
type Attempt = 'answered' | 'left' | 'unsent' | 'lost' | 'not_found';

/**
 * Forwards requests to the processes that hold their projects. A process always answers a request that was forwarded to it, so
 * there is one hop at most, however much the views of processes differ.
 */
export class HolderForwarder implements Disposable {
  /** The requests that others forward to this process. */
  readonly arrivals: MemberRequests;
  readonly #options: ForwarderOptions;
  readonly #agent: Agent = new PeerAgent();
  /** Requests in progress, by the secret of the process that has them. */
  readonly #active = new Map<string, Set<ClientRequest>>();
  /** Requests that no other process could answer. */
  readonly #answeredHere = new WeakSet<IncomingMessage>();
  /** When a connection to a member last failed, by its secret. */
  readonly #failedAt = new Map<string, number>();
  #turn = 0;

  constructor(options: ForwarderOptions) {
    const { allocation } = options;
    this.#options = options;
    this.arrivals = new MemberRequests(() => allocation.thisMember.secret);
    allocation.onChange(() => this.#endLost());
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  /** Whether other processes hold a project, and should answer a request for it. */
  isElsewhere(request: IncomingMessage, projectId: string): boolean {
    const { allocation, isOpen } = this.#options;
    if (this.arrivals.has(request) || this.#answeredHere.has(request)) return false;
    const holders = allocation.listHolders(projectId);
    if (holders.length === 0 || holders.some(({ id }) => id === allocation.thisMember.id)) return false;
    // The others may not have opened it yet.
    return !(allocation.thisMember.state === 'leaving' && isOpen(projectId));
  }

  /**
   * Forwards a request with its body, which is streamed unless it was read. False: this process is to answer, as it holds the project
   * or no holder could be reached.
   * @throws VitrineError outcome_unknown, stopping
   */
  async forward(request: FastifyRequest, reply: FastifyReply, projectId: string | null): Promise<boolean> {
    if (projectId === null || !this.isElsewhere(request.raw, projectId)) return false;
    let wasLost = false;
    for (const member of this.#listCandidates(projectId, request.operation)) {
      const body = request.received?.bytes ?? null;
      const attempt = await this.#tryMember(request, reply, member, { body, isSearched: false });
      if (attempt === 'answered' || attempt === 'left') {
        if (attempt === 'left') reply.hijack();
        this.#options.observe(attempt === 'left' ? 'left' : wasLost ? 'repeated' : 'answered');
        return true;
      }
      if (attempt === 'unsent') {
        // The rest would be taken for all of the body.
        if (body === null && request.raw.readableDidRead) throw this.#createUnhandledError();
        continue;
      }
      wasLost = true;
      if (await isRepeatable(request)) continue;
      this.#options.observe('unknown');
      throw createOutcomeUnknownError();
    }
    this.#options.observe('here');
    this.#answeredHere.add(request.raw);
    return false;
  }

  /**
   * Forwards a request whose project is unknown to the other processes until one finds something. The result is `unreachable` if none
   * does and not all of them reply.
   */
  async forwardToAny(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<'answered' | 'not_found' | 'unreachable'> {
    if (this.arrivals.has(request.raw)) return 'not_found';
    let hasFailed = false;
    for (const member of this.#listOthers()) {
      const attempt = await this.#tryMember(request, reply, member, { body: null, isSearched: true });
      if (attempt === 'not_found') continue;
      if (attempt === 'left') reply.hijack();
      if (attempt === 'answered' || attempt === 'left') return 'answered';
      hasFailed = true;
    }
    return hasFailed ? 'unreachable' : 'not_found';
  }

  /** The reply of each other process to a GET request with the credentials of a client; those without one are left out. */
  async askOthers(request: FastifyRequest, path: string): Promise<unknown[]> {
    const replies = await Promise.all(
      this.#listOthers().map((member) => this.#askMember(request, member, path).catch(() => null)),
    );
    return replies.filter((reply) => reply !== null);
  }

  #createUnhandledError(): VitrineError {
    this.#options.observe('unhandled');
    const detail = 'The process that the body was sent to is stopping, and stored nothing';
    return new VitrineError('stopping', detail, { retryAfterSeconds: 1 });
  }

  #listOthers(): Member[] {
    const { members, thisMember } = this.#options.allocation;
    return members.filter(({ id, state }) => id !== thisMember.id && state === 'ready');
  }

  /** Writes of several processes to one project conflict, so they have one order; reads are spread. */
  #listCandidates(projectId: string, operation: Operation | null): Member[] {
    const holders = [...this.#options.allocation.listHolders(projectId)];
    if (isRead(operation)) {
      const first = this.#turn++ % holders.length;
      holders.push(...holders.splice(0, first));
    }
    const now = performance.now();
    const isAvoided = ({ secret }: Member): boolean =>
      now - (this.#failedAt.get(secret) ?? -Infinity) < avoidedMs;
    return [...holders.filter((one) => !isAvoided(one)), ...holders.filter(isAvoided)];
  }

  #tryMember(
    request: FastifyRequest,
    reply: FastifyReply,
    member: Member,
    { body, isSearched }: { readonly body: Buffer | null; readonly isSearched: boolean },
  ): Promise<Attempt> {
    const { raw } = request;
    const peer = this.#formatPeer(raw, member);
    if (peer === null || reply.raw.destroyed) return Promise.resolve('left');
    const attributes = createHttpClientAttributes(request.method, new URL(member.address));
    const send = (span: Span | null): Promise<Attempt> =>
      new Promise<Attempt>((resolve) => {
        const upstream = forwardExchange(raw, reply.raw, {
          target: { agent: this.#agent, ...splitAddress(member) },
          peer,
          trace: getCurrentTraceHeaders(),
          body,
          needsHost: true,
          heldBytesMax,
          isHandled: ({ statusCode, headers }) => {
            span?.set({ 'http.response.status_code': statusCode });
            if ((statusCode ?? 0) >= 400) span?.fail(String(statusCode));
            if (isSearched && statusCode === 404) resolve('not_found');
            // A process that is closing replies without an id.
            return headers['x-request-id'] !== undefined && !(isSearched && statusCode === 404);
          },
          onReplyStart: (bytes) => {
            // Ended here, as the span of the request ends with the reply.
            span?.end();
            reply.hijack();
            this.#count(request, reply, bytes);
            resolve('answered');
          },
          onFailure: (error, isSent) => {
            // A status says more.
            if (span?.isFailed === false) span.fail(describeFailure(error) ?? '_OTHER');
            if (!isSent) this.#failedAt.set(member.secret, performance.now());
            resolve(reply.raw.destroyed ? 'left' : isSent ? 'lost' : 'unsent');
          },
        });
        this.#track(member, upstream);
      });
    return inSpan(request.method, send, { kind: 'client', attributes });
  }

  /** Counts a reply in memory until the client has read it; one that is streamed waits for the client. */
  #count(request: FastifyRequest, reply: FastifyReply, bytes: number | null): void {
    if (bytes === null) return;
    try {
      this.#options.transfers.countReply(reply, getClient(request), bytes);
    } catch {
      // Too many replies wait for clients that do not read them.
      reply.raw.destroy();
    }
  }

  /** Writes the header for a member, unless the client has left. */
  #formatPeer({ socket }: IncomingMessage, { secret }: Member): string | null {
    const peer = formatPeer(socket, `${this.#options.allocation.thisMember.id}/`);
    return peer === null ? null : formatPeerHeader(secret, peer);
  }

  #track({ secret }: Member, upstream: ClientRequest): void {
    const active = this.#active.get(secret) ?? new Set();
    this.#active.set(secret, active.add(upstream));
    upstream.once('close', () => {
      active.delete(upstream);
      if (active.size === 0 && this.#active.get(secret) === active) this.#active.delete(secret);
    });
  }

  /** Ends requests to processes that are gone: a machine that was disconnected sends no reset. */
  #endLost(): void {
    const secrets = new Set(this.#options.allocation.members.map(({ secret }) => secret));
    for (const [secret, active] of this.#active)
      if (!secrets.has(secret)) for (const upstream of active) upstream.destroy();
    for (const secret of this.#failedAt.keys()) if (!secrets.has(secret)) this.#failedAt.delete(secret);
  }

  #askMember({ raw }: FastifyRequest, member: Member, path: string): Promise<unknown> {
    const peer = this.#formatPeer(raw, member);
    if (peer === null) return Promise.resolve(null);
    const credentials = credentialHeaders.flatMap((name) => {
      const value = raw.headers[name];
      return value === undefined ? [] : [name, String(value)];
    });
    return new Promise((resolve, reject) => {
      const upstream = sendRequest({
        agent: this.#agent,
        ...splitAddress(member),
        path,
        headers: [
          peerHeader,
          peer,
          'host',
          'vitrine',
          ...Object.entries(getCurrentTraceHeaders()).flat(),
          ...credentials,
        ],
        signal: AbortSignal.timeout(overviewMsMax),
      });
      upstream.once('response', (reply) => {
        if (reply.statusCode === 200) readJson(reply).then(resolve, reject);
        else {
          reply.resume();
          resolve(null);
        }
      });
      upstream.on('error', reject);
      upstream.end();
    });
  }
}

function splitAddress({ address }: Member): { host: string; port: string } {
  const { hostname, port } = new URL(address);
  // Removes the brackets of an IPv6 address.
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: port === '' ? '80' : port };
}

function isRead(one: Operation | null): boolean {
  return one !== null && (one.method === 'GET' || isBoundedRead(one));
}

/** Whether a request can be sent again although it may have been handled. */
async function isRepeatable({ raw, headers, operation, received }: FastifyRequest): Promise<boolean> {
  if (received === null && hasBody(raw)) return false;
  if (isRead(operation)) return true;
  if (received === null || operation?.isRepeatable === undefined) return false;
  try {
    const { records } = await received.parse();
    return operation.isRepeatable({ headers, records });
  } catch (error) {
    if (error instanceof VitrineError) return false;
    throw error;
  }
}

function createOutcomeUnknownError(): VitrineError {
  return new VitrineError(
    'outcome_unknown',
    'The process that handled the write stopped before its reply: it was stored or not',
    { retryAfterSeconds: 1 },
  );
}
