/**
 * Latency and CPU of searches, lists and writes at once, on 0, 1 or more serving threads (docs/internals/search-speed.md).
 *
 *   npm run bench:live [-- --size 10k|100k|1m] [--threads 0,1] [--seconds 20] [--searches 500] [--lists 200] [--changes 20]
 *     [--updates 1000] [--history 200000] [--only alone,four,zstd,gzip,fields,lists,changes,updates,events,import]
 *
 * Latency is measured from the scheduled time of a request, so that a stalled service shows in all requests it delays.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RunningService } from '../test/support/service.ts';
import { apiClient } from '../test/support/api-client.ts';
import { summary } from '../test/support/request-loops.ts';
import { createRandom } from '../src/lib/seeded-random.ts';
import { LoadClient, type LoadRequest, type LoadStream } from './live/load-client.ts';
import { productIds, randomEvents } from './recommend/random-events.ts';
import { catalogSize } from './search/catalog-size.ts';
import { productAt, type Product } from './search/products.ts';
import { importProducts } from './search/mixed-requests.ts';
import { cpuByThreadName, processMeter, stolenSeconds } from './search/process-meter.ts';
import { benchQueries } from './search/queries.ts';
import { searchPath } from './search/vitrine-http.ts';

const updatesPerRequest = 50;
const importedMax = 50_000;
const eventsPerSecond = 20;
const warmUpSearches = 10_000;
const warmUpLists = 4_000;
const manyConnections = 64;
/** Items that only probes of events mention. */
const probeItemCount = 2_000;
/** Threads with less of a core are not printed. */
const coresMin = 0.005;

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100k' },
    threads: { type: 'string', default: '0,1' },
    seconds: { type: 'string', default: '20' },
    searches: { type: 'string', default: '500' },
    lists: { type: 'string', default: '200' },
    changes: { type: 'string', default: '20' },
    updates: { type: 'string', default: '1000' },
    history: { type: 'string', default: '200000' },
    only: { type: 'string', default: 'alone,four,lists,changes,updates,events,import' },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const size = catalogSize(options.size);
const seconds = Number(options.seconds);
const ids = productIds(size);
const probedItems = ids.slice(-probeItemCount);
const random = randomEvents(ids.slice(0, -probeItemCount), Math.max(1_000, size / 2), createRandom(20261124));

await using client = await LoadClient.compile();
await using service = await RunningService.start({ VITRINE_LEARNING_EVENTS: '0', VITRINE_THREADS: '0' });
const key = await service.project('bench');

/** A stream of `perSecond` for the time of a phase. `sequenceAt`: the requests of an index, counted over all phases. */
function stream(
  perSecond: number,
  sequenceAt: (index: number) => readonly LoadRequest[],
  { connections = manyConnections, count = Math.round(perSecond * seconds) } = {},
): LoadStream {
  return {
    perSecond,
    connections,
    sequences: Array.from({ length: count }, () => sequenceAt(sequencesMade++)),
  };
}
let sequencesMade = 0;

const json = (method: 'POST' | 'PUT', path: string, body: unknown, expected: string[] = []): LoadRequest => ({
  method,
  path,
  body: JSON.stringify(body),
  type: 'application/json',
  expected,
});

const lines = (products: readonly Product[]): LoadRequest => ({
  method: 'POST',
  path: '/api/items/import?project=bench',
  body: products.map((product) => `${JSON.stringify(product)}\n`).join(''),
  type: 'application/x-ndjson',
});

const paths = benchQueries(4_000, size).map(searchPath);
const search = (index: number): LoadRequest[] => [{ method: 'GET', path: paths[index % paths.length]! }];
const searchFields = (index: number): LoadRequest[] => [
  { method: 'GET', path: `${paths[index % paths.length]!}&fields=name,price` },
];

const reco = (name: string, body: object, expected: string[] = []): LoadRequest =>
  json('POST', `/reco/${name}`, { index: 'bench', ...body }, expected);

const list = (index: number): LoadRequest[] => [
  [
    () => reco('user-recommendations', { user: random.user() }),
    () => reco('fbt', { item: random.item() }),
    () => reco('similar', { item: random.item() }),
    () => reco('trendings', {}),
  ][index % 4]!(),
];

/** The product with a new price and a word that is unique to this change. */
function changed(index: number, change: number): Product {
  const product = productAt(index);
  return { ...product, name: `${product.name} neuheit${change}`, price: product.price + 1 };
}

/** Changes a product and searches for its new word. */
function changeAndFind(change: number): LoadRequest[] {
  const { id, name, price } = changed((change * 7_919) % size, change);
  return [
    json('PUT', `/api/items/${id}?by=id`, { project: 'bench', data: { name, price } }),
    { method: 'GET', path: `/search/bench?q=neuheit${change}&limit=1`, expected: [`"id":"${id}"`] },
  ];
}

const update = (request: number): LoadRequest[] => [
  lines(
    Array.from({ length: updatesPerRequest }, (_, i) => {
      const change = request * updatesPerRequest + i;
      return changed((change * 104_729) % size, change);
    }),
  ),
];

