import type { ChildProcess } from 'node:child_process';
import { terminateChild, forkProgram, lowerPriority, onChildExit } from '../../lib/child-processes.ts';
import type { TrainingReply, TrainingResult, TrainingTask } from './training-messages.ts';

/** Heap limit of the training process, in megabytes: 300,000 events of 100,000 items take two thirds of it. */
const heapMegabytesMax = 1_500;
/** Requests have priority. */
const niceness = 19;

/** Trains one ranking at a time, each in a process that exits afterwards. */
export class TrainingQueue implements AsyncDisposable {
  readonly #running = new Map<TrainingTask, ChildProcess>();
  /** Cancels a queued task. */
  readonly #queued = new Map<TrainingTask, () => void>();
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  /**
   * Resolves to null if the task was stopped.
   * @throws Error if the process fails or exceeds its memory limit
   */
  train(task: TrainingTask): Promise<TrainingResult | null> {
    // A stopped task resolves immediately: a project that closes must not wait minutes for the trainings before its
    // own.
    const stopped = Promise.withResolvers<null>();
    let isStopped = this.#closed;
    this.#queued.set(task, () => {
      isStopped = true;
      stopped.resolve(null);
    });
    const trained = this.#last.then(() => {
      if (isStopped) return null;
      this.#queued.delete(task);
      return this.#run(task);
    });
    this.#last = trained.catch(() => undefined);
    return Promise.race([trained, stopped.promise]);
  }

  /** Stops the running and the queued training of a project's database. */
  async stop(path: string): Promise<void> {
    for (const [task, cancel] of this.#queued) {
      if (task.path !== path) continue;
      cancel();
      this.#queued.delete(task);
    }
    await this.#kill((task) => task.path === path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const cancel of this.#queued.values()) cancel();
    this.#queued.clear();
    await this.#kill(() => true);
  }

  async #kill(matches: (task: TrainingTask) => boolean): Promise<void> {
    const stopped = [...this.#running].filter(([task]) => matches(task));
    for (const [task] of stopped) this.#running.delete(task);
    await Promise.all(stopped.map(([, child]) => terminateChild(child, null, 0)));
  }

  #run(task: TrainingTask): Promise<TrainingResult | null> {
    const child = forkProgram(new URL('./training-process.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${heapMegabytesMax}`],
    });
    lowerPriority(child, niceness);
    this.#running.set(task, child);
    const trained = new Promise<TrainingResult | null>((resolve, reject) => {
      child.once('message', (reply: TrainingReply) => {
        if ('error' in reply) reject(new Error(`The training failed: ${reply.error}`));
        else resolve(reply.result);
      });
      onChildExit(child, (cause) => {
        // A stopped training is not an error.
        if (!this.#running.has(task)) resolve(null);
        else reject(new Error(`The training process exited: ${cause}`));
      });
      child.send(task, (error) => {
        if (error !== null) reject(error);
      });
    });
    return trained.finally(() => this.#running.delete(task));
  }
}
