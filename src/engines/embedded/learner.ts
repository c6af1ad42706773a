import { Worker } from 'node:worker_threads';
import type { LearningResult, LearningWork } from './learning-messages.ts';

/** Memory that a learning may take, in megabytes: 300,000 events of 100,000 items take two thirds. */
const heapMegabytesMax = 1_500;

/** Learns for one project at a time, in a thread that is there only meanwhile. */
export class Learner implements AsyncDisposable {
  readonly #running = new Map<string, Worker>();
  /** By path, ends what has not begun. */
  readonly #waiting = new Map<string, () => void>();
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  /**
   * Resolves to null where the learning was stopped.
   * @throws Error where the thread fails, or takes more memory than it may
   */
  learn(work: LearningWork): Promise<LearningResult | null> {
    // Whoever is stopped does not wait for those before it: a project that closes would close after their minutes.
    const stopped = Promise.withResolvers<null>();
    let isStopped = this.#closed;
    this.#waiting.set(work.path, () => {
      isStopped = true;
      stopped.resolve(null);
    });
    const learnt = this.#turn.then(() => {
      if (isStopped) return null;
      this.#waiting.delete(work.path);
      return this.#run(work);
    });
    this.#turn = learnt.catch(() => undefined);
    return Promise.race([learnt, stopped.promise]);
  }

  /** Ends a project's learning, if it is under way or waits. */
  async stop(path: string): Promise<void> {
    this.#waiting.get(path)?.();
    this.#waiting.delete(path);
    await this.#running.get(path)?.terminate();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const end of this.#waiting.values()) end();
    this.#waiting.clear();
    await Promise.all([...this.#running.values()].map((worker) => worker.terminate()));
  }

  #run(work: LearningWork): Promise<LearningResult | null> {
    const worker = new Worker(new URL('./learning-worker.ts', import.meta.url), {
      name: 'learner',
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    });
    this.#running.set(work.path, worker);
    return new Promise((resolve, reject) => {
      worker.once('message', (result: LearningResult) => resolve(result));
      worker.once('error', reject);
      worker.once('exit', () => {
        this.#running.delete(work.path);
        resolve(null);
      });
    });
  }
}
