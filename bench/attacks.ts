/**
 * Denial-of-service benchmark: requests that are cheap to send and expensive to serve.
 *
 *   npm run bench:attacks [-- --products 20000] [--only photo]
 *
 * A second client with its own key searches the same project every 20 ms. Prints a Markdown table: the highest latency of this client,
 * the maximum event loop delay, and the resident memory of the service and its child processes (before, peak, ten seconds later).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { apiClient } from '../test/support/api-client.ts';
import { readGauge } from '../test/support/metrics.ts';
import { RunningService } from '../test/support/service.ts';
import type { Attack, Attacker } from './attacks/attack.ts';
import type { ProbeReport } from './attacks/search-probe.ts';
import { serverKeyAttacks } from './attacks/server-key.ts';
import { webKeyAttacks } from './attacks/web-key.ts';
import { residentBytes } from './search/process-meter.ts';
import { productAt } from './search/products.ts';
import { benchQueries } from './search/queries.ts';
import { searchPath } from './search/vitrine-http.ts';

const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '20000' }, only: { type: 'string', default: '' } },
});
const productCount = Number(options.products);
const project = 'bench';
const spareProject = 'spare';
const settleMs = 10_000;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await using service = await RunningService.start();
const serverKey = await service.project(project);
const spareKey = await service.project(spareProject);
const session = await service.signIn();

async function webKey(): Promise<string> {
  const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
    body: { kind: 'web', scopes: ['search', 'recommend', 'events'], projects: [project] },
    headers: session,
  });
  return body.key;
}

async function load(id: string, key: string): Promise<void> {
  const lines = Array.from({ length: productCount }, (_, i) =>
    JSON.stringify({ ...productAt(i), ean: `${1_000_000 + i * 7}` }),
  );
  await using ask = apiClient(service.url, key, 1);
  await ask('POST', `/api/items/import?project=${id}`, lines.join('\n'), 'application/x-ndjson');
}

await load(project, serverKey);
await load(spareProject, spareKey);
// The rate limits of web keys would stop an attack early.
await service.ask('PUT', `/api/projects/${project}/settings`, {
  headers: session,
  body: { rateLimits: { addressPerMinute: 0, visitorPerMinute: 0 } },
});
const attacker: Attacker = {
  url: service.url,
  project,
  spareProject,
  webKey: await webKey(),
  serverKey,
  session,
};
const paths = benchQueries(500, productCount).map(searchPath);
const probe = new Worker(new URL('attacks/search-probe.ts', import.meta.url), {
  workerData: { url: service.url, key: await webKey(), paths },
});

/** The measurements of the second client since its last report. */
async function report(): Promise<ProbeReport> {
  probe.postMessage('report');
  const [seen] = (await once(probe, 'message')) as [ProbeReport];
  return seen;
}

const loopDelay = (): Promise<number> => readGauge(service.url, 'vitrine_nodejs_eventloop_lag_max_seconds');
const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);

async function run({ name, run: attack }: Attack): Promise<void> {
  await loopDelay();
  const before = residentBytes(service.pid);
  let peak = before;
  // A child process may have just exited.
  const sampler = setInterval(() => (peak = Math.max(peak, residentBytes(service.pid) || 0)), 50);
  await report();
  const started = performance.now();
  const statuses = await attack(attacker);
  const seconds = (performance.now() - started) / 1_000;
  const loopDelayMs = 1_000 * (await loopDelay());
  const { longestMs, failed } = await report();
  clearInterval(sampler);
  await sleep(settleMs);
  const counts = Map.groupBy(statuses, (status) => status);
  const answers = [...counts].map(([status, all]) =>
    all.length === 1 ? `${status}` : `${all.length} x ${status}`,
  );
  print(
    `| ${name} | ${answers.join(', ') || 'none'} | ${seconds.toFixed(1)} | ${longestMs.toFixed(0)}${failed > 0 ? ` (${failed} failed)` : ''} | ${loopDelayMs.toFixed(0)} | ${megabytes(before)} | ${megabytes(peak)} | ${megabytes(residentBytes(service.pid))} |`,
  );
}

print(`${productCount} products\n`);
print(
  '| attack | replies | seconds | max latency of others, ms | max event loop delay, ms | MB before | MB peak | MB after |',
);
print('|---|---|---|---|---|---|---|---|');
const none: Attack = { name: 'no attack, ten seconds', run: () => sleep(10_000, []) };
for (const attack of [none, ...webKeyAttacks, ...serverKeyAttacks])
  if (attack.name.includes(options.only)) await run(attack);
await probe.terminate();
