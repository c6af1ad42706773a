import type { Readable } from 'node:stream';
import {
  FeedError,
  type Feed,
  type FeedReply,
  type FeedSource,
  type FeedState,
} from '../ports/catalog/feeds.ts';
import { limits } from '../ports/limits.ts';
import {
  buildConditionHeaders,
  buildCredentialHeaders,
  redirectStatuses,
  takeFirst,
} from './feed-headers.ts';
import { unpackGzip } from './gzip-body.ts';
import {
  GuardedHttp,
  parseAddress,
  findRefusal,
  findRefusalCause,
  type GuardedHttpOptions,
} from './guarded-http.ts';

export interface FeedFetcherOptions extends GuardedHttpOptions {
  /** Default `Vitrine`. */
  readonly userAgent?: string;
  readonly bytesMax?: number;
  /** Timeout from the request to the last byte. */
  readonly fetchMsMax?: number;
}

/**
 * Reads feeds by {@link GuardedHttp}: over https from public addresses, or from the shop's own hosts also over http. Each redirect is
 * checked like a new address, and another origin gets no credentials. Unpacks gzip, and limits the unpacked bytes and their ratio to the
 * packed ones.
 */
export class FeedFetcher implements FeedSource, AsyncDisposable {
  readonly #http: GuardedHttp;
  readonly #userAgent: string;
  readonly #bytesMax: number;
  readonly #fetchMsMax: number;

  constructor(options: FeedFetcherOptions = {}) {
    this.#http = new GuardedHttp(options);
    this.#userAgent = options.userAgent ?? 'Vitrine';
    this.#bytesMax = options.bytesMax ?? limits.feedBytesMax;
    this.#fetchMsMax = options.fetchMsMax ?? limits.feedFetchMsMax;
  }

  findRefusal(url: string): string | null {
    return findRefusal(() => this.#http.parsePriceAddress(url));
  }

  async open(
    feed: Pick<Feed, 'url' | 'credentials'>,
    known: Pick<FeedState, 'etag' | 'lastModified'>,
    signal: AbortSignal,
  ): Promise<FeedReply> {
    const timeout = AbortSignal.timeout(this.#fetchMsMax);
    const both = AbortSignal.any([signal, timeout]);
    try {
      return await this.#requestFollowing(feed, known, { signal: both, timeout });
    } catch (error) {
      throw this.#toFeedError(error, timeout);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
  }

  /** Requests the feed and follows its redirects. */
  async #requestFollowing(
    { url: start, credentials }: Pick<Feed, 'url' | 'credentials'>,
    known: Pick<FeedState, 'etag' | 'lastModified'>,
    { signal, timeout }: { signal: AbortSignal; timeout: AbortSignal },
  ): Promise<FeedReply> {
    const { origin } = parseAddress(start);
    let address = start;
    for (let redirects = 0; redirects <= limits.feedRedirectsMax; redirects++) {
      const url = this.#http.parsePriceAddress(address);
      const secret = url.origin === origin ? buildCredentialHeaders(credentials) : {};
      const { statusCode, headers, body } = await this.#http.request(url, {
        signal,
        headers: {
          'user-agent': this.#userAgent,
          'accept-encoding': 'gzip',
          ...buildConditionHeaders(known),
          ...secret,
        },
      });
      if (statusCode === 200) {
        const bytes = this.#readBytes(body, timeout);
        return {
          isModified: true,
          bytes,
          contentType: takeFirst(headers['content-type']) ?? '',
          etag: takeFirst(headers['etag']),
          lastModified: takeFirst(headers['last-modified']),
        };
      }
      body.destroy();
      if (statusCode === 304) return { isModified: false };
      const location = takeFirst(headers['location']);
      if (!redirectStatuses.has(statusCode) || location === null)
        throw new FeedError(describeStatus(statusCode));
      const next = URL.parse(location, url.href);
      if (next === null) throw new FeedError('The host redirects to something that is not a URL');
      address = next.href;
    }
    throw new FeedError(`More than ${limits.feedRedirectsMax} redirects lead to the feed`);
  }

  /** Yields the unpacked bytes of a reply. @throws FeedError */
  async *#readBytes(body: Readable, timeout: AbortSignal): AsyncIterable<Uint8Array> {
    try {
      let packed = 0;
      let bytes = 0;
      for await (const chunk of unpackGzip(body, (length) => (packed += length))) {
        bytes += chunk.length;
        if (bytes > this.#bytesMax) throw new FeedError(`The feed has more than ${this.#bytesMax} bytes`);
        if (bytes > limits.feedUnpackedBytesFree && bytes > packed * limits.feedUnpackedRatioMax)
          throw new FeedError(
            `The feed unpacks to more than ${limits.feedUnpackedRatioMax} times its packed bytes: send it less compressed`,
          );
        yield chunk;
      }
    } catch (error) {
      throw this.#toFeedError(error, timeout);
    } finally {
      body.destroy();
    }
  }

  #toFeedError(error: unknown, timeout: AbortSignal): FeedError {
    if (error instanceof FeedError) return error;
    if (timeout.aborted) return new FeedError(`The feed did not come within ${this.#fetchMsMax} ms`);
    const refusal = findRefusalCause(error);
    if (refusal !== null) return new FeedError(refusal.message);
    const reason = error instanceof Error ? error.message : String(error);
    return new FeedError(`The host of the feed could not be read: ${reason.slice(0, 200)}`);
  }
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403)
    return `The host of the feed answered ${status}: check the credentials of the feed`;
  if (status === 404 || status === 410) return `The host of the feed answered ${status}: check its address`;
  return `The host of the feed answered ${status}`;
}
