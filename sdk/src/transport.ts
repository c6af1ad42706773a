import { errorOfReply, VitrineError } from './error.ts';
import { isOfHost, isTemporary, pause, retriesDefault, retryDelayMs } from './retries.ts';
import { WriteTokens } from './write-tokens.ts';

/** Options of a client. */
export interface ClientOptions {
  /**
   * URL of the service, without a path: `https://search.shop.example`. Several: the first one is used until its connection
   * fails or it replies 502, 503 or 504, or not in time; then the next one, for this and all later requests.
   */
  readonly url: string | readonly string[];
  /**
   * API key, sent as `x-api-key`; or a function that is called for each request, such as for signed keys, which expire. Use a web key
   * or a signed key in web pages.
   */
  readonly key?: string | (() => string | Promise<string>) | undefined;
  /** Replacement for `fetch`, for tests, proxies or instrumentation. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Headers of all requests. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds until an incomplete request fails with `timeout`, all attempts together. Default: 30,000; imports and
   * exports: none. 0: no limit.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Milliseconds until an attempt of a request that can be repeated is given up for another one. Default: 10,000. Not for
   * requests without a `timeoutMs`. 0: no limit.
   */
  readonly attemptTimeoutMs?: number | undefined;
  /**
   * How often a failed request is repeated: searches, lists, reads (GET) and events, never other writes. Default: 2, with
   * more than three hosts one less than these. 0: never.
   */
  readonly retries?: number | undefined;
}

/** Options of a request. */
export interface RequestOptions {
  /** Aborts the request, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; overrides that of the client. 0: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Overrides that of the client. */
  readonly retries?: number | undefined;
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
  /** Whether a second request changes nothing, so that it can be repeated. Default: of a GET. */
  readonly isRepeatable?: boolean;
}

/** A search or a list: it changes nothing but its own impression, so it can be repeated. */
export function readByPost(path: string, json: unknown): RequestSpec {
  return { method: 'POST', path, json, isRepeatable: true };
}

/** Bodies that are sent unchanged. */
export type RawBody = string | Blob | Uint8Array | ReadableStream<Uint8Array>;

const timeoutMsDefault = 30_000;
const attemptTimeoutMsDefault = 10_000;

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
  const hosts = [client.url].flat().map((url) => url.replace(/(?<!\/)\/+$/, ''));
  if (hosts.length === 0)
    throw new TypeError('Cannot create a client as `url` is an empty list: name a host');
  /** The host that worked last. */
  let current = 0;

  const request = async <T>(
    spec: RequestSpec,
    options: RequestOptions,
    read: (reply: Response) => Promise<T>,
  ): Promise<T> => {
    const canRepeat = spec.isRepeatable ?? spec.method === 'GET';
    const retries = options.retries ?? client.retries ?? Math.max(retriesDefault, hosts.length - 1);
    const limits = limitsOf(client, spec, options, canRepeat && retries > 0);
    const failedHosts = new Set<number>();
    const key = typeof client.key === 'function' ? await client.key() : client.key;
    for (let failed = 1; ; failed++) {
      const host = current;
      try {
        return await attempt(limits, hosts[host]!, spec, options.signal, async (signal) =>
          read(await send({ ...client, key }, written, hosts[host]!, spec, options, signal)),
        );
      } catch (error) {
        if (!(error instanceof VitrineError)) throw error;
        if (isOfHost(error)) {
          failedHosts.add(host);
          // A concurrent request may have moved on already.
          if (current === host) current = (host + 1) % hosts.length;
        }
        const isOver = failed > retries || limits.total?.aborted === true;
        if (!canRepeat || isOver || !isTemporary(error)) throw error;
        const mustWait = failedHosts.has(current) || !isOfHost(error);
        const delayMs = mustWait ? retryDelayMs(error, Math.ceil(failed / hosts.length)) : 0;
        if (delayMs === null || Date.now() + delayMs >= limits.until) throw error;
        await pause(delayMs, options.signal);
      }
    }
  };
  return {
    json: <T>(spec: RequestSpec, options: RequestOptions = {}) => request(spec, options, readJson<T>),
    reply: (spec, options = {}) => request(spec, options, async (reply) => reply),
  };
}

/** Options of a client with the key of a request. */
type KeyedOptions = Omit<ClientOptions, 'key'> & { readonly key: string | undefined };

/** Sends a request once. @throws VitrineError for a reply with an error status */
async function send(
  client: KeyedOptions,
  written: WriteTokens,
  base: string,
  spec: RequestSpec,
  options: RequestOptions,
  signal: AbortSignal | null,
): Promise<Response> {
  const call = client.fetch ?? globalThis.fetch;
  const init: RequestInit & { duplex?: 'half' } = {
    method: spec.method,
    headers: { ...headersOf(client, spec), ...written.headers(), ...options.headers },
    ...(signal === null ? {} : { signal }),
  };
  if (spec.json !== undefined) init.body = JSON.stringify(spec.json);
  if (spec.raw !== undefined) {
    init.body = spec.raw.body as NonNullable<RequestInit['body']>;
    // `fetch` requires this for streamed bodies.
    if (spec.raw.body instanceof ReadableStream) init.duplex = 'half';
  }
  const reply = await call(`${base}${spec.path}${queryText(spec.query)}`, init);
  written.add(reply.headers);
  if (!reply.ok) throw await errorOfReply(reply);
  return reply;
}

/** Runs an attempt within its limits. @throws VitrineError, or the reason of the caller's signal */
async function attempt<T>(
  { total, totalMs, attemptMs }: Limits,
  base: string,
  spec: RequestSpec,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal | null) => Promise<T>,
): Promise<T> {
  const own = attemptMs > 0 ? AbortSignal.timeout(attemptMs) : null;
  const signals = [caller, total, own].filter((one) => one !== undefined && one !== null);
  try {
    return await run(signals.length === 0 ? null : AbortSignal.any(signals));
  } catch (error) {
    const operation = `${spec.method} ${spec.path}`;
    const isLate = total?.aborted === true || own?.aborted === true;
    if (!isLate || caller?.aborted === true || error instanceof VitrineError)
      throw failureOf(error, `${operation} at ${base}`, caller);
    const ms = total?.aborted === true ? totalMs : attemptMs;
    const detail = `${operation}: no complete reply within ${ms} ms`;
    throw new VitrineError({ status: 0, code: 'timeout', detail, cause: error });
  }
}

/** Times of a request; 0: no limit. */
interface Limits {
  readonly totalMs: number;
  readonly attemptMs: number;
  readonly total: AbortSignal | null;
  /** Milliseconds since 1970. */
  readonly until: number;
}

function limitsOf(
  client: ClientOptions,
  spec: RequestSpec,
  options: RequestOptions,
  canRepeat: boolean,
): Limits {
  const totalMs = options.timeoutMs ?? spec.timeoutMs ?? client.timeoutMs ?? timeoutMsDefault;
  const attemptMs = totalMs > 0 && canRepeat ? (client.attemptTimeoutMs ?? attemptTimeoutMsDefault) : 0;
  if (totalMs <= 0) return { totalMs, attemptMs, total: null, until: Infinity };
  return { totalMs, attemptMs, total: AbortSignal.timeout(totalMs), until: Date.now() + totalMs };
}

function headersOf(client: KeyedOptions, request: RequestSpec): Record<string, string> {
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
