import type { Socket } from 'node:net';
import { connectionIdOf, setConnectionId } from '../client.ts';
import type { Peer } from './peer.ts';

/**
 * Internal connections, which carry requests of different clients, one at a time. Handlers see the address and connection of the
 * client instead.
 */
export class PeerSockets {
  /** Null: the connection carries a request of its own now. */
  readonly #peers = new WeakMap<Socket, Peer | null>();
  readonly #ownIds = new WeakMap<Socket, string>();

  /** `peer`: the client of the request that a connection carries now; null: the other end of the connection. */
  set(socket: Socket, peer: Peer | null): void {
    if (!this.#peers.has(socket)) {
      if (peer === null) return;
      this.#substitute(socket);
    }
    this.#peers.set(socket, peer);
    setConnectionId(socket, peer?.connection ?? this.#ownIds.get(socket)!);
  }

  #substitute(socket: Socket): void {
    const { remoteAddress, remotePort } = socket;
    this.#ownIds.set(socket, connectionIdOf(socket));
    Object.defineProperties(socket, {
      remoteAddress: { get: () => this.#peers.get(socket)?.address ?? remoteAddress },
      remotePort: { get: () => this.#peers.get(socket)?.port ?? remotePort },
    });
  }
}
