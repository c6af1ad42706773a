import type { IncomingMessage } from 'node:http';

/** The client of a forwarded request. */
export interface Peer {
  readonly address: string;
  readonly port: number;
  /** Id of the client's connection, unique in the process. */
  readonly connection: string;
}

/** Header with the peer, which only serving threads and other processes of a cluster send. */
export const peerHeader = 'x-vitrine-peer';

export function formatPeer({ address, port, connection }: Peer): string {
  return `${address} ${port} ${connection}`;
}

/** Null: not a peer. */
export function parsePeer(text: string): Peer | null {
  const [address, port, connection] = text.split(' ');
  if (address === undefined || connection === undefined) return null;
  return { address, port: Number(port), connection };
}

/** Removes the header with the peer, which is the first; null: there is none. */
export function takePeerHeader({ rawHeaders, headers }: IncomingMessage): string | null {
  const [name, value] = rawHeaders;
  if (name !== peerHeader || value === undefined) return null;
  rawHeaders.splice(0, 2);
  delete headers[peerHeader];
  return value;
}
