/** Schedules of reading a feed; `day` means at a time of day in the time zone of the feed. */
export const feedSchedules = ['off', 'hour', '6_hours', 'day'] as const;
export type FeedSchedule = (typeof feedSchedules)[number];

/** Where the products of a feed are: in a file, or on the pages of a shop. */
export const feedSourceNames = ['file', 'shopify', 'woocommerce', 'sitemap'] as const;
export type FeedSourceName = (typeof feedSourceNames)[number];
export type ShopSourceName = Exclude<FeedSourceName, 'file'>;

/** Treatments of items that disappear from the feed. */
export const absentItems = ['keep', 'deactivate', 'delete'] as const;
export type AbsentItems = (typeof absentItems)[number];

/** Credentials for the host of a feed. Never shown or logged. */
export type FeedCredentials =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'header'; readonly name: string; readonly value: string };

/** A file of products at an address, or a shop, which is read again and again. */
export interface Feed {
  readonly id: string;
  readonly name: string;
  /** Feeds that were stored before there were others have none, and are files. */
  readonly source?: FeedSourceName;
  /** The address of the file, or of the shop. */
  readonly url: string;
  readonly format: 'auto' | 'ndjson' | 'csv' | 'xml';
  /** Null means recognised. */
  readonly layout: string | null;
  /** Null means detected. */
  readonly encoding: string | null;
  /** Null means detected. */
  readonly decimal: 'point' | 'comma' | null;
  /** Null means as remembered for its columns. */
  readonly mapping: Readonly<Record<string, string | null>> | null;
  readonly schedule: FeedSchedule;
  /** `HH:MM`, for `day`. */
  readonly at: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly absent: AbsentItems;
  /** A run that would remove a larger share of the items of the feed removes none, and fails. */
  readonly removedShareMax: number;
  readonly credentials: FeedCredentials | null;
}

/** The state of the runs of a feed. */
export interface FeedState {
  /** The id of the feed. */
  readonly id: string;
  /** The newest run: its task, and its start in milliseconds since 1970. */
  readonly task: string;
  readonly startedAt: number;
  /** ETag of the newest reply that was read to its end, for the next request. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** How often a run of a shop was begun without an end, as the service stopped; absent or 0 means that the newest one has ended. */
  readonly unfinished?: number;
}

/** The reply to a request for a feed. */
export type FeedReply =
  | { readonly isModified: false }
  | {
      readonly isModified: true;
      /** Decompressed. Throws FeedError. */
      readonly bytes: AsyncIterable<Uint8Array>;
      readonly contentType: string;
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

/** A feed that cannot be read; the message is for people, and has no secret. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

/** Asks the addresses of feeds. */
export interface FeedSource {
  /** Why the address is not allowed, or null if it is. Names are resolved and checked only by `open()`. */
  findRefusal(url: string): string | null;
  /** @throws FeedError */
  open(
    feed: Pick<Feed, 'url' | 'credentials'>,
    known: Pick<FeedState, 'etag' | 'lastModified'>,
    signal: AbortSignal,
  ): Promise<FeedReply>;
}
