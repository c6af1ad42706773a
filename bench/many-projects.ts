/**
 * Many small shops on one service: memory and open files while they are idle, time until a restart is ready, and the first request to
 * a closed project, alone and together with those to others.
 *
 *   npm run bench:many-projects [-- --projects 2000] [--items 50] [--events 100] [--idle 5]
 *
 * `--idle`: seconds until an unused project is closed, here short, so that the run is. Without text embeddings, which would take
 * minutes.
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiClient, type Ask } from '../test/support/api-client.ts';
import { readGauge } from '../test/support/metrics.ts';
import { closedLoop, summary } from '../test/support/request-loops.ts';
import { root, RunningService } from '../test/support/service.ts';
import { processMeter, residentBytes } from './search/process-meter.ts';
import { productAt } from './search/products.ts';

const { values: options } = parseArgs({
  options: {
    projects: { type: 'string', default: '2000' },
    items: { type: 'string', default: '50' },
    events: { type: 'string', default: '100' },
    idle: { type: 'string', default: '5' },
  },
});
const projectCount = Number(options.projects);
const itemCount = Number(options.items);
const eventCount = Number(options.events);
const inFlight = 8;
const shoppers = 20;
const reopenedAlone = 20;
const megabyte = 1024 * 1024;
const ids = Array.from({ length: projectCount }, (_, no) => `shop-${no}`);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await using service = await RunningService.start({
  VITRINE_PROJECT_IDLE_SECONDS: options.idle,
  // As `npm start`.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
});

/** A key for all projects. */
async function newKey(): Promise<string> {
  const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    body: { scopes: ['search', 'recommend', 'items:write', 'events'], projects: null },
    headers: await service.signIn(),
  });
  return body.key;
}

async function fill(ask: Ask, headers: Record<string, string>, no: number): Promise<void> {
  const id = ids[no];
  if (id === undefined) return;
  await service.ask('POST', '/admin/projects', { body: { id }, headers });
  const product = (at: number): ReturnType<typeof productAt> => productAt((no * itemCount + at) % 100_000);
  const lines = Array.from({ length: itemCount }, (_, at) => JSON.stringify(product(at)));
  await ask('POST', `/api/items/import?project=${id}`, lines.join('\n'), 'application/x-ndjson');
  const data = Array.from({ length: eventCount }, (_, at) => ({
    type: at % 10 === 0 ? 'purchase' : 'view',
    session: `shopper-${at % shoppers}`,
    item: product(at % itemCount).id,
  }));
  await ask('POST', '/api/events', JSON.stringify({ project: id, data }));
}

function openFiles(): number {
  const folder = `/proc/${service.pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).includes('/projects/');
    } catch {
      return false;
    }
  }).length;
}

async function report(state: string): Promise<void> {
  const { memoryBytes } = processMeter(service.pid);
  const open = await readGauge(service.url, 'vitrine_projects_open');
  const all = residentBytes(service.pid);
  print(
    `${state}: ${open} projects open, ${openFiles()} of their files; main ${(memoryBytes / megabyte).toFixed(0)} MB, all ${(all / megabyte).toFixed(0)} MB`,
  );
}

/** Resolves when no project is open. */
async function idle(): Promise<void> {
  while ((await readGauge(service.url, 'vitrine_projects_open')) > 0) await sleep(1_000);
}

const search = (ask: Ask, id: string): Promise<string> => ask('GET', `/search/${id}?q=shirt&limit=5`);
const waitOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

await report('empty');
const key = await newKey();
const headers = await service.signIn();
{
  await using ask = apiClient(service.url, key, inFlight);
  const took = await waitOf(() => closedLoop(projectCount, inFlight, (no) => fill(ask, headers, no)));
  print(
    `${projectCount} projects of ${itemCount} items and ${eventCount} events: ${(took / 1_000).toFixed(0)} s`,
  );
  await report('filled');
  await idle();
  await report('idle');
}
await service.stop();
print(`restart: ready in ${((await waitOf(() => service.restart())) / 1_000).toFixed(1)} s`);
await report('ready');
await idle();
await report('idle');
await using ask = apiClient(service.url, key, 64);
const alone: number[] = [];
for (let no = 0; no < reopenedAlone; no++) alone.push(await waitOf(() => search(ask, ids[no]!)));
print(`first search of a closed project, one at a time: ${summary(alone)}`);
await report('after them');
// Searches of an open project, while others are opened.
const others = ids.slice(reopenedAlone, reopenedAlone + 200);
const opening = Promise.all(others.map((id) => waitOf(() => search(ask, id))));
const beside: number[] = [];
// Connections of its own, as the others wait for theirs.
await using another = apiClient(service.url, key, 1);
const opened = new AbortController();
void opening.then(() => opened.abort());
while (!opened.signal.aborted) {
  beside.push(await waitOf(() => search(another, ids[0]!)));
  await sleep(5);
}
print(`first searches of ${others.length} closed projects at once: ${summary(await opening)}`);
print(`searches of an open project beside them: ${summary(beside)}`);
await report('after them');
