/**
 * Memory of all processes of a service on a small machine, sampled while it works: a catalog of English products is imported, a part of them with
 * pictures; once all vectors are computed, searches by text and photo and lists are sent. Prints the largest sums of each time of work,
 * with the processes at that moment, and the sums after idle seconds.
 *
 *   npm run bench:small-machine [-- --memory small] [--limit 512] [--products 20000] [--pictures 60] [--events 60000] [--searches 1000] [--photos 60]
 *     [--idle 60] [--vectors 3600]
 *
 * After `--vectors` seconds, requests are sent although vectors are still computed. The ranking is trained from the events. With `--limit`, all
 * processes are in a control group that may use as many megabytes; it is then the service that chooses its memory.
 *
 * See bench/small-shop.ts for "PSS" and "RSS". Sampling misses peaks that are shorter than its interval.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '../src/lib/seeded-random.ts';
import { apiClient, type Ask } from '../test/support/api-client.ts';
import { root } from '../test/support/service.ts';
import { connectAdmin, createProject } from './memory/connect-admin.ts';
import { LimitedGroup } from './memory/limited-group.ts';
import { LaunchedService } from './memory/service-processes.ts';
import { productIds, randomEvents } from './recommend/random-events.ts';
import { importProducts, mixedRequests } from './search/mixed-requests.ts';
import { productAt } from './search/products.ts';

const { values: options } = parseArgs({
  options: {
    memory: { type: 'string', default: 'small' },
    limit: { type: 'string', default: '' },
    products: { type: 'string', default: '20000' },
    pictures: { type: 'string', default: '60' },
    events: { type: 'string', default: '60000' },
    searches: { type: 'string', default: '1000' },
    photos: { type: 'string', default: '60' },
    idle: { type: 'string', default: '60' },
    vectors: { type: 'string', default: '3600' },
  },
});
const productCount = Number(options.products);
const pictureCount = Number(options.pictures);
const idleMs = 1_000 * Number(options.idle);
const batchSize = 5_000;
const inFlight = 4;
const sampleMs = 100;
const pollMs = 1_000;
/** A new catalog is read by the text model after its import; only then are items pending. */
const settleMs = 5_000;
const eventsPerRequest = 1_000;
const trainingMsMax = 600_000;
const megabyte = 1024 * 1024;

interface DemoProduct {
  readonly name: string;
  readonly description: string;
}

