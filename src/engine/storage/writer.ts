import { Worker } from 'node:worker_threads';
import { VitrineError } from '../../ports/errors.ts';
import { inSpan } from '../../lib/tracing/span.ts';
import { Checkpoints } from './checkpoints.ts';
import { encodeRows, type Row } from './row-codec.ts';
import { createDamageError, isDamage } from './storage-failure.ts';
import type { SchemaName } from './schema.ts';
import type { CommitDurability, WriterData, WriterReply, WriterRequest } from './writer-messages.ts';

/** One statement and the rows it runs with. */
export interface StatementBatch {
  readonly sql: string;
  readonly rows: readonly Row[];
}

type Unnumbered = WriterRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

/** Maximum transactions that wait for the disk; further ones are rejected as `overloaded`. */
const waitingMax = 10_000;
const pageCacheDefault = 16_384;

/** The main thread's handle of the writer thread. */
export class Writer implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #checkpoints = new Checkpoints();
  /** The paths of open databases. */
  readonly #paths = new Map<string, string>();
  readonly #pending = new Map<
    number,
    { request: Unnumbered; resolve: () => void; reject: (error: Error) => void }
  >();
  #nextId = 1;
  #failed: Error | null = null;
  #refusal: string | null | undefined = undefined;

  /** Each of its connections caches up to `pageCacheKilobytes` of pages. */
  constructor(pageCacheKilobytes = pageCacheDefault) {
    const workerData: WriterData = { pageCacheKilobytes };
    const program = new URL('./writer-worker.ts', import.meta.url);
    this.#worker = new Worker(program, { name: 'writer', workerData });
    this.#worker.on('message', (reply: WriterReply) => {
      const pending = this.#pending.get(reply.id);
      this.#pending.delete(reply.id);
      if (reply.error === null) return pending?.resolve();
      pending?.reject(this.#createError(pending.request, reply.error));
    });
    this.#worker.on('error', (error) => this.#fail(error as Error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`The writer thread exited with code ${code}`)));
  }

  /** The reason of the last failed write since `forgetRefusal`, null if none failed, or undefined if none was stored either. */
  get refusal(): string | null | undefined {
    return this.#failed?.message ?? this.#refusal;
  }

  forgetRefusal(): void {
    this.#refusal = null;
  }

  /** The reason why the writer accepts no writes at all, or null while it does. */
  get failure(): string | null {
    return this.#failed?.message ?? null;
  }

  async open(
    database: string,
    path: string,
    { schema, durability }: { readonly schema: SchemaName; readonly durability: CommitDurability },
  ): Promise<void> {
    await this.#request({ kind: 'open', database, path, schema, durability });
    this.#paths.set(database, path);
  }

  async close(database: string): Promise<void> {
    const path = this.#paths.get(database);
    this.#paths.delete(database);
    // The writer is the last connection: closing it checkpoints the remaining pages.
    if (path !== undefined) await this.#checkpoints.close(path);
    await this.#request({ kind: 'close', database });
  }

  /**
   * Runs the parts in one transaction, durable as the database was opened for; promises settle in the order of the calls. If a transaction
   * of an epoch fails, all later ones of that epoch fail with it.
   * @throws VitrineError storage_failed, overloaded
   */
  transact(database: string, epoch: number, parts: readonly StatementBatch[]): Promise<void> {
    if (this.#pending.size >= waitingMax) {
      return Promise.reject(
        new VitrineError('overloaded', 'Too many writes wait for the disk', { retryAfterSeconds: 1 }),
      );
    }
    const path = this.#paths.get(database);
    if (path !== undefined) this.#checkpoints.recordWrite(path);
    const encoded = parts
      .filter((part) => part.rows.length > 0)
      .map((part) => ({ sql: part.sql, rows: encodeRows(part.rows) }));
    const stored = inSpan(
      'COMMIT',
      () =>
        this.#request(
          { kind: 'transact', database, epoch, parts: encoded },
          encoded.map((part) => part.rows.buffer),
        ),
      {
        kind: 'client',
        attributes: { 'db.system.name': 'sqlite', 'db.operation.name': 'COMMIT', 'db.namespace': database },
      },
    );
    stored.then(
      // Keeps an earlier refusal: a small write may succeed where a large one does not fit.
      () => (this.#refusal ??= null),
      (error: Error) => (this.#refusal = error.message),
    );
    return stored;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#failed ??= new Error('The writer was closed');
    await this.#checkpoints[Symbol.asyncDispose]();
    await this.#worker.terminate();
  }

  #request(request: Unnumbered, transfer: ArrayBuffer[] = []): Promise<void> {
    if (this.#failed !== null) {
      return Promise.reject(
        new VitrineError('storage_failed', 'The writer thread is not running', { cause: this.#failed }),
      );
    }
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { request, resolve, reject });
      this.#worker.postMessage({ ...request, id }, transfer);
    });
  }

  #createError({ kind, database }: Unnumbered, reason: string): VitrineError {
    const path = this.#paths.get(database);
    const cause = new Error(reason);
    if (kind === 'transact' && path !== undefined && isDamage(cause)) return createDamageError(path, cause);
    return new VitrineError(
      'storage_failed',
      `${kind === 'transact' ? 'The storage rejected the write: ' : ''}${reason}`,
    );
  }

  #fail(error: Error): void {
    this.#failed ??= error;
    for (const pending of this.#pending.values()) {
      pending.reject(new VitrineError('storage_failed', 'The writer thread exited', { cause: error }));
    }
    this.#pending.clear();
  }
}