/** As many orders of two products and nothing else are evidence that they are bought together. */
const ordersOfPair = 6;

/** A view of one new user and the purchases of others, and the four lists that must change by them. */
function eventsAndLists(probe: number): LoadRequest[] {
  const user = `probe-${probe}`;
  const [item, other] = [0, 1].map((i) => probedItems[(probe * 2 + i) % probeItemCount]!) as [string, string];
  const data = [
    { type: 'view', user, item },
    ...Array.from({ length: ordersOfPair }, (_, order) => ({
      type: 'purchase',
      user: `buyer-${probe}-${order}`,
      items: [{ id: item }, { id: other }],
    })),
  ];
  return [
    json('POST', '/api/events', { project: 'bench', data }),
    reco('user-recommendations', { user }, [`"because":["${item}"`]),
    reco('fbt', { item }, [`"id":"${other}"`]),
    // What products have in common decides it; a single visit moves it too little to be seen.
    reco('similar', { item, limit: 100 }),
    reco('trendings', { filters: `id:${item}` }, [`"id":"${item}"`]),
  ];
}

const searches = (connections = manyConnections): LoadStream =>
  stream(Number(options.searches), search, { connections });

/** The streams of each phase by name; the first is that whose CPU a request is told. */
const phases: Readonly<Record<string, () => readonly LoadStream[]>> = {
  alone: () => [searches()],
  four: () => [searches(4)],
  zstd: () => [{ ...searches(), encoding: 'zstd' }],
  gzip: () => [{ ...searches(), encoding: 'gzip' }],
  fields: () => [stream(Number(options.searches), searchFields)],
  lists: () => [stream(Number(options.lists), list)],
  changes: () => [searches(), stream(Number(options.changes), changeAndFind, { connections: 16 })],
  updates: () => [searches(), stream(Number(options.updates) / updatesPerRequest, update)],
  events: () => [searches(), stream(eventsPerSecond, eventsAndLists)],
  import: () => [
    searches(),
    stream(1, () => [lines(Array.from({ length: Math.min(size, importedMax) }, (_, i) => changed(i, i)))], {
      count: 1,
    }),
  ],
};

/** Resolves when the background work after a load is done, such as merges and snapshots. */
async function whenIdle(): Promise<void> {
  await sleep(65_000);
  for (let before = -1; ;) {
    const { cpuSeconds } = processMeter(service.pid);
    if (before >= 0 && cpuSeconds - before < 0.1) return;
    before = cpuSeconds;
    await sleep(5_000);
  }
}

async function load(): Promise<void> {
  await using ask = apiClient(service.url, key, 4);
  await importProducts(ask, size, 20_000);
  const eventsPerRequest = 1_000;
  for (let sent = 0; sent < Number(options.history); sent += eventsPerRequest)
    await ask('POST', '/api/events', random.body(eventsPerRequest));
  print(`${options.history} events`);
}

async function runPhase(name: string): Promise<void> {
  const streams = phases[name]!();
  const [before, stolenBefore, started] = [cpuByThreadName(service.pid), stolenSeconds(), performance.now()];
  const outcomes = await client.send(service.url, key, streams);
  const elapsed = (performance.now() - started) / 1000;
  const byThread = [...cpuByThreadName(service.pid)]
    .map(([thread, cpu]) => ({ thread, seconds: cpu - (before.get(thread) ?? 0) }))
    .filter((use) => use.seconds > coresMin * elapsed);
  const cpu = byThread.reduce((sum, use) => sum + use.seconds, 0);
  const stolen = stolenSeconds() - stolenBefore;
  const perRequest = ((cpu * 1000) / streams[0]!.sequences.length).toFixed(2);
  print(
    `  ${name}: ${(cpu / elapsed).toFixed(2)} cores, ${perRequest} ms of CPU a request of the first stream` +
      ` (${byThread.map((use) => `${use.thread} ${(use.seconds / elapsed).toFixed(2)}`).join(', ')});` +
      ` ${(stolen / elapsed).toFixed(2)} cores stolen`,
  );
  for (const { milliseconds, failures, firstFailure } of outcomes)
    print(`    ${summary(milliseconds)}${failures > 0 ? `; ${failures} FAILED: ${firstFailure}` : ''}`);
  if (outcomes.some(({ failures }) => failures > 0)) process.exitCode = 1;
}

const mb = (): string => `${(processMeter(service.pid).memoryBytes / 1e6).toFixed(0)} MB resident`;

await load();
await whenIdle();
for (const threads of options.threads.split(',')) {
  await service.stop();
  await service.restart({ VITRINE_THREADS: threads });
  print(`${threads} serving threads: ${mb()}`);
  const warmUp = [stream(500, search, { count: warmUpSearches }), stream(200, list, { count: warmUpLists })];
  await client.send(service.url, key, warmUp);
  for (const name of options.only.split(',')) await runPhase(name);
  print(`  ${mb()}`);
  // The import of a column must not be the garbage of the next.
  await whenIdle();
}
