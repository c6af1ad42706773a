import type { Steps } from '../../../kernel/bits/steps.ts';
import type { AppliedChange } from '../../log/applied-change.ts';
import type { ProjectDatabase } from '../../log/project-database.ts';

/**
 * Writes that the serving counters include partly, or before the database has marked them as applied. A
 * rebuild must include them before its counters replace the serving ones.
 */
export class CountedWrites {
  readonly #database: ProjectDatabase;
  #isCounting = false;
  /** Numbers of the items that changed after this revision was applied. */
  #items = { appliedRevision: -1, numbers: new Set<number>() };

  constructor(database: ProjectDatabase) {
    this.#database = database;
  }

  /** Whether an event, an erasure, a merge or a change of items is partly counted. */
  get isCounting(): boolean {
    return this.#isCounting;
  }

  /** Numbers of the items counted by writes that are not applied yet. */
  get items(): readonly number[] {
    return this.#items.appliedRevision === this.#database.appliedRevision ? [...this.#items.numbers] : [];
  }

  /** Counts in steps. Between two steps others may read the counters, but a rebuild may not replace them. */
  *count<T>(steps: Steps<T>): Steps<T> {
    this.#isCounting = true;
    try {
      return yield* steps;
    } finally {
      this.#isCounting = false;
    }
  }

  async countItems(changes: readonly AppliedChange[], count: () => Promise<void>): Promise<void> {
    const { appliedRevision } = this.#database;
    // Several writes of another process are applied together.
    if (this.#items.appliedRevision !== appliedRevision)
      this.#items = { appliedRevision, numbers: new Set() };
    for (const { no } of changes) this.#items.numbers.add(no);
    this.#isCounting = true;
    try {
      await count();
    } finally {
      this.#isCounting = false;
    }
  }
}
