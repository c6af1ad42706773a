/**
 * A debounced batch write: the first entry starts a timer, and one flush writes all entries so far. Callers do not
 * wait, and errors are ignored.
 */
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

  /** Schedules a flush unless one is scheduled. */
  schedule(): void {
    if (this.#timer !== null || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#flushing = this.#flushing.then(this.#flush).catch(ignore);
    }, this.#afterMs).unref();
  }

  /** Flushes now; rejects if that fails. */
  now(): Promise<void> {
    const flushed = this.#flushing.then(this.#flush);
    this.#flushing = flushed.catch(ignore);
    return flushed;
  }

  /** Flushes the remaining entries, then accepts no more. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#closed = true;
    await this.#flushing;
    await this.#flush().catch(ignore);
  }
}

function ignore(): void {
  // Losing a batch is acceptable, so the error is ignored.
}
