import type { Task } from '../../ports/access/projects.ts';
import { formatTaskKey } from './control-state.ts';

/** Minimum interval between progress reports of a task to other processes. */
const reportIntervalMs = 1_000;
/** A running task without a report for this long counts as failed: its process has exited. */
const taskTimeoutMs = 60_000;

/** Records when each running task was last reported, by this process or another one. */
export class TaskReports {
  /** Times by `performance.now`. */
  readonly #reportedAt = new Map<string, number>();

  record(task: Task): void {
    this.#reportedAt.set(formatTaskKey(task), performance.now());
  }

  /** Whether a task's next report is due. */
  isDue(task: Task): boolean {
    const reportedAt = this.#reportedAt.get(formatTaskKey(task)) ?? -Infinity;
    return performance.now() - reportedAt >= reportIntervalMs;
  }

  /** Returns the task, as failed if it runs without reports. The time of a task that was never reported starts now. */
  withTimeout(task: Task): Task {
    if (task.status !== 'running') return task;
    const reportedAt = this.#reportedAt.get(formatTaskKey(task));
    if (reportedAt === undefined) this.record(task);
    if (reportedAt === undefined || performance.now() - reportedAt < taskTimeoutMs) return task;
    const error = { code: 'storage_failed', detail: 'The process that ran the task exited' };
    return { ...task, status: 'failed', error };
  }

  clear(): void {
    this.#reportedAt.clear();
  }
}
