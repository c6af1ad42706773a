import { ShopError, type ShopClient, type ShopReply } from '../../ports/catalog/shops.ts';
import { FeedError, type Feed } from '../../ports/catalog/feeds.ts';
import { limits } from '../../ports/limits.ts';
import type { CrawlProgress } from '../catalog/import.ts';
import { parsedByteCost } from '../contract/json-document.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PageState, PageStates } from './page-states.ts';
import type { ShopItem } from './shop-items.ts';

/** What a page of a shop gave. */
export type VisitedPage =
  | {
      readonly kind: 'read';
      readonly key: string;
      readonly state: Omit<PageState, 'ids' | 'readAt'>;
      readonly items: readonly ShopItem[];
    }
  /** It has not changed, or was read before the run was interrupted. */
  | {
      readonly kind: 'kept';
      readonly key: string;
      readonly renewed?: Partial<Pick<PageState, 'lastmod' | 'readAt'>>;
    }
  /** It may have items, which therefore are not removed. */
  | { readonly kind: 'unread'; readonly key: string };

interface Warning {
  readonly code: string;
  detail: string;
  count: number;
}

/** One run over the pages of a shop: its requests, its counts, and what it tells people. */
export class ShopVisit {
  readonly feed: Pick<Feed, 'url' | 'credentials'>;
  readonly states: PageStates;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Pauses of the parsing of pages. */
  readonly slices: WorkSlices;
  readonly #client: ShopClient;
  readonly #startedAt: number;
  readonly #warnings = new Map<string, Warning>();
  /** Requests of this run, of which the forecast is made. */
  #requests = 0;
  #bytes = 0;
  #done = 0;
  #unchanged = 0;
  /** Pages that took no request, which say nothing about the speed. */
  #skipped = 0;
  total: number | null = null;
  /** Whether a limit has ended the run. */
  isCutOff = false;

  constructor(options: {
    client: ShopClient;
    feed: Pick<Feed, 'url' | 'credentials'>;
    states: PageStates;
    clock: Clock;
    signal: AbortSignal;
    slices: WorkSlices;
  }) {
    this.#client = options.client;
    this.feed = options.feed;
    this.states = options.states;
    this.clock = options.clock;
    this.signal = options.signal;
    this.slices = options.slices;
    this.#startedAt = options.clock.now();
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Requests a page of the shop. @throws FeedError where the limits of a run are reached; ShopError where the page cannot be read */
  async request(
    url: string,
    known: { readonly etag: string | null; readonly lastModified: string | null } | null = null,
    bytesMax: number = limits.crawlPageBytesMax,
  ): Promise<ShopReply> {
    this.#checkLimits();
    this.#requests++;
    const { credentials } = this.feed;
    const reply = await this.#client.request({
      url,
      credentials,
      etag: known?.etag ?? null,
      lastModified: known?.lastModified ?? null,
      bytesMax,
      signal: this.signal,
    });
    this.#bytes += reply.body.length;
    if (/json/i.test(reply.contentType)) await this.slices.spend(parsedByteCost * reply.body.length);
    return reply;
  }

  /** @throws FeedError */
  #checkLimits(): void {
    const reached =
      this.#requests >= limits.crawlPagesMax
        ? `has more than ${limits.crawlPagesMax} pages`
        : this.#bytes >= limits.crawlBytesMax
          ? `has pages of more than ${limits.crawlBytesMax} bytes`
          : this.clock.now() - this.#startedAt >= limits.crawlMsMax
            ? `took more than ${limits.crawlMsMax / 3_600_000} hours`
            : null;
    if (reached === null) return;
    this.isCutOff = true;
    throw new FeedError(`The shop ${reached}: the next run goes on with the rest`);
  }

  /** Sitemaps that robots.txt of the shop names. */
  async listSitemaps(): Promise<readonly string[]> {
    const { url, credentials } = this.feed;
    return (await this.#client.readRobots({ url, credentials, signal: this.signal })).sitemaps;
  }

  /** Counts a page that is done. */
  count(page: VisitedPage, { isRequested }: { readonly isRequested: boolean }): VisitedPage {
    this.#done++;
    if (!isRequested) this.#skipped++;
    if (page.kind === 'kept') this.#unchanged++;
    return page;
  }

  /** A page that could not be read: tells why, and that nothing of it is removed. */
  countUnread(key: string, error: unknown): VisitedPage {
    if (!(error instanceof ShopError)) throw error;
    this.warn(error.code === 'forbidden' ? 'robots' : 'page_unread', error.message);
    return this.count({ kind: 'unread', key }, { isRequested: true });
  }

  /** Warnings of a kind are told once, with their number. */
  warn(code: string, detail: string): void {
    const known = this.#warnings.get(code);
    if (known === undefined) this.#warnings.set(code, { code, detail, count: 1 });
    else known.count++;
  }

  listWarnings(): { readonly code: string; readonly detail: string }[] {
    return [...this.#warnings.values()].map(({ code, detail, count }) => ({
      code,
      detail: count === 1 ? detail : `${detail} (and ${count - 1} more of this kind)`,
    }));
  }

  progress(): CrawlProgress {
    const requested = this.#done - this.#skipped;
    const seconds = (this.clock.now() - this.#startedAt) / 1_000;
    const left = this.total === null ? null : Math.max(0, this.total - this.#done);
    return {
      done: this.#done,
      total: this.total,
      unchanged: this.#unchanged,
      remainingSeconds: left === null || requested === 0 ? null : Math.round((left * seconds) / requested),
    };
  }
}

/** Turns the failure of a request whose reply is optional into null. */
export function ignoreShopError(error: unknown): null {
  if (error instanceof ShopError) return null;
  throw error;
}

/** Whether a status says that there is no such page. */
export function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** @throws FeedError unless the reply is a page */
export function checkStatus({ status, url }: ShopReply): void {
  if (status === 200) return;
  const hint =
    status === 401 || status === 403
      ? ': it blocks programs, or needs a sign-in'
      : isGone(status)
        ? ': check the address of the shop'
        : '';
  throw new ShopError('unreachable', `${url} answered ${status}${hint}`);
}
