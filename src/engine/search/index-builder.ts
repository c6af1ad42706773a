import { Worker } from 'node:worker_threads';
import type { IndexReply, BuildResult, IndexWork } from './index-messages.ts';
import { IndexWorkRunner } from './index-work-runner.ts';

/**
 * The main thread's handle of two threads that build text segments: one for segments that a write waits for, and one
 * for merges and other background work, so that no write waits for a merge.
 */
export class IndexBuilder implements AsyncDisposable {
  readonly #urgent: IndexThread;
  readonly #background: IndexThread;

  constructor(onError: (error: unknown) => void) {
    this.#urgent = new IndexThread('index-builder', onError);
    this.#background = new IndexThread('index-merger', onError);
  }

  async request(work: IndexWork): Promise<BuildResult> {
    if (work.kind !== 'close')
      return (work.kind === 'changed' || work.kind === 'items' ? this.#urgent : this.#background).request(
        work,
      );
    const [closed] = await Promise.all([this.#urgent.request(work), this.#background.request(work)]);
    return closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#urgent.end(), this.#background.end()]);
  }
}

/** Idle time after which a thread exits: it would hold the 150 MB of its last build. */
const idleMs = 15_000;

/** A thread that is started by the first work that is not small, and restarted after it exits. */
class IndexThread {
  readonly #name: string;
  readonly #onError: (error: unknown) => void;
  readonly #pending = new Map<
    number,
    { resolve: (result: BuildResult) => void; reject: (error: Error) => void }
  >();
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #nextId = 1;
  #closed = false;

  constructor(name: string, onError: (error: unknown) => void) {
    this.#name = name;
    this.#onError = onError;
  }

  async request(work: IndexWork): Promise<BuildResult> {
    if (this.#closed) throw new Error('The index builder is closed');
    if (this.#worker === null) {
      const result = buildIfSmall(work);
      if (result !== null) return result;
    }
    const id = this.#nextId++;
    const worker = (this.#worker ??= this.#start());
    this.#cancelIdleExit();
    return await new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.postMessage({ ...work, id }, work.kind === 'changed' ? [work.items.buffer] : []);
    });
  }

  async end(): Promise<void> {
    this.#closed = true;
    this.#cancelIdleExit();
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./index-worker.ts', import.meta.url), { name: this.#name });
    worker.on('message', (reply: IndexReply) => {
      const pending = this.#pending.get(reply.id);
      this.#pending.delete(reply.id);
      if (reply.error === null) pending?.resolve(reply);
      else pending?.reject(new Error(`Cannot build a text segment: ${reply.error}`));
      if (this.#pending.size === 0) this.#scheduleIdleExit();
    });
    worker.on('error', (error) => this.#onError(error));
    worker.on('exit', () => {
      // Ignore the exit of a thread that was replaced: the pending requests are its successor's.
      if (this.#worker !== worker) return;
      this.#worker = null;
      const error = new Error('The thread that builds text segments exited');
      for (const pending of this.#pending.values()) pending.reject(error);
      this.#pending.clear();
    });
    return worker;
  }

  #cancelIdleExit(): void {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }

  #scheduleIdleExit(): void {
    this.#cancelIdleExit();
    this.#idleTimer = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = null;
      void worker?.terminate();
    }, idleMs).unref();
  }
}

/** Does small work in this thread; returns null if it is not small. */
function buildIfSmall(work: IndexWork): BuildResult | null {
  const runner = new IndexWorkRunner();
  try {
    return runner.isSmall(work) ? runner.run(work) : null;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot build a text segment: ${cause}`, { cause: error });
  } finally {
    runner.release();
  }
}
