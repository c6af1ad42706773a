/**
 * Freshness of recommendations (docs/internals/recommendations.md): the service under a fixed rate of events and recommendations.
 * Probes send an event that must change one list, then request this list.
 *
 *   npm run bench:fresh [-- --items 100000] [--history 1000000] [--events 2000] [--lists 200] [--seconds 30]
 *     [--learning [--gorse PATH [--gorse-minutes 10]]]
 *
 * `--learning` trains a ranking on the history, measures the lists before and after, and nothing else. `--gorse`: the executable
 * `gorse-in-one`, which gets the same items and history, and some minutes to compute its lists.
 * Latencies are measured from the scheduled time of a request. For comparison, the run also measures a minimal Node server and
 * fsync on the same disk.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { RunningService } from '../../test/support/service.ts';
import { closedLoop, openLoop, summary } from '../../test/support/request-loops.ts';
import { processMeter, stolenSeconds } from '../search/process-meter.ts';
import { productAt } from '../search/products.ts';
import type { TrainingState } from '../../src/ports/recommendations/recommenders.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import { measureGorse, type Feedback } from './gorse.ts';
import { fsyncTimes, minimalServerTimes } from './machine.ts';
import { productIds, randomEvents } from './random-events.ts';

const { values: options } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    history: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '2000' },
    lists: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    learning: { type: 'boolean', default: false },
    gorse: { type: 'string' },
    'gorse-minutes': { type: 'string', default: '10' },
  },
});
const itemCount = Number(options.items);
const seconds = Number(options.seconds);
const eventsPerRequest = 100;
const userCount = Math.max(1_000, itemCount / 2);
/** The last items of the catalog, reserved for probes. */
const probeItemCount = 2_000;
const probesPerSecond = 20;
/** Warm-up rounds, until neighbour rows are cached and the code is compiled. */
const warmUpRounds = 4;
const inFlight = 8;
/** The typical size of a reply. */
const answerBytes = 12_000;
const secondsAtFirst = 5;
let probesSent = 0;
let missed = 0;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await using service = await RunningService.start({
  VITRINE_LEARNING_EVENTS: options.learning ? options.history : '0',
});
const key = await service.project('bench', ['recommend', 'items:write', 'events', 'settings']);
const newPool = (): Pool =>
  new Pool(service.url, { connections: 64, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
let pool = newPool();

async function post(path: string, body: string, type = 'application/json'): Promise<string> {
  const headers = { 'x-api-key': key, 'content-type': type };
  const answer = await pool.request({ method: 'POST', path, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
  return text;
}

const ids = productIds(itemCount);
const newRandom = (): ReturnType<typeof randomEvents> =>
  randomEvents(ids.slice(0, itemCount - probeItemCount), userCount, createRandom(20261121), {
    walk: options.learning,
  });
const random = newRandom();

const sendEvents = async (): Promise<unknown> => post('/api/events', random.body(eventsPerRequest));

type HistoryEvent =
  | { readonly type: 'view'; readonly user: string; readonly item: string }
  | { readonly type: 'purchase'; readonly user: string; readonly items: readonly { readonly id: string }[] };

interface Reply {
  readonly items: readonly {
    readonly id: string;
    readonly _reason: { readonly because: readonly string[] };
  }[];
}

async function list(name: string, body: object): Promise<Reply> {
  return JSON.parse(await post(`/reco/${name}`, JSON.stringify({ index: 'bench', ...body }))) as Reply;
}

const someLists = [
  () => list('user-recommendations', { user: random.user() }),
  () => list('fbt', { item: random.item() }),
  () => list('similar', { item: random.item() }),
  () => list('trendings', {}),
];

/** Sends an event and requests the list that must change; returns whether it did. */
const probes = [
  async (probe: number): Promise<boolean> => {
    const user = `probe-${probe}`;
    const item = ids[itemCount - 1 - ((probe * 2) % probeItemCount)]!;
    await post('/api/events', JSON.stringify({ project: 'bench', data: { type: 'view', user, item } }));
    const { items } = await list('user-recommendations', { user });
    return items.some(({ _reason }) => _reason.because.includes(item));
  },
  async (probe: number): Promise<boolean> => {
    const [one, other] = pairOf(probe);
    const data = { type: 'purchase', user: `probe-${probe}`, items: [{ id: one }, { id: other }] };
    await post('/api/events', JSON.stringify({ project: 'bench', data }));
    return has(await list('fbt', { item: one }), other);
  },
  async (probe: number): Promise<boolean> => {
    const [one, other] = pairOf(probe);
    const data = [one, other].map((item) => ({ type: 'view', user: `probe-${probe}`, item }));
    await post('/api/events', JSON.stringify({ project: 'bench', data }));
    return has(await list('similar', { item: one, limit: 100 }), other);
  },
  async (probe: number): Promise<boolean> => {
    const [one] = pairOf(probe);
    const data = { type: 'view', user: `probe-${probe}`, item: one };
    await post('/api/events', JSON.stringify({ project: 'bench', data }));
    return has(await list('trendings', { filters: `id:${one}` }), one);
  },
];

function pairOf(probe: number): [string, string] {
  const first = itemCount - 1 - ((probe * 2) % probeItemCount);
  return [ids[first]!, ids[first - 1]!];
}

const has = ({ items }: Reply, item: string): boolean => items.some(({ id }) => id === item);

async function load(): Promise<void> {
  const perRequest = 20_000;
  for (let first = 0; first < itemCount; first += perRequest) {
    const lines = Array.from({ length: Math.min(perRequest, itemCount - first) }, (_, i) =>
      JSON.stringify(productAt(first + i)),
    );
    await post('/api/items/import?project=bench', `${lines.join('\n')}\n`, 'application/x-ndjson');
  }
  print(`${itemCount} items`);
  const before = processMeter(service.pid).cpuSeconds;
  const started = performance.now();
  const history = Number(options.history);
  for (let sent = 0; sent < history; sent += 3_000)
    await Promise.all([0, 1, 2].map(async () => post('/api/events', random.body(1_000))));
  const elapsed = (performance.now() - started) / 1000;
  const cpu = processMeter(service.pid).cpuSeconds - before;
  const memory = processMeter(service.pid).memoryBytes / 1e6;
  print(
    `${history} events: ${Math.round(history / elapsed)} per second, ${((cpu / history) * 1e6).toFixed(1)} us of CPU each; memory ${memory.toFixed(0)} MB`,
  );
}

/** Measures each operation alone in a closed loop, after warm-up rounds. */
async function listsAlone(): Promise<void> {
  const count = 3_000;
  const costs: number[] = [];
  for (const [at, name] of ['user-recommendations', 'fbt', 'similar', 'trendings'].entries()) {
    const ask = someLists[at]!;
    for (let round = 0; round < warmUpRounds; round++) await closedLoop(count, inFlight, ask);
    const before = processMeter(service.pid).cpuSeconds;
    const times = await closedLoop(count, inFlight, ask);
    costs.push(((processMeter(service.pid).cpuSeconds - before) * 1000) / count);
    print(`${name}: ${costOf(costs.at(-1)!)}; ${summary(times)}`);
  }
  print(`mean of all four: ${costOf(costs.reduce((sum, cost) => sum + cost) / costs.length)}`);
  const { ms, times } = await minimalServerTimes(answerBytes, { count, inFlight, rounds: warmUpRounds });
  print(`minimal server: ${costOf(ms)}; ${summary(times)}`);
}

/** Trains a ranking on the history. */
async function learn(): Promise<void> {
  const path = '/api/projects/bench/recommender';
  await post(`${path}/learn`, '');
  for (;;) {
    const answer = await pool.request({ method: 'GET', path, headers: { 'x-api-key': key } });
    const { state, ranking, last } = (await answer.body.json()) as TrainingState;
    if (state === 'learning') {
      await delay(1_000);
      continue;
    }
    if (last === null) throw new Error('The training failed');
    print(`training: ${ranking}, ${last.replayed} events, ${last.cpuSeconds.toFixed(0)} s of CPU`);
    print(`  NDCG: ${JSON.stringify(last.figures)}`);
    return;
  }
}

/** gorse with the same items and history. */
async function gorseAlone(path: string): Promise<void> {
  const { user, body } = newRandom();
  const { data } = JSON.parse(body(Number(options.history))) as { data: readonly HistoryEvent[] };
  const feedback = data.flatMap((event): readonly Feedback[] =>
    event.type === 'view' ? [event] : event.items.map(({ id }) => ({ ...event, item: id })),
  );
  const products = Array.from({ length: itemCount }, (_, number) => productAt(number));
  await measureGorse(
    path,
    { products, feedback, user },
    { minutes: Number(options['gorse-minutes']), print },
  );
}

const costOf = (ms: number): string =>
  `${ms.toFixed(2)} ms of CPU = ${Math.round(1000 / ms)} per second and core`;

/** Writes 4 kB with fsync at the rate of the probes. */
const diskAlone = async (): Promise<void> =>
  print(`fsync of 4 kB: ${summary(await fsyncTimes(service.dataDir, probesPerSecond, seconds / 2))}`);

/** Runs events, lists and probes concurrently, each at its rate. */
async function measureTogether(when: string, forSeconds: number): Promise<void> {
  const cpuBefore = processMeter(service.pid).cpuSeconds;
  const stolenBefore = stolenSeconds();
  const [events, lists, effects] = await Promise.all([
    openLoop(Number(options.events) / eventsPerRequest, forSeconds, sendEvents),
    openLoop(Number(options.lists), forSeconds, async (i) => someLists[i % someLists.length]!()),
    openLoop(probesPerSecond, forSeconds, async () => {
      const probe = probesSent++;
      if (!(await probes[probe % probes.length]!(probe))) missed++;
    }),
  ]);
  const { cpuSeconds, memoryBytes } = processMeter(service.pid);
  const cores = (cpuSeconds - cpuBefore) / forSeconds;
  const stolen = (stolenSeconds() - stolenBefore) / forSeconds;
  const memory = (memoryBytes / 1e6).toFixed(0);
  print(
    `concurrent, ${when}: ${cores.toFixed(2)} cores, ${stolen.toFixed(2)} cores of steal time; memory ${memory} MB`,
  );
  print(`  requests of ${eventsPerRequest} events: ${summary(events)}`);
  print(`  lists: ${summary(lists)}`);
  print(`  event to changed list: ${summary(effects)}; ${missed} missed`);
}

/** Measures events and lists together, and restarts. */
async function freshness(): Promise<void> {
  await diskAlone();
  // The first requests include compilation, so they are reported separately.
  await measureTogether('first seconds', secondsAtFirst);
  await measureTogether('steady state', seconds);
  await diskAlone();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const stopping = performance.now();
    await service.stop(signal);
    const stopped = performance.now();
    await service.restart();
    // The restarted service has another port.
    await pool.close();
    pool = newPool();
    const [stop, start] = [stopped - stopping, performance.now() - stopped].map((ms) =>
      (ms / 1000).toFixed(1),
    );
    print(`${signal}: stopped in ${stop} s, ready again in ${start} s`);
    await sendEvents();
  }
}

await load();
await listsAlone();
if (options.learning) {
  await learn();
  await listsAlone();
  if (options.gorse !== undefined) await gorseAlone(options.gorse);
} else {
  await freshness();
}
await pool.close();
if (missed > 0) process.exitCode = 1;
