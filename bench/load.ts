/**
 * CPU time of loading products by POST of lists, and lines per second of an import onto them (docs/internals/loading.md).
 *
 *   npm run bench:load [-- --size 10k|100k|1m] [--lines 50000] [--connections 2] [--threads 0]
 *     [--profiles FOLDER]
 *
 * A phase ends when the service has merged its segments and is idle. `--profiles` writes a CPU profile of each thread.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiClient, type Ask } from '../test/support/api-client.ts';
import { RunningService } from '../test/support/service.ts';
import { catalogSize } from './search/catalog-size.ts';
import { cpuByThreadName, processMeter } from './search/process-meter.ts';
import { productAt, type Product } from './search/products.ts';

const itemsPerList = 1_000;
/** Threads with less CPU time are not printed, in seconds. */
const shownMin = 0.1;
/** The service is idle if it uses less CPU time than this per second, in seconds, for three seconds in a row. */
const idleCpuMax = 0.03;
/** The profiler samples idle threads too. */
const profiledIdleCpuMax = 0.3;
const idleSeconds = 3;
const sampleMs = 250;

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '100k' },
    lines: { type: 'string', default: '50000' },
    connections: { type: 'string', default: '2' },
    threads: { type: 'string', default: '0' },
    profiles: { type: 'string', default: '' },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const size = catalogSize(options.size);
const lineCount = Math.min(size, Number(options.lines));

const profiling = options.profiles === '' ? '' : `--cpu-prof --cpu-prof-dir=${resolve(options.profiles)}`;

await using service = await RunningService.start({
  VITRINE_THREADS: options.threads,
  NODE_OPTIONS: profiling,
});
const key = await service.project('bench');

/** The CPU time of the service by threads, including threads that end during the phase. */
class ThreadTimes implements Disposable {
  readonly #before = cpuByThreadName(service.pid);
  readonly #last = new Map<string, number>();
  readonly #timer = setInterval(() => this.#sample(), sampleMs);
  readonly #cpuBefore = processMeter(service.pid).cpuSeconds;

  get total(): number {
    return processMeter(service.pid).cpuSeconds - this.#cpuBefore;
  }

  toString(): string {
    this.#sample();
    const spent = [...this.#last].map(
      ([name, seconds]) => [name, seconds - (this.#before.get(name) ?? 0)] as const,
    );
    return spent
      .filter(([, seconds]) => seconds >= shownMin)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`)
      .join(', ');
  }

  #sample(): void {
    for (const [name, seconds] of cpuByThreadName(service.pid))
      this.#last.set(name, Math.max(seconds, this.#last.get(name) ?? 0));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

async function whenIdle(): Promise<void> {
  const cpuMax = profiling === '' ? idleCpuMax : profiledIdleCpuMax;
  for (let idle = 0, before = processMeter(service.pid).cpuSeconds; idle < idleSeconds;) {
    await sleep(1_000);
    const { cpuSeconds } = processMeter(service.pid);
    idle = cpuSeconds - before < cpuMax ? idle + 1 : 0;
    before = cpuSeconds;
  }
}

async function measure(name: string, count: number, send: (ask: Ask) => Promise<void>): Promise<void> {
  await using ask = apiClient(service.url, key, Number(options.connections));
  using times = new ThreadTimes();
  const started = performance.now();
  await send(ask);
  const elapsed = (performance.now() - started) / 1000;
  const atEnd = times.total;
  await whenIdle();
  const { total } = times;
  print(
    `${name}: ${elapsed.toFixed(1)} s, ${(count / elapsed).toFixed(0)} per second; CPU ${total.toFixed(2)} s` +
      ` (${atEnd.toFixed(2)} s at the last reply), ${((total * 1e6) / count).toFixed(0)} us per product: ${times.toString()}`,
  );
}

/** The products of each list are made before it is sent, by a client of one thread. */
async function load(ask: Ask): Promise<void> {
  const sending = new Set<Promise<unknown>>();
  for (let first = 0; first < size; first += itemsPerList) {
    const data = Array.from({ length: Math.min(itemsPerList, size - first) }, (_, i) => productAt(first + i));
    const body = JSON.stringify({ project: 'bench', data });
    const sent: Promise<unknown> = ask('POST', '/api/items', body).finally(() => sending.delete(sent));
    sending.add(sent);
    if (sending.size >= Number(options.connections)) await Promise.race(sending);
  }
  await Promise.all(sending);
}

/** The product with other words and another price. */
function changed(index: number): Product {
  const product = productAt(index);
  return { ...product, name: `${product.name} neuheit${index}`, price: product.price + 1 };
}

await measure(`${size} products in lists of ${itemsPerList}`, size, load);
const lines = Array.from({ length: lineCount }, (_, i) => `${JSON.stringify(changed(i))}\n`).join('');
await measure(`import of ${lineCount} lines`, lineCount, async (ask) => {
  await ask('POST', '/api/items/import?project=bench', lines, 'application/x-ndjson');
});
print(`${(processMeter(service.pid).memoryBytes / 1e6).toFixed(0)} MB resident`);
// Threads write their profiles when they end.
await service.stop();
