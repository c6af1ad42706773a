/**
 * Several processes on PostgreSQL and on OpenSearch, in one run (docs/internals/scale.md): a catalog migrated to a database, served by some
 * processes. Prints, for each database: the time from an empty one to ready, its memory, the CPU of a search with eight at once against a
 * standalone process, a write against a durable insert, the entries a second of three processes, and the throughput by number of processes.
 *
 *   npm run bench:processes [-- --databases postgres,opensearch] [--size 100k|1m] [--processes 1,3] [--seconds 15] [--staleness latest]
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { adminPassword, root, RunningService } from '../../test/support/service.ts';
import { apiClient, type Ask } from '../../test/support/api-client.ts';
import { catalogSize } from '../search/catalog-size.ts';
import { productsPerBatch } from '../search/engine.ts';
import { summary } from '../../test/support/request-loops.ts';
import { processMeter, sumCpuSeconds } from '../search/process-meter.ts';
import { productAt } from '../search/products.ts';
import { benchQueries } from '../search/queries.ts';
import { searchPath } from '../search/vitrine-http.ts';
import { availableDatabases, type BenchDatabase } from './bench-databases.ts';

const searchersPerProcess = 8;
const writersPerProcess = 4;
const connections = 32;
/** Turns in which writes of several kinds are compared. */
const writeTurns = 10;