const folder = join(root, 'demo', 'pictures');
const pictures = readdirSync(folder).toSorted();
const demo = readFileSync(join(root, 'demo', 'products.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DemoProduct);
const queries = demo.map(({ name }) => name);

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const inMegabytes = (bytes: number): string => (bytes / megabyte).toFixed(1).padStart(7);

type Processes = ReturnType<LaunchedService['processes']>;
const sum = (processes: Processes, key: 'proportional' | 'resident'): number =>
  processes.reduce((total, process) => total + process[key], 0);

function report(state: string, processes: Processes): void {
  const parts = processes.map(({ role, proportional }) => `${role} ${inMegabytes(proportional).trim()}`);
  print(
    `${state.padEnd(36)} PSS ${inMegabytes(sum(processes, 'proportional'))}  RSS ${inMegabytes(sum(processes, 'resident'))} MB  (${parts.join(', ')})`,
  );
}

/** Prints the processes at the largest sum of PSS during the work. */
async function watch(state: string, service: LaunchedService, work: () => Promise<void>): Promise<void> {
  let largest = service.processes();
  const sample = (): void => {
    const processes = service.processes();
    if (sum(processes, 'proportional') > sum(largest, 'proportional')) largest = processes;
  };
  const timer = setInterval(sample, sampleMs);
  const startedAt = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  sample();
  report(`${state}, ${((performance.now() - startedAt) / 1_000).toFixed(0)} s, most`, largest);
}

/** An English product; the first ones have a picture. */
function describeProduct(host: string, index: number): unknown {
  const product = productAt(index);
  const { name, description } = demo[index % demo.length]!;
  const picture = `http://${host}/${pictures[(index * 7) % pictures.length]!}?${index}`;
  return {
    ...product,
    name: `${name} ${product.brand} ${product.color}`,
    description: `${description} ${product.description.slice(0, 60)}`,
    imgs: index < pictureCount ? [picture] : [],
  };
}

interface ProjectState {
  readonly project: {
    readonly pictures?: { readonly pending?: number };
    readonly semantic: {
      readonly pending: number;
      readonly reason: string | null;
      readonly crossLingual: { readonly pending: number };
    };
  };
}

/** Resolves when the vectors of all texts and pictures are computed, or after `--vectors` seconds; returns what is missing. */
async function untilEmbedded(readState: () => Promise<ProjectState>): Promise<string> {
  const endsAt = performance.now() + 1_000 * Number(options.vectors);
  await sleep(settleMs);
  for (;;) {
    const { semantic, pictures: waiting } = (await readState()).project;
    const texts = semantic.pending + semantic.crossLingual.pending;
    const pending = waiting?.pending ?? 0;
    if (texts + pending === 0 || performance.now() > endsAt)
      return `texts without vectors ${texts}, pictures ${pending}, semantic search ${semantic.reason ?? 'ready'}`;
    await sleep(pollMs);
  }
}

/** Sends four requests at a time. */
async function sendAll(count: number, send: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await send(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

const host = createServer((request, response) => {
  const name = new URL(request.url ?? '', 'http://pictures').pathname.slice(1);
  response.writeHead(200, { 'content-type': 'image/webp' }).end(readFileSync(join(folder, name)));
});
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
const address = host.address();
if (address === null || typeof address === 'string') throw new Error('The host of pictures has no port');
const hostName = `127.0.0.1:${address.port}`;

/** Resolves when a process has trained the ranking, or after minutes without one. */
async function untilTrained(service: LaunchedService): Promise<void> {
  const endsAt = performance.now() + trainingMsMax;
  let isSeen = false;
  while (performance.now() < endsAt) {
    const isTraining = service.processes().some(({ role }) => role.includes('training'));
    if (isSeen && !isTraining) return;
    isSeen ||= isTraining;
    await sleep(sampleMs);
  }
  print(isSeen ? 'The training has not ended' : 'No training was seen');
}

{
  await using group = options.limit === '' ? null : new LimitedGroup(megabyte * Number(options.limit));
  const environment = { VITRINE_DEMO: 'off', VITRINE_PICTURE_HOSTS: '127.0.0.1' };
  await using service = await LaunchedService.start(
    group === null ? { ...environment, VITRINE_MEMORY: options.memory } : environment,
    group === null ? undefined : (command) => group.wrap(command),
  );
  report('empty, when ready', service.processes());
  await sleep(idleMs);
  report(`empty, ${options.idle} idle seconds`, service.processes());
  const admin = await connectAdmin(service.url);
  const key = await createProject(admin, 'bench');
  await using ask: Ask & AsyncDisposable = apiClient(service.url, key, inFlight);
  await watch('import', service, () =>
    importProducts(ask, productCount, batchSize, (index) => describeProduct(hostName, index)),
  );
  await watch('vectors', service, async () => {
    print(await untilEmbedded(() => admin<ProjectState>('GET', '/admin/projects/bench')));
  });
  const random = randomEvents(productIds(productCount), 5_000, createRandom(20261201), { walk: true });
  await watch('events and the training', service, async () => {
    for (let sent = 0; sent < Number(options.events); sent += eventsPerRequest)
      await ask('POST', '/api/events', random.body(eventsPerRequest));
    await untilTrained(service);
  });
  const photos = Array.from({ length: Number(options.photos) }, (_, i) =>
    readFileSync(join(folder, pictures[(i * 11) % pictures.length]!)).toString('base64'),
  );
  const { list, event } = mixedRequests(ask, productCount);
  const search = (i: number): Promise<string> =>
    ask('GET', `/search/bench?q=${encodeURIComponent(queries[i % queries.length]!)}&limit=24`);
  await watch('texts and lists', service, () =>
    sendAll(Number(options.searches), (i) => [search, search, list, event][i % 4]!(i)),
  );
  await watch('photos, texts and lists', service, () =>
    sendAll(photos.length, async (i) => {
      await ask('POST', '/image-search/bench', JSON.stringify({ uploaded_file: photos[i], limit: 24 }));
      await search(i);
      await list(i);
    }),
  );
  await sleep(idleMs);
  report(`${options.idle} idle seconds`, service.processes());
  if (group !== null) {
    const { largestBytes, endedCount } = group.read();
    print(
      `limit ${options.limit} MB: ${inMegabytes(largestBytes).trim()} MB at most, with cached pages; processes ended by the system: ${endedCount}`,
    );
  }
}
host.close();
