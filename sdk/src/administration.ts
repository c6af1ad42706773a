import type { PictureState, Task } from './items.ts';
import { segment, type RequestOptions, type Transport } from './transport.ts';

/** What a key may do. `admin` may do everything. */
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

/** `web`: for pages and apps, where anyone can read it. `server`: for a shop's own servers, secret. */
export type KeyKind = 'web' | 'server';

/** A project with what it holds. */
export interface Project {
  readonly id: string;
  readonly name: string;
  /** ISO 4217 code of all prices. */
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Its shoppers are simulated. */
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
  /** Items whose text the model refused. */
  readonly refused: number;
  /** Why it is inactive; null: active. */
  readonly reason: 'disabled' | 'unsupported_language' | 'no_vectors' | 'unavailable' | null;
  /** State of the text model. */
  readonly detail: string;
  /** Share of the semantic similarity in the combined score, 0 to 1; null for a project that cannot be opened. */
  readonly weight: number | null;
}

/** How many pictures are where. */
export interface PictureCounts {
  readonly pending: number;
  readonly embedded: number;
  readonly refined: number;
  readonly failed: number;
}

/** A project, the newest of its pictures that failed (up to 50) and its newest tasks (up to 20). */
export interface ProjectDetails {
  readonly project: Project;
  readonly pictureFailures: readonly { readonly itemId: string; readonly state: PictureState }[];
  /** Pictures that several items have in the very same bytes, with these items' ids: at most 50 of each. */
  readonly pictureDuplicates: readonly { readonly source: string; readonly itemIds: readonly string[] }[];
  readonly tasks: readonly Task[];
}

/** An API key, without the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  /** The first characters, to tell keys apart. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** Ids of the projects it is for, or null for all. */
  readonly projects: readonly string[] | null;
  /** Milliseconds since 1970, or null for never. */
  readonly expiresAt: number | null;
  readonly ratePerMinute: number | null;
  /** Origins of web pages that may use it, or null for any. */
  readonly origins: readonly string[] | null;
  /** A filter that all it asks for is limited to, or null for none. */
  readonly filter: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** What a new key is to be. */
export interface KeyRequest {
  /** What it is for: up to 200 characters. */
  readonly name?: string | undefined;
  /** By default `web` where it has an origin list or no scopes but `search`, `recommend` and `events`, else `server`. */
  readonly kind?: KeyKind | undefined;
  /** A web key has `search`, `recommend` and `events` at most. */
  readonly scopes: readonly Scope[];
  /** Ids of projects, or null for all. */
  readonly projects?: readonly string[] | null | undefined;
  /** ISO 8601, or milliseconds since 1970: never. */
  readonly expiresAt?: string | number | undefined;
  /** 1 to 1,000,000; 0 for no limit. */
  readonly ratePerMinute?: number | undefined;
  /** Up to 50. */
  readonly origins?: readonly string[] | undefined;
  /** A filter that all it asks for is limited to: `tier:open`. For keys with the scopes of a web key. */
  readonly filter?: string | undefined;
}

/** Projects, keys and the console's session. Needs a key with the scope `admin`, or the console's cookie. */
export interface AdminOperations {
  /** Signs a browser in (its cookie; the client needs the header `x-vitrine-console: 1`). Errors: `sign_in_failed`, `rate_limited`. */
  signIn(password: string, options?: RequestOptions): Promise<{ readonly expiresInSeconds: number }>;
  /** Who is asking. Error: `signed_out`. */
  session(options?: RequestOptions): Promise<{ readonly name: string; readonly expiresAt: number | null }>;
  signOut(options?: RequestOptions): Promise<{ readonly signedOut: boolean }>;
  /** 8 to 1,000 characters; every session ends. Error: `sign_in_failed` where `current` is wrong. */
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
  /** Deletes a project and everything in it. Error: `project_not_found`. */
  deleteProject(id: string, options?: RequestOptions): Promise<{ readonly deleted: string }>;
  /** Tries pictures that failed again: of one item, or of all. Resolves with how many. */
  retryPictures(
    project: string,
    item?: string,
    options?: RequestOptions,
  ): Promise<{ readonly retried: number }>;
  /** The keys, revoked ones too; with `project` those that are for it. */
  listKeys(
    project?: string,
    options?: RequestOptions,
  ): Promise<{ readonly keys: readonly ApiKey[]; readonly scopes: readonly Scope[] }>;
  /** Creates a key. `key` in the answer is the key itself: it is never shown again. */
  createKey(request: KeyRequest, options?: RequestOptions): Promise<ApiKey & { readonly key: string }>;
  /** Makes a key one for web pages, or for servers. Errors: `key_not_found`, `invalid_request` where its scopes do not allow it. */
  changeKey(
    id: string,
    change: { readonly kind: KeyKind },
    options?: RequestOptions,
  ): Promise<{ readonly key: ApiKey }>;
  /** Revokes a key, from now on. Error: `key_not_found`. */
  revokeKey(id: string, options?: RequestOptions): Promise<{ readonly key: ApiKey }>;
  /** Copies everything into a new folder under the data folder, while the service runs. */
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
