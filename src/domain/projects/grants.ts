import { VitrineError, type InputError } from '../../ports/errors.ts';
import type { ConsoleUser } from '../../ports/access/team.ts';
import { serverOnlyScopes, type ApiKey, type Scope } from '../../ports/access/projects.ts';

/** `admin` includes all scopes, except server scopes for web keys. */
export function hasScope({ kind, scopes }: Pick<ApiKey, 'kind' | 'scopes'>, scope: Scope): boolean {
  if (kind === 'web' && serverOnlyScopes.includes(scope)) return false;
  return scopes.includes(scope) || scopes.includes('admin');
}

/**
 * Checks that a key administers these projects; null means all projects and the service. `key` null means a console session, which may.
 * @throws VitrineError project_forbidden
 */
export function checkAdministers(
  key: (Pick<ApiKey, 'projects'> & MaybeUser) | null,
  projects: readonly string[] | null,
): void {
  const keyProjects = key?.projects ?? null;
  if (keyProjects === null || projects?.every((project) => keyProjects.includes(project)) === true) return;
  if (projects !== null) throw projectForbidden(key);
  throw new VitrineError('project_forbidden', 'This operation needs a key for all projects');
}

interface MaybeUser {
  readonly consoleUser?: ConsoleUser | null;
}

/** The error does not tell whether the project exists. */
export function projectForbidden(caller: MaybeUser | null): VitrineError {
  const subject = caller?.consoleUser == null ? 'The API key is not for' : 'Your account has no access to';
  return new VitrineError('project_forbidden', `${subject} this project`);
}

/**
 * Checks that a new key has at most the permissions of its maker: projects, scopes, kind, expiry, rate, origins and filter.
 * Otherwise a leaked key could outlive its expiry or limits in the keys it creates. `maker` null means a console session, without
 * limits.
 * @throws VitrineError project_forbidden, grant_exceeded with each exceeding field
 */
export function checkGrant(maker: ApiKey | null, newKey: ApiKey): void {
  if (maker === null) return;
  checkAdministers(maker, newKey.projects);
  const errors: InputError[] = [];
  const refuse = (path: string, most: string): void => {
    errors.push({
      path,
      code: 'not_allowed',
      detail: `${path} must be ${most}, as the key that asks has it`,
    });
  };
  const missing = newKey.scopes.filter((scope) => !hasScope(maker, scope));
  if (missing.length > 0) refuse('scopes', `without ${missing.join(', ')}`);
  if (maker.kind === 'web' && newKey.kind !== 'web') refuse('kind', 'web');
  if (isBeyond(newKey.expiresAt, maker.expiresAt))
    refuse('expiresAt', `at most ${new Date(maker.expiresAt ?? 0).toISOString()}`);
  if (isBeyond(newKey.ratePerMinute, maker.ratePerMinute))
    refuse('ratePerMinute', `1 to ${maker.ratePerMinute}`);
  const { origins } = maker;
  if (origins !== null && newKey.origins?.every((origin) => origins.includes(origin)) !== true)
    refuse('origins', `one or more of ${origins.join(', ')}`);
  const lists = newKey.priceLists.filter((list) => !maker.priceLists.includes(list));
  if (lists.length > 0 && !hasScope(maker, 'items:read') && !hasScope(maker, 'private'))
    refuse('priceLists', `without ${lists.join(', ')}`);
  if (maker.filter !== null && newKey.filter !== maker.filter) refuse('filter', JSON.stringify(maker.filter));
  if (errors.length > 0) throw new VitrineError('grant_exceeded', errors[0]?.detail ?? '', { errors });
}

/** Null means unlimited. */
function isBeyond(given: number | null, most: number | null): boolean {
  return most !== null && (given === null || given > most);
}
