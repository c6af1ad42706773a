import type { PictureState, Task } from './items.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** Permissions of a key; `admin` includes all. */
export type Scope =
  | 'search'
  | 'recommend'
  | 'items:read'
  | 'items:write'
  | 'events'
  | 'users'
  | 'settings'
  | 'analytics'
  | 'private'
  | 'admin';

/** `web`: for pages and apps, public. `server`: for your servers, secret. */
export type KeyKind = 'web' | 'server';

/** A project with its counts. */
export interface Project {
  readonly id: string;
  readonly name: string;
  /** ISO 4217 code of all prices. */
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Whether its shoppers are simulated. */
  readonly demo: boolean;
  readonly items: number;
  readonly activeItems: number;
  readonly events: number;
  readonly pictures: PictureCounts;
  readonly semantic: SemanticState;
}

/** Semantic search of a project. */
export interface SemanticState {
  /** Items with an embedding. */
  readonly embedded: number;
  readonly pending: number;
  /** Items with a text that the model rejected. */
  readonly refused: number;
  /** Reason why semantic search is inactive; null: active. */
  readonly reason: 'disabled' | 'unsupported_language' | 'no_vectors' | 'unavailable' | null;
  /** State of the text model. */
  readonly detail: string;
  /** Share of the semantic similarity in the combined score, 0 to 1; null for a project that cannot be opened. */
  readonly weight: number | null;
}

/** Number of pictures by status. */
export interface PictureCounts {
  readonly pending: number;
  readonly embedded: number;
  readonly refined: number;
  readonly failed: number;
}

/** A project with up to 50 failed pictures and up to 20 tasks, the newest first. */
export interface ProjectDetails {
  readonly project: Project;
  readonly pictureFailures: readonly { readonly itemId: string; readonly state: PictureState }[];
  /** Identical pictures of several items, with the item ids: at most 50 of each. */
  readonly pictureDuplicates: readonly { readonly source: string; readonly itemIds: readonly string[] }[];
  readonly tasks: readonly Task[];
}

/** An API key, without its text. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  /** The first characters of the key. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** Ids of its projects; null: all. */
  readonly projects: readonly string[] | null;
  /** Milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
  readonly ratePerMinute: number | null;
  /** Allowed origins of web pages; null: any. */
  readonly origins: readonly string[] | null;
  /** Filter of the visible items; null: none. */
  readonly filter: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** Properties of a new key. */
export interface KeyRequest {
  /** Up to 200 characters. */
  readonly name?: string | undefined;
  /** Default: `web` with origins, or with only the scopes `search`, `recommend` and `events`; otherwise `server`. */
  readonly kind?: KeyKind | undefined;
  /** A web key can have only `search`, `recommend` and `events`. */
  readonly scopes: readonly Scope[];
  /** Ids of projects; null: all. */
  readonly projects?: readonly string[] | null | undefined;
  /** ISO 8601 or milliseconds since 1970. Default: never. */
  readonly expiresAt?: string | number | undefined;
  /** 1 to 1,000,000; 0: no limit. */
  readonly ratePerMinute?: number | undefined;
  /** Up to 50. */
  readonly origins?: readonly string[] | undefined;
  /** Filter of the visible items, such as `tier:open`. For keys with the scopes of a web key. */
  readonly filter?: string | undefined;
}

