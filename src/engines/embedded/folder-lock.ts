import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

export interface FolderLock {
  release(): void;
}

/**
 * Makes sure that one process at a time has a data folder: two would each take their own memory for the truth.
 * An open exclusive transaction is the lock, because the system lets go of it when the process ends, however
 * it ends.
 * @throws Error where another process has it
 */
export function lockFolder(folder: string): FolderLock {
  const connection = new DatabaseSync(join(folder, 'lock.db'));
  try {
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    throw new Error(
      `Cannot open the data folder ${folder} as another process has it: stop that one, or reach it with --url and --key`,
      { cause: error },
    );
  }
  return { release: () => connection.close() };
}
