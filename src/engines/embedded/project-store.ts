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
import { ReadConnection } from './database.ts';
import type { Part, Writer } from './writer.ts';

const database = 'control';
const tasksKept = 1_000;

interface StoreOptions {
  readonly writer: Writer;
  readonly clock: Clock;
  readonly path: string;
  /** Removes everything that a project has outside this database. */
  readonly removeData: (project: string) => Promise<void>;
}

/** Projects, keys and the console's account: small, so all of it is held in memory beside the database. */
export class EmbeddedProjectStore implements ProjectStore, AsyncDisposable {
  readonly #writer: Writer;
  readonly #clock: Clock;
  readonly #removeData: (project: string) => Promise<void>;
  /** Projects that are being created or removed: their ids are taken. */
  readonly #changing = new Set<string>();
  readonly #projects = new Map<string, Project>();
  readonly #keys = new Map<string, ApiKey>();
  readonly #keysByHash = new Map<string, ApiKey>();
  readonly #sessions = new Map<string, ConsoleSession>();
  readonly #tasks = new Map<string, Task>();
  #account: ConsoleAccount | null = null;
  #epoch = 0;

  private constructor(options: StoreOptions) {
    this.#writer = options.writer;
    this.#clock = options.clock;
    this.#removeData = options.removeData;
    using reads = new ReadConnection(options.path);
    for (const project of rows<Project>(reads, 'SELECT json FROM projects ORDER BY id')) {
      this.#projects.set(project.id, project);
    }
    for (const key of rows<ApiKey>(reads, 'SELECT json FROM keys')) this.#keep(key);
    for (const task of rows<Task>(reads, 'SELECT json FROM tasks ORDER BY started_at'))
      this.#tasks.set(task.id, task);
    this.#account = rows<ConsoleAccount>(reads, 'SELECT json FROM account')[0] ?? null;
    const sessions = reads
      .prepare('SELECT token_hash AS tokenHash, expires_at AS expiresAt FROM sessions')
      .all();
    for (const session of sessions as unknown as ConsoleSession[])
      this.#sessions.set(session.tokenHash, session);
  }

  static async open(options: StoreOptions): Promise<EmbeddedProjectStore> {
    await options.writer.open(database, options.path, 'control');
    const store = new EmbeddedProjectStore(options);
    for (const { id } of [...store.#projects.values()].filter(isLeaving)) await store.#finishDeletion(id);
    return store;
  }

  projects(): readonly Project[] {
    return [...this.#projects.values()];
  }

  project(id: string): Project | null {
    return this.#projects.get(id) ?? null;
  }

  async createProject(project: Project): Promise<void> {
    const { id } = project;
    if (this.#projects.has(id) || this.#changing.has(id)) {
      throw new VitrineError(
        'project_exists',
        `There is a project ${JSON.stringify(id)} already, or it is being deleted`,
      );
    }
    this.#changing.add(id);
    try {
      await this.#write('INSERT INTO projects (id, json) VALUES (?, ?)', [id, JSON.stringify(project)]);
      this.#projects.set(id, project);
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
      await this.#write('UPDATE projects SET json = ? WHERE id = ?', [
        JSON.stringify({ ...project, leaving: true }),
        id,
      ]);
      this.#projects.delete(id);
      for (const task of this.#tasks.values()) if (task.project === id) this.#tasks.delete(task.id);
      await this.#finishDeletion(id);
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

  async putKey(key: ApiKey): Promise<void> {
    const sql =
      'INSERT INTO keys (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json';
    await this.#write(sql, [key.id, JSON.stringify(key)]);
    this.#keep(key);
  }

  account(): ConsoleAccount | null {
    return this.#account;
  }

  async putAccount(account: ConsoleAccount): Promise<void> {
    const sql =
      'INSERT INTO account (one, json) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET json = excluded.json';
    await this.#write(sql, [JSON.stringify(account)]);
    this.#account = account;
  }

  session(tokenHash: string): ConsoleSession | null {
    return this.#sessions.get(tokenHash) ?? null;
  }

  async putSession(session: ConsoleSession): Promise<void> {
    const now = this.#clock.now();
    await this.#transact([
      {
        sql: 'INSERT INTO sessions (token_hash, expires_at) VALUES (?, ?)',
        rows: [[session.tokenHash, session.expiresAt]],
      },
      { sql: 'DELETE FROM sessions WHERE expires_at <= ?', rows: [[now]] },
    ]);
    for (const { tokenHash, expiresAt } of this.#sessions.values())
      if (expiresAt <= now) this.#sessions.delete(tokenHash);
    this.#sessions.set(session.tokenHash, session);
  }

  async deleteSession(tokenHash: string): Promise<void> {
    await this.#write('DELETE FROM sessions WHERE token_hash = ?', [tokenHash]);
    this.#sessions.delete(tokenHash);
  }

  async deleteSessions(): Promise<void> {
    await this.#transact([{ sql: 'DELETE FROM sessions WHERE expires_at > ?', rows: [[0]] }]);
    this.#sessions.clear();
  }

  task(id: string): Task | null {
    return this.#tasks.get(id) ?? null;
  }

  tasks(project: string, limit: number): readonly Task[] {
    const own = [...this.#tasks.values()].filter((task) => task.project === project);
    return own.reverse().slice(0, limit);
  }

  async putTask(task: Task): Promise<void> {
    // The work of a project that was deleted meanwhile ends with nobody to watch it.
    if (!this.#projects.has(task.project)) return;
    // Set anew, a task is the newest.
    if (this.#tasks.get(task.id)?.startedAt !== task.startedAt) this.#tasks.delete(task.id);
    this.#tasks.set(task.id, task);
    const surplus = [...this.#tasks.values()].slice(0, Math.max(0, this.#tasks.size - tasksKept));
    const gone = surplus.filter((old) => old.status !== 'running').map((old) => [old.id]);
    for (const [id] of gone) this.#tasks.delete(id ?? '');
    if (task.status === 'running') return;
    await this.#transact([
      {
        sql: `INSERT INTO tasks (id, project, started_at, json) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
          SET project = excluded.project, started_at = excluded.started_at, json = excluded.json`,
        rows: [[task.id, task.project, task.startedAt, JSON.stringify(task)]],
      },
      { sql: 'DELETE FROM tasks WHERE id = ?', rows: gone },
    ]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close(database);
  }

  async #finishDeletion(id: string): Promise<void> {
    this.#projects.delete(id);
    await this.#removeData(id);
    await this.#transact([
      { sql: 'DELETE FROM projects WHERE id = ?', rows: [[id]] },
      { sql: 'DELETE FROM tasks WHERE project = ?', rows: [[id]] },
    ]);
  }

  #keep(key: ApiKey): void {
    this.#keys.set(key.id, key);
    this.#keysByHash.set(key.hash, key);
  }

  #write(sql: string, row: (string | number)[]): Promise<void> {
    return this.#transact([{ sql, rows: [row] }]);
  }

  #transact(parts: Part[]): Promise<void> {
    // Nothing here rests on a write before it, so each is an epoch of its own.
    return this.#writer.transact(database, this.#epoch++, parts);
  }
}

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
