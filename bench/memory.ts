/**
 * Memory of the service, 30 s after the last request: when empty, after an import, after mixed requests, after a restart, and after
 * the same import three more times, each with the resident memory by owner. Before the restart and at the end, the memory of the heap
 * and of typed arrays by owner, from a heap snapshot. The service runs with the compile cache, as by `npm start`.
 *
 *   npm run bench:memory [-- --products 100000] [--requests 10000] [--imports 3] [--threads 0]
 *
 * "Main" is the resident memory of the main process: "files" are mapped files (half of it the binary of Node), "malloc" the heap of the
 * C library, except large blocks. "All" includes its child processes. "Heap" is in use, of what V8 holds for the main thread.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiClient, type Ask } from '../test/support/api-client.ts';
import { readGauge } from '../test/support/metrics.ts';
import { closedLoop } from '../test/support/request-loops.ts';
import { root, RunningService } from '../test/support/service.ts';
import { heapOwners } from './memory/heap-owners.ts';
import { residentOwners, ThreadReports } from './memory/resident-owners.ts';
import { productsPerBatch } from './search/engine.ts';
import { importProducts, mixedRequests } from './search/mixed-requests.ts';
import { processMeter, residentBytes, residentKinds } from './search/process-meter.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '10000' },
    imports: { type: 'string', default: '3' },
    /** Serving threads; what one takes is the difference between two runs. */
    threads: { type: 'string', default: '0' },
  },
});
const productCount = Number(options.products);
const requestCount = Number(options.requests);
const importsAgain = Number(options.imports);
const inFlight = 8;
/** The service returns memory once it is quiet. */
const settleMs = 30_000;
const ownersShown = 24;
const megabyte = 1024 * 1024;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const inMegabytes = (bytes: number): string => (bytes / megabyte).toFixed(0).padStart(6);

/** As in bin/folders.mjs. */
const compileCache = join(root, 'node_modules', '.cache', 'compiled');

using threads = new ThreadReports();
await using service = await RunningService.start({
  ...threads.environment,
  VITRINE_THREADS: options.threads,
  NODE_COMPILE_CACHE: compileCache,
});
// The first start fills the compile cache.
await service.stop();
await service.restart();
const key = await service.project('bench');

async function report(state: string): Promise<void> {
  await sleep(settleMs);
  const { memoryBytes } = processMeter(service.pid);
  const { files, malloc } = residentKinds(service.pid);
  const gauges = ['heap_size_used', 'heap_size_total', 'external_memory'].map((name) =>
    readGauge(service.url, `vitrine_nodejs_${name}_bytes`),
  );
  const [used, total, external] = await Promise.all(gauges);
  print(
    `${state.padEnd(34)} main ${inMegabytes(memoryBytes)}  (files ${inMegabytes(files)}  malloc ${inMegabytes(malloc)})  all ${inMegabytes(residentBytes(service.pid))}  heap ${inMegabytes(used!)} of ${inMegabytes(total!)}  external ${inMegabytes(external!)}`,
  );
  const reports = await threads.of(service.pid);
  const owners = residentOwners(service.pid, reports);
  for (const { owner, bytes } of owners)
    if (Math.abs(bytes) > megabyte / 2) print(`${inMegabytes(bytes)}  ${owner}`);
}

async function sendMixed(ask: Ask): Promise<void> {
  const { search, update, event, list } = mixedRequests(ask, productCount);
  const kinds = [search, search, search, search, search, search, event, event, update, list];
  await closedLoop(requestCount, inFlight, (i) => kinds[i % kinds.length]!(i));
}

/** Prints the owners of the memory of the main thread. The snapshot collects garbage, so that nothing is measured after it. */
async function printOwners(): Promise<void> {
  const before = new Set(readdirSync('.'));
  const isSnapshot = (name: string): boolean =>
    name.endsWith('.heapsnapshot') && name.includes(`.${service.pid}.`) && !before.has(name);
  process.kill(service.pid, 'SIGUSR2');
  while (!readdirSync('.').some(isSnapshot)) await sleep(1_000);
  // The file grows while it is written; the service answers again afterwards.
  await readGauge(service.url, 'vitrine_nodejs_heap_size_used_bytes');
  const path = join('.', readdirSync('.').find(isSnapshot)!);
  print('\nMB by owner, on the heap and in typed arrays');
  for (const { owner, bytes, heapBytes, objects } of heapOwners(path).slice(0, ownersShown))
    print(
      `${inMegabytes(bytes)}  ${inMegabytes(heapBytes)} on the heap  ${String(objects).padStart(9)} objects  ${owner}`,
    );
  print('');
  rmSync(path);
}

/** Runs the work with a client of the service, which gets another port at each start. */
async function withClient(work: (ask: Ask) => Promise<void>): Promise<void> {
  await using ask = apiClient(service.url, key, inFlight);
  await work(ask);
}

const load = (ask: Ask): Promise<void> => importProducts(ask, productCount, productsPerBatch);

print(`MB, serving threads: ${options.threads}`);
await report('empty');
await withClient(load);
await report('after the import');
await withClient(sendMixed);
await report(`after ${requestCount} requests`);
await printOwners();
await service.stop();
await service.restart();
await report('after a restart');
await withClient(sendMixed);
await report(`after ${requestCount} requests`);
for (let round = 0; round < importsAgain; round++) await withClient(load);
if (importsAgain > 0) await report(`after ${importsAgain} more imports`);
await printOwners();
