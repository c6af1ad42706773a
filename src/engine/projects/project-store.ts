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
import { Compaction } from './compaction.ts';
import { ControlState, taskKey } from './control-state.ts';
import type { LeaderElection } from '../storage/leader-election.ts';
import { ProjectDatabase, type Decision } from '../storage/project-database.ts';
import type { ControlChange, TaskName } from '../storage/shared-changes.ts';
import type { StatementBatch, Writer } from '../storage/writer.ts';
import { ProjectFiles, removeFile } from './project-files.ts';

const tasksKept = 1_000;
/** Entries since the base: what they are about is small, and a base of it is too. */
const entriesMax = 2_000;
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
  readonly election: LeaderElection;
  readonly onError: (error: unknown) => void;
  /** Removes everything that a project has outside this database. */
  readonly removeData: (
    project: Project,
    from: 'here' | 'everywhere',
    files: ProjectFiles | null,
  ) => Promise<void>;
}

/** Projects, keys and the console's account: small, so all of it is held in memory beside the database. */
export class EmbeddedProjectStore implements ProjectStore, AsyncDisposable {
  readonly #options: StoreOptions;
  /** Another one where it was begun anew. */
  #database: ProjectDatabase;
  #state: ControlState;
  #compaction: Compaction | null;
  readonly #clock: Clock;
  readonly #removeData: StoreOptions['removeData'];
  /** Projects that are being created or removed here: their ids are taken. */
  readonly #changing = new Set<string>();
  /** Since when, by `performance.now`. */
  readonly #leavingSince = new WeakMap<Project, number>();
  /** When running tasks were told, or heard of, by `performance.now`. */
  readonly #told = new Map<string, number>();

  private constructor(database: ProjectDatabase, options: StoreOptions) {
    this.#options = options;
    this.#database = database;
    this.#clock = options.clock;
    this.#removeData = options.removeData;
    this.#state = this.#stateOf(database);
    this.#compaction = this.#compactionOf(database, options.log);
  }

  /** Null where this process is one of several, and the databases are copies. */
  #files: ProjectFiles | null = null;

