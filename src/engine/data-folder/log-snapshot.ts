import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import {
  LogCompacted,
  LogRestored,
  type LogSnapshot,
  type SharedLog,
  type SharedLogs,
} from '../../ports/cluster/shared-log.ts';
import { copyDatabase } from '../storage/database-copy.ts';
import { indexFolder } from '../search/index-snapshotter.ts';
import {
  recommenderSnapshotPath,
  removeRecommenderSnapshot,
} from '../recommendations/counters/recommender-snapshot.ts';
import { readLogPosition, type SharedLogPosition } from '../storage/shared-log-position.ts';

const chunkBytes = 4 * 1024 * 1024;

/** Removes a database and the files next to it. */
export async function removeDatabase(path: string): Promise<void> {
  // Removes the copies of a process that crashed while writing them, too.
  for (const suffix of ['', '-wal', '-shm', '.base', '.partial'])
    await rm(`${path}${suffix}`, { force: true });
  await rm(indexFolder(path), { recursive: true, force: true });
  removeRecommenderSnapshot(recommenderSnapshotPath(path));
}

/** Opens a log and prepares the database that follows it; see `restoreSnapshot`. @throws VitrineError storage_failed */
export async function openWithSnapshot(shared: SharedLogs, name: string, path: string): Promise<SharedLog> {
  const log = await shared.open(name);
  await restoreSnapshot(log, path);
  return log;
}

/**
 * Makes a database file a state from which a log can continue. A file of this log that is not older than the log's snapshot stays.
 * Otherwise the snapshot replaces it, or without a snapshot the file is removed. The database must be closed. @throws VitrineError
 * storage_failed
 */
export async function restoreSnapshot(log: SharedLog, path: string): Promise<void> {
  await rm(`${path}.base`, { force: true });
  const snapshot = await log.readSnapshot();
  if (existsSync(path) && (await canContinue(log, snapshot, path))) return;
  await removeDatabase(path);
  if (snapshot === null) return;
  const partial = `${path}.partial`;
  const file = await open(partial, 'w');
  try {
    for await (const chunk of snapshot.chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
}

/**
 * Publishes a copy of a database, open or not, as the snapshot of a log; returns false if another process published one first. `isShared` says whether the
 * database already follows this log, so that the copy has a position in it. @throws VitrineError storage_failed
 */
export async function publishSnapshot(log: SharedLog, path: string, isShared: boolean): Promise<boolean> {
  const copy = `${path}.base`;
  await rm(copy, { force: true });
  try {
    await copyDatabase({ from: path, into: copy, detached: !isShared });
    const { next, chainHash } = isShared ? readPosition(copy) : { next: 0, chainHash: null };
    return await log.compact({ next, chainHash, chunks: readChunks(copy) });
  } finally {
    await rm(copy, { force: true });
  }
}

async function* readChunks(path: string): LogSnapshot['chunks'] {
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) yield chunk as Buffer;
}

async function canContinue(log: SharedLog, snapshot: LogSnapshot | null, path: string): Promise<boolean> {
  const { id, next, chainHash } = readPosition(path);
  if (id !== log.id || next < (snapshot?.next ?? 0)) return false;
  try {
    await log.read(next, 1, chainHash);
    return true;
  } catch (error) {
    if (error instanceof LogRestored) return false;
    // The log has a newer snapshot: the first poll decides whether it continues from the file.
    if (error instanceof LogCompacted) return true;
    throw error;
  }
}

function readPosition(path: string): SharedLogPosition & { readonly id: string | null } {
  const database = new DatabaseSync(path);
  try {
    return readLogPosition(database);
  } finally {
    database.close();
  }
}
