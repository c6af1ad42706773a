import { PostgresConnection, type PostgresOptions } from './connection.ts';
import { checkWrites } from './write-check.ts';

/** What an operator wants to know about a database. */
export interface DatabaseFacts {
  readonly version: string;
  /** Its time in ms since 1970. */
  readonly now: number;
  /** The standbys that a commit waits for; empty means that a commit is on one machine alone. */
  readonly synchronousStandbys: string;
}

/** @throws VitrineError storage_failed where the server does not answer, refuses the role, or does not store a write */
export async function inspectPostgres(options: PostgresOptions): Promise<DatabaseFacts> {
  await using connection = new PostgresConnection(options);
  const tables = await connection.read('SELECT to_regclass($1) IS NOT NULL AS exists', [
    `${connection.schema}.version`,
  ]);
  if (tables[0]?.['exists'] === true) await checkWrites(connection);
  const [row = {}] = await connection.read(
    `SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) * 1000 AS now,
       current_setting('synchronous_standby_names', true) AS standbys`,
  );
  return {
    version: row['version'] as string,
    now: Number(row['now']),
    synchronousStandbys: (row['standbys'] as string | null) ?? '',
  };
}
