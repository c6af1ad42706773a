import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CountedWrites } from './counted-writes.ts';
import type { CountingSettings } from './counting-settings.ts';
import type { ProjectDatabase } from '../../log/project-database.ts';
import { RecommenderProjection } from './recommender-projection.ts';

/** Rows of the log that are counted before waiting requests run: a few milliseconds. */
const rowsPerTurn = 100;

/**
 * Rebuilds the counters from a project's log with other weights, concurrently with the serving counters, a few rows at a time. It reads
 * only rows that are applied to these, and replaces them in the same step in which it has caught up.
 */
export class RecommenderRebuild {
  readonly #database: ProjectDatabase;
  readonly #weights: CountingSettings;
  readonly #writes: CountedWrites;
  #cancelled = false;
  #restarts = 0;

  /** `writes` are the writes of the serving counters. */
  constructor(database: ProjectDatabase, weights: CountingSettings, writes: CountedWrites) {
    this.#database = database;
    this.#weights = weights;
    this.#writes = writes;
  }

  cancel(): void {
    this.#cancelled = true;
  }

  /** Restarts the rebuild, after counted rows were deleted from the log. */
  restart(): void {
    this.#restarts++;
  }

  /** Calls `onCaughtUp` with the new counters; returns false if the rebuild was cancelled. */
  async run(
    progress: (counted: number) => void,
    onCaughtUp: (projection: RecommenderProjection) => void,
  ): Promise<boolean> {
    let restarts = -1;
    let projection = new RecommenderProjection(this.#weights);
    let revision = -1;
    let slices = 0;
    for (;;) {
      if (this.#cancelled) return false;
      if (restarts !== this.#restarts) {
        restarts = this.#restarts;
        projection = new RecommenderProjection(this.#weights);
        revision = -1;
      }
      const until = Math.min(revision + rowsPerTurn, this.#database.appliedRevision);
      projection.catchUp(this.#database.reads, revision, until);
      revision = until;
      if (revision === this.#database.appliedRevision && !this.#writes.isCounting) {
        projection.readItems(this.#database.reads, this.#writes.items);
        break;
      }
      if (++slices % 100 === 0) progress(projection.events);
      await nextTurn();
    }
    onCaughtUp(projection);
    progress(projection.events);
    return true;
  }
}
