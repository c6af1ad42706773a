import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { VitrineError } from '../../ports/errors.ts';
import { LogCompacted, type ChainHashes, type SharedLog } from '../../ports/cluster/shared-log.ts';
import type { ControlChange, SharedChange } from './shared-changes.ts';
import {
  putChainHash,
  putLastErasure,
  putNextEntry,
  type SharedLogPosition,
} from '../storage/shared-log-position.ts';
import type { StatementBatch } from '../storage/writer.ts';

/** Base64url characters of 128 bits. */
const hashLength = 22;
/** Maximum writes in one entry, which has those that waited while the previous entry was written. */
const writesMax = 500;
const bytesMax = 8 * 1024 * 1024;
const entriesPerRead = 16;
/** Maximum writes that wait for an entry; further ones are rejected as `overloaded`. */
const waitingMax = 10_000;

/** A write as stored in an entry. */
export interface SharedWrite {
  readonly change: SharedChange;
  readonly parts: readonly StatementBatch[];
}

/** The content of an entry. */
interface Entry {
  readonly format: number;
  readonly writes: readonly SharedWrite[];
}

/**
 * Incremented when statements or changes of earlier versions can no longer be applied: entries hold SQL for
 * the tables of the version that wrote them.
 */
export const entryFormat = 1;

/** @throws VitrineError storage_failed if another version wrote the entry */
function decodeWrites(entry: Uint8Array, number: number): readonly SharedWrite[] {
  const { format, writes } = deserialize(entry) as Entry;
  if (format === entryFormat) return writes;
  throw new VitrineError(
    'storage_failed',
    `Entry ${number} of a log in the cluster cannot be read as another version of Vitrine wrote it. Copy the data into a folder with that version (\`vitrine migrate --to embedded\`), then begin a new log from that folder with this version (\`vitrine migrate --from embedded\`) and another VITRINE_POSTGRES_SCHEMA or VITRINE_OPENSEARCH_PREFIX`,
  );
}

/**
 * Another process wrote the same entry number first: the write was decided on an outdated state and must be decided
 * again.
 */
export class WriteConflict extends Error {
  constructor() {
    super('Another process wrote the same entry first');
    this.name = 'WriteConflict';
  }
}

interface Waiting extends SharedWrite {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Appends the writes of this process to a log shared with others. Writes that wait while an entry is in progress form
 * the next entry, which is written as a whole or not at all. Each entry is then made durable in the local database,
 * in one transaction with its number: a database is always at the end of an entry.
 */
export class SharedWrites {
  readonly #log: SharedLog;
  readonly #store: (parts: readonly StatementBatch[]) => Promise<void>;
  #position: SharedLogPosition;
  #waiting: Waiting[] = [];
  #sending = false;

  /** `position` is the log position of the database, in which `store` makes parts durable. */
  constructor(
    log: SharedLog,
    position: SharedLogPosition,
    store: (parts: readonly StatementBatch[]) => Promise<void>,
  ) {
    this.#log = log;
    this.#position = position;
    this.#store = store;
  }

