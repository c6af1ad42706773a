import type { ProgramRunner } from '../../lib/program-runner.ts';
import type { TrainingResult, TrainingTask } from './training-messages.ts';

const trainingProgram = new URL('./training-process.ts', import.meta.url);

/** Heap limit of the training process, in megabytes: most of its memory is outside the heap. */
const heapMegabytesMax = 1_500;
/** Of the space for new objects: the default of 16 would take 200 MB more, for a seventh less of the CPU. */
const newSpaceMegabytes = 2;

interface RunningTraining {
  readonly abort: AbortController;
  /** Never rejects. */
  readonly ended: Promise<void>;
}

/** Trains one ranking at a time, each in a process that exits afterwards. */
export class TrainingQueue implements AsyncDisposable {
  readonly #runner: ProgramRunner;
  readonly #running = new Map<TrainingTask, RunningTraining>();
  /** Cancels a queued task. */
  readonly #queued = new Map<TrainingTask, () => void>();
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(runner: ProgramRunner) {
    this.#runner = runner;
  }

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
    for (const [, { abort }] of stopped) abort.abort();
    await Promise.all(stopped.map(([, { ended }]) => ended));
  }

  #run(task: TrainingTask): Promise<TrainingResult | null> {
    const abort = new AbortController();
    const trained = this.#runner.run<TrainingResult>(trainingProgram, task, {
      execArgv: [`--max-old-space-size=${heapMegabytesMax}`, `--max-semi-space-size=${newSpaceMegabytes}`],
      signal: abort.signal,
    });
    const ended = trained.then(
      () => undefined,
      () => undefined,
    );
    this.#running.set(task, { abort, ended });
    return trained
      .catch((error: unknown) => {
        throw new Error(`The training failed: ${String(error)}`, { cause: error });
      })
      .finally(() => this.#running.delete(task));
  }
}
