import { hash } from 'node:crypto';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import {
  inferKeyKind,
  scopes as allScopes,
  webScopes,
  type ApiKey,
  type KeyKind,
  type ProjectStore,
  type Scope,
} from '../../ports/access/projects.ts';
import type { Clock } from '../../lib/clock.ts';
import { createRandomSecret, type IdSource } from '../../lib/random-id.ts';
import { parseFilter } from '../query/filter-grammar.ts';
import { checkGrant } from './grants.ts';

/**
 * Random bits of a key. With its prefix it has 84 characters: more than the block size of SHA-256, so that HMAC-SHA256 uses
 * the hash of the key (RFC 2104, section 2), which is what is stored.
 */
const secretBits = 480;

/** Keys that are being stored: requests at the same time count each other's. */
const pendingKeys = new WeakMap<ProjectStore, Set<ApiKey>>();

export interface KeyRequest {
  readonly name?: string | null;
  readonly scopes: readonly string[];
  /** Null or absent means `inferKeyKind`. */
  readonly kind?: KeyKind | null;
  /** Null means all projects. */
  readonly projects: readonly string[] | null;
  readonly expiresAt?: number | null;
  readonly ratePerMinute?: number | null;
  readonly origins?: readonly string[] | null;
  readonly filter?: string | null;
  readonly priceLists?: readonly string[];
}

/**
 * Creates a key. The key itself is returned once and not stored. `maker` is the key that creates it; null means a console session.
 * @throws VitrineError invalid_request; too_many_keys; project_forbidden or grant_exceeded if it would exceed its maker
 */
export async function createKey(
  { store, clock, ids, maker }: { store: ProjectStore; clock: Clock; ids: IdSource; maker: ApiKey | null },
  request: KeyRequest,
): Promise<{ secret: string; key: ApiKey }> {
  const now = clock.now();
  checkKey(store, now, request);
  const { name, projects, expiresAt = null, ratePerMinute = null, filter } = request;
  const scopes = [...new Set(request.scopes)] as Scope[];
  const origins = request.origins == null || request.origins.length === 0 ? null : request.origins;
  const secret = `vtr_${createRandomSecret(secretBits)}`;
  const key: ApiKey = {
    id: ids.next(now),
    name: name ?? '',
    kind: request.kind ?? inferKeyKind({ scopes, origins }),
    hash: hash('sha256', secret),
    prefix: secret.slice(0, 8),
    scopes,
    projects: projects === null ? null : [...new Set(projects)],
    expiresAt,
    ratePerMinute,
    origins,
    filter: filter == null || filter.trim() === '' ? null : filter,
    priceLists: [...new Set(request.priceLists)],
    createdAt: now,
    revokedAt: null,
  };
  checkKind(key);
  checkGrant(maker, key);
  const pending = pendingKeys.get(store) ?? new Set();
  pendingKeys.set(store, pending);
  checkCount([...store.keys(), ...pending], key, now);
  pending.add(key);
  try {
    await store.putKey(key);
  } finally {
    pending.delete(key);
  }
  return { secret, key };
}

/** @throws VitrineError too_many_keys: a project of the key, or all projects together, have as many keys as they may */
function checkCount(keys: readonly ApiKey[], { projects }: ApiKey, now: number): void {
  /** Number of keys by project; null means keys for all projects. */
  const counts = new Map<string | null, number>();
  for (const { revokedAt, expiresAt, projects: keyProjects } of keys) {
    if (revokedAt !== null || (expiresAt !== null && expiresAt <= now)) continue;
    for (const project of keyProjects ?? [null]) counts.set(project, (counts.get(project) ?? 0) + 1);
  }
  for (const project of projects ?? [null]) {
    if ((counts.get(project) ?? 0) < limits.keysPerProjectMax) continue;
    const where = project === null ? 'for all projects' : `of the project ${JSON.stringify(project)}`;
    throw new VitrineError(
      'too_many_keys',
      `There are ${limits.keysPerProjectMax} keys ${where}, the maximum: revoke some first`,
    );
  }
}

/**
 * Changes the kind of a key. Only a key that could create the server key may change it to `server`, which can sign keys.
 * @throws VitrineError key_not_found; invalid_request if a web key must not have its scopes; grant_exceeded
 */
export async function changeKeyKind(
  store: ProjectStore,
  id: string,
  kind: KeyKind,
  maker: ApiKey | null,
): Promise<ApiKey> {
  const changed = { ...requireKey(store, id), kind };
  checkKind(changed);
  if (kind === 'server') checkGrant(maker, changed);
  await store.putKey(changed);
  return changed;
}

/** @throws VitrineError key_not_found */
export async function revokeKey(store: ProjectStore, clock: Clock, id: string): Promise<ApiKey> {
  const key = requireKey(store, id);
  if (key.revokedAt !== null) return key;
  const revoked = { ...key, revokedAt: clock.now() };
  await store.putKey(revoked);
  return revoked;
}

function requireKey(store: ProjectStore, id: string): ApiKey {
  const key = store.key(id);
  if (key === null) throw new VitrineError('key_not_found', `There is no key ${JSON.stringify(id)}`);
  return key;
}

/** Checks that kind, filter and scopes are compatible. */
function checkKind({ kind, scopes, filter }: ApiKey): void {
  const onlyWeb = kind === 'web' ? 'A web key' : filter === null ? null : 'A key with a filter';
  const others = scopes.filter((scope) => !webScopes.includes(scope));
  if (onlyWeb === null || others.length === 0) return;
  const detail = `${onlyWeb} may have the scopes ${webScopes.join(', ')} only, not ${others.join(', ')}`;
  throw new VitrineError('invalid_request', detail, {
    errors: [{ path: 'scopes', code: 'not_allowed', detail }],
  });
}

function checkKey(store: ProjectStore, now: number, wanted: KeyRequest): void {
  const errors: InputError[] = [];
  const fail = (path: string, code: string, expected: string): void => {
    errors.push({ path, code, detail: `${path} must be ${expected}` });
  };
  if (wanted.scopes.length === 0) fail('scopes', 'required', `at least one of ${allScopes.join(', ')}`);
  wanted.scopes.forEach((scope, index) => {
    if (!allScopes.some((known) => known === scope))
      fail(`scopes[${index}]`, 'not_allowed', `one of ${allScopes.join(', ')}`);
  });
  if (wanted.projects?.length === 0) fail('projects', 'too_few', 'at least one project, or null for all');
  wanted.projects?.forEach((project, index) => {
    if (store.project(project) === null) fail(`projects[${index}]`, 'not_found', 'a project that exists');
  });
  if (typeof wanted.expiresAt === 'number' && !(wanted.expiresAt > now))
    fail('expiresAt', 'out_of_range', 'a time to come');
  wanted.origins?.forEach((origin, index) => {
    if (!isOrigin(origin)) fail(`origins[${index}]`, 'format', 'an origin such as https://shop.example');
  });
  const { filter } = wanted;
  if (filter != null && filter.length > limits.filterLengthMax)
    fail('filter', 'too_long', `at most ${limits.filterLengthMax} characters long`);
  if (errors.length > 0) throw new VitrineError('invalid_request', errors[0]?.detail ?? '', { errors });
  if (filter != null && filter.trim() !== '') parseFilter(filter, now, { path: 'filter' });
}

export function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
