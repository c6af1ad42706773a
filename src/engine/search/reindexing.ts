import type { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { AppliedChange, NumberedItem } from '../storage/applied-change.ts';
import { indexDocument } from './index-document.ts';
import type { IndexBuilder } from './index-builder.ts';

/** Items of one segment when an index is built from the database. */
export const scanCount = 20_000;
/** So few items that changed meanwhile are added at once when the new index takes over. */
const catchUpMax = 64;

/**
 * Builds an index with other settings beside the one that serves, from the same database. What changes meanwhile is
 * noted and looked at again at the end; the last of it in one step with the change-over, so that nothing is missed.
 */
export class Reindexing {
  readonly kernel: KernelIndex;
  readonly #path: string;
  readonly #builder: Pick<IndexBuilder, 'ask'>;
  readonly #byNumber: (no: number) => NumberedItem | null;
  readonly #after: Promise<void>;
  #ended: Promise<void> = Promise.resolve();
  #touched = new Set<number>();
  #cancelled = false;
  readonly #cancellation = Promise.withResolvers<false>();

  constructor(options: {
    path: string;
    builder: Pick<IndexBuilder, 'ask'>;
    /** Empty, with the other settings. */
    kernel: KernelIndex;
    byNumber: (no: number) => NumberedItem | null;
    /** What must have ended before: an earlier one that this takes the place of. */
    after: Promise<void>;
  }) {
    this.#path = options.path;
    this.#builder = options.builder;
    this.#byNumber = options.byNumber;
    this.#after = options.after;
    this.kernel = options.kernel;
  }

  /** Hears of every change that is applied while it runs. */
  note(changes: readonly AppliedChange[]): void {
    for (const { no } of changes) this.#touched.add(no);
  }

  cancel(): void {
    this.#cancelled = true;
    this.#cancellation.resolve(false);
  }

  /**
   * Calls `takeOver` in the same step in which the new index is up to date; false where it was cancelled before, at once:
   * the segment under way is still finished, for nothing.
   */
  run(progress: (indexed: number) => void, takeOver: () => void): Promise<boolean> {
    const built = this.#build(progress, takeOver);
    this.#ended = built.then(nothing, nothing);
    return Promise.race([this.#cancellation.promise, built]);
  }

  /** Resolves when nothing of it is under way any more. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  async #build(progress: (indexed: number) => void, takeOver: () => void): Promise<boolean> {
    // Of many changes one after the other only the last is worth scanning for.
    await this.#after;
    if (this.#cancelled) return false;
    await scanAll(this.#builder, this.#path, this.kernel, () => {
      if (!this.#cancelled) progress(this.kernel.size);
      return !this.#cancelled;
    });
    while (!this.#cancelled && this.#touched.size > catchUpMax) await this.#catchUpBeside();
    if (this.#cancelled) return false;
    for (const no of this.#touched) this.#bring(no);
    progress(this.kernel.size);
    takeOver();
    return true;
  }

  async #catchUpBeside(): Promise<void> {
    const keys = Uint32Array.from(this.#touched);
    this.#touched = new Set();
    const { settings } = this.kernel;
    const { buffer } = await this.#builder.ask({ kind: 'items', path: this.#path, keys, settings });
    // Those that are gone or switched off are not among the built ones.
    for (const key of keys) this.kernel.remove(key);
    if (buffer !== null) this.kernel.attach(buffer);
  }

  #bring(no: number): void {
    this.kernel.remove(no);
    const item = this.#byNumber(no);
    if (item === null || !item.active) return;
    const fields = JSON.parse(decodeUtf8(item.json)) as Record<string, unknown>;
    this.kernel.add(indexDocument(no, fields, item.createdAt, this.kernel.settings));
  }
}

/** Reads the database from end to end into an index, a segment at a time, for as long as `next` says so. */
export async function scanAll(
  builder: Pick<IndexBuilder, 'ask'>,
  path: string,
  kernel: KernelIndex,
  next: () => boolean,
): Promise<void> {
  let after = -1;
  do {
    const { settings } = kernel;
    const reply = await builder.ask({ kind: 'scan', path, after, count: scanCount, settings });
    if (reply.buffer !== null) kernel.attach(reply.buffer);
    after = reply.last;
  } while (next() && after !== -1);
}

function nothing(): void {
  // However it ended: what follows asks the database anew.
}
