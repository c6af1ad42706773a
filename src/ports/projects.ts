export const scopes = [
  'search',
  'recommend',
  'items:read',
  'items:write',
  'events',
  'users',
  'settings',
  'analytics',
  'private',
  'admin',
] as const;
export type Scope = (typeof scopes)[number];

/** What a key in a web page may do: anyone who opens the page has the key. */
export const webScopes: readonly Scope[] = ['search', 'recommend', 'events'];
/** Scopes that a web key has by no means, not even with `admin`. */
export const serverOnlyScopes: readonly Scope[] = ['users', 'private'];

/** `web`: for pages and apps, public by nature. `server`: for a shop's own servers, secret. */
export const keyKinds = ['web', 'server'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** What a key is where its maker did not say, and what keys from before there were kinds are. */
export function impliedKind({ scopes, origins }: Pick<ApiKey, 'scopes' | 'origins'>): KeyKind {
  return origins !== null || scopes.every((scope) => webScopes.includes(scope)) ? 'web' : 'server';
}

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
  readonly kind: KeyKind;
  /**
   * Lower-case hex SHA-256 of the key. Keys have 480 random bits, so a fast hash is enough. It is also the HMAC key that
   * verifies signed keys (docs/decisions/signed-keys.md).
   */
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
  /** A filter that all it asks for is limited to, as requests write theirs; null for none. */
  readonly filter: string | null;
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
  key(id: string): ApiKey | null;
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

  /** Ids of tasks are a project's own: another project's task of the same id is another one. */
  task(project: string, id: string): Task | null;
  /** Newest first. */
  tasks(project: string, limit: number): readonly Task[];
  /** Kept in memory while it runs and durably once it ended. */
  putTask(task: Task): Promise<void>;
}
