import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { waitMsMax } from './until.ts';

/** Changes within one tick of the clock of a file system have the same time; at most 10 ms. */
const tickMs = 20;

/** The size and the time of the last change of each file of a folder. */
type FileStates = ReadonlyMap<string, readonly [bytes: number, changedMs: number]>;

/**
 * Copies the data folder of a service of this process as SIGKILL would leave it: with all that is written to its files, and nothing that
 * the service has only in memory.
 *
 * The copy blocks the main thread. So no write is acknowledged before its end, and no write that depends on another one begins. Other
 * threads and processes may still write: commits, checkpoints, segments of the text index, snapshots. They run out of work, which only the
 * main thread gives them. The copy is repeated until no file has changed during it: it is the state of all files at one moment.
 *
 * SQLite maps `-shm` files: their changes have no time, so they are not compared. The first connection after a crash rebuilds their content
 * from the write-ahead log; only on a read-only file system must there be one. `lock.db` is copied without its lock. Closing a file that was
 * read releases the locks of this process on it, so the service must then stop.
 */
export function copyAsCrashed(folder: string, into: string): void {
  const deadline = Date.now() + waitMsMax;
  while (!isCopied(folder, into)) {
    if (Date.now() > deadline) throw new Error(`Files of ${folder} changed for ${waitMsMax} ms`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, tickMs);
  }
}

/** Copies a folder; false if a file changed shortly before the copy or during it. */
function isCopied(folder: string, into: string): boolean {
  rmSync(into, { recursive: true, force: true });
  try {
    const states = readFileStates(folder);
    const newestMs = Math.max(...[...states.values()].map(([, changedMs]) => changedMs));
    if (Date.now() - newestMs < tickMs) return false;
    cpSync(folder, into, { recursive: true, preserveTimestamps: true });
    return isDeepStrictEqual(readFileStates(folder), states);
  } catch (error) {
    // A file was removed or replaced between its listing and its reading.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function readFileStates(folder: string): FileStates {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter(
    (name) => !name.endsWith('-shm'),
  );
  return new Map(
    names.map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return [name, [size, mtimeMs]];
    }),
  );
}
