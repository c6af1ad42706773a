import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { PostgresAddress } from '../../lib/postgres-url.ts';
import type { TlsFiles } from '../../lib/tls-files.ts';
import { serviceStopping, VitrineError } from '../../ports/errors.ts';
import { ConnectionError, classifyTlsFailure, type ConnectionFailure } from '../common/connection-error.ts';
import { tlsAttempts } from './tls-attempts.ts';

export interface PostgresOptions {
  /** Is called for each connection, as a password may be a token that changes. @throws Error that names the variable to check */
  readonly address: () => PostgresAddress;
  readonly tls: TlsFiles;
  /** The schema of all tables. */
  readonly schema: string;
  /** Connections of this process. */
  readonly poolMax: number;
  /** Whether a server that acknowledges writes before they are on its disk is accepted. */
  readonly allowsFsyncOff: boolean;
}

/** Values of parameters. */
type Value = string | number | bigint | Uint8Array | null | readonly (string | number)[];
/** Numbers of 8 bytes are texts. */
export type ResultRow = Readonly<Record<string, string | number | boolean | Uint8Array | null>>;
/** Runs a statement. */
export type Query = (
  text: string,
  values?: readonly Value[],
) => Promise<{ rows: ResultRow[]; count: number }>;

const connectMsMax = 5_000;
/** A statement without a reply for this long fails, and its connection is closed. */
const statementMsMax = 10_000;
/** Time in which a read is repeated while another server takes over. */
const retryMsMax = 3_000;
const retryPauseMs = 100;

/** Transient `SQLSTATE`s: of servers that stop, start, or are standbys. */
const transient = /^(?:08|57P0|25006|53300)/;

