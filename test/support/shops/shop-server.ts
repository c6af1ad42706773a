import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { LocalServer } from '../local-server.ts';

/** What a sample shop answers to a request. */
export interface ShopAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Whether the file itself is packed. */
  readonly isPacked?: boolean;
}

export const notFound: ShopAnswer = {
  status: 404,
  type: 'text/html',
  body: '<!doctype html><title>404</title>',
};
export const json = (value: unknown, headers: Readonly<Record<string, string>> = {}): ShopAnswer => ({
  type: 'application/json; charset=utf-8',
  headers,
  body: JSON.stringify(value),
});
export const html = (body: string, language = 'en', head = ''): ShopAnswer => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="${language}"><head>${head}</head><body>${body}</body></html>`,
});
export const xml = (body: string): ShopAnswer => ({
  type: 'application/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});
export const redirect = (location: string): ShopAnswer => ({ status: 302, headers: { location } });

/** A shop on loopback that notes what it is asked. */
export class ShopServer implements AsyncDisposable {
  readonly #server: LocalServer;
  /** Paths with their queries, in their order. */
  readonly requests: string[] = [];
  readonly userAgents = new Set<string>();
  /** Whether replies have an ETag, and are not sent again where the client has it. */
  tags = true;
  /** Number of replies with 304. */
  notModified = 0;
  /** Called before a reply; a test may wait or throw the connection away. */
  onRequest: (path: string) => Promise<void> | void = () => undefined;
  robots = '';
  answer: (url: URL, request: IncomingMessage) => ShopAnswer;

  private constructor(server: LocalServer, answer: ShopServer['answer']) {
    this.#server = server;
    this.answer = answer;
  }

  static async start(answer: (url: URL, request: IncomingMessage) => ShopAnswer): Promise<ShopServer> {
    let shop: ShopServer | null = null;
    const server = await LocalServer.start((request, response) => {
      void (async () => {
        const path = request.url ?? '/';
        shop!.requests.push(path);
        shop!.userAgents.add(request.headers['user-agent'] ?? '');
        await shop!.onRequest(path);
        const found =
          path === '/robots.txt'
            ? shop!.robots === ''
              ? notFound
              : { type: 'text/plain', body: shop!.robots }
            : shop!.answer(new URL(path, server.url), request);
        const { status = 200, type = 'text/html', headers = {}, body = '', isPacked = false } = found;
        const bytes = isPacked ? gzipSync(body) : Buffer.from(body);
        const etag = `"${createHash('sha1').update(bytes).digest('hex')}"`;
        const tagged = shop!.tags && status === 200 ? { etag } : {};
        if (shop!.tags && request.headers['if-none-match'] === etag) {
          shop!.notModified++;
          response.writeHead(304, tagged).end();
        } else response.writeHead(status, { 'content-type': type, ...tagged, ...headers }).end(bytes);
      })();
    });
    shop = new ShopServer(server, answer);
    return shop;
  }

  get url(): string {
    return `${this.#server.url}/`;
  }

  get host(): string {
    return new URL(this.url).host;
  }

  /** The requests since the last call. */
  takeRequests(): string[] {
    return this.requests.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}
