/**
 * CPU that recording impressions adds to a search, all threads and the attribution of the impressions included: rounds of the same
 * searches with and without, in turn.
 *
 *   npm run bench:impressions [-- --products 20000] [--searches 3000] [--rounds 6]
 */
import { parseArgs } from 'node:util';
import { apiClient } from '../test/support/api-client.ts';
import { closedLoop } from '../test/support/request-loops.ts';
import { RunningService } from '../test/support/service.ts';
import { productsPerBatch } from './search/engine.ts';
import { importProducts, mixedRequests } from './search/mixed-requests.ts';
import { processMeter } from './search/process-meter.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    searches: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '6' },
  },
});
const [products, searches, rounds] = [options.products, options.searches, options.rounds].map(Number) as [
  number,
  number,
  number,
];

await using service = await RunningService.start({ VITRINE_THREADS: '0', VITRINE_TEXT_MODEL: 'off' });
const scopes = ['search', 'recommend', 'items:write', 'events', 'settings', 'analytics'];
const key = await service.project('bench', scopes);
await using ask = apiClient(service.url, key, 8);
await importProducts(ask, products, productsPerBatch);
const { search } = mixedRequests(ask, products);

/** CPU of the service for a search, in µs. */
async function searchCost(impressionDays: number): Promise<number> {
  await ask('PUT', '/api/projects/bench/settings', JSON.stringify({ analytics: { impressionDays } }));
  const before = processMeter(service.pid).cpuSeconds;
  await closedLoop(searches, 8, search);
  // The impressions are written and attributed.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await ask('GET', '/api/projects/bench/analytics/revenue?from=now');
  return ((processMeter(service.pid).cpuSeconds - before) * 1e6) / searches;
}

await searchCost(0);
const costs = { without: [] as number[], with: [] as number[] };
for (let round = 0; round < rounds; round++) {
  costs.without.push(await searchCost(0));
  costs.with.push(await searchCost(30));
}
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const [without, recorded] = [median(costs.without), median(costs.with)];
console.log(
  `CPU of a search: ${without.toFixed(0)} µs without impressions, ${recorded.toFixed(0)} µs with them`,
);
console.log(`${((100 * (recorded - without)) / without).toFixed(1)} % more`);
