import { hash } from 'node:crypto';
import type { Project } from '../../ports/access/projects.ts';

/** The log of projects, keys, the console's account and tasks. */
export const controlLog = 'control';

/** The name of a project's log. Each project that ever had the id has a log. Ids may differ only in case, names of logs may not. */
export function projectLog({ id, createdAt }: Project): string {
  return `project-${id.toLowerCase()}-${hash('sha256', id).slice(0, 6)}-${createdAt.toString(36)}`;
}
