/**
 * A catalog larger than a shop's usual one: time and CPU to load it with a history of events, memory, time until it is ready after a
 * restart, and searches (docs/internals/scale.md).
 *
 *   npm run bench:large [-- --products 5000000] [--events 2000000] [--threads 1] [--searches 20] [--seconds 60]
 */
import { statSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiClient } from '../test/support/api-client.ts';
import { RunningService } from '../test/support/service.ts';
import { summary } from '../test/support/request-loops.ts';
import { createRandom } from '../src/lib/seeded-random.ts';
import { LoadClient, type LoadRequest } from './live/load-client.ts';
import { productIds, randomEvents } from './recommend/random-events.ts';
import { importProducts } from './search/mixed-requests.ts';
import { processMeter, residentBytes } from './search/process-meter.ts';
import { benchQueries } from './search/queries.ts';
import { searchPath } from './search/vitrine-http.ts';

const productsPerImport = 50_000;
const eventsPerRequest = 1_000;
const queryCount = 2_000;
const connections = 16;
/** Idle: less CPU than this in a second, in seconds. */
const idleCpuMax = 0.05;

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '5000000' },
    events: { type: 'string', default: '2000000' },
    threads: { type: 'string', default: '1' },
    searches: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
  },
});
const productCount = Number(options.products);
const eventCount = Number(options.events);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await using client = await LoadClient.compile();
await using service = await RunningService.start({
  VITRINE_LEARNING_EVENTS: '0',
  VITRINE_THREADS: options.threads,
});
const key = await service.project('bench');

/** Prints the seconds and the CPU of the service that the work takes. */
async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const [cpuBefore, started] = [processMeter(service.pid).cpuSeconds, performance.now()];
  await work();
  const seconds = (performance.now() - started) / 1000;
  const cpu = processMeter(service.pid).cpuSeconds - cpuBefore;
  print(`${name}: ${seconds.toFixed(0)} s, ${cpu.toFixed(0)} s of CPU; ${memory()}`);
}

function memory(): string {
  const main = processMeter(service.pid).memoryBytes / 1e9;
  return `main process ${main.toFixed(2)} GB, with its children ${(residentBytes(service.pid) / 1e9).toFixed(2)} GB`;
}

async function idle(): Promise<void> {
  for (let before = -1; ;) {
    const { cpuSeconds } = processMeter(service.pid);
    if (before >= 0 && cpuSeconds - before < idleCpuMax) return;
    before = cpuSeconds;
    await sleep(1_000);
  }
}

function diskBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

await timed(`${productCount} products`, async () => {
  await using ask = apiClient(service.url, key, 1);
  await importProducts(ask, productCount, productsPerImport);
});
await timed(`${eventCount} events`, async () => {
  await using ask = apiClient(service.url, key, 2);
  const random = randomEvents(productIds(productCount), Math.max(1_000, productCount / 10), createRandom(5));
  for (let sent = 0; sent < eventCount; sent += eventsPerRequest)
    await ask('POST', '/api/events', random.body(eventsPerRequest));
});
await timed('until idle', idle);
print(`${(diskBytes(service.dataDir) / 1e9).toFixed(2)} GB on disk`);
await service.stop();
const started = performance.now();
await service.restart();
print(`ready after a restart in ${((performance.now() - started) / 1000).toFixed(1)} s`);
await timed('until idle', idle);

const paths = benchQueries(queryCount, productCount).map(searchPath);
for (const name of ['first searches', 'searches']) {
  const rate = Number(options.searches);
  const sequences = Array.from(
    { length: Math.round(rate * Number(options.seconds)) },
    (_, i): LoadRequest[] => [{ method: 'GET', path: paths[i % paths.length]! }],
  );
  const before = processMeter(service.pid).cpuSeconds;
  const [outcome] = await client.send(service.url, key, [{ perSecond: rate, connections, sequences }]);
  const { milliseconds, failures } = outcome!;
  const cpu = ((processMeter(service.pid).cpuSeconds - before) * 1000) / sequences.length;
  print(
    `${name}: ${cpu.toFixed(1)} ms of CPU each; ${summary(milliseconds)}; ${failures} failed; ${memory()}`,
  );
}
