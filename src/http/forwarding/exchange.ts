import {
  maxHeaderSize,
  request as sendRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { peerHeader } from './peer.ts';

/**
 * Headers of one connection, which are not forwarded, nor those that begin with `proxy-`. Headers that `connection` names are:
 * with `connection: x-forwarded-for` clients could hide their addresses.
 */
const connectionHeaders = new Set(['connection', 'keep-alive', 'upgrade', 'te', 'trailer']);

const traceHeaders = new Set(['traceparent', 'tracestate']);

/** A request to another server for a client. */
interface Exchange {
  /** The other server; its agent calls back with connections that are established. */
  readonly target: Pick<RequestOptions, 'agent' | 'socketPath' | 'host' | 'port'>;
  /** The value of the header with the client's address. */
  readonly peer: string;
  /** The headers that pass the trace on, in place of the client's; empty: those of the client, if any, are forwarded. */
  readonly trace: Readonly<Record<string, string>>;
  /** The body if it was read already, or null if it is streamed. */
  readonly body: Uint8Array | null;
  /** Whether the other server rejects a request without the header `host`, which HTTP/1.0 does not have. */
  readonly needsHost: boolean;
  /** A reply up to this size is sent to the client once it is complete: until then the exchange can fail. */
  readonly heldBytesMax: number;
  /** Whether the other server handled the request; if not, the exchange fails as if it had not been sent. */
  readonly isHandled: (reply: IncomingMessage) => boolean;
  /** Called when the client gets the reply: `bytes` at once, or streamed if null. */
  readonly onReplyStart: (bytes: number | null) => void;
  /** Called if there is no reply and nothing was sent to the client. With `isSent`, the other server may have handled the request. */
  readonly onFailure: (error: Error, isSent: boolean) => void;
}

/**
 * Sends a client's request to another server, and its reply to the client. Bodies are streamed: at most the buffers of both
 * connections are in memory. When one side disconnects, so does the other.
 */
export function forwardExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { target, peer, trace, body, needsHost, heldBytesMax, isHandled, onReplyStart, onFailure }: Exchange,
): ClientRequest {
  const upstream = sendRequest({
    ...target,
    method: request.method,
    path: request.url,
    headers: [
      peerHeader,
      peer,
      ...(needsHost && request.headers.host === undefined ? ['host', ''] : []),
      ...Object.entries(trace).flat(),
      ...requestHeaders(request.rawHeaders, body, 'traceparent' in trace),
    ],
    setDefaultHeaders: false,
    maxHeaderSize: 2 * maxHeaderSize,
  });
  let isSent = false;
  let isSettled = false;
  const fail = (error: Error, mayBeHandled = isSent): void => {
    if (isSettled) return;
    isSettled = true;
    onFailure(error, mayBeHandled);
  };
  upstream.once('response', (reply) => {
    reply.once('end', () => keepDrainEvents(upstream));
    if (!isHandled(reply)) {
      // Stops reading at once, so that the rest can be sent to another server.
      request.unpipe(upstream);
      upstream.destroy();
      return fail(new Error('The request was not handled'), false);
    }
    const begin = (bytes: number | null): void => {
      isSettled = true;
      onReplyStart(bytes);
      sendHead(reply, response);
    };
    if (heldBytesMax === 0) {
      begin(null);
      pipeReply(reply, response);
    } else holdReply(reply, response, { bytesMax: heldBytesMax, begin, onFailure: fail });
  });
  upstream.on('error', fail);
  upstream.once('close', () => {
    if (!upstream.writableEnded && response.headersSent) closeAfterReply(request, response);
    fail(new Error('The connection was closed'));
  });
  request.once('error', () => upstream.destroy());
  response.once('close', () => {
    const isClosed = !response.writableFinished || request.socket.destroyed;
    if (isClosed) upstream.destroy();
    // Replied before the end of the body, whose rest is still forwarded.
    else if (!upstream.writableEnded) request.socket.once('close', () => upstream.destroy());
  });
  upstream.once('socket', () => (isSent = true));
  sendBody(request, upstream, body);
  return upstream;
}

function sendBody(request: IncomingMessage, upstream: ClientRequest, body: Uint8Array | null): void {
  if (body !== null) upstream.end(body);
  else if (hasBody(request)) {
    // The other server may reject a body before it arrives.
    upstream.flushHeaders();
    // Without a connection, nothing of the body is lost.
    upstream.once('socket', () => request.pipe(upstream));
  } else upstream.end();
}

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function requestHeaders(rawHeaders: readonly string[], body: Uint8Array | null, isTraced: boolean): string[] {
  const describesBody = (name: string): boolean => name === 'transfer-encoding' || name === 'content-length';
  const headers = removeHeaders(
    rawHeaders,
    (name) =>
      name === peerHeader ||
      isHopByHop(name) ||
      (body !== null && describesBody(name)) ||
      (isTraced && traceHeaders.has(name)),
  );
  if (body !== null) headers.push('content-length', String(body.length));
  return headers;
}

function isHopByHop(name: string): boolean {
  return connectionHeaders.has(name) || name.startsWith('proxy-');
}

function removeHeaders(rawHeaders: readonly string[], isLeftOut: (name: string) => boolean): string[] {
  const headers: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (!isLeftOut(name.toLowerCase())) headers.push(name, rawHeaders[i + 1]!);
  }
  return headers;
}

function sendHead(reply: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 502, statusMessage = '', rawHeaders, headers } = reply;
  const head = removeHeaders(rawHeaders, (name) => name === 'transfer-encoding' || isHopByHop(name));
  // The other server also closes the connections of clients that are too slow.
  if (headers.connection === 'close') head.push('connection', 'close');
  response.sendDate = false;
  response.writeHead(statusCode, statusMessage, head);
}

function pipeReply(reply: IncomingMessage, response: ServerResponse): void {
  // Incomplete: so must be the client's.
  reply.once('error', () => response.destroy());
  reply.pipe(response);
}

interface HeldReply {
  readonly bytesMax: number;
  readonly begin: (bytes: number | null) => void;
  readonly onFailure: (error: Error) => void;
}

/** Sends a reply once it is complete, or streams it from `bytesMax` on. */
function holdReply(
  reply: IncomingMessage,
  response: ServerResponse,
  { bytesMax, begin, onFailure }: HeldReply,
): void {
  const held: Buffer[] = [];
  let bytes = 0;
  const stopHolding = (isComplete: boolean): void => {
    reply.off('data', hold).off('end', complete).off('error', onFailure);
    begin(isComplete ? bytes : null);
  };
  const hold = (chunk: Buffer): void => {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes <= bytesMax) return;
    stopHolding(false);
    response.write(Buffer.concat(held));
    pipeReply(reply, response);
  };
  const complete = (): void => {
    stopHolding(true);
    response.end(Buffer.concat(held));
  };
  reply.on('data', hold).on('end', complete).on('error', onFailure);
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

/** The other server no longer reads the body of a request that it has replied to. */
function closeAfterReply({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.writableFinished) socket.destroy();
  else response.once('finish', () => socket.destroySoon());
}
