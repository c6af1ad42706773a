import { lookup as lookupHost } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, request as requestOf } from 'undici';
import { limits } from '../../ports/limits.ts';
import { PictureFetchError, type PictureSource } from '../../ports/vision.ts';
import { sniffBytes, sniffPictureFormat } from './picture-format.ts';
import { isPublicAddress } from './public-address.ts';

/** Reasons for a failed fetch, in addition to `image_empty` and `image_unsupported`. */
export type FetchErrorCode =
  | 'fetch_refused_address'
  | 'fetch_status'
  | 'fetch_timeout'
  | 'fetch_too_large'
  | 'fetch_failed';

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** The HTTP client with its connections to public hosts and to those of the shop. */
interface HttpClient {
  readonly request: typeof requestOf;
  readonly guarded: Agent;
  readonly trusting: Agent;
}

export interface PictureFetcherOptions {
  /**
   * Hosts, each with or without its port (`pictures.internal`, `10.0.0.5:9000`), that are allowed at any address
   * and port: the shop's own.
   */
  readonly allowPrivate?: readonly string[];
  readonly bytesMax?: number;
  /** Timeout from the call to the last byte, including redirects and name lookups. */
  readonly fetchMsMax?: number;
  /** Resolves the addresses of a host name. */
  readonly resolve?: (hostname: string) => Promise<readonly HostAddress[]>;
}

/** Ports of web servers. Others would allow scanning other machines through the service. */
const portsAllowed = new Set(['', '80', '443', '8080', '8443']);
/** Minimum time for the error of a name without a public address: private names resolve faster than unknown ones. */
const unresolvedMsMin = 250;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Temporary statuses below 500. */
const retryableStatuses = new Set([408, 425, 429]);

/**
 * Fetches pictures from addresses supplied by clients, which might point anywhere. Only http and https; no
 * credentials, cookies or proxies; only public addresses, checked when the connection is made, so that a name with
 * changing addresses gains nothing. Each redirect is checked like a new address. The content must begin like a
 * picture, whatever its headers say.
 */
export class PictureFetcher implements PictureSource, AsyncDisposable {
  readonly #allowPrivate: ReadonlySet<string>;
  readonly #bytesMax: number;
  readonly #fetchMsMax: number;
  readonly #resolve: NonNullable<PictureFetcherOptions['resolve']>;
  /** Null before the first fetch: a service without addresses of pictures does not load it. */
  #client: Promise<HttpClient> | null = null;

  constructor(options: PictureFetcherOptions = {}) {
    this.#allowPrivate = new Set((options.allowPrivate ?? []).map((host) => host.toLowerCase()));
    this.#bytesMax = options.bytesMax ?? limits.imageBytesMax;
    this.#fetchMsMax = options.fetchMsMax ?? limits.imageFetchMsMax;
    this.#resolve = options.resolve ?? ((hostname) => lookupHost(hostname, { all: true }));
  }

  /** @throws PictureFetchError whose `code` is a FetchErrorCode, `image_empty` or `image_unsupported` */
  async fetch(url: string): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(this.#fetchMsMax);
    try {
      return await this.#follow(url, signal);
    } catch (error) {
      if (error instanceof PictureFetchError) throw error;
      if (signal.aborted) {
        throw failure('fetch_timeout', `The picture did not come within ${this.#fetchMsMax} ms`, true);
      }
      const refusal = refusalIn(error);
      if (refusal !== null) throw refusal;
      throw failure('fetch_failed', `The picture's host could not be read: ${messageOf(error)}`, true);
    }
  }

