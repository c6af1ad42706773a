import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { LogCompacted, LogRestored, type LogSnapshot, type SharedLog } from '../../ports/shared-log.ts';
import { copyDatabase } from '../storage/database-copy.ts';
import { indexFolder } from '../search/index-snapshotter.ts';
import { recommenderSnapshotPath, removeRecommenderSnapshot } from '../counters/recommender-snapshot.ts';
import { logPositionIn, type SharedLogPosition } from '../storage/shared-writes.ts';

const chunkBytes = 4 * 1024 * 1024;

/** Removes a database with what is kept beside it. */
export async function removeDatabase(path: string): Promise<void> {
  // With copies that a process left that ended while it made them.
  for (const suffix of ['', '-wal', '-shm', '.base', '.partial'])
    await rm(`${path}${suffix}`, { force: true });
  await rm(indexFolder(path), { recursive: true, force: true });
  removeRecommenderSnapshot(recommenderSnapshotPath(path));
}

/**
 * Makes a file one that the log goes on from: it stays where it is of this log and no older than its base, else the base takes its
 * place, or nothing where there is none. The database is not open meanwhile.
 * @throws VitrineError storage_failed
 */
export async function restoreSnapshot(log: SharedLog, path: string): Promise<void> {
  await rm(`${path}.base`, { force: true });
  const base = await log.snapshot();
  if (existsSync(path) && (await goesOn(log, base, path))) return;
  await removeDatabase(path);
  if (base === null) return;
  const partial = `${path}.partial`;
  const file = await open(partial, 'w');
  try {
    for await (const chunk of base.chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
}

/** Makes a copy of a database, in use or not, the base of a log; false where another process was faster. @throws VitrineError storage_failed */
export async function publishSnapshot(log: SharedLog, path: string, isShared: boolean): Promise<boolean> {
  const copy = `${path}.base`;
  await rm(copy, { force: true });
  try {
    await copyDatabase({ from: path, into: copy, detached: !isShared });
    const { next, mark } = isShared ? placeOf(copy) : { next: 0, mark: null };
    return await log.compact({ next, chainHash: mark, chunks: chunksOf(copy) });
  } finally {
    await rm(copy, { force: true });
  }
}

async function* chunksOf(path: string): LogSnapshot['chunks'] {
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) yield chunk as Buffer;
}

async function goesOn(log: SharedLog, base: LogSnapshot | null, path: string): Promise<boolean> {
  const { id, next, mark } = placeOf(path);
  if (id !== log.id || next < (base?.next ?? 0)) return false;
  try {
    await log.read(next, 1, mark);
    return true;
  } catch (error) {
    if (error instanceof LogRestored) return false;
    // It has another base by now: whether it goes on from there, the first look tells.
    if (error instanceof LogCompacted) return true;
    throw error;
  }
}

function placeOf(path: string): SharedLogPosition & { readonly id: string | null } {
  const database = new DatabaseSync(path);
  try {
    return logPositionIn(database);
  } finally {
    database.close();
  }
}
