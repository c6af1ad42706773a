import type { ReadConnection } from './database.ts';

/** A place in the log, with what stands there: another database may have got as far. */
export interface LogPosition {
  readonly revision: number;
  readonly at: number;
  readonly key: string | null;
}

/** The newest place in the log up to a revision that is still there. */
export function positionAt(reads: ReadConnection, revision: number): LogPosition | null {
  const row = reads
    .prepare('SELECT rev AS revision, at, key FROM log WHERE rev <= ? ORDER BY rev DESC LIMIT 1')
    .get(revision);
  return row === undefined ? null : (row as unknown as LogPosition);
}

/** Whether the log has at the mark what it had: it is the same log, and not one from before. */
export function isSameLog(reads: ReadConnection, mark: LogPosition): boolean {
  const row = positionAt(reads, mark.revision);
  return row !== null && row.revision === mark.revision && row.at === mark.at && row.key === mark.key;
}
