import type { ReadConnection } from '../storage/database.ts';

/** A revision with its row's time and key, enough to recognise the same log in another database. */
export interface LogPosition {
  readonly revision: number;
  readonly at: number;
  readonly key: string | null;
}

/** The position of the newest row at or before a revision. */
export function readPositionAt(reads: ReadConnection, revision: number): LogPosition | null {
  const row = reads
    .prepare('SELECT rev AS revision, at, key FROM log WHERE rev <= ? ORDER BY rev DESC LIMIT 1')
    .get(revision);
  return row === undefined ? null : (row as unknown as LogPosition);
}

/** Whether the log still has the row of this position, which a replaced log lacks. */
export function isSameLog(reads: ReadConnection, position: LogPosition): boolean {
  const row = readPositionAt(reads, position.revision);
  return (
    row !== null && row.revision === position.revision && row.at === position.at && row.key === position.key
  );
}
