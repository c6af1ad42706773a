import type { FinishedTask } from '../../ports/operation/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore, Task } from '../../ports/access/projects.ts';
import { dayMs } from '../../lib/days.ts';
import { createDelivery } from './alert-log.ts';

/** Maximum of tasks that a check looks at, the newest first. */
const recentTasksMax = 20;
/** No message is sent for a task that ended longer ago than this, as after a time in which no process ran. */
const ageMsMax = dayMs;
const retentionMs = 30 * dayMs;

type TaskPorts = Pick<ProjectEngine, 'id' | 'finishedTasks' | 'webhooks'>;

/** Lists the tasks of which messages were made, the newest first. */
export function listFinishedTasks({ finishedTasks }: Pick<TaskPorts, 'finishedTasks'>): FinishedTask[] {
  const all = Array.from(finishedTasks.current().values(), ({ value }) => value);
  return all.sort((a, b) => b.finishedAt - a.finishedAt || (a.id < b.id ? 1 : -1));
}

/**
 * Stores the messages about tasks that ended, each in one durable step, for the webhooks that existed before.
 * @throws VitrineError storage_failed
 */
export async function noteFinishedTasks(
  ports: TaskPorts,
  store: Pick<ProjectStore, 'listTasks'>,
  now: number,
): Promise<void> {
  const webhooks = [...ports.webhooks.current().values()];
  if (webhooks.every(({ value }) => (value.tasks ?? []).length === 0)) return;
  for (const task of store.listTasks(ports.id, recentTasksMax)) {
    if (task.status === 'running') continue;
    const id = `${task.startedAt}-${task.id}`;
    const finishedAt = task.finishedAt ?? now;
    if (now - finishedAt > ageMsMax || ports.finishedTasks.current().has(id)) continue;
    const deliveries = webhooks
      .filter(({ value, changedAt }) => value.tasks?.includes(task.kind) === true && changedAt <= finishedAt)
      .map(({ value }) => createDelivery(value.id, 'finished', now));
    if (deliveries.length === 0) continue;
    await dropOldTasks(ports, now);
    const finished = { id, ...formatTask(task), finishedAt, deliveries };
    // Another process, which was the leader before, may have stored it.
    await ports.finishedTasks.change(id, (current) => current.get(id)?.value ?? finished);
  }
}

function formatTask({
  id,
  kind,
  status,
  startedAt,
  error,
  progress,
}: Task): Omit<FinishedTask, 'id' | 'finishedAt' | 'deliveries'> {
  const figures = Object.entries(progress).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return { task: id, kind, status, startedAt, error, figures: Object.fromEntries(figures) };
}

/** Removes old tasks, so that there is room for one more. */
async function dropOldTasks(ports: TaskPorts, now: number): Promise<void> {
  const dropped = listFinishedTasks(ports).filter(
    ({ finishedAt }, i) => i >= limits.finishedTasksKeptMax - 1 || now - finishedAt > retentionMs,
  );
  for (const { id } of dropped) await ports.finishedTasks.change(id, () => null);
}
