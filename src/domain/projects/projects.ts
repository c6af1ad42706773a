import { hash } from 'node:crypto';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import {
  scopes as allScopes,
  type ApiKey,
  type Project,
  type ProjectStore,
  type Scope,
} from '../../ports/projects.ts';
import type { Clock } from '../../lib/clock.ts';
import { randomSecret, type IdSource } from '../../lib/random-id.ts';

const projectId = /^[a-z0-9][a-z0-9_-]*$/i;

/** @throws VitrineError invalid_request, project_exists */
export async function createProject(
  store: ProjectStore,
  clock: Clock,
  wanted: { id: string; name?: string | null; currency?: string | null; demo?: boolean },
): Promise<Project> {
  const errors: InputError[] = [];
  if (!projectId.test(wanted.id) || wanted.id.length > limits.projectIdLengthMax) {
    const detail = `id must have 1 to ${limits.projectIdLengthMax} letters, digits, "-" and "_", and begin with a letter or digit: ${JSON.stringify(wanted.id.slice(0, 80))} does not`;
    errors.push({ path: 'id', code: 'format', detail });
  }
  const currency = wanted.currency ?? 'EUR';
  if (!/^[A-Z]{3}$/.test(currency)) {
    errors.push({
      path: 'currency',
      code: 'format',
      detail: 'currency must be a code of three capital letters (ISO 4217)',
    });
  }
  if (errors.length > 0) throw new VitrineError('invalid_request', errors[0]?.detail ?? '', { errors });
  // Projects are files: ids that differ by case only would meet where file names do not.
  if (store.projects().some((project) => project.id.toLowerCase() === wanted.id.toLowerCase())) {
    throw new VitrineError('project_exists', `There is a project ${JSON.stringify(wanted.id)} already`);
  }
  const project: Project = {
    id: wanted.id,
    name: wanted.name ?? wanted.id,
    currency,
    createdAt: clock.now(),
    demo: wanted.demo ?? false,
  };
  await store.createProject(project);
  return project;
}

/** @throws VitrineError project_not_found */
export async function deleteProject(store: ProjectStore, clock: Clock, id: string): Promise<void> {
  if (store.project(id) === null)
    throw new VitrineError('project_not_found', `There is no project ${JSON.stringify(id)}`);
  // A key must not come to life again with a later project of the same id.
  for (const key of store.keys()) {
    if (key.projects?.includes(id) !== true) continue;
    const projects = key.projects.filter((project) => project !== id);
    if (projects.length > 0) await store.putKey({ ...key, projects });
    else if (key.revokedAt === null) await store.putKey({ ...key, revokedAt: clock.now() });
  }
  await store.deleteProject(id);
}

export interface WantedKey {
  readonly name?: string | null;
  readonly scopes: readonly string[];
  /** Null: every project. */
  readonly projects: readonly string[] | null;
  readonly expiresAt?: number | null;
  readonly ratePerMinute?: number | null;
  readonly origins?: readonly string[] | null;
}

/**
 * Makes a key. The key itself is returned once and not kept.
 * @throws VitrineError invalid_request, project_not_found
 */
export async function createKey(
  store: ProjectStore,
  clock: Clock,
  ids: IdSource,
  wanted: WantedKey,
): Promise<{ secret: string; key: ApiKey }> {
  const now = clock.now();
  checkKey(store, now, wanted);
  const secret = `vtr_${randomSecret(160)}`;
  const key: ApiKey = {
    id: ids.next(now),
    name: wanted.name ?? '',
    hash: hash('sha256', secret),
    prefix: secret.slice(0, 8),
    scopes: [...new Set(wanted.scopes)] as Scope[],
    projects: wanted.projects === null ? null : [...new Set(wanted.projects)],
    expiresAt: wanted.expiresAt ?? null,
    ratePerMinute: wanted.ratePerMinute ?? null,
    origins:
      wanted.origins === undefined || wanted.origins === null || wanted.origins.length === 0
        ? null
        : wanted.origins,
    createdAt: now,
    revokedAt: null,
  };
  await store.putKey(key);
  return { secret, key };
}

/** @throws VitrineError key_not_found */
export async function revokeKey(store: ProjectStore, clock: Clock, id: string): Promise<ApiKey> {
  const key = store.keys().find((candidate) => candidate.id === id);
  if (key === undefined) throw new VitrineError('key_not_found', `There is no key ${JSON.stringify(id)}`);
  if (key.revokedAt !== null) return key;
  const revoked = { ...key, revokedAt: clock.now() };
  await store.putKey(revoked);
  return revoked;
}

function checkKey(store: ProjectStore, now: number, wanted: WantedKey): void {
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
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      fail(`origins[${index}]`, 'format', 'an origin such as https://shop.example');
    }
  });
  if (errors.length > 0) throw new VitrineError('invalid_request', errors[0]?.detail ?? '', { errors });
}
