import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { VitrineError } from '../../ports/errors.ts';
import { LogCompacted, type ChainHashes, type SharedLog } from '../../ports/shared-log.ts';
import type { SharedChange } from './shared-changes.ts';
import type { StatementBatch } from './writer.ts';

/** 128 bits. */
const markLength = 22;
/** Writes in one entry: those that waited while the one before was written. */
const writesMax = 500;
const bytesMax = 8 * 1024 * 1024;
const entriesPerRead = 16;
/** Most writes that may wait for an entry; further ones are refused as `overloaded`. */
const waitingMax = 10_000;

/** A write as an entry holds it. */
export interface SharedWrite {
  readonly change: SharedChange;
  readonly parts: readonly StatementBatch[];
}

/** What an entry is made of. */
interface Entry {
  readonly format: number;
  readonly writes: readonly SharedWrite[];
}

/**
 * Raised where statements or changes of before can no longer be applied: entries hold SQL for the tables of the version that wrote
 * them.
 */
export const entryFormat = 1;

/** @throws VitrineError storage_failed where another version wrote the entry */
function writesIn(entry: Uint8Array, number: number): readonly SharedWrite[] {
  const { format, writes } = deserialize(entry) as Entry;
  if (format === entryFormat) return writes;
  throw new VitrineError(
    'storage_failed',
    `Entry ${number} of a log in the cluster cannot be read as another version of Vitrine wrote it. Copy the data into a folder with that version (\`vitrine migrate --from opensearch --to embedded\`), then begin a new log from that folder with this version and another VITRINE_OPENSEARCH_PREFIX (\`vitrine migrate --from embedded --to opensearch\`)`,
  );
}

/** Another process was faster: what was decided rests on a state that is not the newest, and is to be decided again. */
export class WriteConflict extends Error {
  constructor() {
    super('Another process was faster');
    this.name = 'Outrun';
  }
}

/** Where a database is in a log. */
export interface SharedLogPosition {
  /** The number of the first entry that it is without. */
  readonly next: number;
  /** Of the log up to there; null: it held nothing. */
  readonly mark: string | null;
}

interface Waiting extends SharedWrite {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The way of one process's writes into a log that others write to as well. Writes that wait while an entry is on its way are the
 * next entry, all of it written or none. What the log has is then made durable here, in one transaction with the number of the
 * entry, so that a database is always as of the end of an entry.
 */
export class SharedWrites {
  readonly #log: SharedLog;
  readonly #store: (parts: readonly StatementBatch[]) => Promise<void>;
  #place: SharedLogPosition;
  #waiting: Waiting[] = [];
  #sending = false;

  /** `place`: where the database is. `store` makes parts durable in it. */
  constructor(
    log: SharedLog,
    place: SharedLogPosition,
    store: (parts: readonly StatementBatch[]) => Promise<void>,
  ) {
    this.#log = log;
    this.#place = place;
    this.#store = store;
  }

  /**
   * Resolves when the write is in the log and in the database; in the order of the calls.
   * @throws Outrun; VitrineError overloaded; storage_failed where it is not known whether it is in the log: then the next `read` tells
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

  /** The number of the first entry that the database is without. */
  get next(): number {
    return this.#place.next;
  }