/** Connections to the server, of several, that accepts writes. Failures are the service's errors. */
export class PostgresConnection implements AsyncDisposable {
  readonly schema: string;
  readonly #options: PostgresOptions;
  #server: Promise<pg.Pool> | null = null;
  #failure: string | null = null;
  #writeFailure: string | null = null;
  #isClosed = false;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.schema = pg.escapeIdentifier(options.schema);
  }

  /** The reason why the server cannot be reached, or null if it can. */
  get failure(): string | null {
    return this.#failure;
  }

  /** The reason why the last write failed, or null if it did not. */
  get writeFailure(): string | null {
    return this.#writeFailure;
  }

  /** Runs a statement that may run twice. @throws VitrineError storage_failed, stopping */
  async read(text: string, values?: readonly Value[]): Promise<ResultRow[]> {
    const until = performance.now() + retryMsMax;
    for (;;) {
      try {
        return (await this.#run((query) => query(text, values))).rows;
      } catch (error) {
        if (!isTransient(error) || performance.now() > until || this.#isClosed) throw error;
        await sleep(retryPauseMs);
      }
    }
  }

  /** Runs a statement once, and returns the number of changed rows. @throws VitrineError storage_failed: the outcome is unknown */
  async write(text: string, values?: readonly Value[]): Promise<{ rows: ResultRow[]; count: number }> {
    return await this.#recordWriteFailure(this.#run((query) => query(text, values)));
  }

  /** Runs statements in one transaction. @throws VitrineError storage_failed: the outcome is unknown */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const run = this.#run(async (query) => {
      await query('BEGIN');
      const result = await work(query);
      // A failure closes the connection, which rolls back.
      await query('COMMIT');
      return result;
    });
    return await this.#recordWriteFailure(run);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    if (this.#server !== null) await this.#disconnect(this.#server);
  }

  async #recordWriteFailure<T>(writing: Promise<T>): Promise<T> {
    try {
      const result = await writing;
      this.#writeFailure = null;
      return result;
    } catch (error) {
      if (error instanceof VitrineError && error.cause instanceof ConnectionError)
        this.#writeFailure = describeFailure(error.cause);
      throw error;
    }
  }

  async #run<T>(work: (query: Query) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw serviceStopping();
    const server = (this.#server ??= this.#findServer());
    let client: pg.PoolClient | null = null;
    let failed: unknown = null;
    try {
      client = await (await server).connect();
      const query: Query = async (text, values = []) => {
        const { rows, rowCount } = await client!.query({ text, values: values.map(toParameter) });
        return { rows: rows as ResultRow[], count: rowCount ?? 0 };
      };
      const result = await work(query);
      this.#failure = null;
      return result;
    } catch (error) {
      failed = error;
      if (error instanceof VitrineError) throw error;
      const cause = error instanceof ConnectionError ? error : toConnectionError(error);
      if (client === null || isTransient(cause)) {
        this.#failure = describeFailure(cause);
        await this.#disconnect(server);
      }
      if (this.#isClosed) throw serviceStopping();
      throw storageFailed(cause);
    } finally {
      // A connection in doubt is closed: a late reply must not be taken for that of the next statement.
      client?.release(failed !== null && !(failed instanceof VitrineError));
    }
  }

  /** Closes the connections; the next statement connects again. */
  async #disconnect(server: Promise<pg.Pool>): Promise<void> {
    if (this.#server === server) this.#server = null;
    const ended = server.then((pool) => pool.end()).catch(() => undefined);
    // A connection that hangs must not delay the search for another server.
    if (this.#isClosed) await ended;
  }

  /** Finds the server that accepts writes. @throws ConnectionError */
  async #findServer(): Promise<pg.Pool> {
    const address = this.#options.address();
    const failures: ConnectionError[] = [];
    for (const { host, port } of address.hosts)
      for (const ssl of tlsAttempts(address.sslMode, this.#options.tls)) {
        const pool = this.#openPool({ host, port, ssl }, address);
        try {
          const client = await pool.connect();
          client.release();
          return pool;
        } catch (error) {
          failures.push(error instanceof ConnectionError ? error : toConnectionError(error));
          await pool.end().catch(() => undefined);
        }
      }
    // A server that answered says more than one that did not.
    throw failures.find(({ failure }) => failure !== 'unreachable') ?? failures[0]!;
  }

  #openPool(
    { host, port, ssl }: { host: string; port: number; ssl: ConnectionOptions | false },
    { user, database }: PostgresAddress,
  ): pg.Pool {
    const { poolMax, allowsFsyncOff } = this.#options;
    const pool = new pg.Pool({
      host,
      port,
      ssl,
      user,
      database,
      password: () => this.#options.address().password,
      application_name: 'vitrine',
      max: poolMax,
      connectionTimeoutMillis: connectMsMax,
      query_timeout: statementMsMax,
      keepAlive: true,
      allowExitOnIdle: true,
      verify: (client, done) => {
        prepareSession(client, allowsFsyncOff).then(() => done(), done);
      },
    });
    // A connection that ends: its statement fails, and the next one opens another.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }
}

/** Levels of `synchronous_commit` that return once a commit is on the disks of the server and its synchronous standbys. */
const durableCommits = new Set(['on', 'remote_apply']);

/**
 * Makes the commits of a session durable, and checks that its server accepts writes and stores them. @throws ConnectionError
 */
async function prepareSession(client: pg.ClientBase, allowsFsyncOff: boolean): Promise<void> {
  const { rows } = await client.query<{
    standby: boolean;
    readonly: string;
    fsync: string;
    commits: string | null;
  }>(
    `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS readonly,
       current_setting('fsync', true) AS fsync, current_setting('synchronous_commit', true) AS commits`,
  );
  const [{ standby, readonly, fsync, commits } = { standby: true, readonly: '', fsync: '', commits: '' }] =
    rows;
  if (standby || readonly === 'on')
    throw new ConnectionError('The server is a standby, or accepts only reads', 'read-only');
  if (fsync === 'off' && !allowsFsyncOff)
    throw new ConnectionError('The server runs with fsync=off', 'unsafe');
  if (commits !== null && !durableCommits.has(commits)) await client.query('SET synchronous_commit = on');
}

const failureTexts: Readonly<Record<ConnectionFailure, string>> = {
  unreachable: 'The database cannot be reached',
  untrusted: 'The certificate of the database is not trusted',
  misnamed: 'The certificate of the database is for another name',
  uncertified: 'The database requires another client certificate',
  unauthorized: 'The database refuses the user or the password',
  forbidden: 'The database lacks tables, or rights of the role',
  'read-only': 'The database accepts only reads',
  unsafe: 'The database runs with fsync=off',
};
/** `SQLSTATE`: the disk is full. */
const diskFull = '53100';

/** The failure without names of servers. */
function describeFailure({ failure, cause }: ConnectionError): string {
  if (failure !== null) return failureTexts[failure];
  return readCode(cause) === diskFull ? 'The disk of the database is full' : 'The database rejects writes';
}

/** An error for clients, without names of servers. */
function storageFailed(cause: ConnectionError): VitrineError {
  return new VitrineError('storage_failed', 'The database does not answer as it should', {
    retryAfterSeconds: 5,
    cause,
  });
}

function toConnectionError(error: unknown): ConnectionError {
  const message = error instanceof Error ? error.message : String(error);
  return new ConnectionError(message, classifyFailure(readCode(error), message), { cause: error });
}

function classifyFailure(code: string, message: string): ConnectionFailure | null {
  if (code === '28P01' || code === '28000') return 'unauthorized';
  if (code === '42501' || code === '3D000') return 'forbidden';
  if (code === '25006') return 'read-only';
  if (/^[0-9A-Z]{5}$/.test(code) && !transient.test(code)) return null;
  return classifyTlsFailure(message) ?? 'unreachable';
}

/** Whether another server, or the same one later, may do what failed. */
function isTransient(error: unknown): boolean {
  if (error instanceof VitrineError)
    return error.cause instanceof ConnectionError && isTransient(error.cause);
  if (error instanceof ConnectionError)
    return error.failure === 'unreachable' || error.failure === 'read-only';
  const code = readCode(error);
  return /^[0-9A-Z]{5}$/.test(code) ? transient.test(code) : true;
}

/** The SQLSTATE of the server, or the code of a system error; empty without one. */
export function readCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function toParameter(value: Value): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}
