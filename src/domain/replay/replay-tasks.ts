import type { StoredDraft } from '../../ports/configuration/drafts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore, Task } from '../../ports/access/projects.ts';
import type { Versioned } from '../../ports/configuration/resources.ts';
import { replayDraft, type ReplayParts } from './replay.ts';

/** Progress is stored after this time at most. */
const progressEveryMs = 1_000;

interface StartOptions extends Omit<ReplayParts, 'progress'> {
  readonly projectId: string;
  readonly taskId: string;
  /** Keeps the project open until it is disposed. */
  readonly hold: () => Disposable;
}

/** Runs replays in the background, one of a project at a time. */
export class ReplayTasks {
  readonly #store: Pick<ProjectStore, 'putTask'>;
  readonly #stopping: AbortSignal;
  readonly #onError: (error: unknown) => void;
  readonly #running = new Map<string, Task>();

  constructor(options: {
    store: Pick<ProjectStore, 'putTask'>;
    stopping: AbortSignal;
    onError: (error: unknown) => void;
  }) {
    this.#store = options.store;
    this.#stopping = options.stopping;
    this.#onError = options.onError;
  }

  /** Starts a replay; while one of the project runs, returns that one. */
  async start(project: ProjectEngine, draft: Versioned<StoredDraft>, options: StartOptions): Promise<Task> {
    const { projectId, taskId, now } = options;
    const running = this.#running.get(projectId);
    if (running !== undefined) return running;
    const task: Task = {
      id: taskId,
      project: projectId,
      kind: 'replay',
      status: 'running',
      startedAt: now(),
      finishedAt: null,
      progress: { draft: draft.value.draft.id, replayed: 0, total: 0 },
      error: null,
    };
    this.#running.set(projectId, task);
    try {
      await this.#store.putTask(task);
    } catch (error) {
      this.#running.delete(projectId);
      throw error;
    }
    void this.#run(project, draft, task, options)
      .catch(this.#onError)
      .finally(() => this.#running.delete(projectId));
    return task;
  }

  async #run(
    project: ProjectEngine,
    draft: Versioned<StoredDraft>,
    task: Task,
    { hold, ...parts }: StartOptions,
  ): Promise<void> {
    using _held = hold();
    let reportedAt = parts.now();
    let { progress } = task;
    const report = (replayed: number, total: number): void => {
      progress = { ...task.progress, replayed, total };
      if (parts.now() - reportedAt < progressEveryMs) return;
      reportedAt = parts.now();
      void this.#store.putTask({ ...task, progress }).catch(this.#onError);
    };
    const pause = async (): Promise<void> => {
      this.#stopping.throwIfAborted();
      await parts.pause();
    };
    const { id } = draft.value.draft;
    try {
      const replay = await replayDraft(project, draft, limits.replayedImpressionsMax, {
        ...parts,
        pause,
        progress: report,
      });
      await project.replays.change(id, () => replay);
      await this.#store.putTask({ ...task, status: 'succeeded', finishedAt: parts.now(), progress });
    } catch (error) {
      if (this.#stopping.aborted) return;
      const failed = { code: 'internal_error', detail: 'The replay failed: see the log of the service' };
      await this.#store.putTask({
        ...task,
        status: 'failed',
        finishedAt: parts.now(),
        progress,
        error: failed,
      });
      throw error;
    }
  }
}