  async close(): Promise<void> {
    const client = await this.#client;
    await Promise.all([client?.guarded.destroy(), client?.trusting.destroy()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #openClient(): Promise<HttpClient> {
    const { Agent, request } = await import('undici');
    const common = { connections: 8, maxHeaderSize: 16_384 };
    return {
      request,
      guarded: new Agent({ ...common, connect: { lookup: lookupWith(this.#resolve, true) } }),
      trusting: new Agent({ ...common, connect: { lookup: lookupWith(this.#resolve, false) } }),
    };
  }

  async #follow(start: string, signal: AbortSignal): Promise<Uint8Array> {
    const { request, guarded, trusting } = await (this.#client ??= this.#openClient());
    let address = start;
    for (let redirects = 0; redirects <= limits.imageRedirectsMax; redirects++) {
      const url = parse(address);
      const isTrusted = this.#allowPrivate.has(url.hostname) || this.#allowPrivate.has(url.host);
      if (!isTrusted) refusePrivate(url);
      const { statusCode, headers, body } = await request(url, {
        dispatcher: isTrusted ? trusting : guarded,
        signal,
        headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'vitrine' },
      });
      // Destroying an unread body closes its connection; the resulting error is irrelevant.
      body.on('error', () => {});
      if (statusCode === 200) return await this.#read(headers['content-length'], body);
      body.destroy();
      const { location } = headers;
      if (!redirectStatuses.has(statusCode) || typeof location !== 'string') {
        const isRetryable = statusCode >= 500 || retryableStatuses.has(statusCode);
        throw failure('fetch_status', `The picture's host answered ${statusCode}`, isRetryable);
      }
      address = resolveLocation(location, url);
    }
    throw failure(
      'fetch_failed',
      `More than ${limits.imageRedirectsMax} redirects lead to the picture`,
      false,
    );
  }

  async #read(
    contentLength: string | string[] | undefined,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Uint8Array> {
    if (Number(contentLength) > this.#bytesMax) throw this.#tooLarge();
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    let isSniffed = false;
    // Throwing out of the loop destroys the body, which ends an endless one.
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > this.#bytesMax) throw this.#tooLarge();
      if (!isSniffed && bytes >= sniffBytes) {
        refuseOther(Buffer.concat(chunks));
        isSniffed = true;
      }
    }
    if (bytes === 0) throw new PictureFetchError('image_empty', 'The address answered with 0 bytes', false);
    const all = Buffer.concat(chunks, bytes);
    if (!isSniffed) refuseOther(all);
    return all;
  }

  #tooLarge(): PictureFetchError {
    return failure('fetch_too_large', `The picture has more than ${this.#bytesMax} bytes`, false);
  }
}

function parse(address: string): URL {
  // Parsing also normalises the decimal, octal and hexadecimal notations of an IPv4 address.
  const url = URL.parse(address);
  if (url === null) throw refused('The address of the picture is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(`Pictures are fetched by http and https only, not by ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '')
    throw refused('The address of the picture has a password in it');
  return url;
}

/** Checks an address in numeric notation, which is never looked up. */
function refusePrivate(url: URL): void {
  if (!portsAllowed.has(url.port)) throw refused(`Pictures are not fetched from port ${url.port}`);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw refused(`${literal} is not a public address`);
}

/**
 * A name lookup for `net.connect`: the connection uses its result, so the check belongs here. Private and
 * unresolvable names give the same error after the same time, so that clients cannot find private names.
 */
function lookupWith(
  resolve: NonNullable<PictureFetcherOptions['resolve']>,
  isGuarded: boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    const guarded = isGuarded ? publicAddresses(hostname, resolve) : resolve(hostname);
    guarded
      .then((found) => {
        const first = found[0];
        if (first === undefined) throw new Error(`${hostname} has no address`);
        if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      })
      .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''));
  };
}

/** The addresses of a name. @throws PictureFetchError where it has none, or not only public ones */
async function publicAddresses(
  hostname: string,
  resolve: NonNullable<PictureFetcherOptions['resolve']>,
): Promise<readonly HostAddress[]> {
  const earliest = sleep(unresolvedMsMin, undefined, { ref: false });
  const found = await resolve(hostname).catch((): readonly HostAddress[] => []);
  // One private address among public ones suffices for a rejection: it would point to the internal network.
  if (found.length > 0 && found.every(({ address }) => isPublicAddress(address))) return found;
  await earliest;
  throw failure('fetch_failed', `${hostname} has no public address`, true);
}

function resolveLocation(location: string, base: URL): string {
  const url = URL.parse(location, base.href);
  if (url === null) throw failure('fetch_failed', 'The host redirects to something that is not a URL', false);
  return url.href;
}

function refuseOther(bytes: Uint8Array): void {
  if (sniffPictureFormat(bytes) !== null) return;
  throw new PictureFetchError(
    'image_unsupported',
    'The address answered with something that is no picture',
    false,
  );
}

function refused(detail: string): PictureFetchError {
  return failure('fetch_refused_address', detail, false);
}

function failure(code: FetchErrorCode, detail: string, isRetryable: boolean): PictureFetchError {
  return new PictureFetchError(code, detail, isRetryable);
}

/** The PictureFetchError of a lookup as undici throws it: itself, or a cause. */
function refusalIn(error: unknown): PictureFetchError | null {
  if (error instanceof PictureFetchError) return error;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : null;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, 200);
}
