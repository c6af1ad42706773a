import type { ProjectStore, Task } from '../../ports/access/projects.ts';
import type { SettingsUpdate } from '../../ports/configuration/settings.ts';
import type { Clock } from '../../lib/clock.ts';

export interface RebuildOptions {
  readonly store: ProjectStore;
  readonly clock: Clock;
  /** The task, if one is needed. */
  readonly task: { readonly id: string; readonly project: string };
  readonly onError: (error: unknown) => void;
}

/** Reports the rebuild that a change of settings may need as a task. */
export class RebuildTask {
  readonly #options: RebuildOptions;
  readonly #startedAt: number;
  #seen = { indexed: 0, total: 0 };

  constructor(options: RebuildOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
  }

  readonly progress = (indexed: number, total: number): void => {
    this.#seen = { indexed, total };
    void this.#tell('running').catch(this.#options.onError);
  };

  /** The task of a rebuild; null where the settings are active. */
  async follow(rebuilt: SettingsUpdate['rebuilt']): Promise<Task | null> {
    if (rebuilt === null) return null;
    const task = await this.#tell('running', null, { indexed: 0, total: 0 });
    const { onError } = this.#options;
    void rebuilt
      .then((tookOver) =>
        tookOver
          ? this.#tell('succeeded')
          : this.#tell('failed', {
              code: 'superseded',
              detail: 'The settings were changed again during the rebuild',
            }),
      )
      .catch(async (error: unknown) => {
        onError(error);
        const detail = 'The rebuild failed. Searches still use the old settings.';
        await this.#tell('failed', { code: 'storage_failed', detail });
      })
      .catch(onError);
    return task;
  }

  async #tell(
    status: Task['status'],
    error: Task['error'] = null,
    progress: { readonly indexed: number; readonly total: number } = this.#seen,
  ): Promise<Task> {
    const { store, clock, task: named } = this.#options;
    const startedAt = this.#startedAt;
    const finishedAt = status === 'running' ? null : clock.now();
    const task: Task = { ...named, kind: 'reindex', status, startedAt, finishedAt, progress, error };
    await store.putTask(task);
    return task;
  }
}
