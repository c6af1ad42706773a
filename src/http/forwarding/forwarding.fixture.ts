import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../test/support/until.ts';
import { createForwardedServer } from './forwarded-requests.ts';
import { RequestForwarder } from './request-forwarder.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that forwards all requests, and one with the same handler that does not, for tests. */
export class ForwardingServers implements AsyncDisposable {
  /** Of the state thread. */
  readonly internal: Server;
  /** Connections of clients to the forwarding server. */
  readonly clients: Socket[] = [];
  readonly #outer: Server;
  readonly #direct: Server;
  readonly #forwarder: RequestForwarder;
  readonly #folder: string;

  private constructor(handle: Handle, folder: string) {
    this.#folder = folder;
    this.internal = createForwardedServer(handle);
    this.#forwarder = new RequestForwarder(this.socketPath);
    this.#outer = createServer((request, response) => this.#forwarder.forward(request, response));
    this.#outer.on('connection', (socket) => this.clients.push(socket));
    this.#direct = createServer(handle);
  }

  /** `backlog`: of the Unix socket. */
  static async start(handle: Handle, backlog = 511): Promise<ForwardingServers> {
    const servers = new ForwardingServers(handle, await mkdtemp(join(tmpdir(), 'vitrine-')));
    servers.internal.listen({ path: servers.socketPath, backlog });
    for (const server of [servers.#outer, servers.#direct]) server.listen(0, '127.0.0.1');
    const all = [servers.internal, servers.#outer, servers.#direct];
    await Promise.all(all.map((server) => once(server, 'listening')));
    return servers;
  }

  get socketPath(): string {
    return join(this.#folder, 'state');
  }

  get port(): number {
    return (this.#outer.address() as AddressInfo).port;
  }

  get directPort(): number {
    return (this.#direct.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#forwarder[Symbol.dispose]();
    for (const server of [this.internal, this.#outer, this.#direct]) {
      server.close();
      server.closeAllConnections();
    }
    await rm(this.#folder, { recursive: true });
  }
}

/** A client that sends text as it is. */
export class RawClient {
  readonly socket: Socket;
  received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.setEncoding('latin1').on('data', (data: string) => (this.received += data));
  }

  static async open(port: number, localAddress = '127.0.0.1'): Promise<RawClient> {
    const client = new RawClient(connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true }));
    await once(client.socket, 'connect');
    return client;
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  async receives(pattern: RegExp): Promise<void> {
    await until(`no ${pattern} in ${this.received.slice(0, 500)}`, () => pattern.test(this.received), 2);
  }

  /** Waits until the server has closed the connection. */
  async closed(): Promise<void> {
    await until('the connection is open', () => this.socket.readableEnded || this.socket.destroyed, 2);
    this.socket.destroy();
  }
}

/** Sends requests, and returns all that the server sends until it closes the connection. The last one closes it. */
export async function exchange(port: number, ...requests: readonly string[]): Promise<string> {
  const client = await RawClient.open(port);
  client.send(requests.join(''));
  await client.closed();
  return client.received;
}
