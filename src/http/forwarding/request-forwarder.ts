import {
  Agent,
  request as requestOf,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { threadId } from 'node:worker_threads';
import { randomIds } from '../../lib/random-id.ts';
import { VitrineError } from '../../ports/errors.ts';
import { problem } from '../problem.ts';
import { endToEndHeaders, peerHeader, peerText } from './forwarded-headers.ts';

/** Bytes of a body that wait to be written. */
const waitingBytesMax = 128 * 1024;
/** Methods whose requests have no body unless their headers say so. */
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** Forwards requests to a server of this process on a Unix socket, and their replies to the clients. */
export class RequestForwarder implements Disposable {
  readonly #socketPath: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 64 });
  readonly #connectionIds = new WeakMap<Socket, string>();
  #connections = 0;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /** Answers a request whose body is not read yet. Both bodies pass in pieces: a slow reader slows the writer. */
  forward(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/' } = request;
    const upstream = requestOf({
      socketPath: this.#socketPath,
      agent: this.#agent,
      method,
      path: url,
      headers: this.#headersOf(request, method),
    });
    upstream.on('response', (reply) => pass(reply, request, response));
    upstream.on('error', () => {
      if (response.headersSent) response.destroy();
      else refuse(response);
    });
    // It reads no more of the body.
    upstream.on('close', () => {
      if (!request.complete) request.socket.destroy();
    });
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.on('error', () => upstream.destroy());
    sendBody(request, upstream);
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  #headersOf(request: IncomingMessage, method: string): string[] {
    const headers = endToEndHeaders(request, []);
    if (!hasBody(request) && !bodiless.has(method)) headers.push('content-length', '0');
    headers.push(peerHeader, peerText(this.#peerOf(request.socket)));
    return headers;
  }

  #peerOf(socket: Socket): Parameters<typeof peerText>[0] {
    let id = this.#connectionIds.get(socket);
    if (id === undefined) {
      id = `${threadId}-${++this.#connections}`;
      this.#connectionIds.set(socket, id);
    }
    return { id, port: socket.remotePort ?? 0, address: socket.remoteAddress ?? '' };
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers;
}

/** As `request.pipe(upstream)`, which would stop where the reply ends before the body: no `drain` follows then. */
function sendBody(request: IncomingMessage, upstream: ClientRequest): void {
  // Otherwise they wait for the first bytes of the body, which may wait for a reply.
  if (hasBody(request)) upstream.flushHeaders();
  let waiting = 0;
  request.on('data', (chunk: Buffer) => {
    waiting += chunk.length;
    if (waiting >= waitingBytesMax) request.pause();
    upstream.write(chunk, () => {
      waiting -= chunk.length;
      if (waiting < waitingBytesMax) request.resume();
    });
  });
  request.on('end', () => upstream.end());
}

function pass(reply: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
  // The server will not read the rest of a request that it answered early.
  if (reply.headers.connection === 'close' && !request.complete) response.shouldKeepAlive = false;
  response.writeHead(
    reply.statusCode ?? 500,
    reply.statusMessage ?? '',
    // The length of the reply is known, or the connection to the client has an encoding of its own.
    endToEndHeaders(reply, ['transfer-encoding']),
  );
  // An incomplete reply must not seem complete.
  reply.on('close', () => {
    if (!reply.complete) response.destroy();
  });
  reply.on('error', () => response.destroy());
  reply.pipe(response);
}

/** Where the server cannot be reached, as during a shutdown. */
function refuse(response: ServerResponse): void {
  const error = new VitrineError('stopping', 'The service is stopping', { retryAfterSeconds: 1 });
  const { status, body, headers = {} } = problem(error, randomIds.next(Date.now()));
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(body);
}
