import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { EventSettings } from '../../ports/settings.ts';
import { codeHash } from './code-hash.ts';
import type { ReadConnection } from './database.ts';
import { markAt, stands, type LogMark } from './log-marks.ts';
import { RecommenderFacts, type SavedFacts } from './recommender-facts.ts';
import { logKind } from './schema.ts';

/**
 * What the lists of a project rest on, on disk, so that a start need not count the whole log again. It is a copy of what the
 * database can give: what is missing, damaged, of other code or from before an erasure is passed over.
 *
 * A line of JSON (the code's hash, the place in the log up to which all is in, a checksum), then the facts as V8 writes
 * plain data.
 */
interface Head {
  readonly code: string;
  readonly weights: EventSettings;
  readonly mark: LogMark;
  readonly checksum: number;
}

const newline = 0x0a;

/** Words of items come from the text kernel. */
const code = codeHash(['models', 'text'], ['recommender-facts', 'item-content', 'event-rows']);

export interface OpenedFacts {
  readonly facts: RecommenderFacts;
  /** The revision of the log that was kept; -1 where nothing was. */
  readonly keptRevision: number;
}

/** What the thread is told: the database, what was kept of it, and where to write. */
export interface RecommenderWork {
  readonly database: string;
  readonly kept: string;
  readonly made: string;
  readonly weights: EventSettings;
}

/** The facts of a database up to a revision: what was kept, and what came since. */
export function openFacts(
  reads: ReadConnection,
  path: string,
  weights: EventSettings,
  until: number,
): OpenedFacts {
  const kept = readFacts(reads, path, weights);
  const facts = new RecommenderFacts(weights);
  if (kept !== null) facts.load(kept.saved);
  facts.catchUp(reads, kept?.mark.revision ?? null, until);
  return { facts, keptRevision: kept?.mark.revision ?? -1 };
}

/** Writes facts that hold everything up to a revision; gives the revision they are kept under. */
export function writeFacts(
  reads: ReadConnection,
  path: string,
  facts: RecommenderFacts,
  revision: number,
): number {
  const mark = markAt(reads, revision);
  if (mark === null) return -1;
  const body = serialize(facts.save());
  const head: Head = { code, weights: facts.weights, mark, checksum: crc32(body) };
  writeFileSync(`${path}.new`, `${JSON.stringify(head)}\n`);
  writeFileSync(`${path}.new`, body, { flag: 'a' });
  renameSync(`${path}.new`, path);
  return mark.revision;
}

export function removeFacts(path: string): void {
  for (const ending of ['', '.new', '.made', '.made.new']) rmSync(`${path}${ending}`, { force: true });
}

function readFacts(
  reads: ReadConnection,
  path: string,
  weights: EventSettings,
): { saved: SavedFacts; mark: LogMark } | null {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch {
    return null;
  }
  try {
    const end = file.indexOf(newline);
    const head = JSON.parse(file.toString('utf8', 0, end)) as Head;
    const body = file.subarray(end + 1);
    const isOurs = head.code === code && isDeepStrictEqual(head.weights, weights);
    if (isOurs && stands(reads, head.mark) && !isErasedAfter(reads, head.mark)) {
      if (crc32(body) === head.checksum) return { saved: deserialize(body) as SavedFacts, mark: head.mark };
    }
  } catch {
    // Damaged: as if it were not there.
  }
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
