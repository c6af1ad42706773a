import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore, Task } from '../../ports/access/projects.ts';
import type { Clock } from '../../lib/clock.ts';
import type { BulkThrottle } from './import.ts';
import { jsonSliceMs, createJsonSlices } from '../contract/json-document.ts';
import { writeMatching, type MatchingWrite, type MatchProgress } from './matching-writes.ts';

interface StartOptions extends MatchingWrite {
  readonly taskId: string;
  readonly kind: 'update' | 'delete';
  /** Keeps the project open until it is disposed. */
  readonly hold: () => Disposable;
}

/** A write in progress. */
export interface RunningWrite {
  readonly readTask: () => Task;
  /** Does not reject for an expected failure: the task has it. */
  readonly ended: Promise<unknown>;
}

const noProgress: MatchProgress = {
  matched: 0,
  changed: 0,
  deleted: 0,
  unchanged: 0,
  failed: 0,
  errors: [],
  errorsOmitted: 0,
};

/** Runs writes of items that match a filter as tasks, one of a project at a time, in the order of their requests. */
export class MatchingTasks {
  readonly #store: Pick<ProjectStore, 'putTask'>;
  readonly #clock: Clock;
  readonly #traffic: BulkThrottle;
  readonly #stopping: AbortSignal;
  readonly #onError: (error: unknown) => void;
  readonly #queues = new Map<string, { count: number; last: Promise<void> }>();

  constructor(options: {
    store: Pick<ProjectStore, 'putTask'>;
    clock: Clock;
    traffic: BulkThrottle;
    stopping: AbortSignal;
    onError: (error: unknown) => void;
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#traffic = options.traffic;
    this.#stopping = options.stopping;
    this.#onError = options.onError;
  }

  /** @throws VitrineError overloaded */
  async start(project: ProjectEngine, options: StartOptions): Promise<RunningWrite> {
    const queue = this.#queues.get(project.id) ?? { count: 0, last: Promise.resolve() };
    if (queue.count >= limits.matchingWritesMax)
      throw new VitrineError(
        'overloaded',
        `Cannot write by filter as ${queue.count} such requests of the project run or wait`,
        { retryAfterSeconds: 5 },
      );
    this.#queues.set(project.id, queue);
    queue.count++;
    let task: Task = {
      id: options.taskId,
      project: project.id,
      kind: options.kind,
      status: 'running',
      startedAt: this.#clock.now(),
      finishedAt: null,
      progress: { ...noProgress },
      error: null,
    };
    const put = (change: Partial<Task>): Promise<void> => {
      task = { ...task, ...change };
      return this.#store.putTask(task);
    };
    const run = async (): Promise<void> => {
      using _held = options.hold();
      await put({});
      await before;
      await this.#run(project, options, put);
    };
    const before = queue.last;
    const ended = run().finally(() => {
      queue.count--;
      if (queue.count === 0) this.#queues.delete(project.id);
    });
    queue.last = ended.catch(this.#onError);
    return { readTask: () => task, ended };
  }

  async #run(
    project: ProjectEngine,
    write: MatchingWrite,
    put: (change: Partial<Task>) => Promise<void>,
  ): Promise<void> {
    const onProgress = (progress: MatchProgress): Promise<void> => put({ progress: { ...progress } });
    const end = (status: Task['status'], error: Task['error']): Promise<void> =>
      put({ status, error, finishedAt: this.#clock.now() });
    try {
      const slices = createJsonSlices(() => this.#traffic.yieldToRequests(jsonSliceMs));
      const parts = { project, slices, traffic: this.#traffic, signal: this.#stopping, onProgress };
      await writeMatching(write, parts);
    } catch (error) {
      const isExpected = error instanceof VitrineError;
      const failure = isExpected
        ? { code: error.code, detail: error.message }
        : { code: 'internal_error', detail: 'The write failed: see the log of the service' };
      await end('failed', failure);
      if (!isExpected) throw error;
      return;
    }
    await end('succeeded', null);
  }
}
