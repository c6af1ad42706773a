import type { ApiKey, ConsoleAccount, ConsoleSession, Project, ProjectStore, Task } from '../../ports/projects.ts';
import { ReadConnection } from './database.ts';
import type { Part, Writer } from './writer.ts';

const database = 'control';
const tasksKept = 1_000;

/** Projects, keys and the console's account: small, so all of it is held in memory beside the database. */
export class EmbeddedProjectStore implements ProjectStore, AsyncDisposable {
  readonly #writer: Writer;
  readonly #removeData: (project: string) => Promise<void>;
  readonly #projects = new Map<string, Project>();
  readonly #keys = new Map<string, ApiKey>();
  readonly #keysByHash = new Map<string, ApiKey>();
  readonly #sessions = new Map<string, ConsoleSession>();
  readonly #tasks = new Map<string, Task>();
  #account: ConsoleAccount | null = null;
  #epoch = 0;

  private constructor(writer: Writer, path: string, removeData: (project: string) => Promise<void>) {
    this.#writer = writer;
    this.#removeData = removeData;
    using reads = new ReadConnection(path);
    for (const project of rows<Project>(reads, 'SELECT json FROM projects ORDER BY id')) {
      this.#projects.set(project.id, project);
    }
    for (const key of rows<ApiKey>(reads, 'SELECT json FROM keys')) this.#keep(key);
    for (const task of rows<Task>(reads, 'SELECT json FROM tasks ORDER BY started_at')) this.#tasks.set(task.id, task);
    this.#account = rows<ConsoleAccount>(reads, 'SELECT json FROM account')[0] ?? null;
    const sessions = reads.prepare('SELECT token_hash AS tokenHash, expires_at AS expiresAt FROM sessions').all();
    for (const session of sessions as unknown as ConsoleSession[]) this.#sessions.set(session.tokenHash, session);
  }

  static async open(
    writer: Writer,
    path: string,
    removeData: (project: string) => Promise<void>,
  ): Promise<EmbeddedProjectStore> {
    await writer.open(database, path, 'control');
    return new EmbeddedProjectStore(writer, path, removeData);
  }

  projects(): readonly Project[] {
    return [...this.#projects.values()];
  }

  project(id: string): Project | null {
    return this.#projects.get(id) ?? null;
  }

  async createProject(project: Project): Promise<void> {
    await this.#write('INSERT INTO projects (id, json) VALUES (?, ?)', [project.id, JSON.stringify(project)]);
    this.#projects.set(project.id, project);
  }

  async deleteProject(id: string): Promise<void> {
    await this.#transact([
      { sql: 'DELETE FROM projects WHERE id = ?', rows: [[id]] },
      { sql: 'DELETE FROM tasks WHERE project = ?', rows: [[id]] },
    ]);
    this.#projects.delete(id);
    for (const task of this.#tasks.values()) if (task.project === id) this.#tasks.delete(task.id);
    await this.#removeData(id);
  }

  keys(): readonly ApiKey[] {
    return [...this.#keys.values()].sort((a, b) => a.createdAt - b.createdAt);
  }

  keyByHash(hash: string): ApiKey | null {
    return this.#keysByHash.get(hash) ?? null;
  }

  async putKey(key: ApiKey): Promise<void> {
    const sql = 'INSERT INTO keys (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json';
    await this.#write(sql, [key.id, JSON.stringify(key)]);
    this.#keep(key);
  }

  account(): ConsoleAccount | null {
    return this.#account;
  }

  async putAccount(account: ConsoleAccount): Promise<void> {
    const sql = 'INSERT INTO account (one, json) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET json = excluded.json';
    await this.#write(sql, [JSON.stringify(account)]);
    this.#account = account;
  }

  session(tokenHash: string): ConsoleSession | null {
    return this.#sessions.get(tokenHash) ?? null;
  }

  async putSession(session: ConsoleSession): Promise<void> {
    const sql = 'INSERT INTO sessions (token_hash, expires_at) VALUES (?, ?)';
    await this.#write(sql, [session.tokenHash, session.expiresAt]);
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
    this.#tasks.set(task.id, task);
    const surplus = [...this.#tasks.values()].slice(0, Math.max(0, this.#tasks.size - tasksKept));
    const gone = surplus.filter((old) => old.status !== 'running').map((old) => [old.id]);
    for (const [id] of gone) this.#tasks.delete(id ?? '');
    if (task.status === 'running') return;
    await this.#transact([
      {
        sql: 'INSERT INTO tasks (id, project, started_at, json) VALUES (?, ?, ?, ?)',
        rows: [[task.id, task.project, task.startedAt, JSON.stringify(task)]],
      },
      { sql: 'DELETE FROM tasks WHERE id = ?', rows: gone },
    ]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close(database);
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
