import type { Worker } from 'node:worker_threads';
import { createServingWorker, heapMegabytesMax, servingProgram } from './serving-worker.ts';

/** The first serving thread, which loads its modules while the service is opened. */
export class PreparedThread implements AsyncDisposable {
  #worker: Worker | null = createServingWorker(servingProgram, 1, heapMegabytesMax);

  constructor() {
    // Another thread takes the place of one that has ended, and reports why it cannot run.
    this.#worker?.on('error', () => undefined);
  }

  /** The thread, once; null if it was taken or has ended. */
  take(): Worker | null {
    const worker = this.#worker;
    this.#worker = null;
    const hasEnded = worker?.threadId === -1;
    return hasEnded ? null : worker;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }
}
