import { inferKeyKind, type ApiKey, type Project, type Task } from '../../ports/access/projects.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ReadConnection } from '../storage/database.ts';
import type { ControlChange, TaskName } from '../log/shared-changes.ts';
import { TeamState } from './team-state.ts';

/** A key as version 0.1 stored it. */
type StoredKey = Omit<ApiKey, 'kind' | 'filter' | 'priceLists'> &
  Partial<Pick<ApiKey, 'kind' | 'filter' | 'priceLists'>>;

/** The in-memory state of projects, keys, users, sessions and tasks. */
export class ControlState {
  readonly #clock: Clock;
  readonly projects = new Map<string, Project>();
  /** Projects whose deletion has begun, in any process. */
  readonly leaving = new Map<string, Project>();
  readonly keys = new Map<string, ApiKey>();
  readonly keysByHash = new Map<string, ApiKey>();
  /** Tasks by `formatTaskKey()`, in the order of their start. */
  readonly tasks = new Map<string, Task>();
  readonly team: TeamState;
  /** Receives every change, for replicas in other threads. */
  onChange: ((change: ControlChange) => void) | null = null;

  /** `running` says whether another process may be running the tasks that are stored as running. */
  constructor(reads: ReadConnection, clock: Clock, running: boolean) {
    this.#clock = clock;
    for (const project of readRows<Project>(reads, 'SELECT json FROM projects ORDER BY id')) {
      (isLeaving(project) ? this.leaving : this.projects).set(project.id, project);
    }
    for (const key of readRows<ApiKey>(reads, 'SELECT json FROM keys')) this.#putKey(key);
    for (const task of readRows<Task>(reads, 'SELECT json FROM tasks ORDER BY started_at'))
      if (task.status !== 'running' || running) this.tasks.set(formatTaskKey(task), task);
    this.team = new TeamState(reads);
  }

  /** The tasks that have ended among the oldest `count`. */
  oldestTasks(count: number): TaskName[] {
    return [...this.tasks.values()]
      .slice(0, Math.max(0, count))
      .filter(({ status }) => status !== 'running')
      .map(({ project, id }) => ({ project, id }));
  }

  apply(change: ControlChange): void {
    switch (change.put) {
      case 'project':
        this.projects.set(change.project.id, change.project);
        break;
      case 'leaving': {
        const project = this.projects.get(change.id);
        if (project !== undefined) this.leaving.set(change.id, project);
        this.projects.delete(change.id);
        this.#removeTasks(change.id);
        break;
      }
      case 'gone':
        this.leaving.delete(change.id);
        this.#removeTasks(change.id);
        break;
      case 'key':
        this.#putKey(change.key);
        break;
      case 'task': {
        const { task, gone } = change;
        const key = formatTaskKey(task);
        // A restarted task becomes the newest.
        if (this.tasks.get(key)?.startedAt !== task.startedAt) this.tasks.delete(key);
        this.tasks.set(key, task);
        for (const old of gone) this.tasks.delete(formatTaskKey(old));
        break;
      }
      default:
        this.team.apply(change, this.#clock.now());
    }
    this.onChange?.(change);
  }

  #removeTasks(project: string): void {
    for (const task of this.tasks.values())
      if (task.project === project) this.tasks.delete(formatTaskKey(task));
  }

  #putKey(stored: StoredKey): void {
    const key: ApiKey = { kind: inferKeyKind(stored), filter: null, priceLists: [], ...stored };
    this.keys.set(key.id, key);
    this.keysByHash.set(key.hash, key);
  }
}

/** The key is unambiguous, as ids contain no NUL. */
export function formatTaskKey({ project, id }: TaskName): string {
  return `${project}\0${id}`;
}

function readRows<T>(reads: ReadConnection, sql: string): T[] {
  return reads
    .prepare(sql)
    .all()
    .map((row) => JSON.parse(String(row['json'])) as T);
}

/** Whether the deletion of a project has begun. */
function isLeaving(project: Project): boolean {
  return 'leaving' in project;
}
