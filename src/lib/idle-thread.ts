import { Worker } from 'node:worker_threads';

/** A task for the program of a thread, and its answer. */
export interface ThreadTask {
  readonly id: number;
  readonly task: unknown;
}
export type ThreadAnswer =
  | { readonly id: number; readonly reply: unknown }
  | { readonly id: number; readonly error: string };

interface Options {
  /** The program, which calls `answerTasks()`. */
  readonly program: URL;
  readonly name: string;
  /** The thread ends after this time without a task. */
  readonly idleMs: number;
  /** What the thread starts with. */
  readonly workerData?: unknown;
}

interface PendingTask<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that starts with its first task, and ends while it has none, as what it has loaded takes memory. */
export class IdleThread<Task, Reply> implements AsyncDisposable {
  readonly #options: Options;
  readonly #pending = new Map<number, PendingTask<Reply>>();
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Runs a task. @throws Error if the task fails, or the thread ends before it has answered */
  run(task: Task): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const worker = (this.#worker ??= this.#start());
      clearTimeout(this.#idleTimer);
      // A process waits for its tasks, not for an idle thread.
      worker.ref();
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      worker.postMessage({ id, task } satisfies ThreadTask);
    });
  }

  /** Ends the thread. Tasks that it has not answered fail. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { program, name, workerData } = this.#options;
    const worker = new Worker(program, { name, workerData });
    worker.on('message', (answer: ThreadAnswer) => {
      const pending = this.#pending.get(answer.id);
      this.#pending.delete(answer.id);
      if ('error' in answer) pending?.reject(new Error(answer.error));
      else pending?.resolve(answer.reply as Reply);
      if (this.#pending.size === 0) this.#scheduleEnd(worker);
    });
    let cause = new Error(`The thread ${name} has exited`);
    worker.once('error', (error) => (cause = error as Error));
    worker.once('exit', () => {
      // The tasks of a thread that was replaced are its successor's.
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const { reject } of this.#pending.values()) reject(cause);
      this.#pending.clear();
    });
    return worker;
  }

  #scheduleEnd(worker: Worker): void {
    worker.unref();
    this.#idleTimer = setTimeout(() => {
      this.#worker = null;
      void worker.terminate();
    }, this.#options.idleMs).unref();
  }
}
