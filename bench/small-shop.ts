/**
 * The memory of all processes of a service, as `vitrine` starts it, for the table of the guide (docs/guide/production.md):
 *
 * - `empty`: no project, after two idle minutes;
 * - `demo`: the demo shop once its pictures are embedded, after two idle minutes, after searches by text and photo and lists, 15 seconds
 *   later, and after two idle minutes again;
 * - `catalog`: 100,000 products without models, after their import, after searches, and after two idle minutes.
 *
 * Of the main process, its owners. The service without models embeds nothing: the vectors of 100,000 texts would take half an hour.
 *
 *   npm run bench:small [-- --parts empty,demo,catalog] [--idle 120] [--photos 20] [--searches 200] [--products 100000] [--catalog-searches 20000]
 *
 * "PSS" divides a page that several processes have among them, also with this bench, which runs the same Node; "RSS" counts it for each. npm is
 * not part of either.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiClient } from '../test/support/api-client.ts';
import { closedLoop } from '../test/support/request-loops.ts';
import { root } from '../test/support/service.ts';
import { connectAdmin, createProject } from './memory/connect-admin.ts';
import { residentOwners, ThreadReports } from './memory/resident-owners.ts';
import { LaunchedService } from './memory/service-processes.ts';
import { productsPerBatch } from './search/engine.ts';
import { importProducts, mixedRequests } from './search/mixed-requests.ts';

const { values: options } = parseArgs({
  options: {
    idle: { type: 'string', default: '120' },
    parts: { type: 'string', default: 'empty,demo,catalog' },
    photos: { type: 'string', default: '20' },
    searches: { type: 'string', default: '200' },
    products: { type: 'string', default: '100000' },
    'catalog-searches': { type: 'string', default: '20000' },
  },
});
const parts = options.parts.split(',');
const productCount = Number(options.products);
const idleMs = 1_000 * Number(options.idle);
const pollMs = 500;
/** A pause between visitors, after which the process with the image model has collected its garbage. */
const pauseMs = 15_000;
/** The service has no background work left if it takes at most this share of a core in such a period. */
const quietMs = 10_000;
const quietShareMax = 0.1;
const megabyte = 1024 * 1024;
const inFlight = 4;
const words = [
  'apple juice',
  'red dress',
  'gift for a child',
  'wooden toys',
  'backpack',
  'something for rain',
];

using threads = new ThreadReports();
/** The lines of the table. */
const rows: string[] = [];
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const inMegabytes = (bytes: number): string => (bytes / megabyte).toFixed(1).padStart(7);

async function report(state: string, service: LaunchedService): Promise<void> {
  const processes = service.processes();
  const sum = (key: 'proportional' | 'resident'): number =>
    processes.reduce((total, process) => total + process[key], 0);
  rows.push(`| ${state} |${inMegabytes(sum('proportional'))} |${inMegabytes(sum('resident'))} |`);
  print(`\n${state}: PSS ${inMegabytes(sum('proportional'))}  RSS ${inMegabytes(sum('resident'))} MB`);
  for (const { role, proportional, resident } of processes)
    print(`  ${inMegabytes(proportional)} ${inMegabytes(resident)}  ${role}`);
  const reports = await threads.of(service.mainPid);
  for (const { owner, bytes } of residentOwners(service.mainPid, reports))
    if (Math.abs(bytes) > megabyte / 2) print(`    ${inMegabytes(bytes)}  main: ${owner}`);
}

/** Resolves when the pictures are refined, rankings are trained, and so on. */
async function untilQuiet(service: LaunchedService): Promise<void> {
  for (let before = service.cpuSeconds(); ;) {
    await sleep(quietMs);
    const now = service.cpuSeconds();
    if (now - before < (quietShareMax * quietMs) / 1_000) return;
    before = now;
  }
}

/** Searches by text and by photo, and lists, as the key of the demo shop allows, which the service prints. */
async function use(service: LaunchedService): Promise<void> {
  const [, key = '', project = ''] = /x-api-key: (\S+)' '\S+?\/search\/([\w-]+)\?/.exec(service.output) ?? [];
  await using ask = apiClient(service.url, key, inFlight);
  for (let i = 0; i < Number(options.searches); i++)
    await ask(
      'GET',
      `/search/${project}?q=${encodeURIComponent(words[i % words.length]!)}&limit=24&page=${i % 3}`,
    );
  for (let i = 0; i < Number(options.searches); i++)
    await ask('POST', '/rec/trendings', JSON.stringify({ index: project, limit: 1 + (i % 24) }));
  const folder = join(root, 'demo', 'pictures');
  const pictures = readdirSync(folder).toSorted();
  const photos = Array.from({ length: Number(options.photos) }, (_, i) =>
    readFileSync(join(folder, pictures[(i * 7) % pictures.length]!)).toString('base64'),
  );
  const workers = Array.from({ length: inFlight }, async () => {
    for (let photo = photos.pop(); photo !== undefined; photo = photos.pop())
      await ask('POST', `/image-search/${project}`, JSON.stringify({ uploaded_file: photo, limit: 24 }));
  });
  await Promise.all(workers);
}

async function measureEmpty(): Promise<void> {
  await using service = await LaunchedService.start({ ...threads.environment, VITRINE_DEMO: 'off' });
  await report('no project, when ready', service);
  await sleep(idleMs);
  await report('no project, idle', service);
}

async function measureDemo(): Promise<void> {
  await using service = await LaunchedService.start({ ...threads.environment });
  await report('demo shop, when ready', service);
  while (!service.output.includes('Photo search is ready')) await sleep(pollMs);
  await report('demo shop, its pictures embedded', service);
  await untilQuiet(service);
  await sleep(idleMs);
  await report('demo shop, idle', service);
  await use(service);
  await report('demo shop, after use', service);
  await sleep(pauseMs);
  await report('demo shop, 15 seconds after use', service);
  await untilQuiet(service);
  await sleep(idleMs);
  await report('demo shop, idle after use', service);
}

async function measureCatalog(): Promise<void> {
  const models = { VITRINE_TEXT_MODEL: 'off', VITRINE_IMAGE_MODEL: 'off' };
  await using service = await LaunchedService.start({
    ...threads.environment,
    ...models,
    VITRINE_DEMO: 'off',
  });
  const key = await createProject(await connectAdmin(service.url), 'bench');
  await using ask = apiClient(service.url, key, inFlight);
  await importProducts(ask, productCount, productsPerBatch);
  await report(`${options.products} products, after their import`, service);
  const { search } = mixedRequests(ask, productCount);
  await closedLoop(Number(options['catalog-searches']), inFlight, search);
  await report(`${options.products} products, after ${options['catalog-searches']} searches`, service);
  await untilQuiet(service);
  await sleep(idleMs);
  await report(`${options.products} products, idle`, service);
}

const measures = { empty: measureEmpty, demo: measureDemo, catalog: measureCatalog };
for (const [part, measure] of Object.entries(measures)) if (parts.includes(part)) await measure();
print('\n| MB | PSS | RSS |\n|---|---|---|');
for (const row of rows) print(row);
