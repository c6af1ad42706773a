import type { Project } from '../../ports/projects.ts';
import { fileListTable, hasTable, reading } from '../storage/database-identity.ts';

/** A project as a list of projects on the disk has it. */
export interface ListedProject extends Project {
  /** Whether its deletion was begun. */
  readonly isLeaving: boolean;
  /** Whether its database was made in this folder. */
  readonly isMade: boolean;
}

/** The projects of a list that nobody writes to, or of a copy of one. @throws Error where it is no database */
export function listedProjects(control: string): ListedProject[] {
  return reading(control, (database) => {
    const made = hasTable(database, fileListTable)
      ? database.prepare(`SELECT project FROM ${fileListTable}`).all()
      : [];
    const isMade = new Set(made.map((row) => row['project']));
    const rows = database.prepare('SELECT json FROM projects ORDER BY id').all();
    return rows.map(({ json }) => {
      const project = JSON.parse(String(json)) as Project;
      return { ...project, isLeaving: 'leaving' in project, isMade: isMade.has(project.id) };
    });
  });
}
