import type { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import type { IndexBuilder } from './index-builder.ts';

/** Segments are merged this long after the last change, */
const quietMs = 150;
/** or at once where there are more than this many. */
const segmentsMax = 24;
/** The mutable segment is sealed and rebuilt as an immutable one at this size while changes come, */
const liveMax = 2_000;
/** and at this one whenever segments are merged. */
const liveKeptMax = 250;

/** Seals and merges the segments of a text index in the background: one merge of many changes is cheaper than many. */
export class SegmentMaintenance {
  readonly #path: string;
  readonly #builder: IndexBuilder;
  /** The index that serves: another one may take over at any time. */
  readonly #kernel: () => KernelIndex;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | null = null;
  #quiet: NodeJS.Timeout | null = null;
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

  /** To be called after each change. */
  schedule(): void {
    if (this.#running !== null || this.#closed) return;
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#quiet = null;
    const { segmentCount, mutableSize: liveSize } = this.#kernel();
    if (segmentCount > segmentsMax || liveSize >= liveMax) this.#start();
    else this.#quiet = setTimeout(() => this.#start(), quietMs).unref();
  }

  /** Resolves when no building or merging is under way or due. */
  async settled(): Promise<void> {
    while (this.#running !== null || this.#quiet !== null) {
      if (this.#quiet !== null) clearTimeout(this.#quiet);
      this.#start();
      await this.#running;
    }
  }

  /** Starts nothing any more, and resolves when what runs has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.settled();
  }

  #start(): void {
    this.#quiet = null;
    if (this.#running !== null || this.#closed) return;
    this.#running = this.#work()
      .catch((error: unknown) => {
        // The segments stay as they are: searches are right, only slower than they could be.
        if (!this.#closed) this.#onError(error);
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Seals and merges until nothing is worth doing. */
  async #work(): Promise<void> {
    const kernel = this.#kernel();
    if (kernel.mutableSize >= liveKeptMax) kernel.seal();
    for (const { id, keys } of kernel.sealed()) {
      const { settings } = kernel;
      const { buffer } = await this.#builder.ask({ kind: 'items', path: this.#path, keys, settings });
      if (buffer !== null) kernel.replace([id], buffer);
    }
    for (
      let plan = kernel.mergePlan();
      plan !== null && !this.#closed && kernel === this.#kernel();
      plan = kernel.mergePlan()
    ) {
      const { buffers, deleted } = plan;
      const { settings } = kernel;
      const { buffer } = await this.#builder.ask({ kind: 'merge', buffers, deleted, settings });
      if (buffer !== null) kernel.replace(plan.segments, buffer);
    }
    // The one that took over has work of its own.
    if (kernel !== this.#kernel()) await this.#work();
  }
}
