import { existsSync, renameSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { CountingSettings } from './counting-settings.ts';
import { codeHash } from '../storage/code-hash.ts';
import type { ReadConnection } from '../storage/database.ts';
import { positionAt, isSameLog, type LogPosition } from '../storage/log-position.ts';
import { readSnapshotFile, writeSnapshotFile } from '../storage/snapshot-file.ts';
import { RecommenderProjection, type RecommenderSnapshot } from './recommender-projection.ts';
import { logKind } from '../storage/schema.ts';

/**
 * What the lists of a project rest on, on disk, so that a start need not count the whole log again. It is a copy of what the
 * database can give: what is missing, damaged, of other code or from before an erasure is passed over.
 */
interface SnapshotHeader {
  readonly code: string;
  readonly weights: CountingSettings;
  /** The place in the log up to which all is in. */
  readonly mark: LogPosition;
}

/** Words of items come from the text kernel. */
const code = codeHash(
  ['recommend', 'text'],
  ['recommender-projection', 'item-features', 'item-fields', 'event-rows'],
);

export interface OpenedRecommender {
  readonly facts: RecommenderProjection;
  /** The revision of the log that was kept; -1 where nothing was. */
  readonly keptRevision: number;
}

/** What the process is told: the database, what was kept of it, and where to write. */
export interface SnapshotTask {
  readonly database: string;
  readonly kept: string;
  readonly made: string;
  readonly weights: CountingSettings;
}

/** The facts of a database up to a revision: what was kept, and what came since. */
export function openRecommender(
  reads: ReadConnection,
  path: string,
  weights: CountingSettings,
  until: number,
): OpenedRecommender {
  const kept = readFacts(reads, path, weights);
  const facts = new RecommenderProjection(weights);
  if (kept !== null) facts.load(kept.saved);
  facts.catchUp(reads, kept?.mark.revision ?? null, until);
  return { facts, keptRevision: kept?.mark.revision ?? -1 };
}

/** Writes facts that hold everything up to a revision (gently: behind what else is written); gives the revision they are kept under. */
export function writeRecommenderSnapshot(
  reads: ReadConnection,
  path: string,
  facts: RecommenderProjection,
  revision: number,
  isGentle = false,
): number {
  const mark = positionAt(reads, revision);
  if (mark === null) return -1;
  const head: SnapshotHeader = { code, weights: facts.weights, mark };
  writeSnapshotFile(`${path}.new`, head, facts.save(), isGentle);
  renameSync(`${path}.new`, path);
  return mark.revision;
}

export function removeRecommenderSnapshot(path: string): void {
  for (const ending of ['', '.new', '.made', '.made.new']) rmSync(`${path}${ending}`, { force: true });
}

function readFacts(
  reads: ReadConnection,
  path: string,
  weights: CountingSettings,
): { saved: RecommenderSnapshot; mark: LogPosition } | null {
  if (!existsSync(path)) return null;
  let mark: LogPosition | null = null;
  const saved = readSnapshotFile(path, (found) => {
    const head = found as SnapshotHeader;
    const isOurs = head.code === code && isDeepStrictEqual(head.weights, weights);
    if (!isOurs || !isSameLog(reads, head.mark) || isErasedAfter(reads, head.mark)) return false;
    mark = head.mark;
    return true;
  });
  if (saved !== null && mark !== null) return { saved: saved as RecommenderSnapshot, mark };
  // It may know somebody who was erased.
  removeRecommenderSnapshot(path);
  return null;
}

function isErasedAfter(reads: ReadConnection, { revision }: LogPosition): boolean {
  const found = reads
    .prepare(`SELECT 1 FROM log WHERE rev > ? AND kind = ${logKind.erasure} LIMIT 1`)
    .get(revision);
  return found !== undefined;
}

/** Where the facts of a project's database lie. */
export function recommenderSnapshotPath(databasePath: string): string {
  return databasePath.replace(/\.db$/, '.recommender');
}
