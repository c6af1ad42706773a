import { serviceStopping, VitrineError } from '../../ports/errors.ts';
import type { SharedLog } from '../../ports/shared-log.ts';
import { ReadConnection } from './database.ts';
import { identityIn, putIdentity, type DatabaseIdentity } from './database-identity.ts';
import type { ChangeKind, SharedChange, SharedChanges } from './shared-changes.ts';
import type { SchemaName } from './schema.ts';
import { WriteConflict, logPositionIn, putLogId, toWriterError, SharedWrites } from './shared-writes.ts';
import type { StatementBatch, Writer } from './writer.ts';

/** What a decision comes to. */
export interface Write {
  /** What it changes, for processes that share the log. */
  readonly change: SharedChange;
  /** What is made durable, in one step. */
  readonly parts: readonly StatementBatch[];
  /** Shows it to whoever reads: called in the order of the writes, once it is durable. */
  readonly apply: () => void | Promise<void>;
  /** Called as soon as it is durable, which is while earlier writes may still be applied. */
  readonly prepare?: () => void;
  /** Called when it is applied, or has failed. */
  readonly ended?: () => void;
}

/** A decision: what is to be written, or null for nothing, and what is said to whoever asked for it. */
export interface Decision<T> {
  readonly write: Write | null;
  readonly result: T;
}

export interface DatabaseOptions {
  readonly name: string;
  readonly path: string;
  readonly writer: Writer;
  readonly schema: SchemaName;
  /** Where other processes write to the same; null: this is the only one. What it gives must go on from what the file holds. */
  readonly log: SharedLog | null;
  /** Put into a database that has none yet; null or left out: none is. */
  readonly identity?: DatabaseIdentity | null;
}

