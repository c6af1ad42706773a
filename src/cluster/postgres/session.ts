import type pg from 'pg';
import { ConnectionError } from '../common/connection-error.ts';
import { readCode } from './failures.ts';

/** What tells a primary from an older one. Null where a database does not say it. */
export interface ServerIdentity {
  /** Equal for a primary and its standbys. */
  readonly systemId: string | null;
  /** Grows with each promotion. */
  readonly timeline: number | null;
  /** When the server started, to the microsecond: the same server under another name has the same. */
  readonly startedAt: string | null;
}

/** Time after which the server ends a statement, shortly before its client gives up: waits for locks would pile up. */
const statementTimeout = '9s';

/** Levels of `synchronous_commit` that return once a commit is on the disks of the server and its synchronous standbys. */
const durableCommits = ['on', 'remote_apply'];

/** Settings that roles and databases may have, the values with which statements work, and the one to set otherwise. */
const settings: readonly { name: string; accepted: readonly string[]; value: string }[] = [
  { name: 'synchronous_commit', accepted: durableCommits, value: 'on' },
  // Warnings tell of commits that did not wait for a standby.
  {
    name: 'client_min_messages',
    accepted: ['debug5', 'debug4', 'debug3', 'debug2', 'debug1', 'log', 'notice', 'warning'],
    value: 'warning',
  },
  { name: 'lock_timeout', accepted: ['0'], value: '0' },
  { name: 'idle_in_transaction_session_timeout', accepted: ['0'], value: '0' },
  { name: 'idle_session_timeout', accepted: ['0'], value: '0' },
  { name: 'transaction_timeout', accepted: ['0'], value: '0' },
  { name: 'default_transaction_isolation', accepted: ['read committed'], value: 'read committed' },
  { name: 'bytea_output', accepted: ['hex'], value: 'hex' },
];

/**
 * Settings of the transaction of a write. A pooler may run it in a session that was not prepared. The durability of the session is never
 * lowered.
 */
export const writeSettings = `
  set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit', true) IN ('${durableCommits.join(`', '`)}')
    THEN current_setting('synchronous_commit', true) ELSE 'on' END, true) AS commits,
  set_config('client_min_messages', 'warning', true) AS messages,
  set_config('lock_timeout', '${statementTimeout}', true) AS locks`;

interface SessionFacts {
  readonly standby: boolean;
  readonly readonly: string;
  readonly fsync: string | null;
  /** Whether functions of the system are found before those of other schemas. */
  readonly path: boolean;
  readonly system: string | null;
  readonly wal: string | null;
  readonly started: string | null;
  readonly [setting: string]: unknown;
}

const factColumns = `pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS readonly,
  current_setting('fsync', true) AS fsync,
  coalesce((current_schemas(true))[1] = 'pg_catalog', false) AS path,
  ${settings.map(({ name }) => `current_setting('${name}', true) AS ${name}`).join(', ')}`;

/** The timeline is the start of the names of WAL files. That of the control file is older until the first checkpoint. */
const identityColumns = `(SELECT system_identifier::text FROM pg_control_system()) AS system,
  CASE WHEN NOT pg_is_in_recovery() THEN pg_walfile_name(pg_current_wal_lsn()) END AS wal,
  pg_postmaster_start_time()::text AS started`;

/**
 * Sets what the statements of Vitrine need, whatever the role and the database have, and checks that the server accepts writes and stores
 * them. @throws ConnectionError
 */
export async function prepareSession(
  client: pg.ClientBase,
  allowsFsyncOff: boolean,
): Promise<ServerIdentity> {
  await client.query(`SET statement_timeout = '${statementTimeout}'`);
  const facts = await readFacts(client);
  if (facts.standby) throw new ConnectionError('The server is a standby', 'read-only');
  const corrections = settings.filter(({ name, accepted }) => {
    const value = facts[name];
    return value !== null && !accepted.includes(value as string);
  });
  if (facts.readonly === 'on') {
    if (!(await isReadOnlyByRole(client)))
      throw new ConnectionError('The server accepts only reads', 'read-only');
    corrections.push({ name: 'default_transaction_read_only', accepted: [], value: 'off' });
  }
  if (facts.fsync === 'off' && !allowsFsyncOff)
    throw new ConnectionError('The server runs with fsync=off', 'unsafe');
  if (!facts.path) corrections.push({ name: 'search_path', accepted: [], value: 'pg_catalog' });
  if (corrections.length > 0)
    await client.query({
      text: 'SELECT pg_catalog.set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS wanted(name, value)',
      values: [corrections.map(({ name }) => name), corrections.map(({ value }) => value)],
    });
  return readServerIdentity(facts);
}

function readServerIdentity({ system, wal, started }: SessionFacts): ServerIdentity {
  const timeline = wal === null ? null : Number.parseInt(wal.slice(0, 8), 16);
  return { systemId: system, timeline, startedAt: started };
}

/** @throws Error of the client */
async function readFacts(client: pg.ClientBase): Promise<SessionFacts> {
  try {
    const { rows } = await client.query<SessionFacts>(`SELECT ${factColumns}, ${identityColumns}`);
    return rows[0]!;
  } catch (error) {
    // Databases with the protocol of PostgreSQL, and some managed ones, lack these functions or refuse them.
    if (!/^(?:0A|42|55|XX)/.test(readCode(error))) throw error;
    const { rows } = await client.query<SessionFacts>(
      `SELECT ${factColumns}, NULL::text AS system, NULL::text AS wal, NULL::text AS started`,
    );
    return rows[0]!;
  }
}

/** The identity of a server that accepts writes, or null if it does not. @throws Error of the client */
export async function readIdentity(client: pg.ClientBase): Promise<ServerIdentity | null> {
  const facts = await readFacts(client);
  return facts.standby || facts.readonly === 'on' ? null : readServerIdentity(facts);
}

/** Whether reads only are the default of the role or database, not of the server, as some providers set when its disk is full. */
async function isReadOnlyByRole(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ source: string }>(
    `SELECT source FROM pg_settings WHERE name = 'default_transaction_read_only'`,
  );
  return ['user', 'database', 'database user'].includes(rows[0]?.source ?? '');
}
