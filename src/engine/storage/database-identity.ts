import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** The owner of a database. A database of a cluster has none: its content comes from the shared log. */
export interface DatabaseIdentity {
  /** The data folder's random id, created once. */
  readonly folder: string;
  /** The project whose database it is; null means the list of projects. */
  readonly project: { readonly id: string; readonly createdAt: number } | null;
}

interface Prepares {
  prepare(sql: string): { get(...values: string[]): Record<string, unknown> | undefined };
}

const name = 'identity';
const get = `SELECT CAST(value AS TEXT) AS json FROM state WHERE name = '${name}'`;
/** Stores the identity, as JSON. */
export const putIdentity = `INSERT INTO state (name, value) VALUES ('${name}', CAST(? AS BLOB)) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/**
 * The field of `state` and the table that identify the owner of a database. They belong to a folder, not to its
 * content: the copy for a log omits them.
 */
export const identityField = `'${name}'`;
export const fileListTable = 'project_files';

export function readIdentity(database: Prepares): DatabaseIdentity | null {
  if (!hasTable(database, 'state')) return null;
  const row = database.prepare(get).get();
  return row === undefined ? null : (JSON.parse(String(row['json'])) as DatabaseIdentity);
}

export function hasTable(database: Prepares, table: string): boolean {
  return (
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined
  );
}

/** Removes the identity from a copy. */
export function removeIdentity(database: DatabaseSync): void {
  if (hasTable(database, 'state')) database.exec(`DELETE FROM state WHERE name = ${identityField}`);
  if (hasTable(database, fileListTable)) database.exec(`DELETE FROM ${fileListTable}`);
}

/** Whether a project's database has never held a write, for example after a crash during its creation. */
export function isUnused(database: Prepares): boolean {
  return !hasTable(database, 'log') || database.prepare('SELECT 1 FROM log LIMIT 1').get() === undefined;
}

/** The reason why a database is not that of the project in this folder, in words that follow "it is"; null if it is. */
export function findOwnershipProblem(
  found: DatabaseIdentity | null,
  expected: DatabaseIdentity,
): string | null {
  if (found === null) return 'without an identity: it was not created in this data folder';
  if (found.project === null) return 'a list of projects';
  if (found.project.id !== expected.project?.id)
    return `the one of project ${JSON.stringify(found.project.id)}`;
  if (found.folder !== expected.folder) return 'of another data folder';
  if (found.project.createdAt !== expected.project.createdAt) return 'of an earlier project of this id';
  return null;
}

/**
 * Opens a database that no process writes to, for the duration of `read`. Without a write-ahead log it is opened as
 * immutable: otherwise even a reader would leave SQLite's files next to it.
 * @throws Error if the file is not a database
 */
export function readFromDatabase<T>(path: string, read: (database: DatabaseSync) => T): T {
  const address = pathToFileURL(path);
  if (!((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)) address.search = 'immutable=1';
  const database = new DatabaseSync(address, { readOnly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}
