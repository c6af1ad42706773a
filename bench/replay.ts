/**
 * Time and CPU of a replay of 10,000 searches of a draft, live and under the draft, at 20,000 products; and the latency of searches
 * of shoppers while it runs, against their latency before.
 *
 *   npm run bench:replay [-- --products 20000] [--searches 10000] [--semantic]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiClient } from '../test/support/api-client.ts';
import { closedLoop, openLoop, summary } from '../test/support/request-loops.ts';
import { RunningService } from '../test/support/service.ts';
import { productsPerBatch } from './search/engine.ts';
import { importProducts, mixedRequests } from './search/mixed-requests.ts';
import { processMeter } from './search/process-meter.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    searches: { type: 'string', default: '10000' },
    semantic: { type: 'boolean', default: false },
  },
});
const [products, searches] = [Number(options.products), Number(options.searches)];

await using service = await RunningService.start({
  VITRINE_THREADS: '0',
  ...(options.semantic ? {} : { VITRINE_TEXT_MODEL: 'off' }),
});
const scopes = ['search', 'recommend', 'items:write', 'items:read', 'events', 'settings'];
const key = await service.project('bench', scopes);
await using ask = apiClient(service.url, key, 8);
await importProducts(ask, products, productsPerBatch);
const { search } = mixedRequests(ask, products);
await closedLoop(searches, 8, search);
const draft = { id: 'draft', settings: { search: { ranking: { typo: 0.5 } } } };
await ask('PUT', '/api/projects/bench/drafts/draft', JSON.stringify({ draft }));
const latencies = (): Promise<number[]> => openLoop(10, 10, search);
console.log(`searches before:  ${summary(await latencies())}`);

const cpuBefore = processMeter(service.pid).cpuSeconds;
const started = performance.now();
const { task } = JSON.parse(await ask('POST', '/api/projects/bench/drafts/draft/replay')) as {
  task: { id: string };
};
const during = latencies();
for (;;) {
  await sleep(200);
  const { task: now } = JSON.parse(await ask('GET', `/api/tasks/${task.id}?project=bench`)) as {
    task: { status: string; error: unknown };
  };
  if (now.status === 'failed') throw new Error(JSON.stringify(now.error));
  if (now.status === 'succeeded') break;
}
const seconds = (performance.now() - started) / 1_000;
console.log(`searches during:  ${summary(await during)}`);
const cpu = processMeter(service.pid).cpuSeconds - cpuBefore;
console.log(`replay: ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU with the searches of shoppers`);
const { replay } = JSON.parse(await ask('GET', '/api/projects/bench/drafts/draft/replay')) as {
  replay: { summary: Record<string, unknown> };
};
console.log(JSON.stringify(replay.summary));
