import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { nameConnection } from '../client.ts';
import { parsePeer, peerHeader } from './forwarded-headers.ts';

/** Node’s default, which limits the client's headers, and room for the peer. */
const headerBytesMax = 16_384 + 1_024;

/**
 * A server of requests that the serving threads of this process forward: `handle` sees them as requests of their clients. Limits of
 * time are those of the threads.
 */
export function createForwardedServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const options = {
    // The client of HTTP/1.0 may have sent none.
    requireHostHeader: false,
    maxHeaderSize: headerBytesMax,
    // A connection that closes when a request is on its way would lose it.
    keepAliveTimeout: 0,
    requestTimeout: 0,
    headersTimeout: 0,
  };
  const server = createServer(options, (request, response) => {
    const peer = parsePeer(request.headers[peerHeader]);
    if (peer === null) {
      response.writeHead(400).end();
      return;
    }
    delete request.headers[peerHeader];
    // One request at a time uses the connection.
    for (const [name, value] of [
      ['remoteAddress', peer.address],
      ['remotePort', peer.port],
    ] as const)
      Object.defineProperty(request.socket, name, { value, configurable: true });
    nameConnection(request.socket, peer.id);
    handle(request, response);
  });
  server.timeout = 0;
  server.maxRequestsPerSocket = 0;
  return server;
}