const { values: options } = parseArgs({
  options: {
    databases: { type: 'string', default: 'postgres,opensearch' },
    size: { type: 'string', default: '100k' },
    processes: { type: 'string', default: '1,3' },
    seconds: { type: 'string', default: '15' },
    staleness: { type: 'string', default: 'latest' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const size = catalogSize(options.size);
const seconds = Number(options.seconds);
const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;

const { start, missing } = await availableDatabases(options.databases.split(','));
for (const reason of missing) print(`Not measured: ${reason}`);

// Serving threads would take the searches of the main thread, and processes of a cluster have none.
await using standalone = await RunningService.start({ VITRINE_THREADS: '0' });
const key = await standalone.project('bench', ['search', 'items:read', 'items:write']);
await using load = apiClient(standalone.url, key, connections);
for (let first = 0; first < size; first += productsPerBatch) {
  const count = Math.min(productsPerBatch, size - first);
  const lines = Array.from({ length: count }, (_, i) => `${JSON.stringify(productAt(first + i))}\n`);
  await load('POST', '/api/items/import?project=bench', lines.join(''), 'application/x-ndjson');
}
const paths = benchQueries(2_000, size).map(searchPath);

/** Sends requests in closed loops for some seconds; returns the latency of each in ms. */
async function closedLoop(
  asks: readonly Ask[],
  each: number,
  send: (ask: Ask, i: number) => Promise<unknown>,
  duration = seconds,
) {
  const times: number[] = [];
  const until = performance.now() + duration * 1_000;
  let i = 0;
  const loop = async (ask: Ask): Promise<void> => {
    while (performance.now() < until) {
      const started = performance.now();
      await send(ask, i++);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(asks.flatMap((ask) => Array.from({ length: each }, () => loop(ask))));
  return times;
}

const search = (ask: Ask, i: number): Promise<unknown> => ask('GET', paths[i % paths.length]!);
const write = (ask: Ask, i: number): Promise<unknown> => {
  const { id, name, price } = productAt((i * 7_919) % size);
  return ask(
    'PUT',
    `/api/items/${id}?by=id`,
    JSON.stringify({ project: 'bench', data: { name, price: price + i } }),
  );
};

/** Resolves when background work after a start, such as merges, is done; after 90 seconds at the latest. */
async function waitUntilIdle(services: readonly RunningService[]): Promise<void> {
  for (let waits = 0; waits < 45; waits++) {
    const before = sumCpuSeconds(services);
    await sleep(2_000);
    if (sumCpuSeconds(services) - before < 0.1 * services.length) return;
  }
}

/** Processes and their database while requests run. */
class Measurement implements AsyncDisposable {
  readonly #services: readonly RunningService[];
  readonly #database: BenchDatabase | null;
  readonly #clients = new AsyncDisposableStack();
  readonly asks: readonly Ask[];

  constructor(services: readonly RunningService[], database: BenchDatabase | null) {
    this.#services = services;
    this.#database = database;
    this.asks = services.map(({ url }) => this.#clients.use(apiClient(url, key, connections)));
  }

  /** The latencies of requests, and the CPU of a request in ms: of the processes, and of the database. */
  async run(
    send: () => Promise<number[]>,
  ): Promise<{ times: readonly number[]; cpuMs: readonly [own: number, database: number] }> {
    await waitUntilIdle(this.#services);
    const before = [sumCpuSeconds(this.#services), this.#database?.cpuSeconds() ?? 0] as const;
    const times = await send();
    const after = [sumCpuSeconds(this.#services), this.#database?.cpuSeconds() ?? 0] as const;
    const perRequest = (at: 0 | 1): number => ((after[at] - before[at]) / times.length) * 1_000;
    return { times, cpuMs: [perRequest(0), perRequest(1)] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#clients.disposeAsync();
  }
}

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/** A search with eight at once, of one process. */
async function measureSearches(service: RunningService, database: BenchDatabase | null) {
  await using measurement = new Measurement([service], database);
  // Warm-up: V8 compiles the code during the first requests.
  await closedLoop(measurement.asks, searchersPerProcess, search);
  return await measurement.run(() => closedLoop(measurement.asks, searchersPerProcess, search));
}

/** Medians in ms. `overMs`: of what a write takes longer than one of the standalone process and a durable insert of the same turn. */
interface WriteTimes {
  readonly aloneMs: number;
  readonly writeMs: number;
  readonly insertMs: number | null;
  readonly overMs: number | null;
}

/** Writes of the standalone process, of one on the database, and durable inserts, in turns: other programs change the speed of a machine. */
async function measureWrites(service: RunningService, database: BenchDatabase): Promise<WriteTimes> {
  await standalone.restart();
  await using measurement = new Measurement([standalone, service], database);
  await waitUntilIdle([standalone, service]);
  const turns: { aloneMs: number; writeMs: number; insertMs: number | null }[] = [];
  for (let turn = 0; turn < writeTurns; turn++) {
    const medians: number[] = [];
    for (const ask of measurement.asks)
      medians.push(median(await closedLoop([ask], 1, write, seconds / writeTurns)));
    const [aloneMs, writeMs] = medians as [number, number];
    turns.push({ aloneMs, writeMs, insertMs: await database.durableInsertMs() });
  }
  await standalone.stop();
  const inserts = turns.flatMap(({ insertMs }) => insertMs ?? []);
  return {
    aloneMs: median(turns.map(({ aloneMs }) => aloneMs)),
    writeMs: median(turns.map(({ writeMs }) => writeMs)),
    insertMs: inserts.length === 0 ? null : median(inserts),
    overMs:
      inserts.length === 0
        ? null
        : median(turns.map(({ aloneMs, writeMs, insertMs }) => writeMs - aloneMs - insertMs!)),
  };
}

const searchMsAlone = (await measureSearches(standalone, null)).cpuMs[0];
print(`standalone: ${milliseconds(searchMsAlone)} of CPU a search`);
await standalone.stop();

/** The time from a database without tables to a process that is ready. */
async function startEmpty(database: BenchDatabase): Promise<number> {
  const startedAt = performance.now();
  await using _ = await RunningService.start(database.emptyEnvironment);
  return (performance.now() - startedAt) / 1_000;
}

function migrate(environment: Readonly<Record<string, string>>): void {
  const program = join(root, 'src', 'cli', 'main.ts');
  const to = environment['VITRINE_ENGINE']!;
  const { status, stderr } = spawnSync(
    process.execPath,
    [program, 'migrate', '--from', 'embedded', '--to', to, '--data', standalone.dataDir],
    { env: { ...process.env, ...environment, VITRINE_ADMIN_PASSWORD: adminPassword }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}

/** Compares one process on a database with the standalone one. */
async function compare(service: RunningService, database: BenchDatabase): Promise<void> {
  const searches = await measureSearches(service, database);
  const [own, its] = searches.cpuMs;
  print(
    `a search, eight at once: ${milliseconds(own)} of CPU and ${milliseconds(its)} in ${database.name}: ${((own + its) / searchMsAlone).toFixed(2)} of standalone; ${summary(searches.times)}`,
  );
  const { aloneMs, writeMs, insertMs, overMs } = await measureWrites(service, database);
  print(
    `a write: ${milliseconds(writeMs)}; a write alone ${milliseconds(aloneMs)}${
      insertMs === null
        ? ''
        : `; a durable insert ${milliseconds(insertMs)}; longer than both together, in the same turn: ${milliseconds(overMs!)}`
    }`,
  );
}

/** Throughput with and without writes. */
async function measureAll(services: readonly RunningService[], database: BenchDatabase): Promise<void> {
  await using measurement = new Measurement(services, database);
  const { asks } = measurement;
  const searches = await measurement.run(() => closedLoop(asks, searchersPerProcess, search));
  print(
    `${services.length} processes: ${Math.round(searches.times.length / seconds)} searches/s; ${summary(searches.times)}`,
  );
  const [entriesBefore, bytesBefore] = [await database.entryCount(), await database.logBytes()];
  const writes = await measurement.run(() => closedLoop(asks, writersPerProcess, write));
  const entries = (await database.entryCount()) - entriesBefore;
  const bytes = (await database.logBytes()) - bytesBefore;
  const count = writes.times.length;
  print(
    `${services.length} processes into one project: ${Math.round(count / seconds)} writes/s in ${Math.round(entries / seconds)} entries/s, ${(bytes / count / 1e3).toFixed(2)} kB of log a write; ${summary(writes.times)}`,
  );
  const memory = Math.max(...services.map(({ pid }) => processMeter(pid).memoryBytes)) / 2 ** 30;
  print(
    `memory: ${memory.toFixed(2)} GiB a process, ${(database.memoryBytes() / 2 ** 30).toFixed(2)} GiB ${database.name}`,
  );
}

for (const startDatabase of start) {
  const startedAt = performance.now();
  await using database = await startDatabase();
  print(`\n${database.name}, started in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  print(`a process on the empty database is ready in ${(await startEmpty(database)).toFixed(1)} s`);
  const environment = { ...database.environment, VITRINE_CLUSTER_STALENESS_MS: options.staleness };
  const migratedAt = performance.now();
  migrate(database.environment);
  print(
    `migrated in ${((performance.now() - migratedAt) / 1_000).toFixed(1)} s: ${((await database.logBytes()) / 1e6).toFixed(1)} MB a copy`,
  );
  await using stack = new AsyncDisposableStack();
  const services: RunningService[] = [];
  for (const count of options.processes.split(',').map(Number)) {
    const addedAt = performance.now();
    const before = services.length;
    while (services.length < count) services.push(stack.use(await RunningService.start(environment)));
    print(
      `${count - before} more processes, each ready in ${((performance.now() - addedAt) / 1_000 / (count - before)).toFixed(1)} s from the snapshot`,
    );
    if (before === 0) await compare(services[0]!, database);
    await measureAll(services, database);
  }
}