  static async open(options: StoreOptions): Promise<EmbeddedProjectStore> {
    const { log, onError } = options;
    const store = new EmbeddedProjectStore(await openDatabase(options, log), options);
    if (log === null) await store.#openFiles(onError);
    for (const project of store.#state.leaving.values()) await store.#finishDeletion(project);
    return store;
  }

  /**
   * Begins anew with what a log holds, for a process that cannot go on from where it is. `putInPlace` puts the database in its place,
   * while none is open. Until all that the log holds is here, reads give what was: a base is without what came since, and where there
   * is none the database begins empty.
   * @throws LogMovedOn; VitrineError storage_failed: it is to be tried again
   */
  async rebuild(putInPlace: (path: string) => Promise<SharedLog>): Promise<void> {
    await this.#compaction?.[Symbol.asyncDispose]();
    const reason = new VitrineError('storage_failed', 'The list of projects is begun anew', {
      retryAfterSeconds: 1,
    });
    await this.#database.close(reason);
    const log = await putInPlace(this.#options.path);
    const database = await openDatabase(this.#options, log);
    const state = this.#stateOf(database);
    try {
      await database.catchUp();
    } catch (error) {
      await database.close(reason);
      throw error;
    }
    this.#database = database;
    this.#state = state;
    this.#compaction = this.#compactionOf(database, log);
    this.#told.clear();
  }

  get files(): ProjectFiles | null {
    return this.#files;
  }

  /** Ends deletions whose process did not. @throws VitrineError storage_failed */
  async finishDeletions(): Promise<void> {
    const before = performance.now() - leavingMsMax;
    for (const project of this.#state.leaving.values()) {
      if (this.#changing.has(project.id)) continue;
      const since = this.#leavingSince.get(project) ?? performance.now();
      this.#leavingSince.set(project, since);
      if (since < before) await this.#finishDeletion(project);
    }
  }

  /** Resolves when what other processes had stored before the call is here; see `ProjectDatabase.fresh`. */
  fresh(): Promise<void> {
    return this.#database.catchUp();
  }

  /** Why the database cannot be read; null where it can. */
  readFailure(): string | null {
    try {
      this.#database.reads.number('SELECT count(*) FROM sessions');
      return null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `The database of projects and keys cannot be read: ${reason}`;
    }
  }

  /** Writes the time, to find out whether a write is stored. @throws VitrineError storage_failed */
  async tryWrite(): Promise<void> {
    await this.#database.write(() => ({
      write: {
        change: { kind: 'rows', data: null },
        parts: part(putTry, this.#clock.now()),
        apply: () => undefined,
      },
      result: undefined,
    }));
  }

  projects(): readonly Project[] {
    return [...this.#state.projects.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  project(id: string): Project | null {
    return this.#state.projects.get(id) ?? null;
  }

  async createProject(project: Project): Promise<void> {
    const { id } = project;
    if (this.#changing.has(id)) throw takenId(id);
    this.#changing.add(id);
    try {
      if (!this.#state.projects.has(id) && !this.#state.leaving.has(id)) this.#files?.checkFree(id);
      await this.#write({ put: 'project', project }, () => {
        if (this.#state.projects.has(id) || this.#state.leaving.has(id)) throw takenId(id);
        return part('INSERT INTO projects (id, json) VALUES (?, ?)', id, JSON.stringify(project));
      });
    } finally {
      this.#changing.delete(id);
    }
  }

  async deleteProject(id: string): Promise<void> {
    const project = this.#state.projects.get(id);
    if (project === undefined || this.#changing.has(id)) return;
    this.#changing.add(id);
    try {
      // Marked first: where the process ends half-way, the next start goes on, and nothing of it comes back.
      await this.#write({ put: 'leaving', id }, () => {
        // Another process may have deleted it meanwhile, and its id be that of another shop.
        if (!isSame(this.#state.projects.get(id), project)) return null;
        const json = JSON.stringify({ ...project, leaving: true });
        return part('UPDATE projects SET json = ? WHERE id = ?', json, id);
      });
      await this.#finishDeletion(project);
    } finally {
      this.#changing.delete(id);
    }
  }

  keys(): readonly ApiKey[] {
    return [...this.#state.keys.values()].sort((a, b) => a.createdAt - b.createdAt);
  }

  key(id: string): ApiKey | null {
    return this.#state.keys.get(id) ?? null;
  }

  keyByHash(hash: string): ApiKey | null {
    return this.#state.keysByHash.get(hash) ?? null;
  }

  putKey(key: ApiKey): Promise<void> {
    const sql =
      'INSERT INTO keys (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json';
    return this.#write({ put: 'key', key }, () => part(sql, key.id, JSON.stringify(key)));
  }

  account(): ConsoleAccount | null {
    return this.#state.account;
  }

  createAccount(account: ConsoleAccount): Promise<boolean> {
    const sql = 'INSERT INTO account (one, json) VALUES (1, ?)';
    // Alone, as an account that is on its way to the disk is there for the next one.
    return this.#database.writeAlone(() =>
      this.#decided(
        { put: 'account', account },
        this.#state.account === null ? part(sql, JSON.stringify(account)) : null,
      ),
    );
  }

  putAccount(account: ConsoleAccount): Promise<void> {
    const sql =
      'INSERT INTO account (one, json) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET json = excluded.json';
    return this.#write({ put: 'account', account }, () => [
      ...part(sql, JSON.stringify(account)),
      ...part('DELETE FROM sessions WHERE expires_at > ?', 0),
    ]);
  }

  session(tokenHash: string): ConsoleSession | null {
    return this.#state.sessions.get(tokenHash) ?? null;
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

  task(project: string, id: string): Task | null {
    const task = this.#state.tasks.get(taskKey({ project, id }));
    return task === undefined ? null : this.#asHeard(task);
  }

  tasks(project: string, limit: number): readonly Task[] {
    const own = [...this.#state.tasks.values()].filter((task) => task.project === project);
    return own
      .reverse()
      .slice(0, limit)
      .map((task) => this.#asHeard(task));
  }

  async putTask(task: Task): Promise<void> {
    // The work of a project that was deleted meanwhile ends with nobody to watch it.
    const owner = this.#state.projects.get(task.project);
    if (owner === undefined) return;
    const surplus = [...this.#state.tasks.values()].slice(
      0,
      Math.max(0, this.#state.tasks.size + 1 - tasksKept),
    );
    const gone = surplus
      .filter((old) => old.status !== 'running')
      .map((old): TaskName => ({ project: old.project, id: old.id }));
    const change = { put: 'task', task, gone } as const;
    const told = this.#told.get(taskKey(task)) ?? -Infinity;
    this.#state.show(change);
    if (task.status === 'running') {
      if (!this.#database.isShared || performance.now() - told < tellEveryMs) return;
    }
    this.#told.set(taskKey(task), performance.now());
    await this.#write(change, () =>
      !isSame(this.#state.projects.get(task.project), owner)
        ? null
        : [
            {
              sql: `INSERT INTO tasks (id, project, started_at, json) VALUES (?, ?, ?, ?) ON CONFLICT (project, id) DO UPDATE
          SET started_at = excluded.started_at, json = excluded.json`,
              rows: [[task.id, task.project, task.startedAt, JSON.stringify(task)]],
            },
            {
              sql: 'DELETE FROM tasks WHERE project = ? AND id = ?',
              rows: gone.map((old) => [old.project, old.id]),
            },
          ],
    );
  }

  /** Puts a base in the place of the entries of the shared log, where that is due. */
  async compact(): Promise<boolean> {
    return (await this.#compaction?.run()) ?? false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#compaction?.[Symbol.asyncDispose]();
    await this.#database[Symbol.asyncDispose]();
  }

  async #openFiles(onError: (error: unknown) => void): Promise<void> {
    const { projects, leaving } = this.#state;
    this.#files = await ProjectFiles.open(this.#database, projects.values());
    for (const name of this.#files.orphans(new Set([...projects.keys(), ...leaving.keys()])))
      onError(
        new Error(
          `projects/${name} belongs to no project: move it out of the data folder, or put the vitrine.db back that lists it`,
        ),
      );
  }

  /** What a database holds, kept up with what other processes write. */
  #stateOf(database: ProjectDatabase): ControlState {
    const state = new ControlState(database.reads, this.#clock, database.isShared);
    database.onReplicated('control', (change) => () => this.#heard(change, state));
    return state;
  }

  #compactionOf(database: ProjectDatabase, log: SharedLog | null): Compaction | null {
    const { election, onError } = this.#options;
    return log === null ? null : new Compaction({ log, database, election, onError, entriesMax });
  }

  async #finishDeletion(project: Project): Promise<void> {
    const { id } = project;
    await this.#removeData(project, 'everywhere', this.#files);
    await this.#write({ put: 'gone', id }, () => {
      // Where another process ended it first, the id may be that of another shop by now.
      if (!isSame(this.#state.leaving.get(id), project)) return null;
      return [
        ...part('DELETE FROM projects WHERE id = ?', id),
        ...part('DELETE FROM tasks WHERE project = ?', id),
        ...part(removeFile, id),
      ];
    });
  }

  /** What another process wrote. */
  async #heard(change: ControlChange, state: ControlState): Promise<void> {
    const leaving = change.put === 'leaving' ? state.projects.get(change.id) : undefined;
    if (change.put === 'task') this.#told.set(taskKey(change.task), performance.now());
    state.show(change);
    if (leaving !== undefined) await this.#removeData(leaving, 'here', this.#files);
  }

  /** A task that runs in a process that fell silent is one that was broken off. */
  #asHeard(task: Task): Task {
    if (task.status !== 'running' || !this.#database.isShared) return task;
    const heard = this.#told.get(taskKey(task));
    if (heard === undefined) this.#told.set(taskKey(task), performance.now());
    if (heard === undefined || performance.now() - heard < silentMsMax) return task;
    const error = { code: 'storage_failed', detail: 'The process that ran it ended before it did' };
    return { ...task, status: 'failed', error };
  }

  /** `decide`, on the newest state: null where nothing is to be written. */
  async #write(change: ControlChange, decide: () => StatementBatch[] | null): Promise<void> {
    await this.#database.write(() => this.#decided(change, decide()));
  }

  /** A decision that says whether something is written. */
  #decided(change: ControlChange, parts: StatementBatch[] | null): Decision<boolean> {
    const apply = (): void => this.#state.show(change);
    return {
      write: parts === null ? null : { change: { kind: 'control', data: change }, parts, apply },
      result: parts !== null,
    };
  }
}

function openDatabase(options: StoreOptions, log: SharedLog | null): Promise<ProjectDatabase> {
  return ProjectDatabase.open({ ...options, log, name: 'control', schema: 'control' });
}

/** Whether it is the same shop, and not another one of this id. */
function isSame(one: Project | undefined, other: Project): boolean {
  return one?.createdAt === other.createdAt;
}

function takenId(id: string): VitrineError {
  const detail = `There is a project ${JSON.stringify(id)} already, or it is being deleted`;
  return new VitrineError('project_exists', detail);
}

const putTry =
  "INSERT INTO state (name, value) VALUES ('write-check', CAST(? AS BLOB)) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

const part = (sql: string, ...row: (string | number)[]): StatementBatch[] => [{ sql, rows: [row] }];
