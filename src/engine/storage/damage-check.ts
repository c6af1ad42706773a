import { Worker } from 'node:worker_threads';

/** Reads databases to their end, one after the other, in a thread of the lowest priority. */
export class DamageCheck implements AsyncDisposable {
  readonly #lockWaitMs: number;
  #queue: Promise<void> = Promise.resolve();
  #worker: Worker | null = null;
  #isEnding = false;

  /** A database that stays locked for `lockWaitMs` is not read. */
  constructor({ lockWaitMs = 10_000 }: { lockWaitMs?: number } = {}) {
    this.#lockWaitMs = lockWaitMs;
  }

  /** Calls `onDamage` with a description of the damage of a database, unless the database was removed in the meantime. */
  add(path: string, onDamage: (reason: string) => void): void {
    this.#queue = this.#queue.then(async () => {
      const reason = this.#isEnding ? null : await this.#check(path);
      if (reason !== null && !this.#isEnding) onDamage(reason);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    await this.#worker?.terminate();
    await this.#queue;
  }

  #check(path: string): Promise<string | null> {
    const worker = new Worker(new URL('./damage-worker.ts', import.meta.url), {
      name: 'damage-check',
      workerData: { path, lockWaitMs: this.#lockWaitMs },
    });
    worker.unref();
    this.#worker = worker;
    return new Promise((resolve) => {
      worker.once('message', resolve);
      // A failed thread reports no damage.
      worker.once('error', () => resolve(null));
      worker.once('exit', () => resolve(null));
    });
  }
}
