import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parsePeer, peerHeader, PeerSockets, takePeerHeader } from './peer.ts';

/** How a request arrived: from its client, forwarded by another process, or neither, as it claims that without proof. */
type Arrival = 'direct' | 'forwarded' | 'refused';

/** The header of a request that is forwarded: proves that a process of the service sent it, and names the client. */
export function formatPeerHeader(secret: string, peer: string): string {
  return `${secret} ${peer}`;
}

/** Accepts the requests that other processes of a cluster forward to this one. */
export class MemberRequests {
  readonly #secret: () => string;
  readonly #peers = new PeerSockets();
  readonly #forwarded = new WeakSet<IncomingMessage>();

  /** `secret` returns the secret that the other processes send. */
  constructor(secret: () => string) {
    this.#secret = secret;
  }

  /** Call before the address of the request is used. */
  recordArrival(request: IncomingMessage): Arrival {
    const value = takePeerHeader(request);
    if (value === null) {
      this.#peers.set(request.socket, null);
      return request.headers[peerHeader] === undefined ? 'direct' : 'refused';
    }
    const at = value.indexOf(' ');
    const peer = isSame(value.slice(0, at), this.#secret()) ? parsePeer(value.slice(at + 1)) : null;
    if (peer === null) return 'refused';
    this.#peers.set(request.socket, peer);
    this.#forwarded.add(request);
    return 'forwarded';
  }

  /** Whether another process forwarded the request. */
  has(request: IncomingMessage): boolean {
    return this.#forwarded.has(request);
  }
}

function isSame(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
