import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What a service keeps in a data folder; anything else there is not its own. */
const ownNames = /^(?:(?:vitrine|lock)\.db|projects$|backups$|cluster$|models$)/;
const others = 0o077;
const sticky = 0o1000;

/**
 * Takes the rights of other users to a data folder and to all that a service keeps in it. Gives what could not be changed, as where the
 * folder belongs to another user or is read-only: the reason of the first, and how many there are; null where there is none.
 */
export async function restrictFolder(folder: string): Promise<{ reason: string; count: number } | null> {
  let [reason, count]: [string, number] = ['', 0];
  const unlessDenied = async <T>(action: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      // Removed by now, as files beside a database are.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
      if (count++ === 0) reason = error instanceof Error ? error.message : String(error);
      return otherwise;
    }
  };
  /** Gives whether the path is a folder. */
  const restrict = (path: string): Promise<boolean> =>
    unlessDenied(async () => {
      const stats = await lstat(path);
      if (stats.isSymbolicLink()) return false;
      // A folder such as /tmp is for all users: what is in it is restricted, and it stays what it is.
      if ((stats.mode & others) !== 0 && (stats.mode & sticky) === 0) await chmod(path, stats.mode & 0o700);
      return stats.isDirectory();
    }, false);
  const namesIn = (path: string): Promise<string[]> => unlessDenied(() => readdir(path), []);
  const restrictAll = async (path: string): Promise<void> => {
    if (!(await restrict(path))) return;
    for (const name of await namesIn(path)) await restrictAll(join(path, name));
  };
  await restrict(folder);
  for (const name of await namesIn(folder)) if (ownNames.test(name)) await restrictAll(join(folder, name));
  return count === 0 ? null : { reason, count };
}
