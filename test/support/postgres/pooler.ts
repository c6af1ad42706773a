import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parsePostgresUrl, type PostgresAddress } from '../../../src/lib/postgres-url.ts';
import { freePort } from '../free-port.ts';
import { asUnprivileged, type PostgresServer } from './server.ts';

/** The program of PgBouncer, or why there is none. */
export function findPgBouncer(): { program: string } | { missing: string } {
  // Debian puts it where only root has its path.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  const program = folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));
  return program === undefined ? { missing: 'PgBouncer is not installed' } : { program };
}

/** A pooler in front of a server, for the roles `shop` and `pooled`. */
export class Pooler implements AsyncDisposable {
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #port: number;

  private constructor(folder: string, started: ChildProcess, port: number) {
    this.#folder = folder;
    this.#process = started;
    this.#port = port;
  }

  static async start(
    program: string,
    server: PostgresServer,
    mode: 'session' | 'transaction',
  ): Promise<Pooler> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-pooler-'));
    asUnprivileged.own(folder);
    const port = await freePort();
    const users = join(folder, 'users');
    writeFileSync(users, '"shop" ""\n"pooled" ""\n');
    const settings = join(folder, 'pgbouncer.ini');
    writeFileSync(
      settings,
      `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${mode === 'transaction' ? 3 : 40}
server_login_retry = 0
`,
    );
    const pooler = new Pooler(
      folder,
      spawn(program, [settings], { ...asUnprivileged.user, cwd: folder, stdio: 'ignore' }),
      port,
    );
    for (let attempt = 1; attempt <= 200; attempt++) {
      if (await pooler.#isReady()) return pooler;
      await sleep(25);
    }
    await pooler[Symbol.asyncDispose]();
    throw new Error('PgBouncer did not start');
  }

  url(user = 'shop'): string {
    return `postgres://${user}@127.0.0.1:${this.#port}/postgres`;
  }

  address(user?: string): PostgresAddress {
    return parsePostgresUrl(this.url(user)) as PostgresAddress;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const exited = once(this.#process, 'exit');
      this.#process.kill('SIGKILL');
      await exited;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #isReady(): Promise<boolean> {
    const client = new pg.Client(this.url());
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }
}
