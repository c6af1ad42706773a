/**
 * CPU time of a search by Algolia's protocol, as InstantSearch sends it, compared with the same search by the service's own
 * operation (docs/decisions/algolia-clients.md). Queries are never repeated; rounds of both alternate.
 *
 *   npm run bench:algolia-adapter [-- --size 10k|100k] [--queries 4000] [--rounds 5] [--threads 0]
 */
import { parseArgs } from 'node:util';
import { apiClient, type Ask } from '../test/support/api-client.ts';
import { RunningService } from '../test/support/service.ts';
import { catalogSize } from './search/catalog-size.ts';
import { processMeter } from './search/process-meter.ts';
import { productAt } from './search/products.ts';
import { queriesWithWarmUp, type BenchQuery } from './search/queries.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100k' },
    queries: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '5' },
    threads: { type: 'string', default: '0' },
  },
});
const size = catalogSize(options.size);
const [count, rounds] = [Number(options.queries), Number(options.rounds)];
const facets = ['brand', 'category', 'color'];
const hits = 20;

await using service = await RunningService.start({ VITRINE_THREADS: options.threads });
const key = await service.project('bench');
await using ask = apiClient(service.url, key, 1);
for (let first = 0; first < size; first += 1_000) {
  const data = Array.from({ length: Math.min(1_000, size - first) }, (_, i) => productAt(first + i));
  await ask('POST', '/api/items', JSON.stringify({ project: 'bench', data }));
}

/** The kinds of requests, each with its own queries in each round. */
const kinds = {
  own: (query: BenchQuery) => ['/search/bench', { q: query.text, limit: hits, facets }],
  algolia: (query: BenchQuery) => [
    '/1/indexes/*/queries',
    {
      requests: [{ indexName: 'bench', query: query.text, hitsPerPage: hits, facets, clickAnalytics: true }],
    },
  ],
} as const satisfies Record<string, (query: BenchQuery) => readonly [path: string, body: object]>;
type Kind = keyof typeof kinds;

async function run(kind: Kind, queries: readonly BenchQuery[], send: Ask): Promise<number> {
  const before = processMeter(service.pid).cpuSeconds;
  for (const query of queries) {
    const [path, body] = kinds[kind](query);
    await send('POST', path, JSON.stringify(body));
  }
  return ((processMeter(service.pid).cpuSeconds - before) * 1e6) / queries.length;
}

const each = Math.ceil(count / rounds);
const { measured, warmUp } = queriesWithWarmUp(each * rounds, each, size);
for (const kind of ['own', 'algolia'] as const) await run(kind, warmUp, ask);
const figures: Record<Kind, number[]> = { own: [], algolia: [] };
for (let round = 0; round < rounds; round++) {
  const queries = measured.slice(round * each, (round + 1) * each);
  // The same queries for both, in the other order every second time: results are not cached.
  const order: Kind[] = round % 2 === 0 ? ['own', 'algolia'] : ['algolia', 'own'];
  for (const kind of order) figures[kind].push(await run(kind, queries, ask));
}
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const [own, algolia] = [median(figures.own), median(figures.algolia)];
for (const [kind, values] of Object.entries(figures))
  process.stdout.write(
    `${kind}: ${median(values).toFixed(0)} us CPU per search (${values.map((one) => one.toFixed(0)).join(', ')})\n`,
  );
process.stdout.write(`ratio: ${(algolia / own).toFixed(2)}\n`);
