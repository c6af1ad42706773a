import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { roles, type Role, type Team, type User } from '../../ports/access/team.ts';

/** Whether a role has the permissions of another one. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** The owner whose password the environment and the command line set: the first of the owners. */
export function findFirstOwner({ users }: Pick<Team, 'users'>): User | null {
  const owners = [...users.values()].filter(({ role }) => role === 'owner');
  return owners.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0] ?? null;
}

export function findUserByEmail({ users }: Pick<Team, 'users'>, email: string): User | null {
  const folded = foldEmail(email);
  return [...users.values()].find((user) => user.email === folded) ?? null;
}

export function foldEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** The name of a user in versions and lists. */
export function formatUserName({ name, email }: Pick<User, 'name' | 'email'>): string {
  return name !== '' ? name : (email ?? 'console');
}

/** The role, and the projects that it is for: an owner has all. */
export interface Grant {
  readonly role: Role;
  readonly projects: readonly string[] | null;
}

/** @throws VitrineError invalid_request if a project does not exist, or the list is empty */
export function parseGrant({ role, projects }: Grant, isProject: (id: string) => boolean): Grant {
  if (role === 'owner' || projects === null) return { role, projects: null };
  const errors: InputError[] = [];
  if (projects.length === 0)
    errors.push(createInputError('projects', 'too_few', 'at least one project, or null for all'));
  projects.forEach((id, index) => {
    if (!isProject(id))
      errors.push(createInputError(`projects[${index}]`, 'not_found', 'a project that exists'));
  });
  if (errors.length > 0) throw new VitrineError('invalid_request', errors[0]!.detail, { errors });
  return { role, projects: [...new Set(projects)] };
}

/** @throws VitrineError invalid_request */
export function parseEmail(email: string): string {
  const folded = foldEmail(email);
  if (/^[^\s@]+@[^\s@]+$/.test(folded) && folded.length <= limits.emailLengthMax) return folded;
  const error = createInputError('email', 'format', 'an email address such as ada@shop.example');
  throw new VitrineError('invalid_request', error.detail, { errors: [error] });
}

/** @throws VitrineError user_exists if another user has the address */
export function checkFree(team: Team, email: string, self: string | null): void {
  const other = findUserByEmail(team, email);
  if (other !== null && other.id !== self)
    throw new VitrineError('user_exists', `There is a user with the address ${email}`);
}

/** @throws VitrineError user_not_found */
export function findExistingUser({ users }: Team, id: string): User {
  const user = users.get(id);
  if (user === undefined) throw new VitrineError('user_not_found', `There is no user ${JSON.stringify(id)}`);
  return user;
}

/** @throws VitrineError last_owner if the user is the only owner */
export function checkOwnerRemains({ users }: Team, id: string): void {
  if (![...users.values()].some((user) => user.role === 'owner' && user.id !== id))
    throw new VitrineError('last_owner', 'This is the only owner: make another user an owner first');
}

function createInputError(path: string, code: string, expected: string): InputError {
  return { path, code, detail: `${path} must be ${expected}` };
}
