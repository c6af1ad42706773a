import {
  Agent,
  maxHeaderSize,
  request as sendRequest,
  type ClientRequest,
  type ClientRequestArgs,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { serviceStopping, VitrineError } from '../../ports/errors.ts';
import { randomIds } from '../../lib/random-id.ts';
import { connectionIdOf } from '../client.ts';
import { problem } from '../problem.ts';
import { requestIdOf } from '../request-id.ts';
import { formatPeer, peerHeader } from './peer.ts';

/**
 * Headers of one connection, which are not forwarded, nor those that begin with `proxy-`. Headers that `connection` names are:
 * with `connection: x-forwarded-for` clients could hide their addresses.
 */
const connectionHeaders = new Set(['connection', 'keep-alive', 'upgrade', 'te', 'trailer']);
/** Attempts to connect while the state thread has many new connections to accept, and the pause between them. */
const connectAttemptsMax = 500;
const connectPauseMs = 10;

/**
 * Forwards requests from a serving thread to the state thread, and its replies to the clients. Bodies are streamed: at most the
 * buffers of both connections are in memory. When one side disconnects, so does the other.
 */
export class RequestForwarder implements Disposable {
  readonly #agent: Agent;
  readonly #socketPath: string;
  /** Values of the header with the peer. */
  readonly #peers = new WeakMap<Socket, string>();

  /** `socketPath`: of the Unix socket on which the state thread has its `createForwardedServer()`. */
  constructor(socketPath: string) {
    this.#socketPath = socketPath;
    this.#agent = new UnixSocketAgent({ keepAlive: true });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  forward(request: IncomingMessage, response: ServerResponse): void {
    const peer = this.#peerOf(request.socket);
    if (peer === null) {
      // The client has left.
      response.destroy();
      return;
    }
    const upstream = sendRequest({
      agent: this.#agent,
      socketPath: this.#socketPath,
      method: request.method,
      path: request.url,
      headers: [peerHeader, peer, ...requestHeaders(request.rawHeaders)],
      setDefaultHeaders: false,
      maxHeaderSize: 2 * maxHeaderSize,
    });
    upstream.once('response', (reply) => {
      reply.once('end', () => keepDrainEvents(upstream));
      sendReply(reply, response);
    });
    upstream.on('error', (error) => {
      if (!response.headersSent) replyFailure(error, request, response);
    });
    upstream.once('close', () => {
      if (!upstream.writableEnded && response.headersSent) closeAfterReply(request, response);
    });
    request.once('error', () => upstream.destroy());
    response.once('close', () => {
      const isClosed = !response.writableFinished || request.socket.destroyed;
      if (isClosed) upstream.destroy();
      // Replied before the end of the body, whose rest is still forwarded.
      else if (!upstream.writableEnded) request.socket.once('close', () => upstream.destroy());
    });
    if (!hasBody(request)) {
      upstream.end();
      return;
    }
    // The state thread may reject a body before it arrives.
    upstream.flushHeaders();
    request.pipe(upstream);
  }

  #peerOf(socket: Socket): string | null {
    const known = this.#peers.get(socket);
    if (known !== undefined) return known;
    const { remoteAddress: address, remotePort: port } = socket;
    if (address === undefined || port === undefined) return null;
    const peer = formatPeer({ address, port, connection: connectionIdOf(socket) });
    this.#peers.set(socket, peer);
    return peer;
  }
}

/** Connects again where the queue of the listening socket is full, instead of failing as Unix sockets do. */
class UnixSocketAgent extends Agent {
  override createConnection(
    options: ClientRequestArgs,
    created: (error: Error | null, socket: Duplex) => void,
  ): null {
    const attempt = (no: number): void => {
      const socket = connect(options.socketPath ?? '');
      const onError = (error: Error): void => {
        if (codeOf(error) === 'EAGAIN' && no < connectAttemptsMax)
          setTimeout(() => attempt(no + 1), connectPauseMs);
        else created(error, socket);
      };
      socket.once('error', onError);
      socket.once('connect', () => {
        socket.off('error', onError);
        created(null, socket);
      });
    };
    attempt(1);
    return null;
  }
}

function requestHeaders(rawHeaders: readonly string[]): string[] {
  return withoutHeaders(rawHeaders, (name) => name === peerHeader || isOfConnection(name));
}

function isOfConnection(name: string): boolean {
  return connectionHeaders.has(name) || name.startsWith('proxy-');
}

function withoutHeaders(rawHeaders: readonly string[], isLeftOut: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (!isLeftOut(name.toLowerCase())) kept.push(name, rawHeaders[i + 1]!);
  }
  return kept;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function sendReply(reply: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 502, statusMessage = '', rawHeaders, headers } = reply;
  const sent = withoutHeaders(rawHeaders, (name) => name === 'transfer-encoding' || isOfConnection(name));
  // The state thread also closes the connections of clients that are too slow.
  if (headers.connection === 'close') sent.push('connection', 'close');
  response.sendDate = false;
  response.writeHead(statusCode, statusMessage, sent);
  // Incomplete: so must be the client's.
  reply.once('error', () => response.destroy());
  reply.pipe(response);
}

/** After a reply Node no longer tells a request that its connection takes more bytes, as of the rest of its body. */
function keepDrainEvents(upstream: ClientRequest): void {
  const { socket } = upstream;
  if (upstream.writableEnded || socket === null) return;
  const onDrain = (): void => void upstream.emit('drain');
  socket.on('drain', onDrain);
  // Then the next request has the connection.
  upstream.once('finish', () => socket.off('drain', onDrain));
}

/** The connection to the state thread failed before a reply. */
function replyFailure(error: Error, request: IncomingMessage, response: ServerResponse): void {
  if ((error as NodeJS.ErrnoException).syscall === 'connect')
    replyError(request, response, notConnected(error));
  // As the state thread closed its connection without a reply.
  else response.destroy();
}

/** The state thread no longer reads the body of a request that it has replied to. */
function closeAfterReply({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.writableFinished) socket.destroy();
  else response.once('finish', () => socket.destroySoon());
}

function notConnected(error: Error): VitrineError {
  const isClosed = ['ENOENT', 'ECONNREFUSED'].includes(codeOf(error));
  if (isClosed) return serviceStopping();
  return new VitrineError('overloaded', 'The service has too many connections', { retryAfterSeconds: 2 });
}

function replyError(request: IncomingMessage, response: ServerResponse, error: VitrineError): void {
  const requestId = requestIdOf(request, () => randomIds.next(Date.now()));
  const { status, headers = {}, body } = problem(error, requestId);
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    // Its body is not read.
    ...(hasBody(request) ? { connection: 'close' } : {}),
  });
  response.end(body);
}

function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code);
}
