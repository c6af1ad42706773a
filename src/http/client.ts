import type { FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { networkOf } from '../domain/events/visitor-network.ts';
import type { Caller } from '../domain/projects/signed-keys.ts';

/**
 * Who a request comes from, as far as fair shares go: clients with one key share what the key gets, connections of one visitor what
 * the visitor gets. No flood by one of them takes anything from the others beyond its share.
 */
export interface Client {
  /** Id of the key; empty for the console and public operations. */
  readonly key: string;
  /** The address of the connection, or whom a shop's server names. */
  readonly visitor: string;
  readonly connection: string;
  /** Whether everybody may have the key: in a page, or none. */
  readonly isPublic: boolean;
}

const connectionIds = new WeakMap<Socket, string>();
let connectionCount = 0;

/** `named`: the visitor that a shop's server makes the request for. */
export function clientOf(request: FastifyRequest, key: Caller | null, named: string | null = null): Client {
  const { socket } = request.raw;
  const connection = connectionIds.get(socket) ?? String(++connectionCount);
  connectionIds.set(socket, connection);
  const isPublic = key === null || key.kind === 'web';
  return {
    key: key?.id ?? '',
    // What a page says of its visitor is anybody's to say.
    visitor: isPublic || named === null ? networkOf(request.ip) : named,
    connection,
    isPublic,
  };
}
