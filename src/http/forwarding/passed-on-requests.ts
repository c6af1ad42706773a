import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parsePeer, peerHeader, takePeerHeader } from './peer.ts';
import { PeerSockets } from './peer-sockets.ts';

/** How a request arrived: from its client, passed on by another process, or neither, as it claims that without proof. */
type Arrival = 'direct' | 'passed_on' | 'refused';

/** The header of a request that is passed on: proves that a process of the service sent it, and names the client. */
export function passedOnPeer(secret: string, peer: string): string {
  return `${secret} ${peer}`;
}

/** Accepts the requests that other processes of a cluster pass on to this one. */
export class PassedOnRequests {
  readonly #secret: () => string;
  readonly #peers = new PeerSockets();
  readonly #passedOn = new WeakSet<IncomingMessage>();

  /** `secret`: what the others send. */
  constructor(secret: () => string) {
    this.#secret = secret;
  }

  /** Call before the address of the request is used. */
  arrived(request: IncomingMessage): Arrival {
    const value = takePeerHeader(request);
    if (value === null) {
      this.#peers.set(request.socket, null);
      return request.headers[peerHeader] === undefined ? 'direct' : 'refused';
    }
    const at = value.indexOf(' ');
    const peer = isSame(value.slice(0, at), this.#secret()) ? parsePeer(value.slice(at + 1)) : null;
    if (peer === null) return 'refused';
    this.#peers.set(request.socket, peer);
    this.#passedOn.add(request);
    return 'passed_on';
  }

  /** Whether another process passed a request on. */
  has(request: IncomingMessage): boolean {
    return this.#passedOn.has(request);
  }
}

function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
