import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FairSemaphore } from '../../lib/fair-semaphore.ts';
import { serviceStopping, VitrineError } from '../../ports/errors.ts';
import { ConnectionError } from '../common/connection-error.ts';
import {
  describeFailure,
  isRolledBack,
  isServerLost,
  isTransient,
  isUnprepared,
  createStorageError,
  toConnectionError,
} from './failures.ts';
import { PrimaryWatch } from './primary-watch.ts';
import { compareServers, TimelineFence } from './primary-choice.ts';
import { prepareSession, type ServerIdentity } from './session.ts';
import { closeServer, findServer, type Server, type ServerOptions } from './server-search.ts';

export interface PostgresOptions extends ServerOptions {
  /** The schema of all tables. */
  readonly schema: string;
  /** Whether processes tell each other of new entries by LISTEN and NOTIFY. */
  readonly notifies: boolean;
}

/** Values of parameters. */
type Value = string | number | bigint | Uint8Array | null | readonly (string | number)[];
/** A row of a result. Integers of 8 bytes are strings. */
export type ResultRow = Readonly<Record<string, string | number | boolean | Uint8Array | null>>;
/**
 * A statement that runs often, outside of transactions: each session of the server parses and plans it once, which takes longer than
 * running it.
 */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

type Statement = string | NamedStatement;
/** Runs a statement. */
export type Query = (
  statement: Statement,
  values?: readonly Value[],
) => Promise<{ rows: ResultRow[]; count: number }>;

/** How a read is run. */
export interface ReadOptions {
  /** Time without a reply after which it fails, and its connection is closed. */
  readonly msMax?: number;
  /** Throws a ConnectionError where the rows are of a server that must not be read. */
  readonly check?: (rows: readonly ResultRow[]) => void;
}

/** Time without a reply after which a statement fails, and its connection is closed. */
const statementMsMax = 10_000;
/** Time without a reply after which a read of a few rows fails. */
export const shortReadMsMax = 5_000;
/** Time in which a statement without effect is repeated, as while another server takes over. */
const retryMsMax = 3_000;
const retryPauseMs = 100;
/** A search for the server that fails after this time or more is not repeated for the same time, as a request has several reads. */
const silentPauseMs = 1_000;
const waitingWritesMax = 100_000;

/** The kind of statements, which decides what a failure means, and the time without a reply after which they fail. */
interface Run {
  readonly kind: 'read' | 'write';
  readonly msMax: number;
}

/** The server in use. */
interface Connected {
  readonly server: Server;
  readonly watch: PrimaryWatch;
}

