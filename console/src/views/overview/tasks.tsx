import type { Task } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { count, time } from '../../parts/formats.ts';

const badges = { running: 'badge', succeeded: 'badge good', failed: 'badge bad' } as const;

/** The last imports, imported histories, writes by filter, index rebuilds and replays. */
export function Tasks({ tasks }: { tasks: readonly Task[] }): ReactNode {
  return (
    <section className="panel" aria-labelledby="tasks">
      <h2 id="tasks">Recent tasks</h2>
      {tasks.length === 0 && <p className="soft">No tasks yet. Imports and index rebuilds appear here.</p>}
      <ul className="list">
        {tasks.map((task) => (
          <li key={task.id}>
            <div>
              {progressOf(task)}
              <div className="small faint">{time(task.startedAt)}</div>
              {task.error !== null && <div className="small soft">{task.error.detail}</div>}
            </div>
            <span className={badges[task.status]}>{task.status}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function progressOf(task: Task): string {
  switch (task.kind) {
    case 'import': {
      const { created, updated, removed = 0, failed } = task.progress;
      const gone = removed > 0 ? `, ${count(removed)} removed` : '';
      return `${count(created)} created, ${count(updated)} updated${gone}, ${count(failed)} rejected`;
    }
    case 'reindex':
      return `Index rebuild: ${count(task.progress.indexed)} of ${count(task.progress.total)} items`;
    case 'history': {
      const { searches, lists, events, failed } = task.progress;
      return `History: ${count(searches + lists)} searches and lists, ${count(events)} events, ${count(failed)} rejected`;
    }
    case 'update':
      return `Change by a filter: ${count(task.progress.changed)} items, ${count(task.progress.failed)} failed`;
    case 'delete':
      return `Deletion by a filter: ${count(task.progress.deleted)} items, ${count(task.progress.failed)} failed`;
    case 'replay':
      return `Replay of the draft ${task.progress.draft}: ${count(task.progress.replayed)} of ${count(task.progress.total)} lists`;
  }
}
