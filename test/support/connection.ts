import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** A client with one connection, which is not opened again. */
export class Connection implements Disposable {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws Error where the connection is closed */
  send(
    path: string,
    headers: Record<string, string>,
    { method = 'GET', body = '' } = {},
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}${path}`, { agent: this.#agent, headers, method }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        reply.once('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text }),
        );
        reply.once('error', reject);
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
