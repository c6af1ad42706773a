import { Worker } from 'node:worker_threads';
import { VitrineError } from '../../ports/errors.ts';
import { encodeRows, type Row } from './row-codec.ts';
import type { SchemaName } from './schema.ts';
import type { CheckpointRequest, WriterReply, WriterRequest } from './writer-messages.ts';

/** One statement and the rows it runs with. */
export interface StatementBatch {
  readonly sql: string;
  readonly rows: readonly Row[];
}

type Unnumbered = WriterRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

/** Most transactions that may wait for the disk; further ones are refused as `overloaded`. */
const waitingMax = 10_000;

/** The main thread's side of the writing thread. */
export class Writer implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #checkpoints: Checkpoints;
  /** Of the databases that are open. */
  readonly #paths = new Map<string, string>();
  readonly #waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  #nextId = 1;
  #failed: Error | null = null;
  #refusal: string | null | undefined = undefined;

  constructor() {
    this.#checkpoints = new Checkpoints();
    this.#worker = new Worker(new URL('./writer-worker.ts', import.meta.url), { name: 'writer' });
    this.#worker.on('message', (reply: WriterReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.error === null) waiting?.resolve();
      else waiting?.reject(new VitrineError('storage_failed', `The storage refused: ${reply.error}`));
    });
    this.#worker.on('error', (error) => this.#fail(error as Error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`The writing thread ended with code ${code}`)));
  }

  /** Why a write was refused since `forgetRefusal`; null: none was; undefined: none was stored either. */
  get refusal(): string | null | undefined {
    return this.#failed?.message ?? this.#refusal;
  }

  forgetRefusal(): void {
    this.#refusal = null;
  }

  /** Why no write can be taken any more; null while all is well. */
  get failure(): string | null {
    return this.#failed?.message ?? null;
  }

  async open(database: string, path: string, schema: SchemaName): Promise<void> {
    await this.#ask({ kind: 'open', database, path, schema });
    this.#paths.set(database, path);
    this.#checkpoints.open(path);
  }

  async close(database: string): Promise<void> {
    const path = this.#paths.get(database);
    this.#paths.delete(database);
    // The writer is the last one: what is left to be brought into the database, its closing does.
    if (path !== undefined) await this.#checkpoints.close(path);
    await this.#ask({ kind: 'close', database });
  }

  /**
   * Runs the parts in one durable transaction; promises settle in the order of the calls. Where one of an
   * epoch fails, every one of that epoch that is not committed yet fails with it.
   * @throws VitrineError storage_failed, overloaded
   */
  transact(database: string, epoch: number, parts: readonly StatementBatch[]): Promise<void> {
    if (this.#waiting.size >= waitingMax) {
      return Promise.reject(
        new VitrineError('overloaded', 'Too many writes wait for the disk', { retryAfterSeconds: 1 }),
      );
    }
    const encoded = parts
      .filter((part) => part.rows.length > 0)
      .map((part) => ({ sql: part.sql, rows: encodeRows(part.rows) }));
    const stored = this.#ask(
      { kind: 'transact', database, epoch, parts: encoded },
      encoded.map((part) => part.rows.buffer),
    );
    stored.then(
      // A small one may fit where a large one did not.
      () => (this.#refusal ??= null),
      (error: Error) => (this.#refusal = error.message),
    );
    return stored;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#failed ??= new Error('The writer was closed');
    await this.#checkpoints.end();
    await this.#worker.terminate();
  }

  #ask(request: Unnumbered, transfer: ArrayBuffer[] = []): Promise<void> {
    if (this.#failed !== null) {
      return Promise.reject(
        new VitrineError('storage_failed', 'The writing thread is gone', { cause: this.#failed }),
      );
    }
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id }, transfer);
    });
  }

  #fail(error: Error): void {
    this.#failed ??= error;
    for (const waiting of this.#waiting.values()) {
      waiting.reject(new VitrineError('storage_failed', 'The writing thread ended', { cause: error }));
    }
    this.#waiting.clear();
  }
}

/** The thread that brings commits into the databases. Where it fails, the writer does so itself, later and in larger pieces. */
class Checkpoints {
  readonly #worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { name: 'checkpoints' });
  readonly #closing = new Map<string, () => void>();
  #hasEnded = false;

  constructor() {
    this.#worker.on('message', (path: string) => this.#closed(path));
    this.#worker.on('error', () => this.#ended());
    this.#worker.on('exit', () => this.#ended());
  }

  open(path: string): void {
    this.#worker.postMessage({ path, isOpen: true } satisfies CheckpointRequest);
  }

  close(path: string): Promise<void> {
    if (this.#hasEnded) return Promise.resolve();
    return new Promise((resolve) => {
      this.#closing.set(path, resolve);
      this.#worker.postMessage({ path, isOpen: false } satisfies CheckpointRequest);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #closed(path: string): void {
    this.#closing.get(path)?.();
    this.#closing.delete(path);
  }

  #ended(): void {
    this.#hasEnded = true;
    for (const path of this.#closing.keys()) this.#closed(path);
  }
}
