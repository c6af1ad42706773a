/**
 * Quality and speed of the service on public data sets, over HTTP: `npm run bench:real [-- part ...]`.
 * Parts: icecat, groceries, journey, beauty, load, restart. Missing data sets are reported and skipped.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunningService, root } from '../test/support/service.ts';
import { importBaskets, readBaskets, basketQuality } from './real/baskets.ts';
import { BenchClient, type LoadFigures } from './real/client.ts';
import { importGroceries, photoQuality } from './real/groceries.ts';
import { importIcecat, judgedQueries, searchQuality } from './real/icecat.ts';
import { sequenceQuality } from './real/sequences.ts';

const wanted = process.argv.slice(2);
const wants = (part: string): boolean => wanted.length === 0 || wanted.includes(part);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const skipped = (what: string): void => print(`${what}: skipped, not in ../shared/data`);
const three = (value: number): string => value.toFixed(3).replace(/^0/, '');

// Without training, which uses one core for minutes: bench/quality measures it.
const service = await RunningService.start({ VITRINE_LEARNING_EVENTS: '0' });
const key = await admin(service);
const client = new BenchClient(service, key);
try {
  if (wants('icecat')) await icecat();
  if (wants('groceries')) await groceries();
  if (wants('journey')) await journey();
  if (wants('beauty')) await beauty();
  if (wants('load')) await load();
  if (wants('restart')) await restart();
} finally {
  await client.close();
  await service[Symbol.asyncDispose]();
}

/** Creates a project for each part, and one key for all projects. */
async function admin(running: RunningService): Promise<string> {
  const headers = await running.signIn();
  for (const id of ['icecat', 'groceries', 'journey', 'beauty']) {
    await running.ask('POST', '/admin/projects', { body: { id }, headers });
  }
  const scopes = ['search', 'recommend', 'items:read', 'items:write', 'events'];
  const { body } = await running.ask<{ key: string }>('POST', '/admin/keys', { body: { scopes }, headers });
  return body.key;
}

async function icecat(): Promise<void> {
  const imported = await importIcecat(service, key);
  if (imported === null) return skipped('icecat');
  print(`icecat import: ${imported.items} items, ${Math.round(imported.perSecond)} durable items/s`);
  const judged = await judgedQueries();
  print(`icecat search: NDCG@10 ${three(await searchQuality(client, judged))} on ${judged.length} queries`);
}

async function groceries(): Promise<void> {
  const times = await importGroceries(service, client);
  print(
    `groceries: 81 pictures searchable after ${times.findableSeconds.toFixed(1)} s, refined after ${times.refinedSeconds.toFixed(1)} s`,
  );
  const figures = await photoQuality(client, 1);
  if (figures === null) return skipped('grocery photos');
  print(
    `photo search: top-1 ${three(figures.top1)}, top-5 ${three(figures.top5)}, MRR ${three(figures.mrr)} on ${figures.photos} photos`,
  );
}

async function journey(): Promise<void> {
  const data = await readBaskets();
  if (data === null) return skipped('complete-journey');
  print(`complete-journey: ${Math.round(await importBaskets(client, data))} durable baskets/s`);
  const { queries, rows } = await basketQuality(client, data.baskets, 1, 3000);
  for (const row of rows)
    print(
      `bought together, ${row.name}: HR@10 ${three(row.hr)}, NDCG@10 ${three(row.ndcg)} on ${queries} queries`,
    );
}

async function beauty(): Promise<void> {
  const figures = await sequenceQuality(client);
  if (figures === null) return skipped('beauty');
  print(
    `user recommendations (beauty, strict): HR@10 ${three(figures.hr)}, NDCG@10 ${three(figures.ndcg)} on ${figures.users} users`,
  );
  print(`events: ${Math.round(figures.eventsPerSecond)} durable events/s in batches of 1,000`);
}

