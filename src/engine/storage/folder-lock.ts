import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { isDamage, describeFailure } from './storage-failure.ts';

const lockFile = 'lock.db';

export interface FolderLock {
  release(): void;
}

/** Another process has the data folder. */
export class FolderInUse extends Error {
  constructor(folder: string, options?: ErrorOptions) {
    super(
      `Cannot open the data folder ${folder} as another process has it: stop that one, reach it with --url and --key, or choose another folder with VITRINE_DATA`,
      options,
    );
    this.name = 'FolderInUse';
  }
}

/**
 * Locks a data folder for one process: two processes would each trust their own memory.
 * The lock is an open exclusive transaction, because the system releases it however the process ends. In a folder
 * without write permission, for example after a crash of its disk, SQLite grants every process a read lock. There a
 * second lock is taken on a file in the folder for temporary files, named after the data folder.
 * @throws FolderInUse if another process holds the lock; Error if the lock file cannot be used
 */
export function lockFolder(folder: string): FolderLock {
  const locks = [lockFileAt(join(folder, lockFile), folder)];
  try {
    if (!isWritable(join(folder, lockFile))) {
      const { dev, ino } = statSync(folder);
      locks.push(lockFileAt(join(tmpdir(), `vitrine-${dev}-${ino}.lock.db`), folder));
    }
  } catch (error) {
    for (const lock of locks) lock.close();
    throw error;
  }
  return { release: () => locks.forEach((lock) => lock.close()) };
}

function lockFileAt(path: string, folder: string): DatabaseSync {
  let connection: DatabaseSync | null = null;
  try {
    connection = new DatabaseSync(path);
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    connection?.close();
    if (isBusy(error)) throw new FolderInUse(folder, { cause: error });
    const hint = isDamage(error) ? ': delete that file, it holds no data' : '';
    throw new Error(
      `Cannot open the data folder ${folder} as the lock ${path} cannot be used (${describeFailure(error)})${hint}`,
      { cause: error },
    );
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process holds the lock of a folder; changes nothing. */
export function isHeld(folder: string): boolean {
  const path = join(folder, lockFile);
  if (!existsSync(path)) return false;
  const connection = new DatabaseSync(path, { readOnly: true });
  try {
    connection.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    connection.close();
  }
}

/** @throws FolderInUse if another process holds the lock of a folder; changes nothing, and ignores a folder that cannot be read */
export function refuseHeldFolder(folder: string): void {
  let held = false;
  try {
    held = isHeld(folder);
  } catch {
    // Opening the folder reports why.
  }
  if (held) throw new FolderInUse(folder);
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
const heldCodes = [5, 6];

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && heldCodes.includes(Number(error.errcode));
}