/**
 * The database of one project, or of the list of them, and the order of everything that happens to it.
 *
 * A write is decided at once on the newest state (durable or staged), made durable by the writer together
 * with whatever else waits there, then applied to the live projections in the order of its revision, and
 * only then acknowledged:
 *
 *   decide -> stage -> commit (writer thread, in groups) -> apply (in order) -> acknowledge
 *
 * Where a commit fails, everything decided after it rests on a state that never came to be: it fails too,
 * what was staged is forgotten, and numbering goes on from what is on disk.
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
  /** While it is set nothing is decided; it never fails. */
  #gate: Promise<void> | null = null;
  #needsReset = false;
  #closed: VitrineError | null = null;
  readonly #hasRevisions: boolean;
  /** Null where this is the only process. */
  readonly #shared: SharedWrites | null;
  readonly #followers = new Map<ChangeKind, Follower>();
  /** The look at the shared log that is not begun yet, and the one under way. */
  #nextLook: Promise<void> | null = null;
  #look: Promise<void> = Promise.resolve();

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
    this.#shared = log === null ? null : new SharedWrites(log, logPositionIn(this.reads), store);
  }

  static async open(options: DatabaseOptions): Promise<ProjectDatabase> {
    const { name, path, writer, schema, log, identity = null } = options;
    await writer.open(name, path, schema);
    if (log !== null) await writer.transact(name, 0, [{ sql: putLogId, rows: [[log.id]] }]);
    const database = new ProjectDatabase(options);
    if (identity !== null && identityIn(database.reads) === null)
      await writer.transact(name, 0, [{ sql: putIdentity, rows: [[JSON.stringify(identity)]] }]);
    return database;
  }

  /** Has what other processes wrote shown in memory: `see` is called before it is stored, and what it gives once it is. */
  onReplicated<K extends ChangeKind>(
    kind: K,
    see: (data: SharedChanges[K]) => () => void | Promise<void>,
  ): void {
    this.#followers.set(kind, see as Follower);
  }

  /**
   * Resolves when everything that any process was told is stored, before this call, is applied here.
   * @throws LogMovedOn: the database is to be begun anew; VitrineError storage_failed
   */
  catchUp(): Promise<void> {
    if (this.#shared === null) return Promise.resolve();
    // Who comes while one is under way may have been told of something since it began: the next one is for all of them.
    this.#nextLook ??= this.#look.catch(nothing).then(() => {
      this.#look = this.#nextLook!;
      this.#nextLook = null;
      return this.#lookOnce(this.#shared!);
    });
    return this.#nextLook;
  }

  /**
   * Decides on the newest state, accepted writes that are not yet durable included, and makes it so. Resolves when what was
   * decided is durable and applied; where nothing was to be done, when that rests on nothing that may still fail. `decide` may be
   * called again, where what it rested on failed.
   * @throws VitrineError storage_failed: nothing of this write is on disk; or the reason for which it was closed
   */
  async write<T>(decide: () => Decision<T>): Promise<T> {
    for (;;) {
      await this.#whenWritable();
      if (this.#isHeld) continue;
      const { write, result } = decide();
      if (write === null) {
        if (await this.#settled()) return result;
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

  /** As `#writable`, for who writes. @throws VitrineError */
  async #whenWritable(): Promise<void> {
    try {
      await this.#writable();
    } catch (error) {
      throw toWriterError(error);
    }
  }

  /** Whether it is not writable in this very step: what was told a step ago may have been overtaken by a failure. */
  get #isHeld(): boolean {
    return this.#closed !== null || this.#gate !== null || this.#needsReset;
  }

  /**
   * Resolves when writes may be decided: at once, except while a failed commit is being cleaned up after.
   * Whoever decides must do so, and commit, without waiting for anything in between.
   * @throws VitrineError storage_failed where cleaning up failed, or the reason for which it was closed
   */
  async #writable(): Promise<void> {
    for (;;) {
      if (this.#closed !== null) throw this.#closed;
      if (this.#gate !== null) await this.#gate;
      else if (this.#needsReset) await this.#finishReset();
      else return;
    }
  }

  /** Whether other processes write to the same. */
  get isShared(): boolean {
    return this.#shared !== null;
  }

  /** The number of the first entry of the shared log that is not here; null: nothing is shared. */
  get sharedNext(): number | null {
    return this.#shared?.next ?? null;
  }

  /** Everything up to this revision is applied. */
  get appliedRevision(): number {
    return this.#appliedRevision;
  }

  /** Tells that of a write which is applied in steps, all up to this revision is. */
  appliedUpTo(revision: number): void {
    this.#appliedRevision = Math.max(this.#appliedRevision, revision);
  }

  /** The revision of the next write. Every row of the log has its own. */
  takeRevision(): number {
    return this.#nextRevision++;
  }

  /** Calls `forget` whenever staged state is lost. */
  onReset(forget: () => void): void {
    this.#resets.push(forget);
  }

  /** Makes a write durable, then applies it. @throws VitrineError storage_failed: nothing of it is on disk. */
  #commit({ change, parts, apply, prepare = nothing, ended = nothing }: Write): Promise<void> {
    const epoch = this.#epoch;
    const stored = this.#shared?.submit({ change, parts }) ?? this.#writer.transact(this.name, epoch, parts);
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
    // The next write waits for this one to be applied, not for it to succeed; and one that failed is not before those that it
    // was to follow, which are durable and may still be applied.
    this.#applied = applied.catch(nothing).then(() => before);
    return applied.finally(ended);
  }

  /** Forgets what was staged by a decision that broke off half-way; what was committed before it stays. */
  abandon(): void {
    this.#reset(this.#epoch);
  }

  /**
   * Resolves when everything that was committed so far is applied or has failed; says whether all of it was
   * stored. Where it says no, whatever was concluded from that state must be concluded again.
   */
  async #settled(): Promise<boolean> {
    const epoch = this.#epoch;
    await this.#applied;
    return epoch === this.#epoch && !this.#needsReset;
  }

  /** As `write`, once all earlier writes are applied, holding new ones back for that: `decide` sees nothing staged. */
  async writeAlone<T>(decide: () => Decision<T>): Promise<T> {
    for (;;) {
      await this.#whenWritable();
      // Others were told the same, and may have begun since: nobody else decides alone meanwhile.
      if (this.#isHeld) continue;
      const attempt = this.#whenQuiet(() => {
        if (this.#gate === gate) this.#gate = null;
        // A write that it waited for may have failed: then it begins again on what is on disk.
        if (this.#closed !== null || this.#needsReset) return null;
        const { write, result } = decide();
        // All there is was applied before it: where nothing is to be done, that rests on nothing that may fail.
        return { written: write === null ? Promise.resolve() : this.#commit(write), result };
      });
      // It never fails: who decides hears of that.
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

  /** Ends writing for this reason and lets every write that was decided be applied. */
  async stop(reason: VitrineError): Promise<void> {
    this.#closed ??= reason;
    await this.#whenQuiet(nothing);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close(serviceStopping());
  }

  /** As `stop`, and lets the file go. Closed already, it stays so. */
  async close(reason: VitrineError): Promise<void> {
    await this.stop(reason);
    this.reads.close(this.#closed);
    await this.#writer.close(this.name).catch((error: unknown) => {
      if (!(error instanceof VitrineError)) throw error;
    });
  }

  /** Whether it begins by this: not where it was begun already, or that state is forgotten by now. */
  #reset(epoch: number): boolean {
    if (epoch !== this.#epoch || this.#needsReset) return false;
    this.#needsReset = true;
    // What is durable already must be applied before the staged state that it came from is forgotten.
    const gate = this.#applied.then(() => {
      if (this.#gate === gate) this.#gate = null;
    });
    this.#gate = gate;
    return true;
  }

  /** Goes on in the same step in which nothing is under way any more: what came while it waited is waited for too. */
  async #whenQuiet<T>(goOn: () => T): Promise<T> {
    for (let seen: unknown = null; seen !== this.#applied;) {
      seen = this.#applied;
      await this.#applied;
    }
    return goOn();
  }

  /** @throws VitrineError storage_failed: it is tried again before the next write */
  async #finishReset(): Promise<void> {
    const finishing = this.#startAnew();
    const gate = finishing.then(nothing, nothing).then(() => {
      if (this.#gate === gate) this.#gate = null;
    });
    this.#gate = gate;
    await finishing;
  }

  /** Forgets what was staged, and decides from here on by what is stored, with what others stored. */
  async #startAnew(): Promise<void> {
    this.#epoch++;
    if (this.#shared !== null) {
      for (const forget of this.#resets) forget();
      await this.#shared.catchUp((changes) => this.#see(changes));
    }
    try {
      this.#renumber();
    } catch (error) {
      throw new VitrineError('storage_failed', 'The database cannot be read', { cause: error });
    }
    for (const forget of this.#resets) forget();
    this.#needsReset = false;
  }

  /** Takes in what another process wrote. */
  #see(changes: readonly SharedChange[]): () => Promise<void> {
    const shows = changes.map(({ kind, data }) => this.#followerOf(kind)(data));
    return async () => {
      const faults: unknown[] = [];
      for (const show of shows) {
        try {
          await show();
        } catch (error) {
          // It is stored by now and not seen again: one that has a fault does not keep the others from being shown.
          faults.push(error);
        }
      }
      this.#renumber();
      this.#appliedRevision = this.#nextRevision - 1;
      if (faults.length > 0)
        throw new AggregateError(faults, 'What another process stored could not be shown everywhere');
    };
  }

  #followerOf(kind: ChangeKind): Follower {
    if (kind === 'rows') return () => nothing;
    const follower = this.#followers.get(kind);
    if (follower !== undefined) return follower;
    // What is stored and not shown would be missed here for as long as this process runs.
    throw new VitrineError('storage_failed', 'Another process wrote what this version does not know');
  }

  async #lookOnce(shared: SharedWrites): Promise<void> {
    while (await shared.isBehind()) {
      // What is decided here meanwhile finds out that it was outrun, and is decided again.
      const isBegun = this.#reset(this.#epoch);
      await this.#writable();
      // One that was under way already, after a write that failed, may have read before there was what was seen.
      if (isBegun) return;
    }
  }

  #renumber(): void {
    if (this.#hasRevisions) this.#nextRevision = this.reads.number('SELECT max(rev) FROM log') + 1;
  }
}

type Follower = (data: unknown) => () => void | Promise<void>;

function nothing(): void {
  // Most writes are applied in no time, with nothing to prepare; and whoever ends has nothing more to do.
}
