import { ShopError, type ShopClient, type ShopReply } from '../../ports/catalog/shops.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { limits } from '../../ports/limits.ts';
import type { SitemapRequester } from './sitemap-pages.ts';

/** Seconds between two requests that a discovery keeps where robots.txt asks for more: it asks for few pages, once. */
const delaySecondsMax = 1;

/** The requests of one discovery: few, and none after its time. */
export class DiscoveryVisit implements SitemapRequester {
  readonly feed: { readonly url: string; readonly credentials: null };
  readonly signal: AbortSignal;
  readonly slices: WorkSlices;
  readonly #client: ShopClient;
  #requests = 0;

  constructor(
    client: ShopClient,
    url: string,
    { signal, slices }: { readonly signal: AbortSignal; readonly slices: WorkSlices },
  ) {
    this.#client = client;
    this.feed = { url, credentials: null };
    this.signal = signal;
    this.slices = slices;
  }

  async request(
    url: string,
    _known: null = null,
    bytesMax: number = limits.crawlPageBytesMax,
  ): Promise<ShopReply> {
    return this.#send(url, { bytesMax });
  }

  /** The beginning of a file. */
  async readBeginning(url: string, bytesMax: number): Promise<ShopReply> {
    return this.#send(url, { bytesMax, isCut: true });
  }

  readRobots(): ReturnType<ShopClient['readRobots']> {
    return this.#client.readRobots({ ...this.feed, signal: this.signal });
  }

  async listSitemaps(): Promise<readonly string[]> {
    return (await this.readRobots()).sitemaps;
  }

  /** The counts of a run are not told. */
  warn(): void {}

  async #send(
    url: string,
    options: { readonly bytesMax: number; readonly isCut?: boolean },
  ): Promise<ShopReply> {
    if (++this.#requests > limits.discoverRequestsMax)
      throw new ShopError('unreachable', 'Enough pages were read');
    return this.#client.request({ url, credentials: null, signal: this.signal, delaySecondsMax, ...options });
  }
}

/** The result of a step, or null where it cannot be read; the deadline of the discovery ends it. */
export async function tryStep<T>(
  step: Promise<T>,
  onFailure: (error: ShopError) => void = () => undefined,
): Promise<T | null> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    onFailure(error);
    return null;
  }
}
