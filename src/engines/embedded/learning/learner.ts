import { Worker } from 'node:worker_threads';
import type { LearningResult, LearningWork } from './learning-messages.ts';

/** Memory that a learning may take, in megabytes: 300,000 events of 100,000 items take two thirds. */
const heapMegabytesMax = 1_500;

/** Does one piece of work at a time, in a thread that is there only meanwhile. */
export class Learner implements AsyncDisposable {
  readonly #running = new Map<LearningWork, Worker>();
  /** Ends what has not begun. */
  readonly #waiting = new Map<LearningWork, () => void>();
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  /**
   * Resolves to null where the learning was stopped.
   * @throws Error where the thread fails, or takes more memory than it may
   */
  learn<W extends LearningWork>(work: W): Promise<LearningResult<W> | null> {
    // Whoever is stopped does not wait for those before it: a project that closes would close after their minutes.
    const stopped = Promise.withResolvers<null>();
    let isStopped = this.#closed;
    this.#waiting.set(work, () => {
      isStopped = true;
      stopped.resolve(null);
    });
    const learnt = this.#turn.then(() => {
      if (isStopped) return null;
      this.#waiting.delete(work);
      return this.#run(work);
    });
    this.#turn = learnt.catch(() => undefined);
    return Promise.race([learnt, stopped.promise]);
  }

  /** Ends what is learnt from a project's database, if it is under way or waits. */
  async stop(path: string): Promise<void> {
    for (const [work, end] of this.#waiting) {
      if (work.path !== path) continue;
      end();
      this.#waiting.delete(work);
    }
    const running = [...this.#running].filter(([work]) => work.path === path);
    await Promise.all(running.map(([, worker]) => worker.terminate()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const end of this.#waiting.values()) end();
    this.#waiting.clear();
    await Promise.all([...this.#running.values()].map((worker) => worker.terminate()));
  }

  #run<W extends LearningWork>(work: W): Promise<LearningResult<W> | null> {
    const worker = new Worker(new URL('./learning-worker.ts', import.meta.url), {
      name: 'learner',
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    });
    this.#running.set(work, worker);
    return new Promise((resolve, reject) => {
      worker.once('message', (result: LearningResult<W>) => resolve(result));
      worker.once('error', reject);
      worker.once('exit', () => {
        this.#running.delete(work);
        resolve(null);
      });
    });
  }
}
