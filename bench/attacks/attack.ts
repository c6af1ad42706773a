import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** The target and credentials of an attack. */
export interface Attacker {
  readonly url: string;
  readonly project: string;
  /** A copy of the project, to be deleted. */
  readonly spareProject: string;
  readonly webKey: string;
  readonly serverKey: string;
  /** Headers of a console session. */
  readonly session: Readonly<Record<string, string>>;
}

export interface Attack {
  readonly name: string;
  /** Resolves to the reply statuses once each request is answered or abandoned. */
  readonly run: (attacker: Attacker) => Promise<readonly number[]>;
}

interface RawRequest {
  readonly method?: string;
  readonly body?: string | Uint8Array;
  readonly type?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request, reads the whole reply and returns its status; 0 for a closed connection. */
export async function send(url: string, path: string, request: RawRequest = {}): Promise<number> {
  const { body, type = 'application/json', key, headers } = request;
  try {
    const response = await fetch(`${url}${path}`, {
      method: request.method ?? (body === undefined ? 'GET' : 'POST'),
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

/** A paused connection: replies stay unread until the caller resumes it. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  return socket;
}

/** The request line and headers of a raw HTTP/1.1 request. */
export function requestHead(method: string, path: string, key: string, more: readonly string[] = []): string {
  return [`${method} ${path} HTTP/1.1`, 'host: shop.example', `x-api-key: ${key}`, ...more, '', ''].join(
    '\r\n',
  );
}
