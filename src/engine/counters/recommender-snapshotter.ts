import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { forkProgram, lowerPriority } from '../../lib/child-processes.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';
import type { RecommenderProjection } from './recommender-projection.ts';
import {
  recommenderSnapshotPath,
  removeRecommenderSnapshot,
  writeRecommenderSnapshot,
  type SnapshotTask,
} from './recommender-snapshot.ts';

/** How often it is looked whether enough has changed. */
const lookEveryMs = 60_000;
/** So many rows of the log are read at a start in a second or so. */
const rowsMax = 50_000;
/** While so many come in between two looks, a history is being imported: what would be kept is old by the time it is. */
const importRows = 300_000;
/** Requests come first. */
const niceness = 19;
/** An import is not waited for longer. */
const looksWaitedMax = 10;

/**
 * Keeps the facts of one project on disk: at the end, and in between by a process that reads the database by itself, so that
 * no request waits for it. It takes the memory of a second copy while it runs.
 */
export class RecommenderSnapshotter {
  readonly #database: ProjectDatabase;
  readonly #path: string;
  readonly #facts: () => RecommenderProjection;
  readonly #isLearning: () => boolean;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #keptRevision: number;
  #seenRevision: number;
  #looksWaited = 0;
  #discards = 0;
  #working: Promise<void> | null = null;
  #process: ChildProcess | null = null;

  constructor(options: {
    database: ProjectDatabase;
    keptRevision: number;
    facts: () => RecommenderProjection;
    /** Whether a learning has the memory of a copy already: it is waited for. */
    isLearning: () => boolean;
    onError: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#path = recommenderSnapshotPath(options.database.path);
    this.#keptRevision = options.keptRevision;
    this.#seenRevision = options.database.appliedRevision;
    this.#facts = options.facts;
    this.#isLearning = options.isLearning;
    this.#onError = options.onError;
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** What is kept, and what is about to be, still knows somebody who was erased, or counts by other weights. */
  discard(): void {
    this.#discards++;
    this.#keptRevision = -1;
    removeRecommenderSnapshot(this.#path);
  }

  /** `keep`: writes the facts as they are in the end, on this thread, for the next start. */
  async close(keep: boolean): Promise<void> {
    clearInterval(this.#timer);
    this.#process?.kill('SIGKILL');
    await this.#working;
    const revision = this.#database.appliedRevision;
    if (!keep || revision === this.#keptRevision) return;
    try {
      writeRecommenderSnapshot(this.#database.reads, this.#path, this.#facts(), revision);
    } catch (error) {
      // The next start counts anew.
      removeRecommenderSnapshot(this.#path);
      this.#onError(error);
    }
  }

  #look(): void {
    const revision = this.#database.appliedRevision;
    const isImport = revision - this.#seenRevision >= importRows && this.#looksWaited < looksWaitedMax;
    this.#seenRevision = revision;
    this.#looksWaited = isImport ? this.#looksWaited + 1 : 0;
    const isDue = revision - this.#keptRevision >= rowsMax;
    if (!isDue || isImport || this.#working !== null || this.#isLearning()) return;
    this.#working = this.#work()
      .catch(this.#onError)
      .finally(() => {
        this.#working = null;
        this.#process = null;
      });
  }

  async #work(): Promise<void> {
    const discards = this.#discards;
    const made = `${this.#path}.made`;
    const { weights } = this.#facts();
    const work: SnapshotTask = { database: this.#database.path, kept: this.#path, made, weights };
    const child = forkProgram(new URL('./recommender-snapshot-process.ts', import.meta.url));
    this.#process = child;
    lowerPriority(child, niceness);
    const revision = await new Promise<number | null>((resolve, reject) => {
      let kept: number | null = null;
      child.once('message', (told) => {
        kept = Number(told);
        child.disconnect();
      });
      child.once('error', reject);
      child.once('exit', (code) => {
        if (code === null || code === 0) resolve(kept);
        else reject(new Error(`What lists rest on was not kept: its process ended with code ${code}`));
      });
      child.send(work, (error) => {
        if (error !== null) reject(error);
      });
    });
    if (revision === null || discards !== this.#discards) {
      rmSync(made, { force: true });
      return;
    }
    // Not in this thread: letting go of the old file takes the disk up to a third of a second.
    await rename(made, this.#path);
    if (discards === this.#discards) this.#keptRevision = revision;
    else removeRecommenderSnapshot(this.#path);
  }
}
