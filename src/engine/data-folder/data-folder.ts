import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The database of projects, keys and the console's account, in a data folder. */
export const controlFile = 'vitrine.db';

/** The folder of the projects' databases in a data folder. */
const projectFolder = 'projects';

/** The path of a project's database. */
export function projectFile(folder: string, id: string): string {
  return join(folder, projectFolder, `${id}.db`);
}

export function locateProjects(folder: string): string {
  return join(folder, projectFolder);
}

/** File names of the databases in the projects folder. */
export function projectFiles(folder: string): string[] {
  const names = existsSync(locateProjects(folder)) ? readdirSync(locateProjects(folder)).sort() : [];
  return names.filter((name) => name.endsWith('.db'));
}

/** Whether a folder has a service's data. */
export function isDataFolder(folder: string): boolean {
  return existsSync(join(folder, controlFile));
}
