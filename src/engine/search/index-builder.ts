import { Worker } from 'node:worker_threads';
import type { IndexReply, IndexWork } from './index-messages.ts';

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

  async request(work: IndexWork): Promise<IndexReply> {
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

/** A thread that is started on demand and restarted after it exits. */
class IndexThread {
  readonly #name: string;
  readonly #onError: (error: unknown) => void;
  readonly #pending = new Map<
    number,
    { resolve: (reply: IndexReply) => void; reject: (error: Error) => void }
  >();
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #nextId = 1;
  #closed = false;

  constructor(name: string, onError: (error: unknown) => void) {
    this.#name = name;
    this.#onError = onError;
  }

  request(work: IndexWork): Promise<IndexReply> {
    if (this.#closed) return Promise.reject(new Error('The index builder is closed'));
    const id = this.#nextId++;
    // The thread is not running, so it has no open connection.
    if (work.kind === 'close' && this.#worker === null)
      return Promise.resolve({ id, error: null, buffer: null, last: -1, names: [] });
    const worker = (this.#worker ??= this.#start());
    this.#cancelIdleExit();
    return new Promise((resolve, reject) => {
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
