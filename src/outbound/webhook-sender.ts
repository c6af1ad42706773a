import { limits } from '../ports/limits.ts';
import { WebhookError, type WebhookClient } from '../ports/operation/alerts.ts';
import {
  AddressRefused,
  GuardedHttp,
  parseAddress,
  findRefusal,
  findRefusalCause,
  refusePrivate,
  type GuardedHttpOptions,
} from './guarded-http.ts';

export interface WebhookSenderOptions extends GuardedHttpOptions {
  /** Timeout of one attempt, from the lookup of the name to the headers of the reply. */
  readonly sendMsMax?: number;
}

/**
 * Sends webhooks by {@link GuardedHttp}: over https, to public addresses, or to the shop's own hosts also over http. It follows no
 * redirect, and reads no body of a reply.
 */
export class WebhookSender implements WebhookClient, AsyncDisposable {
  readonly #http: GuardedHttp;
  readonly #sendMsMax: number;

  constructor(options: WebhookSenderOptions = {}) {
    this.#http = new GuardedHttp(options);
    this.#sendMsMax = options.sendMsMax ?? limits.webhookSendMsMax;
  }

  findRefusal(url: string): string | null {
    return findRefusal(() => this.#checkAddress(url));
  }

  async send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
    const signal = AbortSignal.timeout(this.#sendMsMax);
    try {
      const response = await this.#http.request(this.#checkAddress(url), {
        method: 'POST',
        signal,
        headers: { 'content-type': 'application/json', 'user-agent': 'vitrine', ...headers },
        body,
      });
      response.body.destroy();
      return response.statusCode;
    } catch (error) {
      if (signal.aborted) throw new WebhookError(`No reply within ${this.#sendMsMax} ms`, false);
      const refusal = findRefusalCause(error);
      if (refusal !== null) throw new WebhookError(refusal.message, refusal instanceof AddressRefused);
      const reason = error instanceof Error ? error.message : String(error);
      throw new WebhookError(`The receiver could not be reached: ${reason.slice(0, 200)}`, false);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
  }

  /** @throws AddressRefused */
  #checkAddress(address: string): URL {
    const url = parseAddress(address);
    if (this.#http.isTrusted(url)) return url;
    if (url.protocol !== 'https:')
      throw new AddressRefused('Only https is allowed: over http, messages could be read in transit');
    refusePrivate(url);
    return url;
  }
}
