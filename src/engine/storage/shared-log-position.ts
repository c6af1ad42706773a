export interface SharedLogPosition {
  /** The number of the first entry that the database lacks. */
  readonly next: number;
  /** The hash chain up to `next`, or null if the log was empty. */
  readonly chainHash: string | null;
}

const put = (name: string): string =>
  `INSERT INTO state (name, value) VALUES ('${name}', CAST(? AS BLOB)) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** The fields of `state` with the position, under the names of the first version. */
export const putNextEntry = put('shared-next');
export const putChainHash = put('shared-mark');
export const putLogId = put('shared-log');
/** The newest entry with an erasure. Erased data is in entries before it until a snapshot replaces them. */
export const putLastErasure = put('shared-erasure');
const selectStateNumber = (name: string): string =>
  `SELECT CAST(CAST(value AS TEXT) AS INTEGER) FROM state WHERE name = '${name}'`;
const selectStateText = (name: string): string =>
  `SELECT CAST(value AS TEXT) AS text FROM state WHERE name = '${name}'`;
const nextEntry = selectStateNumber('shared-next');
const lastChainHash = selectStateText('shared-mark');
const lastErasure = selectStateNumber('shared-erasure');
const logId = selectStateText('shared-log');
/** Names of the position's fields, for SQL. */
export const logPositionFields = "'shared-next', 'shared-mark', 'shared-log', 'shared-erasure'";
/** Detaches a copy from its shared log. */
export const removeLogPosition = `DELETE FROM state WHERE name IN (${logPositionFields})`;

interface Prepares {
  prepare(sql: string): { get(): Record<string, unknown> | undefined };
}

/** The position of a database and the id of its log; the id is null without a log. */
export function readLogPosition(database: Prepares): SharedLogPosition & { readonly id: string | null } {
  return {
    id: readFirst(database, logId) as string | null,
    next: Number(readFirst(database, nextEntry) ?? 0),
    chainHash: readFirst(database, lastChainHash) as string | null,
  };
}

/** The number of the newest entry with an erasure, or -1 if there is none. */
export function readLastErasure(database: Prepares): number {
  return Number(readFirst(database, lastErasure) ?? -1);
}

function readFirst(database: Prepares, sql: string): unknown {
  return Object.values(database.prepare(sql).get() ?? {})[0] ?? null;
}
