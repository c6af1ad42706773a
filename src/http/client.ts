import type { FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { consoleKeyId } from '../domain/projects/console-access.ts';
import { networkOf } from '../domain/events/visitor-network.ts';
import type { Caller } from '../domain/projects/signed-keys.ts';

/**
 * Who a request comes from, as far as fair shares of the service go. Visitors with one key share what the key gets, connections of a
 * visitor what the visitor gets: a flood of one takes nothing from the others.
 */
export interface Client {
  /** Id of the key; empty for public operations. */
  readonly key: string;
  readonly visitor: string;
  readonly connection: string;
  /** Whether anybody may have the key: one in a page, or none. */
  readonly isPublic: boolean;
}

/** Whom a request names as its visitor. */
export type RequestVisitor = Readonly<Record<'user' | 'session' | 'address', string | null>>;

interface Asked {
  readonly key: Caller | null;
  readonly request: FastifyRequest;
}

const unnamed: RequestVisitor = { user: null, session: null, address: null };
const connectionIds = new WeakMap<Socket, string>();
let connectionCount = 0;

/**
 * The visitor is the user that the key is signed for, the network that a page's visitor came from, or whom a shop's server names. A
 * page can name any visitor, so there the name says nothing.
 */
export function clientOf(asked: Asked, named: RequestVisitor = unnamed): Client {
  const { key, request } = asked;
  const { socket } = request.raw;
  const connection = connectionIds.get(socket) ?? String(++connectionCount);
  connectionIds.set(socket, connection);
  return {
    key: key?.id ?? '',
    visitor: visitorOf(asked, named),
    connection,
    isPublic: key === null || key.kind === 'web',
  };
}

/** The client as one text, for queues that know no connections. */
export function clientName({ key, visitor }: Client): string {
  return `${key} ${visitor}`;
}

function visitorOf(asked: Asked, { user, session, address }: RequestVisitor): string {
  const bound = asked.key?.user ?? null;
  if (bound !== null) return `user ${bound}`;
  const network = visitorAddress(asked, address);
  if (network !== null) return `network ${network}`;
  return session === null ? `user ${user ?? ''}` : `session ${session}`;
}

/**
 * The network that a visitor came from: from a browser the connection's, whatever the body says; else that of the address that the
 * shop's server names. Null where it names none.
 */
export function visitorAddress(asked: Asked, named: string | null): string | null {
  const address = isFromBrowser(asked) ? asked.request.ip : named;
  return address === null ? null : networkOf(address);
}

/**
 * Whether a request comes from a shopper's browser, and not from the shop's server: without a key, with one that is for web pages, or
 * from a page. The console's own requests are the shop's.
 */
function isFromBrowser({ key, request }: Asked): boolean {
  if (key?.id === consoleKeyId) return false;
  return key === null || key.kind === 'web' || request.headers.origin !== undefined;
}
