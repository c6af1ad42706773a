import type { DatabaseSync } from 'node:sqlite';
import { hasTable } from './database-identity.ts';
import { logKind } from './schema.ts';

/** The row counts of a database, by name: items and events of a project; projects and keys of the list of projects. */
export type DatabaseCounts = Readonly<Record<string, number>>;

const queries = {
  items: ['items', 'SELECT count(*) AS count FROM items'],
  events: ['log', `SELECT count(*) AS count FROM log WHERE kind = ${logKind.event}`],
  projects: ['projects', 'SELECT count(*) AS count FROM projects'],
  keys: ['keys', 'SELECT count(*) AS count FROM keys'],
} as const;

export function countRows(database: DatabaseSync): DatabaseCounts {
  const counts: Record<string, number> = {};
  for (const [name, [table, sql]] of Object.entries(queries))
    if (hasTable(database, table)) counts[name] = Number(database.prepare(sql).get()?.['count']);
  return counts;
}