  /** Whether there are entries that the database is without. @throws LogMovedOn; LogPutBack; VitrineError storage_failed */
  async isBehind(): Promise<boolean> {
    return (await this.#read(1)).length > 0;
  }

  /**
   * What others wrote since, an entry at a time, until there is nothing newer. `see` is called for each before it is in the
   * database, and what it gives once it is. Nothing may be submitted meanwhile.
   * @throws VitrineError storage_failed, also where another version wrote an entry
   */
  async catchUp(see: (changes: readonly SharedChange[]) => () => Promise<void>): Promise<void> {
    for (;;) {
      const entries = await this.#read(entriesPerRead);
      for (const entry of entries) {
        const writes = writesIn(entry, this.#place.next);
        const show = see(writes.map(({ change }) => change));
        await this.#keep(writes, this.#marksOf(entry).after);
        await show();
      }
      if (entries.length < entriesPerRead) return;
    }
  }

  async #send(): Promise<void> {
    this.#sending = true;
    while (this.#waiting.length > 0) {
      const writes = this.#takeEntry();
      try {
        const own = writes.map(({ change, parts }): SharedWrite => ({ change, parts }));
        const entry = serialize({ format: entryFormat, writes: own } satisfies Entry);
        const marks = this.#marksOf(entry);
        if ((await this.#log.append(this.#place.next, entry, marks)) === 'taken') throw new WriteConflict();
        await this.#keep(writes, marks.after);
        for (const { resolve } of writes) resolve();
      } catch (error) {
        // Those that wait rest on these.
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
      bytes += bytesOf(this.#waiting[count++]!);
    return this.#waiting.splice(0, count);
  }

  #read(countMax: number): Promise<Uint8Array[]> {
    return this.#log.read(this.#place.next, countMax, this.#place.mark);
  }

  /** A mark is of all entries up to there: two logs have the same where they have the same entries. */
  #marksOf(entry: Uint8Array): ChainHashes {
    const { mark } = this.#place;
    const hash = createHash('sha256')
      .update(mark ?? '')
      .update(entry);
    return { before: mark, after: hash.digest('base64url').slice(0, markLength) };
  }

  async #keep(writes: readonly SharedWrite[], mark: string): Promise<void> {
    const erases = writes.some(({ change }) => isErasure(change));
    const place: StatementBatch[] = [
      { sql: putNumber, rows: [[String(this.#place.next + 1)]] },
      { sql: putMark, rows: [[mark]] },
      { sql: putErasure, rows: erases ? [[String(this.#place.next)]] : [] },
    ];
    await this.#store([...writes.flatMap(({ parts }) => parts), ...place]);
    this.#place = { next: this.#place.next + 1, mark };
  }
}

const put = (name: string): string =>
  `INSERT INTO state (name, value) VALUES ('${name}', CAST(? AS BLOB)) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** Where a database says which entry is the next, and of which log. */
const putNumber = put('shared-next');
const putMark = put('shared-mark');
export const putLogId = put('shared-log');
/** The newest entry by which something was erased: what was erased is in entries before it, until a base takes their place. */
const putErasure = put('shared-erasure');
const numberOf = (name: string): string =>
  `SELECT CAST(CAST(value AS TEXT) AS INTEGER) FROM state WHERE name = '${name}'`;
const textOf = (name: string): string =>
  `SELECT CAST(value AS TEXT) AS text FROM state WHERE name = '${name}'`;
const nextEntry = numberOf('shared-next');
const lastMark = textOf('shared-mark');
const lastErasure = numberOf('shared-erasure');
const logId = textOf('shared-log');
/** Names of what says where a database is in a log, for SQL. */
export const logPositionFields = "'shared-next', 'shared-mark', 'shared-log', 'shared-erasure'";
/** Makes a copy one that nobody shares. */
export const removeLogPosition = `DELETE FROM state WHERE name IN (${logPositionFields})`;

interface Prepares {
  prepare(sql: string): { get(): Record<string, unknown> | undefined };
}

/** Where a database is, and in which log: null in none. */
export function logPositionIn(database: Prepares): SharedLogPosition & { readonly id: string | null } {
  return {
    id: first(database, logId) as string | null,
    next: Number(first(database, nextEntry) ?? 0),
    mark: first(database, lastMark) as string | null,
  };
}

/** The number of the newest entry by which something was erased; -1: none was. */
export function lastErasureIn(database: Prepares): number {
  return Number(first(database, lastErasure) ?? -1);
}

function first(database: Prepares, sql: string): unknown {
  return Object.values(database.prepare(sql).get() ?? {})[0] ?? null;
}

/** What a writer is told where an error is not for it: that its state is too old for the log is for whoever asks next to mend. */
export function toWriterError(error: unknown): unknown {
  if (!(error instanceof LogCompacted)) return error;
  const detail = `${error.message}: this process begins anew`;
  return new VitrineError('storage_failed', detail, { cause: error, retryAfterSeconds: 1 });
}

/** By which something goes that is not to be kept: who was erased, a shop with its name, a password. */
function isErasure({ kind, data }: SharedChange): boolean {
  return kind === 'erasure' || (kind === 'control' && (data.put === 'gone' || data.put === 'account'));
}

function bytesOf({ parts }: SharedWrite): number {
  let bytes = 0;
  for (const { rows } of parts) {
    for (const row of rows) {
      for (const value of row) bytes += value !== null && typeof value !== 'number' ? value.length : 8;
    }
  }
  return bytes;
}
