import type { ProjectEngine } from '../../ports/engine.ts';
import { FeedError, type Feed, type FeedState, type ShopSourceName } from '../../ports/catalog/feeds.ts';
import { VitrineError } from '../../ports/errors.ts';
import { createInterruption, importItems, type Crawl } from '../catalog/import.ts';
import { importFile, type ImportFile } from '../catalog/import-files/import-file.ts';
import { jsonSliceMs, createJsonSlices } from '../contract/json-document.ts';
import { forgetPageStates, PageStates, type PageState } from '../shops/page-states.ts';
import { shopReaders } from '../shops/read-shop.ts';
import type { ShopItem } from '../shops/shop-items.ts';
import { ShopVisit, type VisitedPage } from '../shops/shop-visit.ts';
import { FeedItems } from './feed-items.ts';
import type { FeedRunOptions } from './feed-run-options.ts';

/** Milliseconds after which the items of the pages read so far are stored, and the pages with them. */
const storeEveryMs = 15_000;

export type ShopFeed = Feed & { readonly source: ShopSourceName };

export function isShopFeed(feed: Feed): feed is ShopFeed {
  return feed.source !== undefined && feed.source !== 'file';
}

/**
 * Reads a shop page by page, as an import with a task: the items of each page are compared with the stored ones as those of a file are.
 * Pages that have not changed are not read, and their items count as seen. Rejects as `importItems()` does; its task has the error.
 */
export async function runShopFeed(
  project: ProjectEngine,
  feed: ShopFeed,
  { task, startedAt }: FeedState,
  { store, shops, clock, traffic, signal }: FeedRunOptions,
): Promise<void> {
  const settings = project.settings.effective().items;
  const states = await PageStates.open(project.files, feed.id, `${feed.source} ${feed.url}`);
  const slices = createJsonSlices(() => traffic.yieldToRequests(jsonSliceMs));
  const visit = new ShopVisit({ client: shops, feed, states, clock, signal, slices });
  const items = new FeedItems(feed, project, settings);
  const pages = new PageLines(visit, items);
  const file = importFile(writeLines(shopReaders[feed.source](visit), pages, signal), {
    format: 'ndjson',
    layout: null,
    encoding: 'utf-8',
    decimal: null,
    mapping: null,
    now: clock.now(),
    slices,
  });
  let isComplete = false;
  const crawl: Crawl = {
    storeEveryMs,
    onStored: (lines) => pages.settle(lines),
    onRejected: (line) => pages.reject(line),
    progress: () => visit.progress(),
    countUnchanged: () => pages.kept,
  };
  try {
    await importItems({
      catalog: project.catalog,
      store,
      files: project.files,
      clock,
      task: { id: task, project: project.id },
      startedAt,
      file: withWarnings(file, visit),
      settings,
      mode: 'replace',
      slices,
      bytes: () => ({ read: visit.bytes, total: null }),
      traffic,
      signal,
      repeated: items,
      crawl,
    });
    isComplete = pages.isComplete;
  } catch (error) {
    // A run that is interrupted or cut off goes on later; one that fails begins again, with what is known of the pages.
    if (isDeleted(error)) await forgetPageStates(project.files, feed.id).catch(() => undefined);
    else if (!isInterrupted(error) && !visit.isCutOff) await states.finish(false);
    throw error;
  }
  await states.finish(isComplete);
}

/** Whether the service stops, and the next run goes on where this one was. */
export function isInterrupted(error: unknown): boolean {
  return error instanceof VitrineError && error.code === 'stopping';
}

/** Whether the feed or its project was deleted during the run. */
function isDeleted(error: unknown): boolean {
  return error instanceof VitrineError && ['feed_not_found', 'project_not_found'].includes(error.code);
}

/** The pages behind the lines of an import: a page is known once its items are stored. */
class PageLines {
  readonly #visit: ShopVisit;
  readonly #items: FeedItems;
  /** Pages whose items are not stored yet, with their last lines. */
  #waiting: {
    readonly key: string;
    readonly state: PageState;
    readonly lastLine: number;
    isRejected: boolean;
  }[] = [];
  /** Ids that the run has seen: the first of two products with one id counts. */
  readonly #ids = new Set<string>();
  #line = 0;
  /** Items of pages that have not changed. */
  kept = 0;
  isComplete = true;

  constructor(visit: ShopVisit, items: FeedItems) {
    this.#visit = visit;
    this.#items = items;
  }

  /** The items of a page that are imported. */
  add(page: VisitedPage): readonly ShopItem[] {
    const { states, clock } = this.#visit;
    if (page.kind === 'unread') {
      this.isComplete = false;
      this.#items.onId(null);
      return [];
    }
    if (page.kind === 'kept') {
      const { ids = [] } = states.get(page.key) ?? {};
      for (const id of ids) {
        this.#ids.add(id);
        this.#items.onId(id);
      }
      this.kept += ids.length;
      states.keep(page.key, page.renewed);
      return [];
    }
    const items = page.items.filter((item) => this.#isFirst(item));
    const ids = items.map(({ id }) => id).filter((id) => typeof id === 'string');
    this.#line += items.length;
    const state = { ...page.state, readAt: clock.now(), ids };
    this.#waiting.push({ key: page.key, state, lastLine: this.#line, isRejected: false });
    return items;
  }

  /** A page with a rejected item is read again by the next run: it may be valid then, by other settings. */
  reject(line: number): void {
    const page = this.#waiting.find(({ lastLine }) => line <= lastLine);
    if (page !== undefined) page.isRejected = true;
  }

  /** Notes the pages whose items are stored. */
  async settle(lines: number): Promise<void> {
    const stored = this.#waiting.filter(({ lastLine }) => lastLine <= lines);
    this.#waiting = this.#waiting.slice(stored.length);
    for (const { key, state, isRejected } of stored)
      this.#visit.states.set(
        key,
        isRejected ? { ...state, lastmod: null, etag: null, lastModified: null } : state,
      );
    await this.#visit.states.checkpoint();
  }

  #isFirst({ id }: ShopItem): boolean {
    if (typeof id !== 'string' || !this.#ids.has(id)) {
      if (typeof id === 'string') this.#ids.add(id);
      return true;
    }
    this.#visit.warn(
      'double_product',
      `The shop has the product ${JSON.stringify(id.slice(0, 100))} twice: the first one counts`,
    );
    return false;
  }
}

/** The items of pages as lines of NDJSON. Ends with the signal; a FeedError is the error of the import. */
async function* writeLines(
  pages: AsyncIterable<VisitedPage>,
  lines: PageLines,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  try {
    for await (const page of pages) {
      if (signal.aborted) throw createInterruption(signal);
      for (const item of lines.add(page)) yield Buffer.from(`${JSON.stringify(item)}\n`);
    }
  } catch (error) {
    if (signal.aborted) throw createInterruption(signal);
    if (error instanceof FeedError) throw new VitrineError('feed_failed', error.message);
    throw error;
  }
}

/** The file with what the visit tells besides. */
function withWarnings(file: ImportFile, visit: ShopVisit): ImportFile {
  const findings: ImportFile['findings'] = () => {
    const found = file.findings();
    const own = visit
      .listWarnings()
      .map(({ code, detail }) => ({ code, column: null, detail, line: null, lines: 0 }));
    return { ...found, warnings: [...found.warnings, ...own] };
  };
  return { ...file, findings };
}
