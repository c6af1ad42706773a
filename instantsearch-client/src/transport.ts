import type { InstantSearchClientOptions } from './types.ts';

/** A request that the service refused, or that did not arrive (`status` 0). */
export class SearchClientError extends Error {
  override readonly name = 'SearchClientError';
  /** Status of HTTP; 0: no reply. */
  readonly status: number;
  /** The code of the service, such as `invalid_filter`. */
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}

/** Sends requests to the service. */
export type Send = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

export function sender({ url, key, fetch = globalThis.fetch }: InstantSearchClientOptions): Send {
  const base = url.endsWith('/') ? url.slice(0, -1) : url;
  return async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
    let reply: Response;
    let json: unknown;
    try {
      reply = await fetch(`${base}${path}`, {
        method,
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      json = await reply.json();
    } catch (cause) {
      throw new SearchClientError(0, 'unreachable', `${method} ${path}: no reply in JSON`, { cause });
    }
    if (reply.ok) return json as T;
    const { code = 'unexpected_reply', detail = `Status ${reply.status}` } = json as {
      code?: string;
      detail?: string;
    };
    throw new SearchClientError(reply.status, code, detail);
  };
}
