import { Agent, type ClientRequestArgs, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { serviceStopping, VitrineError } from '../../ports/errors.ts';
import { randomIds } from '../../lib/random-id.ts';
import { createProblemReply } from '../replies/problem.ts';
import { chooseRequestId } from '../requests/request-id.ts';
import { forwardExchange, hasBody } from './exchange.ts';
import { formatPeer } from './peer.ts';

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

  /** `socketPath` is the Unix socket on which `createForwardedServer()` of the state thread listens. */
  constructor(socketPath: string) {
    this.#socketPath = socketPath;
    this.#agent = new UnixSocketAgent({ keepAlive: true });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  /** `body` has what was read of it already. It is null if the body is streamed, or if there is none. */
  forward(request: IncomingMessage, response: ServerResponse, body: Buffer | null = null): void {
    const peer = formatPeer(request.socket);
    if (peer === null) {
      // The client has left.
      response.destroy();
      return;
    }
    forwardExchange(request, response, {
      target: { agent: this.#agent, socketPath: this.#socketPath },
      peer,
      // The state thread records the request.
      trace: {},
      body,
      needsHost: false,
      heldBytesMax: 0,
      isHandled: () => true,
      onReplyStart: () => undefined,
      onFailure: (error) => replyFailure(error, request, response),
    });
  }
}

/** Connects again where the queue of the listening socket is full, instead of failing as Unix sockets do. */
class UnixSocketAgent extends Agent {
  override createConnection(
    options: ClientRequestArgs,
    onCreate: (error: Error | null, socket: Duplex) => void,
  ): null {
    const attempt = (no: number): void => {
      const socket = connect(options.socketPath ?? '');
      const onError = (error: Error): void => {
        if (readErrorCode(error) === 'EAGAIN' && no < connectAttemptsMax)
          setTimeout(() => attempt(no + 1), connectPauseMs);
        else onCreate(error, socket);
      };
      socket.once('error', onError);
      socket.once('connect', () => {
        socket.off('error', onError);
        onCreate(null, socket);
      });
    };
    attempt(1);
    return null;
  }
}

/** The connection to the state thread failed before a reply. */
function replyFailure(error: Error, request: IncomingMessage, response: ServerResponse): void {
  if ((error as NodeJS.ErrnoException).syscall === 'connect')
    replyError(request, response, createNotConnectedError(error));
  // Behaves like the state thread, which closed its connection without a reply.
  else response.destroy();
}

function createNotConnectedError(error: Error): VitrineError {
  const isClosed = ['ENOENT', 'ECONNREFUSED'].includes(readErrorCode(error));
  if (isClosed) return serviceStopping();
  return new VitrineError('overloaded', 'The service has too many connections', { retryAfterSeconds: 2 });
}

function replyError(request: IncomingMessage, response: ServerResponse, error: VitrineError): void {
  const requestId = chooseRequestId(request, () => randomIds.next(Date.now()));
  const { status, headers = {}, body } = createProblemReply(error, requestId);
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

function readErrorCode(error: Error): string {
  return String((error as NodeJS.ErrnoException).code);
}
