import { existsSync, renameSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { CountingSettings } from './counting-settings.ts';
import { codeHash } from '../storage/code-hash.ts';
import type { ReadConnection } from '../storage/database.ts';
import { markAt, stands, type LogMark } from '../storage/log-marks.ts';
import { readPlainData, writePlainData } from '../storage/plain-data-file.ts';
import { RecommenderFacts, type SavedFacts } from './recommender-facts.ts';
import { logKind } from '../storage/schema.ts';

/**
 * What the lists of a project rest on, on disk, so that a start need not count the whole log again. It is a copy of what the
 * database can give: what is missing, damaged, of other code or from before an erasure is passed over.
 */
interface Head {
  readonly code: string;
  readonly weights: CountingSettings;
  /** The place in the log up to which all is in. */
  readonly mark: LogMark;
}

/** Words of items come from the text kernel. */
const code = codeHash(['models', 'text'], ['recommender-facts', 'item-content', 'item-fields', 'event-rows']);

export interface OpenedFacts {
  readonly facts: RecommenderFacts;
  /** The revision of the log that was kept; -1 where nothing was. */
  readonly keptRevision: number;
}

/** What the process is told: the database, what was kept of it, and where to write. */
export interface RecommenderWork {
  readonly database: string;
  readonly kept: string;
  readonly made: string;
  readonly weights: CountingSettings;
}

/** The facts of a database up to a revision: what was kept, and what came since. */
export function openFacts(
  reads: ReadConnection,
  path: string,
  weights: CountingSettings,
  until: number,
): OpenedFacts {
  const kept = readFacts(reads, path, weights);
  const facts = new RecommenderFacts(weights);
  if (kept !== null) facts.load(kept.saved);
  facts.catchUp(reads, kept?.mark.revision ?? null, until);
  return { facts, keptRevision: kept?.mark.revision ?? -1 };
}

/** Writes facts that hold everything up to a revision (gently: behind what else is written); gives the revision they are kept under. */
export function writeFacts(
  reads: ReadConnection,
  path: string,
  facts: RecommenderFacts,
  revision: number,
  isGentle = false,
): number {
  const mark = markAt(reads, revision);
  if (mark === null) return -1;
  const head: Head = { code, weights: facts.weights, mark };
  writePlainData(`${path}.new`, head, facts.save(), isGentle);
  renameSync(`${path}.new`, path);
  return mark.revision;
}

export function removeFacts(path: string): void {
  for (const ending of ['', '.new', '.made', '.made.new']) rmSync(`${path}${ending}`, { force: true });
}

function readFacts(
  reads: ReadConnection,
  path: string,
  weights: CountingSettings,
): { saved: SavedFacts; mark: LogMark } | null {
  if (!existsSync(path)) return null;
  let mark: LogMark | null = null;
  const saved = readPlainData(path, (found) => {
    const head = found as Head;
    const isOurs = head.code === code && isDeepStrictEqual(head.weights, weights);
    if (!isOurs || !stands(reads, head.mark) || isErasedAfter(reads, head.mark)) return false;
    mark = head.mark;
    return true;
  });
  if (saved !== null && mark !== null) return { saved: saved as SavedFacts, mark };
  // It may know somebody who was erased.
  removeFacts(path);
  return null;
}

function isErasedAfter(reads: ReadConnection, { revision }: LogMark): boolean {
  const found = reads
    .prepare(`SELECT 1 FROM log WHERE rev > ? AND kind = ${logKind.erasure} LIMIT 1`)
    .get(revision);
  return found !== undefined;
}

/** Where the facts of a project's database lie. */
export function factsPath(databasePath: string): string {
  return databasePath.replace(/\.db$/, '.recommender');
}
