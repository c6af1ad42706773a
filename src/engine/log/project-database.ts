import type { BoundedRead } from '../../ports/engine.ts';
import { serviceStopping, VitrineError } from '../../ports/errors.ts';
import type { AppliedPosition, SharedLog } from '../../ports/cluster/shared-log.ts';
import { inSpan } from '../../lib/tracing/span.ts';
import { ReadConnection } from '../storage/database.ts';
import { readIdentity, putIdentity, type DatabaseIdentity } from '../storage/database-identity.ts';
import type { ChangeKind, SharedChange } from './shared-changes.ts';
import type { SchemaName } from '../storage/schema.ts';
import { LogFollower, type Replicate } from './log-follower.ts';
import { WriteConflict, toWriterError } from './shared-writes.ts';
import { putLogId } from '../storage/shared-log-position.ts';
import type { StatementBatch, Writer } from '../storage/writer.ts';

/** The write that a decision returns. */
export interface Write {
  /** The change for other processes that share the log. */
  readonly change: SharedChange;
  /** The rows, stored in one durable transaction. */
  readonly parts: readonly StatementBatch[];
  /** Updates the projections. Called in the order of the writes, once the write is durable. */
  readonly apply: () => void | Promise<void>;
  /** Called as soon as the write is durable, possibly before earlier writes are applied. */
  readonly prepare?: () => void;
  /** Called when the write is applied or has failed. */
  readonly onEnd?: () => void;
}

/** A decision: its write, or null if nothing is written, and the result for the caller. */
export interface Decision<T> {
  readonly write: Write | null;
  readonly result: T;
}

export interface DatabaseOptions {
  readonly name: string;
  readonly path: string;
  readonly writer: Writer;
  readonly schema: SchemaName;
  /**
   * The log shared with other processes, or null if this process is the only one. Its entries must continue from the state
   * in the file.
   */
  readonly log: SharedLog | null;
  /** The identity to store in a database without one; null or omitted for none. */
  readonly identity?: DatabaseIdentity | null;
}

/**
 * The database of one project, or of the list of them, and the order of its writes.
 *
 * A write is decided on the newest state, durable or staged. The writer makes it durable in one transaction with all
 * others that wait. It is then applied to the projections in the order of its revision, and only then acknowledged:
 *
 *   decide -> stage -> commit (writer thread, in groups) -> apply (in order) -> acknowledge
 *
 * If a commit fails, every write decided after it depends on a state that was never stored. These fail too, the
 * staged state is dropped, and numbering continues from the state on disk.
 */
export class ProjectDatabase implements AsyncDisposable {
  readonly name: string;
  readonly path: string;
  readonly reads: ReadConnection;
  readonly #writer: Writer;
  readonly #resets: (() => void)[] = [];
  #epoch = 0;
  #nextRevision = 0;
  #appliedRevision = 0;
  #applied: Promise<unknown> = Promise.resolve();
  /** While set, no write is decided; it never rejects. */
  #gate: Promise<void> | null = null;
  #needsReset = false;
  #closed: VitrineError | null = null;
  readonly #hasRevisions: boolean;
  /** Null if this is the only process. */
  readonly #follower: LogFollower | null;

  private constructor({ name, path, writer, schema, log }: DatabaseOptions) {
    this.name = name;
    this.path = path;
    this.#writer = writer;
    this.#hasRevisions = schema === 'project';
    this.reads = new ReadConnection(path);
    this.#renumber();
    this.#appliedRevision = this.#nextRevision - 1;
    const store = (parts: readonly StatementBatch[]): Promise<void> =>
      this.#writer.transact(this.name, this.#epoch, parts);
    const sequence = {
      reset: () => this.#reset(this.#epoch),
      writable: () => this.#writable(),
      onApplied: () => {
        this.#renumber();
        this.#appliedRevision = this.#nextRevision - 1;
      },
    };
    this.#follower = log === null ? null : new LogFollower(log, this.reads, store, sequence);
  }

