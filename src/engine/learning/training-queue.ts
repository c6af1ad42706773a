import type { ChildProcess } from 'node:child_process';
import { terminateChild, forkProgram, lowerPriority, onChildExit } from '../../lib/child-processes.ts';
import type { TrainingReply, TrainingResult, TrainingTask } from './training-messages.ts';

/** Heap of the learning process, in megabytes: 300,000 events of 100,000 items take two thirds. */
const heapMegabytesMax = 1_500;
/** Requests come first. */
const niceness = 19;

/** Learns one order or weight at a time, each in a process that exits after it. */
export class TrainingQueue implements AsyncDisposable {
  readonly #running = new Map<TrainingTask, ChildProcess>();
  /** Ends what has not begun. */
  readonly #waiting = new Map<TrainingTask, () => void>();
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  /**
   * Resolves to null where the learning was stopped.
   * @throws Error where the process fails, or needs more memory than its limit
   */
  train<W extends TrainingTask>(work: W): Promise<TrainingResult<W> | null> {
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
    await this.#end((work) => work.path === path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const end of this.#waiting.values()) end();
    this.#waiting.clear();
    await this.#end(() => true);
  }

  async #end(isMeant: (work: TrainingTask) => boolean): Promise<void> {
    const meant = [...this.#running].filter(([work]) => isMeant(work));
    for (const [work] of meant) this.#running.delete(work);
    await Promise.all(meant.map(([, child]) => terminateChild(child, null, 0)));
  }

  #run<W extends TrainingTask>(work: W): Promise<TrainingResult<W> | null> {
    const child = forkProgram(new URL('./training-process.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${heapMegabytesMax}`],
    });
    lowerPriority(child, niceness);
    this.#running.set(work, child);
    const learnt = new Promise<TrainingResult<W> | null>((resolve, reject) => {
      child.once('message', (reply: TrainingReply) => {
        if ('error' in reply) reject(new Error(`The learning failed: ${reply.error}`));
        else resolve(reply.result as TrainingResult<W>);
      });
      onChildExit(child, (cause) => {
        // A stopped learning is no failure.
        if (!this.#running.has(work)) resolve(null);
        else reject(new Error(`The learning process exited: ${cause}`));
      });
      child.send(work, (error) => {
        if (error !== null) reject(error);
      });
    });
    return learnt.finally(() => this.#running.delete(work));
  }
}
