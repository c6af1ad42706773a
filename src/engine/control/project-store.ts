import type { ApiKey, Project, ProjectStore, Task } from '../../ports/access/projects.ts';
import type { ConsoleSession, Team, TeamChange, User } from '../../ports/access/team.ts';
import type { BoundedRead } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AppliedPosition, SharedLog } from '../../ports/cluster/shared-log.ts';
import { EmbeddedAuditLog } from './audit-log.ts';
import { Compaction } from '../data-folder/compaction.ts';
import { ControlState, formatTaskKey } from './control-state.ts';
import type { Leadership } from '../log/leader-election.ts';
import { ProjectDatabase, type Decision } from '../log/project-database.ts';
import type { ControlChange } from '../log/shared-changes.ts';
import type { StatementBatch, Writer } from '../storage/writer.ts';
import { ProjectFiles, removeFile } from '../data-folder/project-files.ts';
import { TaskReports } from './task-reports.ts';
import { createSessionWrite, signOutWrite, createTeamWrite } from './team-writes.ts';

const tasksKept = 1_000;
/** The state is small, so a snapshot is cheap. */
const entriesMax = 2_000;
/** The leader finishes deletions that another process left unfinished for this long. */
const deletionTimeoutMs = 30_000;

export interface StoreOptions {
  readonly writer: Writer;
  readonly clock: Clock;
  readonly path: string;
  /** The log shared with other processes, or null if this process is the only one. */
  readonly log: SharedLog | null;
  readonly election: Leadership;
  readonly onError: (error: unknown) => void;
  /** Removes all data of a project outside this database. */
  readonly removeData: (
    project: Project,
    from: 'here' | 'everywhere',
    files: ProjectFiles | null,
  ) => Promise<void>;
}

/** Projects, keys and users. The state is small, so all of it is also held in memory. */
export class EmbeddedProjectStore implements ProjectStore, AsyncDisposable {
  readonly #options: StoreOptions;
  /** Replaced by `rebuild`. */
  #database: ProjectDatabase;
  #state: ControlState;
  #compaction: Compaction | null;
  readonly #clock: Clock;
  readonly #removeData: StoreOptions['removeData'];
  /** Projects that this process is creating or deleting: their ids are taken. */
  readonly #changing = new Set<string>();
  /** The start of each unfinished deletion, by `performance.now`. */
  readonly #leavingSince = new WeakMap<Project, number>();
  readonly #taskReports = new TaskReports();
  readonly auditLog: EmbeddedAuditLog;

