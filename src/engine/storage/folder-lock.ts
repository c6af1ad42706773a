import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

const lockFile = 'lock.db';

export interface FolderLock {
  release(): void;
}

/**
 * Makes sure that one process at a time has a data folder: two would each take their own memory for the truth.
 * An open exclusive transaction is the lock, because the system lets go of it when the process ends, however
 * it ends. In a folder that cannot be written to, as after a crash of its disk, SQLite gives every process a lock for reading: there
 * one is also taken on a file for temporary files that stands for the folder.
 * @throws Error where another process has it, or where the lock's own file cannot be read
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
  const connection = new DatabaseSync(path);
  try {
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    connection.close();
    throw new Error(`Cannot open the data folder ${folder} as ${reason(error, path)}`, { cause: error });
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

/** Whether a process has a folder; nothing is changed. */
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

/** SQLite's codes for "another connection has it". */
const heldCodes = [5, 6];
const fullCode = 13;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && heldCodes.includes(Number(error.errcode));
}

function reason(error: unknown, path: string): string {
  if (isBusy(error)) {
    return 'another process has it: stop that one, or reach it with --url and --key';
  }
  if (error instanceof Error && 'errcode' in error && error.errcode === fullCode) return 'the disk is full';
  const message = error instanceof Error ? error.message : String(error);
  return `the lock ${path} cannot be used (${message}): delete that file, it holds nothing`;
}
