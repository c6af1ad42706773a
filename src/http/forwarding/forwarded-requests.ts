import {
  createServer,
  maxHeaderSize,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { parsePeer, PeerSockets, takePeerHeader } from './peer.ts';

/**
 * The server of the state thread for requests that serving threads forward. Handlers see the client's address and connection
 * instead of those of the internal connection, which carries requests of different clients, one at a time.
 *
 * It has no timeouts: serving threads enforce those of connections, and an internal connection that closes when idle could lose
 * a request. It accepts all headers that serving threads accept.
 */
export function createForwardedServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const peers = new PeerSockets();
  const options = {
    keepAliveTimeout: 0,
    requestTimeout: 0,
    headersTimeout: 0,
    maxHeaderSize: 2 * maxHeaderSize,
    // HTTP/1.0 has no `host`, and HTTP/1.1 without it was rejected.
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    const value = takePeerHeader(request);
    const peer = value === null ? null : parsePeer(value);
    if (peer === null) {
      response.writeHead(400, { connection: 'close' }).end();
      return;
    }
    peers.set(request.socket, peer);
    handle(request, response);
  });
  server.maxHeadersCount = 0;
  return server;
}
