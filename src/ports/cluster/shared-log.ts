/** The position of a state in a shared log: `next` is the number of the first entry that is not applied. */
export interface AppliedPosition {
  readonly logId: string;
  readonly next: number;
}

/** A state that replaces all entries of a log before `next`. */
export interface LogSnapshot {
  /** Number of the first entry after the snapshot. */
  readonly next: number;
  /** Hash chain of the log up to `next`, or null if the log was empty or not shared before. */
  readonly chainHash: string | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * The hash chain of a log before and after an entry. It identifies everything in the log up to that entry: a process that
 * returns can verify that it is still the same log. Null means empty or unknown.
 */
export interface ChainHashes {
  readonly before: string | null;
  readonly after: string;
}

/**
 * A log that several processes append to and read. Entries are numbered from 0 without gaps, and all processes see the same
 * entries in the same order. A written entry is durable on a majority of the machines that store the log, and visible to
 * every later read.
 */
export interface SharedLog {
  /** Unique: a log that is created again under the same name has another id. */
  readonly id: string;
  /**
   * Appends the entry with this number, the next after the last one that the caller read. `taken` is a write conflict, nothing
   * was written, the caller must read first.
   * @throws LogCompacted; LogRestored; VitrineError storage_failed: the outcome is unknown until the next read or append
   */
  append(number: number, entry: Uint8Array, hashes: ChainHashes): Promise<'written' | 'taken'>;
  /**
   * Entries from a number on, in order, at most `countMax`, fewer at the end of the log. `chainHash` is the expected hash
   * chain up to there, or null if not checked.
   * @throws LogCompacted; LogRestored; VitrineError storage_failed
   */
  read(from: number, countMax: number, chainHash: string | null): Promise<Uint8Array[]>;
  /** The snapshot before the oldest kept entry, or null if all entries are kept. @throws VitrineError storage_failed */
  readSnapshot(): Promise<LogSnapshot | null>;
  /**
   * Replaces the entries of a snapshot, while others append; false if another process compacted first.
   * @throws VitrineError storage_failed
   */
  compact(snapshot: LogSnapshot): Promise<boolean>;
  /**
   * Removes replaced snapshots and entries after a grace period for readers. One process calls it periodically.
   * @throws VitrineError storage_failed
   */
  removeObsolete(): Promise<void>;
}

/** The requested entries were compacted: the reader must restore the log's snapshot. */
export class LogCompacted extends Error {
  constructor(message = 'The requested entries of the log were compacted') {
    super(message);
    this.name = 'LogCompacted';
  }
}

/**
 * The log lacks entries that were read, or it is another log: it was restored from a backup, or a repair lost entries. The reader
 * must rebuild its state.
 */
export class LogRestored extends LogCompacted {
  constructor(message = 'The log was restored from a backup, or lost entries') {
    super(message);
    this.name = 'LogRestored';
  }
}

/** The exclusive right to run a job. */
export interface Lease {
  /** Greater than that of all earlier holders. */
  readonly fence: number;
  /** Whether the lease is still valid as far as this process knows; false once a renewal was late. */
  readonly held: boolean;
  /** Releases the lease before it expires. */
  release(): Promise<void>;
}

export interface Leases {
  /**
   * Acquires the lease of a job; null while another process holds it. Repeated attempts succeed within half a minute after
   * that process ends.
   */
  acquire(job: string): Promise<Lease | null>;
}

/** Hints that other processes appended entries. They may be late, lost or needless: a process that must know reads the log. */
export interface AppendHints {
  /** Whether hints arrive, as far as this process knows. */
  readonly isActive: boolean;
  /** Calls `listener` with each hint, or with null if any log may have new entries, until it is disposed. */
  subscribe(listener: (hint: AppendHint | null) => void): Disposable;
}

/** A hint that the log named `log` has entries up to `next`, the number of the entry after the newest one. */
export interface AppendHint {
  readonly log: string;
  readonly next: number;
}

/** The shared state of the processes of one service. */
export interface SharedLogs {
  readonly leases: Leases;
  /** Null or omitted where processes can only poll. */
  readonly hints?: AppendHints | null;
  /** Opens the log of this name; creates it if needed. @throws VitrineError storage_failed */
  open(name: string): Promise<SharedLog>;
  /** Deletes a log and its content, if it exists. @throws VitrineError storage_failed */
  remove(name: string): Promise<void>;
  /** Why it cannot be reached; null while it can. */
  findFailure(): string | null;
  /** Why writes, and possibly reads, fail although it can be reached, or null if no reason is known. */
  findWriteFailure(): string | null;
}