  private constructor(database: ProjectDatabase, options: StoreOptions) {
    this.#options = options;
    this.#database = database;
    this.#clock = options.clock;
    this.#removeData = options.removeData;
    this.#state = this.#readState(database);
    this.#compaction = this.#createCompaction(database, options.log);
    this.auditLog = new EmbeddedAuditLog(() => this.#database, options.clock);
  }

  /** Calls `listener` with every change if there is no shared log; null removes it. */
  onChange(listener: ((change: ControlChange) => void) | null): void {
    this.#state.onChange = listener;
  }

  /** Null if this process is one of several: its databases are copies. */
  #files: ProjectFiles | null = null;

  static async open(options: StoreOptions): Promise<EmbeddedProjectStore> {
    const { log, onError } = options;
    const store = new EmbeddedProjectStore(await openDatabase(options, log), options);
    if (log === null) await store.#openFiles(onError);
    for (const project of store.#state.leaving.values()) await store.#finishDeletion(project);
    return store;
  }

  /**
   * Rebuilds the database from its log, for a process that cannot continue from its own state. `restoreDatabase` replaces the
   * file while it is closed. Until the new database has caught up, reads return the old state: a snapshot lacks the entries
   * after it, and without a snapshot the database starts empty.
   * @throws LogCompacted; VitrineError storage_failed: the call can be repeated
   */
  async rebuild(restoreDatabase: (path: string) => Promise<SharedLog>): Promise<void> {
    await this.#compaction?.[Symbol.asyncDispose]();
    const reason = new VitrineError('storage_failed', 'The list of projects is being rebuilt', {
      retryAfterSeconds: 1,
    });
    await this.#database.close(reason);
    const log = await restoreDatabase(this.#options.path);
    const database = await openDatabase(this.#options, log);
    const state = this.#readState(database);
    try {
      await database.catchUp();
    } catch (error) {
      await database.close(reason);
      throw error;
    }
    this.#database = database;
    this.#state = state;
    this.#compaction = this.#createCompaction(database, log);
    this.#taskReports.clear();
  }

  get files(): ProjectFiles | null {
    return this.#files;
  }

  /** Finishes deletions that other processes left unfinished. @throws VitrineError storage_failed */
  async finishDeletions(): Promise<void> {
    const before = performance.now() - deletionTimeoutMs;
    for (const project of this.#state.leaving.values()) {
      if (this.#changing.has(project.id)) continue;
      const since = this.#leavingSince.get(project) ?? performance.now();
      this.#leavingSince.set(project, since);
      if (since < before) await this.#finishDeletion(project);
    }
  }

  /** Resolves when all writes that other processes acknowledged before the call are applied; see `ProjectDatabase.catchUp`. */
  catchUp(read: BoundedRead | null = null): Promise<void> {
    return this.#database.catchUp(read);
  }

  get position(): AppliedPosition | null {
    return this.#database.position;
  }

  /** The reason why the database cannot be read; null if it can. */
  readFailure(): string | null {
    try {
      this.#database.reads.number('SELECT count(*) FROM sessions');
      return null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `The database of projects and keys cannot be read: ${reason}`;
    }
  }

  /** Writes the current time, to test whether writes are stored. @throws VitrineError storage_failed */
  async tryWrite(): Promise<void> {
    await this.#database.write(() => ({
      write: {
        change: { kind: 'rows', data: null },
        parts: createPart(putWriteCheck, this.#clock.now()),
        apply: () => undefined,
      },
      result: undefined,
    }));
  }

  /** Whether this process does the background work of the service. */
  get isLeader(): boolean {
    return this.#options.election.isLeader;
  }

  projects(): readonly Project[] {
    return [...this.#state.projects.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  project(id: string): Project | null {
    return this.#state.projects.get(id) ?? null;
  }

  async createProject(project: Project): Promise<void> {
    const { id } = project;
    if (this.#changing.has(id)) throw createTakenIdError(id);
    this.#changing.add(id);
    try {
      if (!this.#state.projects.has(id) && !this.#state.leaving.has(id)) this.#files?.checkFree(id);
      await this.#write({ put: 'project', project }, () => {
        if (this.#state.projects.has(id) || this.#state.leaving.has(id)) throw createTakenIdError(id);
        return createPart('INSERT INTO projects (id, json) VALUES (?, ?)', id, JSON.stringify(project));
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
      // Marks the project first: after a crash half-way, the next start resumes the deletion, and no data reappears.
      await this.#write({ put: 'leaving', id }, () => {
        // Another process may have deleted the project and created another one with this id.
        if (!isSame(this.#state.projects.get(id), project)) return null;
        const json = JSON.stringify({ ...project, leaving: true });
        return createPart('UPDATE projects SET json = ? WHERE id = ?', json, id);
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
    return this.#write({ put: 'key', key }, () => createPart(sql, key.id, JSON.stringify(key)));
  }

  team(): Team {
    return this.#state.team;
  }

  changeTeam(decide: (team: Team) => TeamChange | null): Promise<boolean> {
    // Writes alone, because a concurrent call must see a change that is not yet durable.
    return this.#database.writeAlone(() => {
      const { team } = this.#state;
      const wanted = decide(team);
      if (wanted === null) return nothingWritten;
      const { change, parts } = createTeamWrite(wanted, team, this.#clock.now());
      return this.#decide(change, parts);
    });
  }

  session(tokenHash: string): ConsoleSession | null {
    return this.#state.team.sessions.get(tokenHash) ?? null;
  }

  listSessions(user: string): readonly ConsoleSession[] {
    return this.#state.team.listSessions(user);
  }

  putSession(
    session: ConsoleSession,
    isAllowed: (user: User | null) => boolean = () => true,
  ): Promise<boolean> {
    return this.#database.writeAlone(() => {
      const user = this.#state.team.users.get(session.user ?? '') ?? null;
      if (!isAllowed(user)) return nothingWritten;
      const { change, parts } = createSessionWrite(session, user, this.#clock.now());
      return this.#decide(change, parts);
    });
  }

  async deleteSession(tokenHash: string): Promise<void> {
    const { change, parts } = signOutWrite(tokenHash);
    await this.#write(change, () => parts);
  }

  task(project: string, id: string): Task | null {
    const task = this.#state.tasks.get(formatTaskKey({ project, id }));
    return task === undefined ? null : this.#withTimeout(task);
  }

  listTasks(project: string, limit: number): readonly Task[] {
    const tasks: Task[] = [];
    // Avoids copying all tasks: the alerts of all projects read them every few seconds.
    for (const task of this.#state.tasks.values()) if (task.project === project) tasks.push(task);
    return tasks
      .reverse()
      .slice(0, limit)
      .map((task) => this.#withTimeout(task));
  }

  async putTask(task: Task): Promise<void> {
    // A task of a deleted project is not stored.
    const owner = this.#state.projects.get(task.project);
    if (owner === undefined) return;
    const gone = this.#state.oldestTasks(this.#state.tasks.size + 1 - tasksKept);
    const change = { put: 'task', task, gone } as const;
    this.#state.apply(change);
    if (task.status === 'running' && !(this.#database.isShared && this.#taskReports.isDue(task))) return;
    this.#taskReports.record(task);
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

  /** Replaces the entries of the shared log by a snapshot, where that is due. */
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
          `projects/${name} belongs to no project: move it out of the data folder, or restore the vitrine.db that lists it`,
        ),
      );
  }

  /** The state of a database, updated by the writes of other processes. */
  #readState(database: ProjectDatabase): ControlState {
    const state = new ControlState(database.reads, this.#clock, database.isShared);
    database.onReplicated('control', (change) => () => this.#replicate(change, state));
    return state;
  }

  #createCompaction(database: ProjectDatabase, log: SharedLog | null): Compaction | null {
    const { election, onError } = this.#options;
    return log === null ? null : new Compaction({ log, database, election, onError, entriesMax });
  }

  async #finishDeletion(project: Project): Promise<void> {
    const { id } = project;
    await this.#removeData(project, 'everywhere', this.#files);
    await this.#write({ put: 'gone', id }, () => {
      // If another process finished the deletion, the id may belong to a new project.
      if (!isSame(this.#state.leaving.get(id), project)) return null;
      return [
        ...createPart('DELETE FROM projects WHERE id = ?', id),
        ...createPart('DELETE FROM tasks WHERE project = ?', id),
        ...createPart(removeFile, id),
      ];
    });
  }

  /** Applies a write of another process. */
  async #replicate(change: ControlChange, state: ControlState): Promise<void> {
    const leaving = change.put === 'leaving' ? state.projects.get(change.id) : undefined;
    if (change.put === 'task') this.#taskReports.record(change.task);
    state.apply(change);
    if (leaving !== undefined) await this.#removeData(leaving, 'here', this.#files);
  }

  /** Marks a running task as failed if its process, one of those that share the log, has exited. */
  #withTimeout(task: Task): Task {
    return this.#database.isShared ? this.#taskReports.withTimeout(task) : task;
  }

  /** Writes what `decide` returns for the newest state, or nothing if it returns null. */
  async #write(change: ControlChange, decide: () => StatementBatch[] | null): Promise<void> {
    await this.#database.write(() => this.#decide(change, decide()));
  }

  /** Makes a decision whose result says whether something is written. */
  #decide(change: ControlChange, parts: StatementBatch[] | null): Decision<boolean> {
    const apply = (): void => this.#state.apply(change);
    return {
      write: parts === null ? null : { change: { kind: 'control', data: change }, parts, apply },
      result: parts !== null,
    };
  }
}

const nothingWritten: Decision<boolean> = { write: null, result: false };

function openDatabase(options: StoreOptions, log: SharedLog | null): Promise<ProjectDatabase> {
  return ProjectDatabase.open({ ...options, log, name: 'control', schema: 'control' });
}

/** Whether both are the same project, not two with the same id. */
function isSame(a: Project | undefined, b: Project): boolean {
  return a?.createdAt === b.createdAt;
}

function createTakenIdError(id: string): VitrineError {
  const detail = `Project ${JSON.stringify(id)} already exists, or is being deleted`;
  return new VitrineError('project_exists', detail);
}

const putWriteCheck =
  "INSERT INTO state (name, value) VALUES ('write-check', CAST(? AS BLOB)) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

const createPart = (sql: string, ...row: (string | number)[]): StatementBatch[] => [{ sql, rows: [row] }];
