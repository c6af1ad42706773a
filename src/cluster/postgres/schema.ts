import { VitrineError } from '../../ports/errors.ts';
import type { PostgresConnection } from './connection.ts';
import { readCode } from './failures.ts';

/** The version of the tables. */
const schemaVersion = 1;

/**
 * The tables of a service. A log has one row with its head, whose lock orders appends; entries are never changed. `first` is the
 * number of the oldest kept entry: earlier ones are in the snapshot, whose chunks have the log's epoch and writer.
 */
const listStatements = (schema: string): string[] => [
  `CREATE SCHEMA IF NOT EXISTS ${schema}`,
  `CREATE TABLE IF NOT EXISTS ${schema}.logs (
     name text PRIMARY KEY,
     id text NOT NULL UNIQUE,
     head bigint NOT NULL,
     hash text,
     first bigint NOT NULL,
     first_hash text,
     epoch bigint NOT NULL,
     snapshot text,
     chunks bigint NOT NULL,
     digest text
   )`,
  `CREATE TABLE IF NOT EXISTS ${schema}.entries (
     log text NOT NULL,
     number bigint NOT NULL,
     hash text NOT NULL,
     writer text NOT NULL,
     entry bytea NOT NULL,
     PRIMARY KEY (log, number)
   )`,
  `CREATE TABLE IF NOT EXISTS ${schema}.snapshots (
     log text NOT NULL,
     epoch bigint NOT NULL,
     snapshot text NOT NULL,
     number bigint NOT NULL,
     chunk bytea NOT NULL,
     PRIMARY KEY (log, epoch, snapshot, number)
   )`,
  `CREATE TABLE IF NOT EXISTS ${schema}.leases (
     job text PRIMARY KEY,
     holder text NOT NULL,
     fence bigint NOT NULL,
     renewals bigint NOT NULL
   )`,
  `CREATE TABLE IF NOT EXISTS ${schema}.members (id text PRIMARY KEY, member text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${schema}.version (only_row bool PRIMARY KEY CHECK (only_row), version bigint NOT NULL)`,
  `INSERT INTO ${schema}.version VALUES (true, ${schemaVersion}) ON CONFLICT DO NOTHING`,
];

/** `SQLSTATE`s of concurrent DDL: another process creates the same schema, table or type. */
const concurrentDdl = new Set(['23505', '42P06', '42P07', '42710', '40001', '40P01', 'XX000']);
const attemptsMax = 10;

/**
 * Creates the tables unless they exist; several processes may do so at the same time. A role without rights to create anything works on tables
 * that another one made. @throws VitrineError storage_failed
 */
export async function prepareSchema(connection: PostgresConnection): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const version = await readVersion(connection);
    if (version === schemaVersion) return;
    if (version !== null)
      throw new VitrineError('storage_failed', `The tables have version ${version}, of a newer Vitrine`);
    try {
      for (const statement of listStatements(connection.schema)) await connection.write(statement);
    } catch (error) {
      const cause = error instanceof VitrineError ? error.cause : null;
      const code = readCode(cause instanceof Error ? (cause.cause ?? cause) : cause);
      if (!concurrentDdl.has(code) || attempt === attemptsMax) throw error;
    }
  }
}

/** Null means that there are no tables yet. */
async function readVersion(connection: PostgresConnection): Promise<number | null> {
  const [table] = await connection.read('SELECT to_regclass($1) IS NOT NULL AS exists', [
    `${connection.schema}.version`,
  ]);
  if (table?.['exists'] !== true) return null;
  const [row] = await connection.read(`SELECT version FROM ${connection.schema}.version`);
  return row === undefined ? null : Number(row['version']);
}
