import { rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { ProgramRunner } from '../../../lib/program-runner.ts';
import type { ProjectDatabase } from '../../log/project-database.ts';
import type { RecommenderProjection } from './recommender-projection.ts';
import {
  recommenderSnapshotPath,
  removeRecommenderSnapshot,
  writeRecommenderSnapshot,
  type SnapshotTask,
} from './recommender-snapshot.ts';

const snapshotProgram = new URL('./recommender-snapshot-process.ts', import.meta.url);
/** Interval of the check whether a snapshot is due. */
const checkEveryMs = 60_000;
/** A snapshot is due after this many new rows, which a start counts in about a second. */
const rowsMax = 50_000;
/** More rows than this between two checks are an import of a history: a snapshot would be outdated when it is written. */
const importRows = 300_000;
/** Maximum checks that wait for an import. */
const waitingChecksMax = 10;

/**
 * Writes snapshots of one project's recommenders: on closing, and before that in a separate process that reads the database itself, so
 * that no request waits. That process has a second copy of the counters in memory.
 */
export class RecommenderSnapshotter {
  readonly #database: ProjectDatabase;
  readonly #path: string;
  readonly #projection: () => RecommenderProjection;
  readonly #isTraining: () => boolean;
  readonly #runner: ProgramRunner;
  readonly #abort = new AbortController();
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #snapshotRevision: number;
  #seenRevision: number;
  #waitingChecks = 0;
  #discards = 0;
  #writing: Promise<void> | null = null;

  constructor(options: {
    database: ProjectDatabase;
    snapshotRevision: number;
    projection: () => RecommenderProjection;
    /** Whether a training, which also has a copy of the counters in memory, is running: the snapshot waits for it. */
    isTraining: () => boolean;
    runner: ProgramRunner;
    onError: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#path = recommenderSnapshotPath(options.database.path);
    this.#snapshotRevision = options.snapshotRevision;
    this.#seenRevision = options.database.appliedRevision;
    this.#projection = options.projection;
    this.#isTraining = options.isTraining;
    this.#runner = options.runner;
    this.#onError = options.onError;
    this.#timer = setInterval(() => this.#check(), checkEveryMs).unref();
  }

  /** Removes the snapshot, and cancels one in progress: they contain an erased visitor or other weights. */
  discard(): void {
    this.#discards++;
    this.#snapshotRevision = -1;
    removeRecommenderSnapshot(this.#path);
  }

  /** Closes; if `saves`, writes a final snapshot on this thread for the next start. */
  async close(saves: boolean): Promise<void> {
    clearInterval(this.#timer);
    this.#abort.abort();
    await this.#writing;
    const revision = this.#database.appliedRevision;
    if (!saves || revision === this.#snapshotRevision) return;
    try {
      writeRecommenderSnapshot(this.#database.reads, this.#path, this.#projection(), revision);
    } catch (error) {
      // The next start reads the whole log.
      removeRecommenderSnapshot(this.#path);
      this.#onError(error);
    }
  }

  #check(): void {
    const revision = this.#database.appliedRevision;
    const isImport = revision - this.#seenRevision >= importRows && this.#waitingChecks < waitingChecksMax;
    this.#seenRevision = revision;
    this.#waitingChecks = isImport ? this.#waitingChecks + 1 : 0;
    const isDue = revision - this.#snapshotRevision >= rowsMax;
    if (!isDue || isImport || this.#writing !== null || this.#isTraining()) return;
    this.#writing = this.#writeInProcess()
      .catch(this.#onError)
      .finally(() => (this.#writing = null));
  }

  async #writeInProcess(): Promise<void> {
    const discards = this.#discards;
    const targetPath = `${this.#path}.next`;
    const { weights } = this.#projection();
    const task: SnapshotTask = {
      database: this.#database.path,
      snapshotPath: this.#path,
      targetPath,
      weights,
    };
    const { signal } = this.#abort;
    const revision = await this.#runner.run<number>(snapshotProgram, task, { signal });
    if (revision === null || discards !== this.#discards) {
      rmSync(targetPath, { force: true });
      return;
    }
    // Asynchronous, as releasing the old file can occupy the disk for a third of a second.
    await rename(targetPath, this.#path);
    if (discards === this.#discards) this.#snapshotRevision = revision;
    else removeRecommenderSnapshot(this.#path);
  }
}
