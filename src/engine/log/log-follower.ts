import { VitrineError } from '../../ports/errors.ts';
import type { BoundedRead } from '../../ports/engine.ts';
import type { AppliedPosition, SharedLog } from '../../ports/cluster/shared-log.ts';
import type { ReadConnection } from '../storage/database.ts';
import type { ChangeKind, SharedChange, SharedChanges } from './shared-changes.ts';
import { SharedWrites, type SharedWrite } from './shared-writes.ts';
import { readLogPosition } from '../storage/shared-log-position.ts';
import type { StatementBatch } from '../storage/writer.ts';

/** Stages a write of another process before it is stored; the function that it returns applies it afterwards. */
export type Replicate<K extends ChangeKind> = (data: SharedChanges[K]) => () => void | Promise<void>;

type Replicator = (data: unknown) => () => void | Promise<void>;

/** The order of writes of the database that follows the log. */
export interface WriteSequence {
  /** Drops decisions that are not durable; returns false if that has started already. */
  readonly reset: () => boolean;
  /** Resolves when the reset is finished, which applies the new entries of the log. */
  readonly writable: () => Promise<void>;
  /** Call when the writes of an entry are applied. */
  readonly onApplied: () => void;
}

/** Follows a log that other processes write to as well: applies their writes, and appends those of this process. */
export class LogFollower {
  readonly #logId: string;
  readonly #writes: SharedWrites;
  readonly #sequence: WriteSequence;
  readonly #replicators = new Map<ChangeKind, Replicator>();
  /** The next poll, and the one in progress. */
  #nextPoll: Promise<void> | null = null;
  #poll: Promise<void> = Promise.resolve();
  /** The time by `performance.now` when the last successful poll began. All writes acknowledged before it are applied. */
  #currentAt = -Infinity;

  /** `store` makes parts durable in the local database. */
  constructor(
    log: SharedLog,
    reads: ReadConnection,
    store: (parts: readonly StatementBatch[]) => Promise<void>,
    sequence: WriteSequence,
  ) {
    this.#logId = log.id;
    this.#writes = new SharedWrites(log, readLogPosition(reads), store);
    this.#sequence = sequence;
  }

  /** The number of the first entry that the database lacks. */
  get next(): number {
    return this.#writes.next;
  }

  get position(): AppliedPosition {
    return { logId: this.#logId, next: this.next };
  }

  /** Appends a write; see {@link SharedWrites.submit}. */
  submit(write: SharedWrite): Promise<void> {
    return this.#writes.submit(write);
  }

  /** Applies the writes of other processes. */
  onReplicated<K extends ChangeKind>(kind: K, stage: Replicate<K>): void {
    this.#replicators.set(kind, stage as Replicator);
  }

  /**
   * Resolves when every write that any process acknowledged before this call is applied here, or those that a bounded
   * read needs. @throws LogCompacted: the database must be rebuilt; VitrineError storage_failed
   */
  async catchUp(read: BoundedRead | null = null): Promise<void> {
    if (read === null || this.next < (read.after.get(this.#logId) ?? 0)) return this.#pollLatest();
    const ageMs = performance.now() - this.#currentAt;
    if (ageMs > read.stalenessMs) return this.#pollLatest();
    // Polls early, so that requests rarely wait. A failure shows once the state is too old.
    if (ageMs > read.stalenessMs / 2 && this.#nextPoll === null)
      void this.#pollLatest().catch(() => undefined);
  }

  #pollLatest(): Promise<void> {
    // A caller during a poll may depend on a write newer than that poll: the next poll serves all of them.
    this.#nextPoll ??= this.#poll
      .catch(() => undefined)
      .then(() => {
        this.#poll = this.#nextPoll!;
        this.#nextPoll = null;
        return this.#pollOnce();
      });
    return this.#nextPoll;
  }

  /** Stores and applies the entries that the database lacks, during a reset. @throws as `catchUp` */
  applyEntries(): Promise<void> {
    return this.#writes.catchUp((changes) => this.#stage(changes));
  }

  async #pollOnce(): Promise<void> {
    const startedAt = performance.now();
    await this.#applyNewer();
    this.#currentAt = startedAt;
  }

  async #applyNewer(): Promise<void> {
    while (await this.#writes.isBehind()) {
      // A local decision during the poll fails with a write conflict and is taken again.
      const isBegun = this.#sequence.reset();
      await this.#sequence.writable();
      // A reset in progress may have read before that entry existed: poll again.
      if (isBegun) return;
    }
  }

  /** Stages the writes of another process; the returned function applies them. */
  #stage(changes: readonly SharedChange[]): () => Promise<void> {
    const applies = changes.map(({ kind, data }) => this.#replicatorFor(kind)(data));
    return async () => {
      const faults: unknown[] = [];
      for (const apply of applies) {
        try {
          await apply();
        } catch (error) {
          // The write is stored and will not be read again: a failed projection must not keep the others from being updated.
          faults.push(error);
        }
      }
      this.#sequence.onApplied();
      if (faults.length > 0)
        throw new AggregateError(faults, 'Cannot apply a write of another process to all projections');
    };
  }

  #replicatorFor(kind: ChangeKind): Replicator {
    if (kind === 'rows') return () => () => undefined;
    const replicator = this.#replicators.get(kind);
    if (replicator !== undefined) return replicator;
    // A change that is stored but not applied would be missing here until the process restarts.
    throw new VitrineError(
      'storage_failed',
      'Cannot apply a write of another process as this version does not know its kind',
    );
  }
}
