import type { IncomingMessage } from 'node:http';

/** The header with the peer of a forwarded request. */
export const peerHeader = 'x-vitrine-peer';

/** Headers of one connection (RFC 9110, 7.6.1); `expect` is answered by the server that receives it. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'expect',
  peerHeader,
]);

/** The raw headers of a message without those of its connection, as a flat list of names and values. */
export function endToEndHeaders(
  { rawHeaders, headers }: IncomingMessage,
  without: readonly string[],
): string[] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!ofConnection.has(name) && !named.includes(name) && !without.includes(name))
      kept.push(rawHeaders[i]!, rawHeaders[i + 1]!);
  }
  return kept;
}

/** The client at the other end of a connection. */
export interface Peer {
  /** Of the connection, unique in the process. */
  readonly id: string;
  readonly port: number;
  /** Empty where the connection is closed already. */
  readonly address: string;
}

export function peerText({ id, port, address }: Peer): string {
  return `${id} ${port} ${address}`;
}

/** Null where it is not of {@link peerText}. */
export function parsePeer(text: string | string[] | undefined): Peer | null {
  const parts = typeof text === 'string' ? text.split(' ') : [];
  const [id = '', port = '', address = ''] = parts;
  return parts.length === 3 ? { id, port: Number(port), address } : null;
}