/** Connections to the server, of several, that accepts writes. Failures are the service's errors. */
export class PostgresConnection implements AsyncDisposable {
  readonly schema: string;
  readonly #options: PostgresOptions;
  readonly #fence = new TimelineFence();
  /** Writes that wait, for a synchronous standby for instance, leave connections for reads. */
  readonly #writes: FairSemaphore;
  readonly #disconnectListeners: (() => void)[] = [];
  #connecting: Promise<Connected> | null = null;
  #failure: string | null = null;
  /** When the server was lost, by `performance.now`; null while it can be reached. */
  #lostAt: number | null = null;
  /** The last search for the server, if it failed after at least `silentPauseMs`. */
  #silence: { at: number; error: unknown } | null = null;
  #writeFailure: { reason: string; statement: string } | null = null;
  /** By their text. */
  readonly #namedStatements = new Map<string, NamedStatement>();
  /** Whether sessions keep the statements that this process names, as far as it knows. */
  #namesStatements = true;
  #isClosed = false;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.schema = pg.escapeIdentifier(options.schema);
    const activeMax = Math.max(1, Math.floor(options.poolMax * 0.75));
    this.#writes = new FairSemaphore({
      activeMax,
      activePerClientMax: activeMax,
      waitingMax: waitingWritesMax,
      waitingPerClientMax: waitingWritesMax,
    });
  }

  /** The reason why the server cannot be reached, or null if it can. */
  get failure(): string | null {
    return this.#failure;
  }

  /** The reason why a write failed, or null if the same one, or a check, succeeded afterwards. */
  get writeFailure(): string | null {
    return this.#writeFailure?.reason ?? null;
  }

  /** Call when a check has shown that writes succeed. */
  clearWriteFailure(): void {
    this.#writeFailure = null;
  }

  /** Names a statement by its text: behind a pooler, a session may have statements that other processes named. */
  nameStatement(text: string): NamedStatement {
    let statement = this.#namedStatements.get(text);
    if (statement === undefined) {
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
      statement = { name: `vitrine_${hash}`, text };
      this.#namedStatements.set(text, statement);
    }
    return statement;
  }

  /** Runs a statement that may run twice. @throws VitrineError storage_failed, stopping */
  async read(
    statement: Statement,
    values?: readonly Value[],
    { msMax = statementMsMax, check }: ReadOptions = {},
  ): Promise<ResultRow[]> {
    return await this.#repeat(isTransient, () =>
      this.#run({ kind: 'read', msMax }, async (query) => {
        const { rows } = await query(statement, values);
        check?.(rows);
        return rows;
      }),
    );
  }

  /**
   * Runs a statement once, unless the server rolled it back, and returns the number of changed rows.
   * @throws VitrineError storage_failed: the outcome is unknown
   */
  async write(
    statement: Statement,
    values?: readonly Value[],
  ): Promise<{ rows: ResultRow[]; count: number }> {
    const { text } = toNamed(statement);
    return await this.#write(text, (query) => query(statement, values));
  }

  /** Runs statements in one transaction, again where the server rolled them back. @throws VitrineError storage_failed: the outcome is unknown */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return await this.#write('transaction', async (query) => {
      await query('BEGIN');
      const result = await work(query);
      // A failure closes the connection, which rolls back.
      await query('COMMIT');
      return result;
    });
  }

  /** Opens another connection to the server in use, which the caller ends. @throws ConnectionError */
  async openClient(): Promise<pg.Client> {
    if (this.#isClosed) throw new ConnectionError('The connections are closed', null);
    const { server } = await this.#connect();
    const client = new pg.Client({ ...server.clientOptions, query_timeout: shortReadMsMax });
    client.on('error', () => undefined);
    try {
      await client.connect();
      this.#fence.check(await prepareSession(client, this.#options.allowsFsyncOff));
      return client;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw toConnectionError(error);
    }
  }

  /** Calls `listener` whenever the connections are closed, as the server is lost or another one takes over. */
  onDisconnect(listener: () => void): void {
    this.#disconnectListeners.push(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    if (this.#connecting !== null) await this.#disconnect(this.#connecting, false);
  }

  async #write<T>(statement: string, work: (query: Query) => Promise<T>): Promise<T> {
    const createLateError = (): Error =>
      createStorageError(new ConnectionError('Other writes wait for the database', 'unconfirmed'));
    try {
      const result = await this.#repeat(isRolledBack, () =>
        this.#writes.run('', () => this.#run({ kind: 'write', msMax: statementMsMax }, work), {
          full: createLateError,
          late: { msMax: statementMsMax, error: createLateError },
        }),
      );
      if (this.#writeFailure?.statement === statement) this.#writeFailure = null;
      return result;
    } catch (error) {
      if (error instanceof VitrineError && error.cause instanceof ConnectionError)
        this.#writeFailure = { reason: describeFailure(error.cause), statement };
      throw error;
    }
  }

  /** Runs work again for a while, after errors that tell that this may succeed. */
  async #repeat<T>(isRepeatable: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    for (;;) {
      try {
        return await work();
      } catch (error) {
        // A server that has been away for long is not waited for again by each of the reads of a request.
        const since = Math.min(this.#lostAt ?? startedAt, startedAt);
        const isLate = performance.now() - since > retryMsMax;
        if (!isRepeatable(error) || isLate || this.#isClosed) throw error;
        await sleep(retryPauseMs);
      }
    }
  }

  async #run<T>({ kind, msMax }: Run, work: (query: Query) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw serviceStopping();
    const connecting = this.#connect();
    let client: pg.PoolClient | null = null;
    let isInDoubt = false;
    let warning: string | null = null;
    const onNotice = ({
      code = '',
      message,
    }: {
      code?: string | undefined;
      message?: string | undefined;
    }): void => {
      if (code.startsWith('01')) warning = message ?? code;
    };
    try {
      client = await (await connecting).server.pool.connect();
      client.on('notice', onNotice);
      const query: Query = async (statement, values = []) => {
        const parameters = { values: values.map(toParameter), query_timeout: msMax };
        const { rows, rowCount } = await this.#send(client!, toNamed(statement), parameters);
        return { rows: rows as ResultRow[], count: rowCount ?? 0 };
      };
      const result = await work(query);
      // A server warns of a commit that no longer waits for its standby, as by pg_cancel_backend(), and reports success.
      if (kind === 'write' && warning !== null) throw new ConnectionError(warning, 'unconfirmed');
      this.#failure = null;
      this.#lostAt = null;
      return result;
    } catch (error) {
      isInDoubt = !(error instanceof VitrineError);
      if (error instanceof VitrineError) throw error;
      const cause =
        kind === 'write' && isTimeout(error) ? createUnconfirmedError(error) : toConnectionError(error);
      if (client === null || isServerLost(cause)) {
        this.#failure = describeFailure(cause);
        this.#lostAt ??= performance.now();
        // Where a server is silent, the other statements wait in vain.
        await this.#disconnect(connecting, isTimeout(error));
      }
      if (this.#isClosed) throw serviceStopping();
      throw createStorageError(cause);
    } finally {
      client?.off('notice', onNotice);
      // A connection in doubt is closed: a late reply must not be taken for that of the next statement.
      client?.release(isInDoubt);
    }
  }

  /**
   * Sends a statement, with its name where it has one. Poolers in transaction mode may send it to a session that lacks the statement, or
   * has it already. The server refuses it before it begins, and it is sent without a name, as all later ones.
   */
  async #send(
    client: pg.PoolClient,
    { name, text }: { readonly name?: string; readonly text: string },
    parameters: { readonly values: unknown[]; readonly query_timeout: number },
  ): Promise<pg.QueryResult> {
    if (name !== undefined && this.#namesStatements) {
      try {
        return await client.query({ ...parameters, name, text });
      } catch (error) {
        if (!isUnprepared(error)) throw error;
        this.#namesStatements = false;
      }
    }
    return await client.query({ ...parameters, text });
  }

  #connect(): Promise<Connected> {
    if (this.#connecting !== null) return this.#connecting;
    const startedAt = performance.now();
    const silence = this.#silence;
    if (silence !== null && startedAt - silence.at < silentPauseMs) return Promise.reject(silence.error);
    const connecting = this.#openConnection(() => void this.#disconnect(connecting, true));
    this.#connecting = connecting;
    connecting.catch((error: unknown) => {
      const at = performance.now();
      this.#silence = at - startedAt < silentPauseMs ? null : { at, error };
      if (this.#connecting === connecting) this.#connecting = null;
    });
    return connecting;
  }

  /** `onNewer` is called when another server was promoted, or may have been. */
  async #openConnection(onNewer: () => void): Promise<Connected> {
    let inUse: ServerIdentity | null = null;
    const server = await findServer(this.#options, (identity) => {
      this.#fence.check(identity);
      // An address that leads to several servers led to a newer one.
      if (inUse !== null && compareServers(identity, inUse) === 'newer') onNewer();
    });
    inUse = server.identity;
    this.#fence.record(inUse);
    return { server, watch: new PrimaryWatch(server, this.#options, onNewer) };
  }

  /** Closes the connections; the next statement connects again. With `atOnce`, statements that run fail. */
  async #disconnect(connecting: Promise<Connected>, atOnce: boolean): Promise<void> {
    if (this.#connecting === connecting) {
      this.#connecting = null;
      for (const listener of this.#disconnectListeners) listener();
    }
    const closing = connecting
      .then(async ({ server, watch }) => {
        watch[Symbol.dispose]();
        await closeServer(server, atOnce);
      })
      .catch(() => undefined);
    // A connection that hangs must not delay the search for another server.
    if (this.#isClosed) await closing;
  }
}

/** An error by which the client of PostgreSQL ends a statement without a reply. It has no code. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

const createUnconfirmedError = (error: unknown): ConnectionError =>
  new ConnectionError('The write was not confirmed in time', 'unconfirmed', { cause: error });

const toNamed = (statement: Statement): { readonly name?: string; readonly text: string } =>
  typeof statement === 'string' ? { text: statement } : statement;

function toParameter(value: Value): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}
