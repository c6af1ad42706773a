/** A state that a log goes on from, in the place of all entries before it. */
export interface LogSnapshot {
  /** The number of the first entry that is not in it. */
  readonly next: number;
  /** Of the log with all entries that are in it; null: it was no log before. */
  readonly chainHash: string | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Marks of a log without an entry and with it. A mark names all that a log holds up to there, so that who comes back knows whether it
 * is the log that was read; null: it holds nothing, or it is not known.
 */
export interface ChainHashes {
  readonly before: string | null;
  readonly after: string;
}

/**
 * A log that several processes write to and read, one entry after the other. Entries are numbered from 0 without a gap, and all
 * processes see the same ones in the same order. An entry that was written is durable on most of the machines that keep the log,
 * and there for whoever reads from then on.
 */
export interface SharedLog {
  /** Of this log and no other, also none of the same name that was before it. */
  readonly id: string;
  /**
   * Writes the entry with this number, the next after the last that the caller has read. `taken`: another process was faster, and
   * nothing was written; what it wrote is to be read first.
   * @throws LogMovedOn; LogPutBack; VitrineError storage_failed: whether it is written is not known, and the next read or append tells
   */
  append(number: number, entry: Uint8Array, marks: ChainHashes): Promise<'written' | 'taken'>;
  /**
   * The entries from a number on, in order, at most `countMax`: fewer where the log ends. `mark`: of the log up to there, as it was
   * read; null: whatever it was.
   * @throws LogMovedOn; LogPutBack; VitrineError storage_failed
   */
  read(from: number, countMax: number, mark: string | null): Promise<Uint8Array[]>;
  /** What the oldest entry that is kept goes on from; null where all entries are kept. @throws VitrineError storage_failed */
  snapshot(): Promise<LogSnapshot | null>;
  /**
   * Puts a state in the place of the entries that are in it, while others go on writing; false where another process did so meanwhile.
   * @throws VitrineError storage_failed
   */
  compact(base: LogSnapshot): Promise<boolean>;
  /**
   * Removes what bases took the place of, which is kept so long for who was about to read it. Called from time to time by one process.
   * @throws VitrineError storage_failed
   */
  removeObsolete(): Promise<void>;
}

/** The entries that were asked for are no longer kept: who is without them begins anew with the log's base. */
export class LogCompacted extends Error {
  constructor(message = 'The log has gone on without the entries that were asked for') {
    super(message);
    this.name = 'LogMovedOn';
  }
}

/** The log is not the one that was read: it is shorter, or another one, as where a copy of it was put back. Who read it begins anew. */
export class LogRestored extends LogCompacted {
  constructor() {
    super('The log is another one than was read, as after a copy of it was put back');
    this.name = 'LogPutBack';
  }
}

/** The right to do a job that only one process at a time is to do. */
export interface Lease {
  /** Greater than that of everyone who had it before. */
  readonly fence: number;
  /** Whether it is still this process's, as far as it can know: false once it could not be renewed in time. */
  readonly held: boolean;
  /** Gives it back, so that another process need not wait for its end. */
  release(): Promise<void>;
}

export interface Leases {
  /** The lease of a job, or null while another process has it. Asked again and again, it is had within half a minute of that one's end. */
  acquire(job: string): Promise<Lease | null>;
}

/** What the processes of one service share. */
export interface SharedLogs {
  readonly leases: Leases;
  /** The log of this name, begun where there is none. @throws VitrineError storage_failed */
  open(name: string): Promise<SharedLog>;
  /** Removes a log with all that is in it, where there is one. @throws VitrineError storage_failed */
  remove(name: string): Promise<void>;
  /** Why it cannot be reached; null while it can. */
  failure(): string | null;
}
