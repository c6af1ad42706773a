import { projectNotFound, VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { newestDefaults, type Project, type ProjectStore } from '../../ports/access/projects.ts';
import type { Invitation, TeamChange, User } from '../../ports/access/team.ts';
import type { Clock } from '../../lib/clock.ts';

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
  // Project ids are file names, which some file systems compare case-insensitively.
  if (store.projects().some((project) => project.id.toLowerCase() === wanted.id.toLowerCase())) {
    throw new VitrineError('project_exists', `Project ${JSON.stringify(wanted.id)} already exists`);
  }
  const project: Project = {
    id: wanted.id,
    name: wanted.name ?? wanted.id,
    currency,
    createdAt: clock.now(),
    demo: wanted.demo ?? false,
    defaultsGeneration: newestDefaults,
  };
  await store.createProject(project);
  return project;
}

/** @throws VitrineError project_not_found */
export async function deleteProject(store: ProjectStore, clock: Clock, id: string): Promise<void> {
  if (store.project(id) === null) throw projectNotFound(id);
  // Revokes its keys: they must not apply to a later project with the same id.
  for (const key of store.keys()) {
    if (key.projects?.includes(id) !== true) continue;
    const projects = key.projects.filter((project) => project !== id);
    if (projects.length > 0) await store.putKey({ ...key, projects });
    else if (key.revokedAt === null) await store.putKey({ ...key, revokedAt: clock.now() });
  }
  await store.changeTeam(({ users, invitations }) =>
    removeProject([...users.values()], [...invitations.values()], id),
  );
  await store.deleteProject(id);
}

/** Users and invitations must not apply to a later project with the same id either. */
function removeProject(
  users: readonly User[],
  invitations: readonly Invitation[],
  id: string,
): TeamChange | null {
  const selectConcerned = <T extends Pick<User, 'projects'>>(all: readonly T[]): T[] =>
    all
      .filter(({ projects }) => projects?.includes(id) === true)
      .map((one) => ({ ...one, projects: one.projects!.filter((project) => project !== id) }));
  const change = { users: selectConcerned(users), invitations: selectConcerned(invitations) };
  return change.users.length + change.invitations.length === 0 ? null : change;
}
