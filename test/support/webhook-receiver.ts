import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { signWebhook } from '../../src/domain/alerts/webhook-message.ts';

export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on 127.0.0.1. */
export class WebhookReceiver implements AsyncDisposable {
  readonly received: ReceivedMessage[] = [];
  /** The status of its replies. */
  status = 204;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        this.received.push({ headers: request.headers, body });
        response.writeHead(this.status, { location: '/elsewhere' }).end();
      });
    });
  }

  static async open(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** With the port. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  get url(): string {
    return `http://${this.host}/hook`;
  }

  /** The types of the messages, in the order of their arrival. */
  get types(): string[] {
    return this.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Whether a message was signed with the secret. */
export function isSigned({ headers, body }: ReceivedMessage, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = headers;
  return signature === signWebhook(secret, String(id), String(seconds), body);
}
