import { VitrineError, type InputError } from '../../ports/errors.ts';
import { serverOnlyScopes, type ApiKey, type Scope } from '../../ports/projects.ts';

/** `admin` has all scopes, of which a web key has none that is for servers only. */
export function hasScope({ kind, scopes }: Pick<ApiKey, 'kind' | 'scopes'>, scope: Scope): boolean {
  if (kind === 'web' && serverOnlyScopes.includes(scope)) return false;
  return scopes.includes(scope) || scopes.includes('admin');
}

/**
 * That a key may administer these projects, null standing for all of them and the service itself. `key` null: the console's session,
 * which may. @throws VitrineError project_forbidden
 */
export function checkAdministers(
  key: Pick<ApiKey, 'projects'> | null,
  projects: readonly string[] | null,
): void {
  const own = key?.projects ?? null;
  if (own === null || projects?.every((project) => own.includes(project)) === true) return;
  throw new VitrineError(
    'project_forbidden',
    projects === null ? 'This needs a key for all projects' : 'The API key is not for this project',
  );
}

/**
 * That a key has everything that it gives to another one: projects, scopes, kind, time, rate, origins and filter. Else a key that
 * leaked could outlive its end, or its limits, in the keys that it made. `maker` null: the console's session, which has everything.
 * @throws VitrineError project_forbidden, grant_exceeded with each field that exceeds the maker's
 */
export function checkGrant(maker: ApiKey | null, given: ApiKey): void {
  if (maker === null) return;
  checkAdministers(maker, given.projects);
  const errors: InputError[] = [];
  const exceeds = (path: string, most: string): void => {
    errors.push({
      path,
      code: 'not_allowed',
      detail: `${path} must be ${most}, as the key that asks has it`,
    });
  };
  const missing = given.scopes.filter((scope) => !hasScope(maker, scope));
  if (missing.length > 0) exceeds('scopes', `without ${missing.join(', ')}`);
  if (maker.kind === 'web' && given.kind !== 'web') exceeds('kind', 'web');
  if (isBeyond(given.expiresAt, maker.expiresAt))
    exceeds('expiresAt', `at most ${new Date(maker.expiresAt ?? 0).toISOString()}`);
  if (isBeyond(given.ratePerMinute, maker.ratePerMinute))
    exceeds('ratePerMinute', `1 to ${maker.ratePerMinute}`);
  const { origins } = maker;
  if (origins !== null && given.origins?.every((origin) => origins.includes(origin)) !== true)
    exceeds('origins', `one or more of ${origins.join(', ')}`);
  if (maker.filter !== null && given.filter !== maker.filter) exceeds('filter', JSON.stringify(maker.filter));
  if (errors.length > 0) throw new VitrineError('grant_exceeded', errors[0]?.detail ?? '', { errors });
}

/** Null: without a limit. */
function isBeyond(given: number | null, most: number | null): boolean {
  return most !== null && (given === null || given > most);
}
