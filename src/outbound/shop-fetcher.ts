import { isGzip, unpackGzip } from './gzip-body.ts';
import type { Readable } from 'node:stream';
import { isAllowedByRobots, noRobotsRules, parseRobots, type RobotsRules } from '../lib/robots-txt.ts';
import { PacedHosts, systemPause, type Pause } from '../lib/paced-hosts.ts';
import { isSameShop } from '../lib/same-shop.ts';
import { limits } from '../ports/limits.ts';
import { ShopError, type ShopClient, type ShopReply, type ShopRequest } from '../ports/catalog/shops.ts';
import { GuardedHttp, findRefusal, findRefusalCause, type GuardedHttpOptions } from './guarded-http.ts';
import {
  buildConditionHeaders,
  buildCredentialHeaders,
  redirectStatuses,
  takeFirst,
} from './feed-headers.ts';

export interface ShopFetcherOptions extends GuardedHttpOptions {
  /** The name in the header `user-agent`, with the address where the host learns who asks. */
  readonly userAgent: string;
  /** Requests that a host gets in a second. */
  readonly requestsPerSecond: number;
  readonly pause?: Pause;
}

/** The crawler's name in robots.txt. */
const robotsToken = 'vitrine';
/** Milliseconds for which the robots.txt of a host is kept, and the hosts of which it is kept. */
const robotsAgeMsMax = 60 * 60 * 1_000;
const robotsHostsMax = 1_000;
/** Replies of a host that cannot answer now: the request is sent again after its `retry-after`. */
const busyStatuses = new Set([429, 503]);
const attemptsMax = 3;
const retryMsDefault = 5_000;
const retryMsMax = 60_000;

interface KnownRobots {
  readonly at: number;
  readonly text: string;
  readonly rules: RobotsRules;
}

/** The {@link ShopClient} of the service, on the guarded requests that feeds use too. */
export class ShopFetcher implements ShopClient, AsyncDisposable {
  readonly #http: GuardedHttp;
  readonly #userAgent: string;
  readonly #intervalMs: number;
  readonly #pause: Pause;
  readonly #hosts: PacedHosts;
  /** By origin. Requests that need one at the same time share it. */
  readonly #robots = new Map<string, Promise<KnownRobots>>();

  constructor({ userAgent, requestsPerSecond, pause = systemPause, ...options }: ShopFetcherOptions) {
    this.#http = new GuardedHttp(options);
    this.#userAgent = userAgent;
    this.#intervalMs = 1_000 / requestsPerSecond;
    this.#pause = pause;
    this.#hosts = new PacedHosts(pause);
  }

  findRefusal(url: string): string | null {
    return findRefusal(() => this.#http.parsePriceAddress(url));
  }

  async request(request: ShopRequest): Promise<ShopReply> {
    const start = parseAddressOrFail(request.url);
    const seen = new Set<string>();
    let url = start;
    for (let redirects = 0; redirects <= limits.feedRedirectsMax; redirects++) {
      seen.add(url.href);
      const robots = await this.#findRobots(url, request);
      if (!isAllowedByRobots(robots.rules, url))
        throw new ShopError('forbidden', `robots.txt of ${url.host} forbids ${url.pathname}`);
      const { crawlDelay } = robots.rules;
      const { delaySecondsMax = limits.crawlDelaySecondsMax } = request;
      const intervalMs = Math.max(this.#intervalMs, 1_000 * Math.min(crawlDelay ?? 0, delaySecondsMax));
      const reply = await this.#send(url, request, { intervalMs, isStart: isSameShop(url, start) });
      if (typeof reply !== 'string') return reply;
      const next = URL.parse(reply, url.href);
      if (next === null)
        throw new ShopError('redirects', `${url.href} redirects to something that is not a URL`);
      if (!isSameShop(next, start))
        throw new ShopError('other_host', `${start.href} redirects to another host: ${next.origin}`);
      next.hash = '';
      if (seen.has(next.href)) throw new ShopError('redirects', `${start.href} redirects in a circle`);
      url = next;
    }
    throw new ShopError(
      'redirects',
      `More than ${limits.feedRedirectsMax} redirects lead from ${start.href}`,
    );
  }

  async readRobots({ url, ...request }: Pick<ShopRequest, 'url' | 'credentials' | 'signal'>): Promise<{
    text: string;
    sitemaps: readonly string[];
    crawlDelay: number | null;
  }> {
    const { text, rules } = await this.#findRobots(parseAddressOrFail(url), request);
    return { text, sitemaps: rules.sitemaps, crawlDelay: rules.crawlDelay };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
  }

  /** Sends one request, again where the host is busy. Returns the address of a redirect as a text. */
  async #send(
    url: URL,
    request: Omit<ShopRequest, 'url'>,
    { intervalMs, isStart }: { readonly intervalMs: number; readonly isStart: boolean },
  ): Promise<ShopReply | string> {
    const { signal, credentials, etag = null, lastModified = null } = request;
    for (let attempt = 1; ; attempt++) {
      await this.#hosts.wait(url.host, intervalMs, signal);
      const timeout = AbortSignal.timeout(limits.crawlPageMsMax);
      try {
        const { statusCode, headers, body } = await this.#http.request(
          this.#http.parsePriceAddress(url.href),
          {
            signal: AbortSignal.any([signal, timeout]),
            headers: {
              'user-agent': this.#userAgent,
              'accept-encoding': 'gzip',
              accept: '*/*',
              ...buildConditionHeaders({ etag, lastModified }),
              ...(isStart ? buildCredentialHeaders(credentials) : {}),
            },
          },
        );
        const location = takeFirst(headers['location']);
        if (redirectStatuses.has(statusCode) && location !== null) {
          body.destroy();
          return location;
        }
        if (busyStatuses.has(statusCode) && attempt < attemptsMax) {
          body.destroy();
          this.#hosts.delay(url.host, readRetryMs(takeFirst(headers['retry-after'])));
          continue;
        }
        const bytes =
          statusCode === 200
            ? await readBody(body, request.bytesMax ?? limits.crawlPageBytesMax, request.isCut === true)
            : null;
        if (bytes === null) body.destroy();
        return {
          status: statusCode,
          url: url.href,
          contentType: takeFirst(headers['content-type']) ?? '',
          etag: takeFirst(headers['etag']),
          lastModified: takeFirst(headers['last-modified']),
          total: readCount(takeFirst(headers['x-wp-total'])),
          totalPages: readCount(takeFirst(headers['x-wp-totalpages'])),
          body: bytes ?? new Uint8Array(),
        };
      } catch (error) {
        signal.throwIfAborted();
        // The host may have closed a connection that it kept open, just as the request was sent.
        if (isConnectionLost(error) && !timeout.aborted && attempt < attemptsMax) continue;
        throw toShopError(error, url, timeout);
      }
    }
  }

