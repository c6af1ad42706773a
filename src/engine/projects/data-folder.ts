import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The database of projects, keys and the console's account, in a data folder. */
export const controlFile = 'vitrine.db';

/** The folder of the projects' databases in it. */
const projectFolder = 'projects';

/** Where a project's database is. */
export function projectFile(folder: string, id: string): string {
  return join(folder, projectFolder, `${id}.db`);
}

export function projectsIn(folder: string): string {
  return join(folder, projectFolder);
}

/** Names of the databases in the folder of the projects. */
export function projectFiles(folder: string): string[] {
  const names = existsSync(projectsIn(folder)) ? readdirSync(projectsIn(folder)) : [];
  return names.filter((name) => name.endsWith('.db')).sort();
}

/** Whether a folder holds the data of a service. */
export function isDataFolder(folder: string): boolean {
  return existsSync(join(folder, controlFile));
}
