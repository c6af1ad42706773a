/** Work that is done every so often, never twice at once, until it is disposed of, which waits for the last time. */
export class IntervalTask implements AsyncDisposable {
  readonly #timer: NodeJS.Timeout;
  #last: Promise<void> = Promise.resolve();
  #isWorking = false;

  /** `work` does not reject. */
  constructor(everyMs: number, work: () => Promise<void>) {
    this.#timer = setInterval(() => {
      if (this.#isWorking) return;
      this.#isWorking = true;
      this.#last = work().finally(() => (this.#isWorking = false));
    }, everyMs).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#last;
  }
}
