import { setImmediate as breathe } from 'node:timers/promises';
import type { CountingSettings } from './counting-settings.ts';
import type { AppliedChange } from '../storage/applied-change.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';
import { RecommenderFacts } from './recommender-facts.ts';

/** Rows of the log that are counted before requests have their turn: a few milliseconds. */
const rowsPerTurn = 100;

/**
 * Counts a project's log anew with other weights beside the counters that serve, a little at a time. It reads only what is
 * applied to those, and takes their place in the same step in which it has caught up.
 */
export class Recounting {
  readonly #database: ProjectDatabase;
  readonly #weights: CountingSettings;
  readonly #isChanging: () => boolean;
  #cancelled = false;
  #restarts = 0;
  /** Items that were changed since the last turn: what serves may have them before they count as applied. */
  #touched = new Set<number>();

  /** `isChanging`: whether what serves has counted a part of what is not applied yet. */
  constructor(database: ProjectDatabase, weights: CountingSettings, isChanging: () => boolean) {
    this.#database = database;
    this.#weights = weights;
    this.#isChanging = isChanging;
  }

  /** Hears of every change of items that is applied while it runs. */
  note(changes: readonly AppliedChange[]): void {
    for (const { no } of changes) this.#touched.add(no);
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
    takeOver: (facts: RecommenderFacts) => void,
  ): Promise<boolean> {
    let restarts = -1;
    let facts = new RecommenderFacts(this.#weights);
    let revision = -1;
    let turns = 0;
    for (;;) {
      if (this.#cancelled) return false;
      if (restarts !== this.#restarts) {
        restarts = this.#restarts;
        facts = new RecommenderFacts(this.#weights);
        revision = -1;
      }
      const touched = [...this.#touched];
      this.#touched.clear();
      const until = Math.min(revision + rowsPerTurn, this.#database.appliedRevision);
      facts.catchUp(this.#database.reads, revision, until);
      revision = until;
      if (revision === this.#database.appliedRevision && !this.#isChanging()) {
        facts.readItems(this.#database.reads, touched);
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
