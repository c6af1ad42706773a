import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The database of projects, keys and the console's account, in a data folder. */
export const controlFile = 'vitrine.db';

/** Whether a folder holds the data of a service. */
export function isDataFolder(folder: string): boolean {
  return existsSync(join(folder, controlFile));
}
