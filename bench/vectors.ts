/**
 * Compares nearest-neighbour search with other libraries on the same rows and queries, on one thread (docs/internals/vectors.md):
 *
 *   npm run bench:vectors [-- --size 100k|1m] [--queries 200]
 *
 * Recall@10 against exact float32 distances, with filters that pass all, every second, every tenth or every hundredth row. Graph
 * indexes use the cheapest setting that reaches a recall of .98. They are skipped at 1m because they take many minutes to build.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dot } from '../src/kernel/vectors/vector-math.ts';
import { VectorIndex } from '../src/kernel/vectors/vector-index.ts';
import { pythonWith } from './python-venv.ts';
import { vectorLength, generateRows, type SyntheticRows } from './vectors/rows.ts';

const drawSeed = 20_260_101;
const neighbourCount = 10;
const passingShares = [1, 0.5, 0.1, 0.01];
const packages = ['numpy', 'faiss-cpu', 'hnswlib', 'usearch'];

interface Run {
  readonly share: number;
  readonly recall: number;
  readonly cpuMs: number;
  readonly times: readonly number[];
}

interface Report {
  readonly name: string;
  readonly buildCpuSeconds: number;
  readonly memoryBytes: number;
  readonly runs: readonly Run[];
}

const { values: options } = parseArgs({
  options: { size: { type: 'string', default: '100k' }, queries: { type: 'string', default: '200' } },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The exact ten nearest rows that pass the filter, by brute force. */
function truth({ rows, queries }: SyntheticRows, share: number): Uint32Array {
  const step = Math.round(1 / share);
  const count = rows.length / vectorLength;
  const all = new Uint32Array(queries.length * neighbourCount);
  queries.forEach((query, q) => {
    const best: { row: number; score: number }[] = [];
    for (let row = 0; row < count; row += step) {
      const score = dot(query, 0, rows, row * vectorLength, vectorLength);
      if (best.length === neighbourCount && score <= best[neighbourCount - 1]!.score) continue;
      best.push({ row, score });
      best.sort((a, b) => b.score - a.score);
      best.length = Math.min(best.length, neighbourCount);
    }
    all.set(
      best.map(({ row }) => row),
      q * neighbourCount,
    );
  });
  return all;
}

function ours({ rows, queries }: SyntheticRows, truths: ReadonlyMap<number, Uint32Array>): Report {
  globalThis.gc?.();
  const [memory, cpu] = [process.memoryUsage().rss, cpuMs()];
  const index = new VectorIndex(vectorLength);
  for (let key = 0; key * vectorLength < rows.length; key++)
    index.set(key, rows.subarray(key * vectorLength, (key + 1) * vectorLength));
  const buildCpuSeconds = (cpuMs() - cpu) / 1000;
  globalThis.gc?.();
  const memoryBytes = process.memoryUsage().rss - memory;
  const runs = [...truths].map(([share, expected]) => {
    const step = Math.round(1 / share);
    const request =
      step === 1
        ? { limit: neighbourCount }
        : { limit: neighbourCount, allow: (key: number) => key % step === 0 };
    for (const query of queries.slice(0, 20)) index.search(query, request);
    const times: number[] = [];
    let hits = 0;
    const before = cpuMs();
    queries.forEach((query, q) => {
      const started = performance.now();
      const found = index.search(query, request);
      times.push(performance.now() - started);
      const right = new Set(expected.subarray(q * neighbourCount, (q + 1) * neighbourCount));
      hits += found.filter(({ key }) => right.has(key)).length;
    });
    return { share, recall: hits / expected.length, cpuMs: (cpuMs() - before) / queries.length, times };
  });
  return { name: 'vitrine', buildCpuSeconds, memoryBytes, runs };
}

function printReport({ name, buildCpuSeconds, memoryBytes, runs }: Report): void {
  for (const { share, recall, cpuMs: cpu, times } of runs) {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number): string =>
      sorted[Math.floor(part * (sorted.length - 1))]!.toFixed(2).padStart(8);
    print(
      [
        name.padEnd(12),
        `${share * 100} %`.padStart(6),
        recall.toFixed(3).padStart(8),
        cpu.toFixed(2).padStart(8),
        at(0.5),
        at(0.99),
        buildCpuSeconds.toFixed(1).padStart(8),
        (memoryBytes / 1e6).toFixed(0).padStart(8),
      ].join(' '),
    );
  }
}

const count = options.size === '1m' ? 1_000_000 : 100_000;
print(`${count} rows of ${vectorLength}, ${options.queries} queries`);
print('engine       filter   recall   CPU ms   p50 ms   p99 ms  build s       MB');
const made = generateRows(count, Number(options.queries), drawSeed);
const truths = new Map(passingShares.map((share) => [share, truth(made, share)]));
printReport(ours(made, truths));
const python = pythonWith('vectors', packages, ['numpy', 'faiss', 'hnswlib', 'usearch']);
if (python === null) {
  print(`other libraries: skipped, the Python packages ${packages.join(', ')} are not available`);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  try {
    writeFileSync(join(folder, 'rows.f32'), made.rows);
    writeFileSync(
      join(folder, 'queries.f32'),
      Buffer.concat(made.queries.map((query) => Buffer.from(query.buffer))),
    );
    for (const [share, rows] of truths) writeFileSync(join(folder, `truth-${share}.u32`), rows);
    const graphs = count > 100_000 ? [] : ['faiss HNSW', 'hnswlib', 'usearch'];
    const driver = join(import.meta.dirname, 'vectors', 'peers.py');
    for (const name of ['faiss flat', 'faiss SQ8', ...graphs]) {
      const reply = execFileSync(python, [driver, folder, String(vectorLength), name], {
        maxBuffer: 2 ** 26,
      });
      printReport(JSON.parse(reply.toString()) as Report);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
