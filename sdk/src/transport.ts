import { errorOfReply, VitrineError } from './error.ts';

/** How a client reaches the service. */
export interface ClientOptions {
  /** Address of the service, without a trailing path: `https://search.shop.example`. In its own pages: `location.origin`. */
  readonly url: string;
  /** API key, sent as `x-api-key`. A key that is in a web page should have the scopes `search`, `recommend` and `events` only. */
  readonly key?: string | undefined;
  /** Instead of the platform's `fetch`: for tests, proxies, or instrumentation. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Headers sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds until a request without its whole answer fails with `timeout`: 30,000; 0 for no limit. Imports and exports have none by default. */
  readonly timeoutMs?: number | undefined;
}

/** What may differ from one request to the next. */
export interface RequestOptions {
  /** Ends the request; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; instead of the client's. 0 for no limit. */
  readonly timeoutMs?: number | undefined;
  /** Further headers, such as `x-request-id`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A request as an operation describes it. */
export interface RequestSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: { readonly body: RawBody; readonly contentType: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds, where the operation's default is not the client's. */
  readonly timeoutMs?: number;
}

/** Bodies that travel as they are. */
export type RawBody = string | Blob | Uint8Array | ReadableStream<Uint8Array>;

const timeoutMsDefault = 30_000;

/** Sends requests and turns their answers into values or a {@link VitrineError}. */
export interface Transport {
  json<T>(wanted: RequestSpec, options?: RequestOptions): Promise<T>;
  /** The whole reply, for what is no JSON; it has a good status. */
  reply(wanted: RequestSpec, options?: RequestOptions): Promise<Response>;
}

/** What went wrong on the way, as the one error there is; the caller's own abort stays what it is. */
export function failureOf(error: unknown, what: string, signal: AbortSignal | undefined): unknown {
  if (error instanceof VitrineError) return error;
  if (signal?.aborted === true) return signal.reason;
  return new VitrineError({
    status: 0,
    code: 'unreachable',
    detail: `${what}: the connection failed`,
    cause: error,
  });
}

export function createTransport(client: ClientOptions): Transport {
  const base = client.url.replace(/(?<!\/)\/+$/, '');
  const send = async (
    wanted: RequestSpec,
    options: RequestOptions,
    signal: AbortSignal | null,
  ): Promise<Response> => {
    const call = client.fetch ?? globalThis.fetch;
    const init: RequestInit & { duplex?: 'half' } = {
      method: wanted.method,
      headers: { ...headersOf(client, wanted), ...options.headers },
      ...(signal === null ? {} : { signal }),
    };
    if (wanted.json !== undefined) init.body = JSON.stringify(wanted.json);
    if (wanted.raw !== undefined) {
      init.body = wanted.raw.body as NonNullable<RequestInit['body']>;
      // Fetch refuses to stream a body unless it is told that the answer comes after it.
      if (wanted.raw.body instanceof ReadableStream) init.duplex = 'half';
    }
    const reply = await call(`${base}${wanted.path}${queryText(wanted.query)}`, init);
    if (!reply.ok) throw await errorOfReply(reply);
    return reply;
  };
  const guarded = async <T>(
    wanted: RequestSpec,
    options: RequestOptions,
    read: (reply: Response) => Promise<T>,
  ): Promise<T> => {
    const timeoutMs = options.timeoutMs ?? wanted.timeoutMs ?? client.timeoutMs ?? timeoutMsDefault;
    const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : null;
    const signals = [options.signal, timeout].filter((one) => one !== undefined && one !== null);
    try {
      return await read(await send(wanted, options, signals.length === 0 ? null : AbortSignal.any(signals)));
    } catch (error) {
      const what = `${wanted.method} ${wanted.path}`;
      if (timeout?.aborted === true && options.signal?.aborted !== true && !(error instanceof VitrineError)) {
        throw new VitrineError({
          status: 0,
          code: 'timeout',
          detail: `${what} had no whole answer in ${timeoutMs} ms`,
          cause: error,
        });
      }
      throw failureOf(error, `${what} at ${base}`, options.signal);
    }
  };
  return {
    json: <T>(wanted: RequestSpec, options: RequestOptions = {}) => guarded(wanted, options, readJson<T>),
    reply: (wanted, options = {}) => guarded(wanted, options, async (reply) => reply),
  };
}

function headersOf(client: ClientOptions, wanted: RequestSpec): Record<string, string> {
  const type = wanted.json === undefined ? wanted.raw?.contentType : 'application/json';
  return {
    ...client.headers,
    ...(client.key === undefined ? {} : { 'x-api-key': client.key }),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...wanted.headers,
  };
}

async function readJson<T>(reply: Response): Promise<T> {
  const text = await reply.text();
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const detail = `The answer with status ${reply.status} is not JSON: ${text.slice(0, 100)}`;
    throw new VitrineError({
      status: reply.status,
      code: 'unexpected_reply',
      detail,
      requestId: reply.headers.get('x-request-id'),
      cause,
    });
  }
}

/** The query of an address. Lists are repeated, so that values may hold commas; what is undefined is left out. */
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

/** A part of a path: an id may hold any character. */
export function segment(value: string): string {
  return encodeURIComponent(value);
}
