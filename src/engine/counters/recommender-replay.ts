import { setImmediate as breathe } from 'node:timers/promises';
import type { CountedWrites } from './counted-writes.ts';
import type { CountingSettings } from './counting-settings.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';
import { RecommenderProjection } from './recommender-projection.ts';

/** Rows of the log that are counted before requests have their turn: a few milliseconds. */
const rowsPerTurn = 100;

/**
 * Counts a project's log anew with other weights beside the counters that serve, a little at a time. It reads only what is
 * applied to those, and takes their place in the same step in which it has caught up.
 */
export class RecommenderReplay {
  readonly #database: ProjectDatabase;
  readonly #weights: CountingSettings;
  readonly #writes: CountedWrites;
  #cancelled = false;
  #restarts = 0;

  /** `writes`: of the counters that serve. */
  constructor(database: ProjectDatabase, weights: CountingSettings, writes: CountedWrites) {
    this.#database = database;
    this.#weights = weights;
    this.#writes = writes;
  }

  cancel(): void {
    this.#cancelled = true;
  }

  /** Rows that were counted are gone from the log: begins again. */
  restart(): void {
    this.#restarts++;
  }

  /** Calls `takeOver` when it has caught up; false where it was cancelled before. */
  async run(
    progress: (counted: number) => void,
    takeOver: (facts: RecommenderProjection) => void,
  ): Promise<boolean> {
    let restarts = -1;
    let facts = new RecommenderProjection(this.#weights);
    let revision = -1;
    let turns = 0;
    for (;;) {
      if (this.#cancelled) return false;
      if (restarts !== this.#restarts) {
        restarts = this.#restarts;
        facts = new RecommenderProjection(this.#weights);
        revision = -1;
      }
      const until = Math.min(revision + rowsPerTurn, this.#database.appliedRevision);
      facts.catchUp(this.#database.reads, revision, until);
      revision = until;
      if (revision === this.#database.appliedRevision && !this.#writes.isCounting) {
        facts.readItems(this.#database.reads, this.#writes.items);
        break;
      }
      if (++turns % 100 === 0) progress(facts.events);
      await breathe();
    }
    takeOver(facts);
    progress(facts.events);
    return true;
  }
}
