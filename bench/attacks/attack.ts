import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** What an attacker has: a key of a web page, or one that writes. */
export interface Attacker {
  readonly url: string;
  readonly project: string;
  /** Another one with the same items, which may be deleted. */
  readonly spareProject: string;
  readonly webKey: string;
  readonly serverKey: string;
  /** Headers of a session of the console. */
  readonly session: Readonly<Record<string, string>>;
}

export interface Attack {
  readonly name: string;
  /** Resolves when all it sent was answered or given up. Gives the statuses of the replies. */
  readonly run: (attacker: Attacker) => Promise<readonly number[]>;
}

interface Sent {
  readonly method?: string;
  readonly body?: string | Uint8Array;
  readonly type?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request and reads its reply to the end; 0 stands for a connection that ended. */
export async function send(url: string, path: string, sent: Sent = {}): Promise<number> {
  const { body, type = 'application/json', key, headers } = sent;
  try {
    const response = await fetch(`${url}${path}`, {
      method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(body === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

export const post = (attacker: Attacker, path: string, body: unknown, key: string): Promise<number> =>
  send(attacker.url, path, { body: typeof body === 'string' ? body : JSON.stringify(body), key });

/** A connection that what is sent on it stays unread, unless its caller reads it. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  return socket;
}

/** The head of a request, as bytes on the wire. */
export function requestHead(method: string, path: string, key: string, more: readonly string[] = []): string {
  return [`${method} ${path} HTTP/1.1`, 'host: shop.example', `x-api-key: ${key}`, ...more, '', ''].join(
    '\r\n',
  );
}
