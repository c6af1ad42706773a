import { Worker } from 'node:worker_threads';
import type { CatalogLanguage, LanguageIdentifier } from '../../ports/catalog/language-identifier.ts';
import { sampleNames } from './name-sample.ts';

interface WaitingCall {
  readonly resolve: (language: CatalogLanguage) => void;
  readonly reject: (error: unknown) => void;
}

interface LanguageThread {
  readonly worker: Worker;
  /** The calls that it has not answered, in the order of its answers. */
  readonly waiting: WaitingCall[];
}

/**
 * Identifies languages in a thread of its own, which exits when it has been idle: eld takes 30 MB of heap and 300 ms of CPU to load, which
 * would stay with the service and delay its requests.
 */
export class WorkerLanguageIdentifier implements LanguageIdentifier, AsyncDisposable {
  readonly #idleMs: number;
  #thread: LanguageThread | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  /** The thread exits after `idleMs` without a call. */
  constructor({ idleMs = 10_000 }: { readonly idleMs?: number } = {}) {
    this.#idleMs = idleMs;
  }

  /** Whether the thread is running. */
  get isRunning(): boolean {
    return this.#thread !== null;
  }

  async identify(names: readonly string[]): Promise<CatalogLanguage> {
    clearTimeout(this.#idleTimer);
    const { worker, waiting } = (this.#thread ??= this.#start());
    worker.postMessage(sampleNames(names));
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }

  /** Ends the thread. Calls that it has not answered fail. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.worker.terminate();
  }

  #start(): LanguageThread {
    const worker = new Worker(new URL('./language-worker.ts', import.meta.url), { name: 'language' });
    const waiting: WaitingCall[] = [];
    worker.unref();
    worker.on('message', (language: CatalogLanguage) => {
      waiting.shift()?.resolve(language);
      if (waiting.length === 0) this.#idleTimer = setTimeout(() => void this.#end(), this.#idleMs).unref();
    });
    let failure: unknown = new Error('Cannot identify the language of a catalog: the thread has exited');
    worker.once('error', (error) => (failure = error));
    worker.once('exit', () => {
      if (this.#thread?.worker === worker) this.#thread = null;
      for (const { reject } of waiting) reject(failure);
    });
    return { worker, waiting };
  }
}
