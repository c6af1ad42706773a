/**
 * Projects on some of the processes (docs/internals/experiments/cluster.md): many projects on four processes under traffic, while
 * processes are killed, started and stopped. One OpenSearch node without replicas, as the subject is the processes.
 *
 *   npm run bench:allocation [-- --projects 300 --items 200 --copies 2 --phases memory,latency,traffic]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { OpenSearchCluster } from '../../test/support/opensearch/cluster.ts';
import { openSearchEnvironment } from '../../test/support/opensearch/database.ts';
import { openSearchHome } from '../../test/support/opensearch/home.ts';
import { PlacedFleet } from '../../test/support/placed-fleet.ts';
import { PlacedTraffic } from '../../test/support/placed-traffic.ts';
import { summary } from '../../test/support/request-loops.ts';
import { RunningService } from '../../test/support/service.ts';
import { processMeter, sumCpuSeconds } from '../search/process-meter.ts';
import { productAt } from '../search/products.ts';

const processes = 4;
const timedRequests = 400;
/** Time in which a process returns memory to the system. */
const quietMs = 8_000;

const { values: options } = parseArgs({
  options: {
    projects: { type: 'string', default: '300' },
    items: { type: 'string', default: '200' },
    copies: { type: 'string', default: '2' },
    phases: { type: 'string', default: 'memory,latency,traffic' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const ids = Array.from({ length: Number(options.projects) }, (_, i) => `shop-${i}`);
const startedAt = performance.now();
const since = (from: number): string => `${((performance.now() - from) / 1_000).toFixed(1)} s`;

const home = await openSearchHome();
if (typeof home === 'string') {
  print(`bench:allocation needs a cluster: ${home}`);
  process.exit(0);
}
await using nodes = await OpenSearchCluster.start(home, { nodes: 1, heapMegabytes: 1_024 });
const environment = { VITRINE_OPENSEARCH_REPLICAS: '0' };

/** Creates the projects and their items at one process, which holds all of them; returns a key. */
async function load(service: RunningService): Promise<string> {
  const headers = await service.signIn();
  const scopes = ['search', 'items:read', 'items:write', 'events', 'admin'];
  const made = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { scopes, projects: null },
  });
  const { key } = made.body;
  for (const id of ids) {
    const created = await service.ask('POST', '/admin/projects', { headers, body: { id } });
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    const data = Array.from({ length: Number(options.items) }, (_, i) => productAt(i));
    const added = await service.ask('POST', '/api/items', { key, body: { project: id, data } });
    if (added.status !== 201) throw new Error(JSON.stringify(added.body).slice(0, 500));
  }
  return key;
}

const megabytes = ({ pid }: RunningService): string => (processMeter(pid).memoryBytes / 2 ** 20).toFixed(0);

/** The key, and the memory of a process that holds all projects. */
async function holdAll(): Promise<string> {
  await using alone = await RunningService.start({
    VITRINE_ENGINE: 'opensearch',
    VITRINE_OPENSEARCH_NODES: nodes.urls.join(','),
    ...environment,
  });
  await sleep(quietMs);
  const empty = megabytes(alone);
  const loading = performance.now();
  const key = await load(alone);
  print(`${ids.length} projects of ${options.items} items loaded in ${since(loading)}`);
  await alone.stop();
  const starting = performance.now();
  await alone.restart();
  const readyAfter = since(starting);
  await sleep(quietMs);
  print(
    `memory of a process with all projects: ${megabytes(alone)} MB, empty ${empty} MB; ready in ${readyAfter}`,
  );
  return key;
}

const key = await holdAll();
await using fleet = new PlacedFleet({
  copies: Number(options.copies),
  environment: { ...openSearchEnvironment(nodes.urls), ...environment },
});
fleet.ids.push(...ids);
const starting = performance.now();
for (let i = 0; i < processes; i++) await fleet.start();
await fleet.settled();
print(
  `${processes} processes with ${options.copies} copies of each project: allocated in ${since(starting)}`,
);

/** Memory of each process after all were started one after the other, when the others were there. */
async function memory(): Promise<void> {
  for (const service of fleet.running) {
    await service.stop();
    await service.restart();
    await fleet.settled();
  }
  await sleep(quietMs);
  printMemory();
}

function printMemory(): void {
  for (const service of fleet.running)
    print(`  ${fleet.heldBy(service).length} projects, ${megabytes(service)} MB`);
}

/** Searches of projects, each at a process that `choose` selects, one at a time. */
async function time(name: string, choose: (id: string) => RunningService): Promise<void> {
  const times: number[] = [];
  const before = sumCpuSeconds(fleet.running);
  for (let i = 0; i < timedRequests; i++) {
    const id = ids[(i * 7) % ids.length]!;
    const service = choose(id);
    const from = performance.now();
    const answer = await service.ask('GET', `/search/${id}?q=lamp&limit=10`, { key });
    times.push(performance.now() - from);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
  const cpuMs = ((sumCpuSeconds(fleet.running) - before) * 1_000) / timedRequests;
  print(`searches ${name}: ${summary(times)}, ${cpuMs.toFixed(2)} ms of CPU of all processes each`);
}

const direct = (id: string): RunningService => fleet.holdersOf(id)[0]!;
const forwarded = (id: string): RunningService => fleet.otherThanHolders(id);

async function latency(): Promise<void> {
  // The first two warm up.
  for (let round = 0; round < 3; round++) {
    await time('at a holder', direct);
    await time('forwarded', forwarded);
  }
}

/** Which processes hold which projects. */
const assignment = (): Map<RunningService, Set<string>> =>
  new Map(fleet.running.map((service) => [service, new Set(fleet.heldBy(service))]));
let before = new Map<RunningService, Set<string>>();

/** Waits until the projects are allocated again after `name`, and prints which moved. */
async function waitForAllocation(name: string, from: number): Promise<void> {
  await fleet.settled();
  const held = assignment();
  const moved = [...held].flatMap(([service, projects]) => [
    ...projects.difference(before.get(service) ?? new Set()),
  ]).length;
  print(
    `${name}: ${moved} of ${ids.length * Number(options.copies)} copies moved, allocated after ${since(from)}`,
  );
  before = held;
}

/** Traffic while processes are killed, started and stopped. */
async function underTraffic(): Promise<void> {
  before = assignment();
  // Clients use those that are not killed: a load balancer sees that a connection fails.
  const victim = fleet.running[1]!;
  const used = fleet.running.filter((service) => service !== victim);
  const traffic = new PlacedTraffic({ ids, key, services: used });
  const over = new AbortController();
  const ran = traffic.run(over.signal);
  ran.catch(() => undefined);
  await sleep(10_000);
  let from = performance.now();
  await victim.stop('SIGKILL');
  await waitForAllocation('a process killed', from);
  await sleep(3_000);
  from = performance.now();
  await victim.restart();
  await waitForAllocation('the same one started again', from);
  await sleep(3_000);
  from = performance.now();
  const added = await fleet.start();
  used.push(added);
  await waitForAllocation('a fifth process', from);
  await sleep(3_000);
  from = performance.now();
  const stopped = added.stop('SIGTERM');
  await sleep(1_000);
  used.splice(used.indexOf(added), 1);
  await stopped;
  await waitForAllocation('the fifth process stopped', from);
  await sleep(3_000);
  from = performance.now();
  await victim.stop('SIGKILL');
  await waitForAllocation('a process killed again', from);
  over.abort();
  await ran;
  const lost = (await Promise.all(fleet.running.map((service) => traffic.missing(service)))).flat();
  print(
    JSON.stringify({ ...traffic.summary(), failedWrites: traffic.failedWrites.length, lost: lost.length }),
  );
  for (const line of [...traffic.failedReads, ...traffic.failedWrites, ...lost].slice(0, 20)) print(line);
  printMemory();
}

const phases = { memory, latency, traffic: underTraffic };
for (const [name, run] of Object.entries(phases)) if (options.phases.split(',').includes(name)) await run();
print(`in all ${since(startedAt)}`);
