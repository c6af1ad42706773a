import type { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import { noteDropped } from '../storage/dropped-memory.ts';
import type { IndexBuilder } from './index-builder.ts';

/** Segments are merged this long after the last change. */
const quietMs = 150;
/** With more segments than this they are merged immediately. */
const segmentsMax = 24;
/** The index is compacted this long after the last change, or after the first one while changes keep arriving. */
const compactionQuietMs = 3_000;
const compactionMsMax = 300_000;
/** Number of documents at which the mutable segment is sealed and rebuilt as an immutable one while changes arrive. */
const mutableMax = 2_000;
/** Number of documents from which it is also sealed whenever segments are merged. */
const mutableMergeMin = 250;

/** Seals and merges the segments of a text index in the background: one merge of many changes is cheaper than many merges. */
export class SegmentMaintenance {
  readonly #path: string;
  readonly #builder: Pick<IndexBuilder, 'request'>;
  /** The serving index; reindexing may replace it at any time. */
  readonly #kernel: () => KernelIndex;
  readonly #onCompacted: () => void;
  readonly #onError: (error: unknown) => void;
  readonly #now: () => number;
  #running: Promise<void> | null = null;
  #quietTimer: NodeJS.Timeout | null = null;
  #compactionTimer: NodeJS.Timeout | null = null;
  #changedAt = 0;
  #closed = false;

  /** `onCompacted` is called when segments changed although no document did. `now` returns monotonic milliseconds. */
  constructor(options: {
    readonly path: string;
    readonly builder: Pick<IndexBuilder, 'request'>;
    readonly kernel: () => KernelIndex;
    readonly onCompacted: () => void;
    readonly onError: (error: unknown) => void;
    readonly now?: () => number;
  }) {
    this.#path = options.path;
    this.#builder = options.builder;
    this.#kernel = options.kernel;
    this.#onCompacted = options.onCompacted;
    this.#onError = options.onError;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Call after each change. */
  schedule(): void {
    this.#changedAt = this.#now();
    this.#scheduleCompaction(this.#changedAt + compactionMsMax);
    if (this.#running !== null || this.#closed) return;
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
    this.#quietTimer = null;
    const { segmentCount, mutableSize } = this.#kernel();
    if (segmentCount > segmentsMax || mutableSize >= mutableMax) this.#start();
    else this.#quietTimer = setTimeout(() => this.#start(), quietMs).unref();
  }

  /** Resolves when no build or merge is in progress or due. */
  async waitUntilSettled(): Promise<void> {
    while (this.#running !== null || this.#quietTimer !== null) {
      if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
      this.#start();
      await this.#running;
    }
  }

  /** Starts no more work, and resolves when the work in progress has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#compactionTimer !== null) clearTimeout(this.#compactionTimer);
    await this.waitUntilSettled();
  }

  /** Compacts once no change arrived for a while, at the latest at `latestAt`. */
  #scheduleCompaction(latestAt: number): void {
    if (this.#closed) return;
    this.#compactionTimer ??= setTimeout(() => {
      this.#compactionTimer = null;
      const now = this.#now();
      const isDue = now - this.#changedAt >= compactionQuietMs || now >= latestAt;
      if (isDue && this.#running === null) this.#start({ compacts: true });
      else this.#scheduleCompaction(latestAt);
    }, compactionQuietMs).unref();
  }

  #start({ compacts }: { compacts: boolean } = { compacts: false }): void {
    this.#quietTimer = null;
    if (this.#running !== null || this.#closed) return;
    this.#running = this.#work(compacts)
      .catch((error: unknown) => {
        // The segments stay as they are: searches are correct, only slower.
        if (!this.#closed) this.#onError(error);
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Seals and merges until nothing is due. */
  async #work(compacts: boolean): Promise<void> {
    const kernel = this.#kernel();
    if (kernel.mutableSize >= mutableMergeMin) kernel.seal();
    for (const { id, keys } of kernel.listSealed()) {
      const { settings } = kernel;
      const { buffer } = await this.#builder.request({ kind: 'items', path: this.#path, keys, settings });
      if (buffer !== null) kernel.replace([id], buffer);
    }
    for (
      let plan = kernel.mergePlan({ compacts });
      plan !== null && !this.#closed && kernel === this.#kernel();
      plan = kernel.mergePlan({ compacts })
    ) {
      const { buffers, deleted } = plan;
      const { settings } = kernel;
      const { buffer } = await this.#builder.request({ kind: 'merge', buffers, deleted, settings });
      if (buffer !== null) {
        kernel.replace(plan.segments, buffer);
        noteDropped(buffers.reduce((bytes, { byteLength }) => bytes + byteLength, 0));
      }
      if (compacts) this.#onCompacted();
    }
    // An index that replaced this one in the meantime has its own work.
    if (kernel !== this.#kernel()) await this.#work(compacts);
  }
}
