import { hash } from 'node:crypto';
import type { Project } from '../../ports/projects.ts';

/** The log of projects, keys, the console's account and tasks. */
export const controlLog = 'control';

/** The log of a project: another one for each that ever had the id. Ids may differ in the case of their letters alone; names may not. */
export function projectLog({ id, createdAt }: Project): string {
  return `project-${id.toLowerCase()}-${hash('sha256', id).slice(0, 6)}-${createdAt.toString(36)}`;
}
