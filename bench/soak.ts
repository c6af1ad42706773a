/**
 * Soak test: checks that memory and search latency stay constant under a steady mixed load of one hour.
 *
 *   npm run bench:soak [-- --products 50000] [--minutes 60] [--load 0.3] [--searches 60] [--updates 10] [--events 45] [--lists 5] [--photos 0.5]
 *
 * Rates are requests per second in an open loop, lowered in proportion where they exceed the load, a share of the highest throughput
 * of this machine: near that, latency tells how requests queue, not whether they became slower. Semantic search is enabled, and the
 * first products have pictures. Prints a line per minute, then a sparkline of both. Compares the median of the last ten minutes with that of the ten minutes from minute ten on, because one
 * garbage collection moves a single minute by a tenth. Fails if the resident memory of the service and its child processes has grown
 * by more than 5 %, or the p99 of searches by more than 20 %.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiClient } from '../test/support/api-client.ts';
import { readGauge } from '../test/support/metrics.ts';
import { closedLoop, openLoop } from '../test/support/request-loops.ts';
import { root, RunningService } from '../test/support/service.ts';
import { sparkline } from './search/sparkline.ts';
import { residentBytes } from './search/process-meter.ts';
import { productAt } from './search/products.ts';
import { productsPerBatch } from './search/engine.ts';
import { importProducts, mixedRequests } from './search/mixed-requests.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '50000' },
    minutes: { type: 'string', default: '60' },
    load: { type: 'string', default: '0.3' },
    searches: { type: 'string', default: '60' },
    updates: { type: 'string', default: '10' },
    events: { type: 'string', default: '45' },
    lists: { type: 'string', default: '5' },
    photos: { type: 'string', default: '0.5' },
  },
});
const productCount = Number(options.products);
const minutes = Number(options.minutes);
/** The first minute of the comparison: by then caches are full and code is compiled. */
const settledMinute = 10;
const comparedMinutes = 10;
const measuredSeconds = 30;
const measuredInFlight = 8;
const memoryGrowthMax = 0.05;
const p99GrowthMax = 0.2;
const megabyte = 1024 * 1024;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const pictures = readdirSync(join(root, 'demo', 'groceries', 'pictures')).map((name) =>
  readFileSync(join(root, 'demo', 'groceries', 'pictures', name)).toString('base64'),
);

await using service = await RunningService.start({ VITRINE_TEXT_MODEL: 'vendored' });
const key = await service.project('bench');
await using ask = apiClient(service.url, key, 64);

function pictured(index: number): unknown {
  const picture = pictures[index];
  const product = productAt(index);
  return picture === undefined ? product : { ...product, imgs: [`data:image/jpeg;base64,${picture}`] };
}

const requests = mixedRequests(ask, productCount);

interface Load {
  readonly perSecond: number;
  readonly send: (index: number) => Promise<unknown>;
}

const loads: Readonly<Record<string, Load>> = {
  searches: { perSecond: Number(options.searches), send: requests.search },
  updates: { perSecond: Number(options.updates), send: requests.update },
  events: { perSecond: Number(options.events), send: requests.event },
  lists: { perSecond: Number(options.lists), send: requests.list },
  photos: {
    perSecond: Number(options.photos),
    send: (i) =>
      ask('POST', '/image-search/bench', JSON.stringify({ uploaded_file: pictures[i % pictures.length]! })),
  },
};

interface Minute {
  readonly residentBytes: number;
  readonly searchMsP99: number;
}

