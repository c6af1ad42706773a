import { Worker } from 'node:worker_threads';
import type { CheckpointRequest } from './writer-messages.ts';

/** Idle time after which the thread exits: it takes 12 MB. */
const idleMsDefault = 15_000;
/** Minimum writes in that time before the thread starts: fewer do not fill the write-ahead log. */
const writesMinDefault = 32;

/**
 * The checkpoint thread. It starts when several writes follow each other, and exits when there was none for a
 * while. Without it, the writer checkpoints itself, less often and for longer.
 */
export class Checkpoints implements AsyncDisposable {
  readonly #idleMs: number;
  readonly #writesMin: number;
  #writes = 0;
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  /** Paths of the databases that the thread has open. */
  readonly #open = new Set<string>();
  readonly #closing = new Map<string, () => void>();
  /** Threads that close their databases and exit. */
  readonly #leaving = new Set<Promise<void>>();
  #hasFailed = false;

  constructor({
    idleMs = idleMsDefault,
    writesMin = writesMinDefault,
  }: { readonly idleMs?: number; readonly writesMin?: number } = {}) {
    this.#idleMs = idleMs;
    this.#writesMin = writesMin;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Call with each write to a database, by its path. */
  recordWrite(path: string): void {
    if (this.#hasFailed) return;
    if (this.#idleTimer === null) this.#idleTimer = setTimeout(() => this.#leave(), this.#idleMs).unref();
    else this.#idleTimer.refresh();
    this.#writes += 1;
    if (this.#worker === null && this.#writes < this.#writesMin) return;
    this.#worker ??= this.#start();
    if (!this.#open.has(path)) {
      this.#open.add(path);
      this.#send({ kind: 'open', path });
    }
  }

  /** Resolves when no checkpoint thread has the database open. */
  async close(path: string): Promise<void> {
    await Promise.all(this.#leaving);
    if (!this.#open.delete(path)) return;
    await new Promise<void>((resolve) => {
      this.#closing.set(path, resolve);
      this.#send({ kind: 'close', path });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hasFailed = true;
    this.#cancelIdleExit();
    await Promise.all([this.#worker?.terminate(), ...this.#leaving]);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { name: 'checkpoints' });
    worker.on('message', (path: string) => this.#onClosed(path));
    worker.on('error', () => this.#onFailed(worker));
    worker.on('exit', () => this.#onFailed(worker));
    return worker;
  }

  #send(request: CheckpointRequest): void {
    this.#worker?.postMessage(request);
  }

  /** Lets the thread exit; the next write starts another one. */
  #leave(): void {
    const worker = this.#worker;
    // A database that is being closed waits for the thread's reply.
    if (this.#closing.size > 0) return;
    this.#writes = 0;
    this.#cancelIdleExit();
    if (worker === null) return;
    this.#send({ kind: 'exit' });
    this.#worker = null;
    this.#open.clear();
    const exit = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
    }).then(() => void this.#leaving.delete(exit));
    this.#leaving.add(exit);
  }

  #cancelIdleExit(): void {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }

  #onClosed(path: string): void {
    this.#closing.get(path)?.();
    this.#closing.delete(path);
  }

  #onFailed(worker: Worker): void {
    if (worker !== this.#worker) return;
    this.#hasFailed = true;
    this.#worker = null;
    this.#open.clear();
    this.#cancelIdleExit();
    for (const path of this.#closing.keys()) this.#onClosed(path);
  }
}
