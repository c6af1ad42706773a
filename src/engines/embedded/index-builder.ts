import { Worker } from 'node:worker_threads';
import type { IndexReply, IndexWork } from './index-messages.ts';

/** The main thread's side of the thread that builds text segments; a thread that ends is followed by another. */
export class IndexBuilder implements AsyncDisposable {
  readonly #onFault: (error: unknown) => void;
  readonly #waiting = new Map<
    number,
    { resolve: (reply: IndexReply) => void; reject: (error: Error) => void }
  >();
  #worker: Worker | null = null;
  #nextId = 1;
  #closed = false;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  ask(work: IndexWork): Promise<IndexReply> {
    if (this.#closed) return Promise.reject(new Error('The index builder is closed'));
    const worker = (this.#worker ??= this.#start());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // A thread, not a window: there is no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ ...work, id });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./index-worker.ts', import.meta.url), { name: 'index-builder' });
    worker.on('message', (reply: IndexReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.error === null) waiting?.resolve(reply);
      else waiting?.reject(new Error(`Cannot build a text segment: ${reply.error}`));
    });
    worker.on('error', (error) => this.#onFault(error));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      const ended = new Error('The thread that builds text segments ended');
      for (const waiting of this.#waiting.values()) waiting.reject(ended);
      this.#waiting.clear();
    });
    return worker;
  }
}
