import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { StoredFiles } from '../../ports/catalog/stored-files.ts';

/** What is known of a page of a shop that was read. */
export interface PageState {
  /** `lastmod` of its entry in the sitemap. */
  readonly lastmod: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Milliseconds when it was read. */
  readonly readAt: number;
  /** The ids of its items. */
  readonly ids: readonly string[];
  /** The other requests that it took, such as the variations of its products, with their ETags. */
  readonly parts?: readonly { readonly url: string; readonly etag: string }[];
}

/** The part of the store that the state of a run needs: files of a project. */
type Files = Pick<StoredFiles, 'get' | 'put' | 'names'>;

interface StoredStates {
  readonly version: 1;
  /** The source and address whose pages these are: those of another shop say nothing. */
  readonly shop: string;
  /** Counts the runs. */
  readonly run: number;
  /** Whether the run has not ended. */
  readonly isOpen: boolean;
  /** The number of products when the run began, where the shop tells it. */
  readonly productCount: number | null;
  readonly pages: readonly StoredPage[];
}
/** A page, and the newest run that has read it or found it unchanged. */
type StoredPage = readonly [key: string, run: number, state: PageState];

/** Pieces with new pages that a run writes before it joins them in one file. */
const piecesMax = 20;

/**
 * The pages of a shop as runs have read them, in files of the project: what has not changed is not requested again, and a
 * run that was interrupted goes on where it was. `checkpoint()` writes the pages since the last one as a piece of their own, so that the
 * cost of a long run does not grow with its square.
 */
export class PageStates {
  readonly #files: Files;
  readonly #name: string;
  readonly #shop: string;
  readonly #pages: Map<string, StoredPage>;
  readonly #run: number;
  #productCount: number | null;
  readonly isResumed: boolean;
  #news: StoredPage[] = [];
  #pieces: string[];

  private constructor(
    { files, name, shop }: { readonly files: Files; readonly name: string; readonly shop: string },
    stored: StoredStates | null,
    pieces: readonly string[],
    pages: Map<string, StoredPage>,
  ) {
    this.#files = files;
    this.#name = name;
    this.#shop = shop;
    this.#pages = pages;
    this.isResumed = stored?.isOpen === true;
    this.#run = (stored?.run ?? 0) + (this.isResumed ? 0 : 1);
    this.#productCount = this.isResumed ? (stored?.productCount ?? null) : null;
    this.#pieces = [...pieces];
  }

  static async open(files: Files, feed: string, shop: string): Promise<PageStates> {
    const name = formatFileName(feed);
    const stored = await readFile<StoredStates>(files, name);
    const isSame = stored?.version === 1 && stored.shop === shop;
    const pieces = [...files.names(`${name}/`)];
    const pages = new Map<string, StoredPage>();
    if (isSame) {
      for (const page of stored.pages) pages.set(page[0], page);
      // Pieces of a run that has ended are in the file already.
      for (const piece of stored.isOpen ? pieces : [])
        for (const page of (await readFile<StoredPage[]>(files, piece)) ?? []) pages.set(page[0], page);
    }
    return new PageStates({ files, name, shop }, isSame ? stored : null, pieces, pages);
  }

  /** The number of products when the run began; null where it is not known, or before `begin()`. */
  get productCount(): number | null {
    return this.#productCount;
  }

  /** Marks the run as begun, durably. */
  async begin(productCount: number | null): Promise<void> {
    if (this.isResumed) return;
    this.#productCount = productCount;
    await this.#writeAll(true);
  }

  get(key: string): PageState | null {
    return this.#pages.get(key)?.[2] ?? null;
  }

  /** The page if this run has read it before it was interrupted. */
  findReadInRun(key: string): PageState | null {
    const page = this.#pages.get(key);
    return this.isResumed && page?.[1] === this.#run ? page[2] : null;
  }

  set(key: string, state: PageState): void {
    const page: StoredPage = [key, this.#run, state];
    this.#pages.set(key, page);
    this.#news.push(page);
  }

  /** Keeps what is known of a page that has not changed, with what a request has renewed. */
  keep(key: string, renewed: Partial<Pick<PageState, 'lastmod' | 'readAt'>> = {}): void {
    const state = this.get(key);
    if (state !== null) this.#pages.set(key, [key, this.#run, { ...state, ...renewed }]);
  }

  /** Makes the pages so far durable. Their items are. */
  async checkpoint(): Promise<void> {
    if (this.#news.length === 0) return;
    if (this.#pieces.length >= piecesMax) {
      await this.#writeAll(true);
      return;
    }
    const piece = `${this.#name}/${String(this.#pieces.length).padStart(4, '0')}`;
    const news = this.#news;
    this.#news = [];
    this.#pieces.push(piece);
    await writeFile(this.#files, piece, news);
  }

  /** Ends the run. Without `isComplete`, pages that it did not reach stay known. */
  async finish(isComplete: boolean): Promise<void> {
    if (isComplete) for (const [key, [, run]] of this.#pages) if (run !== this.#run) this.#pages.delete(key);
    this.#productCount = null;
    await this.#writeAll(false);
  }

  async #writeAll(isOpen: boolean): Promise<void> {
    this.#news = [];
    const all: StoredStates = {
      version: 1,
      shop: this.#shop,
      run: this.#run,
      isOpen,
      productCount: this.#productCount,
      pages: [...this.#pages.values()],
    };
    await writeFile(this.#files, this.#name, all);
    for (const piece of this.#pieces) await this.#files.put(piece, null);
    this.#pieces = [];
  }
}

/** Forgets the pages of a feed. */
export async function forgetPageStates(files: Files, feed: string): Promise<void> {
  const name = formatFileName(feed);
  for (const file of [name, ...files.names(`${name}/`)])
    if (files.get(file) !== null) await files.put(file, null);
}

function formatFileName(feed: string): string {
  return `feed-pages/${feed}`;
}

async function readFile<T>(files: Files, name: string): Promise<T | null> {
  const bytes = files.get(name);
  return bytes === null ? null : (JSON.parse(String(await promisify(gunzip)(bytes))) as T);
}

async function writeFile(files: Files, name: string, value: unknown): Promise<void> {
  await files.put(name, await promisify(gzip)(JSON.stringify(value)));
}
