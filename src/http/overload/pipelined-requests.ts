import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../ports/limits.ts';

/**
 * Processes one request per connection at a time. Node dispatches all pipelined requests of a connection concurrently, so
 * that a client that never reads could have all its replies computed and held in memory.
 */
export class PipelinedRequests {
  /** The queued requests of connections with a request in progress. */
  readonly #waiting = new WeakMap<Socket, (() => void)[]>();

  /**
   * Resolves when the client has read the replies to its earlier requests. Returns null if there are none. Closes a connection with too
   * many queued requests.
   */
  next({ socket }: IncomingMessage, response: ServerResponse): Promise<void> | null {
    response.once('close', () => this.#release(socket));
    const waiting = this.#waiting.get(socket);
    if (waiting === undefined) {
      this.#waiting.set(socket, []);
      return null;
    }
    if (waiting.length >= limits.pipelinedRequestsMax) socket.destroy();
    // Leaves further requests in the network buffers.
    socket.pause();
    return new Promise((resolve) => waiting.push(resolve));
  }

  #release(socket: Socket): void {
    const waiting = this.#waiting.get(socket) ?? [];
    const next = waiting.shift();
    // The connection was closed: its queued requests are dropped.
    if (next === undefined || socket.destroyed) {
      this.#waiting.delete(socket);
      return;
    }
    if (waiting.length === 0) socket.resume();
    next();
  }
}
