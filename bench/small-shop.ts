/**
 * Memory of all processes of a service for a small shop, as `vitrine` starts it: with no project after two idle minutes; with the demo
 * shop once its pictures are embedded, after two idle minutes, after searches by text and photo, and after two idle
 * minutes again. Of the main process, its owners.
 *
 *   npm run bench:small [-- --idle 120] [--photos 100] [--searches 500]
 *
 * "PSS" divides a page that several processes have among them, also with this bench, which runs the same Node; "RSS" counts it for each. npm is
 * not part of either.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiClient } from '../test/support/api-client.ts';
import { root } from '../test/support/service.ts';
import { residentOwners, ThreadReports } from './memory/resident-owners.ts';
import { LaunchedService } from './memory/service-processes.ts';

const { values: options } = parseArgs({
  options: {
    idle: { type: 'string', default: '120' },
    photos: { type: 'string', default: '100' },
    searches: { type: 'string', default: '500' },
  },
});
const idleMs = 1_000 * Number(options.idle);
const pollMs = 500;
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
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const inMegabytes = (bytes: number): string => (bytes / megabyte).toFixed(1).padStart(7);

async function report(state: string, service: LaunchedService): Promise<void> {
  const processes = service.processes();
  const sum = (key: 'proportional' | 'resident'): number =>
    processes.reduce((total, process) => total + process[key], 0);
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

/** Searches by text and by photo as the key of the demo shop allows, which the service prints. */
async function use(service: LaunchedService): Promise<void> {
  const [, key = '', project = ''] = /x-api-key: (\S+)' '\S+?\/search\/([\w-]+)\?/.exec(service.output) ?? [];
  await using ask = apiClient(service.url, key, inFlight);
  for (let i = 0; i < Number(options.searches); i++)
    await ask(
      'GET',
      `/search/${project}?q=${encodeURIComponent(words[i % words.length]!)}&limit=24&page=${i % 3}`,
    );
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

{
  await using service = await LaunchedService.start({ ...threads.environment, VITRINE_DEMO: 'off' });
  await report('empty, when ready', service);
  await sleep(idleMs);
  await report(`empty, after ${options.idle} idle seconds`, service);
}
{
  await using service = await LaunchedService.start({ ...threads.environment });
  await report('demo, when ready', service);
  while (!service.output.includes('Photo search is ready')) await sleep(pollMs);
  await report('demo, its pictures embedded', service);
  await untilQuiet(service);
  await sleep(idleMs);
  await report(`demo, after ${options.idle} idle seconds`, service);
  await use(service);
  await report('demo, after use', service);
  await untilQuiet(service);
  await sleep(idleMs);
  await report(`demo, ${options.idle} idle seconds after use`, service);
}
