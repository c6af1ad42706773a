import type { AuditLog } from '../operation/audit.ts';
import type { AppliedPosition } from '../cluster/shared-log.ts';
import type { TeamStore } from './team.ts';

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

/** Scopes of a web key: visitors of the page can read the key. */
export const webScopes: readonly Scope[] = ['search', 'recommend', 'events'];
/** Scopes that a web key never has, not even with `admin`. */
export const serverOnlyScopes: readonly Scope[] = ['users', 'private'];

/** A `web` key is public, for pages and apps. A `server` key is secret, for the shop's servers. */
export const keyKinds = ['web', 'server'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The kind of a key that was created without one, or before kinds existed. */
export function inferKeyKind({ scopes, origins }: Pick<ApiKey, 'scopes' | 'origins'>): KeyKind {
  return origins !== null || scopes.every((scope) => webScopes.includes(scope)) ? 'web' : 'server';
}

export interface Project {
  readonly id: string;
  readonly name: string;
  /** ISO 4217 code of all prices. */
  readonly currency: string;
  readonly createdAt: number;
  /** Its shoppers are simulated. */
  readonly demo: boolean;
  /**
   * The generation of default settings that it was created with, so that stricter defaults change no existing project; 1 by default.
   * It is not in the project's database, which processes of a cluster build from the log at different times.
   */
  readonly defaultsGeneration?: number;
}

/**
 * The generation of new projects. From 2 on, `visitors.unsignedUsers` is `own` by default. From 3 on, `search.languages` is the language of
 * the catalog.
 */
export const newestDefaults = 3;

/** A stored API key: its hash, not the key. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  /**
   * Lower-case hex SHA-256 of the key. Keys have 480 random bits, so a fast hash is enough. It is also the HMAC key of signed
   * keys (docs/decisions/signed-keys.md).
   */
  readonly hash: string;
  /** The first characters of the key, shown in lists. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** Project ids; null means all projects. */
  readonly projects: readonly string[] | null;
  readonly expiresAt: number | null;
  readonly ratePerMinute: number | null;
  /** Origins of web pages that may use the key; null means any. */
  readonly origins: readonly string[] | null;
  /** A filter, in the syntax of requests, that limits everything the key reads, or null. */
  readonly filter: string | null;
  /** Price lists that its requests may choose. A key that reads or writes items may choose any. */
  readonly priceLists: readonly string[];
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

export const taskStatuses = ['running', 'succeeded', 'failed'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const taskKinds = ['import', 'reindex', 'replay', 'history', 'update', 'delete'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** A long-running operation with progress. */
export interface Task {
  readonly id: string;
  readonly project: string;
  readonly kind: TaskKind;
  readonly status: TaskStatus;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  /** Progress: counts, bytes, errors by line. */
  readonly progress: Readonly<Record<string, unknown>>;
  readonly error: { code: string; detail: string } | null;
}

/** Projects, keys and the users of the console. Every change is durable when its promise resolves. */
export interface ProjectStore extends TeamStore {
  readonly auditLog: AuditLog;
  /** The position of the applied writes in the shared log; null if this is the only process. */
  readonly position: AppliedPosition | null;
  projects(): readonly Project[];
  project(id: string): Project | null;
  createProject(project: Project): Promise<void>;
  /** Deletes the project with its items, pictures and events. */
  deleteProject(id: string): Promise<void>;

  keys(): readonly ApiKey[];
  key(id: string): ApiKey | null;
  keyByHash(hash: string): ApiKey | null;
  putKey(key: ApiKey): Promise<void>;

  /** Task ids are scoped to a project. */
  task(project: string, id: string): Task | null;
  /** Newest first. */
  listTasks(project: string, limit: number): readonly Task[];
  /** Stores a task: in memory while it runs, durably once it ends. */
  putTask(task: Task): Promise<void>;
}
