/**
 * A log that several processes write to and read, one entry after the other. Entries are numbered from 0 without a gap, and all
 * processes see the same ones in the same order. An entry that was written is durable on most of the machines that keep the log,
 * and there for whoever reads from then on.
 */
export interface SharedLog {
  /**
   * Writes the entry with this number, the next after the last that the caller has read. `taken`: another process was faster, and
   * nothing was written; what it wrote is to be read first.
   * @throws VitrineError storage_failed: whether it is written is not known, and the next read or append tells
   */
  append(number: number, entry: Uint8Array): Promise<'written' | 'taken'>;
  /**
   * The entries from a number on, in order, at most `countMax`: fewer where the log ends.
   * @throws VitrineError storage_failed
   */
  read(from: number, countMax: number): Promise<Uint8Array[]>;
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