  static async open(options: DatabaseOptions): Promise<ProjectDatabase> {
    const { name, path, writer, schema, log, identity = null } = options;
    await writer.open(name, path, { schema, durability: log === null ? 'disk' : 'log' });
    if (log !== null) await writer.transact(name, 0, [{ sql: putLogId, rows: [[log.id]] }]);
    const database = new ProjectDatabase(options);
    if (identity !== null && readIdentity(database.reads) === null)
      await writer.transact(name, 0, [{ sql: putIdentity, rows: [[JSON.stringify(identity)]] }]);
    return database;
  }

  /** See {@link ReadConnection.recordDamage}. */
  recordDamage(error: Error): void {
    this.reads.recordDamage(error);
  }

  /** See {@link LogFollower.onReplicated}. Without a shared log there are no other processes. */
  onReplicated<K extends ChangeKind>(kind: K, stage: Replicate<K>): void {
    this.#follower?.onReplicated(kind, stage);
  }

  /** See {@link LogFollower.catchUp}. */
  catchUp(read: BoundedRead | null = null): Promise<void> {
    return this.#follower?.catchUp(read) ?? Promise.resolve();
  }

  /**
   * Decides on the newest state, including accepted writes that are not yet durable. Resolves when the write is
   * durable and applied. If nothing is to be written, it resolves when all earlier writes are durable. `decide`
   * may run again where an earlier write failed.
   * @throws VitrineError storage_failed: nothing of this write is on disk; or the reason for which the database was
   * closed
   */
  async write<T>(decide: () => Decision<T>): Promise<T> {
    for (;;) {
      await this.#whenWritable();
      if (this.#isHeldBack) continue;
      const { write, result } = decide();
      if (write === null) {
        if (await this.#waitForCommits()) return result;
        continue;
      }
      try {
        await this.#commit(write);
        return result;
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
      }
    }
  }

  /** Waits for `#writable`, and converts its errors for a writer. */
  async #whenWritable(): Promise<void> {
    try {
      await this.#writable();
    } catch (error) {
      throw toWriterError(error);
    }
  }

  /** Whether writes are blocked: a failure may have come after `#writable` resolved. */
  get #isHeldBack(): boolean {
    return this.#closed !== null || this.#gate !== null || this.#needsReset;
  }

  /**
   * Resolves when writes may be decided: immediately, except during the cleanup of a failed commit. The caller must
   * decide and commit without awaiting anything in between.
   * @throws VitrineError storage_failed if the cleanup failed, or the reason for which the database was closed
   */
  async #writable(): Promise<void> {
    for (;;) {
      if (this.#closed !== null) throw this.#closed;
      if (this.#gate !== null) await this.#gate;
      else if (this.#needsReset) await this.#finishReset();
      else return;
    }
  }

  /** Whether other processes write to the same log. */
  get isShared(): boolean {
    return this.#follower !== null;
  }

  /** The position of the applied writes in the shared log, or null without a shared log. */
  get position(): AppliedPosition | null {
    return this.#follower?.position ?? null;
  }

  /** All writes up to this revision are applied. */
  get appliedRevision(): number {
    return this.#appliedRevision;
  }

  /** Advances the applied revision in the middle of a write that is applied in steps. */
  advanceAppliedRevision(revision: number): void {
    this.#appliedRevision = Math.max(this.#appliedRevision, revision);
  }

  /** The revision of the next write. Every row of the log has its own. */
  takeRevision(): number {
    return this.#nextRevision++;
  }

  /** Calls `listener` whenever staged state is dropped. */
  onReset(listener: () => void): void {
    this.#resets.push(listener);
  }

  /** Makes a write durable, then applies it. @throws VitrineError storage_failed: nothing of it is on disk. */
  #commit({ change, parts, apply, prepare = nothing, onEnd = nothing }: Write): Promise<void> {
    const epoch = this.#epoch;
    const follower = this.#follower;
    const stored =
      follower === null
        ? this.#writer.transact(this.name, epoch, parts)
        : inSpan('append to shared log', () => follower.submit({ change, parts }));
    const durable = stored.then(prepare, (error: unknown) => {
      this.#reset(epoch);
      throw error;
    });
    const before = this.#applied;
    const revision = this.#nextRevision - 1;
    const applied = durable
      .then(() => before)
      .then(apply)
      .then(() => {
        this.#appliedRevision = revision;
      });
    // The next write waits until this one is applied or has failed. A failed write must not hide the earlier ones,
    // which are durable and may still be waiting for their turn.
    this.#applied = applied.catch(nothing).then(() => before);
    return applied.finally(onEnd);
  }

  /** Drops the state staged by a decision that threw half-way. Earlier commits stay. */
  abandon(): void {
    this.#reset(this.#epoch);
  }

  /**
   * Resolves when all commits so far are applied or have failed, to whether all of them were stored. If not,
   * a decision based on that state must be taken again.
   */
  async #waitForCommits(): Promise<boolean> {
    const epoch = this.#epoch;
    await this.#applied;
    return epoch === this.#epoch && !this.#needsReset;
  }

