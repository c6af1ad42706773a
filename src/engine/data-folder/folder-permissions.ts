import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The service's own entries of a data folder; others are left unchanged. */
const ownNames = /^(?:(?:vitrine|lock)\.db|projects$|backups$|cluster$|models$)/;
const otherUsersBits = 0o077;
const stickyBit = 0o1000;

/**
 * Removes other users' permissions on a data folder and the service's files in it. Returns the reason of the first
 * failure and the number of failures, for example where the folder belongs to another user or is read-only; null
 * without failures.
 */
export async function restrictFolder(folder: string): Promise<{ reason: string; count: number } | null> {
  let [reason, count]: [string, number] = ['', 0];
  const withFallbackIfDenied = async <T>(action: () => Promise<T>, fallback: T): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      // The file was removed in the meantime, as SQLite's side files are.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback;
      if (count++ === 0) reason = error instanceof Error ? error.message : String(error);
      return fallback;
    }
  };
  /** Restricts a path; returns whether it is a folder. */
  const restrict = (path: string): Promise<boolean> =>
    withFallbackIfDenied(async () => {
      const stats = await lstat(path);
      if (stats.isSymbolicLink()) return false;
      // A sticky folder such as /tmp is shared by all users: its content is restricted, the folder is not.
      if ((stats.mode & otherUsersBits) !== 0 && (stats.mode & stickyBit) === 0)
        await chmod(path, stats.mode & 0o700);
      return stats.isDirectory();
    }, false);
  const listNames = (path: string): Promise<string[]> =>
    withFallbackIfDenied(async () => (await readdir(path)).sort(), []);
  const restrictAll = async (path: string): Promise<void> => {
    if (!(await restrict(path))) return;
    for (const name of await listNames(path)) await restrictAll(join(path, name));
  };
  await restrict(folder);
  for (const name of await listNames(folder)) if (ownNames.test(name)) await restrictAll(join(folder, name));
  return count === 0 ? null : { reason, count };
}
