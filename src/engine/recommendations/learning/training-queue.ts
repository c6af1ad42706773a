import { systemStopwatch, type Stopwatch } from '../../../lib/clock.ts';
import type { ProgramRunner } from '../../../lib/program-runner.ts';
import type { TrainingReply, TrainingTask } from './training-messages.ts';

const trainingProgram = new URL('./training-process.ts', import.meta.url);

/** Heap limit of the training process, in megabytes: most of its memory is outside the heap. */
const heapMegabytesMax = 1_500;
/** Limit of V8's young generation: the default of 16 would take 200 MB more, and save a seventh of the CPU time. */
const newSpaceMegabytes = 2;
/** Expected duration, in milliseconds per event: 0.65 for 20,000 events, 0.25 for a million. */
const eventMs = 0.4;
/**
 * A later training cannot overtake one that has waited for this multiple of its expected duration. A project
 * rests for as long between two trainings.
 */
const waitFactor = 20;

/** The end of a training; `reply` is null if it was stopped. */
export interface FinishedTraining {
  readonly reply: TrainingReply | null;
  readonly cpuSeconds: number;
}

/** A training whose process failed or exceeded its memory limit. */
export class TrainingError extends Error {
  readonly cpuSeconds: number;

  constructor(cause: unknown, cpuSeconds: number) {
    super(`The training failed: ${String(cause)}`, { cause });
    this.cpuSeconds = cpuSeconds;
  }
}

interface QueuedTraining {
  readonly task: TrainingTask;
  /** When the training is due, by the stopwatch: the time of queueing plus a multiple of its expected duration. The earliest is next. */
  readonly dueAt: number;
  readonly finished: PromiseWithResolvers<FinishedTraining>;
}

interface RunningTraining {
  readonly task: TrainingTask;
  readonly abort: AbortController;
  /** Never rejects. */
  readonly ended: Promise<void>;
}

const stopped: FinishedTraining = { reply: null, cpuSeconds: 0 };

/**
 * Trains one ranking at a time, each in a process that exits afterwards. The training of a small shop does not wait behind those of large
 * ones: earliest deadline first, where the deadline grows with the expected duration, so that the delay of large ones is bounded.
 */
export class TrainingQueue implements AsyncDisposable {
  readonly #runner: Pick<ProgramRunner, 'run'>;
  readonly #stopwatch: Stopwatch;
  /** Queued trainings in the order of their arrival. */
  #queued: QueuedTraining[] = [];
  #running: RunningTraining | null = null;
  #closed = false;
  #cpuSeconds = 0;
  #failedCpuSeconds = 0;

  constructor(runner: Pick<ProgramRunner, 'run'>, stopwatch: Stopwatch = systemStopwatch) {
    this.#runner = runner;
    this.#stopwatch = stopwatch;
  }

  /** CPU time of all ended trainings, including stopped and failed ones, and of the failed ones alone. */
  gauges(): Record<string, number> {
    return { training_cpu_seconds: this.#cpuSeconds, training_failed_cpu_seconds: this.#failedCpuSeconds };
  }

  /**
   * Trains on a log with this number of events.
   * @throws TrainingError
   */
  train(task: TrainingTask, events: number): Promise<FinishedTraining> {
    if (this.#closed) return Promise.resolve(stopped);
    const expectedMs = eventMs * Math.min(events, task.eventsMax);
    const dueAt = this.#stopwatch() + waitFactor * expectedMs;
    const finished = Promise.withResolvers<FinishedTraining>();
    this.#queued.push({ task, dueAt, finished });
    this.#startNext();
    return finished.promise;
  }

  /**
   * Stops the running and the queued training of a project's database. A queued one ends immediately: closing
   * a project must not wait for the trainings before its own.
   */
  async stop(path: string): Promise<void> {
    this.#cancel((task) => task.path === path);
    await this.abort(path);
  }

  /** Stops the running training of a project's database. */
  async abort(path: string): Promise<void> {
    if (this.#running?.task.path === path) await this.#kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#cancel(() => true);
    await this.#kill();
  }

  #cancel(matches: (task: TrainingTask) => boolean): void {
    for (const { task, finished } of this.#queued) if (matches(task)) finished.resolve(stopped);
    this.#queued = this.#queued.filter(({ task }) => !matches(task));
  }

  async #kill(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  #startNext(): void {
    const [first, ...others] = this.#queued;
    if (this.#running !== null || first === undefined) return;
    const next = others.reduce((best, run) => (run.dueAt < best.dueAt ? run : best), first);
    this.#queued = this.#queued.filter((run) => run !== next);
    const { task, finished } = next;
    const abort = new AbortController();
    const ended = this.#run(task, abort.signal)
      .then(finished.resolve, finished.reject)
      .finally(() => {
        this.#running = null;
        this.#startNext();
      });
    this.#running = { task, abort, ended };
  }

  async #run(task: TrainingTask, signal: AbortSignal): Promise<FinishedTraining> {
    let cpuSeconds = 0;
    const onCpuSeconds = (seconds: number): void => {
      cpuSeconds = seconds;
      this.#cpuSeconds += seconds;
    };
    const execArgv = [
      `--max-old-space-size=${heapMegabytesMax}`,
      `--max-semi-space-size=${newSpaceMegabytes}`,
    ];
    try {
      const options = { execArgv, signal, onCpuSeconds };
      const reply = await this.#runner.run<TrainingReply>(trainingProgram, task, options);
      return { reply, cpuSeconds };
    } catch (error) {
      this.#failedCpuSeconds += cpuSeconds;
      throw new TrainingError(error, cpuSeconds);
    }
  }
}
