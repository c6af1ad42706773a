/** Runs work at an interval, never concurrently. Disposal waits for the last run. */
export class IntervalTask implements AsyncDisposable {
  readonly #timer: NodeJS.Timeout;
  #last: Promise<void> = Promise.resolve();
  #isRunning = false;

  /** `work` does not reject. */
  constructor(everyMs: number, work: () => Promise<void>) {
    this.#timer = setInterval(() => {
      if (this.#isRunning) return;
      this.#isRunning = true;
      this.#last = work().finally(() => (this.#isRunning = false));
    }, everyMs).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#last;
  }
}