/** Measures each operation at concurrency 1 and 16. */
async function load(): Promise<void> {
  const judged = await judgedQueries();
  const queries = judged.length === 0 ? ['a'] : judged.map(({ query }) => encodeURIComponent(query));
  const photo = await readFile(join(root, 'demo', 'groceries', 'pictures', 'mango.jpg'));
  const listed = await client.ask<{ items: { id: string; _id: string }[] }>(
    'GET',
    '/api/items?project=icecat&limit=1000',
  );
  const ids = listed.items.map(({ id }) => id);
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  const operations: [name: string, count: number, send: (index: number) => Promise<unknown>][] = [
    ['GET /search', 4000, (i) => client.ask('GET', `/search/icecat?q=${at(queries, i)}`)],
    [
      'GET /search, 5 facets',
      2000,
      (i) =>
        client.ask(
          'GET',
          `/search/icecat?q=${at(queries, i)}&facets=brand,attr_t_product_colour,attr_t_product_type,attr_b_wi_fi,attr_t_form_factor`,
        ),
    ],
    [
      'GET /search/suggest',
      2000,
      (i) => client.ask('GET', `/search/icecat/suggest?q=${at(queries, i).slice(0, 5).replace(/%.?$/, '')}`),
    ],
    ['POST /image-search', 100, () => client.raw('/image-search/groceries', 'image/jpeg', photo)],
    [
      'POST /reco/user-recommendations',
      2000,
      (i) => client.ask('POST', '/reco/user-recommendations', { index: 'beauty', user: `u${i * 7}` }),
    ],
    ['POST /reco/fbt', 2000, (i) => client.ask('POST', '/reco/fbt', { index: 'icecat', item: at(ids, i) })],
    ['POST /rec/trendings', 2000, () => client.ask('POST', '/rec/trendings', { index: 'beauty' })],
    [
      'POST /reco/similar',
      2000,
      (i) => client.ask('POST', '/reco/similar', { index: 'icecat', item: at(ids, i) }),
    ],
    ['GET /api/items', 2000, (i) => client.ask('GET', `/api/items?project=icecat&offset=${i}`)],
    [
      'POST /api/items',
      1000,
      (i) =>
        client.ask('POST', '/api/items', {
          project: 'groceries',
          data: {
            id: `load-${process.hrtime.bigint()}-${i}`,
            sku: 's',
            name: 'Load test',
            imgs: [],
            price: 1,
            description: '',
          },
        }),
    ],
    ['PUT /api/items/{_id}', 1000, (i) => change(at(listed.items, i)._id, i)],
    [
      'POST /api/events',
      1000,
      (i) =>
        client.ask('POST', '/api/events', {
          project: 'icecat',
          data: { type: 'view', user: `u${i}`, item: at(ids, i) },
        }),
    ],
  ];
  print('operation                          conc   p50 ms   p99 ms   CPU ms   requests/s');
  for (const [name, count, send] of operations) {
    for (const concurrency of [1, 16])
      print(row(name, concurrency, await client.load(concurrency, count, send)));
  }
  const { memoryBytes } = await client.meters();
  print(`resident memory: ${Math.round(memoryBytes / 1e6)} MB`);
}

async function change(id: string, price: number): Promise<void> {
  const response = await fetch(`${service.url}/api/items/${id}`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ project: 'icecat', data: { price } }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`PUT: ${response.status}`);
}

function row(name: string, concurrency: number, figures: LoadFigures): string {
  const cells = [figures.p50Ms.toFixed(2), figures.p99Ms.toFixed(2), figures.cpuMs.toFixed(3)].map((cell) =>
    cell.padStart(8),
  );
  return `${name.padEnd(34)} ${String(concurrency).padStart(4)} ${cells.join(' ')} ${figures.perSecond.toFixed(0).padStart(12)}`;
}

/** Measures the time from SIGKILL to ready. */
async function restart(): Promise<void> {
  const before = await client.ask<{ total: number }>('GET', '/api/items?project=icecat&limit=1');
  await service.stop('SIGKILL');
  const started = performance.now();
  await service.restart();
  const seconds = (performance.now() - started) / 1000;
  const { body } = await service.ask<{ total: number }>('GET', '/api/items?project=icecat&limit=1', { key });
  print(`SIGKILL to ready: ${seconds.toFixed(2)} s; ${body.total} of ${before.total} icecat items found`);
}
