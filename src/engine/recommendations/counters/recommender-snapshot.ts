import { existsSync, renameSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { CountingSettings } from './counting-settings.ts';
import { codeHash } from '../../storage/code-hash.ts';
import type { ReadConnection } from '../../storage/database.ts';
import { readPositionAt, isSameLog, type LogPosition } from '../../log/log-position.ts';
import { readSnapshotFile, writeSnapshotFile } from '../../storage/snapshot-file.ts';
import { RecommenderProjection, type RecommenderSnapshot } from './recommender-projection.ts';
import { isErasedAfter } from '../../storage/erasures.ts';

/**
 * The header of a snapshot of the recommenders. A start that loads a snapshot need not read the whole log. The database remains the
 * source: a snapshot that is missing, damaged, of other code or older than an erasure is ignored.
 */
interface SnapshotHeader {
  readonly code: string;
  readonly weights: CountingSettings;
  /** The log position of the snapshot. */
  readonly mark: LogPosition;
}

// The hash covers the text kernel, which computes the words of items, and `bits/hash-slots.ts`, which tables of counts use.
const code = codeHash(
  ['bits', 'recommend', 'text'],
  ['recommender-projection', 'item-features', 'item-fields', 'event-rows'],
);

export interface OpenedRecommender {
  readonly projection: RecommenderProjection;
  /** The revision of the loaded snapshot, or -1 without a snapshot. */
  readonly snapshotRevision: number;
}

/** The task of the snapshot process: the database, its last snapshot and the file to write. */
export interface SnapshotTask {
  readonly database: string;
  readonly snapshotPath: string;
  readonly targetPath: string;
  readonly weights: CountingSettings;
}

/** The recommenders of a database at a revision: the last snapshot, and the rows after it. */
export function openRecommender(
  reads: ReadConnection,
  path: string,
  weights: CountingSettings,
  until: number,
): OpenedRecommender {
  const snapshot = readSnapshot(reads, path, weights);
  const projection = new RecommenderProjection(weights);
  if (snapshot !== null) projection.load(snapshot.saved);
  projection.catchUp(reads, snapshot?.position.revision ?? null, until);
  return { projection, snapshotRevision: snapshot?.position.revision ?? -1 };
}

/**
 * Writes a snapshot of a projection that has caught up to a revision, and returns the revision of its position. For `syncsOften` see
 * `writeSnapshotFile`.
 */
export function writeRecommenderSnapshot(
  reads: ReadConnection,
  path: string,
  projection: RecommenderProjection,
  revision: number,
  syncsOften = false,
): number {
  const position = readPositionAt(reads, revision);
  if (position === null) return -1;
  const header: SnapshotHeader = { code, weights: projection.weights, mark: position };
  writeSnapshotFile(`${path}.new`, header, projection.save(), syncsOften);
  renameSync(`${path}.new`, path);
  return position.revision;
}

export function removeRecommenderSnapshot(path: string): void {
  for (const ending of ['', '.new', '.next', '.next.new']) rmSync(`${path}${ending}`, { force: true });
}

function readSnapshot(
  reads: ReadConnection,
  path: string,
  weights: CountingSettings,
): { saved: RecommenderSnapshot; position: LogPosition } | null {
  if (!existsSync(path)) return null;
  let position: LogPosition | null = null;
  const saved = readSnapshotFile(path, (found) => {
    const header = found as SnapshotHeader;
    const isOurs = header.code === code && isDeepStrictEqual(header.weights, weights);
    if (!isOurs || !isSameLog(reads, header.mark) || isErasedAfter(reads, header.mark.revision)) return false;
    position = header.mark;
    return true;
  });
  if (saved !== null && position !== null) return { saved: saved as RecommenderSnapshot, position };
  // The snapshot may contain an erased visitor.
  removeRecommenderSnapshot(path);
  return null;
}

/** The path of the snapshot of a project's database. */
export function recommenderSnapshotPath(databasePath: string): string {
  return databasePath.replace(/\.db$/, '.recommender');
}
