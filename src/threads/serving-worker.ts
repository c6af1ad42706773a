import { Worker } from 'node:worker_threads';

/** The module that serving threads run. */
export const servingProgram = new URL('./serving-program.ts', import.meta.url);
/** A thread whose heap is larger is to be ended. */
export const heapMegabytesMax = 1_024;
/** V8's limit of the heap, as a multiple of that at which a thread is ended. */
const heapLimitFactor = 2;
/** Size of the young generation: semi-spaces of 16 MB, as in the main thread. */
const youngMegabytes = 48;

/** Starts a serving thread, which loads its modules and then waits for its `ThreadOptions`, the first message. */
export function createServingWorker(program: URL, thread: number, heapMegabytes: number): Worker {
  return new Worker(program, {
    name: `serving-${thread}`,
    // Beyond these, V8 may end the whole process.
    resourceLimits: {
      maxOldGenerationSizeMb: heapLimitFactor * heapMegabytes,
      maxYoungGenerationSizeMb: youngMegabytes,
    },
  });
}
