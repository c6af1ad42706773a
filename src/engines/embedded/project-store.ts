import type {
  ApiKey,
  ConsoleAccount,
  ConsoleSession,
  Project,
  ProjectStore,
  Task,
} from '../../ports/projects.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SharedLog } from '../../ports/shared-log.ts';
import type { ReadConnection } from './database.ts';
import { ProjectDatabase } from './project-database.ts';
import type { ControlChange } from './shared-changes.ts';
import type { Part, Writer } from './writer.ts';

const tasksKept = 1_000;
/** How often others are told how far a task is, at most. */
const tellEveryMs = 1_000;
/** A task of which nothing was heard for so long is one whose process ended. */
const silentMsMax = 60_000;
/** A deletion that another process began, and did not end for so long, is ended by whoever is on duty. */
const leavingMsMax = 30_000;

export interface StoreOptions {
  readonly writer: Writer;
  readonly clock: Clock;
  readonly path: string;
  /** The log that other processes write to as well; null: this is the only process. */
  readonly log: SharedLog | null;
  /** Removes everything that a project has outside this database. */
  readonly removeData: (project: Project, from: 'here' | 'everywhere') => Promise<void>;
}

/** Projects, keys and the console's account: small, so all of it is held in memory beside the database. */
export class EmbeddedProjectStore implements ProjectStore, AsyncDisposable {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #removeData: StoreOptions['removeData'];
  /** Projects that are being created or removed here: their ids are taken. */
  readonly #changing = new Set<string>();
  /** Projects whose deletion was begun, by any process. */
  readonly #leaving = new Map<string, Project>();
  /** Since when, by `performance.now`. */
  readonly #leavingSince = new WeakMap<Project, number>();
  readonly #projects = new Map<string, Project>();
  readonly #keys = new Map<string, ApiKey>();
  readonly #keysByHash = new Map<string, ApiKey>();
  readonly #sessions = new Map<string, ConsoleSession>();
  readonly #tasks = new Map<string, Task>();
  /** When running tasks were told, or heard of, by `performance.now`. */
  readonly #told = new Map<string, number>();
  #account: ConsoleAccount | null = null;

