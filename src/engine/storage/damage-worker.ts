import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../lib/thread-priority.ts';
import { isDamage, isReadFailure, describeFailure } from './storage-failure.ts';

/** A thread that reads a whole database once, and posts a description of its damage, or null if it has none. */
const { path, lockWaitMs } = workerData as { readonly path: string; readonly lockWaitMs: number };
lowerThreadPriority(19);
parentPort?.postMessage(findDamage(path));

function findDamage(file: string): string | null {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: lockWaitMs });
    try {
      // Keeps as little of the database as possible in memory.
      database.exec('PRAGMA query_only = ON; PRAGMA mmap_size = 0');
      return findPageDamage(database) ?? findContentDamage(database);
    } finally {
      database.close();
    }
  } catch (error) {
    // A database that is locked while it is opened or closed, or that was removed, tells nothing about its content.
    return isDamage(error) || isReadFailure(error) ? describeFailure(error) : null;
  }
}

/** Checks pages without comparing indexes with their tables, which takes several times as long: `vitrine doctor` does that. */
function findPageDamage(database: DatabaseSync): string | null {
  const verdict = String(database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']);
  return verdict === 'ok' ? null : verdict.replace(/^\*\*\* in database main \*\*\*\n/, '');
}

/** Checks JSON, which SQLite reads as bytes without parsing it. */
function findContentDamage(database: DatabaseSync): string | null {
  for (const [table, key, json] of [
    ['items', 'no', 'json'],
    ['log', 'rev', 'body'],
  ] as const) {
    if (database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) === undefined) continue;
    const sql = `SELECT ${key} AS key FROM ${table} WHERE ${json} IS NOT NULL AND NOT json_valid(CAST(${json} AS TEXT)) LIMIT 1`;
    const row = database.prepare(sql).get();
    if (row !== undefined)
      return `the JSON of row ${String(row['key'])} of its table ${table} cannot be read`;
    // Counts the rows of the table, and those of an index.
    const counts = ['NOT INDEXED', ''].map((how) =>
      Number(database.prepare(`SELECT count(*) AS count FROM ${table} ${how}`).get()?.['count']),
    );
    if (counts[0] !== counts[1]) return `an index of its table ${table} has other rows than the table`;
  }
  return null;
}