  /** The rules of the host, read at most once an hour. A host without the file forbids nothing, and one that fails forbids all. */
  async #findRobots(url: URL, request: Omit<ShopRequest, 'url'>): Promise<KnownRobots> {
    const { origin } = url;
    const known = this.#robots.get(origin);
    if (known !== undefined) {
      const robots = await known.catch(() => null);
      request.signal.throwIfAborted();
      if (robots !== null && this.#pause.now() - robots.at < robotsAgeMsMax) return robots;
      if (this.#robots.get(origin) === known) this.#robots.delete(origin);
      return this.#findRobots(url, request);
    }
    const reading = this.#readRobotsOnce(url, request);
    this.#robots.set(origin, reading);
    if (this.#robots.size > robotsHostsMax) this.#robots.delete(this.#robots.keys().next().value!);
    try {
      return await reading;
    } catch (error) {
      if (this.#robots.get(origin) === reading) this.#robots.delete(origin);
      throw error;
    }
  }

  async #readRobotsOnce(start: URL, request: Omit<ShopRequest, 'url'>): Promise<KnownRobots> {
    const none = { at: this.#pause.now(), text: '', rules: noRobotsRules };
    let url = new URL('/robots.txt', start);
    for (let redirects = 0; redirects <= limits.feedRedirectsMax; redirects++) {
      const reply = await this.#send(
        url,
        {
          credentials: request.credentials,
          signal: request.signal,
          bytesMax: limits.robotsBytesMax,
          isCut: true,
        },
        { intervalMs: this.#intervalMs, isStart: isSameShop(url, start) },
      );
      if (typeof reply === 'string') {
        const next = URL.parse(reply, url.href);
        // What is on another host or no address says nothing about this one.
        if (next === null || !isSameShop(next, start)) return none;
        url = next;
        continue;
      }
      if (reply.status >= 500 || reply.status === 429)
        throw new ShopError(
          'unreachable',
          `robots.txt of ${start.host} answered ${reply.status}, so that nothing of it may be read now`,
        );
      if (reply.status !== 200) return none;
      const text = Buffer.from(reply.body).toString('utf8');
      return { at: this.#pause.now(), text, rules: parseRobots(text, robotsToken) };
    }
    return none;
  }
}

function parseAddressOrFail(address: string): URL {
  const url = URL.parse(address);
  if (url === null) throw new ShopError('unreachable', 'The address is not a URL');
  url.hash = '';
  return url;
}

/** The unpacked bytes of a reply, also of a packed file in a packed reply. @throws ShopError for a longer one that is not cut off */
async function readBody(body: Readable, bytesMax: number, isCut: boolean): Promise<Uint8Array> {
  try {
    const bytes = await collectBytes(body, bytesMax, isCut);
    return isGzip(bytes) && !isCut ? await collectBytes([bytes], bytesMax, isCut) : bytes;
  } finally {
    body.destroy();
  }
}

async function collectBytes(
  source: Readable | Iterable<Uint8Array>,
  bytesMax: number,
  isCut: boolean,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpackGzip(source)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bytesMax && !isCut)
      throw new ShopError('too_large', `A page has more than ${bytesMax} bytes`);
    if (length >= bytesMax && isCut) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}

const lostCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lostCodes.has(String(error.code));
}

function readRetryMs(header: string | null): number {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(1_000 * seconds, retryMsMax) : retryMsDefault;
}

function readCount(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

function toShopError(error: unknown, url: URL, timeout: AbortSignal): ShopError {
  if (error instanceof ShopError) return error;
  if (timeout.aborted)
    return new ShopError('unreachable', `${url.href} did not come within ${limits.crawlPageMsMax} ms`);
  const refusal = findRefusalCause(error);
  if (refusal !== null) return new ShopError('unreachable', refusal.message);
  const reason = error instanceof Error ? error.message : String(error);
  return new ShopError('unreachable', `${url.host} could not be read: ${reason.slice(0, 200)}`);
}
