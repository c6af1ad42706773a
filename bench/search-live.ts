/**
 * Search latency during writes (docs/internals/search-speed.md): a fixed rate of searches alone, then with single writes, with bulk
 * updates, and with an import.
 *
 *   npm run bench:live [-- --size 10k|100k|1m] [--searches 500] [--updates 1000] [--seconds 20]
 *
 * Latency is measured from the scheduled time of a request, so that a stalled service shows in all requests it delays.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RunningService } from '../test/support/service.ts';
import { apiClient } from '../test/support/api-client.ts';
import { catalogSize } from './search/catalog-size.ts';
import { productAt, type Product } from './search/products.ts';
import { productsPerBatch } from './search/engine.ts';
import { processMeter } from './search/process-meter.ts';
import { benchQueries } from './search/queries.ts';
import { searchPath } from './search/vitrine-http.ts';
import { openLoop, summary } from '../test/support/request-loops.ts';

const updatesPerRequest = 50;
const importedMax = 50_000;

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100k' },
    searches: { type: 'string', default: '500' },
    updates: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const size = catalogSize(options.size);
const seconds = Number(options.seconds);

await using service = await RunningService.start();
const key = await service.project('bench');
/** Searches and writes use separate connection pools, so that neither waits for the other. */
await using searching = apiClient(service.url, key, 64);
await using ask = apiClient(service.url, key, 16);

async function load(count: number): Promise<void> {
  for (let first = 0; first < count; first += productsPerBatch) {
    const batch = Array.from({ length: Math.min(productsPerBatch, count - first) }, (_, i) =>
      productAt(first + i),
    );
    const lines = batch.map((product) => `${JSON.stringify(product)}\n`).join('');
    await ask('POST', '/api/items/import?project=bench', lines, 'application/x-ndjson');
    print(`${first + batch.length} of ${count} products`);
  }
}

const paths = benchQueries(2_000, size).map(searchPath);
const search = async (i: number): Promise<unknown> => searching('GET', paths[i % paths.length]!);

/** The product with a new price and a word that is unique to this change. */
function changed(index: number, change: number): Product {
  const product = productAt(index);
  return { ...product, name: `${product.name} neuheit${change}`, price: product.price + 1 };
}

/** Writes a product with a unique word and searches for this word. @throws Error if it is not found */
async function writeAndFind(change: number): Promise<void> {
  const product = changed((change * 7_919) % size, change);
  const { name, price } = product;
  const body = JSON.stringify({ project: 'bench', data: { name, price } });
  await ask('PUT', `/api/items/${product.id}?by=id`, body);
  const found = JSON.parse(await ask('GET', `/search/bench?q=neuheit${change}&limit=1`)) as {
    items: { id: string }[];
  };
  if (found.items[0]?.id !== product.id)
    throw new Error(`The change of ${product.id} was acknowledged but not found`);
}

async function update(request: number): Promise<unknown> {
  const lines = Array.from({ length: updatesPerRequest }, (_, i) => {
    const change = request * updatesPerRequest + i;
    return `${JSON.stringify(changed((change * 104_729) % size, 1_000_000 + change))}\n`;
  });
  return ask('POST', '/api/items/import?project=bench', lines.join(''), 'application/x-ndjson');
}

/** Imports changed products in one request and prints the lines stored per second. */
async function importFile(): Promise<void> {
  const count = Math.min(size, importedMax);
  const lines = Array.from(
    { length: count },
    (_, i) => `${JSON.stringify(changed(i, 2_000_000 + i))}\n`,
  ).join('');
  const started = performance.now();
  await ask('POST', '/api/items/import?project=bench', lines, 'application/x-ndjson');
  print(`  ${Math.round((count / (performance.now() - started)) * 1_000)} import lines per second`);
}

/** Runs searches concurrently with another load. */
async function phase(name: string, otherLoad: () => Promise<readonly number[]>): Promise<void> {
  const cpuBefore = processMeter(service.pid).cpuSeconds;
  const [searches, others] = await Promise.all([
    openLoop(Number(options.searches), seconds, search),
    otherLoad(),
  ]);
  const cpu = (processMeter(service.pid).cpuSeconds - cpuBefore) / seconds;
  print(
    `${name}: searches ${summary(searches)}; ${others.length > 0 ? `writes ${summary(others)}; ` : ''}${cpu.toFixed(2)} cores`,
  );
}

/** Resolves when the background work after an import is done, such as merges and snapshots. */
async function whenIdle(): Promise<void> {
  await sleep(65_000);
  for (let before = -1; ;) {
    const { cpuSeconds } = processMeter(service.pid);
    if (before >= 0 && cpuSeconds - before < 0.1) return;
    before = cpuSeconds;
    await sleep(5_000);
  }
}

await load(size);
await whenIdle();
await openLoop(Number(options.searches), 5, search);
await phase('searches alone', async () => []);
await phase('20 write-and-find requests per second', async () => openLoop(20, seconds, writeAndFind));
await phase(`${options.updates} updates per second`, async () =>
  openLoop(Number(options.updates) / updatesPerRequest, seconds, update),
);
await phase('import', async () => {
  await importFile();
  return [];
});
