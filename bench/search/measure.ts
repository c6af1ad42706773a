import { runBroad } from './broad.ts';
import { productsPerBatch, type Answer, type EngineRun, type SearchEngine } from './engine.ts';
import { productAt } from './products.ts';
import type { QueryLists } from './queries.ts';

const collectGarbage = (): void => {
  for (let i = 0; i < 3; i++) globalThis.gc?.();
};

/** Loads the first `productCount` products and runs the queries in sequence. */
export async function measure(
  engine: SearchEngine,
  productCount: number,
  { measured: queries, warmUp }: QueryLists,
  withBroad: boolean,
): Promise<EngineRun> {
  collectGarbage();
  const baseline = engine.meter().memoryBytes;
  const load = await loadAll(engine, productCount);
  for (const query of warmUp) await engine.search(query);
  const times: number[] = [];
  const answers: Answer[] = [];
  const before = engine.meter().cpuSeconds;
  for (const query of queries) {
    const started = performance.now();
    const answer = await engine.search(query);
    times.push(performance.now() - started);
    answers.push(answer);
  }
  const cpuMsPerQuery = ((engine.meter().cpuSeconds - before) * 1000) / queries.length;
  collectGarbage();
  const memoryBytes = engine.meter().memoryBytes - baseline;
  const diskBytes = await engine.diskBytes();
  const broad = withBroad ? await runBroad(engine) : [];
  return { ...load, memoryBytes, diskBytes, cpuMsPerQuery, note: engine.note, times, answers, broad };
}

/** Loads the products in batches. The time to generate them is not counted. */
async function loadAll(
  engine: SearchEngine,
  productCount: number,
): Promise<Pick<EngineRun, 'loadCpuSeconds' | 'loadSeconds'>> {
  let loadCpuSeconds = 0;
  let loadSeconds = 0;
  const timed = async (work: () => void | Promise<void>): Promise<void> => {
    const before = engine.meter().cpuSeconds;
    const started = performance.now();
    await work();
    loadSeconds += (performance.now() - started) / 1000;
    loadCpuSeconds += engine.meter().cpuSeconds - before;
  };
  for (let first = 0; first < productCount; first += productsPerBatch) {
    const count = Math.min(productsPerBatch, productCount - first);
    const batch = Array.from({ length: count }, (_, i) => productAt(first + i));
    await timed(() => engine.load(batch));
    collectGarbage();
  }
  await timed(() => engine.ready());
  return { loadCpuSeconds, loadSeconds };
}
