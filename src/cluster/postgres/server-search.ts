import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresAddress } from '../../lib/postgres-url.ts';
import type { TlsFiles } from '../../lib/tls-files.ts';
import type { ConnectionError } from '../common/connection-error.ts';
import { readCode, toConnectionError } from './failures.ts';
import { choosePrimary } from './primary-choice.ts';
import { prepareSession, type ServerIdentity } from './session.ts';
import { listTlsAttempts } from './tls-attempts.ts';

/** How to reach the server of a service. */
export interface ServerOptions {
  /** Is called for each connection, as a password may be a token that changes. @throws Error that names the variable to check */
  readonly address: () => PostgresAddress;
  readonly tls: TlsFiles;
  /** Connections of this process. */
  readonly poolMax: number;
  /** Whether a server that acknowledges writes before they are on its disk is accepted. */
  readonly allowsFsyncOff: boolean;
  /** Receives what an operator should know, in the log. */
  readonly warn?: (message: string) => void;
}

type Host = PostgresAddress['hosts'][number];

/** Connections to a server that accepts writes. */
export interface Server {
  readonly host: Host;
  readonly identity: ServerIdentity;
  readonly pool: pg.Pool;
  /** The connections of the pool. */
  readonly clients: ReadonlySet<pg.PoolClient>;
  /** Options of further connections. */
  readonly clientOptions: pg.ClientConfig;
}

/** @throws ConnectionError, where a session must not be used */
export type CheckSession = (identity: ServerIdentity) => void;

const connectMsMax = 5_000;
/** Longest wait for the answers of other hosts, once one accepts writes. */
const otherHostsMsMax = 1_000;
const keepAliveDelayMs = 10_000;

/**
 * Finds the server that accepts writes: asks all hosts at once, and takes the primary that was promoted last. `checkSession` is called
 * for each connection that is opened now or later. @throws ConnectionError
 */
export async function findServer(options: ServerOptions, checkSession: CheckSession): Promise<Server> {
  const address = options.address();
  const servers: Server[] = [];
  const failures: ConnectionError[] = [];
  const accepting = Promise.withResolvers<void>();
  let isOver = false;
  const attempts = address.hosts.map(async (host) => {
    try {
      const server = await openServer(host, address, options, checkSession);
      if (isOver) return await closeServer(server, true);
      servers.push(server);
      accepting.resolve();
    } catch (error) {
      failures.push(toConnectionError(error));
    }
  });
  const allAttempts = Promise.all(attempts);
  await Promise.race([allAttempts, accepting.promise]);
  if (servers.length + failures.length < attempts.length) {
    const limit = new AbortController();
    const limited = sleep(otherHostsMsMax, null, { signal: limit.signal }).catch(() => undefined);
    await Promise.race([allAttempts, limited]);
    limit.abort();
  }
  isOver = true;
  if (servers.length === 0) throw chooseFailure(failures);
  let chosen: Server | null = null;
  try {
    chosen = choosePrimary(servers);
    return chosen;
  } finally {
    for (const server of servers) if (server !== chosen) void closeServer(server, true);
  }
}

/** Closes connections that are not in use, and the others when they are released, or at once: their statements fail. */
export async function closeServer({ pool, clients }: Server, atOnce: boolean): Promise<void> {
  const ended = pool.end();
  if (atOnce) for (const client of clients) void (client as pg.Client).end().catch(() => undefined);
  await ended.catch(() => undefined);
}

async function openServer(
  host: Host,
  address: PostgresAddress,
  options: ServerOptions,
  checkSession: CheckSession,
): Promise<Server> {
  const failures: ConnectionError[] = [];
  for (const ssl of listTlsAttempts(address.sslMode, options.tls)) {
    const clientOptions = buildClientOptions({ host, ssl }, address, options);
    let identity: ServerIdentity | null = null;
    const pool = new pg.Pool({
      ...clientOptions,
      max: options.poolMax,
      allowExitOnIdle: true,
      verify: (client, done) => {
        const prepared = prepareSession(client, options.allowsFsyncOff).then((session) => {
          identity ??= session;
          checkSession(session);
        });
        prepared.then(() => done(), done);
      },
    });
    // A connection that ends: its statement fails, and the next one opens another.
    pool.on('error', () => undefined);
    const clients = new Set<pg.PoolClient>();
    pool.on('connect', (client) => {
      clients.add(client);
      client.on('error', () => undefined);
      client.once('end', () => clients.delete(client));
    });
    try {
      const client = await pool.connect();
      client.release();
      return { host, identity: identity!, pool, clients, clientOptions };
    } catch (error) {
      await pool.end().catch(() => undefined);
      failures.push(toConnectionError(error));
      // A server without an answer has none to the other form of connection either.
      if (isSilent(error)) break;
    }
  }
  throw chooseFailure(failures);
}

/** The failure that says most: that of a server that answered. */
const chooseFailure = (failures: readonly ConnectionError[]): ConnectionError =>
  failures.find(({ failure }) => failure !== 'unreachable') ?? failures.at(-1)!;

/** Whether a connection failed before its server said anything: system errors, and timeouts. */
function isSilent(error: unknown): boolean {
  return /^E[A-Z]+/.test(readCode(error)) || /timeout/.test(error instanceof Error ? error.message : '');
}

function buildClientOptions(
  { host: { host, port }, ssl }: { host: Host; ssl: ConnectionOptions | false },
  { user, database }: PostgresAddress,
  { address }: ServerOptions,
): pg.ClientConfig {
  return {
    host,
    port,
    ssl,
    user,
    database,
    password: () => address().password,
    application_name: 'vitrine',
    connectionTimeoutMillis: connectMsMax,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
  };
}
