import { errorOfReply, VitrineError } from './error.ts';
import { WriteTokens } from './write-tokens.ts';

/** Options of a client. */
export interface ClientOptions {
  /** URL of the service, without a path: `https://search.shop.example`. */
  readonly url: string;
  /** API key, sent as `x-api-key`. Use a web key in web pages. */
  readonly key?: string | undefined;
  /** Replacement for `fetch`, for tests, proxies or instrumentation. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Headers of all requests. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds until an incomplete request fails with `timeout`. Default: 30,000; imports and exports: none. 0: no limit.
   */
  readonly timeoutMs?: number | undefined;
}

/** Options of a request. */
export interface RequestOptions {
  /** Aborts the request, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; overrides that of the client. 0: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Additional headers, such as `x-request-id`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a conditional change. */
export interface ChangeOptions extends RequestOptions {
  /** The expected version; if it is not the current one, the request fails with 412. */
  readonly ifVersion?: number | undefined;
}

/** A request without members that the client adds. */
export type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A request of an operation. */
export interface RequestSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly raw?: { readonly body: RawBody; readonly contentType: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds, if the operation has its own default. */
  readonly timeoutMs?: number;
}

/** Bodies that are sent unchanged. */
export type RawBody = string | Blob | Uint8Array | ReadableStream<Uint8Array>;

const timeoutMsDefault = 30_000;

/** Sends requests; resolves with values or rejects with a {@link VitrineError}. */
export interface Transport {
  json<T>(request: RequestSpec, options?: RequestOptions): Promise<T>;
  /** The successful reply, for content other than JSON. */
  reply(request: RequestSpec, options?: RequestOptions): Promise<Response>;
}

/** Converts a failed request to a {@link VitrineError}, or returns the reason of the caller's signal. */
export function failureOf(error: unknown, operation: string, signal: AbortSignal | undefined): unknown {
  if (error instanceof VitrineError) return error;
  if (signal?.aborted === true) return signal.reason;
  return new VitrineError({
    status: 0,
    code: 'unreachable',
    detail: `${operation}: the connection failed`,
    cause: error,
  });
}

export function createTransport(client: ClientOptions): Transport {
  const written = new WriteTokens();
  const base = client.url.replace(/(?<!\/)\/+$/, '');
  const send = async (
    request: RequestSpec,
    options: RequestOptions,
    signal: AbortSignal | null,
  ): Promise<Response> => {
    const call = client.fetch ?? globalThis.fetch;
    const init: RequestInit & { duplex?: 'half' } = {
      method: request.method,
      headers: { ...headersOf(client, request), ...written.headers(), ...options.headers },
      ...(signal === null ? {} : { signal }),
    };
    if (request.json !== undefined) init.body = JSON.stringify(request.json);
    if (request.raw !== undefined) {
      init.body = request.raw.body as NonNullable<RequestInit['body']>;
      // `fetch` requires this for streamed bodies.
      if (request.raw.body instanceof ReadableStream) init.duplex = 'half';
    }
    const reply = await call(`${base}${request.path}${queryText(request.query)}`, init);
    written.add(reply.headers);
    if (!reply.ok) throw await errorOfReply(reply);
    return reply;
  };
  const withTimeout = async <T>(
    request: RequestSpec,
    options: RequestOptions,
    read: (reply: Response) => Promise<T>,
  ): Promise<T> => {
    const timeoutMs = options.timeoutMs ?? request.timeoutMs ?? client.timeoutMs ?? timeoutMsDefault;
    const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : null;
    const signals = [options.signal, timeout].filter((one) => one !== undefined && one !== null);
    try {
      return await read(await send(request, options, signals.length === 0 ? null : AbortSignal.any(signals)));
    } catch (error) {
      const operation = `${request.method} ${request.path}`;
      if (timeout?.aborted === true && options.signal?.aborted !== true && !(error instanceof VitrineError)) {
        throw new VitrineError({
          status: 0,
          code: 'timeout',
          detail: `${operation}: no complete reply within ${timeoutMs} ms`,
          cause: error,
        });
      }
      throw failureOf(error, `${operation} at ${base}`, options.signal);
    }
  };
  return {
    json: <T>(request: RequestSpec, options: RequestOptions = {}) =>
      withTimeout(request, options, readJson<T>),
    reply: (request, options = {}) => withTimeout(request, options, async (reply) => reply),
  };
}

function headersOf(client: ClientOptions, request: RequestSpec): Record<string, string> {
  const type = request.json === undefined ? request.raw?.contentType : 'application/json';
  return {
    ...client.headers,
    ...(client.key === undefined ? {} : { 'x-api-key': client.key }),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...request.headers,
  };
}

async function readJson<T>(reply: Response): Promise<T> {
  const text = await reply.text();
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const detail = `The reply with status ${reply.status} is not JSON: ${text.slice(0, 100)}`;
    throw new VitrineError({
      status: reply.status,
      code: 'unexpected_reply',
      detail,
      requestId: reply.headers.get('x-request-id'),
      cause,
    });
  }
}

/** The query string. Lists are repeated, as values can contain commas; undefined values are omitted. */
export function queryText(query: Readonly<Record<string, unknown>> | undefined): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      pairs.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
    }
  }
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
}

/** The header of a conditional change. */
export function versionHeader({ ifVersion }: ChangeOptions = {}): Record<string, string> {
  return ifVersion === undefined ? {} : { 'if-match': `"${ifVersion}"` };
}

/** A path segment; ids can contain any character. */
export function segment(value: string): string {
  return encodeURIComponent(value);
}
