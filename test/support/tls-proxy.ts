import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { pemOf, type Certificates } from './certificates.ts';

/** A request as the proxy received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Common name of the client's certificate; null: none. */
  readonly client: string | null;
}

export interface TlsProxyOptions {
  readonly certificates: Certificates;
  /** Upstream without TLS. */
  readonly to: string;
  /** Rejects clients without a certificate of the authority. */
  readonly wantsCertificate?: boolean;
  /** Rejects other users with 401. */
  readonly user?: { readonly name: string; readonly password: string };
  /** Rejects all requests with this status. */
  readonly refuses?: number;
}

/** A TLS proxy in front of a node, in place of its security plugin. */
export class TlsProxy implements AsyncDisposable {
  readonly received: ReceivedRequest[] = [];
  readonly #server: Server;

  private constructor({ certificates, to, wantsCertificate = false, user, refuses }: TlsProxyOptions) {
    const basic = user && `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
    const { ca, server } = certificates;
    const tls = { ca: pemOf(ca), cert: pemOf(server.certificate), key: pemOf(server.key) };
    const asks = { requestCert: wantsCertificate, rejectUnauthorized: wantsCertificate };
    this.#server = createServer({ ...tls, ...asks }, (incoming, reply) => {
      const { method = '', url: path = '', headers } = incoming;
      const shown = (incoming.socket as TLSSocket).getPeerCertificate();
      const name = wantsCertificate ? shown.subject.CN : undefined;
      this.received.push({ method, path, headers, client: typeof name === 'string' ? name : null });
      const status = basic !== undefined && headers.authorization !== basic ? 401 : refuses;
      if (status !== undefined) {
        incoming.resume();
        reply.writeHead(status, { 'content-type': 'text/plain' }).end('refused');
        return;
      }
      const onward = request(`${to}${path}`, { method, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      onward.once('error', () => reply.destroy());
      incoming.pipe(onward);
    });
  }

  static async start(options: TlsProxyOptions): Promise<TlsProxy> {
    const proxy = new TlsProxy(options);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}
