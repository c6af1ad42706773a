import type { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import type { IndexBuilder } from './index-builder.ts';

/** Segments are merged this long after the last change. */
const quietMs = 150;
/** With more segments than this they are merged immediately. */
const segmentsMax = 24;
/** Size at which the mutable segment is sealed and rebuilt as an immutable one while changes arrive. */
const mutableMax = 2_000;
/** Size from which it is also sealed whenever segments are merged. */
const mutableMergeMin = 250;

/** Seals and merges the segments of a text index in the background: one merge of many changes is cheaper than many merges. */
export class SegmentMaintenance {
  readonly #path: string;
  readonly #builder: IndexBuilder;
  /** The serving index; reindexing may replace it at any time. */
  readonly #kernel: () => KernelIndex;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | null = null;
  #quietTimer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: {
    readonly path: string;
    readonly builder: IndexBuilder;
    readonly kernel: () => KernelIndex;
    readonly onError: (error: unknown) => void;
  }) {
    this.#path = options.path;
    this.#builder = options.builder;
    this.#kernel = options.kernel;
    this.#onError = options.onError;
  }

  /** Call after each change. */
  schedule(): void {
    if (this.#running !== null || this.#closed) return;
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
    this.#quietTimer = null;
    const { segmentCount, mutableSize } = this.#kernel();
    if (segmentCount > segmentsMax || mutableSize >= mutableMax) this.#start();
    else this.#quietTimer = setTimeout(() => this.#start(), quietMs).unref();
  }

  /** Resolves when no build or merge is in progress or due. */
  async settled(): Promise<void> {
    while (this.#running !== null || this.#quietTimer !== null) {
      if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
      this.#start();
      await this.#running;
    }
  }

  /** Starts no more work, and resolves when the work in progress has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.settled();
  }

  #start(): void {
    this.#quietTimer = null;
    if (this.#running !== null || this.#closed) return;
    this.#running = this.#work()
      .catch((error: unknown) => {
        // The segments stay as they are: searches are correct, only slower.
        if (!this.#closed) this.#onError(error);
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Seals and merges until nothing is due. */
  async #work(): Promise<void> {
    const kernel = this.#kernel();
    if (kernel.mutableSize >= mutableMergeMin) kernel.seal();
    for (const { id, keys } of kernel.sealed()) {
      const { settings } = kernel;
      const { buffer } = await this.#builder.request({ kind: 'items', path: this.#path, keys, settings });
      if (buffer !== null) kernel.replace([id], buffer);
    }
    for (
      let plan = kernel.mergePlan();
      plan !== null && !this.#closed && kernel === this.#kernel();
      plan = kernel.mergePlan()
    ) {
      const { buffers, deleted } = plan;
      const { settings } = kernel;
      const { buffer } = await this.#builder.request({ kind: 'merge', buffers, deleted, settings });
      if (buffer !== null) kernel.replace(plan.segments, buffer);
    }
    // An index that replaced this one in the meantime has its own work.
    if (kernel !== this.#kernel()) await this.#work();
  }
}
