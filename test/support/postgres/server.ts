import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { parsePostgresUrl } from '../../../src/lib/postgres-url.ts';
import type { PostgresOptions } from '../../../src/cluster/postgres/connection.ts';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);

/** Where Debian puts the programs of each version. */
const debianFolder = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root: the id of a user without rights. */
export const serverUser = 65_534;

const isRoot = process.getuid?.() === 0;
/** The user of servers: that of the tests, unless it is root. */
export const asUnprivileged = {
  user: isRoot ? { uid: serverUser, gid: serverUser } : {},
  /** Makes the user the owner of a folder. */
  own: (folder: string): void => {
    if (isRoot) chownSync(folder, serverUser, serverUser);
  },
};

/** The folder with the programs of PostgreSQL, or why there is none. */
export function findPostgres(): { folder: string } | { missing: string } {
  const versions = listFolders(debianFolder).sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debianFolder, version, 'bin')),
  ];
  // A link in `PATH` leads to the folder with all programs.
  const found = folders.map((one) => join(one, 'initdb')).find(hasProgram);
  return found === undefined
    ? { missing: 'PostgreSQL (initdb) is not installed' }
    : { folder: dirname(realpathSync(found)) };
}

function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function hasProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A PostgreSQL server on loopback that runs. */
export class RunningPostgres {
  readonly port: number;
  /** The folder with the programs of PostgreSQL. */
  readonly programs: string;

  constructor(programs: string, port: number) {
    this.programs = programs;
    this.port = port;
  }

  get url(): string {
    return `postgres://shop@127.0.0.1:${this.port}/postgres`;
  }

  /** A connection to a schema of its own. */
  options(schema: string, more: Partial<PostgresOptions> = {}): PostgresOptions {
    const address = parsePostgresUrl(this.url);
    if (typeof address === 'string') throw new Error(address);
    return {
      address: () => address,
      tls: { ca: undefined, certificate: undefined, key: undefined },
      schema,
      poolMax: 4,
      allowsFsyncOff: false,
      notifies: true,
      ...more,
    };
  }

  /** The variables of processes that share a schema. */
  environment(schema: string): Readonly<Record<string, string>> {
    return {
      VITRINE_ENGINE: 'postgres',
      VITRINE_POSTGRES_URL: this.url,
      VITRINE_POSTGRES_SCHEMA: schema,
    };
  }

  /** Runs statements as the superuser. */
  async query(...statements: readonly string[]): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this.url);
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements)
        rows = (await client.query<Record<string, unknown>>(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  }
}

/** A PostgreSQL server in a temporary folder, on loopback. */
export class PostgresServer extends RunningPostgres implements AsyncDisposable {
  /** Has its files in `data`. */
  readonly folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | null = null;
  /** The server does not outlive the process that started it, also where that exits without disposal. */
  readonly #onExit = (): void => {
    this.#process?.kill('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  };

  private constructor(programs: string, folder: string, port: number, settings: readonly string[]) {
    super(programs, port);
    this.folder = folder;
    this.#settings = settings;
    process.once('exit', this.#onExit);
  }

  /** `settings`: such as `max_connections=20`. */
  static async start(programs: string, settings: readonly string[] = []): Promise<PostgresServer> {
    const folder = newFolder();
    const server = new PostgresServer(programs, folder, await freePort(), settings);
    await run(
      join(programs, 'initdb'),
      ['-D', join(folder, 'data'), '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...asUnprivileged.user, cwd: folder },
    );
    await server.resume();
    return server;
  }

  /** -1 if it is stopped. */
  get pid(): number {
    return this.#process?.pid ?? -1;
  }

  /** Starts a standby of this server, which follows it until `promote()`. `settings`: as for `start()`. */
  async startStandby(settings: readonly string[] = []): Promise<PostgresServer> {
    const folder = newFolder();
    const standby = new PostgresServer(this.programs, folder, await freePort(), settings);
    await run(
      join(this.programs, 'pg_basebackup'),
      ['-d', this.url, '-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
      { ...asUnprivileged.user, cwd: folder },
    );
    await standby.resume();
    return standby;
  }

  /** Makes a standby accept writes. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote(true, 10)');
  }

  /** Starts the server of this folder, again after `stop()`. `more`: settings until the next stop. */
  async resume(more: readonly string[] = []): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...this.#settings, ...more];
    this.#process = spawn(
      join(this.programs, 'postgres'),
      ['-D', join(this.folder, 'data'), '-p', String(this.port), ...settings.flatMap((one) => ['-c', one])],
      { ...asUnprivileged.user, cwd: this.folder, stdio: 'ignore' },
    );
    for (let attempt = 1; attempt <= 200; attempt++) {
      if (await this.#isReady()) return;
      await sleep(25);
    }
    throw new Error('PostgreSQL did not start');
  }

  /** `SIGINT` ends all connections, `SIGQUIT` is a crash of the whole server. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const server = this.#process;
    if (server === null) return;
    this.#process = null;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGQUIT');
    process.off('exit', this.#onExit);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #isReady(): Promise<boolean> {
    try {
      await this.query();
      return true;
    } catch {
      return false;
    }
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-postgres-'));
  asUnprivileged.own(folder);
  return folder;
}
