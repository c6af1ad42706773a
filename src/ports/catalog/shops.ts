import { FeedError, type FeedCredentials } from './feeds.ts';

/** A page or list of a shop, as its host sent it. */
export interface ShopReply {
  /** 304 where it has not changed since the validators of the request. */
  readonly status: number;
  /** The address after redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** `X-WP-Total` and `X-WP-TotalPages` of WordPress; null without them. */
  readonly total: number | null;
  readonly totalPages: number | null;
  /** Unpacked; empty unless the status is 200. */
  readonly body: Uint8Array;
}

export interface ShopRequest {
  readonly url: string;
  /** Sent to the host of the shop only. */
  readonly credentials: FeedCredentials | null;
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  /** Bytes of the unpacked reply; default `limits.crawlPageBytesMax`. */
  readonly bytesMax?: number;
  /** Whether a longer reply is cut off at `bytesMax`; otherwise it is an error. */
  readonly isCut?: boolean;
  /** Seconds between two requests that are kept where robots.txt asks for more; default `limits.crawlDelaySecondsMax`. */
  readonly delaySecondsMax?: number;
  readonly signal: AbortSignal;
}

/** Why a page of a shop was not read. */
export const shopFailures = ['forbidden', 'other_host', 'redirects', 'too_large', 'unreachable'] as const;
export type ShopFailure = (typeof shopFailures)[number];

/** A page that was not read; the message is for people, and has no secret. */
export class ShopError extends FeedError {
  readonly code: ShopFailure;

  constructor(code: ShopFailure, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Requests pages of shops, slowly: a host gets at most the configured number of requests a second from this process and
 * only those that its robots.txt allows. Follows redirects within the host and its `www.` name.
 */
export interface ShopClient {
  /** Why the address is not allowed, or null if it is. */
  findRefusal(url: string): string | null;
  /** The reply, whatever its status is. @throws ShopError, or the reason of the signal */
  request(request: ShopRequest): Promise<ShopReply>;
  /** The sitemaps that robots.txt of the host names, and the seconds between two requests that it asks for. @throws ShopError */
  readRobots(request: Pick<ShopRequest, 'url' | 'credentials' | 'signal'>): Promise<{
    readonly text: string;
    readonly sitemaps: readonly string[];
    readonly crawlDelay: number | null;
  }>;
}