/** Runs all loads for one minute. An error reply aborts the run: the load is below the service's capacity. */
async function runMinute(minute: number, share: number): Promise<Minute> {
  const entries = sentLoads();
  const resident: number[] = [];
  const sampler = setInterval(() => resident.push(residentBytes(service.pid)), 1_000);
  const times = await Promise.all(
    entries.map(([, { perSecond, send }]) =>
      openLoop(share * perSecond, 60, (i) => send(minute * Math.ceil(60 * perSecond) + i)),
    ),
  );
  clearInterval(sampler);
  const sorted = times[entries.findIndex(([name]) => name === 'searches')]!.toSorted((a, b) => a - b);
  const external = await readGauge(service.url, 'vitrine_nodejs_external_memory_bytes');
  const heap = await readGauge(service.url, 'vitrine_nodejs_heap_size_used_bytes');
  const result = {
    residentBytes: median(resident),
    searchMsP99: sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN,
  };
  print(
    `minute ${minute + 1}: resident ${(result.residentBytes / megabyte).toFixed(0)} MB, heap ${(heap / megabyte).toFixed(0)}, external ${(external / megabyte).toFixed(0)}, searches p99 ${result.searchMsP99.toFixed(1)} ms`,
  );
  return result;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

interface Counts {
  readonly pictures: { readonly pending: number };
  readonly semantic: { readonly pending: number };
}

/** Resolves when all texts and pictures are embedded. */
async function embedded(): Promise<void> {
  const headers = await service.signIn();
  for (;;) {
    const { body } = await service.ask<{ projects: (Counts & { id: string })[] }>('GET', '/admin/projects', {
      headers,
    });
    const counts = body.projects.find(({ id }) => id === 'bench')!;
    const pending = counts.pictures.pending + counts.semantic.pending;
    if (pending === 0) return;
    print(`${pending} texts and pictures to embed`);
    await sleep(15_000);
  }
}

/** Sends each request once before the first minute, to fill the caches. */
async function fillCaches(): Promise<void> {
  const { paths } = requests;
  await closedLoop(paths.length, 8, (i) => ask('GET', paths[i]!.replace(/limit=\d+/, 'limit=200')));
  await closedLoop(1_000, 8, requests.list);
}

/** The share of the rates that is the wanted load of this machine, at most 1. */
async function sentShare(): Promise<number> {
  const entries = sentLoads();
  const rate = entries.reduce((sum, [, { perSecond }]) => sum + perSecond, 0);
  const sent = entries.map(() => 0);
  let count = 0;
  // Each kind in proportion to its rate.
  const sendNext = (): Promise<unknown> => {
    count++;
    const owed = entries.map(([, { perSecond }], kind) => (count * perSecond) / rate - sent[kind]!);
    const kind = owed.indexOf(Math.max(...owed));
    return entries[kind]![1].send(sent[kind]!++);
  };
  const started = performance.now();
  const end = started + 1_000 * measuredSeconds;
  const sendUntilEnd = async (): Promise<void> => {
    while (performance.now() < end) await sendNext();
  };
  await Promise.all(Array.from({ length: measuredInFlight }, sendUntilEnd));
  const perSecond = (1_000 * count) / (performance.now() - started);
  const share = Math.min(1, (Number(options.load) * perSecond) / rate);
  print(
    `${perSecond.toFixed(0)} mixed requests/s with ${measuredInFlight} in flight; the soak sends ${(share * rate).toFixed(0)} requests/s`,
  );
  return share;
}

function sentLoads(): [string, Load][] {
  return Object.entries(loads).filter(([, { perSecond }]) => perSecond > 0);
}

await importProducts(ask, productCount, productsPerBatch, pictured);
await embedded();
await fillCaches();
const share = await sentShare();
const samples: Minute[] = [];
for (let minute = 0; minute < minutes; minute++) samples.push(await runMinute(minute, share));

print(
  sparkline(
    'resident memory, MB',
    samples.map(({ residentBytes: bytes }) => bytes / megabyte),
  ),
);
print(
  sparkline(
    'p99 of searches, ms',
    samples.map(({ searchMsP99 }) => searchMsP99),
  ),
);
/** Relative growth of a figure from the first compared minutes to the last. */
function growth(figure: (minute: Minute) => number): number {
  const first = samples.slice(settledMinute - 1, settledMinute - 1 + comparedMinutes);
  const last = samples.slice(-comparedMinutes);
  return median(last.map(figure)) / median(first.map(figure)) - 1;
}

if (minutes < settledMinute - 1 + 2 * comparedMinutes) {
  print(`A comparison needs at least ${settledMinute - 1 + 2 * comparedMinutes} minutes`);
} else {
  const memory = growth((minute) => minute.residentBytes);
  const p99 = growth((minute) => minute.searchMsP99);
  print(
    `growth to the last ${comparedMinutes} minutes, from minute ${settledMinute}: memory ${(100 * memory).toFixed(1)} %, p99 ${(100 * p99).toFixed(1)} %`,
  );
  if (memory > memoryGrowthMax || p99 > p99GrowthMax) process.exitCode = 1;
}
