import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OpenSearchCluster } from '../../test/support/opensearch/cluster.ts';
import { openSearchEnvironment } from '../../test/support/opensearch/database.ts';
import { openSearchHome } from '../../test/support/opensearch/home.ts';
import { findPostgres, PostgresServer } from '../../test/support/postgres/server.ts';
import { descendantCpuSeconds, processMeter, proportionalBytes } from '../search/process-meter.ts';

const run = promisify(execFile);

/** A database that the processes of a benchmark share. */
export interface BenchDatabase extends AsyncDisposable {
  readonly name: string;
  /** The variables of its processes. */
  readonly environment: Readonly<Record<string, string>>;
  /** Those of a service without data, in the same database. */
  readonly emptyEnvironment: Readonly<Record<string, string>>;
  /** CPU time since its start. */
  cpuSeconds(): number;
  memoryBytes(): number;
  /** Bytes of one copy of the logs on disk. */
  logBytes(): Promise<number>;
  /** The number of entries that the logs of projects have had. */
  entryCount(): Promise<number>;
  /** Mean time of one durable insert by the database's own benchmark in ms; null without one. */
  durableInsertMs(): Promise<number | null>;
}

/** The databases of these engines that this machine can run, each started when it is its turn, and the reasons why others are missing. */
export async function availableDatabases(
  engines: readonly string[],
): Promise<{ start: (() => Promise<BenchDatabase>)[]; missing: string[] }> {
  const start: (() => Promise<BenchDatabase>)[] = [];
  const missing: string[] = [];
  if (engines.includes('postgres')) {
    const found = findPostgres();
    if ('missing' in found) missing.push(found.missing);
    else start.push(async () => new BenchPostgres(await PostgresServer.start(found.folder)));
  }
  if (engines.includes('opensearch')) {
    const home = await openSearchHome();
    if (typeof home === 'string') missing.push(home);
    else
      start.push(async () => {
        const options = { nodes: 3, heapMegabytes: 1_024, jvmTuning: 'throughput' } as const;
        return new BenchOpenSearch(await OpenSearchCluster.start(home, options));
      });
  }
  return { start, missing };
}

class BenchPostgres implements BenchDatabase {
  readonly name = 'PostgreSQL';
  readonly environment: Readonly<Record<string, string>>;
  readonly emptyEnvironment: Readonly<Record<string, string>>;
  readonly #server: PostgresServer;

  constructor(server: PostgresServer) {
    this.#server = server;
    this.environment = server.environment('vitrine');
    this.emptyEnvironment = server.environment('empty');
  }

  cpuSeconds(): number {
    return descendantCpuSeconds(this.#server.pid);
  }

  memoryBytes(): number {
    return proportionalBytes(this.#server.pid);
  }

  async logBytes(): Promise<number> {
    const [row] = await this.#server.query(
      `SELECT pg_total_relation_size('vitrine.entries') + pg_total_relation_size('vitrine.snapshots') AS bytes`,
    );
    return Number(row?.['bytes']);
  }

  async entryCount(): Promise<number> {
    const [row] = await this.#server.query(
      `SELECT sum(head) AS count FROM vitrine.logs WHERE name LIKE 'project-%'`,
    );
    return Number(row?.['count']);
  }

  async durableInsertMs(): Promise<number> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-pgbench-'));
    try {
      const script = join(folder, 'insert.sql');
      // As large as an entry with one changed item.
      await writeFile(
        script,
        `INSERT INTO bench_insert (entry) VALUES (decode(repeat('ab', 1200), 'hex'));\n`,
      );
      await this.#server.query(
        'CREATE TABLE IF NOT EXISTS bench_insert (number bigserial PRIMARY KEY, entry bytea)',
      );
      const parameters = ['-n', '-c', '1', '-T', '1', '-f', script, this.#server.url];
      const { stdout } = await run(join(this.#server.programs, 'pgbench'), parameters);
      return Number(/latency average = ([\d.]+) ms/.exec(stdout)?.[1]);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}

class BenchOpenSearch implements BenchDatabase {
  readonly name = 'OpenSearch';
  readonly environment: Readonly<Record<string, string>>;
  readonly emptyEnvironment: Readonly<Record<string, string>>;
  readonly #nodes: OpenSearchCluster;

  constructor(nodes: OpenSearchCluster) {
    this.#nodes = nodes;
    this.environment = openSearchEnvironment(nodes.urls);
    this.emptyEnvironment = { ...this.environment, VITRINE_OPENSEARCH_PREFIX: 'empty' };
  }

  cpuSeconds(): number {
    return this.#nodes.nodes.reduce((sum, { pid }) => sum + processMeter(pid).cpuSeconds, 0);
  }

  memoryBytes(): number {
    return this.#nodes.nodes.reduce((sum, { pid }) => sum + processMeter(pid).memoryBytes, 0);
  }

  async logBytes(): Promise<number> {
    await this.#send('POST', 'vitrine-*/_flush');
    const indices = await this.#send<{ 'pri.store.size': string }[]>(
      'GET',
      '_cat/indices/vitrine-log-*?format=json&bytes=b',
    );
    return indices.reduce((sum, index) => sum + Number(index['pri.store.size']), 0);
  }

  async entryCount(): Promise<number> {
    await this.#send('POST', 'vitrine-log-project-*/_refresh');
    return (await this.#send<{ count: number }>('GET', 'vitrine-log-project-*/_count')).count;
  }

  durableInsertMs(): Promise<null> {
    return Promise.resolve(null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#nodes[Symbol.asyncDispose]();
  }

  async #send<T>(method: string, path: string): Promise<T> {
    return (await (await fetch(`${this.#nodes.urls[0]}/${path}`, { method })).json()) as T;
  }
}
