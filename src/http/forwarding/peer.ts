import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { getConnectionId, setConnectionId } from '../access/client.ts';

/** The client of a forwarded request. */
export interface Peer {
  readonly address: string;
  readonly port: number;
  /** Id of the client's connection, unique in the process. */
  readonly connection: string;
}

/** Header with the peer, which only serving threads and other processes of a cluster send. */
export const peerHeader = 'x-vitrine-peer';

/** Writes the client of a connection as text, unless it has left. `process` precedes the id of the connection, to tell those of processes. */
export function formatPeer(socket: Socket, process = ''): string | null {
  const { remoteAddress: address, remotePort: port } = socket;
  if (address === undefined || port === undefined) return null;
  return `${address} ${port} ${process}${getConnectionId(socket)}`;
}

export function parsePeer(text: string): Peer | null {
  const [address, port, connection] = text.split(' ');
  if (address === undefined || connection === undefined) return null;
  return { address, port: Number(port), connection };
}

/** Removes the header with the peer, which is the first, and returns its value. */
export function takePeerHeader({ rawHeaders, headers }: IncomingMessage): string | null {
  const [name, value] = rawHeaders;
  if (name !== peerHeader || value === undefined) return null;
  rawHeaders.splice(0, 2);
  delete headers[peerHeader];
  return value;
}

/**
 * Internal connections, which carry requests of different clients, one at a time. Handlers see the address and connection of the
 * client instead.
 */
export class PeerSockets {
  /** Clients by connection; a connection with null carries a request of its own now. */
  readonly #peers = new WeakMap<Socket, Peer | null>();
  readonly #ownIds = new WeakMap<Socket, string>();

  /** Sets the client whose request a connection carries now, or null if the client is at its other end. */
  set(socket: Socket, peer: Peer | null): void {
    if (!this.#peers.has(socket)) {
      if (peer === null) return;
      this.#substituteClient(socket);
    }
    this.#peers.set(socket, peer);
    setConnectionId(socket, peer?.connection ?? this.#ownIds.get(socket)!);
  }

  #substituteClient(socket: Socket): void {
    const { remoteAddress, remotePort } = socket;
    this.#ownIds.set(socket, getConnectionId(socket));
    Object.defineProperties(socket, {
      remoteAddress: { get: () => this.#peers.get(socket)?.address ?? remoteAddress },
      remotePort: { get: () => this.#peers.get(socket)?.port ?? remotePort },
    });
  }
}