  private constructor(database: ProjectDatabase, options: StoreOptions) {
    this.#database = database;
    this.#clock = options.clock;
    this.#removeData = options.removeData;
    const { reads } = database;
    for (const project of rows<Project>(reads, 'SELECT json FROM projects ORDER BY id')) {
      (isLeaving(project) ? this.#leaving : this.#projects).set(project.id, project);
    }
    for (const key of rows<ApiKey>(reads, 'SELECT json FROM keys')) this.#keep(key);
    for (const task of rows<Task>(reads, 'SELECT json FROM tasks ORDER BY started_at'))
      if (task.status !== 'running' || database.isShared) this.#tasks.set(task.id, task);
    this.#account = rows<ConsoleAccount>(reads, 'SELECT json FROM account')[0] ?? null;
    const sessions = reads
      .prepare('SELECT token_hash AS tokenHash, expires_at AS expiresAt FROM sessions')
      .all();
    for (const session of sessions as unknown as ConsoleSession[])
      this.#sessions.set(session.tokenHash, session);
    database.follow('control', (change) => () => this.#heard(change));
  }

  static async open(options: StoreOptions): Promise<EmbeddedProjectStore> {
    const database = await ProjectDatabase.open({ ...options, name: 'control', schema: 'control' });
    const store = new EmbeddedProjectStore(database, options);
    for (const project of store.#leaving.values()) await store.#finishDeletion(project);
    return store;
  }

  /** Ends deletions whose process did not. @throws VitrineError storage_failed */
  async finishDeletions(): Promise<void> {
    const before = performance.now() - leavingMsMax;
    for (const project of this.#leaving.values()) {
      if (this.#changing.has(project.id)) continue;
      const since = this.#leavingSince.get(project) ?? performance.now();
      this.#leavingSince.set(project, since);
      if (since < before) await this.#finishDeletion(project);
    }
  }

  /** Resolves when what other processes had stored before the call is here; see `ProjectDatabase.fresh`. */
  fresh(): Promise<void> {
    return this.#database.fresh();
  }

  projects(): readonly Project[] {
    return [...this.#projects.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  project(id: string): Project | null {
    return this.#projects.get(id) ?? null;
  }

  async createProject(project: Project): Promise<void> {
    const { id } = project;
    if (this.#changing.has(id)) throw takenId(id);
    this.#changing.add(id);
    try {
      await this.#write({ put: 'project', project }, () => {
        if (this.#projects.has(id) || this.#leaving.has(id)) throw takenId(id);
        return part('INSERT INTO projects (id, json) VALUES (?, ?)', id, JSON.stringify(project));
      });
    } finally {
      this.#changing.delete(id);
    }
  }

  async deleteProject(id: string): Promise<void> {
    const project = this.#projects.get(id);
    if (project === undefined || this.#changing.has(id)) return;
    this.#changing.add(id);
    try {
      // Marked first: where the process ends half-way, the next start goes on, and nothing of it comes back.
      await this.#write({ put: 'leaving', id }, () => {
        // Another process may have deleted it meanwhile, and its id be that of another shop.
        if (!isSame(this.#projects.get(id), project)) return null;
        const json = JSON.stringify({ ...project, leaving: true });
        return part('UPDATE projects SET json = ? WHERE id = ?', json, id);
      });
      await this.#finishDeletion(project);
    } finally {
      this.#changing.delete(id);
    }
  }

  keys(): readonly ApiKey[] {
    return [...this.#keys.values()].sort((a, b) => a.createdAt - b.createdAt);
  }

  keyByHash(hash: string): ApiKey | null {
    return this.#keysByHash.get(hash) ?? null;
  }

  putKey(key: ApiKey): Promise<void> {
    const sql =
      'INSERT INTO keys (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json';
    return this.#write({ put: 'key', key }, () => part(sql, key.id, JSON.stringify(key)));
  }

  account(): ConsoleAccount | null {
    return this.#account;
  }

  putAccount(account: ConsoleAccount): Promise<void> {
    const sql =
      'INSERT INTO account (one, json) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET json = excluded.json';
    return this.#write({ put: 'account', account }, () => part(sql, JSON.stringify(account)));
  }

  session(tokenHash: string): ConsoleSession | null {
    return this.#sessions.get(tokenHash) ?? null;
  }

  putSession(session: ConsoleSession): Promise<void> {
    return this.#write({ put: 'session', session }, () => [
      {
        sql: 'INSERT INTO sessions (token_hash, expires_at) VALUES (?, ?)',
        rows: [[session.tokenHash, session.expiresAt]],
      },
      { sql: 'DELETE FROM sessions WHERE expires_at <= ?', rows: [[this.#clock.now()]] },
    ]);
  }

  deleteSession(tokenHash: string): Promise<void> {
    return this.#write({ put: 'signed-out', tokenHash }, () =>
      part('DELETE FROM sessions WHERE token_hash = ?', tokenHash),
    );
  }

  deleteSessions(): Promise<void> {
    return this.#write({ put: 'signed-out', tokenHash: null }, () =>
      part('DELETE FROM sessions WHERE expires_at > ?', 0),
    );
  }

  task(id: string): Task | null {
    const task = this.#tasks.get(id);
    return task === undefined ? null : this.#asHeard(task);
  }

  tasks(project: string, limit: number): readonly Task[] {
    const own = [...this.#tasks.values()].filter((task) => task.project === project);
    return own
      .reverse()
      .slice(0, limit)
      .map((task) => this.#asHeard(task));
  }

  async putTask(task: Task): Promise<void> {
    // The work of a project that was deleted meanwhile ends with nobody to watch it.
    const owner = this.#projects.get(task.project);
    if (owner === undefined) return;
    const surplus = [...this.#tasks.values()].slice(0, Math.max(0, this.#tasks.size + 1 - tasksKept));
    const gone = surplus.filter((old) => old.status !== 'running').map(({ id }) => id);
    const change = { put: 'task', task, gone } as const;
    const told = this.#told.get(task.id) ?? -Infinity;
    this.#show(change);
    if (task.status === 'running') {
      if (!this.#database.isShared || performance.now() - told < tellEveryMs) return;
    }
    this.#told.set(task.id, performance.now());
    await this.#write(change, () =>
      !isSame(this.#projects.get(task.project), owner)
        ? null
        : [
            {
              sql: `INSERT INTO tasks (id, project, started_at, json) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
          SET project = excluded.project, started_at = excluded.started_at, json = excluded.json`,
              rows: [[task.id, task.project, task.startedAt, JSON.stringify(task)]],
            },
            { sql: 'DELETE FROM tasks WHERE id = ?', rows: gone.map((id) => [id]) },
          ],
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }

  async #finishDeletion(project: Project): Promise<void> {
    const { id } = project;
    await this.#removeData(project, 'everywhere');
    await this.#write({ put: 'gone', id }, () => {
      // Where another process ended it first, the id may be that of another shop by now.
      if (!isSame(this.#leaving.get(id), project)) return null;
      return [
        ...part('DELETE FROM projects WHERE id = ?', id),
        ...part('DELETE FROM tasks WHERE project = ?', id),
      ];
    });
  }

  /** What another process wrote. */
  async #heard(change: ControlChange): Promise<void> {
    const leaving = change.put === 'leaving' ? this.#projects.get(change.id) : undefined;
    if (change.put === 'task') this.#told.set(change.task.id, performance.now());
    this.#show(change);
    if (leaving !== undefined) await this.#removeData(leaving, 'here');
  }

  #show(change: ControlChange): void {
    switch (change.put) {
      case 'project':
        this.#projects.set(change.project.id, change.project);
        break;
      case 'leaving': {
        const project = this.#projects.get(change.id);
        if (project !== undefined) this.#leaving.set(change.id, project);
        this.#projects.delete(change.id);
        this.#forgetTasks(change.id);
        break;
      }
      case 'gone':
        this.#leaving.delete(change.id);
        this.#forgetTasks(change.id);
        break;
      case 'key':
        this.#keep(change.key);
        break;
      case 'account':
        this.#account = change.account;
        break;
      case 'session': {
        const now = this.#clock.now();
        for (const { tokenHash, expiresAt } of this.#sessions.values())
          if (expiresAt <= now) this.#sessions.delete(tokenHash);
        this.#sessions.set(change.session.tokenHash, change.session);
        break;
      }
      case 'signed-out':
        if (change.tokenHash === null) this.#sessions.clear();
        else this.#sessions.delete(change.tokenHash);
        break;
      case 'task': {
        const { task, gone } = change;
        // Set anew, a task is the newest.
        if (this.#tasks.get(task.id)?.startedAt !== task.startedAt) this.#tasks.delete(task.id);
        this.#tasks.set(task.id, task);
        for (const id of gone) this.#tasks.delete(id);
      }
    }
  }

  /** A task that runs in a process that fell silent is one that was broken off. */
  #asHeard(task: Task): Task {
    if (task.status !== 'running' || !this.#database.isShared) return task;
    const heard = this.#told.get(task.id);
    if (heard === undefined) this.#told.set(task.id, performance.now());
    if (heard === undefined || performance.now() - heard < silentMsMax) return task;
    const error = { code: 'storage_failed', detail: 'The process that ran it ended before it did' };
    return { ...task, status: 'failed', error };
  }

  #forgetTasks(project: string): void {
    for (const task of this.#tasks.values()) if (task.project === project) this.#tasks.delete(task.id);
  }

  #keep(key: ApiKey): void {
    this.#keys.set(key.id, key);
    this.#keysByHash.set(key.hash, key);
  }

  /** `decide`, on the newest state: null where nothing is to be written. */
  #write(change: ControlChange, decide: () => Part[] | null): Promise<void> {
    return this.#database.write(() => {
      const parts = decide();
      const apply = (): void => this.#show(change);
      return {
        write: parts === null ? null : { change: { kind: 'control', data: change }, parts, apply },
        result: undefined,
      };
    });
  }
}

/** Whether it is the same shop, and not another one of this id. */
function isSame(one: Project | undefined, other: Project): boolean {
  return one?.createdAt === other.createdAt;
}

function takenId(id: string): VitrineError {
  const detail = `There is a project ${JSON.stringify(id)} already, or it is being deleted`;
  return new VitrineError('project_exists', detail);
}

const part = (sql: string, ...row: (string | number)[]): Part[] => [{ sql, rows: [row] }];

function rows<T>(reads: ReadConnection, sql: string): T[] {
  return reads
    .prepare(sql)
    .all()
    .map((row) => JSON.parse(String(row['json'])) as T);
}

/** A project whose deletion was begun. */
function isLeaving(project: Project): boolean {
  return 'leaving' in project;
}
