import type { ProjectEngine } from '../../ports/engine.ts';
import type { ProjectStore, Task } from '../../ports/access/projects.ts';
import type { ImportProgress } from '../catalog/import.ts';
import { dayMs } from '../../lib/days.ts';
import { resolveAlert, type AlertReading, type AlertSource } from './alert-source.ts';

/** Older failures are known. */
const failureDaysMax = 7;
const tasksRead = 20;
/** Rejected lines, as a share of all, from which an import counts as failed although it came to its end. */
const rejectedShareMin = 0.1;

/** The newest import of a project failed, or rejected a tenth of its lines. A later one without failure resolves it. */
export class ImportFailures implements AlertSource {
  readonly kind = 'import_failed';
  readonly everyMs = 0;
  readonly #store: Pick<ProjectStore, 'listTasks'>;

  constructor(store: Pick<ProjectStore, 'listTasks'>) {
    this.#store = store;
  }

  read({ id }: ProjectEngine, _open: readonly unknown[], now: number): readonly AlertReading[] {
    return importReading(this.#store.listTasks(id, tasksRead), now);
  }
}

/** @param tasks newest first */
export function importReading(tasks: readonly Task[], now: number): readonly AlertReading[] {
  const newest = tasks.find(({ kind, status }) => kind === 'import' && status !== 'running');
  if (newest === undefined) return [];
  const { lines = 0, failed = 0 } = newest.progress as Partial<ImportProgress>;
  const isRejected = failed > 0 && failed >= rejectedShareMin * lines;
  const isOld = now - (newest.finishedAt ?? newest.startedAt) > failureDaysMax * dayMs;
  if (isOld || (newest.status === 'succeeded' && !isRejected)) return [resolveAlert()];
  const detail =
    newest.status === 'failed'
      ? `An import failed after ${lines} lines: ${newest.error?.detail ?? 'the cause is unknown'}`
      : `An import rejected ${failed} of ${lines} lines`;
  return [{ subject: '', isRaised: true, detail, figures: { lines, failed, startedAt: newest.startedAt } }];
}
