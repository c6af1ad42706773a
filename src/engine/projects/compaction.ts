import type { SharedLog } from '../../ports/shared-log.ts';
import type { LeaderElection } from '../storage/leader-election.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';
import { publishSnapshot } from './log-snapshot.ts';
import { lastErasureIn } from '../storage/shared-writes.ts';

const lookEveryMs = 60_000;

/**
 * Puts a base in the place of the entries of a shared log, where there are many, so that a process that begins need not read them
 * all; and where somebody was erased since, so that what they did is in no entry either.
 */
export class Compaction implements AsyncDisposable {
  readonly #log: SharedLog;
  readonly #database: ProjectDatabase;
  readonly #election: LeaderElection;
  readonly #onError: (error: unknown) => void;
  readonly #entriesMax: number;
  readonly #timer: NodeJS.Timeout;
  #base: number | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: {
    log: SharedLog;
    database: ProjectDatabase;
    election: LeaderElection;
    onError: (error: unknown) => void;
    /** More since the base than this are too many to read. */
    entriesMax: number;
  }) {
    this.#log = options.log;
    this.#database = options.database;
    this.#election = options.election;
    this.#onError = options.onError;
    this.#entriesMax = options.entriesMax;
    this.#timer = setInterval(() => void this.run(), lookEveryMs).unref();
  }

  /** Compacts where that is due; says whether it did. */
  run(): Promise<boolean> {
    const run = this.#running.then(() => this.#compactDue());
    const settled = run.catch((error: unknown) => {
      this.#onError(error);
      return false;
    });
    this.#running = settled;
    return settled;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #compactDue(): Promise<boolean> {
    if (!this.#election.isLeader) return false;
    // Of a log that was put back another state is the newest, and nothing of it is to be removed for this one.
    await this.#database.catchUp();
    // What the last base took the place of has had a minute, and may hold what somebody did who was erased.
    await this.#log.removeObsolete();
    this.#base ??= (await this.#log.snapshot())?.next ?? 0;
    const { sharedNext: next, reads, path } = this.#database;
    if (next === null || (next - this.#base < this.#entriesMax && lastErasureIn(reads) < this.#base))
      return false;
    const given = await publishSnapshot(this.#log, path, true);
    // Another process's base, or this one's: which entry it begins with is asked again.
    this.#base = null;
    return given;
  }
}
