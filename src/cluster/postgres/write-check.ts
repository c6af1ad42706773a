import { randomBytes } from 'node:crypto';
import type { PostgresConnection } from './connection.ts';

/** More than fits into free parts of pages, so that a full disk shows. */
const probeBytes = 65_536;
/** A log that is never opened: ids of logs are not empty. */
const probeLog = '';

/**
 * Tries a durable commit with the rights that a process needs, and leaves nothing. Processes that check at the same time wait for each
 * other. @throws VitrineError storage_failed
 */
export async function checkWrites(connection: PostgresConnection): Promise<void> {
  const { schema } = connection;
  await connection.transaction(async (query) => {
    // The server checks rights, although no row matches.
    await query(`UPDATE ${schema}.logs SET head = head WHERE false`);
    await query(`UPDATE ${schema}.leases SET renewals = renewals WHERE false`);
    for (const table of ['logs', 'snapshots', 'leases', 'members'])
      await query(`DELETE FROM ${schema}.${table} WHERE false`);
    await query(
      `INSERT INTO ${schema}.entries (log, number, hash, writer, entry) VALUES ($1, 0, '', '', $2)`,
      [probeLog, randomBytes(probeBytes)],
    );
    await query(`DELETE FROM ${schema}.entries WHERE log = $1`, [probeLog]);
  });
}
