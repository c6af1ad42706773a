import { closeSync, fsyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../lib/thread-priority.ts';
import { computeFileDigest } from './file-digest.ts';
import { hasTable, removeIdentity } from './database-identity.ts';
import { countRows, type DatabaseCounts } from './database-counts.ts';
import { removeLogPosition } from './shared-log-position.ts';
import { describeFailure } from './storage-failure.ts';

export interface CopyRequest {
  readonly from: string;
  readonly into: string;
  /** Removes the log position and the identity from the copy. */
  readonly detached: boolean;
}

/** Size, digest and row counts of a copy, for later comparison. */
export interface DatabaseCopy {
  readonly bytes: number;
  /** The digest in hex. */
  readonly sha256: string;
  readonly counts: DatabaseCounts;
}

export type CopyReply =
  | { readonly copy: DatabaseCopy }
  | { readonly message: string; readonly reason: string };

if (parentPort === null) throw new Error('Cannot run outside a worker thread');
const port = parentPort;
// If cores are scarce, the serving thread has priority.
lowerThreadPriority(10);

/** The last connection that closes locks the database while it writes the write-ahead log back, in milliseconds. */
const lockTimeout = 60_000;

async function copyDatabaseFile({ from, into, detached }: CopyRequest): Promise<DatabaseCopy> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: lockTimeout });
  try {
    // Copies all pages in one step: with several steps, each write in between would restart the copy.
    await backup(source, into, { rate: 2_147_483_647 });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(into);
  let counts: DatabaseCounts;
  try {
    // In WAL mode, opening the copy would leave files next to it, even for a read.
    copy.exec('PRAGMA journal_mode = DELETE');
    if (detached) {
      if (hasTable(copy, 'state')) copy.exec(removeLogPosition);
      removeIdentity(copy);
    }
    counts = countRows(copy);
  } finally {
    copy.close();
  }
  const file = openSync(into, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { ...computeFileDigest(into), counts };
}

try {
  port.postMessage({ copy: await copyDatabaseFile(workerData as CopyRequest) } satisfies CopyReply);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  port.postMessage({ message, reason: describeFailure(error) } satisfies CopyReply);
}
