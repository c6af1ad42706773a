import type { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import { runInLinkedTask } from '../../lib/tracing/span.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { AppliedChange, NumberedItem } from '../log/applied-change.ts';
import { indexDocument } from './index-document.ts';
import type { IndexBuilder } from './index-builder.ts';

/** Number of items per segment when an index is built from the database. */
export const scanCount = 20_000;
/** Maximum items changed during the build that are added synchronously before the new index replaces the old one. */
const catchUpMax = 64;

/**
 * Builds an index with other settings from the database while the current one serves. Items that change during the
 * build are indexed again at the end. The last of them are added in the same step in which the new index replaces the
 * old one, so that no change is lost.
 */
export class Reindexing {
  readonly kernel: KernelIndex;
  readonly #path: string;
  readonly #builder: Pick<IndexBuilder, 'request'>;
  readonly #findItem: (itemNumber: number) => NumberedItem | null;
  readonly #pending: () => Iterable<number>;
  readonly #after: Promise<void>;
  #ended: Promise<void> = Promise.resolve();
  #changed = new Set<number>();
  #cancelled = false;
  readonly #cancellation = Promise.withResolvers<false>();

  constructor(options: {
    path: string;
    builder: Pick<IndexBuilder, 'request'>;
    /** An empty index with the other settings. */
    kernel: KernelIndex;
    /** Returns the applied state of an item; the database may be ahead. */
    findItem: (itemNumber: number) => NumberedItem | null;
    /** The items with changes that are not applied yet, and may be in the database. */
    pending: () => Iterable<number>;
    /** Resolves when an earlier reindexing, which this one supersedes, has ended. */
    after: Promise<void>;
  }) {
    this.#path = options.path;
    this.#builder = options.builder;
    this.#findItem = options.findItem;
    this.#pending = options.pending;
    this.#after = options.after;
    this.kernel = options.kernel;
  }

  /** Records the changes that are applied during the build. */
  recordChanges(changes: readonly AppliedChange[]): void {
    for (const { no } of changes) this.#changed.add(no);
  }

  cancel(): void {
    this.#cancelled = true;
    this.#cancellation.resolve(false);
  }

  /**
   * Calls `onComplete` in the same step in which the new index is up to date. Resolves to false as soon as it is
   * cancelled; a segment in progress is still completed.
   */
  run(progress: (indexed: number) => void, onComplete: () => void): Promise<boolean> {
    const completed = runInLinkedTask('rebuild index', () => this.#build(progress, onComplete));
    this.#ended = completed.then(ignore, ignore);
    return Promise.race([this.#cancellation.promise, completed]);
  }

  /** Resolves when no part of the build is in progress. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  async #build(progress: (indexed: number) => void, onComplete: () => void): Promise<boolean> {
    // Wait for the superseded reindexing first: of several changes only the last is worth a scan.
    await this.#after;
    if (this.#cancelled) return false;
    await scanAll(this.#builder, this.#path, this.kernel, () => {
      if (!this.#cancelled) progress(this.kernel.size);
      return !this.#cancelled;
    });
    while (!this.#cancelled && this.#changed.size > catchUpMax) await this.#buildChanged();
    if (this.#cancelled) return false;
    // Also reindexes items with pending changes, which may have been read from the database too early.
    for (const itemNumber of this.#changed.union(new Set(this.#pending()))) this.#reindexItem(itemNumber);
    progress(this.kernel.size);
    onComplete();
    return true;
  }

  async #buildChanged(): Promise<void> {
    const keys = Uint32Array.from(this.#changed);
    this.#changed = new Set();
    const { settings } = this.kernel;
    const { buffer } = await this.#builder.request({ kind: 'items', path: this.#path, keys, settings });
    // Deleted and inactive items are not in the built segment.
    for (const key of keys) this.kernel.remove(key);
    if (buffer !== null) this.kernel.attach(buffer);
  }

  #reindexItem(itemNumber: number): void {
    this.kernel.remove(itemNumber);
    const item = this.#findItem(itemNumber);
    if (item === null || !item.active) return;
    const fields = JSON.parse(decodeUtf8(item.json)) as Record<string, unknown>;
    this.kernel.add(indexDocument(itemNumber, fields, item.createdAt, this.kernel.settings));
  }
}

/** Reads the whole database into an index, one segment at a time, while `next` returns true. */
export async function scanAll(
  builder: Pick<IndexBuilder, 'request'>,
  path: string,
  kernel: KernelIndex,
  next: () => boolean,
): Promise<void> {
  let after = -1;
  do {
    const { settings } = kernel;
    const reply = await builder.request({ kind: 'scan', path, after, count: scanCount, settings });
    if (reply.buffer !== null) kernel.attach(reply.buffer);
    after = reply.last;
  } while (next() && after !== -1);
}

function ignore(): void {
  // The next reindexing reads the database itself, however this one ended.
}
