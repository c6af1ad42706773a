import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../ports/limits.ts';

interface Connection {
  readonly waiting: (() => void)[];
}

/**
 * Works on one request of a connection at a time. Node hands over all requests that a connection has sent (HTTP pipelining), so that
 * a client that never reads would have all its replies computed and kept.
 */
export class PipelinedRequests {
  /** Connections with a request that is being worked on. */
  readonly #connections = new WeakMap<Socket, Connection>();

  /** Resolves when the client has taken the replies to its earlier requests; null: it has. Where too many wait, the connection ends. */
  next({ socket }: IncomingMessage, response: ServerResponse): Promise<void> | null {
    response.once('close', () => this.#release(socket));
    const connection = this.#connections.get(socket);
    if (connection === undefined) {
      this.#connections.set(socket, { waiting: [] });
      return null;
    }
    if (connection.waiting.length >= limits.pipelinedRequestsMax) socket.destroy();
    // What it has sent of further requests stays with the network.
    socket.pause();
    return new Promise((resolve) => connection.waiting.push(resolve));
  }

  #release(socket: Socket): void {
    const waiting = this.#connections.get(socket)?.waiting ?? [];
    const next = waiting.shift();
    // Nobody reads the replies to the others of a connection that ended, and nothing tells of their end.
    if (next === undefined || socket.destroyed) {
      this.#connections.delete(socket);
      return;
    }
    if (waiting.length === 0) socket.resume();
    next();
  }
}
