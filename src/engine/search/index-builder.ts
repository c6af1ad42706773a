import { Worker } from 'node:worker_threads';
import type { IndexReply, IndexWork } from './index-messages.ts';

/**
 * The main thread's side of the two threads that build text segments: one for what a write waits for, and one for
 * everything that may take its time, so that no write waits for a merge.
 */
export class IndexBuilder implements AsyncDisposable {
  readonly #awaited: IndexThread;
  readonly #patient: IndexThread;

  constructor(onError: (error: unknown) => void) {
    this.#awaited = new IndexThread('index-builder', onError);
    this.#patient = new IndexThread('index-merger', onError);
  }

  async ask(work: IndexWork): Promise<IndexReply> {
    if (work.kind !== 'close') return (work.kind === 'items' ? this.#awaited : this.#patient).ask(work);
    const [closed] = await Promise.all([this.#awaited.ask(work), this.#patient.ask(work)]);
    return closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#awaited.end(), this.#patient.end()]);
  }
}

/** With nothing to do for so long, a thread ends: it would hold on to the 150 MB of what it built last. */
const idleMs = 15_000;

/** A thread that is started when it is needed; one that ends is followed by another. */
class IndexThread {
  readonly #name: string;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Map<
    number,
    { resolve: (reply: IndexReply) => void; reject: (error: Error) => void }
  >();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #nextId = 1;
  #closed = false;

  constructor(name: string, onError: (error: unknown) => void) {
    this.#name = name;
    this.#onError = onError;
  }

  ask(work: IndexWork): Promise<IndexReply> {
    if (this.#closed) return Promise.reject(new Error('The index builder is closed'));
    const id = this.#nextId++;
    // It has nothing open.
    if (work.kind === 'close' && this.#worker === null)
      return Promise.resolve({ id, error: null, buffer: null, last: -1, names: [] });
    const worker = (this.#worker ??= this.#start());
    this.#stay();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ ...work, id });
    });
  }

  async end(): Promise<void> {
    this.#closed = true;
    this.#stay();
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./index-worker.ts', import.meta.url), { name: this.#name });
    worker.on('message', (reply: IndexReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.error === null) waiting?.resolve(reply);
      else waiting?.reject(new Error(`Cannot build a text segment: ${reply.error}`));
      if (this.#waiting.size === 0) this.#leaveLater();
    });
    worker.on('error', (error) => this.#onError(error));
    worker.on('exit', () => {
      // One that was left is followed by another, who has what waits.
      if (this.#worker !== worker) return;
      this.#worker = null;
      const ended = new Error('The thread that builds text segments ended');
      for (const waiting of this.#waiting.values()) waiting.reject(ended);
      this.#waiting.clear();
    });
    return worker;
  }

  #stay(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }

  #leaveLater(): void {
    this.#stay();
    this.#idle = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = null;
      void worker?.terminate();
    }, idleMs).unref();
  }
}