  /**
   * Resolves when the write is in the log and in the database; in the order of the calls.
   * @throws WriteConflict; VitrineError overloaded; storage_failed where it is unknown whether the log has the write:
   * the next `read` shows it
   */
  submit(write: SharedWrite): Promise<void> {
    if (this.#waiting.length >= waitingMax) {
      const detail = 'Too many writes wait for the cluster';
      return Promise.reject(new VitrineError('overloaded', detail, { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...write, resolve, reject });
      if (!this.#sending) void this.#send();
    });
  }

  /** The number of the first entry that the database lacks. */
  get next(): number {
    return this.#position.next;
  }

  /** Whether the log has entries that the database lacks. @throws LogCompacted; LogRestored; VitrineError storage_failed */
  async isBehind(): Promise<boolean> {
    return (await this.#read(1)).length > 0;
  }

  /**
   * Applies the entries of other processes, one at a time, up to the end of the log. `stage` is called before an
   * entry is in the database; the function that it returns, afterwards. No write may be submitted during the call.
   * @throws VitrineError storage_failed, also where another version wrote an entry
   */
  async catchUp(stage: (changes: readonly SharedChange[]) => () => Promise<void>): Promise<void> {
    for (;;) {
      const entries = await this.#read(entriesPerRead);
      for (const entry of entries) {
        const writes = decodeWrites(entry, this.#position.next);
        const apply = stage(writes.map(({ change }) => change));
        await this.#storeEntry(writes, this.#hashEntry(entry).after);
        await apply();
      }
      if (entries.length < entriesPerRead) return;
    }
  }

  async #send(): Promise<void> {
    this.#sending = true;
    while (this.#waiting.length > 0) {
      const writes = this.#takeEntry();
      try {
        const sharedWrites = writes.map(({ change, parts }): SharedWrite => ({ change, parts }));
        const entry = serialize({ format: entryFormat, writes: sharedWrites } satisfies Entry);
        const hashes = this.#hashEntry(entry);
        if ((await this.#log.append(this.#position.next, entry, hashes)) === 'taken')
          throw new WriteConflict();
        await this.#storeEntry(writes, hashes.after);
        for (const { resolve } of writes) resolve();
      } catch (error) {
        // The waiting writes were decided on top of these.
        for (const { reject } of [...writes, ...this.#waiting]) reject(toWriterError(error));
        this.#waiting = [];
      }
    }
    this.#sending = false;
  }

  #takeEntry(): Waiting[] {
    let bytes = 0;
    let count = 0;
    while (count < Math.min(this.#waiting.length, writesMax) && (count === 0 || bytes < bytesMax))
      bytes += countBytes(this.#waiting[count++]!);
    return this.#waiting.splice(0, count);
  }

  #read(countMax: number): Promise<Uint8Array[]> {
    return this.#log.read(this.#position.next, countMax, this.#position.chainHash);
  }

  /** Extends the hash chain, which covers all entries so far: two logs have the same hash only if they have the same entries. */
  #hashEntry(entry: Uint8Array): ChainHashes {
    const { chainHash } = this.#position;
    const hash = createHash('sha256')
      .update(chainHash ?? '')
      .update(entry);
    return { before: chainHash, after: hash.digest('base64url').slice(0, hashLength) };
  }

  async #storeEntry(writes: readonly SharedWrite[], chainHash: string): Promise<void> {
    const erases = writes.some(({ change }) => isErasure(change));
    const position: StatementBatch[] = [
      { sql: putNextEntry, rows: [[String(this.#position.next + 1)]] },
      { sql: putChainHash, rows: [[chainHash]] },
      { sql: putLastErasure, rows: erases ? [[String(this.#position.next)]] : [] },
    ];
    await this.#store([...writes.flatMap(({ parts }) => parts), ...position]);
    this.#position = { next: this.#position.next + 1, chainHash };
  }
}

/** The error for a writer. A compacted log is not the writer's concern: the next poll rebuilds the database. */
export function toWriterError(error: unknown): unknown {
  if (!(error instanceof LogCompacted)) return error;
  const detail = `${error.message}: this process rebuilds its database`;
  return new VitrineError('storage_failed', detail, { cause: error, retryAfterSeconds: 1 });
}

/** Whether a change removes data that must not be kept: a visitor, a project with its name, a user, a password. */
function isErasure({ kind, data }: SharedChange): boolean {
  return kind === 'erasure' || (kind === 'control' && erasing.includes(data.put));
}

const erasing: readonly ControlChange['put'][] = ['gone', 'account', 'team'];

function countBytes({ parts }: SharedWrite): number {
  let bytes = 0;
  for (const { rows } of parts) {
    for (const row of rows) {
      for (const value of row) bytes += value !== null && typeof value !== 'number' ? value.length : 8;
    }
  }
  return bytes;
}
