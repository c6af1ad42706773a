/**
 * Throughput by number of processes (docs/internals/scale.md): a catalog migrated to three OpenSearch nodes, served by 1, 2 and 4
 * processes. Closed-loop searches, with and without writes, and the CPU of the processes and of the cluster per request.
 *
 *   npm run bench:processes [-- --size 100k|1m] [--processes 1,2,4] [--seconds 15] [--staleness latest]
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { OpenSearchCluster } from '../../test/support/opensearch/cluster.ts';
import { openSearchHome } from '../../test/support/opensearch/home.ts';
import { adminPassword, root, RunningService } from '../../test/support/service.ts';
import { apiClient, type Ask } from '../../test/support/api-client.ts';
import { catalogSize } from '../search/catalog-size.ts';
import { productsPerBatch } from '../search/engine.ts';
import { summary } from '../../test/support/request-loops.ts';
import { processMeter } from '../search/process-meter.ts';
import { productAt } from '../search/products.ts';
import { benchQueries } from '../search/queries.ts';
import { searchPath } from '../search/vitrine-http.ts';

const searchersPerProcess = 8;
const writers = 4;
const connections = 32;

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100k' },
    processes: { type: 'string', default: '1,2,4' },
    seconds: { type: 'string', default: '15' },
    staleness: { type: 'string', default: 'latest' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const size = catalogSize(options.size);
const seconds = Number(options.seconds);

const home = await openSearchHome();
if (typeof home === 'string') {
  print(`bench:processes needs a cluster: ${home}`);
  process.exit(0);
}

await using standalone = await RunningService.start();
const key = await standalone.project('bench', ['search', 'items:read', 'items:write']);
await using load = apiClient(standalone.url, key, connections);
for (let first = 0; first < size; first += productsPerBatch) {
  const count = Math.min(productsPerBatch, size - first);
  const lines = Array.from({ length: count }, (_, i) => `${JSON.stringify(productAt(first + i))}\n`);
  await load('POST', '/api/items/import?project=bench', lines.join(''), 'application/x-ndjson');
}
const paths = benchQueries(2_000, size).map(searchPath);

/** Sends requests in closed loops for `seconds`; returns the latency of each in ms. */
async function closedLoop(
  asks: readonly Ask[],
  each: number,
  send: (ask: Ask, i: number) => Promise<unknown>,
) {
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
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

const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + processMeter(pid).cpuSeconds, 0);

/** Resolves when background work after a start, such as merges, is done; after 90 seconds at the latest. */
async function waitUntilIdle(pids: readonly number[]): Promise<void> {
  for (let waits = 0; waits < 45; waits++) {
    const before = cpuOf(pids);
    await sleep(2_000);
    if (cpuOf(pids) - before < 0.1 * pids.length) return;
  }
}

async function measure(
  name: string,
  services: readonly RunningService[],
  nodes: readonly number[],
): Promise<number> {
  await using clients = new AsyncDisposableStack();
  const asks = services.map(({ url }) => clients.use(apiClient(url, key, connections)));
  const pids = services.map(({ pid }) => pid);
  await waitUntilIdle(pids);
  const memory = Math.max(...pids.map((pid) => processMeter(pid).memoryBytes)) / 2 ** 30;
  let written = 0;
  for (const withWrites of [false, true]) {
    const before = [cpuOf(pids), cpuOf(nodes)] as const;
    const [searches, writes] = await Promise.all([
      closedLoop(asks, searchersPerProcess, search),
      withWrites ? closedLoop(asks.slice(0, 2), writers, write) : [],
    ]);
    const [own, cluster] = [cpuOf(pids) - before[0], cpuOf(nodes) - before[1]];
    const all = searches.length + writes.length;
    written += writes.length;
    print(
      `| ${name}${withWrites ? ', with writes' : ''} | ${Math.round(searches.length / seconds)} | ${summary(searches)} | ${
        withWrites ? `${Math.round(writes.length / seconds)}/s, ${summary(writes)}` : ''
      } | ${((own / all) * 1_000).toFixed(2)} | ${((cluster / all) * 1_000).toFixed(2)} | ${memory.toFixed(2)} |`,
    );
  }
  return written;
}

print(
  '| processes | searches/s | search latency | writes | CPU ms per request, Vitrine | CPU ms per request, OpenSearch | GiB per process |',
);
print('|---|---|---|---|---|---|---|');
await measure('one, embedded', [standalone], []);
await standalone.stop();

await using nodes = await OpenSearchCluster.start(home, {
  nodes: 3,
  heapMegabytes: 1_024,
  jvmTuning: 'throughput',
});
const environment = {
  VITRINE_ENGINE: 'opensearch',
  VITRINE_OPENSEARCH_NODES: nodes.urls.join(','),
  VITRINE_CLUSTER_STALENESS_MS: options.staleness,
};
const started = performance.now();
const migrated = spawnSync(
  process.execPath,
  [
    join(root, 'src/cli/main.ts'),
    'migrate',
    '--from',
    'embedded',
    '--to',
    'opensearch',
    '--data',
    standalone.dataDir,
  ],
  { env: { ...process.env, ...environment, VITRINE_ADMIN_PASSWORD: adminPassword }, encoding: 'utf8' },
);
if (migrated.status !== 0) throw new Error(migrated.stderr);
print(
  `\nmigrated to the cluster in ${((performance.now() - started) / 1_000).toFixed(1)} s: ${migrated.stdout.trim()}`,
);
/** Bytes of the log's primary shards. */
async function logBytes(): Promise<number> {
  await fetch(`${nodes.urls[0]}/vitrine-*/_flush`, { method: 'POST' });
  const answer = await fetch(`${nodes.urls[0]}/_cat/indices/vitrine-log-*?format=json&bytes=b`);
  const indices = (await answer.json()) as { 'pri.store.size': string }[];
  return indices.reduce((sum, index) => sum + Number(index['pri.store.size']), 0);
}

print(`size of one copy in the cluster: ${((await logBytes()) / 1e6).toFixed(1)} MB`);
const services: RunningService[] = [];
try {
  for (const count of options.processes.split(',').map(Number)) {
    const startedAt = performance.now();
    let added = 0;
    for (; services.length < count; added++) services.push(await RunningService.start(environment));
    print(
      `${added} more processes, each ready in ${((performance.now() - startedAt) / 1_000 / added).toFixed(1)} s from the snapshot\n`,
    );
    const before = await logBytes();
    const written = await measure(
      `${count}`,
      services,
      nodes.nodes.map(({ pid }) => pid),
    );
    print(`${(((await logBytes()) - before) / written / 1e3).toFixed(2)} kB of log per write\n`);
  }
} finally {
  for (const service of services) await service[Symbol.asyncDispose]();
}
