/** The client of a forwarded request. */
export interface Peer {
  readonly address: string;
  readonly port: number;
  /** Id of the client's connection, unique in the process. */
  readonly connection: string;
}

/** Header with the peer, which only serving threads send. */
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
