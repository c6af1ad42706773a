import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

export interface FolderLock {
  release(): void;
}

/**
 * Makes sure that one process at a time has a data folder: two would each take their own memory for the truth.
 * An open exclusive transaction is the lock, because the system lets go of it when the process ends, however
 * it ends.
 * @throws Error where another process has it, or where the lock's own file cannot be read
 */
export function lockFolder(folder: string): FolderLock {
  const connection = new DatabaseSync(join(folder, 'lock.db'));
  try {
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    throw new Error(`Cannot open the data folder ${folder} as ${reason(error)}`, { cause: error });
  }
  return { release: () => connection.close() };
}

/** SQLite's codes for "another connection has it". */
const heldCodes = [5, 6];

function reason(error: unknown): string {
  if (error instanceof Error && 'errcode' in error && heldCodes.includes(Number(error.errcode))) {
    return 'another process has it: stop that one, or reach it with --url and --key';
  }
  const message = error instanceof Error ? error.message : String(error);
  return `its lock.db cannot be used (${message}): delete that file, it holds nothing`;
}
