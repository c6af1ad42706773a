import type { EngineRun } from './engine.ts';
import { allAtTen } from './quality.ts';
import type { BenchQuery } from './queries.ts';

type Cells = readonly (string | number)[];

/** A text table with aligned columns: the first left-aligned, the others right-aligned. */
function table(head: Cells, rows: readonly Cells[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(String));
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines
    .map((cells) =>
      cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
    )
    .join('\n');
}

/** A number with three significant digits; a dash for none. */
function digits(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

const share = (value: number): string => value.toFixed(3).replace(/^0/, '');
const megabytes = (bytes: number | null): string => digits(bytes === null ? null : bytes / 1e6);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

/** A quantile of the values. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export type Runs = ReadonlyMap<string, EngineRun>;

export function figuresTable(runs: Runs, queries: readonly BenchQuery[]): string {
  const head =
    'engine,queries,load CPU s,memory MB,disk MB,CPU ms,p50 ms,p95 ms,p99 ms,mean total,all@10,plain,prefix,typo';
  const rows = [...runs].map(([name, run]) => {
    const quality = allAtTen(run, queries);
    return [
      name,
      run.times.length,
      digits(run.loadCpuSeconds),
      megabytes(run.memoryBytes),
      megabytes(run.diskBytes),
      digits(run.cpuMsPerQuery),
      ...[0.5, 0.95, 0.99].map((part) => digits(quantile(run.times, part))),
      digits(mean(run.answers.map(({ total }) => total))),
      ...[quality.all, quality.plain, quality.prefix, quality.typo].map((value) => share(value)),
    ];
  });
  const notes = [...runs]
    .filter(([, { note }]) => note !== '')
    .map(([name, { note }]) => `  ${name}: ${note}`);
  return [table(head.split(','), rows), ...notes].join('\n');
}

/** The cost of each other engine relative to Vitrine, on the same queries. */
export function ratiosTable(runs: Runs, own: EngineRun): string {
  const rows = [...runs]
    .filter(([, run]) => run !== own)
    .map(([name, run]) => {
      const same = own.times.slice(0, run.times.length);
      return [
        name,
        digits(run.loadCpuSeconds / own.loadCpuSeconds),
        digits(run.memoryBytes / own.memoryBytes),
        digits(run.cpuMsPerQuery / own.cpuMsPerQuery),
        ...[0.5, 0.99].map((part) => digits(quantile(run.times, part) / quantile(same, part))),
      ];
    });
  return table(['relative to Vitrine', 'load CPU', 'memory', 'CPU per query', 'p50', 'p99'], rows);
}

const wordCount = ({ text }: BenchQuery): number => text.split(' ').length;

const queryClasses: readonly (readonly [string, (query: BenchQuery) => boolean])[] = [
  ['all', () => true],
  ['one word', (query) => wordCount(query) === 1],
  ['two words', (query) => wordCount(query) === 2],
  ['three words', (query) => wordCount(query) === 3],
  ['four words', (query) => wordCount(query) === 4],
  ['plain', ({ kind }) => kind === 'plain'],
  ['partial last word', ({ kind }) => kind === 'prefix'],
  ['typo', ({ kind }) => kind === 'typo'],
  ['filter', ({ filter }) => filter.length > 0],
  ['5 facets', ({ facets }) => facets],
  ['no filter, no facets', ({ filter, facets }) => filter.length === 0 && !facets],
];

/** The mean latency of each engine by class of query, in ms. */
export function classTable(runs: Runs, queries: readonly BenchQuery[]): string {
  const rows = queryClasses.map(([name, belongs]) => [
    name,
    queries.filter(belongs).length,
    ...[...runs.values()].map(({ times }) => digits(mean(times.filter((_, i) => belongs(queries[i]!))))),
  ]);
  return table(['mean ms by class of query', 'queries', ...runs.keys()], rows);
}

/** The cost of building Vitrine's index, and of broad queries. */
export function ownTables(run: EngineRun, productCount: number): string {
  const broad = run.broad.map(({ name, meanTotal, cpuMs, maxMs }) => [
    name,
    digits(meanTotal),
    digits(cpuMs),
    digits(maxMs),
  ]);
  return [
    `build: ${digits((run.loadCpuSeconds * 1e6) / productCount)} us of CPU and ${digits((run.diskBytes ?? 0) / productCount)} bytes of index per product`,
    ...(broad.length > 0 ? [table(['broad queries', 'mean total', 'CPU ms', 'max ms'], broad)] : []),
  ].join('\n\n');
}

/** The cost of Vitrine by catalog size. */
export function growthTable(runBySize: ReadonlyMap<number, EngineRun>): string {
  const rows = [...runBySize].map(([size, run]) => [
    size,
    digits((run.loadCpuSeconds * 1e6) / size),
    megabytes(run.diskBytes),
    megabytes(run.memoryBytes),
    digits(run.cpuMsPerQuery),
    ...[0.5, 0.99].map((part) => digits(quantile(run.times, part))),
  ]);
  return table(
    ['products', 'load us per product', 'index MB', 'memory MB', 'CPU ms', 'p50 ms', 'p99 ms'],
    rows,
  );
}
