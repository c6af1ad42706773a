import type { SharedLog } from '../../ports/cluster/shared-log.ts';
import type { Leadership } from '../log/leader-election.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import { publishSnapshot } from './log-snapshot.ts';
import { readLastErasure } from '../storage/shared-log-position.ts';

const checkEveryMs = 60_000;

/**
 * Replaces the entries of a shared log by a snapshot. It runs where there are many entries, so that a new process
 * need not read them all, and after an erasure, so that no entry keeps the erased data.
 */
export class Compaction implements AsyncDisposable {
  readonly #log: SharedLog;
  readonly #database: ProjectDatabase;
  readonly #election: Leadership;
  readonly #onError: (error: unknown) => void;
  readonly #entriesMax: number;
  readonly #timer: NodeJS.Timeout;
  #snapshotNext: number | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: {
    log: SharedLog;
    database: ProjectDatabase;
    election: Leadership;
    onError: (error: unknown) => void;
    /** Maximum entries since the snapshot before a new one is written. */
    entriesMax: number;
  }) {
    this.#log = options.log;
    this.#database = options.database;
    this.#election = options.election;
    this.#onError = options.onError;
    this.#entriesMax = options.entriesMax;
    this.#timer = setInterval(() => void this.run(), checkEveryMs).unref();
  }

  /** Compacts if that is due; returns whether it did. */
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
    // After a restore of the log another state is the newest: catch up before removing anything.
    await this.#database.catchUp();
    // The entries that the last snapshot replaced have been readable for a minute, and may hold erased data.
    await this.#log.removeObsolete();
    this.#snapshotNext ??= (await this.#log.readSnapshot())?.next ?? 0;
    const { position, reads, path } = this.#database;
    const next = position?.next ?? null;
    if (
      next === null ||
      (next - this.#snapshotNext < this.#entriesMax && readLastErasure(reads) < this.#snapshotNext)
    )
      return false;
    const published = await publishSnapshot(this.#log, path, true);
    // Another process may have published the snapshot: read its entry number again.
    this.#snapshotNext = null;
    return published;
  }
}
