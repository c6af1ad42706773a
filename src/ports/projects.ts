export const scopes = [
  'search',
  'recommend',
  'items:read',
  'items:write',
  'events',
  'settings',
  'analytics',
  'admin',
] as const;
export type Scope = (typeof scopes)[number];

export interface Project {
  readonly id: string;
  readonly name: string;
  /** ISO 4217 code of all prices. */
  readonly currency: string;
  readonly createdAt: number;
  /** Says that its shoppers are simulated. */
  readonly demo: boolean;
}

/** An API key as it is kept: the key itself is not. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Lower-case hex SHA-256 of the key. Keys have 160 random bits, so a fast hash is enough. */
  readonly hash: string;
  /** The first characters, to tell keys apart in a list. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** Project ids, or null for all projects. */
  readonly projects: readonly string[] | null;
  readonly expiresAt: number | null;
  readonly ratePerMinute: number | null;
  /** Origins of web pages that may use it, or null for any. */
  readonly origins: readonly string[] | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** The one account of the console's administrator. */
export interface ConsoleAccount {
  /** Salted scrypt of the password. */
  readonly passwordHash: string;
  readonly changedAt: number;
}

export interface ConsoleSession {
  /** Hash of the cookie's token. */
  readonly tokenHash: string;
  readonly expiresAt: number;
}

export type TaskStatus = 'running' | 'succeeded' | 'failed';

/** A piece of long work that somebody may watch. */
export interface Task {
  readonly id: string;
  readonly project: string;
  readonly kind: 'import' | 'reindex';
  readonly status: TaskStatus;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  /** What it says of itself: counts, bytes, errors by line. */
  readonly progress: Readonly<Record<string, unknown>>;
  readonly error: { code: string; detail: string } | null;
}

/** Projects, keys and the console's account. Every change is durable when its promise resolves. */
export interface ProjectStore {
  projects(): readonly Project[];
  project(id: string): Project | null;
  createProject(project: Project): Promise<void>;
  /** Removes the project and everything in it: items, pictures, events. */
  deleteProject(id: string): Promise<void>;

  keys(): readonly ApiKey[];
  keyByHash(hash: string): ApiKey | null;
  putKey(key: ApiKey): Promise<void>;

  account(): ConsoleAccount | null;
  /** Creates the account. False where there is one already, which stays as it is. */
  createAccount(account: ConsoleAccount): Promise<boolean>;
  /** Replaces the account and ends every session, in one step. */
  putAccount(account: ConsoleAccount): Promise<void>;
  session(tokenHash: string): ConsoleSession | null;
  putSession(session: ConsoleSession): Promise<void>;
  deleteSession(tokenHash: string): Promise<void>;

  task(id: string): Task | null;
  /** Newest first. */
  tasks(project: string, limit: number): readonly Task[];
  /** Kept in memory while it runs and durably once it ended. */
  putTask(task: Task): Promise<void>;
}
