/** Writes what has come together a while after the first of it came: one write for many. Nobody waits for it, and a failure is nobody's. */
export class DelayedFlush {
  readonly #flush: () => Promise<void>;
  readonly #afterMs: number;
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(flush: () => Promise<void>, afterMs: number) {
    this.#flush = flush;
    this.#afterMs = afterMs;
  }

  /** There is something to write. */
  schedule(): void {
    if (this.#timer !== null || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#flushing = this.#flushing.then(this.#flush).catch(nothing);
    }, this.#afterMs).unref();
  }

  /** Writes what there is now; nothing is written any more after that. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#closed = true;
    await this.#flushing;
    await this.#flush().catch(nothing);
  }
}

function nothing(): void {
  // See above: losing some of it costs nothing.
}
