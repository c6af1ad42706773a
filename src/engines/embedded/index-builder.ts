import { Worker } from 'node:worker_threads';
import type { IndexReply, IndexWork } from './index-messages.ts';

/** The main thread's side of the thread that builds text segments. */
export class IndexBuilder implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (reply: IndexReply) => void; reject: (error: Error) => void }>();
  #nextId = 1;
  #ended: Error | null = null;

  constructor() {
    this.#worker = new Worker(new URL('./index-worker.ts', import.meta.url), { name: 'index-builder' });
    this.#worker.on('message', (reply: IndexReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.error === null) waiting?.resolve(reply);
      else waiting?.reject(new Error(`Cannot build a text segment: ${reply.error}`));
    });
    this.#worker.on('error', (error) => this.#fail(error as Error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread that builds text segments ended')));
  }

  ask(work: IndexWork): Promise<IndexReply> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...work, id });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended ??= new Error('The index builder was closed');
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#ended);
    this.#waiting.clear();
  }
}
