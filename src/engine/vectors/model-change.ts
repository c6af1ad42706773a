import type { Leadership } from '../log/leader-election.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { StatementBatch } from '../storage/writer.ts';

interface Options {
  readonly database: ProjectDatabase;
  readonly election: Leadership;
  /** Whether nothing waits for the target model. */
  readonly isComplete: () => boolean;
  /** The statements that delete the stored vectors of other models, if there are any. */
  readonly deleteOthers: () => readonly StatementBatch[];
}

/**
 * The vectors of a project in memory, by model. Those of the previous model serve until the target model has computed all;
 * then the stored vectors of other models are deleted.
 */
export class ModelChange<V extends { readonly model: string }> {
  readonly #options: Options;
  #serving: V | null = null;
  /** The vectors of the target model while others serve. */
  #next: V | null = null;
  #mayHaveOthers = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get serving(): V | null {
    return this.#serving;
  }

  /** The vectors that new results are added to. */
  get target(): V | null {
    return this.#next ?? this.#serving;
  }

  /** All vectors in memory. */
  get all(): readonly V[] {
    return [this.#serving, this.#next].filter((vectors) => vectors !== null);
  }

  /** `previous` serves until the target is complete; if it is null, the target serves immediately. */
  begin(target: V | null, previous: V | null): void {
    this.#serving = previous ?? target;
    this.#next = previous === null ? null : target;
    this.#mayHaveOthers = true;
    this.switchWhenComplete();
  }

  /** Call when vectors were added, or work for the target model was dropped. */
  switchWhenComplete(): void {
    if (this.#next === null || !this.#options.isComplete()) return;
    this.#serving = this.#next;
    this.#next = null;
  }

  /** Deletes the stored vectors of other models where they are not needed any more. */
  async deleteOthers(): Promise<void> {
    const { database, election, isComplete, deleteOthers } = this.#options;
    if (!this.#mayHaveOthers || this.#next !== null || !election.isLeader || !isComplete()) return;
    this.#mayHaveOthers = false;
    const parts = deleteOthers();
    if (parts.length === 0) return;
    const write = { change: { kind: 'rows', data: null }, parts, apply: () => undefined } as const;
    await database.write(() => ({ write, result: undefined }));
  }
}