  /** Like `write`, but waits until all earlier writes are applied, and blocks new ones: `decide` sees no staged state. */
  async writeAlone<T>(decide: () => Decision<T>): Promise<T> {
    for (;;) {
      await this.#whenWritable();
      // Other callers may have waited for the same moment and started: only one decides alone at a time.
      if (this.#isHeldBack) continue;
      const attempt = this.#whenQuiet(() => {
        if (this.#gate === gate) this.#gate = null;
        // An awaited write may have failed: retry on the state on disk.
        if (this.#closed !== null || this.#needsReset) return null;
        const { write, result } = decide();
        // All earlier writes are applied: an empty decision depends on nothing that may fail.
        return { written: write === null ? Promise.resolve() : this.#commit(write), result };
      });
      // The gate never rejects: the caller receives the error from `attempt`.
      const gate = attempt.then(nothing, nothing);
      this.#gate = gate;
      const decided = await attempt;
      if (decided === null) continue;
      try {
        await decided.written;
        return decided.result;
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
      }
    }
  }

  /** Rejects new writes with this reason and waits until every decided write is applied. */
  async stop(reason: VitrineError): Promise<void> {
    this.#closed ??= reason;
    await this.#whenQuiet(nothing);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close(serviceStopping());
  }

  /** Stops like `stop`, then closes the file. Idempotent. */
  async close(reason: VitrineError): Promise<void> {
    await this.stop(reason);
    this.reads.close(this.#closed);
    await this.#writer.close(this.name).catch((error: unknown) => {
      if (!(error instanceof VitrineError)) throw error;
    });
  }

  /** Starts a reset; returns false if one has started already, or if the epoch is over. */
  #reset(epoch: number): boolean {
    if (epoch !== this.#epoch || this.#needsReset) return false;
    this.#needsReset = true;
    // Durable writes must be applied before their staged state is dropped.
    const gate = this.#applied.then(() => {
      if (this.#gate === gate) this.#gate = null;
    });
    this.#gate = gate;
    return true;
  }

  /** Waits until no write is in progress, not even one that arrived during the wait, and calls `next` in that step. */
  async #whenQuiet<T>(next: () => T): Promise<T> {
    for (let before: unknown = null; before !== this.#applied;) {
      before = this.#applied;
      await this.#applied;
    }
    return next();
  }

  /** @throws VitrineError storage_failed: the next write retries */
  async #finishReset(): Promise<void> {
    const finishing = this.#reloadState();
    const gate = finishing.then(nothing, nothing).then(() => {
      if (this.#gate === gate) this.#gate = null;
    });
    this.#gate = gate;
    await finishing;
  }

  /** Drops the staged state and loads the stored state, including the writes of other processes. */
  async #reloadState(): Promise<void> {
    this.#epoch++;
    if (this.#follower !== null) {
      for (const listener of this.#resets) listener();
      await this.#follower.applyEntries();
    }
    try {
      this.#renumber();
    } catch (error) {
      throw new VitrineError('storage_failed', 'Cannot read the database', { cause: error });
    }
    for (const listener of this.#resets) listener();
    this.#needsReset = false;
  }

  #renumber(): void {
    if (this.#hasRevisions) this.#nextRevision = this.reads.number('SELECT max(rev) FROM log') + 1;
  }
}

function nothing(): void {
  // Most writes have nothing to prepare and nothing to clean up.
}
