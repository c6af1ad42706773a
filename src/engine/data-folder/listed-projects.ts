import type { Project } from '../../ports/access/projects.ts';
import { fileListTable, hasTable, readFromDatabase } from '../storage/database-identity.ts';

/** A project as stored in a list of projects on disk. */
export interface ListedProject extends Project {
  /** Whether its deletion has begun. */
  readonly isLeaving: boolean;
  /** Whether its database was created in this folder. */
  readonly hasDatabase: boolean;
}

/** The projects of a list that no process writes to, or of a copy. @throws Error if the file is not a database */
export function readListedProjects(control: string): ListedProject[] {
  return readFromDatabase(control, (database) => {
    const rowsWithDatabase = hasTable(database, fileListTable)
      ? database.prepare(`SELECT project FROM ${fileListTable}`).all()
      : [];
    const hasDatabase = new Set(rowsWithDatabase.map((row) => row['project']));
    const rows = database.prepare('SELECT json FROM projects ORDER BY id').all();
    return rows.map(({ json }) => {
      const project = JSON.parse(String(json)) as Project;
      return { ...project, isLeaving: 'leaving' in project, hasDatabase: hasDatabase.has(project.id) };
    });
  });
}