/** Projects, keys and the console's session. Requires the scope `admin` or the console's cookie. */
export interface AdminOperations {
  /** Signs in and sets the cookie; requires the header `x-vitrine-console: 1`. Errors: `sign_in_failed`, `rate_limited`. */
  signIn(password: string, options?: RequestOptions): Promise<{ readonly expiresInSeconds: number }>;
  /** The current session. Error: `signed_out`. */
  session(options?: RequestOptions): Promise<{ readonly name: string; readonly expiresAt: number | null }>;
  signOut(options?: RequestOptions): Promise<{ readonly signedOut: boolean }>;
  /** Changes the password (8 to 1,000 characters) and ends all sessions. Error: `sign_in_failed` if `current` is wrong. */
  changePassword(
    current: string,
    next: string,
    options?: RequestOptions,
  ): Promise<{ readonly changed: boolean }>;
  listProjects(options?: RequestOptions): Promise<{ readonly projects: readonly Project[] }>;
  /**
   * Creates a project: `id` has 1 to 64 letters, digits, `-` and `_`. Error: `project_exists`.
   *
   * @example
   * ```ts
   * await vitrine.admin.createProject({ id: 'shop', name: 'My shop', currency: 'EUR' });
   * const { key } = await vitrine.admin.createKey({ scopes: ['search'], projects: ['shop'] });
   * ```
   */
  createProject(
    request: {
      readonly id: string;
      readonly name?: string | undefined;
      readonly currency?: string | undefined;
    },
    options?: RequestOptions,
  ): Promise<{ readonly project: Pick<Project, 'id' | 'name' | 'currency' | 'createdAt' | 'demo'> }>;
  /** Error: `project_not_found`. */
  getProject(id: string, options?: RequestOptions): Promise<ProjectDetails>;
  /** Deletes a project with all data. Error: `project_not_found`. */
  deleteProject(id: string, options?: RequestOptions): Promise<{ readonly deleted: string }>;
  /** Retries failed pictures of one item or of all. */
  retryPictures(
    project: string,
    item?: string,
    options?: RequestOptions,
  ): Promise<{ readonly retried: number }>;
  /** All keys, including revoked ones; with `project`, those for it. */
  listKeys(
    project?: string,
    options?: RequestOptions,
  ): Promise<{ readonly keys: readonly ApiKey[]; readonly scopes: readonly Scope[] }>;
  /** Creates a key. The reply is the only one that contains its text (`key`). */
  createKey(request: KeyRequest, options?: RequestOptions): Promise<ApiKey & { readonly key: string }>;
  /** Changes the kind of a key. Errors: `key_not_found`, `invalid_request` if its scopes do not allow it. */
  changeKey(
    id: string,
    change: { readonly kind: KeyKind },
    options?: RequestOptions,
  ): Promise<{ readonly key: ApiKey }>;
  /** Revokes a key immediately. Error: `key_not_found`. */
  revokeKey(id: string, options?: RequestOptions): Promise<{ readonly key: ApiKey }>;
  /** Creates a backup in the data folder while the service runs. */
  backup(
    name: string,
    options?: RequestOptions,
  ): Promise<{ readonly folder: string; readonly files: number; readonly bytes: number }>;
}

export function adminOperations(transport: Transport): AdminOperations {
  const project = (id: string): string => `/admin/projects/${segment(id)}`;
  return {
    signIn: (password, options) =>
      transport.json({ method: 'POST', path: '/admin/session', json: { password } }, options),
    session: (options) => transport.json({ method: 'GET', path: '/admin/session' }, options),
    signOut: (options) => transport.json({ method: 'DELETE', path: '/admin/session' }, options),
    changePassword: (current, next, options) =>
      transport.json({ method: 'PUT', path: '/admin/password', json: { current, next } }, options),
    listProjects: (options) => transport.json({ method: 'GET', path: '/admin/projects' }, options),
    createProject: (request, options) =>
      transport.json({ method: 'POST', path: '/admin/projects', json: request }, options),
    getProject: (id, options) => transport.json({ method: 'GET', path: project(id) }, options),
    deleteProject: (id, options) => transport.json({ method: 'DELETE', path: project(id) }, options),
    retryPictures: (id, item, options) =>
      transport.json(
        { method: 'POST', path: `${project(id)}/pictures/retry`, json: item === undefined ? {} : { item } },
        options,
      ),
    listKeys: (id, options) =>
      transport.json({ method: 'GET', path: '/admin/keys', query: { project: id } }, options),
    createKey: (request, options) =>
      transport.json({ method: 'POST', path: '/admin/keys', json: request }, options),
    changeKey: (id, change, options) =>
      transport.json({ method: 'PUT', path: `/admin/keys/${segment(id)}`, json: change }, options),
    revokeKey: (id, options) =>
      transport.json({ method: 'DELETE', path: `/admin/keys/${segment(id)}` }, options),
    backup: (name, options) =>
      transport.json({ method: 'POST', path: '/admin/backup', json: { name }, timeoutMs: 0 }, options),
  };
}
