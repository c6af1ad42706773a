import type { FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { threadId } from 'node:worker_threads';
import { consoleKeyId } from '../../domain/projects/console-access.ts';
import { readNetwork } from '../../domain/access/visitor-network.ts';
import type { Caller } from '../../domain/projects/signed-keys.ts';

/**
 * The origin of a request for fair scheduling. Visitors with the same key share the key's part, connections of a visitor the
 * visitor's: a flood affects only its own part.
 */
export interface Client {
  /** Id of the key, empty for public operations. */
  readonly key: string;
  readonly visitor: string;
  readonly connection: string;
  /** Whether the key is public: a web key, or none. */
  readonly isPublic: boolean;
}

/** The visitor that a request names. The shop's server reports the IP address of its visitor in `address`. */
export type RequestVisitor = Readonly<Record<'user' | 'session' | 'address', string | null>>;

export interface KeyedRequest {
  readonly key: Caller | null;
  readonly request: FastifyRequest;
}

const unnamed: RequestVisitor = { user: null, session: null, address: null };
const connectionIds = new WeakMap<Socket, string>();
let connectionCount = 0;

/**
 * The visitor is the user of a signed key, the network of a browser, or the visitor that a shop's server names. A page can
 * name any visitor, so its name does not count.
 */
export function identifyClient(call: KeyedRequest, visitor: RequestVisitor = unnamed): Client {
  const { key, request } = call;
  return {
    key: key?.id ?? '',
    visitor: identifyVisitor(call, visitor),
    connection: getConnectionId(request.raw.socket),
    isPublic: key === null || key.kind === 'web',
  };
}

/** Returns the client of a request, as far as it is known before the body is read. */
export function getClient(request: FastifyRequest): Client {
  return request.client ?? identifyClient({ key: request.apiKey, request });
}

/** The id of a connection, unique among those of all threads. */
export function getConnectionId(socket: Socket): string {
  const existing = connectionIds.get(socket);
  if (existing !== undefined) return existing;
  const id = `${threadId}-${++connectionCount}`;
  connectionIds.set(socket, id);
  return id;
}

/** Sets the id of a connection, where the socket is not the client's: see `PeerSockets`. */
export function setConnectionId(socket: Socket, id: string): void {
  connectionIds.set(socket, id);
}

/** The client as text, for queues without connections. */
export function formatClientName({ key, visitor }: Client): string {
  return `${key} ${visitor}`;
}

function identifyVisitor(call: KeyedRequest, { user, session, address }: RequestVisitor): string {
  const boundUser = call.key?.user ?? null;
  if (boundUser !== null) return `user ${boundUser}`;
  const network = findVisitorNetwork(call, address);
  if (network !== null) return `network ${network}`;
  return session === null ? `user ${user ?? ''}` : `session ${session}`;
}

/**
 * Finds the visitor's network: that of the connection for a browser, whatever the body says, otherwise that of the address
 * which the shop's server names, or null without one.
 */
export function findVisitorNetwork(call: KeyedRequest, named: string | null): string | null {
  const address = isFromBrowser(call) ? call.request.ip : named;
  return address === null ? null : readNetwork(address);
}

/**
 * Whether a request comes from a browser rather than the shop's server: without a key, with a web key, or from a page. The
 * console counts as a server.
 */
export function isFromBrowser({ key, request }: KeyedRequest): boolean {
  if (key?.id === consoleKeyId) return false;
  return key === null || key.kind === 'web' || request.headers.origin !== undefined;
}
