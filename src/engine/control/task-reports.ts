import type { Task } from '../../ports/access/projects.ts';
import { taskKey } from './control-state.ts';

/** Minimum interval between progress reports of a task to other processes. */
const reportIntervalMs = 1_000;
/** A running task without a report for this long counts as failed: its process has exited. */
const taskTimeoutMs = 60_000;

/** When each running task was reported last, sent or received. */
export class TaskReports {
  /** By `performance.now`. */
  readonly #reportedAt = new Map<string, number>();

  reported(task: Task): void {
    this.#reportedAt.set(taskKey(task), performance.now());
  }

  /** Whether the progress of a task is to be reported again. */
  isDue(task: Task): boolean {
    const reportedAt = this.#reportedAt.get(taskKey(task)) ?? -Infinity;
    return performance.now() - reportedAt >= reportIntervalMs;
  }

  /** The task; failed where it is running without reports. A task that was never reported begins to be timed. */
  withTimeout(task: Task): Task {
    if (task.status !== 'running') return task;
    const reportedAt = this.#reportedAt.get(taskKey(task));
    if (reportedAt === undefined) this.reported(task);
    if (reportedAt === undefined || performance.now() - reportedAt < taskTimeoutMs) return task;
    const error = { code: 'storage_failed', detail: 'The process that ran the task exited' };
    return { ...task, status: 'failed', error };
  }

  clear(): void {
    this.#reportedAt.clear();
  }
}
