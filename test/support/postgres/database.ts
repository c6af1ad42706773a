import type { ClusterDatabase, FaultyDatabase, TestedDatabase } from '../cluster-database.ts';
import { findPostgres, PostgresServer, RunningPostgres } from './server.ts';
import { newSchema, sharedServer } from './shared-server.ts';

/** A schema of its own on the server that the test files of a run share. */
export async function testedSchema(): Promise<TestedDatabase> {
  const server = await sharedServer();
  return {
    name: 'PostgreSQL',
    skip: server instanceof RunningPostgres ? false : server.missing,
    start: async (): Promise<ClusterDatabase> => {
      if (!(server instanceof RunningPostgres)) throw new Error(server.missing);
      return {
        environment: server.environment(newSchema()),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
    },
  };
}

/** A server of its own, which tests stop. */
export function testedPostgres(): TestedDatabase<FaultyDatabase> {
  const found = findPostgres();
  return {
    name: 'PostgreSQL',
    skip: 'missing' in found ? found.missing : false,
    start: async () => {
      if ('missing' in found) throw new Error(found.missing);
      const server = await PostgresServer.start(found.folder);
      // Rights are checked for any role but the superuser.
      await server.query('CREATE ROLE vitrine LOGIN', 'GRANT CREATE ON DATABASE postgres TO vitrine');
      return new PostgresDatabase(server);
    },
  };
}

class PostgresDatabase implements FaultyDatabase {
  readonly environment: Readonly<Record<string, string>>;
  readonly outage = 'The database cannot be reached';
  readonly #server: PostgresServer;
  #isStopped = false;

  constructor(server: PostgresServer) {
    this.#server = server;
    const url = new URL(server.url);
    url.username = 'vitrine';
    this.environment = { ...server.environment('vitrine'), VITRINE_POSTGRES_URL: url.href };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#server.stop('SIGQUIT');
  }

  async recover(): Promise<void> {
    if (this.#isStopped) await this.#server.resume();
    this.#isStopped = false;
  }

  async rejectWrites(on: boolean): Promise<void> {
    await this.#server.query(
      on
        ? 'REVOKE INSERT, UPDATE ON ALL TABLES IN SCHEMA vitrine FROM vitrine'
        : 'GRANT INSERT, UPDATE ON ALL TABLES IN SCHEMA vitrine TO vitrine',
    );
  }

  async leaderLease(): Promise<{ fence: number; renewals: number }> {
    const [row] = await this.#server.query(
      `SELECT fence, renewals FROM vitrine.leases WHERE job = 'background'`,
    );
    return { fence: Number(row?.['fence']), renewals: Number(row?.['renewals']) };
  }

  async report(): Promise<string> {
    const rows = await this.#server.query(
      'SELECT state, wait_event, query FROM pg_stat_activity WHERE datname IS NOT NULL',
    );
    return rows.map((row) => Object.values(row).join(' | ')).join('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}
