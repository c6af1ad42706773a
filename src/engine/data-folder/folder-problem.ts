import { accessSync, constants, existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../lib/make-folder.ts';
import { FolderInUse, lockFolder, type FolderLock } from '../storage/folder-lock.ts';
import { locateProjects } from './data-folder.ts';

const otherFolder = 'choose another folder with VITRINE_DATA';
/** The entries without which a folder cannot be opened; others, such as backups, are not needed to start. */
const neededNames = /^(?:(?:vitrine|lock)\.db(?:-wal|-shm|-journal)?|projects)$/;
/** Failures that the state of the folder explains: codes of the system, and SQLite's messages, which name no file. */
const accessFailure =
  /\b(?:EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|EISDIR|EEXIST|ENOENT)\b|readonly database|unable to open database file|disk is full|disk I\/O error/;
/** With less than this, SQLite cannot create its files. */
const freeBytesMin = 1024 * 1024;
const freeFilesMin = 16;

/** Creates a data folder where it is missing, and locks it. @throws FolderInUse; Error with the cause and a solution */
export function claimFolder(folder: string): FolderLock {
  try {
    makeFolder(locateProjects(folder));
    return lockFolder(folder);
  } catch (error) {
    throw withFolderProblem(error, folder);
  }
}

/** Adds the cause and a solution to an error of opening a data folder, if the state of the folder tells them. */
export function withFolderProblem(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof FolderInUse || !accessFailure.test(error.message))
    return error;
  const problem = findFolderProblem(folder);
  if (problem === null) return error;
  return new Error(`Cannot open the data folder ${folder} as ${problem}`, { cause: error });
}

/** Why a data folder cannot be used, in words that follow "as", with a solution; null if unknown. */
function findFolderProblem(folder: string): string | null {
  try {
    return findProblem(folder);
  } catch {
    // The caller reports the error that led here.
    return null;
  }
}

function findProblem(folder: string): string | null {
  const existing = findNearestExisting(folder);
  if (!statSync(existing).isDirectory())
    return `${existing === folder ? 'it' : existing} is a file: ${otherFolder}`;
  if (existing !== folder && lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return `it is a link to a folder that does not exist: create that one, or ${otherFolder}`;
  const denied = findDeniedCode(existing);
  if (denied === 'EROFS')
    return `it is on a read-only file system: mount that for writing, or ${otherFolder}`;
  if (denied !== null && existing !== folder)
    return `this user may not create it in ${existing}: ${otherFolder}`;
  if (denied !== null) return describeDeniedAccess(folder, folder);
  return findEntryProblem(folder) ?? findDiskProblem(existing);
}

/** The folder itself, or its nearest parent that exists. */
function findNearestExisting(folder: string): string {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  return existing;
}

/** The problem of the first entry that cannot be read and written, or is of the wrong kind. */
function findEntryProblem(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const projects = locateProjects(folder);
  const paths = readdirSync(folder)
    .sort()
    .filter((name) => neededNames.test(name))
    .map((name) => join(folder, name));
  for (const path of paths) {
    const isFolder = statSync(path).isDirectory();
    if (isFolder !== (path === projects))
      return `${path} is a ${isFolder ? 'folder' : 'file'}: move it away, or ${otherFolder}`;
    if (findDeniedCode(path) !== null) return describeDeniedAccess(path, folder);
  }
  return null;
}

/** The code of the error that keeps this user from reading and writing, or null if there is none. */
function findDeniedCode(path: string): string | null {
  const search = statSync(path).isDirectory() ? constants.X_OK : 0;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | search);
    return null;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

function describeDeniedAccess(path: string, folder: string): string {
  const isOwn = statSync(path).uid === process.getuid?.();
  const solution = isOwn
    ? `run \`chmod -R u+rwX "${folder}"\``
    : `start Vitrine as its owner, or take the folder over with \`sudo chown -R "$(id -un)" "${folder}"\``;
  return `this user may not read and write ${path}: ${solution}, or ${otherFolder}`;
}

function findDiskProblem(path: string): string | null {
  const { bavail, bsize, files, ffree } = statfsSync(path);
  if (bavail * bsize < freeBytesMin) return `the disk is full: free some space, or ${otherFolder}`;
  // File systems without a fixed number of files report 0 of 0.
  if (files > 0 && ffree < freeFilesMin)
    return `the disk has no room for more files (inodes): delete some, or ${otherFolder}`;
  return null;
}
