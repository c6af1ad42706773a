import { Worker } from 'node:worker_threads';

/** The program of serving threads. */
export const servingProgram = new URL('./serving-program.ts', import.meta.url);
/** A thread whose heap is larger is to be ended. */
export const heapMegabytesMax = 1_024;
/** V8's limit of the heap, as a multiple of that at which a thread is ended. */
const heapLimitFactor = 2;
/** Size of the young generation: semi-spaces of 16 MB, as in the main thread. */
const youngMegabytes = 48;

/** Beyond these, V8 may end the whole process. */
export function limitResources(heapMegabytes: number) {
  return {
    maxOldGenerationSizeMb: heapLimitFactor * heapMegabytes,
    maxYoungGenerationSizeMb: youngMegabytes,
  };
}

/** The name of a serving thread, by its number. */
export const nameThread = (thread: number): string => `serving-${thread}`;

/** The first serving thread, which loads its modules while the service is opened, and waits for its options. */
export class PreparedThread implements AsyncDisposable {
  #worker: Worker | null = new Worker(servingProgram, {
    name: nameThread(1),
    resourceLimits: limitResources(heapMegabytesMax),
  });

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
